//! Lines of the source, and the line of the user's code that called this library.

use std::backtrace::Backtrace;
use std::fmt;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) file: String,
    pub(crate) number: i32,
}

impl Line {
    /// The text of the line as messages show it; nothing if the file cannot be read from the folder in which the program runs.
    pub(crate) fn shown(&self) -> String {
        self.text().map_or_else(String::new, |text| format!("{:>5} | {text}\n", self.number))
    }

    fn text(&self) -> Option<String> {
        let index = usize::try_from(self.number).ok()?.checked_sub(1)?;
        let text = std::fs::read(&self.file).ok()?;
        let line = text.split(|byte| *byte == b'\n').nth(index)?;
        Some(String::from_utf8_lossy(line).trim_end().to_owned())
    }

    /// The same line, whose file is named as that of another one if it is the same file.
    pub(crate) fn named_like(mut self, other: Option<&Self>) -> Self {
        if let Some(other) = other
            && self.file.strip_suffix(&other.file).is_some_and(|folder| folder.ends_with('/'))
        {
            self.file.clone_from(&other.file);
        }
        self
    }
}

impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.file, self.number)
    }
}

/// The prefixes of the functions of this library that device code or the program calls.
const ENTRIES: [&str; 4] = ["__asan_", "clacc_", ROUTINES[0], ROUTINES[1]];

/// The prefixes of routines, which may call other functions of this library.
const ROUTINES: [&str; 2] = ["acc_", "omp_"];

/// The call by which the program entered this library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Call {
    /// The function of this library.
    pub(crate) function: Option<String>,
    /// The line that calls it. `None` if the calling code was compiled without lines.
    pub(crate) line: Option<Line>,
}

/// Returns the call by which the calling thread entered this library. Of the lines of one call, which are several where the compiler has
/// inlined functions, that of the program is taken, and not that of the interface of this library.
pub(crate) fn calling() -> Call {
    Call::in_text(&Backtrace::force_capture().to_string())
}

impl Call {
    /// Finds the call in the text of a backtrace, in which each frame has a line `12: function`, and then a line `at file:8:5` if
    /// that is known.
    pub(crate) fn in_text(text: &str) -> Self {
        let mut found = Self::default();
        let mut frames = Frames { rest: text };
        let is_known = |frame: &str| frame.lines().any(|row| is_entry(name_in(row)));
        let Some(entry) = frames.find(|frame| is_known(frame)) else { return found };
        found.function = entry.lines().map(name_in).find(|name| is_entry(name)).map(str::to_owned);
        for caller in frames {
            let mut places = caller.lines().filter_map(|row| row.trim().strip_prefix("at "));
            found.line = places.find(|place| !is_of_library(place)).and_then(line_of);
            let mut names = caller.lines().map(name_in);
            if let Some(name) = names.find(|name| ROUTINES.iter().any(|begin| name.starts_with(begin)))
                && found.line.is_none()
            {
                found.function = Some(name.to_owned());
            }
            // Functions of this library call each other.
            if found.line.is_some() || !is_known(caller) {
                break;
            }
        }
        found
    }
}

/// The frames of a backtrace. A frame has several functions where one was inlined into another.
struct Frames<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Frames<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let mut length = 0;
        for (number, row) in self.rest.split_inclusive('\n').enumerate() {
            if number > 0 && is_begin(row) {
                break;
            }
            length += row.len();
        }
        let (frame, rest) = self.rest.split_at(length);
        self.rest = rest;
        (!frame.is_empty()).then_some(frame)
    }
}

/// Returns whether a row of a backtrace begins a frame: `12: function`.
fn is_begin(row: &str) -> bool {
    row.trim().split_once(": ").is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

/// The name of the function in a row of a backtrace.
fn name_in(row: &str) -> &str {
    let row = row.trim();
    if is_begin(row) { row.split_once(": ").map_or(row, |(_, name)| name) } else { row }
}

/// Returns whether the name of a function has one of these prefixes. Functions of generated code begin in the same
/// way, and stand behind it.
fn is_entry(name: &str) -> bool {
    ENTRIES.iter().any(|begin| name.starts_with(begin))
}

/// Returns whether a line belongs to this library, or to its header, whose functions are inlined.
fn is_of_library(place: &str) -> bool {
    let Some(Line { file, .. }) = line_of(place) else { return false };
    let name = file.rsplit('/').next().unwrap_or_default();
    name.rsplit('.').next() == Some("rs") || ["clacc_abi.h", "openacc.h"].contains(&name)
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
    fn the_routine_that_the_program_calls_is_found() {
        let routine = "1: clacc_device_allocate\n 2: omp_target_alloc\n 3: main\n  at m.c:8:1";
        let generated = "1: clacc_memcpy\n 2: acc_body\n  at m.c:8:1\n 3: main\n  at m.c:9:1";
        for (text, expected) in [(routine, "omp_target_alloc"), (generated, "clacc_memcpy")] {
            assert_eq!(Call::in_text(text).function.as_deref(), Some(expected), "{text}");
        }
    }

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
            // Functions of the library that call each other, and lines of the library.
            (
                "0: check\n  at src/discrete/check.rs:5\n 1: clacc_memmove\n 2: clacc_memcpy\n  at src/discrete/a.rs:9:1\n 3: f\n  at discrete/m.c:7:1",
                Some("discrete/m.c:7"),
            ),
            // Functions that were inlined into the one that calls: the innermost line of the program is taken.
            (
                "3: __asan_load4_noabort\n 4: acc_on_device\n  at include/openacc.h:230:1\n    inner\n  at ./openacc/x.c:3:1\n    outer\n  at ./openacc/x.c:9:1\n 5: main\n  at m.c:1:1",
                Some("openacc/x.c:3"),
            ),
            // The function of the library was inlined too.
            ("0: look\n    check\n    __asan_store8_noabort\n 1: body\n  at y.c:12:3", Some("y.c:12")),
            ("", None),
        ];
        for (text, expected) in cases {
            let line = Call::in_text(text).line.map(|line| line.to_string());
            assert_eq!(line.as_deref(), expected, "{text}");
        }
    }
}
