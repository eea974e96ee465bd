//! The settings in environment variables, read once for this process.

use crate::threads::checked_code;
use crate::threads::wait::crowd;
use clacc_runtime_core::environment::ThreadSettings;
use std::sync::OnceLock;

/// Returns the settings of the process, which the first use reads.
#[inline]
pub fn settings() -> &'static ThreadSettings {
    static SETTINGS: OnceLock<ThreadSettings> = OnceLock::new();
    SETTINGS.get_or_init(|| {
        checked_code::look_for();
        ThreadSettings::of_process(crowd::processors())
    })
}
