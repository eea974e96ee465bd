//! `#include`: the search for headers, and how often they are read.

use super::{check, check_with, options};
use clacc_syntax::preprocess::Options;
use clacc_syntax::target::Target;

#[test]
fn headers_are_searched_in_order() {
    check(&[
        ("#include \"a.h\"\n//- a.h\nbeside\n//- inc/a.h\ngiven", "beside"),
        ("#include <a.h>\n//- a.h\nbeside\n//- inc/a.h\ngiven\n//- sys/a.h\nsystem", "given"),
        ("#include <a.h>\n//- sys/a.h\nsystem", "system"),
        ("#include \"d/a.h\"\n//- d/a.h\n#include \"b.h\"\n//- d/b.h\nnear\n//- b.h\nfar", "near"),
        ("#include \"inc/a.h\"\n//- inc/a.h\n#include \"../b.h\"\n//- inc/../b.h\nup", "up"),
        ("#define H <a.h>\n#include H\n//- inc/a.h\ngiven", "given"),
        ("#define Q(x) #x\n#include Q(a.h)\n//- a.h\nbeside", "beside"),
        ("#define DIR sys\n#include <a.h> /* c */ // d\nx\n//- inc/a.h\n", "x"),
        ("#include <a'b//c.h>\n//- inc/a'b//c.h\nodd", "odd"),
    ]);
    let quote = Options { include_quote: vec!["q".into()], include_after: vec!["late".into()], ..options() };
    check_with(
        &quote,
        &[("#include \"a.h\"\n#include <a.h>\n//- q/a.h\nquoted\n//- late/a.h\nlate", "quoted late")],
    );
}

#[test]
fn include_next_goes_on_behind() {
    check(&[
        (
            "#include <a.h>\n//- inc/a.h\none\n#include_next <a.h>\n//- sys/a.h\ntwo\n#include_next <a.h>",
            "one two\nPP0001 sys/a.h:2:1 header <a.h> is not found",
        ),
        (
            "#include_next <a.h>\n//- inc/a.h\none",
            "one\nPP0036 1:1 #include_next in the main file searches from the start",
        ),
        ("#include <a.h>\n//- inc/a.h\n#if __has_include_next(<a.h>)\nmore\n#endif\n//- sys/a.h\n", "more"),
    ]);
}

#[test]
fn headers_are_read_once_where_they_say_so() {
    check(&[
        ("#include \"a.h\"\n#include \"a.h\"\n//- a.h\n#pragma once\nx", "x"),
        ("#include \"a.h\"\n#include \"a.h\"\n//- a.h\n#ifndef A\n#define A\nx\n#endif", "x"),
        (
            "#include \"a.h\"\n#undef A\n#include \"a.h\"\n//- a.h\n#if !defined(A)\n#define A\nx\n#endif",
            "x x",
        ),
        ("#include \"a.h\"\n#include \"a.h\"\n//- a.h\n#ifndef A\n#define A\nx\n#else\ny\n#endif", "x y"),
        ("#include \"a.h\"\n#include \"a.h\"\n//- a.h\n#ifndef A\n#define A\nx\n#endif\nz", "x z z"),
        ("#import \"a.h\"\n#import \"a.h\"\n//- a.h\nx", "x"),
    ]);
}

#[test]
fn has_include() {
    check(&[
        (
            "#if __has_include(\"a.h\") && __has_include(<b.h>) && !__has_include(<c.h>)\nyes\n#endif\n//- a.h\n//- inc/b.h\n",
            "yes",
        ),
        ("#define H <b.h>\n#if __has_include(H)\nyes\n#endif\n//- inc/b.h\n", "yes"),
        ("#ifdef __has_include\nyes\n#endif", "yes"),
        ("#if __has_include\n#endif", "PP0013 1:5 missing `(` after `__has_include`"),
        ("#if __has_include(3)\n#endif", "PP0013 1:5 `__has_include` expects \"file\" or <file>"),
    ]);
}

#[test]
fn what_goes_wrong_is_said_and_reading_goes_on() {
    check(&[
        ("#include \"none.h\"\nint x;", "int x ;\nPP0001 1:1 header \"none.h\" is not found"),
        ("#include <none.h>\nint x;", "int x ;\nPP0001 1:1 header <none.h> is not found"),
        ("#include\nx", "x\nPP0002 1:1 #include expects \"file\" or <file>"),
        ("#include none.h\nx", "x\nPP0002 1:1 #include expects \"file\" or <file>"),
        ("#include \"a.h\" x\n//- a.h\ny", "y\nPP0010 1:16 extra tokens at the end of #include"),
        ("#include \"a.h\"\n//- a.h\n/* open", "PP0037 a.h:1:1 this comment has no end"),
        (
            "#bogus\n# + 1\nx",
            "x\nPP0009 1:1 invalid preprocessing directive `#bogus`\nPP0009 2:1 invalid preprocessing directive `#+`",
        ),
        (
            "#error stop  here \"x\n#warning look\nx",
            "x\nPP0030 1:1 #error stop  here \"x\nPP0031 2:1 #warning look",
        ),
        ("#embed <x>\nx", "x\nPP0032 1:1 #embed is not supported"),
        ("#ident \"v1\"\n#ident v\nx", "x\nPP0029 2:1 #ident expects one string literal"),
        (
            "char *s = \"abc;\nchar c = 'd;\n",
            "char * s = \"abc; char c = 'd;\nPP0038 1:11 the closing \" is missing\nPP0038 2:10 the closing ' is missing",
        ),
        ("int a = 1 ` 2;", "int a = 1 ` 2 ;\nPP0039 1:11 ``` is no token of C"),
        ("a \x01 b", "a \x01 b\nPP0039 1:3 `\\u{1}` is no token of C"),
        ("a \u{201c} b", "a \u{201c} b\nPP0039 1:3 `\u{201c}` is no token of C"),
        ("#define BAD don't\nx", "x"),
    ]);
}

#[test]
fn warnings_of_system_headers_stay_silent() {
    check(&[
        ("#include <a.h>\n//- sys/a.h\n#warning no\n#define A 1\n#define A 2\nA", "2"),
        ("#include <a.h>\n//- sys/a.h\n#error yes", "PP0030 sys/a.h:1:1 #error yes"),
        ("#include \"a.h\"\n//- a.h\n#pragma GCC system_header\n#warning no\nx", "x"),
        ("#include <a.h>\n//- sys/a.h\n#include \"b.h\"\n//- sys/b.h\n#warning no\nx", "x"),
    ]);
}

#[test]
fn lines_can_be_renamed() {
    check(&[
        ("#line 100\n__LINE__\n__LINE__ __FILE__", "100 101 \"main.c\""),
        ("#line 7 \"other.c\"\n__LINE__ __FILE__", "7 \"other.c\""),
        ("# 12 \"from.c\" 1 3\n__LINE__ __FILE__\n#warning silent", "12 \"from.c\""),
        ("#define N 5 \"n.c\"\n#line N\n__LINE__ __FILE__", "5 \"n.c\""),
        ("#line x", "PP0029 1:1 #line expects a line number in decimal digits"),
        ("#line 1 x", "PP0029 1:9 the file name of #line must be a string literal"),
    ]);
}

#[test]
fn builtin_headers_work_alone() {
    let target = Target::x86_64_linux_gnu();
    let options = Options { target, ..options() };
    check_with(
        &options,
        &[
            (
                "#define __need_size_t\n#include <stddef.h>\n#include <stddef.h>",
                "typedef long unsigned int size_t ; typedef long int ptrdiff_t ; typedef int wchar_t ; typedef struct { long long __max_align_ll __attribute__ ( ( __aligned__ ( __alignof__ ( long long ) ) ) ) ; long double __max_align_ld __attribute__ ( ( __aligned__ ( __alignof__ ( long double ) ) ) ) ; } max_align_t ;",
            ),
            (
                "#define __need___va_list\n#include <stdarg.h>\n#include <stdarg.h>",
                "typedef __builtin_va_list __gnuc_va_list ; typedef __gnuc_va_list va_list ;",
            ),
            ("#include <limits.h>\nINT_MAX CHAR_MIN", "0x7fffffff ( - 0x7f - 1 )"),
            ("#include <stdbool.h>\nbool b = true;", "_Bool b = 1 ;"),
            ("#include <float.h>\nDBL_DIG", "15"),
            ("#include <iso646.h>\na and not b", "a && ! b"),
        ],
    );
}

#[test]
fn forced_includes_come_first() {
    let options = Options { forced_includes: vec!["pre.h".into(), "none.h".into()], ..options() };
    check_with(
        &options,
        &[(
            "x N\n//- pre.h\n#define N 3\nfirst",
            "first x 3\nPP0001 1:1 file `none.h`, included by option, is not found",
        )],
    );
}
