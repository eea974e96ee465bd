//! Signals from outside.

/// While this value lives, signals that would end the process wait. They take effect when it is dropped, as
/// they would have before. Nothing is installed, so a signal that the caller of the process ignores stays
/// ignored.
pub(crate) struct HeldBack {
    #[cfg(unix)]
    before: Option<nix::sys::signal::SigSet>,
}

impl HeldBack {
    #[cfg(unix)]
    pub(crate) fn begin() -> Self {
        use nix::sys::signal::{SigSet, SigmaskHow, Signal};
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
        // The process has one thread, so the mask of the thread is that of the process.
        let before = SigSet::from_iter(ending).thread_swap_mask(SigmaskHow::SIG_BLOCK).ok();
        HeldBack { before }
    }

    #[cfg(not(unix))]
    pub(crate) fn begin() -> Self {
        HeldBack {}
    }
}

#[cfg(unix)]
impl Drop for HeldBack {
    fn drop(&mut self) {
        if let Some(before) = self.before {
            let _ = before.thread_set_mask();
        }
    }
}
