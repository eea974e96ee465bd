//! Headers of loops that OpenMP or its compilers read differently than OpenACC.

mod common;

use clacc_ttx::dialect::PORTABLE;
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;

/// The parentheses of a `for`, and the finding about them.
const HEADERS: &[(&str, Option<&str>)] = &[
    // The first value minus the step, plus one, wraps in 32 bits and is compared in 64.
    ("unsigned i = 0; i < wide; i += 2", Some("MAP0043")),
    ("unsigned i = 0; wide > i; i = 2 + i", Some("MAP0043")),
    ("i = 0u; i <= size; i = i + 3", Some("MAP0043")),
    ("unsigned i = 0; i < wide; i += step", Some("MAP0043")),
    ("unsigned i = 2; i < wide; i += 3", None),
    ("unsigned i = 1; i < wide; i += 3", Some("MAP0043")),
    ("unsigned i = 0; i < wide; i++", None),
    ("unsigned i = 0; i < wide; i += 1", None),
    ("unsigned i = 0; i < wide; i += 2l", None),
    ("unsigned i = 0; i < n; i += 2", None),
    ("unsigned i = n; i < wide; i += 2", None),
    ("unsigned i = 100; i > wide; i -= 2", None),
    ("unsigned short i = 0; i < wide; i += 2", None),
    ("long i = 0; i < wide; i += 2", None),
    // The distance of the bounds is no value of the type.
    ("signed char i = -100; i < 100; i++", Some("MAP0043")),
    ("signed char i = 100; i > -100; i--", Some("MAP0043")),
    ("int i = -2000000000; i < 2000000000; i += 1000", Some("MAP0043")),
    ("signed char i = -100; i < 27; i++", None),
    ("unsigned char i = 0; i < 250; i++", None),
    ("int i = -1000; i < 1000; i++", None),
    // Runtimes count in 64 bits.
    ("__int128 i = 0; i < n; i++", Some("ACC0136")),
    ("int i = 0; i < (__int128)wide; i++", None),
    // OpenMP takes `!=` with a step of one only.
    ("int i = 0; i != n; i += 2", Some("MAP0044")),
    ("int i = 0; n != i; i += n", Some("MAP0044")),
    ("int i = 0; i != n; i += 1", None),
    ("int i = n; i != 0; i--", None),
];

/// The first finding about the mapping of a loop with this header.
fn finding(header: &str, levels: &str) -> Option<String> {
    let text = format!(
        "void f(int n, long wide, unsigned long size, unsigned step, int *x) {{ unsigned i;\n\
         #pragma acc parallel loop {levels} copy(x[0:n])\nfor ({header}) x[i] = 0;\n}}\n"
    );
    let translated = Program::new(&text).translate(PORTABLE, RewriteOptions::default());
    let findings = &translated.translation.findings;
    let findings = findings.iter();
    findings
        .map(|finding| finding.code.id.to_owned())
        .find(|id| ["MAP0043", "MAP0044", "ACC0136"].contains(&id.as_str()))
}

#[test]
fn headers_that_are_read_differently_are_reported() {
    for (header, expected) in HEADERS {
        assert_eq!(finding(header, "gang").as_deref(), *expected, "for ({header})");
        assert_eq!(finding(header, "gang worker vector").as_deref(), *expected, "for ({header})");
        assert_eq!(finding(header, "seq"), None, "for ({header})");
    }
}

#[test]
fn collapsed_loops_with_narrow_variables_are_reported() {
    for (first, second, expected) in [
        ("short", "short", Some("MAP0043")),
        ("unsigned char", "signed char", Some("MAP0043")),
        ("short", "int", None),
        ("int", "int", None),
    ] {
        let header = format!("{first} i = 0; i < 9; ++i) for ({second} j = 0; j < 9; ++j");
        assert_eq!(finding(&header, "gang collapse(2)").as_deref(), expected, "{first}, {second}");
        assert_eq!(finding(&format!("{first} i = 0; i < 9; ++i"), "gang"), None, "{first}");
    }
}
