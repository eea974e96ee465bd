//! The programs of `tests/diagnostics`: the findings are those that the programs mark, at the marked
//! places.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clacc_sema::db::files::Volatility;
use clacc_sema::db::findings::diagnostics;
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Unit};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;
use clacc_syntax::source::FileRange;

/// Programs with constructs that have no mapping yet. They are legal here; the mapping reports them.
const NOT_FOR_THE_CHECKS: &[&str] = &["not_mapped.c"];

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/diagnostics");
    let entries = std::fs::read_dir(folder).expect("the programs are part of the repository");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.retain(|path| !NOT_FOR_THE_CHECKS.iter().any(|name| path.ends_with(name)));
    paths.sort();
    paths
}

fn findings(text: &str) -> Vec<Diagnostic<FileRange>> {
    let mut db = Database::default();
    let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::new(Options::default()), ParseLimits::default());
    diagnostics(&db, unit).to_vec()
}

/// Reports that a program marks or that the checks gave: line, column and width in bytes, severity, code.
type Marks = BTreeSet<(u32, u32, u32, &'static str, String)>;

/// The reports that the caret lines of a program mark.
fn marked(text: &str) -> Marks {
    let mut marks = Marks::new();
    let mut target = 0;
    for (number, line) in text.lines().enumerate() {
        let number = number as u32;
        let Some((carets, said)) = caret_line(line) else {
            target = number;
            continue;
        };
        let (severity, code) = said.split_once('[').expect("a severity and a code");
        let above = u32::from(said.contains("(line above)"));
        let word =
            ["error", "warning", "note"].into_iter().find(|word| *word == severity).expect("a severity");
        let code = code.split(']').next().expect("a code").to_owned();
        marks.insert((target - above, carets.0, carets.1, word, code));
    }
    marks
}

fn caret_line(line: &str) -> Option<((u32, u32), &str)> {
    let rest = line.strip_prefix("//")?;
    let start = rest.find('^')?;
    let carets = rest[start..].bytes().take_while(|byte| *byte == b'^').count();
    rest[..start].trim().is_empty().then_some(())?;
    Some((((start + 2) as u32, carets as u32), rest[start + carets..].trim()))
}

fn place(text: &str, range: FileRange) -> (u32, u32, u32) {
    let before = &text[..range.start as usize];
    let line = before.bytes().filter(|byte| *byte == b'\n').count() as u32;
    let column = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, column as u32, range.end - range.start)
}

fn found(text: &str) -> Marks {
    let mut marks = Marks::new();
    for finding in findings(text) {
        let primary = (finding.primary.at, finding.severity.text());
        let places = finding.secondary.iter().map(|label| (label.at, "note")).chain([primary]);
        for (at, severity) in places {
            let (line, column, width) = place(text, at);
            marks.insert((line, column, width, severity, finding.code.id.to_owned()));
        }
    }
    marks
}

/// The marked reports that are not given, and those that are given without a mark. Notes need no mark.
fn differences(text: &str) -> Vec<String> {
    let (marked, found) = (marked(text), found(text));
    let missing = marked.difference(&found).map(|mark| ("is missing", mark));
    let unmarked =
        found.difference(&marked).filter(|mark| mark.3 != "note").map(|mark| ("is not marked", mark));
    let told = |(what, (line, column, width, severity, code)): (_, &(u32, u32, u32, _, _))| {
        format!("line {}, column {column}+{width}: {severity}[{code}] {what}", line + 1)
    };
    missing.chain(unmarked).map(told).collect()
}

#[test]
fn every_program_is_reported_as_it_asks() {
    let mut report = String::new();
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("the programs are text");
        for difference in differences(&text) {
            let _ = writeln!(report, "{}: {difference}", path.file_name().unwrap_or_default().display());
        }
    }
    assert!(report.is_empty(), "{report}");
}
