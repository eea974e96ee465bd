//! `clacc explain`.

use std::fmt::Write as _;

use clacc::diagnostics::Page;

use crate::command_line::{ExplainArguments, TreeFormat};
use crate::results::json_string;
use crate::{CommandEnd, Failure, results};

pub(crate) fn run(options: &ExplainArguments) -> Result<CommandEnd, Failure> {
    let text = match (&options.code, options.format) {
        (None, TreeFormat::Text) => list(),
        (None, TreeFormat::Json) => json_list(),
        (Some(wanted), TreeFormat::Text) => page(&page_of(wanted)?),
        (Some(wanted), TreeFormat::Json) => json_page(&page_of(wanted)?) + "\n",
    };
    results::result(text.as_bytes())?;
    Ok(CommandEnd::Clean)
}

fn page_of(wanted: &str) -> Result<Page, Failure> {
    let page = clacc::codes().find(|code| code.id.eq_ignore_ascii_case(wanted));
    page.ok_or_else(|| format!("no such code: {wanted}; `clacc explain` lists all"))
}

fn list() -> String {
    let mut out = String::new();
    for code in clacc::codes() {
        let _ = writeln!(out, "{}  {}{}", code.id, code.title, flags(code.id));
    }
    out
}

/// Returns the flags for the warnings of a code.
fn flags(code: &str) -> String {
    clacc::severities::names_of(code).fold(String::new(), |flags, name| format!("{flags} [-W{name}]"))
}

fn page(code: &Page) -> String {
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

fn json_list() -> String {
    let pages: Vec<String> = clacc::codes().map(|page| json_page(&page)).collect();
    format!("[{}]\n", pages.join(",\n"))
}

fn json_page(page: &Page) -> String {
    let names: Vec<String> = clacc::severities::names_of(page.id).map(json_string).collect();
    let texts = [page.id, page.title, page.explanation.trim_end(), page.bad, page.good].map(json_string);
    let [code, title, explanation, bad, good] = texts;
    format!(
        "{{\"code\":{code},\"title\":{title},\"explanation\":{explanation},\"reported_for\":{bad},\
         \"not_reported_for\":{good},\"warnings\":[{}]}}",
        names.join(",")
    )
}
