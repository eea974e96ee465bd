//! The canonical form of printed trees.

use crate::support::parse_and_print;

/// Checks texts that are in canonical form.
fn canonical(texts: &[&str]) {
    for text in texts {
        assert_eq!(parse_and_print(text).trim_end(), *text);
    }
}

/// Checks texts against their canonical form.
fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(parse_and_print(text).trim_end(), *expected);
    }
}

#[test]
fn declarators() {
    canonical(&[
        "int *p, a[3], *b[2][N], (*c)[4], f(void), *(*g)(int), ((d));",
        "int *const *volatile p;",
        "char *(*(*x[3])(void))[5];",
        "void (*signal(int, void (*)(int)))(int);",
        "int f(int a[static const 3], int[*], int (*)(), char *restrict, ...);",
        "int old();",
        "extern int printf(const char *restrict, ...) __asm__(\"my\" \"printf\") __attribute__((format(printf, 1, 2)));",
        "static inline _Noreturn void stop(void);",
        "register int r __asm__(\"rax\");",
        "const char *const names[] = {\"a\", [2] = \"b\"};",
        "struct s v = {.a = 1, .b[2].c = {3, 4}, [5 ... 6] = 7, x: 8, [9] 10};",
        "typedef int T;\nvoid f(int T, int (T)(void));\nT g(T);\nT h(T (*)(T), T);",
        "typedef struct s *p, q;",
        "x;",
        "f();",
        "static x = 1, *y;",
        "int (__attribute__((cdecl)) *f)(int);",
        "int *__attribute__((aligned(8))) p, *const __attribute__((aligned(8))) q;",
    ]);
}

#[test]
fn types() {
    canonical(&[
        "_Static_assert(sizeof(int) == 4, \"int\");",
        "_Static_assert(1);",
        "_Alignas(16) _Alignas(double) _Atomic int a;\n_Atomic(int *) b;",
        "__int128 a;\nunsigned __int128 b;\n_Float128 c;\n__float128 d;\n__float80 e;\n_Float64x f;\n_Decimal64 g;",
        "_Complex double a;\n_Complex unsigned short b;\n_Complex float c;",
        "__typeof__(int *) a;\n__typeof__(a + 1) b;\n__auto_type c = 1;",
        "__builtin_va_list ap;",
        "typedef int v4 __attribute__((vector_size(16)));",
        "const __seg_fs int *p;",
        "_Thread_local int t;\nextern _Thread_local int u;",
        "int a[sizeof(struct {\n    int b;\n})];",
        "__extension__ typedef unsigned long long u;",
        "[[nodiscard]] [[gnu::aligned(4)]] static int x;",
    ]);
    check(&[
        ("long unsigned int long a;", "unsigned long long a;"),
        ("int short signed b;", "short b;"),
        ("signed char c; char signed d;", "signed char c;\nsigned char d;"),
        ("int const volatile static e;", "static const volatile int e;"),
        ("_Complex f; __complex__ double g;", "_Complex double f;\n_Complex double g;"),
        (
            "__inline int h(); __thread int i; __volatile__ int j;",
            "inline int h();\n_Thread_local int i;\nvolatile int j;",
        ),
        (
            "int __attribute__((a, __b__(1, \"c\"), const)) k;",
            "__attribute__((a)) __attribute__((__b__(1, \"c\"))) __attribute__((const)) int k;",
        ),
        (
            "typeof(int) l; asm(\"nop\"); asm volatile(\"nop\");",
            "__typeof__(int) l;\n__asm__ (\"nop\");\n__asm__ volatile (\"nop\");",
        ),
        ("int m, __attribute__((x)) n;", "int m, n __attribute__((x));"),
    ]);
}

#[test]
fn structures_and_enumerations() {
    canonical(&[
        "struct s;",
        "struct s {\n};",
        "struct s {\n    int a : 3, : 0, b;\n    union {\n        int c;\n        float d[];\n    };\n    struct t *next;\n    \
         _Static_assert(1, \"x\");\n    ;\n} x, *y;",
        "enum e {\n    A,\n    B = 2,\n    C __attribute__((deprecated)) = A + B\n} v;",
        "enum e x;",
        "struct {\n    int (*f)(struct {\n        int a;\n    } *);\n} x;",
        "typedef int T;\nstruct s {\n    T : 3;\n    T T, U;\n};",
    ]);
    check(&[
        (
            "struct s { int a; } __attribute__((packed)) v;",
            "struct __attribute__((packed)) s {\n    int a;\n} v;",
        ),
        (
            "struct __attribute__((packed)) s { int a } v;",
            "struct __attribute__((packed)) s {\n    int a;\n} v;",
        ),
        ("enum { A, B, } a;", "enum {\n    A,\n    B\n} a;"),
    ]);
}

#[test]
fn statements() {
    canonical(&[
        "void f(void) {\n}",
        "void f(int a) {\n    if (a)\n        a = 1;\n    else if (b)\n        a = 2;\n    else\n        a = 3;\n}",
        "void f(int a) {\n    if (a) {\n        a = 1;\n    } else if (b) {\n        a = 2;\n    } else {\n        a = 3;\n    }\n}",
        "void f(int a) {\n    while (a)\n        ;\n    while (a) {\n    }\n    do\n        a++;\n    while (a);\n    do {\n    } while (a);\n}",
        "void f(int a) {\n    for (;;)\n        break;\n    for (int i = 0; i < a; i++) {\n        continue;\n    }\n    for (a = 0; a;)\n        ;\n}",
        "int f(int a) {\n    switch (a) {\n    case 1:\n    case 2 ... 3:\n        a = 1;\n        break;\n    default:\n        return 2;\n    }\n}",
        "void f(void) {\n    __label__ x, y;\nx:\n    goto y;\n    goto *p;\n    {\n    y:\n        ;\n    }\n}",
        "void f(void) {\n    goto end;\nend:\n}",
        "void f(int a) {\n    switch (a) {\n    case 1:\n        int b = 1;\n    }\n}",
        "void f(int a) {\n    int g(int b) {\n        return a + b;\n    }\n    g(1);\n}",
        "void f(int a) {\n    __attribute__((fallthrough));\n    [[fallthrough]];\nl: __attribute__((unused))\n    ;\n}",
        "void f(void) {\n    int a = ({\n        int b = 1;\n        b;\n    });\n}",
        "int f(a, b)\nint a;\nchar *b, **c;\n{\n    return a;\n}",
        "void f(void) {\n    __asm__ goto (\"\" : : \"r\" (a), [b] \"m\" (*b) : \"memory\", \"cc\" : l, m);\n    __asm__ (\"\" :);\nl:\n}",
        "void f(void) {\n    _Static_assert(1, \"a\");\n    int T;\n    T * x;\n    {\n        typedef int T;\n        T *x;\n    }\n    T * x;\n}",
    ]);
    check(&[
        ("void f() { asm(\"\"::\"r\"(a)); }", "void f() {\n    __asm__ (\"\" : : \"r\" (a));\n}"),
        ("void f() { if (a) { } else ; }", "void f() {\n    if (a) {\n    } else\n        ;\n}"),
        (
            "void f() { if (a) if (b) ; else ; }",
            "void f() {\n    if (a)\n        if (b)\n            ;\n        else\n            ;\n}",
        ),
    ]);
}

#[test]
fn expressions() {
    canonical(&[
        "int x = sizeof (i) + sizeof i + sizeof(int) + _Alignof(int) + __alignof__ x;",
        "int *p = (int[2]){0, 1};",
        "int x = _Generic(v, int: 0, default: 1);",
        "int x = a ? b : c ?: d;",
        "int x = (a , b);",
        "int x = - -a + + +b - -1 & c == &&d;",
        "int x = __builtin_offsetof(struct s, a.b[1]) + __builtin_va_arg(ap, int *);",
        "typedef int T;\nint x = (T)a + (int)-b;",
        "char *s = \"a\" L\"b\" u8\"c\";",
        "int x = f(a, (b , c), d = e)(g)->h.i[j]++;",
    ]);
    check(&[
        ("int x=a+b*c;", "int x = a + b * c;"),
        ("int x=a?b:c;", "int x = a ? b : c;"),
        ("int x=__extension__(a);", "int x = __extension__ (a);"),
        ("int x=f (a,b) [c];", "int x = f(a, b)[c];"),
    ]);
}

#[test]
fn directives_have_their_statement_one_level_deeper() {
    canonical(&[
        "void f(int n) {\n    #pragma acc parallel loop reduction(+: s) copy(a[0:n],b) private(i)\n        for (;;) {\n            \
         #pragma acc loop gang worker(8)\n                for (;;)\n                    ;\n        }\n    #pragma acc wait(1)\n}",
        "#pragma acc routine seq\nint f(int);\n#pragma omp threadprivate(x,y)",
        "void f(int n) {\n    if (n)\n        #pragma omp target teams num_teams(2) map(tofrom: a) firstprivate(n)\n            {\n            }\n    \
         else\n        #pragma omp taskwait\n}",
    ]);
}

#[test]
fn bytes_of_literals_stay() {
    let source = b"char *s = \"\xfc\xff\x80 \xc3\xa4\";\n";
    let tokens = crate::support::tokens(source);
    let mut scope = clacc_syntax::parse::FileScope::default();
    let parsed = clacc_syntax::parse::parse_unit(
        crate::support::whole(&tokens),
        &mut scope,
        clacc_syntax::parse::ParseLimits::default(),
        clacc_syntax::parse::Bodies::Parse,
    );
    assert_eq!(clacc_syntax::print::print_unit(&[&parsed.tree]), source);
}
