//! `clacc explain`.

use std::fmt::Write as _;

use crate::command_line::ExplainArguments;
use crate::{CommandEnd, Failure, results};

pub(crate) fn run(options: &ExplainArguments) -> Result<CommandEnd, Failure> {
    match &options.code {
        None => results::result(list().as_bytes()),
        Some(wanted) => {
            let code = clacc::codes().find(|code| code.id.eq_ignore_ascii_case(wanted));
            let code = code.ok_or_else(|| format!("no such code: {wanted}; `clacc explain` lists all"))?;
            results::result(page(&code).as_bytes())
        }
    }?;
    Ok(CommandEnd::Clean)
}

fn list() -> String {
    let mut out = String::new();
    for code in clacc::codes() {
        let _ = writeln!(out, "{}  {}{}", code.id, code.title, flags(code.id));
    }
    out
}

/// The flags for the warnings of a code.
fn flags(code: &str) -> String {
    clacc::severities::names_of(code).fold(String::new(), |flags, name| format!("{flags} [-W{name}]"))
}

fn page(code: &clacc::diagnostics::Page) -> String {
    let flags = flags(code.id);
    let mut out = format!("{}: {}{flags}\n\n{}\n", code.id, code.title, code.explanation.trim_end());
    for (heading, program) in [("Reported for:", code.bad), ("Not reported for:", code.good)] {
        if !program.is_empty() {
            let _ = write!(out, "\n{heading}\n\n");
            for line in program.trim_matches('\n').lines() {
                let _ = writeln!(out, "    {line}");
            }
        }
    }
    out
}
