//! Runs the tests, two at a time in a browser each.

use libtest_mimic::{Arguments, Failed, Trial};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

use crate::browser::Driver;
use crate::page::{Page, Result};
use crate::setting::Setting;
use crate::site;

/// One test.
pub struct Test {
    pub name: &'static str,
    pub run: fn(&Page) -> Running<'_>,
}

/// A test under way.
pub type Running<'p> = Pin<Box<dyn Future<Output = Result<()>> + 'p>>;

/// The list of a module's tests.
#[macro_export]
macro_rules! tests {
    ($module:literal: $($name:ident,)*) => {
        /// The tests of this file.
        pub const TESTS: &[$crate::run::Test] =
            &[$($crate::run::Test { name: concat!($module, "::", stringify!($name)), run: |page| Box::pin($name(page)) },)*];
    };
}

const ALL: &[&[Test]] = &[
    crate::watch::TESTS,
    crate::world::TESTS,
    crate::grid::TESTS,
    crate::address::TESTS,
    crate::handover::TESTS,
    crate::open::TESTS,
    crate::score::TESTS,
    crate::predict::TESTS,
    crate::prompt::TESTS,
    crate::share::TESTS,
    crate::edit::TESTS,
    crate::events::TESTS,
    crate::close_up::TESTS,
    crate::diagnosis::TESTS,
    crate::drafts::TESTS,
    crate::unfinished::TESTS,
    crate::generate::TESTS,
    crate::learn::TESTS,
    crate::reach::TESTS,
];

struct Stage {
    runtime: Runtime,
    driver: Arc<Driver>,
    origin: String,
    base: String,
    axe: Arc<str>,
    /// Browsers that no test is using.
    idle: Mutex<Vec<Page>>,
    /// How long each test took.
    times: Mutex<Vec<(Duration, &'static str)>>,
}

pub fn run() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // One for each core of a small machine.
    arguments.test_threads.get_or_insert(2);
    if arguments.list {
        let names = ALL.iter().copied().flatten().map(|test| Trial::test(test.name, || Ok(()))).collect();
        return libtest_mimic::run(&arguments, names).exit_code();
    }
    let stage = match Stage::set() {
        Ok(stage) => Arc::new(stage),
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let trials = ALL.iter().copied().flatten().map(|test| {
        let stage = stage.clone();
        Trial::test(test.name, move || stage.run(test))
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    stage.end();
    conclusion.exit_code()
}

impl Stage {
    fn set() -> Result<Stage> {
        let setting = Setting::read()?;
        let runtime = Runtime::new()?;
        let origin = runtime.block_on(site::serve(&setting.site, &setting.base))?;
        let driver = Arc::new(Driver::start(&setting.chromedriver, &setting.chromium)?);
        let axe = std::fs::read_to_string(&setting.axe)?.into();
        Ok(Stage { runtime, driver, origin, base: setting.base, axe, idle: Mutex::default(), times: Mutex::default() })
    }

    fn run(&self, test: &Test) -> std::result::Result<(), Failed> {
        let idle = self.idle.lock().unwrap().pop();
        let page = match idle {
            Some(page) => page,
            None => self.runtime.block_on(Page::new(&self.driver, &self.origin, &self.base, &self.axe)).map_err(said)?,
        };
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| {
            self.runtime.block_on(async {
                page.clear().await?;
                (test.run)(&page).await?;
                page.assert_well().await
            })
        }));
        let result = match result {
            Ok(result) => result.map_err(said),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                Err(text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default())
            }
        };
        let result = result.map_err(|error| {
            let after = self.runtime.block_on(page.report(test.name));
            Failed::from(format!("{error}\n{after}"))
        });
        self.times.lock().unwrap().push((start.elapsed(), test.name));
        self.idle.lock().unwrap().push(page);
        result
    }

    fn end(&self) {
        let mut times = self.times.lock().unwrap();
        times.sort_by(|a, b| b.cmp(a));
        let slowest: Vec<String> =
            times.iter().take(8).map(|(time, name)| format!("{name} {:.1} s", time.as_secs_f64())).collect();
        println!("slowest: {}\n", slowest.join(", "));
        for page in self.idle.lock().unwrap().drain(..) {
            let _ = self.runtime.block_on(page.quit());
        }
    }
}

fn said(error: Box<dyn std::error::Error + Send + Sync>) -> String {
    error.to_string()
}
