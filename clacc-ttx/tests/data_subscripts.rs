//! What a subscript alone says in a data clause: one element, or how many.

mod common;

use clacc_sema::db::Unit;
use clacc_syntax::parse::{DataSubscripts, ParseLimits};
use clacc_ttx::dialect::PORTABLE;
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;

/// Translates a directive under both readings, and compares the first OpenMP directive of each.
fn check(directive: &str, element: &str, lengths: &str) {
    let text = format!(
        "struct s {{ int *p; }};\nvoid f(int n, int *a, int *b, int m[4][8], struct s *s) {{\n  int g[4][8];\n#pragma acc \
         {directive}\n  {{ }}\n}}\n"
    );
    for (reading, expected) in [(DataSubscripts::Elements, element), (DataSubscripts::Lengths, lengths)] {
        let mut program = Program::new(&text);
        program.unit = Unit::builder(program.main, program.unit.options(&program.db), ParseLimits::default())
            .data_subscripts(reading)
            .new(&program.db);
        let translated = program.translate(PORTABLE, RewriteOptions::default()).lossy();
        let found = translated.lines().find_map(|line| line.strip_prefix("#pragma omp target "));
        assert_eq!(found.unwrap_or_default(), expected, "{directive} as {reading:?}");
    }
}

#[test]
fn subscripts_of_data_clauses_are_lengths_if_that_is_asked_for() {
    check("data copy(a[n])", "data map(tofrom: a[n:1])", "data map(tofrom: a[:n])");
    check("data copyin(g[2][8])", "", "data map(to: g[:2][:8])");
    let member = |range| format!("data map(to: s->p) map(to: s->p[{range}])");
    check("data copyin(s->p[n + 1])", &member("n + 1:1"), &member(":n + 1"));
    check("update self(a[n]) if_present", "update from(a[n:1])", "update from(a[:n])");
    let elements = "enter data map(alloc: a[n:1],b[2 * n:1])";
    check("enter data create(a[n], b[2 * n])", elements, "enter data map(alloc: a[:n],b[:2 * n])");
}

#[test]
fn ranges_and_first_elements_are_what_they_are() {
    for range in ["a[0:n]", "a[n:1]", "a[:n]"] {
        let expected = format!("data map(tofrom: {range})");
        check(&format!("data copy({range})"), &expected, &expected);
    }
    check("data copy(a[0])", "data map(tofrom: a[0:1])", "data map(tofrom: a[0:1])");
    check("data copy(m[2][0:8])", "data map(tofrom: m[2][0:8])", "data map(tofrom: m[2][0:8])");
}
