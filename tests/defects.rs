//! The programs of `tests/defects`: each with one planted defect, `NAME.bad.c`, stands beside the same program made right,
//! `NAME.good.c`. The second line of a bad one names the code and the line of the finding. `NAME.quiet.c` are further right
//! programs, each with something that may be taken for a defect.

mod one_file;

use std::collections::BTreeMap;
use std::path::Path;

use clacc::diagnostics::Diagnostic;
use one_file::open;

/// The programs by name, as texts.
fn programs(kind: &str) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/defects");
    let files = std::fs::read_dir(folder).expect("a folder").flatten().map(|file| file.path());
    let ends = format!(".{kind}.c");
    let name = |path: &Path| Some(path.file_name()?.to_str()?.strip_suffix(&ends)?.to_owned());
    files
        .filter_map(|path| Some((name(&path)?, std::fs::read_to_string(&path).expect("a program is text"))))
        .collect()
}

/// What is found in a program: codes and lines.
fn found(text: &str) -> Vec<(String, usize)> {
    let (session, unit) = open(text);
    let findings = session.check(unit);
    let line = |finding: &Diagnostic| finding.primary.as_ref().map_or(0, |label| label.place.line);
    findings.iter().map(|finding| (finding.code.id.to_owned(), line(finding))).collect()
}

#[test]
fn planted_defects_are_found_where_they_are() {
    let programs = programs("bad");
    let mut missed = Vec::new();
    for (name, text) in &programs {
        let header = text.lines().find_map(|line| line.strip_prefix("// expect: ")).expect("an expectation");
        let (code, line) = header.split_once(' ').expect("a code and a line");
        let wanted = (code.to_owned(), line.parse().expect("a line"));
        let found = found(text);
        if !found.contains(&wanted) {
            missed.push(format!("{name}: {wanted:?} is not among {found:?}"));
        }
    }
    assert!(programs.len() >= 40, "{} programs", programs.len());
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn right_programs_are_quiet() {
    let good = programs("good");
    assert!(programs("bad").keys().eq(good.keys()), "each bad program stands beside a good one");
    let quiet = programs("quiet");
    let alarms = good.iter().chain(&quiet).filter_map(|(name, text)| {
        let found = found(text);
        (!found.is_empty()).then(|| format!("{name}: {found:?}"))
    });
    let alarms: Vec<_> = alarms.collect();
    assert!(alarms.is_empty(), "{}", alarms.join("\n"));
}
