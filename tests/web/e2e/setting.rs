//! What the tests are told from outside, through environment variables.

use std::env;
use std::path::PathBuf;

/// Where everything is.
pub struct Setting {
    /// GRIDBENCH_DIST: the folder of the built site.
    pub site: PathBuf,
    /// GRIDBENCH_BASE: the path that it was built for, such as `/sub/path/`.
    pub base: String,
    /// CHROMIUM.
    pub chromium: PathBuf,
    /// CHROMEDRIVER, of the same version.
    pub chromedriver: PathBuf,
    /// AXE_JS: axe-core's `axe.min.js`.
    pub axe: PathBuf,
}

impl Setting {
    /// Reads the variables; an error is a sentence for the person at the terminal.
    pub fn read() -> Result<Setting, String> {
        let text = |name: &str| {
            env::var(name).map_err(|_| {
                format!("the variable {name} is not set; run `cargo xtask test --only e2e`, which builds the site and sets it")
            })
        };
        let file = |name: &str| {
            let path = PathBuf::from(text(name)?);
            match path.exists() {
                true => Ok(path),
                false => Err(format!("{name} names {}, which does not exist; run `cargo xtask test --only e2e`", path.display())),
            }
        };
        let setting = Setting {
            site: file("GRIDBENCH_DIST")?,
            base: text("GRIDBENCH_BASE")?,
            chromium: file("CHROMIUM")?,
            chromedriver: file("CHROMEDRIVER")?,
            axe: file("AXE_JS")?,
        };
        if !setting.site.join("404.html").is_file() {
            return Err(format!("{} holds no built site; run `cargo xtask test --only e2e`", setting.site.display()));
        }
        Ok(setting)
    }
}
