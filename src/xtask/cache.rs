//! One folder per user for tools that all clones of the repository share.
//!
//! A tool is filled into a `.partial` folder and renamed when it is complete, so an interrupted installation never counts.

use std::env;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// One tool in the cache.
pub struct Entry<'a> {
    /// Folder in the cache, with the version in it.
    pub name: &'a str,
    /// A file that a complete installation has.
    pub file: &'a str,
    /// Printed before an installation, since it takes its time.
    pub announcement: &'a str,
}

/// Where an installation puts its files.
pub struct Staging {
    /// Becomes the tool's folder.
    pub folder: PathBuf,
    /// For build products; kept after a failure so that the next try goes on from there, removed after success.
    pub build: PathBuf,
}

/// Returns the tool's folder, installing the tool first when it is missing.
pub fn provide(entry: &Entry, install: impl FnOnce(&Staging) -> Result<(), String>) -> Result<PathBuf, String> {
    let home = home()?;
    let done = home.join(entry.name);
    let complete = || done.join(entry.file).is_file();
    if complete() {
        return Ok(done);
    }
    fs::create_dir_all(&home).map_err(|error| format!("{} cannot be made: {error}", home.display()))?;
    let _lock = lock(&home.join(format!("{}.lock", entry.name)), entry.name)?;
    if complete() {
        return Ok(done);
    }
    println!("{}", entry.announcement);
    let staging =
        Staging { folder: home.join(format!("{}.partial", entry.name)), build: home.join(format!("{}.build", entry.name)) };
    remove(&staging.folder)?;
    remove(&done)?;
    install(&staging)?;
    if !staging.folder.join(entry.file).is_file() {
        return Err(format!("the installation of {} left no {}", entry.name, entry.file));
    }
    fs::rename(&staging.folder, &done).map_err(|error| format!("{} cannot be made: {error}", done.display()))?;
    remove(&staging.build)?;
    Ok(done)
}

/// The cache folder; the XDG rules say that a relative path is to be ignored.
fn home() -> Result<PathBuf, String> {
    let xdg = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    xdg.or_else(|| env::home_dir().map(|home| home.join(".cache")))
        .map(|cache| cache.join("gridbench-tools"))
        .ok_or_else(|| "there is no home folder for the tools; set XDG_CACHE_HOME to a folder".into())
}

/// Two clones must not install the same tool at once. The system frees the lock when its process ends, however it ends.
fn lock(path: &Path, name: &str) -> Result<File, String> {
    let failed = |error| format!("{} cannot be locked: {error}", path.display());
    let file = File::create(path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            println!("waiting for another installation of {name} …");
            file.lock().map_err(failed)?;
        }
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    Ok(file)
}

fn remove(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{} cannot be removed: {error}", folder.display()))?;
    }
    Ok(())
}
