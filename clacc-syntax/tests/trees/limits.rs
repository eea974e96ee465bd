//! Deep nesting ends in a diagnostic, and long chains do not. Neither needs more stack than the thread of a
//! test has.

use crate::support::{messages, parse, printed};

const DEEP: usize = 20_000;

fn nested(before: &str, open: &str, inner: &str, close: &str, after: &str) -> String {
    format!("{before}{}{inner}{}{after}", open.repeat(DEEP), close.repeat(DEEP))
}

#[test]
fn deep_nesting_is_reported() {
    let cases = [
        nested("int x = ", "(", "1", ")", ";"),
        nested("void f() {", "{", "", "}", "}"),
        nested("int ", "*", "p", "", ";"),
        nested("int ", "(", "p", ")", ";"),
        nested("int x = ", "{", "1", "}", ";"),
        nested("int x = ", "! ", "1", "", ";"),
        nested("int x = ", "(int)", "1", "", ";"),
        nested("int x = ", "sizeof ", "1", "", ";"),
        nested("void f(int a) {", "if (a) ", ";", "", "}"),
        nested("void f(int a) {", "do ", ";", " while (1);", "}"),
        nested("int x = ", "a ? ", "1", " : 1", ";"),
        nested("int x = a", "[0]", "", "", ";"),
        nested("int x = ", "a[", "1", "]", ";"),
        nested("int x = f", "()", "", "", ";"),
        nested("", "struct {", "int a;", "} b;", ""),
        nested("int x = ", "({", "1;", "});", ""),
        nested("void f(", "int (*)(", "int", ")", ");"),
        nested("", "__typeof__(", "int", ")", " x;"),
        nested("", "_Alignas(", "int", ") int", " x;"),
        nested("int a", "[1]", "", "", ";"),
        nested("int x __attribute__((", "a(", "", ")", "));"),
        nested("void f() {", "\n#pragma acc parallel\n", ";", "", "}"),
        nested("void f() {", "\n#pragma omp parallel\n{", "", "}", "}"),
        nested("void f() { if (1)", "\n#pragma x\n", ";", "", "}"),
        nested("void f() {\n#pragma acc parallel copy(", "(", "a", ")", ")\n;}"),
    ];
    for source in &cases {
        let parsed = parse(source);
        let found = messages(&parsed).iter().any(|message| message.starts_with("C0012"));
        assert!(found, "{source:.60}");
        assert!(parsed.diagnostics.len() < 10, "{source:.60}");
        assert!(!printed(&parsed.tree).is_empty());
    }
}

#[test]
fn brackets_that_are_never_closed_end_too() {
    for open in ["(", "{", "[", "({", "f(", "a[", "struct {", "if (", "(int){", "?", "else ", "case ", "= {"]
    {
        for before in ["", "int x = ", "void f() {", "void f() { return "] {
            let source = format!("{before}{}", open.repeat(3_000));
            assert!(!parse(&source).diagnostics.is_empty(), "{before}{open}");
        }
    }
}

#[test]
fn long_chains_are_no_nesting() {
    let cases = [
        nested("int x = a", " + a", "", "", ";"),
        nested("int x = (a", " , a", "", "", ");"),
        nested("void f() { a", " = a", "", "", "; }"),
        nested("int x = a", " ? a : a", "", "", ";"),
        nested("void f(int a) {", "if (a) a; else ", "a;", "", "}"),
        nested("void f(int a) { switch (a) {", "case 1: ", ";", "", "} }"),
        nested("void f(int a) {", "l: ", ";", "", "}"),
        nested("char *s = ", "\"a\" ", "", "", ";"),
    ];
    for source in &cases {
        let parsed = parse(source);
        assert_eq!(messages(&parsed), Vec::<String>::new(), "{source:.60}");
        let once = printed(&parsed.tree);
        assert_eq!(printed(&parse(&once).tree), once, "{source:.60}");
    }
}
