//! The programs of `tests/diagnostics`: the findings are those that the programs mark, at the marked
//! places.

use std::collections::BTreeMap;
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

/// The codes that report a violation of each rule of `tests/diagnostics/README.md`.
const RULES: &[(&str, &[&str])] = &[
    ("O4", &["ACC0155"]),
    ("D1", &["ACC0001"]),
    ("D2", &["ACC0050"]),
    ("D4", &["ACC0051", "ACC0120"]),
    ("D5", &["ACC0002", "ACC0003"]),
    ("D6", &["ACC0052"]),
    ("C1", &["ACC0054", "ACC0002"]),
    ("C2", &["ACC0055"]),
    ("C3", &["ACC0056"]),
    ("C4", &["ACC0004"]),
    ("C5", &["ACC0005"]),
    ("C6", &["ACC0006"]),
    ("C7", &["ACC0007"]),
    ("C8", &["ACC0003"]),
    ("C9", &["ACC0008", "ACC0009"]),
    ("C10", &["ACC0010"]),
    ("C11", &["ACC0011"]),
    ("C12", &["ACC0057"]),
    ("A1", &["ACC0060"]),
    ("A2", &["ACC0061"]),
    ("A3", &["ACC0062"]),
    ("A4", &["ACC0063"]),
    ("A5", &["ACC0061"]),
    ("A6", &["ACC0066"]),
    ("A7", &["ACC0067"]),
    ("A9", &["ACC0064"]),
    ("A10", &["ACC0065"]),
    ("V1", &["ACC0070"]),
    ("V2", &["ACC0070"]),
    ("V3", &["ACC0065"]),
    ("V4", &["ACC0071"]),
    ("V5", &["ACC0072", "ACC0080", "ACC0112"]),
    ("V6", &["ACC0073"]),
    ("V8", &["ACC0075"]),
    ("V9", &["ACC0076"]),
    ("V10", &["ACC0077"]),
    ("V11", &["ACC0156"]),
    ("V12", &["ACC0078"]),
    ("V13", &["ACC0078"]),
    ("V14", &["ACC0079"]),
    ("V15", &["ACC0080"]),
    ("V16", &["ACC0081"]),
    ("V18", &["ACC0157"]),
    ("V19", &["ACC0082"]),
    ("V20", &["ACC0082"]),
    ("V21", &["ACC0083"]),
    ("V22", &["ACC0083"]),
    ("X1", &["ACC0090", "ACC0119"]),
    ("X2", &["ACC0091", "ACC0099"]),
    ("X3", &["ACC0091"]),
    ("X4", &["ACC0091"]),
    ("X5", &["ACC0092"]),
    ("X6", &["ACC0093"]),
    ("X7", &["ACC0090"]),
    ("X8", &["ACC0094"]),
    ("R1", &["ACC0097"]),
    ("B1", &["ACC0058"]),
    ("F1", &["ACC0123"]),
    ("F5", &["ACC0130", "ACC0065"]),
    ("F9", &["ACC0131"]),
    ("F10", &["ACC0131"]),
    ("F11", &["ACC0133"]),
    ("F2", &["ACC0055", "ACC0056"]),
    ("F3", &["ACC0159"]),
    ("F4", &["ACC0138"]),
    ("F6", &["ACC0138"]),
    ("F7", &["ACC0137"]),
    ("F8", &["ACC0158"]),
    ("F20", &["ACC0124", "ACC0170"]),
    ("F21", &["ACC0113"]),
    ("F22", &["ACC0114"]),
    ("G1", &["ACC0134"]),
    ("L1", &["ACC0100"]),
    ("L2", &["ACC0101"]),
    ("L3", &["ACC0102"]),
    ("L4", &["ACC0103"]),
    ("L6", &["ACC0104"]),
    ("L7", &["ACC0098"]),
    ("L8", &["ACC0095"]),
    ("L9", &["ACC0096"]),
    ("L11", &["ACC0132", "ACC0135"]),
    ("L13", &["ACC0053"]),
    ("L14", &["ACC0105"]),
    ("T1", &["ACC0111"]),
    ("T2", &["ACC0052"]),
    ("T3", &["ACC0055", "ACC0056"]),
    ("T4", &["ACC0050"]),
];

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

/// Reports that a program expects or that the checks gave: line, column and width in bytes, severity, and
/// the rules or codes.
type Marks = BTreeMap<(u32, u32, u32, &'static str), Vec<String>>;

/// The reports that the caret lines of a program expect.
fn expected(text: &str) -> Marks {
    let mut marks = Marks::new();
    let mut target = 0;
    for (number, line) in text.lines().enumerate() {
        let number = number as u32;
        let Some((carets, said)) = caret_line(line) else {
            target = number;
            continue;
        };
        let (severity, rule) = said.split_once('[').expect("a severity and a rule");
        let above = u32::from(said.contains("(line above)"));
        let word =
            ["error", "warning", "note"].into_iter().find(|word| *word == severity).expect("a severity");
        let rule = rule.split(']').next().expect("a rule").to_owned();
        marks.entry((target - above, carets.0, carets.1, word)).or_default().push(rule);
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
        let (line, column, width) = place(text, finding.primary.at);
        let word = finding.severity.text();
        marks.entry((line, column, width, word)).or_default().push(finding.code.id.to_owned());
        for label in &finding.secondary {
            let (line, column, width) = place(text, label.at);
            marks.entry((line, column, width, "note")).or_default().push(finding.code.id.to_owned());
        }
    }
    marks
}

fn reports(rule: &str, codes: &[String]) -> bool {
    let known = RULES.iter().find(|(name, _)| *name == rule).map_or(&[][..], |(_, known)| *known);
    codes.iter().any(|code| known.contains(&code.as_str()))
}

/// The differences between the reports that a program expects and those that it gives.
fn differences(text: &str) -> Vec<String> {
    let (expected, found) = (expected(text), found(text));
    let mut differences = Vec::new();
    for (at, rules) in &expected {
        let codes = found.get(at).map_or(&[][..], Vec::as_slice);
        let missing = |rule: &&String| !reports(rule, codes) && !is_elsewhere(at.3, rule);
        for rule in rules.iter().filter(missing).filter(|rule| !is_parsed(rule, at.0, &found)) {
            differences.push(format!(
                "line {}, column {}: {}[{rule}] is missing, {codes:?}",
                at.0 + 1,
                at.1,
                at.3
            ));
        }
    }
    let is_marked = |at: &(u32, u32, u32, &'static str), codes: &[String]| {
        let line = expected.range((at.0, 0, 0, "")..(at.0 + 1, 0, 0, "")).flat_map(|(_, rules)| rules);
        expected.contains_key(at) || codes.iter().all(|code| of_parser(code)) && line.count() > 0
    };
    for (at, codes) in found.iter().filter(|(at, codes)| at.3 != "note" && !is_marked(at, codes)) {
        differences.push(format!(
            "line {}, column {}+{}: {} {codes:?} is not asked for",
            at.0 + 1,
            at.1,
            at.2,
            at.3
        ));
    }
    differences
}

/// Whether the code belongs to the parser of directives, which has the codes below ACC0050 and its own
/// tests for the exact places.
fn of_parser(code: &str) -> bool {
    code < "ACC0050"
}

/// Whether the parser reports a violation of a rule on a line.
fn is_parsed(rule: &str, line: u32, found: &Marks) -> bool {
    let line = found.range((line, 0, 0, "")..(line + 1, 0, 0, ""));
    line.flat_map(|(_, codes)| codes).any(|code| of_parser(code) && reports(rule, std::slice::from_ref(code)))
}

/// Whether a marked note stands at a declaration of file scope. Such notes are not given, because a finding
/// about a function points only into that function.
fn is_elsewhere(severity: &str, rule: &str) -> bool {
    severity == "note" && matches!(rule, "V21" | "V22")
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
