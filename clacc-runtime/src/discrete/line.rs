//! Lines of the source, and the line of the user's code that called this library.

use std::backtrace::Backtrace;
use std::fmt;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) file: String,
    pub(crate) number: i32,
}

impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.file, self.number)
    }
}

/// How the names of functions begin that device code or the program calls in this library.
const ENTRIES: [&str; 4] = ["__asan_", "clacc_", "acc_", "omp_"];

/// The call by which the program entered this library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Call {
    /// The function of this library.
    pub(crate) function: Option<String>,
    /// The line that calls it. `None` if the calling code was compiled without lines.
    pub(crate) line: Option<Line>,
}

/// Returns the call by which the calling thread entered this library.
pub(crate) fn calling() -> Call {
    Call::in_text(&Backtrace::force_capture().to_string())
}

impl Call {
    /// Finds the call in the text of a backtrace, in which each frame has a line `12: function`, and then a line `at file:8:5` if
    /// that is known.
    pub(crate) fn in_text(text: &str) -> Self {
        let mut found = Self::default();
        for row in text.lines().map(str::trim) {
            if let Some(place) = row.strip_prefix("at ") {
                // The entry itself has a line only if this library was compiled with lines.
                if found.function.is_some() && !place.contains("discrete/") && !place.contains("openacc/") {
                    return Self { line: line_of(place), ..found };
                }
            } else if let Some(name) = row.split_once(": ").map(|(_, name)| name) {
                let is_entry = ENTRIES.iter().any(|begin| name.starts_with(begin));
                match found.function {
                    Some(_) if !is_entry => {
                        // The frame of the caller; its line stands in the next row, or nowhere.
                        let next =
                            text.split_once(row).and_then(|(_, rest)| rest.trim_start().lines().next());
                        let line = next.and_then(|next| next.trim().strip_prefix("at ")).and_then(line_of);
                        return Self { line, ..found };
                    }
                    None if is_entry => found.function = Some(name.to_owned()),
                    _ => {}
                }
            }
        }
        found
    }
}

/// Reads `./file:8:5` or `file:8`.
fn line_of(place: &str) -> Option<Line> {
    let (before, last) = place.rsplit_once(':')?;
    let last: i32 = last.parse().ok()?;
    let (file, number) = match before.rsplit_once(':') {
        Some((file, number)) if number.parse::<i32>().is_ok() => (file, number.parse().ok()?),
        _ => (before, last),
    };
    Some(Line { file: file.strip_prefix("./").unwrap_or(file).to_owned(), number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_callers_line_is_found() {
        let cases = [
            (
                "0: core::x\n  at /rustc/a.rs:3:4\n 1: __asan_load8_noabort\n 2: body\n   at ./heat.c:42:7\n 3: main\n  at ./m.c:1:1",
                Some("heat.c:42"),
            ),
            ("0: __asan_load8_noabort\n 1: body\n   at /a b/heat.c:42\n", Some("/a b/heat.c:42")),
            ("0: __asan_load8_noabort\n 1: body\n 2: main\n  at ./m.c:1:1\n", None),
            ("0: acc_copyin\n 1: main\n  at ./m.c:5:1\n", Some("m.c:5")),
            ("", None),
        ];
        for (text, expected) in cases {
            let line = Call::in_text(text).line.map(|line| line.to_string());
            assert_eq!(line.as_deref(), expected, "{text}");
        }
    }
}
