//! Subscripts in front of their array: `i[a]` is `a[i]` (C17 6.5.2.1p2), for every question about it.

mod one_file;

use clacc::Session;
use clacc::Unit;
use clacc::acc::Subscript;
use clacc::syntax::{Expr, Node};
use clacc::translate::TranslateOptions;
use one_file::open;

/// What is found out about a program: verdicts, findings, and the accesses of each function. Nothing of it names a column.
fn known(session: &Session, unit: Unit) -> Vec<String> {
    let translation = session.translate(unit, &TranslateOptions::default());
    let verdicts = translation.verdicts.iter();
    let mut known: Vec<String> = verdicts
        .map(|verdict| format!("{} {} {}", verdict.what(), verdict.fidelity, verdict.reason))
        .collect();
    let findings = session.check(unit);
    let findings = findings.iter().chain(&translation.diagnostics);
    known.extend(findings.map(|finding| format!("{} {}", finding.code.id, finding.message)));
    for declaration in session.declarations(unit) {
        let Some(root) = declaration.root() else { continue };
        let accesses = root.accesses();
        let mut rows: Vec<String> = Vec::new();
        for variable in accesses.variables() {
            let name = variable.variable().name();
            rows.extend(variable.accesses().map(|access| {
                let subscripts: Vec<_> = access.subscripts().map(subscript).collect();
                format!("{name} {} {} {subscripts:?}", access.is_read(), access.is_written())
            }));
        }
        rows.sort();
        known.append(&mut rows);
    }
    known
}

fn subscript(subscript: Subscript<'_>) -> String {
    match subscript {
        Subscript::Index(index) => index.node().print().trim_matches(['(', ')']).to_owned(),
        other => format!("{other:?}"),
    }
}

/// Compares programs with those in which these elements are written the other way.
fn check(cases: &[(&str, &[(&str, &str)])]) {
    for (program, elements) in cases {
        let swap =
            |text: &str| elements.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        let ((usual, unit), (turned, same)) = (open(program), open(&swap(program)));
        assert_ne!(swap(program), *program);
        let swapped = |rows: Vec<String>| rows.iter().map(|row| swap(row)).collect::<Vec<_>>();
        assert_eq!(swapped(known(&usual, unit)), swapped(known(&turned, same)), "{}", swap(program));
        let text = |session: &Session, unit| {
            String::from_utf8_lossy(&session.translate(unit, &TranslateOptions::default()).text).into_owned()
        };
        assert_eq!(swap(&text(&usual, unit)), swap(&text(&turned, same)));
    }
}

#[test]
fn loops_are_judged_alike() {
    let k = &[("a[k]", "k[a]")];
    check(&[
        ("int a[99];\nvoid f(int n) {\n#pragma acc kernels\nfor (int k = 1; k < n; ++k) a[k] = k;\n}\n", k),
        (
            "int a[99];\nvoid f(int n) {\n#pragma acc kernels\nfor (int k = 1; k < n; ++k) a[k] = a[k - 1];\n}\n",
            k,
        ),
        (
            "void f(int n, int *restrict a) {\n#pragma acc parallel loop auto\nfor (int k = 1; k < n; ++k) a[k] = a[k] + 1;\n}\n",
            k,
        ),
        (
            "void f(int n, int *a, int *b) {\n#pragma acc parallel loop auto\nfor (int k = 1; k < n; ++k) a[k] = b[k];\n}\n",
            &[("a[k]", "k[a]"), ("b[k]", "(k)[(b)]")],
        ),
        (
            "int a[9][9];\nvoid f(int n) {\n#pragma acc kernels\nfor (int k = 1; k < n; ++k) for (int j = 1; j < n; ++j) a[k][j] = a[k][j - 1];\n}\n",
            &[("a[k][j]", "j[k[a]]"), ("a[k][j - 1]", "(j - 1)[a[k]]")],
        ),
        (
            "struct s { int x, y[4]; } a[99];\nvoid f(int n) {\n#pragma acc kernels\nfor (int k = 1; k < n; ++k) a[k].y[2] = a[k - 1].x;\n}\n",
            &[("a[k].y[2]", "2[k[a].y]"), ("a[k - 1]", "(k - 1)[a]")],
        ),
    ]);
}

#[test]
fn constructs_mean_the_same() {
    check(&[
        (
            "void f(int n, int *x) {\n#pragma acc parallel loop reduction(+:n)\nfor (int k = 0; k < 10; ++k) x[n] += x[k];\n}\n",
            &[("x[n]", "n[x]"), ("x[k]", "k[x]")],
        ),
        (
            "void f(int n, int *x) {\n#pragma acc parallel\n{\n#pragma acc loop gang\nfor (int k = 0; k < n; ++k) x[k] = x[n - k];\n}\n}\n",
            &[("x[k]", "k[x]"), ("x[n - k]", "(n - k)[x]")],
        ),
        (
            "void f(int n) {\nint x[10];\n#pragma acc parallel loop copyin(x)\nfor (int k = 0; k < 10; ++k) x[k] = 1;\n}\n",
            &[("x[k]", "k[x]")],
        ),
        (
            "void f(int n, int *x) {\nint h[9];\n#pragma acc parallel loop copy(h)\nfor (int k = 0; k < n; ++k)\n#pragma acc atomic update\nh[x[k]] = h[x[k]] + 1;\n}\n",
            &[("h[x[k]] =", "x[k][h] ="), ("x[k]", "k[x]")],
        ),
        (
            "int g(int *p) { return p[0]; }\nvoid f(int n, int *x) {\n#pragma acc kernels\nfor (int k = 0; k < n; ++k) x[k] = g(&x[k]);\n}\n",
            &[("p[0]", "0[p]"), ("x[k]", "k[x]")],
        ),
        (
            "void f(int i, int *x) {\n#pragma acc data copy(x[3])\nx[i] = 2;\n}\n",
            &[("x[3]", "3[x]"), ("x[i]", "i[x]")],
        ),
    ]);
}

#[test]
fn the_variable_is_that_of_the_array() {
    let variable = |program: &str, text: &str| {
        let (session, unit) = open(program);
        let f = session.declarations(unit).remove(0);
        let mut exprs = f.nodes().filter_map(Node::expr);
        let found: Option<Expr<'_>> = exprs.find(|expr| expr.node().print() == text);
        found.expect("it is there").variable().map(|variable| variable.name().to_owned())
    };
    assert_eq!(variable("void f(int i, int *a) { i[a] = 1; }\n", "i[a]").as_deref(), Some("a"));
    assert_eq!(variable("void f(int i, int *a) { a[i] = 1; }\n", "a[i]").as_deref(), Some("a"));
    assert_eq!(variable("void f(int i, int *a) { (i + 1)[a] = 1; }\n", "(i + 1)[a]").as_deref(), Some("a"));
    // An array that is not declared has no type, so that the first operand is taken for it.
    assert_eq!(variable("void f(int i) { a[i] = 1; }\n", "a[i]").as_deref(), Some("a"));
    assert_eq!(variable("void f(int i) { i[a] = 1; }\n", "i[a]").as_deref(), Some("i"));
}
