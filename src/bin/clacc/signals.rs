//! Blocking and forwarding of signals that end the process.

use std::io;
use std::process::{Child, Command};
#[cfg(unix)]
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Blocks signals that would end the process until this value is dropped; then they take effect. No handler is installed, so a signal that
/// the caller of the process ignores stays ignored.
pub(crate) struct HeldBack {
    #[cfg(unix)]
    before: Option<nix::sys::signal::SigSet>,
}

impl HeldBack {
    #[cfg(unix)]
    pub(crate) fn begin() -> Self {
        // Later threads inherit this mask, so that the whole process blocks the signals.
        let before = ending().thread_swap_mask(nix::sys::signal::SigmaskHow::SIG_BLOCK).ok();
        HeldBack { before }
    }

    #[cfg(not(unix))]
    pub(crate) fn begin() -> Self {
        HeldBack {}
    }
}

/// Unblocks these signals, even if the caller of this process has blocked them.
pub(crate) fn release() {
    #[cfg(unix)]
    let _ = ending().thread_unblock();
}

/// Returns the signals that end a process and can be blocked.
#[cfg(unix)]
fn ending() -> nix::sys::signal::SigSet {
    use nix::sys::signal::{SigSet, Signal};
    let ending = [
        Signal::SIGHUP,
        Signal::SIGINT,
        Signal::SIGQUIT,
        Signal::SIGTERM,
        Signal::SIGALRM,
        Signal::SIGUSR1,
        Signal::SIGUSR2,
        Signal::SIGXCPU,
        Signal::SIGXFSZ,
    ];
    SigSet::from_iter(ending)
}

#[cfg(unix)]
impl Drop for HeldBack {
    fn drop(&mut self) {
        if let Some(before) = self.before {
            let _ = before.thread_set_mask();
        }
    }
}

/// Until this value is dropped, signals that would end the process are forwarded to its children; then they end the process. So children
/// can clean up, and so can this process.
pub(crate) struct ForwardedSignals {
    #[cfg(unix)]
    state: Arc<Mutex<ForwardedSignalsState>>,
    #[cfg(unix)]
    held_back: Option<HeldBack>,
}

#[cfg(unix)]
#[derive(Default)]
struct ForwardedSignalsState {
    /// The running children: process ids, and negated ids of process groups.
    children: Vec<nix::unistd::Pid>,
    caught: Option<nix::sys::signal::Signal>,
}

#[cfg(unix)]
impl ForwardedSignals {
    pub(crate) fn begin() -> Self {
        let held_back = Some(HeldBack::begin());
        let state: Arc<Mutex<ForwardedSignalsState>> = Arc::default();
        let shared = state.clone();
        let forwarding = std::thread::Builder::new().spawn(move || {
            while let Ok(signal) = ending().wait() {
                let mut state = lock(&shared);
                state.caught = Some(signal);
                for child in &state.children {
                    let _ = nix::sys::signal::kill(*child, signal);
                }
            }
        });
        // If no thread can be started, signals take effect at once.
        ForwardedSignals { state, held_back: held_back.filter(|_| forwarding.is_ok()) }
    }

    /// Starts a child, unless a signal has arrived. The child inherits the signal mask of this process, and must call [`release`].
    pub(crate) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        self.spawn_as(command, |id| id)
    }

    /// Starts a child in a process group of its own, to which signals are forwarded.
    pub(crate) fn spawn_group(&self, command: &mut Command) -> io::Result<Child> {
        std::os::unix::process::CommandExt::process_group(command, 0);
        // `kill` takes a negative number for a process group.
        self.spawn_as(command, |id| -id)
    }

    fn spawn_as(&self, command: &mut Command, receiver: fn(i32) -> i32) -> io::Result<Child> {
        let mut state = lock(&self.state);
        if state.caught.is_some() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let child = command.spawn()?;
        let id = i32::try_from(child.id()).ok();
        state.children.extend(id.map(|id| nix::unistd::Pid::from_raw(receiver(id))));
        Ok(child)
    }

    /// Returns whether a signal has arrived.
    pub(crate) fn came(&self) -> bool {
        lock(&self.state).caught.is_some()
    }

    /// Removes a child that has ended. Returns whether a signal has arrived.
    pub(crate) fn ended(&self, id: u32) -> bool {
        let mut state = lock(&self.state);
        state.children.retain(|child| child.as_raw().unsigned_abs() != id);
        state.caught.is_some()
    }
}

/// Kills the process group of a child.
#[cfg(unix)]
pub(crate) fn end_group(leader: &mut Child) {
    use nix::sys::signal::{Signal, killpg};
    if let Ok(id) = i32::try_from(leader.id()) {
        let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
pub(crate) fn end_group(leader: &mut Child) {
    let _ = leader.kill();
}

#[cfg(unix)]
impl Drop for ForwardedSignals {
    fn drop(&mut self) {
        drop(self.held_back.take());
        if let Some(signal) = lock(&self.state).caught {
            // This has no effect if the caller of this process ignores the signal.
            let _ = nix::sys::signal::raise(signal);
        }
    }
}

#[cfg(unix)]
fn lock(state: &Mutex<ForwardedSignalsState>) -> MutexGuard<'_, ForwardedSignalsState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(not(unix))]
impl ForwardedSignals {
    pub(crate) fn begin() -> Self {
        ForwardedSignals {}
    }

    pub(crate) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub(crate) fn spawn_group(&self, command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub(crate) fn came(&self) -> bool {
        false
    }

    pub(crate) fn ended(&self, _id: u32) -> bool {
        false
    }
}
