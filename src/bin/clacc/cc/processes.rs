//! Running the compiler.

use std::process::{Command, ExitStatus, Stdio};

use crate::compiler::cannot_run;
use crate::signals::{self, ForwardedSignals};
use crate::{Failure, paths, results};

/// The result of a run of the compiler.
pub(super) struct Ran {
    /// The exit status of the compiler, or 128 plus the number of the signal that ended it.
    pub(super) status: u8,
    /// The text that it wrote to stdout, if that is read.
    pub(super) stdout: Vec<u8>,
    /// The text that it wrote to stderr, if that is read.
    pub(super) stderr: Vec<u8>,
}

/// The treatment of the compiler's output streams.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Streams {
    /// The compiler inherits the streams of this process.
    Shared,
    /// stdout is read, stderr is inherited.
    StdoutRead,
    /// stdout and stderr are read.
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
    // If the compiler finished successfully, the remaining steps are done in spite of the signal: make would never rebuild an object
    // without its prerequisites.
    if is_interrupted && !output.status.success() {
        return Err(format!("{} was interrupted", command[0]));
    }
    Ok(Ran { status: status(output.status), stdout: output.stdout, stderr: output.stderr })
}

/// Returns a command whose process blocks no signals, whatever this process blocks. Children inherit the signal mask, and only the child
/// itself can change it, so the command is run through this program ([`UNBLOCKED`]).
pub(crate) fn unblocked(command: &[String]) -> std::io::Result<Command> {
    let mut child = Command::new(std::env::current_exe()?);
    child.args(["cc", UNBLOCKED]).args(command.iter().map(|word| paths::of(word)));
    Ok(child)
}

/// The first argument of `clacc cc` in the process that unblocks its signals and becomes the compiler.
const UNBLOCKED: &str = "--become-unblocked";

/// If the first argument is [`UNBLOCKED`], unblocks all signals and becomes the command that follows. Returns only if it is not, or if that
/// fails.
pub(super) fn become_child(words: &[String]) -> Result<(), Failure> {
    match words.split_first() {
        Some((word, command)) if word == UNBLOCKED && !command.is_empty() => {
            signals::release();
            Err(become_command(command))
        }
        _ => Ok(()),
    }
}

/// Replaces this process by the command. Returns only if that fails.
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

/// Writes a command to stderr in the style of compilers' `-###`: each argument in quotes.
pub(super) fn show(command: &[String]) {
    let words =
        command.iter().map(|word| format!(" \"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")));
    results::line(&words.collect::<String>());
}
