//! Where the region of a `declare` in a function ends, and which regions have no form.

mod common;

use clacc_ttx::dialect::{CLACC, LLVM, PORTABLE};
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;

/// How the data of the region is left.
#[derive(Clone, Copy, PartialEq, Debug)]
enum End {
    /// At the end of a structured block.
    Block,
    /// Wherever control leaves a scope, by these numbers.
    Scope(&'static [u32]),
    /// There is no data to leave.
    Nothing,
    /// The directive is kept.
    Kept,
}

fn end_of(text: &str) -> End {
    let left: Vec<u32> = text
        .lines()
        .filter(|line| line.contains("cleanup(acc2omp_leave_data)"))
        .filter_map(|line| line.rsplit("(void *)").next()?.trim_end_matches("};").parse().ok())
        .collect();
    match () {
        () if text.contains("#pragma acc declare") => End::Kept,
        () if text.contains("target data") => End::Block,
        () if left.is_empty() => End::Nothing,
        () => End::Scope(left.leak()),
    }
}

fn check(clauses: &str, code: &str, expected: End) {
    check_behind("if (n > 9) return 0;", clauses, code, expected, "MAP0053");
}

/// `kept` is the code with which a directive without a form is reported.
fn check_behind(before: &str, clauses: &str, code: &str, expected: End, kept: &str) {
    let source = format!(
        "struct s {{ int *p; }};\nint g(int *);\nint f(int n, int *a, int **rows, struct s s)\n{{\nint x = n;\n{before}\n\
         #pragma acc declare {clauses}\n{code}\n}}\n"
    );
    for dialect in [PORTABLE, CLACC] {
        let translated = Program::new(source.as_bytes()).translate(dialect, RewriteOptions::default());
        assert_eq!(end_of(&translated.lossy()), expected, "{clauses} {code} in dialect {}", dialect.name());
        let codes: Vec<_> = translated.translation.findings.iter().map(|found| found.code.id).collect();
        assert_eq!(codes.contains(&kept), expected == End::Kept, "{clauses} {code}: {codes:?}");
    }
}

#[test]
fn control_decides_how_data_is_left() {
    for (code, expected) in [
        ("n++; return n;", End::Block),
        ("n++; return x;", End::Block),
        ("n++; return a[0];", End::Scope(&[1])),
        ("n++; return g(&n);", End::Scope(&[1])),
        ("int y = n; return y;", End::Scope(&[1])),
        ("if (n) return 1; return 0;", End::Scope(&[1])),
        ("if (n) goto out; n++; out: return 0;", End::Scope(&[1])),
        ("for (;;) { if (n++) break; if (n) continue; } return 0;", End::Block),
        ("goto in; n++; in: return 0;", End::Scope(&[1])),
    ] {
        check("copy(a[0:n])", code, expected);
    }
}

#[test]
fn each_item_is_left_as_its_clause_says() {
    for (clauses, expected) in [
        ("copyin(a[0:n])", End::Scope(&[0])),
        ("copyout(a[0:n]) create(x)", End::Scope(&[1, 0])),
        ("present(a[0:n])", End::Scope(&[0])),
        ("deviceptr(a)", End::Nothing),
        ("copy(s)", End::Scope(&[1])),
        ("copy(s.p[0:n])", End::Kept),
    ] {
        check(clauses, "if (n) return 1;\nn++;\nreturn 0;", expected);
    }
}

#[test]
fn regions_are_entered_at_their_start() {
    let code = "n++;\nin: return x;";
    check_behind("if (n) goto in;", "copy(a[0:n])", code, End::Kept, "MAP0053");
    check_behind(
        "switch (n) { case 1:;",
        "copy(a[0:n])",
        "n++; case 2: n--; } return 0;",
        End::Kept,
        "MAP0053",
    );
    check_behind("goto before; before:;", "copy(a[0:n])", "n++; return x;", End::Block, "MAP0053");
}

#[test]
fn data_that_is_not_held_is_not_released() {
    let source = "int f(int n, int *a)\n{\n#pragma acc declare copy(a[0:n])\n#pragma acc exit data delete(a[0:n])\nif (n) return 1;\n\
                  return 0;\n}\n";
    for (dialect, code) in [(PORTABLE, "MAP0027"), (LLVM, "MAP0053"), (CLACC, "MAP0053")] {
        let translated = Program::new(source.as_bytes()).translate(dialect, RewriteOptions::default());
        assert_eq!(translated.lossy(), source);
        assert!(translated.translation.findings.iter().any(|found| found.code.id == code));
    }
}

#[test]
fn queues_are_waited_for_before_the_first_item_is_left() {
    let code = "#pragma acc parallel async(1)\na[0] = x;\nif (n) return 1;\nreturn 0;";
    check("copy(a[0:n]) create(x)", code, End::Scope(&[1, 2]));
}
