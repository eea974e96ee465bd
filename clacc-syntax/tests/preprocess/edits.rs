//! Units that are preprocessed again after an edit, with the help of the run before it.

use std::sync::Arc;

use clacc_syntax::Names;
use clacc_syntax::lexer::{LexedFile, TokenChange, lex_with, relex};
use clacc_syntax::preprocess::{
    EarlierRest, Options, PrefixState, PreprocessLimits, TracedRest, prefix_len, preprocess_prefix,
    preprocess_rest, preprocess_rest_traced,
};
use clacc_syntax::source::FileId;
use proptest::prelude::*;

use super::random::{PIECES, pieces};
use super::{Files, options};

const MAIN: FileId = FileId(0);

/// A unit that is edited, with the last results.
struct Edited {
    options: Options,
    files: Files,
    prefix: PrefixState,
    rest: TracedRest,
    distance: usize,
}

fn prefix(options: &Options, files: &Files, main: &LexedFile) -> PrefixState {
    preprocess_prefix(options, files, MAIN, prefix_len(main))
}

impl Edited {
    fn new(options: Options, distance: usize, main: &[u8], header: &[u8]) -> Edited {
        let files = [("main.c".to_owned(), main.to_vec()), ("h.h".to_owned(), header.to_vec())];
        let files = Files::of_bytes(&options, &files);
        let prefix = prefix(&options, &files, files.main());
        let rest = preprocess_rest_traced(&prefix, &files, MAIN, distance, None);
        assert_eq!(rest.preprocessed, preprocess_rest(&prefix, &files, MAIN));
        Edited { options, files, prefix, rest, distance }
    }

    fn text(&self) -> Vec<u8> {
        self.files.main().text.to_vec()
    }

    /// Gives the main file another text. Returns how many tokens of the unit were made anew, unless all were.
    fn set(&mut self, text: &[u8]) -> Option<usize> {
        let old = Arc::clone(self.files.main());
        let names: Names = old.names.clone();
        let relexed = relex(&names, &old, &text.into(), self.options.lex_options());
        let (lexed, change) = match relexed {
            Some((lexed, change)) => (lexed, Some(change)),
            None => (lex_with(&names, text.into(), self.options.lex_options()), None),
        };
        self.files.set_main(lexed);
        let kept = prefix_len(self.files.main()) == prefix_len(&old)
            && old.text[..prefix_len(&old) as usize] == text[..prefix_len(&old) as usize];
        if !kept {
            self.prefix = prefix(&self.options, &self.files, self.files.main());
        }
        self.preprocess(change)
    }

    fn preprocess(&mut self, change: Option<TokenChange>) -> Option<usize> {
        let earlier = change.map(|change| EarlierRest {
            preprocessed: &self.rest.preprocessed,
            trace: &self.rest.trace,
            change,
        });
        let rest = preprocess_rest_traced(&self.prefix, &self.files, MAIN, self.distance, earlier);
        let fresh = preprocess_rest(&self.prefix, &self.files, MAIN);
        assert_eq!(rest.preprocessed, fresh, "{}", self.text().escape_ascii());
        let anew = rest.change.map(|change| change.new_end - change.first);
        if let Some(TokenChange { first, old_end, new_end }) = rest.change {
            let old = &self.rest.preprocessed.tokens;
            assert_eq!(old.texts[..first], fresh.tokens.texts[..first]);
            assert_eq!(old.texts[old_end..], fresh.tokens.texts[new_end..]);
            assert_eq!(old.kinds[..first], fresh.tokens.kinds[..first]);
            assert_eq!(old.kinds[old_end..], fresh.tokens.kinds[new_end..]);
        }
        self.rest = rest;
        anew
    }

    fn replace(&mut self, from: &str, to: &str) -> Option<usize> {
        let text = String::from_utf8(self.text()).expect("text");
        assert!(text.contains(from), "{from}");
        self.set(text.replacen(from, to, 1).as_bytes())
    }
}

const UNIT: &str = r#"#include "h.h"
#define TWICE(x) ((x) * 2)
#define HERE __LINE__
int a;
void f(int *p) {
    p[0] = TWICE(p[1]);
    p[1] = 7;
    p[2] = p[1] + p[0];
}
#define THRICE(x) ((x) * 3)
void g(int *p) {
    #pragma acc parallel loop copy(p[0:THRICE(2)])
    for (int i = 0; i < 6; ++i)
        p[i] = THRICE(i) + TWICE(i);
}
#if 0
nothing
#else
int b = TWICE(THRICE(1));
#endif
void h(int *p) {
    p[0] = TWICE(1) + THRICE(2);
}
"#;

fn unit(behind: &str) -> Edited {
    Edited::new(options(), 8, format!("{UNIT}{behind}").as_bytes(), b"#define A 1\nint header;\n")
}

/// The tokens that an edit makes anew.
fn anew(behind: &str, from: &str, to: &str) -> usize {
    unit(behind).replace(from, to).expect("an earlier run helps")
}

#[test]
fn an_edit_reads_what_is_near() {
    assert!(anew("", "= 7", "= 8") < 30);
    assert!(anew("", "= 7", "= TWICE(TWICE(8))") < 50);
    assert!(anew("", "    p[1] = 7;\n", "\n\n") < 30);
    assert!(anew("", "copy(p[0:THRICE(2)])", "copy(p[0:2]) async") < 40);
    assert!(anew("", "nothing", "anything\nelse") < 40);
    assert!(anew("", "TWICE(THRICE(1))", "THRICE(1)") < 40);
    assert!(anew("int c = HERE;\n", "= 7", "= 9") < 30);
}

#[test]
fn an_edit_reads_on_where_more_depends_on_it() {
    let all = 60;
    assert!(anew("", "#define THRICE(x) ((x) * 3)", "#define THRICE(x) ((x) * 4)") > all);
    assert!(anew("", "#define THRICE(x) ((x) * 3)\n", "") > all);
    assert_eq!(unit("").replace("#define TWICE(x) ((x) * 2)", "#define TWICE(x) ((x) * 4)"), None);
    assert!(anew("int c = HERE;\n", "= 7", "=\n9") > all);
    assert!(anew("int c = __COUNTER__;\n", "= 7", "= __COUNTER__") > all);
    assert!(anew("int c;\n", "#endif", "") > 1);
    assert!(anew("int c = HERE;\n", "= 7", "= HERE * 1000") > all);
}

#[test]
fn what_restart_points_do_not_hold_is_read_as_a_whole() {
    for behind in ["#line 3\n", "#pragma push_macro(\"TWICE\")\n", "#include \"main.c\"\n", "/* no end"] {
        assert_eq!(unit(behind).replace("= 7", "= 8"), None, "{behind}");
    }
}

#[test]
fn lines_before_the_first_token_count() {
    let mut unit = Edited::new(options(), 1, b"\n\nint a;\nint b = __LINE__;\n", b"");
    unit.replace("\n\nint", "int");
    unit.replace("int a", "\n /* a \n */ int a");
}

#[test]
fn edits_follow_each_other() {
    let mut unit = unit("#include \"h.h\"\nint c = HERE;\nint d[] = { A, __COUNTER__ };\n");
    for (from, to) in [
        ("= 7", "= 77"),
        ("int a;", "int a, a2;\n"),
        ("TWICE(1)", "TWICE (1 \n)"),
        ("nothing", "\"nothing\n"),
        ("#if 0", "#if 1"),
        ("THRICE(i)", "THRICE(i"),
        ("THRICE(i", "THRICE(i)"),
        ("p[2] = ", "p[2] = _Pragma(\"acc wait\") "),
        ("void h", "_Pragma(\"omp barrier\") void h"),
        ("#include \"h.h\"\nint c", "int c"),
        ("* 3", "* 5"),
        ("int a,", "/*int a,"),
        ("/*int a,", "int a,"),
        ("int d", "#if A\nint d"),
        ("#else", "#elif A"),
    ] {
        unit.replace(from, to);
    }
}

fn limited() -> Options {
    let limits = PreprocessLimits {
        include_depth: 5,
        inclusions: 20,
        expansion_tokens: 300,
        unit_tokens: 150,
        ..PreprocessLimits::default()
    };
    Options { limits, ..options() }
}

fn edits() -> impl Strategy<Value = Vec<(prop::sample::Index, usize, Vec<u8>)>> {
    let inserted = prop_oneof![
        3 => pieces(3),
        1 => proptest::collection::vec(any::<u8>(), 0..3),
    ];
    proptest::collection::vec((any::<prop::sample::Index>(), 0..12_usize, inserted), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_edits_of_any_pieces(
        main in pieces(80),
        header in pieces(12),
        edits in edits(),
        distance in 1..12_usize,
        with_limits: bool,
    ) {
        let options = if with_limits { limited() } else { options() };
        let mut unit = Edited::new(options, distance, &main, &header);
        for (at, removed, inserted) in edits {
            let mut text = unit.text();
            let at = at.index(text.len() + 1);
            let removed = removed.min(text.len() - at);
            text.splice(at..at + removed, inserted);
            unit.set(&text);
        }
    }

    #[test]
    fn any_edits_of_a_program(edits in edits(), distance in 1..30_usize, piece in prop::sample::select(PIECES)) {
        let mut unit = Edited::new(options(), distance, UNIT.as_bytes(), piece.as_bytes());
        for (at, removed, inserted) in edits {
            let mut text = unit.text();
            let at = at.index(text.len() + 1);
            let removed = removed.min(text.len() - at);
            text.splice(at..at + removed, inserted);
            unit.set(&text);
        }
    }
}
