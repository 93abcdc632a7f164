//! chromedriver and its sessions.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use thirtyfour::common::log::LoggingPrefsLogLevel;
use thirtyfour::{ChromiumLikeCapabilities, DesiredCapabilities, WebDriver};

use crate::page::Result;

const FLAGS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // A request to any other host fails, and the failure shows in the console.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/// A running chromedriver. Dropping it ends that process, and with it the browsers that it started.
pub struct Driver {
    process: Child,
    address: String,
    chromium: PathBuf,
    /// Profiles and screenshots.
    pub folder: PathBuf,
    profiles: AtomicUsize,
}

impl Driver {
    /// Starts chromedriver on a port of its choice.
    pub fn start(chromedriver: &Path, chromium: &Path) -> Result<Driver> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("e2e");
        // What an earlier run has left.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        let mut process = Command::new(chromedriver).arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut output = BufReader::new(process.stdout.take().ok_or("chromedriver has no output")?);
        let mut said = String::new();
        let port = loop {
            let mut line = String::new();
            if output.read_line(&mut line)? == 0 {
                process.kill()?;
                return Err(format!("chromedriver did not start; it said: {said}").into());
            }
            if let Some((_, port)) = line.split_once("started successfully on port ") {
                break port.trim().trim_end_matches('.').to_owned();
            }
            said.push_str(&line);
        };
        // A full pipe would stop it.
        thread::spawn(move || output.read_to_end(&mut Vec::new()));
        let address = format!("http://127.0.0.1:{port}");
        Ok(Driver { process, address, chromium: chromium.to_owned(), folder, profiles: AtomicUsize::new(0) })
    }

    /// Starts a browser with an empty profile.
    pub async fn session(&self) -> Result<WebDriver> {
        let mut wishes = DesiredCapabilities::chrome();
        wishes.set_binary(&self.chromium.display().to_string())?;
        for flag in FLAGS {
            wishes.add_arg(flag)?;
        }
        let profile = self.folder.join(format!("profile-{}", self.profiles.fetch_add(1, Ordering::Relaxed)));
        wishes.add_arg(&format!("--user-data-dir={}", profile.display()))?;
        wishes.set_browser_log_level(LoggingPrefsLogLevel::All)?;
        Ok(WebDriver::new(&self.address, wishes).await?)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        for profile in 0..*self.profiles.get_mut() {
            let _ = fs::remove_dir_all(self.folder.join(format!("profile-{profile}")));
        }
    }
}
