//! The environment variables of OpenMP (21) that no other library reads.
//!
//! Those about threads and teams are read by the library acc2omp.

use crate::system;
use core::ffi::CStr;
use core::sync::atomic::{AtomicI32, Ordering};

/// The variable of max-task-priority-var (21.2.9).
pub const OMP_MAX_TASK_PRIORITY: &CStr = c"OMP_MAX_TASK_PRIORITY";
/// The variable of default-device-var (21.2.7).
pub const OMP_DEFAULT_DEVICE: &CStr = c"OMP_DEFAULT_DEVICE";
/// The variable of def-allocator-var (21.5.1).
pub const OMP_ALLOCATOR: &CStr = c"OMP_ALLOCATOR";

/// A control variable that holds a number from 0 on, 0 unless its environment variable says another one. It belongs to
/// the whole program.
#[derive(Debug)]
pub struct Number {
    variable: &'static CStr,
    /// The value, or [`UNREAD`].
    value: AtomicI32,
}

const UNREAD: i32 = -1;

impl Number {
    /// A number whose environment variable is read when it is first asked for.
    pub const fn unread(variable: &'static CStr) -> Self {
        Self { variable, value: AtomicI32::new(UNREAD) }
    }

    /// The value.
    pub fn get(&self) -> i32 {
        match self.value.load(Ordering::Relaxed) {
            UNREAD => self.read(),
            value => value,
        }
    }

    /// Sets the value; a negative one changes nothing.
    pub fn set(&self, value: i32) {
        if value >= 0 {
            self.value.store(value, Ordering::Relaxed);
        }
    }

    /// Takes the value of the environment variable, unless another thread was faster.
    fn read(&self) -> i32 {
        let value = system::variable(self.variable, |text| {
            let value = number(text);
            if value.is_none() {
                misunderstood(self.variable, text);
            }
            value
        });
        let value = value.flatten().unwrap_or(0);
        let unread = self.value.compare_exchange(UNREAD, value, Ordering::Relaxed, Ordering::Relaxed);
        unread.map_or_else(|set| set, |_| value)
    }
}

/// A number from 0 on, with blanks around.
fn number(text: &[u8]) -> Option<i32> {
    let digits = text.trim_ascii();
    core::str::from_utf8(digits).ok()?.parse().ok().filter(|value| *value >= 0)
}

/// Says that the value of a variable is left out.
pub fn misunderstood(variable: &CStr, text: &[u8]) {
    let (variable, text) = (variable.to_bytes().escape_ascii(), text.escape_ascii());
    system::say(format_args!("{variable}: '{text}' is not understood"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_variables() {
        let cases: [(&[u8], Option<i32>); 8] = [
            (b"0", Some(0)),
            (b" 12 ", Some(12)),
            (b"2147483647", Some(i32::MAX)),
            (b"2147483648", None),
            (b"-1", None),
            (b"", None),
            (b"4 5", None),
            (b"\xff", None),
        ];
        for (text, value) in cases {
            assert_eq!(number(text), value, "{text:?}");
        }
    }
}
