//! The two stages of a unit agree with preprocessing it as a whole, and the first stage does not depend on
//! text after its end.

use super::{Files, findings, options, tokens};
use clacc_syntax::Names;
use clacc_syntax::lexer::lex;
use clacc_syntax::preprocess::{Options, prefix_len, preprocess, preprocess_prefix, preprocess_rest};
use clacc_syntax::source::{FileId, FileProvider};
use clacc_syntax::token_places::TokenPlace;
use clacc_syntax::unit::{MAIN_FILE_LIMIT, Pos};

#[test]
fn the_prefix_is_the_leading_run() {
    let cases: &[(&str, &str)] = &[
        ("#include <a>\nint x;", "#include <a>\n"),
        (
            "/* c */\n\n#include <a> // d\n#define N 1\n#undef M\n#pragma once\n#\nint x;\n#include <b>\n",
            "/* c */\n\n#include <a> // d\n#define N 1\n#undef M\n#pragma once\n#\n",
        ),
        (
            "#include <a>\n#ifdef X\n#include <b>\n#else\n#include <c>\n#endif\nx",
            "#include <a>\n#ifdef X\n#include <b>\n#else\n#include <c>\n#endif\n",
        ),
        ("#include <a>\n#ifdef X\n#include <b>\nint x;\n#endif\n", "#include <a>\n"),
        ("#include <a>\n#ifdef X\n#include <b>\n", "#include <a>\n"),
        ("#include <a>\n#pragma acc routine\n", "#include <a>\n"),
        ("#include <a>\n#endif\n", "#include <a>\n"),
        ("#include <a> /* to\n here */ \nint x;", "#include <a> /* to\n here */ \n"),
        ("#include \\\n<a>\r\nint x;", "#include \\\n<a>\r\n"),
        ("int x;\n#include <a>\n", ""),
        ("#include <a>", "#include <a>"),
        ("", ""),
        ("// only a comment\n", ""),
    ];
    for (text, prefix) in cases {
        let file = lex(&Names::default(), text.as_bytes().into());
        assert_eq!(&text[..prefix_len(&file) as usize], *prefix, "{text}");
    }
}

/// Preprocesses a unit in two stages, and compares the result with that of one stage.
fn check_with(options: &Options, fixture: &str) {
    let files = Files::new(options, fixture);
    let main = FileId(0);
    let whole = preprocess(options, &files, main);
    let len = prefix_len(&lex(
        &Names::default(),
        fixture.split("//- ").next().unwrap_or_default().as_bytes().into(),
    ));
    let state = preprocess_prefix(options, &files, main, len);
    let rest = preprocess_rest(&state, &files, main);
    let prefix = &state.preprocessed;
    let joined = [tokens(prefix), tokens(&rest)].map(|text| text.trim_end().to_owned()).join(" ");
    assert_eq!(joined.trim(), tokens(&whole).trim_end(), "{fixture}");
    assert_eq!(findings(&files, prefix) + &findings(&files, &rest), findings(&files, &whole));
    let both = |prefix: usize, rest: usize| prefix + rest;
    assert_eq!(both(prefix.inclusions.len(), rest.inclusions.len()), whole.inclusions.len());
    assert_eq!(both(prefix.inactive.len(), rest.inactive.len()), whole.inactive.len());
    for (index, TokenPlace { origin, .. }) in whole.tokens.places.iter().enumerate() {
        let (unit, index) = match index.checked_sub(prefix.tokens.len()) {
            Some(index) => (&rest, index),
            None => (&**prefix, index),
        };
        let split = unit.tokens.places.origin(index).expect("there is such a token");
        // The map of the rest also resolves positions of the prefix.
        let map = &rest.map;
        assert_eq!(map.file_offset(split.spelling), whole.map.file_offset(origin.spelling));
        assert_eq!(
            map.file_offset(map.outermost(split).spelling),
            whole.map.file_offset(whole.map.outermost(origin).spelling)
        );
        assert_eq!(map.is_system(split.spelling), whole.map.is_system(origin.spelling));
    }
}

#[test]
fn two_stages_equal_one() {
    let cases = [
        "#include <a.h>\n#include \"b.h\"\nint x = N + B(2);\n//- sys/a.h\n#define N 3\nint a = N;\n//- b.h\n#define B(x) [x N]\nint b = B(1);\n",
        "#define A 1\n#if A\n#include \"a.h\"\n#else\n#include \"b.h\"\n#endif\n#if A\nx A\n#include \"a.h\"\n#else\ny\n#endif\n//- a.h\nint a __COUNTER__ __LINE__;\n",
        "#include \"o.h\"\n#include \"o.h\"\n__COUNTER__\n#include \"o.h\"\n__LINE__\n//- o.h\n#pragma once\nonce __COUNTER__\n",
        "#include \"g.h\"\nx\n#include \"g.h\"\n#pragma pop_macro(\"G\")\nG\n//- g.h\n#ifndef G\n#define G 1\n#pragma push_macro(\"G\")\n#undef G\n#define G 2\n#endif\n",
        "#include \"none.h\"\n#undef A\nint x;\n#endif\n",
        "int x;\n#include \"a.h\"\n//- a.h\ny\n",
        "",
    ];
    for case in cases {
        check_with(&options(), case);
        check_with(
            &Options { openacc: true, forced_includes: vec!["f.h".into()], ..options() },
            &format!("{case}//- f.h\nforced\n"),
        );
    }
}

#[test]
fn the_prefix_does_not_depend_on_what_follows() {
    let headers = "//- a.h\n#define N 3\nint a = N;\n";
    let start = "#include \"a.h\"\n#define M N\n";
    let names = Names::default();
    let state = |rest: &str| {
        let files = Files::sharing(&names, &options(), &format!("{start}{rest}\n{headers}"));
        preprocess_prefix(&options(), &files, FileId(0), start.len() as u32)
    };
    assert_eq!(state("int x;"), state("int y; /* longer */ \"open\n#if 1\n"));
    assert_eq!(state("int x;"), state(""));
    let other = Files::sharing(&names, &options(), &format!("{start}\n//- a.h\n#define N 4\nint a = N;\n"));
    assert_ne!(state(""), preprocess_prefix(&options(), &other, FileId(0), start.len() as u32));
}

#[test]
fn a_prefix_that_includes_the_main_file_ends_before() {
    let fixture = "#include \"a.h\"\n#ifndef IN\n#define IN\n#include \"b.h\"\n#endif\nint x;\n//- a.h\na\n//- b.h\n#include \"main.c\"\nb\n";
    check_with(&options(), fixture);
    let files = Files::new(&options(), fixture);
    let len = prefix_len(&files.lexed(FileId(0)));
    let state = preprocess_prefix(&options(), &files, FileId(0), len);
    assert_eq!((len, state.len), (59, 15));
}

#[test]
fn header_positions_do_not_move_when_the_main_file_grows() {
    let positions = |main: &str| {
        let files = Files::new(&options(), &format!("{main}#include \"a.h\"\n//- a.h\nint a;\n"));
        let unit = preprocess(&options(), &files, FileId(0));
        unit.tokens.places.iter().map(|place| place.origin.spelling).collect::<Vec<_>>()
    };
    assert_eq!(positions(""), positions("\n\n/* more */\n"));
    assert!(positions("").iter().all(|pos| *pos >= Pos(MAIN_FILE_LIMIT)));
}
