//! The errors that are reported for broken programs, and the trees that are made of them.

use crate::support::{messages, parse, printed, roots};

/// Checks the messages, and then the printed tree.
fn check(cases: &[(&str, &[&str], &str)]) {
    for (source, expected, tree) in cases {
        let parsed = parse(source);
        assert_eq!(messages(&parsed), *expected, "{source}");
        assert_eq!(printed(&parsed.tree).trim_end(), *tree, "{source}");
    }
}

#[test]
fn a_forgotten_semicolon_costs_nothing_else() {
    check(&[
        ("int f(void) { return 1 }", &["C0001 expected `;`, found `}`"], "int f(void) {\n    return 1;\n}"),
        (
            "void f(int a) { a = 1 if (a) a = 2; }",
            &["C0001 expected `;`, found `if`"],
            "void f(int a) {\n    a = 1;\n    if (a)\n        a = 2;\n}",
        ),
        ("int a static int b;", &["C0001 expected `;`, found `static`"], "int a;\nstatic int b;"),
        (
            "struct s { int a int b; };",
            &["C0001 expected `;`, found `int`"],
            "struct s {\n    int a;\n    int b;\n};",
        ),
    ]);
}

#[test]
fn what_cannot_be_understood_ends_at_the_statement() {
    check(&[
        (
            "void f(int a) { a = ; a = 2; }",
            &["C0002 expected an expression, found `;`"],
            "void f(int a) {\n    a = /* error */;\n    a = 2;\n}",
        ),
        (
            "void f(int a) { a b c d; a = 2; }",
            &["C0001 expected `;`, found `b`"],
            "void f(int a) {\n    /* error */;\n    a = 2;\n}",
        ),
        (
            "void f(int a) { 3 4 (5; ) 6; a = 2; }",
            &["C0001 expected `;`, found `4`"],
            "void f(int a) {\n    /* error */;\n    a = 2;\n}",
        ),
        (
            "void f(int a) { f(a, ; a = 2; }",
            &["C0002 expected an expression, found `;`"],
            "void f(int a) {\n    f(a, /* error */);\n    a = 2;\n}",
        ),
        (
            "void f(int a) { else a = 1; } int b;",
            &["C0003 expected a statement, found `else`"],
            "void f(int a) {\n    /* error */;\n}\nint b;",
        ),
    ]);
}

#[test]
fn what_cannot_be_understood_ends_at_the_declaration() {
    check(&[
        ("int a; } int b;", &["C0004 expected a declaration, found `}`"], "int a;\n/* error */;"),
        ("int *; int b;", &["C0005 expected a name to declare, found `;`"], "int *;\nint b;"),
        ("short double x;", &["C0008 these type specifiers do not form a type"], "/* error */ x;"),
        ("@ 1; int b;", &["C0004 expected a declaration, found `@`"], "/* error */;\nint b;"),
        (
            "int f(int a, %%) { a = 1; } int b;",
            &["C0006 expected a parameter, found `%`"],
            "int f(int a, ) {\n    a = 1;\n}\nint b;",
        ),
        (
            "enum { A, B = }; int b;",
            &["C0002 expected an expression, found `}`"],
            "enum {\n    A,\n    B = /* error */\n};\nint b;",
        ),
        (
            "void f(void) { if (1) {",
            &[
                "C0010 expected `}` before the end of the text",
                "C0010 expected `}` before the end of the text",
            ],
            "void f(void) {\n    if (1) {\n    }\n}",
        ),
    ]);
}

#[test]
fn a_missing_header_is_reported_once() {
    check(&[
        (
            "size_type a; size_type f(size_type *b) { size_type * c; return (size_type) 1; }",
            &["C0007 unknown type name `size_type`"],
            "size_type a;\nsize_type f(size_type *b) {\n    size_type *c;\n    return (size_type)1;\n}",
        ),
        (
            "void f(a_t *a, b_t b) { c_t *d = 0; a * b; }",
            &[
                "C0007 unknown type name `a_t`",
                "C0007 unknown type name `b_t`",
                "C0007 unknown type name `c_t`",
            ],
            "void f(a_t *a, b_t b) {\n    c_t *d = 0;\n    a * b;\n}",
        ),
        (
            "EXPORT int f(void); EXPORT static g_t h;",
            &[
                "C0007 unknown type name `EXPORT`",
                "C0007 unknown type name `EXPORT`",
                "C0007 unknown type name `g_t`",
            ],
            "int f(void);\nstatic g_t h;",
        ),
    ]);
}

#[test]
fn a_directive_inside_an_expression_is_left_out() {
    check(&[(
        "int f(int a) { return a +\n#pragma acc wait\n1; }",
        &["C0011 a directive cannot stand inside an expression"],
        "int f(int a) {\n    return a + 1;\n}",
    )]);
}

#[test]
fn pragmas_stand_where_statements_and_declarations_do() {
    check(&[(
        "#pragma weak x\nstruct s {\n#pragma pack(1)\nint a; };\nvoid f(int a) {\n#pragma unroll\nfor (;;)\n#pragma x\na = 1; f(\n#pragma y\na); }",
        &[],
        "#pragma weak x\nstruct s {\n    #pragma pack(1)\n    int a;\n};\nvoid f(int a) {\n    #pragma unroll\n    for (;;)\n        \
         #pragma x\n        a = 1;\n    f(a);\n}",
    )]);
    assert_eq!(roots(&parse("#pragma GCC poison a\nint b;").tree), ["#pragma GCC poison a", "int b;"]);
}
