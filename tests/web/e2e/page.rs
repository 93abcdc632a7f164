//! One browser window on the site, and what a person does with it.

use grids::gallery;
use grids::instance::Instance;
use grids::trace::Trace;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thirtyfour::error::WebDriverErrorInner;
use thirtyfour::{By, TypingData, WebDriver, WebElement};
use tokio::time::sleep;

use crate::browser::Driver;

/// What a test gives back; an error says what could not be done.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// How long a condition may take to come true. Only a failure waits this long.
const PATIENCE: Duration = Duration::from_secs(20);
/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(15);

pub const DESKTOP: (u32, u32) = (1280, 800);
pub const PHONE: (u32, u32) = (390, 844);

/// A window.
pub struct Page {
    pub web: WebDriver,
    driver: Arc<Driver>,
    origin: String,
    base: String,
    axe: Arc<str>,
    /// Console messages that contain one of these are no fault.
    forgiven: RefCell<Vec<String>>,
    /// Whether the page is on the site, so that its storage can be cleared.
    opened: Cell<bool>,
}

/// Collects what is wrong with views of one look: what axe finds, and what is wider than the window.
pub struct Inspection<'a> {
    page: &'a Page,
    width: u32,
    found: Vec<String>,
}

impl Inspection<'_> {
    /// Inspects what is shown.
    pub async fn visit(&mut self, name: &str) -> Result<()> {
        self.found.extend(self.page.violations().await?.into_iter().map(|violation| format!("{name}: {violation}")));
        let width: u32 = self.page.get("document.scrollingElement.scrollWidth", Value::Null).await?;
        if width > self.width {
            self.found.push(format!("{name}: it is {width} pixels wide, expected at most {}", self.width));
        }
        Ok(())
    }

    /// Fails if anything was found.
    pub fn finish(self) -> Result<()> {
        match self.found.len() {
            0 => Ok(()),
            count => Err(format!("{count} faults:\n{}", self.found.join("\n")).into()),
        }
    }
}

/// What the pages look like; set before a page is opened or while it is shown.
#[derive(Clone, Copy)]
pub struct Look {
    pub dark: bool,
    pub motion: bool,
    pub size: (u32, u32),
}

pub const PLAIN: Look = Look { dark: false, motion: false, size: DESKTOP };

impl Page {
    pub async fn new(driver: &Arc<Driver>, origin: &str, base: &str, axe: &Arc<str>) -> Result<Page> {
        let web = driver.session().await?;
        let (driver, axe) = (driver.clone(), axe.clone());
        let (origin, base) = (origin.to_owned(), base.to_owned());
        Ok(Page { web, driver, origin, base, axe, forgiven: RefCell::default(), opened: Cell::new(false) })
    }

    /// The same site in another browser that shares nothing with this one.
    pub async fn elsewhere(&self) -> Result<Page> {
        let page = Page::new(&self.driver, &self.origin, &self.base, &self.axe).await?;
        page.clear().await?;
        Ok(page)
    }

    pub async fn quit(self) -> Result<()> {
        Ok(self.web.quit().await?)
    }

    /// Forgets everything that an earlier test has left.
    pub async fn clear(&self) -> Result<()> {
        self.web.action_chain().reset_actions().await?;
        if self.opened.replace(false) {
            if !self.web.current_url().await?.as_str().starts_with(&self.address("")) {
                self.web.goto(self.address("boot.js")).await?;
            }
            self.run("localStorage.clear(); sessionStorage.clear();").await?;
        }
        self.web.goto("about:blank").await?;
        self.send("Storage.clearDataForOrigin", json!({ "origin": self.origin, "storageTypes": "indexeddb" })).await?;
        self.look(PLAIN).await?;
        self.offline(false).await?;
        self.forgiven.borrow_mut().clear();
        self.web.browser_log().await?;
        Ok(())
    }

    pub async fn look(&self, look: Look) -> Result<()> {
        let features = json!([
            { "name": "prefers-color-scheme", "value": if look.dark { "dark" } else { "light" } },
            { "name": "prefers-reduced-motion", "value": if look.motion { "no-preference" } else { "reduce" } },
        ]);
        self.send("Emulation.setEmulatedMedia", json!({ "features": features })).await?;
        let (width, height) = look.size;
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.send("Emulation.setDeviceMetricsOverride", size).await?;
        Ok(())
    }

    /// Begins an inspection in a look.
    pub async fn inspect(&self, look: Look) -> Result<Inspection<'_>> {
        self.look(look).await?;
        Ok(Inspection { page: self, width: look.size.0, found: Vec::new() })
    }

    /// Cuts the page off from the network.
    pub async fn offline(&self, offline: bool) -> Result<()> {
        self.send("Network.enable", json!({})).await?;
        let conditions = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.send("Network.emulateNetworkConditions", conditions).await?;
        Ok(())
    }

    /// Sends a command of the DevTools protocol.
    pub async fn send(&self, method: &str, parameters: Value) -> Result<Value> {
        Ok(self.web.cdp().send_raw(method, parameters).await?)
    }

    /// Opens a path below the base, such as `watch?i=paint-2d&t=3`, as a new document, and waits until the application shows.
    pub async fn open(&self, path: &str) -> Result<()> {
        // An address that differs in its fragment only would not be loaded anew.
        if self.opened.get() {
            self.web.goto("about:blank").await?;
        }
        self.web.goto(self.address(path)).await?;
        self.opened.set(true);
        self.ready().await
    }

    /// Waits until the application shows.
    pub async fn ready(&self) -> Result<()> {
        self.until("the application shows", "document.querySelector('main h1')").await
    }

    pub async fn reload(&self) -> Result<()> {
        self.web.refresh().await?;
        self.ready().await
    }

    /// The full address of a path below the base.
    pub fn address(&self, path: &str) -> String {
        format!("{}{}{path}", self.origin, self.base)
    }

    /// What stands in the address bar below the base.
    pub async fn path(&self) -> Result<String> {
        let address = self.web.current_url().await?.to_string();
        let path = address.strip_prefix(&self.address(""));
        Ok(path.ok_or_else(|| format!("{address} is outside the site"))?.to_owned())
    }

    /// Runs statements.
    pub async fn run(&self, script: &str) -> Result<()> {
        self.web.execute(script, Vec::new()).await?;
        Ok(())
    }

    /// The value of an expression, in which `args` is the list of arguments.
    pub async fn get<T: DeserializeOwned>(&self, expression: &str, args: Value) -> Result<T> {
        let value = self.web.execute(format!("const args = arguments[0]; return ({expression});"), vec![args]).await?;
        value.convert().map_err(|error| format!("{expression} gives {}: {error}", value.json()).into())
    }

    /// Waits until an expression is true.
    pub async fn until(&self, what: &str, expression: &str) -> Result<()> {
        let start = Instant::now();
        while !self.get::<bool>(&format!("!!({expression})"), Value::Null).await? {
            if start.elapsed() > PATIENCE {
                return Err(format!("waited in vain until {what}: {expression}").into());
            }
            sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Waits until an expression has a value.
    pub async fn shows<T: DeserializeOwned + Debug + PartialEq>(&self, expression: &str, expected: T) -> Result<()> {
        let start = Instant::now();
        loop {
            let found: Result<T> = self.get(expression, Value::Null).await;
            match found {
                Ok(found) if found == expected => return Ok(()),
                found if start.elapsed() > PATIENCE => {
                    return Err(format!("{expression}\n   shows {found:?}\nexpected {expected:?}").into());
                }
                _ => sleep(PAUSE).await,
            }
        }
    }

    /// Waits until the text of the first element that fits the selector contains something.
    pub async fn says(&self, selector: &str, part: &str) -> Result<()> {
        let start = Instant::now();
        loop {
            let found: Option<String> = self.get("document.querySelector(args)?.textContent", json!(selector)).await?;
            if found.as_ref().is_some_and(|found| found.contains(part)) {
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("{selector}\n    says {found:?}\nexpected {part:?}").into());
            }
            sleep(PAUSE).await;
        }
    }

    pub async fn find(&self, selector: &str) -> Result<WebElement> {
        Ok(self.web.find(By::Css(selector)).await?)
    }

    pub async fn click(&self, selector: &str) -> Result<()> {
        Ok(self.find(selector).await?.click().await?)
    }

    /// The button, link, field or switch with this name, in the dialog if one is open.
    pub async fn control(&self, name: &str) -> Result<WebElement> {
        let script = "
            const place = document.querySelector('dialog[open]') ?? document;
            const plain = (text) => text?.replace(/\\s+/g, ' ').trim();
            const name = (element) => [
                element.getAttribute('aria-label'),
                ...[...(element.labels ?? [])].map((label) => label.textContent),
                element.matches('input, select, textarea') ? null : element.textContent,
            ].map(plain);
            const all = [...place.querySelectorAll('a, button, input, select, textarea, summary')];
            const seen = all.filter((element) => element.checkVisibility());
            return seen.find((element) => name(element).includes(arguments[0]))
                ?? seen.find((element) => name(element).some((text) => text?.startsWith(arguments[0])))
                ?? null;";
        let start = Instant::now();
        loop {
            let found = self.web.execute(script, vec![json!(name)]).await?;
            if !found.json().is_null() {
                return Ok(found.element()?);
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("there is no control named {name:?}").into());
            }
            sleep(PAUSE).await;
        }
    }

    /// Clicks the control with this name.
    pub async fn press(&self, name: &str) -> Result<()> {
        loop {
            match self.control(name).await?.click().await {
                // Another program has taken the place of the one whose control it was.
                Err(error) if matches!(*error, WebDriverErrorInner::StaleElementReference(_)) => {}
                result => return Ok(result?),
            }
        }
    }

    /// Waits until the first page has come to rest: it has loaded the whole workbench, and runs no other program yet.
    pub async fn rest(&self) -> Result<()> {
        self.until(
            "the whole workbench is loaded",
            "performance.getEntriesByType('resource')
                .some((entry) => entry.name.includes('gridbench-workbench_bg.wasm') && entry.responseEnd > 0)",
        )
        .await
    }

    /// Presses keys one after the other, wherever the focus is.
    pub async fn keys(&self, keys: impl Into<TypingData>) -> Result<()> {
        Ok(self.web.action_chain().send_keys(keys).perform().await?)
    }

    /// Presses a key while another is held.
    pub async fn chord(&self, held: impl Into<char>, key: impl Into<char>) -> Result<()> {
        let (held, key) = (held.into(), key.into());
        Ok(self.web.action_chain().key_down(held).key_down(key).key_up(key).key_up(held).perform().await?)
    }

    /// Moves the pointer to the middle of an element.
    pub async fn point(&self, selector: &str) -> Result<()> {
        let element = self.find(selector).await?;
        element.scroll_into_view().await?;
        Ok(self.web.action_chain().move_to_element_center(&element).perform().await?)
    }

    /// Puts text where the focus is, as pasting does.
    pub async fn insert(&self, text: &str) -> Result<()> {
        self.send("Input.insertText", json!({ "text": text })).await?;
        Ok(())
    }

    /// Replaces the text of a field, as selecting all and pasting does.
    pub async fn fill(&self, selector: &str, text: &str) -> Result<()> {
        let script = "
            const field = document.querySelector(arguments[0]);
            field.focus();
            field.value = arguments[1];
            field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));";
        self.web.execute(script, vec![json!(selector), json!(text)]).await?;
        Ok(())
    }

    /// Chooses an option by its text.
    pub async fn choose(&self, control: &str, option: &str) -> Result<()> {
        let element = self.control(control).await?;
        let script = "
            const name = arguments[1].replace(/\\s+/g, ' ');
            const option = [...arguments[0].options].find((option) => option.text.trim() === name);
            if (!option) throw new Error(`no option ${arguments[1]}`);
            arguments[0].value = option.value;
            arguments[0].dispatchEvent(new Event('change', { bubbles: true }));";
        self.web.execute(script, vec![element.to_json()?, json!(option)]).await?;
        Ok(())
    }

    /// Waits until the timeline stands at a step.
    pub async fn at(&self, t: usize, last: usize) -> Result<()> {
        self.shows(STEP, format!("t = {t} of {last}")).await
    }

    /// The step that is shown.
    pub async fn step(&self) -> Result<usize> {
        let text: String = self.get(STEP, Value::Null).await?;
        let number = text.split_whitespace().nth(2).and_then(|number| number.parse().ok());
        number.ok_or_else(|| format!("the step says {text:?}").into())
    }

    /// Waits until the table cells show a world.
    pub async fn shows_cells(&self, world: &[u16]) -> Result<()> {
        self.shows(CELLS, texts(world)).await
    }

    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Lets the page write to the clipboard, and the test read it.
    pub async fn allow_clipboard(&self) -> Result<()> {
        let permissions = json!({ "origin": self.origin, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
        self.send("Browser.grantPermissions", permissions).await?;
        Ok(())
    }

    pub async fn clipboard(&self) -> Result<String> {
        let script = "navigator.clipboard.readText().then(arguments[0], (error) => arguments[0](String(error)))";
        Ok(self.web.execute_async(script, Vec::new()).await?.convert()?)
    }

    /// A file to open, in a folder of this run.
    pub fn file(&self, name: &str, bytes: &[u8]) -> Result<PathBuf> {
        let path = self.driver.folder.join(name);
        fs::write(&path, bytes)?;
        Ok(path)
    }

    /// Says which console message is to be expected.
    pub fn forgive(&self, part: &str) {
        self.forgiven.borrow_mut().push(part.to_owned());
    }

    /// What must hold after every test.
    pub async fn assert_well(&self) -> Result<()> {
        let log = self.web.browser_log().await?;
        let forgiven = self.forgiven.borrow().clone();
        let faults: Vec<&str> = log
            .iter()
            .filter(|entry| matches!(entry.level.as_str(), "SEVERE" | "WARNING"))
            .map(|entry| entry.message.as_str())
            .filter(|message| !self.is_deep_link(message) && !forgiven.iter().any(|part| message.contains(part)))
            .collect();
        assert!(faults.is_empty(), "the console says: {faults:#?}");
        if !self.opened.get() {
            return Ok(());
        }
        let failure: Option<String> = self.get("document.querySelector('.failure')?.textContent", Value::Null).await?;
        assert_eq!(failure, None);
        let requests: Vec<String> = self.get("performance.getEntries().map((entry) => entry.name)", Value::Null).await?;
        // Pictures that the page itself has made have an address of their own.
        let own = |name: &str| name.starts_with(&self.address("")) || name.starts_with(&format!("blob:{}/", self.origin));
        let foreign = |name: &&String| name.contains("://") && !own(name);
        assert_eq!(requests.iter().filter(foreign).collect::<Vec<_>>(), Vec::<&String>::new(), "requests outside the site");
        Ok(())
    }

    /// A static host answers a deep link with 404.html and status 404, which the browser reports.
    fn is_deep_link(&self, message: &str) -> bool {
        let pages = ["watch", "edit", "predict", "score", "prompt", "generate", "learn"];
        let page = pages.iter().any(|page| message.starts_with(&self.address(page)));
        page && message.contains("the server responded with a status of 404")
    }

    /// Takes a picture after a failure and says where the page stood.
    pub async fn report(&self, name: &str) -> String {
        let picture = self.driver.folder.join(format!("{}.png", name.replace("::", "-")));
        let address = self.web.current_url().await.map_or_else(|error| error.to_string(), |address| address.to_string());
        let shown = self.web.screenshot(&picture).await;
        match shown {
            Ok(()) => format!("at {address:.300}; see {}", picture.display()),
            Err(error) => format!("at {address:.300}; no screenshot: {error}"),
        }
    }

    /// Runs axe with all its default rules, best practices included; a sentence for each violation.
    pub async fn violations(&self) -> Result<Vec<String>> {
        if !self.get::<bool>("!!window.axe", Value::Null).await? {
            let answer = self.send("Runtime.evaluate", json!({ "expression": &*self.axe })).await?;
            assert!(answer.get("exceptionDetails").is_none(), "axe does not start: {answer}");
        }
        let script = "
            const done = arguments[0];
            const say = (violation) => violation.nodes.map((node) =>
                `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary} ${node.html.slice(0, 150)}`);
            axe.run(document, { resultTypes: ['violations'] })
                .then((result) => done(result.violations.flatMap(say)), (error) => done([`axe failed: ${error}`]));";
        Ok(self.web.execute_async(script, vec![]).await?.convert()?)
    }
}

/// The text of the step.
pub const STEP: &str = "document.querySelector('output').textContent.replace(/\\s+/g, ' ').trim()";
/// The name of the shown instance.
pub const TITLE: &str = "document.querySelector('main h1').textContent";
/// The texts of the cells, by number.
const CELLS: &str = "[...document.querySelectorAll('[data-cell]')]
    .sort((a, b) => a.dataset.cell - b.dataset.cell).map((cell) => cell.textContent)";

/// What cells of these values say.
pub fn texts(world: &[u16]) -> Vec<String> {
    world.iter().map(|&value| if value == 0 { "·".to_owned() } else { value.to_string() }).collect()
}

/// A built-in instance and its execution.
pub fn built_in(id: &str) -> (Instance, Trace) {
    let entry = gallery::find(id).unwrap_or_else(|| panic!("no built-in instance {id}"));
    Instance::open(entry.line).unwrap()
}
