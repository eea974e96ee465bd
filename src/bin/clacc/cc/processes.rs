//! Running the compiler.

use std::process::{Command, ExitStatus, Stdio};

use crate::compiler::cannot_run;
use crate::signals::{self, ForwardedSignals};
use crate::{Failure, paths, results};

/// What a run of the compiler gave.
pub(super) struct Ran {
    /// The exit status: that of the compiler, or 128 and the number of the signal that ended it.
    pub(super) status: u8,
    /// What it wrote to stdout, if that is read.
    pub(super) stdout: Vec<u8>,
    /// What it wrote to stderr, if that is read.
    pub(super) stderr: Vec<u8>,
}

/// What becomes of what the compiler writes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Streams {
    /// Its streams are those of this process.
    Shared,
    /// Its stdout is read.
    StdoutRead,
    /// Both are read.
    Read,
}

/// Runs a command: a program and its arguments.
pub(super) fn run(command: &[String], streams: Streams, signals: &ForwardedSignals) -> Result<Ran, Failure> {
    let because = |error: std::io::Error| cannot_run(&command[0], &error);
    let mut child = unblocked(command).map_err(because)?;
    if streams != Streams::Shared {
        child.stdout(Stdio::piped());
    }
    if streams == Streams::Read {
        child.stderr(Stdio::piped());
    }
    let running = signals.spawn(&mut child).map_err(because)?;
    let id = running.id();
    let output = running.wait_with_output();
    let is_interrupted = signals.ended(id);
    let output = output.map_err(because)?;
    // What a compiler has finished is finished here too: an object without its prerequisites would never be made again.
    if is_interrupted && !output.status.success() {
        return Err(format!("{} was interrupted", command[0]));
    }
    Ok(Ran { status: status(output.status), stdout: output.stdout, stderr: output.stderr })
}

/// A command that runs with no signal held back, whatever this process holds back. Children get the mask of signals from
/// this process, and only a process itself can change its mask.
pub(crate) fn unblocked(command: &[String]) -> std::io::Result<Command> {
    let mut child = Command::new(std::env::current_exe()?);
    child.args(["cc", UNBLOCKED]).args(command.iter().map(|word| paths::of(word)));
    Ok(child)
}

/// The first word of `clacc cc` for the process that becomes the compiler.
const UNBLOCKED: &str = "--become-unblocked";

/// Becomes the command that follows the word for it, with no signal held back. Returns only if there is no such word, or
/// if that cannot be done.
pub(super) fn become_child(words: &[String]) -> Result<(), Failure> {
    match words.split_first() {
        Some((word, command)) if word == UNBLOCKED && !command.is_empty() => {
            signals::release();
            Err(become_command(command))
        }
        _ => Ok(()),
    }
}

/// Becomes the command. Returns only if that cannot be done.
pub(super) fn become_command(command: &[String]) -> Failure {
    let mut child = prepared(command);
    #[cfg(unix)]
    {
        let error = std::os::unix::process::CommandExt::exec(&mut child);
        cannot_run(&command[0], &error)
    }
    #[cfg(not(unix))]
    match child.status() {
        Ok(ended) => std::process::exit(i32::from(status(ended))),
        Err(error) => cannot_run(&command[0], &error),
    }
}

fn prepared(command: &[String]) -> Command {
    let mut child = Command::new(paths::of(&command[0]));
    child.args(command[1..].iter().map(|word| paths::of(word)));
    child
}

fn status(ended: ExitStatus) -> u8 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&ended) {
        return 128 + u8::try_from(signal).unwrap_or(0);
    }
    ended.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

/// Writes a command to stderr as `-###` of compilers does: each word in quotes.
pub(super) fn show(command: &[String]) {
    let words =
        command.iter().map(|word| format!(" \"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")));
    results::line(&words.collect::<String>());
}
