//! Types and functions that a function declares for itself, in regions: what stands in front of the function, and what is left in it.

mod programs;

use programs::{Program, check, check_refused};

/// Checks what code for a function body holds, and that it does not hold some other texts.
fn check_body(body: &str, expected: &[&str], absent: &[&str]) {
    check(body, expected);
    let (generated, _) =
        Program::new(&format!("void g(int);\nvoid f(double *a, int n, int m) {{\n{body}\n}}\n")).generated();
    let (front, _) = generated.split_once("void f ( double").expect("the function is there");
    for part in expected.iter().take(1) {
        assert!(front.contains(part), "no `{part}` in front of the function in\n{generated}");
    }
    for part in absent {
        assert!(!generated.contains(part), "`{part}` in\n{generated}");
    }
}

#[test]
fn definitions_move_in_front_of_the_function() {
    for (body, expected, absent) in [
        (
            "struct t { int x; } v;\n#pragma omp parallel\nv.x = 1;",
            &["struct t { int x ; } ;", "struct t v ;", "struct t (*v);"][..],
            &["} v ;"][..],
        ),
        (
            "struct t { int x; };\nstruct t v;\n#pragma omp parallel firstprivate(v)\nv.x = 1;",
            &["struct t { int x ; } ;", "m ) { struct t v ;"],
            &[],
        ),
        (
            "struct { int x; } v;\n#pragma omp parallel\nv.x = 1;",
            &["struct clacc_t1_f { int x ; } ;", "struct clacc_t1_f v ;", "struct clacc_t1_f (*v);"],
            &[],
        ),
        (
            "typedef struct { int x; } t, *p;\nt v;\n#pragma omp parallel\n{ p w = &v; w->x = 1; }",
            &["struct clacc_t1_f { int x ; } ; typedef struct clacc_t1_f t , * p ;", "m ) { t v ;"],
            &[],
        ),
        (
            "typedef short s;\nstruct t { s x; } v;\n#pragma omp parallel\nv.x = 1;",
            &["typedef short s ; struct t { s x ; } ;"],
            &[],
        ),
        (
            "union u { int i; float f; } v;\n#pragma omp task\ng(v.i);",
            &["union u { int i ; float f ; } ;", "union u v ;"],
            &[],
        ),
        (
            "struct __attribute__((packed)) t { char c; int x; } __attribute__((aligned(4))) v;\n#pragma omp parallel\nv.x = 1;",
            &[
                "struct __attribute__ ( ( packed ) ) t { char c ; int x ; } __attribute__ ( ( aligned ( 4 ) ) ) ;",
                "struct t v ;",
            ],
            &[],
        ),
        (
            "int k = sizeof(struct t { int x; });\n#pragma omp parallel\n{ struct t v = { k }; g(v.x); }",
            &["struct t { int x ; } ;", "int k = sizeof ( struct t ) ;"],
            &[],
        ),
        // What is defined in another definition moves with it.
        (
            "struct t { struct s { int x; } y; } v;\n#pragma omp parallel\n{ struct s w = v.y; g(w.x); }",
            &["struct t { struct s { int x ; } y ; } ;", "struct t v ;"],
            &[],
        ),
        // A structure that is named before it is defined, and one that never is.
        (
            "struct s; struct t { struct s *p; } v; struct s { int x; };\n#pragma omp parallel\ng(v.p->x);",
            &["struct s; struct t { struct s * p ; } ; struct s { int x ; } ;", "m ) { struct t v ;"],
            &[],
        ),
        ("struct s *v = 0;\n#pragma omp parallel\ng(v == 0);", &["struct s;", "struct s * v = 0 ;"], &[]),
        (
            "typedef __typeof__(int[3]) t;\n#pragma omp parallel\n{ t v; v[0] = n; g(v[0]); }",
            &["typedef __typeof__ ( int [ 3 ] ) t ;"],
            &[],
        ),
    ] {
        check_body(body, expected, absent);
    }
}

#[test]
fn names_that_the_unit_says_elsewhere_are_not_taken() {
    // Another type of the function, or a variable, has the name.
    check_body(
        "struct t { int x; } v; { struct t { int y; } w; v.x = 0;\n#pragma omp parallel\n{ struct t u = w; g(u.y); } }",
        &[
            "struct clacc_t1_f_t { int y ; } ;",
            "struct clacc_t1_f_t w ;",
            "struct clacc_t1_f_t u = ",
            "struct t { int x ; } v ;",
        ],
        &[],
    );
    check_body(
        "{ int t = 1; g(t); } typedef struct t { int t; } t; t v = { .t = n };\n#pragma omp parallel\n{ t w = { v.t }; struct t u = { .t = 1 }; g(w.t + u.t); }",
        &[
            "struct t { int t ; } ; typedef struct t clacc_t1_f_t ;",
            "clacc_t1_f_t v = { . t = n } ;",
            "clacc_t1_f_t w = {",
            "struct t u = { . t = 1 } ;",
        ],
        &[],
    );
    // Another function says it.
    let text = "void f(int n) { struct t { int x; } v = { n };\n#pragma omp parallel\nv.x++;\n}\n\
                void h(int n) { struct t { char c; } v = { 1 };\n#pragma omp parallel\nv.c = n;\n}\n";
    let (generated, codes) = Program::new(text).generated();
    assert!(codes.is_empty(), "{codes:?}");
    for part in ["struct clacc_t1_f_t { int x ; } ;", "struct clacc_t1_h_t { char c ; } ;"] {
        assert!(generated.contains(part), "no `{part}` in\n{generated}");
    }
    // A structure that is none of this function, under the same tag.
    let text = "struct t { int y; };\nvoid f(struct t *p) { { struct t { int x; } v = { 1 };\n#pragma omp parallel\nv.x++;\n}\n\
                #pragma omp parallel\np->y = sizeof(struct t); }\n";
    let (generated, codes) = Program::new(text).generated();
    assert!(codes.is_empty(), "{codes:?}");
    for part in ["struct clacc_t1_f_t { int x ; } ;", "sizeof ( struct t )", "struct t *p;"] {
        assert!(generated.contains(part), "no `{part}` in\n{generated}");
    }
}

#[test]
fn enumerations_move_where_their_types_are_needed() {
    check_body(
        "enum c { RED, BLUE = 4 } v = BLUE;\n#pragma omp parallel\n{ enum c w = v; g(w == RED); }",
        &["enum c { RED , BLUE = 4 } ;", "enum c v = BLUE ;", "g ( w == RED )"],
        &[],
    );
    check_body(
        "{ int RED = 1; g(RED); } enum c { RED, BLUE } v = RED;\n#pragma omp parallel\ng(v == RED || v == BLUE);",
        &[
            "enum c { clacc_t1_f_RED , BLUE } ;",
            "enum c v = clacc_t1_f_RED ;",
            "== clacc_t1_f_RED ||",
            "== BLUE",
        ],
        &[],
    );
    check_body(
        "enum { WIDE = 1L << 40 };\n#pragma omp parallel\ng(WIDE > n);",
        &["enum clacc_t1_f { WIDE = 1L << 40 } ;", "g ( WIDE >"],
        &[],
    );
    // Values are enough of those that are `int`.
    check(
        "enum { N = 3, M = sizeof(n) };\nstruct t { int x[N]; } v;\n#pragma omp parallel\nv.x[N - 1] = M;",
        &["struct t { int x [ 3 ] ; } ;", "x [ 3 - 1 ] = 4 ;"],
    );
}

#[test]
fn types_of_regions_stay_there() {
    check(
        "#pragma omp parallel\n{ struct t { int x; } v = { n }; g(v.x); }",
        &["{ struct t { int x ; } v = {"],
    );
    check_body(
        "#pragma omp parallel\n{ struct t { int x; } v = { n };\n#pragma omp task\ng(v.x); }",
        &["struct t { int x ; } ;", "{ struct t v = {"],
        &[],
    );
    let unmoved = "struct t { int x; } v = { n };\n#pragma omp parallel\ng(n);\ng(v.x);";
    check(unmoved, &["struct t { int x ; } v = { n } ;"]);
    check(
        "struct t { int x; } v = { n };\n#pragma omp simd\nfor (int i = 0; i < n; ++i) a[i] = v.x;",
        &["struct t { int x ; } v = { n } ;"],
    );
}

#[test]
fn what_depends_on_the_function_stays() {
    for body in [
        "struct t { char x[sizeof n]; } v;\n#pragma omp parallel\nv.x[0] = 1;",
        "struct t { double x[n]; } *v = 0;\n#pragma omp parallel\ng(v == 0);",
        "typedef double row[n]; typedef struct { row *p; } t;\n#pragma omp parallel\n{ t v; v.p = 0; g(v.p == 0); }",
        "#pragma scalar_storage_order big-endian\nstruct t { char c; int x; } v;\n#pragma omp parallel\nv.x = 1;",
        "typedef __typeof__(a[0]) t __attribute__((may_alias));\n#pragma omp parallel\n{ t v = 1; g(v > 0); }",
        "struct t { char x[sizeof(n)]; }; typedef struct t u;\n#pragma omp parallel\n{ u v; g(sizeof v); }",
        "int h(int x) { return x + n; }\n#pragma omp parallel\ng(h(m));",
    ] {
        check_refused(body, "GEN0003");
    }
}

#[test]
fn typedef_names_that_need_variables_are_spelled_or_come_along() {
    check_body(
        "typedef __typeof__(a[0]) t, *p;\n#pragma omp parallel\n{ t v = 1; p w = &v; g(*w > 0); }",
        &["typedef double t; typedef double *p; ", "{ t v = 1 ;"],
        &[],
    );
    check_body(
        "struct t { int x; } v; typedef __typeof__(v) u;\n#pragma omp parallel\n{ u w = v; g(w.x); }",
        &["struct t { int x ; } ; typedef struct t u; ", "u w = "],
        &[],
    );
    check(
        "typedef double row[n]; typedef row *rows; rows r = 0;\n#pragma omp parallel\n{ row s; s[0] = 1; rows t = r;\n#pragma omp task\ng(sizeof(row) > 0 && t == 0); }",
        &[
            "clacc_a.clacc_of_row_0 = sizeof (*(row *)0) / sizeof (*(row *)0)[0];",
            "const unsigned long clacc_of_row_0 = clacc_v->clacc_of_row_0;",
            "typedef double row[clacc_of_row_0];",
            "typedef double (*rows)[clacc_of_rows_0];",
            "m ) { typedef double row [ n ] ;",
        ],
    );
}

#[test]
fn alignments_of_members_are_those_of_the_place_of_the_definition() {
    check_body(
        "#pragma pack(push, 1)\nstruct t { char c; int x; } v;\n#pragma pack(pop)\nstruct u { char c; int x; };\n#pragma omp parallel\n{ struct u w = { v.c, v.x }; g(w.x); }",
        &[
            "pack(push, 1) struct t { char c ; int x ; } ; pack(pop) struct u { char c ; int x ; } ; ",
            "struct t v ;",
        ],
        &[],
    );
    check_body(
        "struct u { char c; int x; } v;\n#pragma pack(2)\nstruct t { char c; int x; };\n#pragma pack()\n#pragma omp parallel\n{ struct t w = { v.c, v.x }; g(w.x); }",
        &[
            "struct u { char c ; int x ; } ; <pack(push)> pack(2) struct t { char c ; int x ; } ; pack() <pack(pop)>",
        ],
        &[],
    );
}

#[test]
fn types_without_a_name_are_those_of_variables_of_the_unit() {
    let text =
        "static struct { int x; } v;\nvoid f(void) {\n#pragma omp parallel firstprivate(v)\nv.x++;\n}\n";
    let (generated, codes) = Program::new(text).generated();
    assert!(codes.is_empty(), "{codes:?}");
    for part in ["__typeof__(v) clacc_f2 = v;", "__typeof__(v) v = clacc_f2;"] {
        assert!(generated.contains(part), "no `{part}` in\n{generated}");
    }
}

#[test]
fn lists_of_arguments_are_shared() {
    check(
        "__builtin_va_list v;\n#pragma omp parallel\ng(__builtin_va_arg(v, int));",
        &[
            "__builtin_va_list *v;",
            "__builtin_va_list *clacc__v = clacc_v->v;",
            "__builtin_va_arg ( (*clacc__v) , int )",
        ],
    );
    check_refused(
        "__builtin_va_list v;\n#pragma omp parallel firstprivate(v)\ng(__builtin_va_arg(v, int));",
        "GEN0003",
    );
    let text =
        "void f(__builtin_va_list v, int n) {\n#pragma omp parallel\nn = __builtin_va_arg(v, int);\n}\n";
    let (generated, codes) = Program::new(text).generated();
    assert!(codes.is_empty(), "{codes:?}");
    assert!(
        generated.contains("__typeof__(1 ? *(__builtin_va_list *)0 : *(__builtin_va_list *)0) *v;"),
        "{generated}"
    );
}

#[test]
fn functions_of_blocks_are_declared_in_front_too() {
    check_body(
        "double late(double), other;\n#pragma omp parallel private(other)\n{ other = late(1); g(other > 0); }",
        &["double late ( double ) ;", "double late ( double ) , other ;"],
        &[],
    );
    check_body(
        "extern int h() __attribute__((pure));\n#pragma omp parallel\n{\n#pragma omp task\ng(h(1)); }",
        &["extern int h ( ) __attribute__ ( ( pure ) ) ;"],
        &[],
    );
    check_body(
        "struct t { int x; };\nstruct t h(struct t *, int);\n#pragma omp parallel\ng(h(0, 1).x);",
        &["struct t { int x ; } ;", "struct t h ( struct t * , int ) ;"],
        &[],
    );
    check_body("int h(int [m]);\n#pragma omp parallel\ng(h(0));", &["int h(int *);"], &[]);
    check("#pragma omp parallel\n{ int h(int); g(h(1)); }", &["{ int h ( int ) ; g ( h ( 1 ) ) ; }"]);
}

#[test]
fn reductions_of_types_of_the_function() {
    check_body(
        "struct t { int x; } v = { 0 };\n#pragma omp declare reduction(join: struct t: omp_out.x += omp_in.x) initializer(omp_priv = { 0 })\n#pragma omp parallel for reduction(join: v)\nfor (int i = 0; i < n; ++i) v.x += i;",
        &["struct t { int x ; } ;", "struct t *clacc_out"],
        &[],
    );
    check_body(
        "static struct t { int x; } v;\n#pragma omp threadprivate(v)\nstruct t w;\n#pragma omp parallel\n{ v.x = 1; w = v; }",
        &["struct t { int x ; } ;", "static __thread struct t clacc_threadprivate_f_v"],
        &[],
    );
}
