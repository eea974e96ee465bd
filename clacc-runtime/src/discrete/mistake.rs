//! Messages about mistakes, in the form of those of compilers.

use super::line::Line;
use clacc_runtime_core::system::{EXIT_STATUS, end_program, write_error};
use std::fmt::{self, Write};

/// A mistake in the use of data.
#[derive(Clone, Debug)]
pub(crate) struct Mistake {
    /// The user's line, if it is known.
    pub(crate) line: Option<Line>,
    /// The description of the mistake.
    pub(crate) what: String,
    /// The name of the condition.
    pub(crate) condition: &'static str,
    /// Other lines that have to do with it.
    pub(crate) notes: Vec<(Option<Line>, String)>,
    /// A possible mend.
    pub(crate) help: Option<String>,
}

impl Mistake {
    pub(crate) fn new(line: Option<Line>, what: String, condition: &'static str) -> Self {
        Self { line, what, condition, notes: Vec::new(), help: None }
    }

    #[must_use]
    pub(crate) fn note(mut self, line: Option<Line>, text: impl Into<String>) -> Self {
        self.notes.push((line, text.into()));
        self
    }

    #[must_use]
    pub(crate) fn help(self, text: impl Into<String>) -> Self {
        Self { help: Some(text.into()), ..self }
    }

    /// Prints the message as a warning.
    #[cold]
    pub(crate) fn warn(&self) {
        write_error(&self.to_string().replacen("error: ", "warning: ", 1));
    }

    /// Prints the message and ends the program.
    #[cold]
    pub(crate) fn end(&self) -> ! {
        write_error(&self.to_string());
        end_program(EXIT_STATUS)
    }
}

fn begin(out: &mut fmt::Formatter<'_>, line: Option<&Line>) -> fmt::Result {
    match line {
        Some(line) => write!(out, "{line}: "),
        None => out.write_str("acc2omp: "),
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        begin(out, self.line.as_ref())?;
        writeln!(out, "error: {} [{}]", self.what, self.condition)?;
        out.write_str(&self.line.as_ref().map_or_else(String::new, Line::shown))?;
        for (line, text) in &self.notes {
            begin(out, line.as_ref())?;
            writeln!(out, "note: {text}")?;
        }
        match &self.help {
            Some(help) => writeln!(out, "help: {help}"),
            None => out.write_str(""),
        }
    }
}

/// Writes a number of bytes.
pub(crate) fn bytes(count: usize) -> String {
    let mut text = format!("{count} byte");
    if count != 1 {
        let _ = text.write_char('s');
    }
    text
}
