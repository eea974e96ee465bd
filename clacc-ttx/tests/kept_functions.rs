//! Functions whose translation is kept from one edit to the next: after every edit the answer is that of a new database.

mod common;

use std::sync::Arc;

use clacc_sema::db::files::Volatility;
use clacc_sema::db::set_text;
use clacc_ttx::dialect::PORTABLE;
use clacc_ttx::policy::{Clacc, MappingPolicy, Performance};
use clacc_ttx::query::Mapping;
use clacc_ttx::rewrite::RewriteOptions;
use clacc_ttx::translate::translate;
use common::Program;

const PROGRAM: &str = "\
#include \"sizes.h\"
#define FROM 0
double total;
int next(void);

void f(double *a, int n) {
#pragma acc parallel loop copy(a[FROM:n])
  for (int i = FROM; i < n; ++i)
    a[i] += SIZE;
}

/* between */
void g(double *b, int n) {
  #pragma acc data copyin(b[0:n])
  {
    #pragma acc parallel loop reduction(+:total) async(n)
    for (int i = 0; i < n; ++i) total += b[i];
    #pragma acc wait
  }
}

void h(double *c, int n) {
#pragma acc parallel loop vector_length(next())
  for (int i = 0; i < n; ++i)
    c[i] = 0;
#pragma acc update self(c[0:n])
}
";

/// Makes the edits one after the other, each of the first text that fits.
fn check(edits: &[(&str, &str)]) {
    let headers = [("sizes.h", "#define SIZE 3\n")];
    let policies: [Arc<dyn MappingPolicy>; 2] = [Arc::new(Clacc), Arc::new(Performance)];
    for policy in policies {
        let mut program = Program::with_headers(PROGRAM, &headers);
        let mapping = Mapping::new(&program.db, policy.clone(), PORTABLE.into());
        let options = RewriteOptions::default();
        let mut text = PROGRAM.to_owned();
        translate(&program.db, program.unit, mapping, &options);
        for (from, to) in edits {
            assert!(text.contains(from), "{from:?} is not in {text}");
            text = text.replacen(from, to, 1);
            set_text(&mut program.db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
            let kept = translate(&program.db, program.unit, mapping, &options);
            let new = Program::with_headers(&text, &headers);
            let new_mapping = Mapping::new(&new.db, policy.clone(), PORTABLE.into());
            assert_eq!(
                kept,
                translate(&new.db, new.unit, new_mapping, &options),
                "behind {from:?} -> {to:?}"
            );
        }
    }
}

#[test]
fn functions_move_and_change() {
    check(&[("double total", "int more;\n\n\ndouble total")]);
    check(&[("a[i] += SIZE", "a[i] -= SIZE * 2"), ("a[i] -= ", "a[i] = "), ("c[i] = 0", "c[i] = 1")]);
    check(&[("copy(a[FROM:n])", "copyin(a[FROM:n])"), ("async(n)", "async(n) gang"), ("copyin(a", "copy(a")]);
    check(&[("void g(", "void g2(double *b) { }\nvoid g("), ("void g2(double *b) { }\n", "")]);
    check(&[("void f(", "void f2("), ("void h(", "void f("), ("void f2(", "void h(")]);
}

#[test]
fn what_stands_around_a_function_matters() {
    check(&[("}\n\n/* between */\nvoid g(", "} void g("), ("} void g(", "}\nvoid g(")]);
    let tabs = "int s(int x) {\n\tif (x) {\n\t\treturn 1;\n\t}\n\tx++;\n\tx++;\n\tx++;\n\tx++;\n\treturn x;\n}\nint next";
    check(&[("int next", tabs), (tabs, "int next")]);
    check(&[("/* between */", "/* between"), ("/* between", "/* between */")]);
    check(&[("/* between */\n", "/* between */ \\\n"), (" \\\n", "\n")]);
    check(&[("self(c[0:n])\n}\n", "self(c[0:n])\n}"), ("self(c[0:n])\n}", "self(c[0:n])\n}\n// end\n")]);
    check(&[
        ("  #pragma acc data", "\t\t#pragma acc data"),
        ("  {", "\t\t{"),
        ("    #pragma", "\t\t\t#pragma"),
    ]);
}

#[test]
fn macros_matter() {
    let define = |what: &'static str| ("int next", what);
    check(&[define("#define target 1\nint next"), ("#define target 1\n", "")]);
    check(&[define("#define n m\nint next"), ("#define n m\n", "#define n n\n")]);
    check(&[define("#define map(x) x\nint next"), ("#define map(x) x\n", "#undef map\n")]);
    check(&[("#define FROM 0", "#define FROM 1"), ("#define FROM 1", "#define FROM (0)")]);
    check(&[("#define FROM 0\n", ""), ("int next", "enum { FROM };\nint next")]);
    check(&[("/* between */", "#define SIZE2 2\n#define SIZE SIZE2"), ("#define SIZE SIZE2", "")]);
    check(&[("/* between */", "#if FROM"), ("void h(", "#endif\nvoid h("), ("#if FROM", "#if !FROM")]);
    check(&[
        ("    a[i] +=", "#ifdef FROM\n    a[i] +="),
        ("SIZE;\n", "SIZE;\n#endif\n"),
        ("#define FROM 0", "#define FROM +0"),
    ]);
    check(&[
        (
            "#pragma acc parallel loop vector_length(next())",
            "_Pragma(\"acc parallel loop vector_length(next())\")",
        ),
        ("_Pragma(\"acc parallel loop vector_length(next())\")", "KERNELS"),
        (
            "double total",
            "#define KERNELS _Pragma(\"acc parallel loop vector_length(next())\")\ndouble total",
        ),
    ]);
}

#[test]
fn what_others_say_matters() {
    check(&[
        ("double total", "#pragma acc declare create(total)\ndouble total"),
        ("declare create(total)", "declare copyin(total)"),
    ]);
    check(&[
        ("total += b[i]", "total += s(b[i])"),
        ("double total", "double s(double x) { return x; }\ndouble total"),
        ("return x;", "return x + total;"),
        ("double s(", "#pragma acc routine seq\ndouble s("),
    ]);
    check(&[("#pragma acc wait\n", "#pragma acc wwait\n"), ("#pragma acc wwait\n", "#pragma acc wait(2)\n")]);
    check(&[
        ("void f(double *a", "void f(float *a"),
        ("int n) {\n#pragma acc parallel", "long n) {\n#pragma acc parallel"),
    ]);
    check(&[("#include \"sizes.h\"", "#include \"sizes.h\"\n#include \"main.c\"")]);
    check(&[
        ("reduction(+:total)", "reduction(+:total) copy(total) private(n)"),
        ("void h(", "void h(int, "),
    ]);
}
