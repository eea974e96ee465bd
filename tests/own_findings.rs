//! Findings that other tools make, rendered as those of clacc are.

use std::sync::Arc;

use clacc::diagnostics::{Code, Confidence, Diagnostic, Fix, Page, Place, Severity};
use clacc::edit::EditSet;
use clacc::files::MemoryFiles;
use clacc::severities::{Severities, WarningLevel};
use clacc::{Session, render};

static OVERSIZED: Code = Code::own("acme-oversized-copy", Severity::Warning, "a copy of more than is used")
    .unwrap()
    .explained("Name the section that is used.");

const SOURCE: &str = "int x[8];\nvoid f(void) {\n#pragma acc data copy(x)\n  { }\n}\n";

fn finding(session: &Session) -> Diagnostic {
    let start = SOURCE.find("copy(x)").expect("it is there");
    let at = |from: usize, to: usize| session.place_at("f.c", from..to).expect("the file is longer");
    Diagnostic::new(&OVERSIZED, at(start, start + 7), "all of `x` is copied")
        .label(at(4, 5), "it has 8 elements")
        .note("none of them is used")
}

#[test]
fn findings_of_other_tools_are_rendered() {
    let session = Session::new(MemoryFiles::new().with("f.c", SOURCE));
    let finding = finding(&session);
    let sources = |_: &str| Some(Arc::from(SOURCE.as_bytes()));
    let human = render::human(&finding, &sources, false);
    for line in [
        "warning[acme-oversized-copy]: all of `x` is copied",
        " --> f.c:3:18",
        "1 | int x[8];",
        "it has 8 elements",
        "= note: none of them is used",
    ] {
        assert!(human.contains(line), "{human}");
    }
    let line: serde_json::Value = serde_json::from_str(&render::json_line(&finding)).expect("JSON");
    assert_eq!(
        (&line["code"], &line["primary"]["place"]["line"]),
        (&"acme-oversized-copy".into(), &3.into())
    );
    let log: serde_json::Value = serde_json::from_str(&render::sarif(&[finding], &[])).expect("SARIF");
    let rule = &log["runs"][0]["tool"]["driver"]["rules"][0];
    assert_eq!(rule["shortDescription"]["text"], "a copy of more than is used");
    assert_eq!(rule["fullDescription"]["text"], "Name the section that is used.");
    assert_eq!(Page::of(&OVERSIZED).map(|page| page.title), Some("a copy of more than is used"));
}

#[test]
fn flags_about_all_warnings_are_about_theirs_too() {
    let session = Session::new(MemoryFiles::new().with("f.c", SOURCE));
    let severity = |level| {
        let mut severities = Severities::default();
        severities.set_all(level);
        severities.apply(finding(&session)).map(|finding| finding.severity)
    };
    assert_eq!(severity(WarningLevel::On), Some(Severity::Warning));
    assert_eq!(severity(WarningLevel::Error), Some(Severity::Error));
    assert_eq!(severity(WarningLevel::Off), None);
}

#[test]
fn places_lie_in_their_text() {
    let place = |range| Place::in_text("f.c", b"ab\ncd", range).map(|place| (place.line, place.column));
    assert_eq!(place(4..5), Some((2, 2)));
    assert_eq!(place(5..5), Some((2, 3)));
    assert_eq!(place(5..6), None);
    #[expect(clippy::reversed_empty_ranges, reason = "such a range has no place")]
    let reversed = 3..1;
    assert_eq!(place(reversed), None);
}

#[test]
fn proposed_edits_do_not_overlap() {
    let session = Session::new(MemoryFiles::new().with("f.c", SOURCE));
    let replace = |range| (session.place_at("f.c", range).expect("it is there"), "create(x)".to_owned());
    assert!(Fix::new("allocate", [replace(4..8), replace(6..9)], Confidence::Maybe).is_err());
    let start = SOURCE.find("copy(x)").expect("it is there");
    let fix = Fix::new("allocate", [replace(start..start + 7)], Confidence::Safe).expect("it is one edit");
    let mut edits = EditSet::new(&session);
    edits.merge(fix.text_edits()).expect("they fit");
    assert_eq!(edits.apply()["f.c"], SOURCE.replace("copy(x)", "create(x)").as_bytes());
    let finding = finding(&session).fix(fix);
    assert!(render::json_line(&finding).contains(r#""title":"allocate","confidence":"safe""#));
}

#[test]
fn a_finding_may_have_no_place() {
    let finding = Diagnostic::without_place(&OVERSIZED, "nothing was read").with_severity(Severity::Error);
    assert_eq!(finding.to_string(), "error[acme-oversized-copy]: nothing was read");
}
