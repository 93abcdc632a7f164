//! When an answer went wrong: its distance to the reference after each event, and which event last wrote its wrong cells.

use grids::diagnose::Timeline;
use grids::world::World;
use leptos::prelude::*;
use std::sync::Arc;

use crate::state::Loaded;

/// The most bars that are drawn; of longer histories several steps share one.
const BARS: usize = 160;
/// The most rows of the table.
const ROWS: usize = 400;

/// The timeline of a wrong answer.
#[component]
pub fn AnswerTimeline(
    /// The instance.
    loaded: Arc<Loaded>,
    /// The answer.
    answer: World,
) -> impl IntoView {
    let timeline = Timeline::new(&loaded.instance, &loaded.trace, &answer);
    let steps = timeline.distances.len();
    let nearest = timeline.nearest().next().unwrap_or(0);
    let distance = timeline.distances.get(nearest).copied().unwrap_or(0);
    let wrong: usize = timeline.last_written.iter().sum();
    let state = match nearest {
        0 => "the initial world".to_owned(),
        t if t + 1 == steps => "the final state".to_owned(),
        t => format!("the state after event {t}"),
    };
    let near = match distance {
        0 => format!("The answer is exactly {state}."),
        1 => format!("No state of the history is nearer to the answer than {state}: 1 cell differs."),
        count => format!("No state of the history is nearer to the answer than {state}: {count} cells differ."),
    };
    let worst = (1..steps).max_by_key(|&t| (timeline.last_written[t], steps - t)).filter(|&t| timeline.last_written[t] > 0);
    let written = worst.map(|t| match wrong {
        1 => format!("Event {t} last wrote the wrong cell."),
        _ => format!("Event {t} last wrote {} of the {wrong} wrong cells.", timeline.last_written[t]),
    });
    let never = match timeline.last_written[0] {
        0 => None,
        1 => Some("1 wrong cell was written by no event.".to_owned()),
        count => Some(format!("{count} wrong cells were written by no event.")),
    };
    let width = steps.div_ceil(BARS);
    let bars = |values: &[usize], join: fn(usize, usize) -> usize| -> Vec<usize> {
        values.chunks(width).map(|chunk| chunk.iter().copied().reduce(join).unwrap_or(0)).collect()
    };
    let distances = bars(&timeline.distances, usize::min);
    let writers = bars(&timeline.last_written, |one, other| one + other);
    let chart = |class: &'static str, values: Vec<usize>| {
        let most = values.iter().copied().max().unwrap_or(0).max(1) as f64;
        let count = values.len() as f64;
        let bars = values.into_iter().enumerate().map(|(index, value)| {
            let height = 100.0 * value as f64 / most;
            let at = match (index * width, width) {
                (at, 1) => format!("{at}: {value}"),
                (at, _) => format!("{at} to {}: {value}", (at + width).min(steps) - 1),
            };
            view! {
                <rect
                    class=class
                    x=format!("{:.3}%", 100.0 * index as f64 / count)
                    width=format!("{:.3}%", 85.0 / count)
                    y=format!("{:.2}%", 100.0 - height)
                    height=format!("{height:.2}%")
                >
                    <title>{at}</title>
                </rect>
            }
        });
        view! {
            <svg class="answer-chart" aria-hidden="true">
                {bars.collect_view()}
            </svg>
        }
    };
    let row = |t: usize| {
        view! {
            <tr>
                <th scope="row">{t}</th>
                <td>{timeline.distances[t]}</td>
                <td>{timeline.last_written[t]}</td>
            </tr>
        }
    };
    let rows = (0..steps.min(ROWS)).map(row).collect_view();
    view! {
        <section class="answer-timeline" aria-labelledby="answer-timeline-title">
            <h3 id="answer-timeline-title">"When it went wrong"</h3>
            <p>{near} " " {written} " " {never}</p>
            <figure>
                {chart("distance", distances)}
                <figcaption class="hint">"cells that differ from the state after each event"</figcaption>
            </figure>
            <figure>
                {chart("written", writers)} <figcaption class="hint">"wrong cells by the event that last wrote them; at the left those that none wrote"</figcaption>
            </figure>
            <details>
                <summary>"The numbers"</summary>
                <div class="scrolls" tabindex="0" role="region" aria-label="The numbers of each event">
                    <table class="numbers">
                        <thead>
                            <tr>
                                <th scope="col">"after event"</th>
                                <th scope="col">"cells that differ"</th>
                                <th scope="col">"wrong cells it last wrote"</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </details>
        </section>
    }
}
