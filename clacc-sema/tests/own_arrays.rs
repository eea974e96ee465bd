//! What remarks say of loops in which each iteration fills an array before it reads it.

use std::sync::Arc;

use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::files::Volatility;
use clacc_sema::db::functions::loop_remarks;
use clacc_sema::db::{Database, Unit, set_text};
use clacc_syntax::parse::ParseLimits;

/// Checks the message and the notes of the only remark about a function.
fn check(cases: &[(&str, &str, &[&str])]) {
    for (body, message, notes) in cases {
        let text = format!(
            "void f(int n, float *restrict a, const float *restrict b) {{ float t[4], large[5000];\n{body}\n}}\n"
        );
        let mut db = Database::default();
        let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
        let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
        let function = *declarations(&db, unit).last().expect("a function");
        let remarks = loop_remarks(&db, function);
        let [remark] = &remarks[..] else { panic!("one loop, but {remarks:?}") };
        assert!(remark.message.contains(message), "{text}{}", remark.message);
        assert_eq!(remark.notes, *notes, "{text}");
    }
}

#[test]
fn a_shared_loop_that_needs_private_is_told_so() {
    const FILLED: &str = "for (int i = 0; i < n; i++) { t[0] = b[i]; t[1] = b[i + n]; a[i] = t[0] * t[1]; }";
    let loop_with = |directive: &str| format!("#pragma acc {directive}\n{FILLED}");
    let own = "each iteration has its own `t`";
    check(&[
        (&loop_with("parallel loop"), own, &["`private(t)` on the loop gives each iteration its own"]),
        (
            &loop_with("kernels loop independent"),
            own,
            &["`private(t)` on the loop gives each iteration its own"],
        ),
        (&loop_with("parallel loop private(t)"), own, &[]),
        (&loop_with("parallel loop auto"), own, &[]),
        (&loop_with("kernels loop"), own, &[]),
        (
            "#pragma acc parallel loop\nfor (int i = 0; i < n; i++) { t[0] = b[i]; a[i] = t[0]; }\na[0] = t[0];",
            "it is not proven",
            &[],
        ),
        (
            "#pragma acc parallel loop\nfor (int i = 0; i < n; i++) { t[0] = b[i]; a[i] = t[0] + t[1]; }",
            "it is not proven",
            &[],
        ),
        (
            "#pragma acc kernels loop\nfor (int i = 0; i < n; i++) { large[0] = b[i]; a[i] = large[0]; }",
            "each iteration has its own `large`",
            &[],
        ),
    ]);
}
