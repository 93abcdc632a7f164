//! Small charts of what was made, one row for each condition. Positions are percentages, so that they fit any width and text keeps
//! its size; every number also stands in the table.

use grids::generate::Reason;
use grids::generate::condition::Condition;
use grids::model::tally::{self, Tally};
use leptos::prelude::*;

/// A row of a chart.
#[derive(Clone, PartialEq)]
pub struct Row {
    /// What it is about.
    pub name: String,
    /// What was asked for.
    pub condition: Condition,
    /// What has come of it.
    pub tally: Tally,
}

/// Marks on the axis of ratios.
const RATIOS: [(f64, &str); 5] = [(0.5, "½"), (0.71, "0.71"), (1.0, "target"), (1.41, "1.41"), (2.0, "2×")];

/// The mean workload of each condition as a share of its target.
#[component]
pub fn WorkloadChart(rows: Vec<Row>) -> impl IntoView {
    let body = rows.iter().map(|Row { name, condition, tally }| {
        let target = condition.target() as f64;
        let tolerance = 1.0 + condition.sampling().tolerance as f64 / 100.0;
        let at = |ratio: f64| 100.0 * tally::place(ratio);
        let (low, high) = (at(1.0 / tolerance), at(tolerance));
        let mean = tally.mean_workload();
        let spread = tally.range.map(|(low, high)| (at(low / target), at(high / target)));
        let said = mean.map_or_else(|| "–".to_owned(), |mean| format!("{mean:.1} of {target}"));
        let marks = view! {
            <rect class="tolerance" x=percent(low) width=percent(high - low) y="2" height="16" />
            <line class="target" x1="50%" x2="50%" y1="1" y2="19" />
            {spread.map(|(low, high)| view! { <line class="spread" x1=percent(low) x2=percent(high) y1="10" y2="10" /> })}
            {mean.map(|mean| view! { <circle class="mean" cx=percent(at(mean / target)) cy="10" r="4" /> })}
        };
        line(name.clone(), said, marks.into_any())
    });
    let body = body.collect_view();
    let worst = rows
        .iter()
        .filter_map(|row| Some((row, row.tally.mean_workload()? / row.condition.target() as f64)))
        .max_by(|a, b| a.1.ln().abs().total_cmp(&b.1.ln().abs()));
    let within = rows.iter().filter(|row| is_within(row)).count();
    let summary = match worst {
        Some((row, ratio)) if rows.len() == 1 => format!("{} has {ratio:.2} times its target.", row.name),
        Some((row, ratio)) => format!(
            "Means over all stored events. {within} of {} lie within the tolerance that guides the choice of each event; furthest off is {} with {ratio:.2} times its target.",
            rows.len(),
            row.name
        ),
        None => "No trajectory has been made.".to_owned(),
    };
    view! {
        <Figure
            title="Realised workload against the target"
            key=view! {
                <span><svg class="key" aria-hidden="true"><circle class="mean" cx="50%" cy="50%" r="4" /></svg>"mean"</span>
                <span><svg class="key" aria-hidden="true"><line class="spread" x1="0" x2="100%" y1="50%" y2="50%" /></svg>"lowest to highest trajectory"</span>
                <span><svg class="key" aria-hidden="true"><rect class="tolerance" width="100%" height="100%" /></svg>"tolerance"</span>
            }.into_any()
            summary
        >
            {body}
            {axis(&RATIOS.map(|(ratio, name)| (100.0 * tally::place(ratio), name.to_owned())))}
        </Figure>
    }
}

/// The attempts of each condition: accepted, and rejected by reason.
#[component]
pub fn AttemptsChart(rows: Vec<Row>) -> impl IntoView {
    let most = rows.iter().map(|row| row.tally.attempts()).max().unwrap_or(0).max(1);
    let total = rows.iter().fold(Tally::default(), |mut total, row| {
        total.join(&row.tally);
        total
    });
    let body = rows.iter().map(|Row { name, tally, .. }| {
        let share = |count: usize| 100.0 * count as f64 / most as f64;
        let mut from = share(tally.made);
        let rejected = tally.reasons().map(|(reason, count)| {
            let x = from;
            from += share(count);
            view! { <rect class=class(reason) x=percent(x) width=percent(share(count)) y="4" height="12" /> }
        });
        let rejected = rejected.collect_view();
        let said = match tally.rejected() {
            0 => tally.made.to_string(),
            more => format!("{} + {more}", tally.made),
        };
        let marks = view! {
            <rect class="made" x="0%" width=percent(share(tally.made)) y="4" height="12" />
            {rejected}
        };
        line(name.clone(), said, marks.into_any())
    });
    let body = body.collect_view();
    let reasons: Vec<String> = total.reasons().map(|(reason, count)| format!("{count} for {}", reason.name())).collect();
    let summary = match total.rejected() {
        0 => format!("Attempts: {}. Rejected: none.", total.attempts()),
        more => format!("Attempts: {}. Rejected: {more}, of which {}.", total.attempts(), reasons.join(", ")),
    };
    let keys = total.reasons().map(|(reason, _)| {
        view! {
            <span>
                <svg class="key" aria-hidden="true">
                    <rect class=class(reason) width="100%" height="100%" />
                </svg>
                {format!("rejected: {}", reason.name())}
            </span>
        }
    });
    let keys = keys.collect_view();
    view! {
        <Figure
            title="Attempts"
            key=view! {
                <span><svg class="key" aria-hidden="true"><rect class="made" width="100%" height="100%" /></svg>"accepted"</span>
                {keys}
            }.into_any()
            summary
        >
            {body}
            {axis(&[(0.0, "0".to_owned()), (100.0, most.to_string())])}
        </Figure>
    }
}

/// The events of each condition: SET, core as asked for, core missed.
#[component]
pub fn EventsChart(rows: Vec<Row>) -> impl IntoView {
    let body = rows.iter().map(|Row { name, tally, .. }| {
        let all = (tally.core + tally.sets).max(1) as f64;
        let share = |count: usize| 100.0 * count as f64 / all;
        let (sets, met, missed) = (share(tally.sets), share(tally.core - tally.missed), share(tally.missed));
        let marks = view! {
            <rect class="met" x="0%" width=percent(met) y="4" height="12" />
            <rect class="missed" x=percent(met) width=percent(missed) y="4" height="12" />
            <rect class="sets" x=percent(met + missed) width=percent(sets) y="4" height="12" />
        };
        line(name.clone(), format!("{missed:.1} % missed"), marks.into_any())
    });
    let body = body.collect_view();
    let total = rows.iter().fold(Tally::default(), |mut total, row| {
        total.join(&row.tally);
        total
    });
    let summary = format!(
        "Core: {}. SET: {}. Core events that missed the category asked for: {}; that had to repeat an earlier state: {}.",
        total.core, total.sets, total.missed, total.repeated
    );
    view! {
        <Figure
            title="Core and SET events"
            key=view! {
                <span><svg class="key" aria-hidden="true"><rect class="met" width="100%" height="100%" /></svg>"core, as asked for"</span>
                <span><svg class="key" aria-hidden="true"><rect class="missed" width="100%" height="100%" /></svg>"core, missed"</span>
                <span><svg class="key" aria-hidden="true"><rect class="sets" width="100%" height="100%" /></svg>"SET"</span>
            }.into_any()
            summary
        >
            {body}
            {axis(&[(0.0, "0".to_owned()), (50.0, "50 %".to_owned()), (100.0, "100 %".to_owned())])}
        </Figure>
    }
}

/// All numbers of the charts.
#[component]
pub fn Numbers(rows: Vec<Row>) -> impl IntoView {
    let number = |number: Option<f64>| number.map_or_else(|| "–".to_owned(), |number| format!("{number:.1}"));
    let body = rows.into_iter().map(|Row { name, condition, tally }| {
        let reasons: Vec<String> = tally.reasons().map(|(reason, count)| format!("{count} {}", reason.name())).collect();
        let range = tally.range.map_or_else(|| "–".to_owned(), |(low, high)| format!("{low:.1}–{high:.1}"));
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td>{tally.made}</td>
                <td>{tally.failed}</td>
                <td>{tally.attempts()}</td>
                <td>{if reasons.is_empty() { "–".to_owned() } else { reasons.join(", ") }}</td>
                <td>{format!("{} {}", condition.target(), condition.sampling().unit.counted())}</td>
                <td>{format!("±{} %", condition.sampling().tolerance)}</td>
                <td>{number(tally.mean_workload())}</td>
                <td>{range}</td>
                <td>{number(tally.mean_changed())}</td>
                <td>{tally.core}</td>
                <td>{tally.sets}</td>
                <td>{tally.core - tally.effective}</td>
                <td>{tally.missed}</td>
                <td>{tally.repeated}</td>
            </tr>
        }
    });
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="Numbers by condition">
            <table class="numbers">
                <thead>
                    <tr>
                        <td></td>
                        {[
                            "made",
                            "not made",
                            "attempts",
                            "rejected for",
                            "target",
                            "tolerance",
                            "mean workload",
                            "by trajectory",
                            "changed cells",
                            "core",
                            "SET",
                            "no-ops",
                            "missed",
                            "repeated",
                        ]
                            .map(|name| view! { <th scope="col">{name}</th> })
                            .collect_view()}
                    </tr>
                </thead>
                <tbody>{body.collect_view()}</tbody>
            </table>
        </div>
    }
}

/// A chart with its title, its key and what it says.
#[component]
fn Figure(title: &'static str, key: AnyView, summary: String, children: Children) -> impl IntoView {
    view! {
        <figure class="chart">
            <figcaption>
                <h3>{title}</h3>
                <p class="hint">{summary}</p>
                <p class="chart-key">{key}</p>
            </figcaption>
            <div class="chart-rows" aria-hidden="true">
                {children()}
            </div>
        </figure>
    }
}

fn line(name: String, said: String, marks: AnyView) -> AnyView {
    view! {
        <span class="chart-name">{name}</span>
        <svg class="chart-marks">{marks}</svg>
        <span class="chart-said">{said}</span>
    }
    .into_any()
}

fn axis(marks: &[(f64, String)]) -> AnyView {
    let marks = marks.iter().map(|(at, name)| {
        let anchor = match *at {
            at if at < 1.0 => "start",
            at if at > 99.0 => "end",
            _ => "middle",
        };
        view! {
            <text x=percent(*at) y="13" text-anchor=anchor>
                {name.clone()}
            </text>
        }
    });
    view! {
        <span></span>
        <svg class="chart-axis">{marks.collect_view()}</svg>
        <span></span>
    }
    .into_any()
}

fn is_within(Row { condition, tally, .. }: &Row) -> bool {
    let tolerance = 1.0 + condition.sampling().tolerance as f64 / 100.0;
    let ratio = tally.mean_workload().map(|mean| mean / condition.target() as f64);
    ratio.is_some_and(|ratio| (1.0 / tolerance..=tolerance).contains(&ratio))
}

fn percent(share: f64) -> String {
    format!("{share:.2}%")
}

fn class(reason: Reason) -> &'static str {
    match reason {
        Reason::NoCandidate => "rejected no-candidate",
        Reason::Density => "rejected density",
        Reason::Workload => "rejected workload",
        Reason::Effective => "rejected effective",
        Reason::Missed => "rejected missed",
    }
}
