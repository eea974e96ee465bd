//! C files that hold several programs each, and their runs.

use std::fmt::Write;
use std::process::{Command, Stdio};

use crate::programs::c_text;
use crate::programs::program::Program;

/// The declarations of the library's routines.
pub(crate) const DECLARATIONS: &str = include_str!("library.h");

/// The beginning of every C file.
pub(crate) const PRELUDE: &str = concat!(include_str!("library.h"), include_str!("shown.c"));

/// The C file of some programs, and the last line of each.
pub(crate) fn unit<'p>(programs: impl IntoIterator<Item = &'p Program>) -> (String, Vec<usize>) {
    let mut text = PRELUDE.to_owned();
    let mut ends = Vec::new();
    for (number, program) in programs.into_iter().enumerate() {
        text.push_str(&c_text::write(program, number).text);
        ends.push(text.lines().count());
    }
    text.push_str("static void (*const programs[])(void) = {");
    for number in 0..ends.len() {
        let _ = write!(text, " program_{number},");
    }
    let _ = write!(
        text,
        " }};\nint main(int count, char **arguments)\n{{\n    int last = count > 2 ? atoi(arguments[2]) : {};\n    \
         for (int k = count > 1 ? atoi(arguments[1]) : 0; k < last; ++k) {{ printf(\"== %d\\n\", k); fflush(0); programs[k](); fflush(0); }}\n    \
         return 0;\n}}\n",
        ends.len()
    );
    (text, ends)
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Success,
    Failure,
    Hang,
}

/// The output of a run, and its end.
pub(crate) struct Ran {
    /// The lines of each part that began.
    pub(crate) sections: Vec<Vec<String>>,
    pub(crate) end: End,
    /// The text on stderr.
    pub(crate) said: String,
}

/// Runs some of the programs of a unit.
pub(crate) fn sections(mut command: Command) -> Ran {
    let Ok(output) = command.stdin(Stdio::null()).output() else {
        return Ran { sections: Vec::new(), end: End::Failure, said: String::new() };
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let mut sections: Vec<Vec<String>> = Vec::new();
    for line in text.lines() {
        if line.starts_with("== ") {
            sections.push(Vec::new());
        } else if let Some(section) = sections.last_mut() {
            section.push(line.to_owned());
        }
    }
    let end = match output.status.code() {
        Some(0) => End::Success,
        Some(124) => End::Hang,
        _ => End::Failure,
    };
    Ran { sections, end, said: String::from_utf8_lossy(&output.stderr).into_owned() }
}
