//! Files that stand under their names only when they are complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::lines::{Done, Stop, say};

/// The exit status of a program that was told to end, as shells count it for Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Whether finished files get their names: an interruption comes too late then.
static PUBLISHING: AtomicBool = AtomicBool::new(false);

/// A file in the making, under a temporary name beside its own. Dropping it removes it.
pub struct Staged {
    writer: BufWriter<File>,
    temporary: PathBuf,
    path: PathBuf,
}

impl Staged {
    /// Starts a file that will stand at `path`, where there may be a file already.
    pub fn create(path: &Path) -> Result<Staged, Stop> {
        let name = path.display();
        // A device or a pipe must not be replaced by a file, and a folder cannot be.
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(Stop::Fatal(format!("cannot write {name}: found something that is no file")));
        }
        let Some(file_name) = path.file_name() else {
            return Err(Stop::Fatal(format!("cannot write {name}: expected the name of a file")));
        };
        let mut temporary = file_name.to_os_string();
        // Two runs at the same time do not meet, nor do a run and what a killed one has left.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos());
        temporary.push(format!(".{}-{now:x}.partial", std::process::id()));
        let temporary = path.with_file_name(temporary);
        let file = File::create_new(&temporary).map_err(|error| cannot_write(path, &error))?;
        Ok(Staged { writer: BufWriter::with_capacity(1 << 16, file), temporary, path: path.to_owned() })
    }

    /// Writes a piece of the text.
    pub fn text(&mut self, text: &str) -> Done {
        self.writer.write_all(text.as_bytes()).map_err(|error| cannot_write(&self.path, &error))
    }

    /// Sees to it that nothing is left of files in the making when the program is told to end. Can be done once.
    pub fn remove_when_interrupted<const N: usize>(files: [&Staged; N]) -> Done {
        let temporary = files.map(|file| file.temporary.clone());
        let end = move || {
            // Once files begin to get their names, all of them get theirs.
            if PUBLISHING.load(Ordering::SeqCst) {
                return;
            }
            for path in &temporary {
                let _ = fs::remove_file(path);
            }
            say("interrupted, nothing was written");
            std::process::exit(INTERRUPTED);
        };
        ctrlc::set_handler(end).map_err(|error| Stop::Fatal(format!("cannot listen for an interruption: {error}")))
    }

    /// Gives files that belong together their names, when all of them are on the disk.
    pub fn publish<const N: usize>(mut files: [Staged; N]) -> Done {
        for file in &mut files {
            let written = file.writer.flush().and_then(|()| file.writer.get_ref().sync_all());
            written.map_err(|error| cannot_write(&file.path, &error))?;
        }
        PUBLISHING.store(true, Ordering::SeqCst);
        files
            .iter()
            .try_for_each(|file| fs::rename(&file.temporary, &file.path).map_err(|error| cannot_write(&file.path, &error)))
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        // After it has got its name there is nothing to remove.
        let _ = fs::remove_file(&self.temporary);
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Stop {
    Stop::Fatal(format!("cannot write {}: {error}", path.display()))
}
