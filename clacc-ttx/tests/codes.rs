//! The examples of the codes: the bad one leads to the code, the good one does not.

mod common;

use clacc_ttx::codes::ALL;
use clacc_ttx::dialect::PORTABLE;
use clacc_ttx::rewrite::Options;
use common::Program;

fn codes_of(source: &str) -> Vec<&'static str> {
    let options = Options { version_macro: Some(202_311), ..Options::default() };
    let translation = Program::new(source).translate(PORTABLE, options).translation;
    let findings = translation.diagnostics.iter().chain(&translation.rewritten.diagnostics);
    findings.map(|finding| finding.code.id).collect()
}

#[test]
fn examples_show_their_code() {
    let mut failures = Vec::new();
    let mut shown = 0;
    for code in ALL.iter().filter(|code| !code.bad.is_empty()) {
        shown += 1;
        let bad = codes_of(code.bad);
        if !bad.contains(&code.id) {
            failures.push(format!("{}: the bad example leads to {bad:?}", code.id));
        }
        if !code.good.is_empty() && codes_of(code.good).contains(&code.id) {
            failures.push(format!("{}: the good example leads to it too", code.id));
        }
    }
    assert!(shown > 8, "only {shown} codes have an example");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
