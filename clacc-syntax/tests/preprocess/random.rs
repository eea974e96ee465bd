//! Properties that hold for any input: no panic, complete columns, places that resolve, and two stages that
//! agree with one.

use clacc_syntax::Names;
use clacc_syntax::lexer::lex;
use clacc_syntax::preprocess::{
    Options, PreprocessLimits, prefix_len, preprocess, preprocess_prefix, preprocess_rest,
};
use clacc_syntax::source::FileId;
use clacc_syntax::token_places::TokenPlace;
use clacc_syntax::unit::Preprocessed;
use proptest::prelude::*;

use super::{Files, options, tokens};

/// Pieces that make directives and invocations likely.
pub(crate) const PIECES: &[&str] = &[
    "#define F(x) ",
    "#define G(x, ...) ",
    "#define A ",
    "#define B ",
    "#undef A\n",
    "#if ",
    "#ifdef A\n",
    "#elif ",
    "#else\n",
    "#endif\n",
    "#include \"h.h\"\n",
    "#include \"main.c\"\n",
    "#pragma acc ",
    "#pragma omp ",
    "#pragma once\n",
    "#pragma push_macro(\"A\")\n",
    "#pragma pop_macro(\"A\")\n",
    "#line 7 \"f\"\n",
    "# ",
    "\n",
    "\n",
    "\n",
    " ",
    "\\\n",
    "F(",
    "F",
    "G(",
    "A",
    "B",
    "x",
    "(",
    ")",
    ")",
    ",",
    "##",
    "#",
    "__VA_ARGS__",
    "__VA_OPT__(",
    "_Pragma(\"acc ",
    "\")",
    "_Pragma",
    "defined ",
    "defined(",
    "__has_include(",
    "__LINE__",
    "__COUNTER__",
    "1",
    "0",
    " + ",
    "'",
    "\"",
    "/*",
    "*/",
    "//",
    "?",
    ":",
    "<h.h>",
    "\u{e9}",
    "int ",
    ";",
    "{",
    "}",
];

fn check_columns(unit: &Preprocessed) {
    let columns = &unit.tokens;
    let lens = [columns.texts.len(), columns.places.len(), columns.places.iter().count()];
    assert!(lens.iter().all(|len| *len == columns.len()));
    for TokenPlace { origin, .. } in columns.places.iter() {
        assert!(unit.map.stretch(origin.spelling).is_some());
        assert!(unit.map.stretch(unit.map.outermost(origin).spelling).is_some());
    }
}

fn check(main: Vec<u8>, header: Vec<u8>) {
    let limits = PreprocessLimits {
        include_depth: 5,
        inclusions: 50,
        expansion_tokens: 5000,
        ..PreprocessLimits::default()
    };
    let options = Options { limits, ..options() };
    let len = prefix_len(&lex(&Names::default(), main.as_slice().into()));
    let files = Files::of_bytes(&options, &[("main.c".to_owned(), main), ("h.h".to_owned(), header)]);
    let whole = preprocess(&options, &files, FileId(0));
    check_columns(&whole);
    let state = preprocess_prefix(&options, &files, FileId(0), len);
    let rest = preprocess_rest(&state, &files, FileId(0));
    check_columns(&state.preprocessed);
    check_columns(&rest);
    let limited =
        whole.diagnostics.iter().any(|finding| ["PP0003", "PP0004", "PP0007"].contains(&finding.code.id));
    if !limited {
        let joined = tokens(&state.preprocessed) + " " + &tokens(&rest);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&joined), words(&tokens(&whole)));
    }
}

pub(crate) fn pieces(most: usize) -> impl Strategy<Value = Vec<u8>> {
    let piece = proptest::sample::select(PIECES);
    proptest::collection::vec(piece, 0..most).prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #[test]
    fn any_pieces(main in pieces(60), header in pieces(12)) {
        check(main, header);
    }

    #[test]
    fn any_bytes(main in proptest::collection::vec(any::<u8>(), 0..200)) {
        check(main, Vec::new());
    }
}
