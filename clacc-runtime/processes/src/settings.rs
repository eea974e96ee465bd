//! The settings in environment variables.

use clacc_runtime_core::environment::ThreadSettings;
use std::sync::OnceLock;

/// The processors that this process may use.
#[inline]
pub fn processors() -> u32 {
    static PROCESSORS: OnceLock<u32> = OnceLock::new();
    *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, |count| count.get() as u32))
}

/// Returns the settings of the program, which the first use reads.
#[inline]
pub fn settings() -> &'static ThreadSettings {
    static SETTINGS: OnceLock<ThreadSettings> = OnceLock::new();
    SETTINGS.get_or_init(|| ThreadSettings::of_process(processors()))
}
