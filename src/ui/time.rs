//! Moments and spans as a person says them.

use js_sys::Date;

const DAY: f64 = 24.0 * 60.0 * 60.0 * 1000.0;

/// The day and the time of a moment in milliseconds since 1970: `today 9:05`, `yesterday 17:30`, `on 7 September 2026`.
pub fn moment(milliseconds: u64) -> String {
    match day(milliseconds) {
        day if day.starts_with("on ") => day,
        day => format!("{day} {}", clock(milliseconds)),
    }
}

/// The day of a moment: `today`, `yesterday`, `on 7 September 2026`.
pub fn day(milliseconds: u64) -> String {
    let midnight = |date: &Date| {
        let midnight = Date::new(&date.into());
        midnight.set_hours(0);
        midnight.set_minutes(0);
        midnight.set_seconds(0);
        midnight.set_milliseconds(0);
        midnight.get_time()
    };
    let date = date(milliseconds);
    // A day may have an hour more or less than others.
    match ((midnight(&Date::new_0()) - midnight(&date)) / DAY).round() {
        0.0 => "today".to_owned(),
        1.0 => "yesterday".to_owned(),
        _ => {
            let month = MONTHS.get(date.get_month() as usize).copied().unwrap_or_default();
            format!("on {} {month} {}", date.get_date(), date.get_full_year())
        }
    }
}

/// The time of a moment: `9:05`.
pub fn clock(milliseconds: u64) -> String {
    let date = date(milliseconds);
    format!("{}:{:02}", date.get_hours(), date.get_minutes())
}

/// How long something takes: `1 h 05 min`, `12 min`, `less than a minute`.
pub fn span(milliseconds: u64) -> String {
    match (milliseconds / 3_600_000, milliseconds / 60_000 % 60) {
        (0, 0) => "less than a minute".to_owned(),
        (0, minutes) => format!("{minutes} min"),
        (hours, minutes) => format!("{hours} h {minutes:02} min"),
    }
}

/// A time that runs: `3:07`, and `1:03:07` with hours.
pub fn running(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

fn date(milliseconds: u64) -> Date {
    Date::new(&(milliseconds as f64).into())
}
