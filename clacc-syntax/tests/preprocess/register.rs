//! The register of codes: the examples show what they say.

use super::{options, run};
use clacc_syntax::preprocess::codes::ALL;

#[test]
fn examples_trigger_their_code_and_corrections_do_not() {
    for code in ALL {
        let reports = |example: &str| {
            let (_, unit) = run(&options(), example);
            unit.diagnostics.iter().any(|finding| finding.code.id == code.id)
        };
        assert!(code.bad.is_empty() || reports(code.bad), "{}: {}", code.id, code.bad);
        assert!(!reports(code.good), "{}: {}", code.id, code.good);
    }
}
