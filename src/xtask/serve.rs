//! `cargo xtask serve`: the application on this machine, rebuilt on change.

use std::net::TcpListener;
use std::path::Path;

use crate::{process, tools};

/// How to serve.
#[derive(Debug, PartialEq)]
pub struct Options {
    pub port: u16,
    pub open: bool,
    pub release: bool,
}

/// Serves until the process is ended.
pub fn serve(root: &Path, options: &Options) -> Result<(), String> {
    // Trunk would notice a taken port only after the first build.
    let port = options.port;
    drop(TcpListener::bind(("127.0.0.1", port)).map_err(|error| {
        format!(
            "port {port} cannot be used: {error}; choose another, as in `cargo xtask serve --port {}`",
            port.wrapping_add(1).max(1024)
        )
    })?);

    let mut trunk = tools::trunk(root, options.release)?;
    // A folder of its own leaves the site in dist/ and other servers alone.
    let folder = format!("target/serve-{port}");
    trunk.args(["serve", "--address", "127.0.0.1", "--port", &port.to_string(), "--dist", &folder]);
    if options.open {
        trunk.arg("--open");
    }
    if options.release {
        trunk.arg("--release");
    }
    println!("building; the page will be at http://127.0.0.1:{port}/ (Ctrl-C ends it)");
    replace(trunk)
}

/// Becomes Trunk, so that a signal sent to this process reaches the server.
#[cfg(unix)]
fn replace(mut trunk: std::process::Command) -> Result<(), String> {
    use std::os::unix::process::CommandExt;
    let error = trunk.exec();
    Err(process::cannot_start(&trunk, &error))
}

#[cfg(not(unix))]
fn replace(mut trunk: std::process::Command) -> Result<(), String> {
    process::run(&mut trunk)
}
