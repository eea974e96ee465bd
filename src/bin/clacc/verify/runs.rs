//! Execution of commands with a time limit, without leaving processes behind.

use std::fs::File;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::signals::{self, ForwardedSignals};
use crate::{Failure, cc};

/// The way in which a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Status(i32),
    Signal(i32),
    /// The run was killed because it exceeded this time limit.
    Late(Duration),
    /// The run was killed because it wrote more than [`MOST_OUTPUT`] to stdout or stderr.
    Flood,
}

impl End {
    /// Returns whether a shell ends with this status if a signal has ended its command.
    pub(super) fn is_of_shell(self) -> bool {
        matches!(self, End::Status(129..=192))
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            End::Status(status) => write!(out, "exit status {status}"),
            End::Signal(signal) => write!(out, "signal {}", signal_name(*signal)),
            End::Late(limit) => write!(out, "no end within {} s", limit.as_secs_f64()),
            End::Flood => write!(out, "more than {} GiB of output", MOST_OUTPUT >> 30),
        }
    }
}

/// A run that has ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    pub(super) how: End,
    pub(super) after: Duration,
}

/// A command with its working folder, environment and streams.
pub(super) struct CommandRun<'r> {
    /// A program and its arguments.
    pub(super) words: &'r [String],
    pub(super) folder: &'r Path,
    pub(super) environment: &'r [(String, String)],
    /// The input file; none for no input.
    pub(super) stdin: Option<&'r Path>,
    pub(super) stdout: &'r Path,
    pub(super) stderr: &'r Path,
    pub(super) limit: Option<Duration>,
}

/// The greatest number of bytes that a run may write to stdout, and to stderr.
pub(super) const MOST_OUTPUT: u64 = 4 << 30;

/// The time that a command has to end after a signal.
const PATIENCE: Duration = Duration::from_secs(2);

impl CommandRun<'_> {
    /// Runs the command to its end, and kills the processes that it leaves behind. Fails if it cannot be run, or if a signal arrives.
    pub(super) fn run(&self, signals: &ForwardedSignals) -> Result<Ended, Failure> {
        let because = |error: std::io::Error| format!("cannot run {}: {error}", self.words[0]);
        let mut command = cc::unblocked(self.words).map_err(because)?;
        let create = |path: &Path| File::create(path).map_err(|error| format!("{}: {error}", path.display()));
        let both_in_one = self.stdout == self.stderr;
        let stdout = create(self.stdout)?;
        let stderr = if both_in_one { stdout.try_clone().map_err(because)? } else { create(self.stderr)? };
        let stdin = match self.stdin {
            Some(path) => File::open(path).map_err(|error| format!("{}: {error}", path.display()))?.into(),
            None => Stdio::null(),
        };
        command.current_dir(self.folder).stdin(stdin).stdout(stdout).stderr(stderr);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        let begun = Instant::now();
        let mut child = signals.spawn_group(&mut command).map_err(because)?;
        let how = self.wait(&mut child, begun, signals).map_err(because);
        // Processes that the command left running would influence the next run, or outlive this one.
        signals::end_group(&mut child);
        if signals.ended(child.id()) {
            return Err(format!("{} was interrupted", self.words[0]));
        }
        Ok(Ended { how: how?, after: begun.elapsed() })
    }

    fn wait(&self, child: &mut Child, begun: Instant, signals: &ForwardedSignals) -> std::io::Result<End> {
        let mut step = Duration::from_millis(1);
        let mut interrupted: Option<Instant> = None;
        let mut broken: Option<End> = None;
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(broken.unwrap_or_else(|| end(status)));
            }
            if signals.came() && interrupted.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                signals::end_group(child);
            }
            if broken.is_none() {
                broken = self.broken_limit(begun);
            }
            if broken.is_some() {
                signals::end_group(child);
            }
            std::thread::sleep(step);
            step = (step * 2).min(Duration::from_millis(20));
        }
    }

    /// Returns the limit that the command has exceeded.
    fn broken_limit(&self, begun: Instant) -> Option<End> {
        let is_flood = |path: &Path| std::fs::metadata(path).is_ok_and(|there| there.len() > MOST_OUTPUT);
        match self.limit {
            Some(limit) if begun.elapsed() > limit => Some(End::Late(limit)),
            _ => (is_flood(self.stdout) || is_flood(self.stderr)).then_some(End::Flood),
        }
    }
}

fn end(status: ExitStatus) -> End {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return End::Signal(signal);
    }
    End::Status(status.code().unwrap_or(-1))
}

fn signal_name(number: i32) -> String {
    #[cfg(unix)]
    if let Ok(signal) = nix::sys::signal::Signal::try_from(number) {
        return signal.as_str().to_owned();
    }
    number.to_string()
}
