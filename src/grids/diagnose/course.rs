//! Carrying out a history as somebody may have read it.

use std::borrow::Cow;

use super::slip::{Plan, Slip, Step};
use crate::instance::Instance;
use crate::rule::explain::{Explained, Misreading, Moment};
use crate::rule::{Change, Event, Scratch, execute};
use crate::trace::Trace;
use crate::world::World;

/// A misreading of a family's rule.
#[derive(Clone, Copy)]
pub struct Misrule {
    /// The family.
    pub family: &'static dyn Explained,
    /// What is believed of its rule.
    pub misreading: &'static Misreading,
}

/// The execution of a history under one reading of the rule, from which slips branch off.
pub(super) struct Course<'a> {
    instance: &'a Instance,
    rule: Option<Misrule>,
    trace: Cow<'a, Trace>,
    /// The state at its end.
    end: World,
    /// The state that slips branched off last, and its step.
    state: World,
    t: usize,
    scratch: Scratch,
}

impl<'a> Course<'a> {
    /// The right one.
    pub(super) fn right(instance: &'a Instance, trace: &'a Trace) -> Course<'a> {
        Course::new(instance, None, Cow::Borrowed(trace))
    }

    /// The whole history misread; nothing if that leads out of the alphabet.
    pub(super) fn misread(instance: &'a Instance, rule: Misrule) -> Option<Course<'a>> {
        let mut course = Course::new(instance, Some(rule), Cow::Owned(Trace::default()));
        let (mut trace, mut world) = (Trace::default(), instance.initial.clone());
        for t in 1..=instance.events.len() {
            let before = world.clone();
            course.carry_out(&Step::Event(t), &mut world)?;
            let changes = before.differences(&world).map(|cell| Change {
                cell: cell as u32,
                before: before.get(cell),
                after: world.get(cell),
            });
            trace.push(changes);
        }
        Some(Course { end: world, trace: Cow::Owned(trace), ..course })
    }

    fn new(instance: &'a Instance, rule: Option<Misrule>, trace: Cow<'a, Trace>) -> Course<'a> {
        let end = trace.state(&instance.initial, trace.len());
        Course { instance, rule, trace, end, state: instance.initial.clone(), t: 0, scratch: Scratch::default() }
    }

    /// The state at its end.
    pub(super) fn end(&self) -> &World {
        &self.end
    }

    /// The final state with a slip; nothing where it makes no difference or cannot be carried out.
    pub(super) fn with(&mut self, slip: Slip) -> Option<World> {
        let plan = (slip.kind.plan)(self.instance, slip.t)?;
        let mut world = self.seek(plan.from).clone();
        for step in &plan.steps {
            self.carry_out(step, &mut world)?;
        }
        // Most slips have no effect, and are seen through here.
        if plan.written.is_none() && world == *self.seek(plan.on) {
            return None;
        }
        for t in plan.on + 1..=self.instance.events.len() {
            self.carry_out(&Step::Event(t), &mut world)?;
        }
        let world = plan.written.map_or_else(|| world.clone(), |written| written(&world));
        (world != self.end).then_some(world)
    }

    /// All states with a slip, the initial one first, each with the event that leads to it, counted from 1, or is passed over.
    pub(super) fn states(&mut self, slip: Option<Slip>) -> Option<Vec<(usize, World)>> {
        let length = self.instance.events.len();
        let right = || Plan { from: length, steps: Vec::new(), on: length, written: None };
        let plan = slip.map_or_else(|| Some(right()), |slip| (slip.kind.plan)(self.instance, slip.t))?;
        let mut states: Vec<(usize, World)> = (0..=plan.from).map(|t| (t, self.seek(t).clone())).collect();
        let mut world = self.seek(plan.from).clone();
        if plan.steps.is_empty() {
            // Events that are passed over leave the state as it is.
            states.extend((plan.from + 1..=plan.on).map(|t| (t, world.clone())));
        }
        for step in plan.steps.iter().cloned().chain((plan.on + 1..=length).map(Step::Event)) {
            self.carry_out(&step, &mut world)?;
            states.push((step.event(), world.clone()));
        }
        if let (Some(written), Some((_, last))) = (plan.written, states.last_mut()) {
            *last = written(last);
        }
        Some(states)
    }

    fn seek(&mut self, t: usize) -> &World {
        self.trace.seek(&mut self.state, self.t, t);
        self.t = t;
        &self.state
    }

    fn carry_out(&mut self, step: &Step, world: &mut World) -> Option<()> {
        let instance = self.instance;
        match step {
            Step::Event(t) => self.execute(&instance.events[t - 1], Some(*t), world),
            Step::Other(_, event) => self.execute(event, None, world),
            Step::OnInitial(t) => {
                let mut other = instance.initial.clone();
                self.execute(&instance.events[t - 1], Some(*t), &mut other)?;
                for cell in instance.initial.differences(&other) {
                    world.set(cell, other.get(cell));
                }
                Some(())
            }
        }
    }

    /// Executes an event as its rule is read; `t` is its number if it is an event of the history as it is.
    fn execute(&mut self, event: &Event, t: Option<usize>, world: &mut World) -> Option<()> {
        let instance = self.instance;
        match self.rule.filter(|rule| rule.family.name() == event.family.name()) {
            Some(rule) => {
                *world = (rule.misreading.execute)(&Moment { args: &event.args, space: &instance.space, before: world })?;
            }
            None => {
                let made = if t.is_none() { Some(event.transition(&instance.space).ok()?) } else { None };
                let transition = made.as_ref().or_else(|| instance.transitions.get(t? - 1))?;
                execute(transition.as_ref(), world, &mut self.scratch).ok()?;
            }
        }
        Some(())
    }
}
