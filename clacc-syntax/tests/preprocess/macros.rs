//! Definition and expansion of macros.

use super::{check, check_with, options};
use clacc_syntax::preprocess::{Define, Edition, Options};

#[test]
fn object_like_macros() {
    check(&[
        ("#define N 10\nint a[N];", "int a [ 10 ] ;"),
        ("#define EMPTY\nint EMPTY a EMPTY;", "int a ;"),
        ("#define A B\n#define B C\nA B C", "C C C"),
        ("#define A B\n#define B A\nA B", "A B"),
        ("#define foo (4 + foo)\nfoo", "( 4 + foo )"),
        ("#define L (x)\n#define F L\nF(1)", "( x ) ( 1 )"),
        ("#define N 1\n#undef N\nN", "N"),
        ("#undef NEVER\nNEVER", "NEVER"),
        ("#define if while\nif", "while"),
        ("#define A 1 \\\n + 2\nA", "1 + 2"),
        ("#def\\\nine SPLIT 1\nSP\\\nLIT", "1"),
    ]);
}

#[test]
fn function_like_macros() {
    check(&[
        ("#define SQ(x) ((x) * (x))\nSQ(a + 1)", "( ( a + 1 ) * ( a + 1 ) )"),
        ("#define F(x) [x]\nF F(1) F (2) F\n(3)", "F [ 1 ] [ 2 ] [ 3 ]"),
        ("#define F(x) [x]\nF\n#define G\n(3)", "F ( 3 )"),
        ("#define F() zero\nF() F( ) F(\n)", "zero zero zero"),
        ("#define F(x) <x>\nF() F( )", "< > < >"),
        ("#define F(a, b) b a\nF((1, 2), 3) F({1, 2)", "3 ( 1 , 2 ) 2 { 1"),
        ("#define F(a,b) a-b\nF(F(1,2),F(3,4))", "1 - 2 - 3 - 4"),
        ("#define F(x) x\nF(F)(F)(1)", "F ( F ) ( 1 )"),
        ("#define ID(x) x\nID(ID)(1)", "ID ( 1 )"),
        ("#define F(x) x G\n#define G(x) y\nF(1)(2)", "1 y"),
    ]);
}

#[test]
fn rescanning_leaves_a_macro_where_compilers_do() {
    check(&[
        ("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2 * 9 * g"),
        ("#define f(a) a + f(a)\nf(x)", "x + f ( x )"),
        ("#define g f\n#define f(a) f(x * (a))\ng(1)", "f ( x * ( 1 ) )"),
        ("#define NIL(x) x\n#define G0(x) NIL(x)(NIL)\nG0(NIL)(42)", "NIL ( NIL ) ( 42 )"),
        ("#define A A B\n#define B A\nA", "A A"),
        ("#define E()\n#define D(x) x E()\n#define X() 1\nD(X)() D(X) ()", "X ( ) X ( )"),
        ("#define EAT(x)\n#define T() EAT\nT()(a) b T() (c) d", "b d"),
    ]);
}

#[test]
fn the_examples_of_the_standard_in_spirit() {
    let definitions = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n\
                       #define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n\
                       #define r(x,y) x ## y\n#define str(x) # x\n";
    let case = |text: &str| format!("{definitions}{text}");
    check(&[
        (
            &case("f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);"),
            "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ;",
        ),
        (
            &case("g(x+(3,4)-w) | h 5) & m\n(f)^m(m);"),
            "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ;",
        ),
        (&case("p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };"), "int i [ ] = { 1 , 23 , 4 , 5 , } ;"),
        (&case("char c[2][6] = { str(hello), str() };"), "char c [ 2 ] [ 6 ] = { \"hello\" , \"\" } ;"),
    ]);
}

#[test]
fn stringizing() {
    check(&[
        (
            "#define S(x) #x\nS(a  +   b) S( lead ) S(\"q\\n\") S('\"') S(a\n b)",
            r#""a + b" "lead" "\"q\\n\"" "'\"'" "a b""#,
        ),
        (
            "#define S(x) #x\nS(a/* c */b) S(/**/a) S(1,)",
            "\"a b\" \"a\" S\nPP0025 2:23 macro `S` takes 1 arguments, 2 given",
        ),
        ("#define S(...) #__VA_ARGS__\nS(a,b , c) S() S(L\"x\" u8'y')", r#""a,b , c" "" "L\"x\" u8'y'""#),
        ("#define S(x) #x\n#define X(x) S(x)\n#define N 5\nS(N) X(N)", r#""N" "5""#),
        ("#define S(x) #x\n#define T(x) S(x)\n#define E\nT(a E b) T(a E-b) T(E a)", r#""a b" "a -b" "a""#),
        ("#define S(x) #x\nS(<: %: a\\\nb)", r#""<: %: ab""#),
        ("#define HASH #\nHASH define", "# define"),
        (
            "#define S(x) #x\nS(@ \\)",
            "\"@ \"\nPP0028 2:1 the argument of `#` ends with a backslash, which is left out",
        ),
    ]);
}

#[test]
fn pasting() {
    check(&[
        (
            "#define CAT(a, b) a##b\nCAT(x, 1) CAT(1, e) CAT(+, +) CAT(<, <=) CAT(L, \"s\") CAT(, y) CAT(z,) CAT(,)",
            "x1 1e ++ <<= L\"s\" y z",
        ),
        (
            "#define CAT(a, b) a ## b\n#define AB ok\nCAT(A, B) CAT(CAT(A, B), C)",
            "ok CAT ( A , B ) C\nPP0027 3:11 pasting `)` and `C` does not give a valid preprocessing token",
        ),
        ("#define C3(a, b, c) a##b##c\nC3(1, ., 5) C3(a,,b) C3(,,c) C3(x y, z, w v)", "1.5 ab c x yzw v"),
        ("#define X(n) v##n##_t n\n#define N 7\nX(N)", "vN_t 7"),
        ("#define O a##b\nO", "ab"),
        (
            "#define CAT(a, b) a##b\nCAT(+, x)",
            "+ x\nPP0027 2:1 pasting `+` and `x` does not give a valid preprocessing token",
        ),
        (
            "#define CAT(a, b) a##b\nCAT(/, /)",
            "/ /\nPP0027 2:1 pasting `/` and `/` does not give a valid preprocessing token",
        ),
        (
            "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n#define join(c, d) in_between(c hash_hash d)\njoin(x, y)",
            "\"x ## y\"",
        ),
        ("#define f(x) x ## x\nf(f)(1)", "ff ( 1 )"),
        ("#define x x ## 1\nx", "x1"),
        ("#define foo f ## oo\nfoo", "foo"),
    ]);
}

#[test]
fn variadic_macros() {
    check(&[
        ("#define E(...) f(__VA_ARGS__)\nE() E(1) E(1, 2)", "f ( ) f ( 1 ) f ( 1 , 2 )"),
        ("#define E(f, ...) p(f, ##__VA_ARGS__)\nE(a) E(a,) E(a, b, c)", "p ( a ) p ( a , ) p ( a , b , c )"),
        ("#define E(a...) p(x, ##a)\nE() E(1) E(1, 2)", "p ( x ) p ( x , 1 ) p ( x , 1 , 2 )"),
        ("#define E(f, a...) p(f, a)\nE(1, 2, 3) E(1)", "p ( 1 , 2 , 3 ) p ( 1 , )"),
        ("#define N 4\n#define E(f, ...) p(f, ##__VA_ARGS__)\nE(a, N)", "p ( a , 4 )"),
        (
            "#define F(a, ...) f(a __VA_OPT__(,) __VA_ARGS__)\nF(1) F(1,) F(1, 2, 3)",
            "f ( 1 ) f ( 1 ) f ( 1 , 2 , 3 )",
        ),
        ("#define E\n#define F(...) [__VA_OPT__(x)]\nF(E) F(E 1)", "[ ] [ x ]"),
        ("#define F(a, ...) a ## __VA_OPT__(b c) ## d\nF(x) F(x, 1)", "xd xb cd"),
        ("#define F(a, ...) #__VA_OPT__(a  __VA_ARGS__) end\nF(x) F(x, 1 , 2)", "\"\" end \"x 1 , 2\" end"),
        ("#define F(...) __VA_OPT__(a ## __VA_ARGS__) z\nF() F(1)", "z a1 z"),
    ]);
    let strict = Options { gnu: false, ..options() };
    check_with(&strict, &[("#define E(...) p(x, ##__VA_ARGS__)\nE() E(1)", "p ( x , ) p ( x , 1 )")]);
}

#[test]
fn wrong_definitions() {
    check(&[
        ("#define\nx", "x\nPP0015 1:1 no macro name given in #define"),
        ("#define 3 x", "PP0015 1:9 the macro name in #define must be an identifier"),
        ("#define defined 1", "PP0016 1:9 `defined` cannot be used as a macro name"),
        ("#define F(a, a) a", "PP0017 1:14 macro parameter `a` is declared twice"),
        ("#define F(a", "PP0017 1:1 expected `,` or `)` in the parameter list of a macro"),
        ("#define F(a,", "PP0017 1:1 the parameter list of a macro is not terminated"),
        ("#define F(..., a) a", "PP0017 1:14 expected `,` or `)` in the parameter list of a macro"),
        ("#define F(__VA_ARGS__) a", "PP0017 1:11 expected a parameter name"),
        ("#define F(x) #y", "PP0019 1:15 `#` in the replacement list is not followed by a macro parameter"),
        ("#define F(x) x #", "PP0019 1:1 `#` in the replacement list is not followed by a macro parameter"),
        ("#define F(x) ## x", "PP0020 1:14 `##` cannot start a replacement list"),
        ("#define A x ##", "PP0020 1:1 `##` cannot end a replacement list"),
        (
            "#define PLUS+\nPLUS",
            "+\nPP0018 1:13 white space must stand between the name of a macro and its replacement",
        ),
        ("#define F(...) __VA_OPT__ x", "PP0021 1:27 `__VA_OPT__` must be followed by `(`"),
        ("#define F(...) __VA_OPT__(x", "PP0021 1:1 `__VA_OPT__` is not terminated"),
        ("#define F(...) __VA_OPT__(__VA_OPT__(x))", "PP0021 1:27 `__VA_OPT__` cannot be nested"),
        (
            "int __VA_ARGS__;",
            "int __VA_ARGS__ ;\nPP0022 1:5 `__VA_ARGS__` may stand in the replacement list of a variadic macro only",
        ),
    ]);
}

#[test]
fn redefinitions() {
    check(&[
        ("#define N 1\n#define N 1\n#define F(a) a + 1\n#define F(a)  a  +  1", ""),
        ("#define N 1\n#define N 2\nN", "2\nPP0023 2:9 `N` is redefined differently"),
        ("#define F(a) a+1\n#define F(a) a + 1", "PP0023 2:9 `F` is redefined differently"),
        ("#define F(a) a\n#define F(b) b", "PP0023 2:9 `F` is redefined differently"),
        ("#define F 1\n#define F() 1", "PP0023 2:9 `F` is redefined differently"),
        (
            "#define __LINE__ 7\n__LINE__",
            "7\nPP0024 1:9 `__LINE__` is a predefined macro and is redefined here",
        ),
        (
            "#undef __FILE__\n__FILE__",
            "__FILE__\nPP0024 1:8 `__FILE__` is a predefined macro and is undefined here",
        ),
    ]);
}

#[test]
fn wrong_invocations() {
    check(&[
        ("#define F(a, b) a b\nF(1) ;", "F ;\nPP0025 2:1 macro `F` takes 2 arguments, only 1 given"),
        ("#define F(a) a\nF(1, 2) ;", "F ;\nPP0025 2:1 macro `F` takes 1 arguments, 2 given"),
        ("#define F() a\nF(1) ;", "F ;\nPP0025 2:1 macro `F` takes 0 arguments, 1 given"),
        (
            "#define F(a, b, ...) a\nF(1) ;",
            "F ;\nPP0025 2:1 macro `F` takes at least 2 arguments, only 1 given",
        ),
        (
            "#define F(x) [x]\nint a = F(1;\nint b = F(2);",
            "int a = F ( 1 ; int b = [ 2 ] ;\nPP0026 2:9 the argument list of macro `F` is not terminated",
        ),
        (
            "#define F(x) [x]\n#define G F(\nG 1; F(2);",
            "F ( 1 ; [ 2 ] ;\nPP0026 2:11 the argument list of macro `F` is not terminated",
        ),
        (
            "#define F(x) [x]\nF(1\n#define N 3\nN",
            "F ( 1 N\nPP0026 2:1 the argument list of macro `F` is not terminated",
        ),
    ]);
}

#[test]
fn directives_among_arguments_are_followed() {
    check(&[
        ("#define F(x) [x]\nF(1\n#if 0\n2\n#else\n3\n#endif\n)", "[ 1 3 ]"),
        ("#define F(x) [x]\nF(\n#undef F\nF(1))", "[ F ( 1 ) ]"),
        ("#define F(x) [x]\nF(1\n#pragma omp barrier\n2)", "[omp barrier ]\n[ 1 2 ]"),
        ("#define F(x) [x]\nF(1\n#include \"two.h\"\n)\n//- two.h\n2", "[ 1 2 ]"),
    ]);
}

#[test]
fn computed_macros() {
    check(&[
        ("__LINE__\n\n__LINE__ __FILE__ __BASE_FILE__ __INCLUDE_LEVEL__", "1 3 \"main.c\" \"main.c\" 0"),
        (
            "#include \"inc/h.h\"\n//- inc/h.h\n__LINE__ __FILE__ __FILE_NAME__ __BASE_FILE__ __INCLUDE_LEVEL__",
            "1 \"inc/h.h\" \"h.h\" \"main.c\" 1",
        ),
        ("__COUNTER__ __COUNTER__\n#define C __COUNTER__\nC C", "0 1 2 3"),
        ("__DATE__ __TIME__ __TIMESTAMP__", "\"Jan  1 1970\" \"00:00:00\" \"Thu Jan  1 00:00:00 1970\""),
        ("#define L __LINE__\n#define g(x) x L\ng(\n1\n)\ng(L\nL)", "1 3 6 7 6"),
        ("#define g(x) x __LINE__ end\n1: g(\n g(\n __LINE__\n )\n)", "1 : 4 3 end 2 end"),
        ("#define g(x) x\n#define h g(__LINE__)\n\nh", "4"),
        ("__has_builtin(__builtin_expect) __has_attribute(nonnull)", "1 1"),
    ]);
}

#[test]
fn the_command_line_defines() {
    let mut options = options();
    options.defines = vec![
        Define::Define("A".into()),
        Define::Define("B=2 + 3".into()),
        Define::Define("F(x)=[x]".into()),
        Define::Define("GONE".into()),
        Define::Undefine("GONE".into()),
    ];
    options.openacc = true;
    check_with(&options, &[("A B F(1) GONE _OPENACC _OPENMP", "1 2 + 3 [ 1 ] GONE 202506 _OPENMP")]);
    options.openmp = true;
    options.openacc_version = 201_711;
    check_with(&options, &[("_OPENACC _OPENMP", "201711 202111")]);
    options.std = Edition::C89;
    check_with(&options, &[("__STDC__ __STDC_VERSION__", "1 __STDC_VERSION__")]);
    options.std = Edition::C11;
    check_with(&options, &[("__STDC_VERSION__", "201112L")]);
}
