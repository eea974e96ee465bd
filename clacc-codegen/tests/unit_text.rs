//! The text of units, with pieces that are made by hand: data-only cases.

use std::fmt::Write as _;
use std::sync::Arc;

use clacc_codegen::piece::{Item, Lowered, Piece, Site};
use clacc_codegen::unit;
use clacc_sema::db::external_decls::ExternalDecl;
use clacc_sema::db::files::{NoFiles, Volatility};
use clacc_sema::db::{Database, Db, Unit, set_text};
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::{Define, Options};
use clacc_syntax::token::TokenRange;
use expect_test::{Expect, expect};

/// A program of several files, each behind a line `//- NAME`, the main file first.
fn unit_of(files: &str) -> (Database, Unit) {
    let mut db = Database::new(Arc::new(NoFiles));
    let mut main = None;
    for part in files.split("//- ").skip(1) {
        let (name, text) = part.split_once('\n').expect("a file has a name and a text");
        let file = set_text(&mut db, name, Some(text.as_bytes().into()), Volatility::Edited);
        main = main.or(Some(file));
    }
    let defines = vec![Define::Define("FROM_OPTION=7".to_owned())];
    let options = Options { defines, include_system: vec!["sys".to_owned()], ..Options::default() };
    let unit = Unit::new(&db, main.expect("a main file"), Arc::new(options), ParseLimits::default());
    (db, unit)
}

/// Checks the text without new code.
fn check(files: &str, expected: &Expect) {
    let (db, unit) = unit_of(files);
    expected.assert_eq(&String::from_utf8_lossy(&unit::preprocessed_text(&db, unit)));
}

/// Checks the findings, and the text with pieces for the declarations that introduce `f`.
fn check_pieces(files: &str, pieces: impl Fn(&[String]) -> Lowered, expected: &Expect) {
    let (db, unit) = unit_of(files);
    let lowered = |decl: ExternalDecl<'_>| {
        let is_f = decl.names(&db).iter().any(|name| &db.names()[*name] == "f");
        let tokens = decl.tokens(&db);
        let slice = tokens.slice(db.names());
        let texts: Vec<String> = slice.texts.iter().map(|text| db.names()[*text].to_owned()).collect();
        Arc::new(if is_f { pieces(&texts) } else { Lowered::unchanged() })
    };
    let made = unit::text_with(&db, unit, "", &[], lowered);
    let mut shown = String::new();
    for finding in &made.findings {
        let at = finding.primary.at;
        let _ = writeln!(shown, "{} at {}..{}", finding.code.id, at.start, at.end);
    }
    if let Some(text) = made.text {
        let text = String::from_utf8_lossy(&text).into_owned();
        // The declarations of the library are tested where they are made.
        let (before, behind) = text.split_once("# 1 \"clacc_abi.h\" 1 3\n").unwrap_or((&text, ""));
        let behind = behind.split_once("# 1 \"main.c\" 2\n").map_or("", |(_, behind)| behind);
        shown.push_str(before);
        shown.push_str(behind);
    }
    expected.assert_eq(&shown);
}

fn tokens(start: usize, end: usize) -> Piece {
    Piece::Tokens(TokenRange::new(start as u32, end as u32))
}

fn lines(text: &str, at: usize) -> Piece {
    Piece::Lines { text: text.into(), at: at as u32 }
}

fn item(piece: Piece) -> Item {
    Item { names: Box::default(), pieces: [piece].into() }
}

fn find(texts: &[String], text: &str) -> usize {
    texts.iter().position(|each| each == text).expect("the token is there")
}

#[test]
fn lines_without_macros_are_copied_byte_for_byte() {
    check(
        "//- main.c\n\tint  a ; /* one */ // two\n\n\n/* alone */\nint b;/* goes\non */ int c;\nchar *s = \"a\" \"b\";\n",
        &expect![[r#"
            # 1 "main.c"
            	int  a ; /* one */ // two


            /* alone */
            int b;
                  int c;
            char *s = "a" "b";
        "#]],
    );
}

#[test]
fn tokens_of_macros_stand_in_the_line_of_the_invocation() {
    check(
        "//- main.c\n#define F(x, y) x + y\n#define EMPTY\nint a = F(1,\n  -2) - 3; // end\nint b EMPTY = FROM_OPTION;\n",
        &expect![[r#"
            # 1 "main.c"


            int a = 1 + -2
                  - 3; // end
            int b       = 7          ;
        "#]],
    );
}

#[test]
fn tokens_that_would_join_are_kept_apart() {
    check(
        "//- main.c\n#define PLUS +\n#define ID(x) x\n#define MINUS -\nint a = 1 PLUS+2, b = -MINUS 3, c = ID(a)ID(+)ID(+)b, d = ID(1)ID(.)ID(2);\nint e = ID(L)'x', h = 1 /ID(*)p;\n",
        &expect![[r#"
            # 1 "main.c"



            int a = 1 +   +2, b = - -    3, c = a    +    +    b, d = 1    .    2    ;
            int e = L    'x', h = 1 / *   p;
        "#]],
    );
}

#[test]
fn continued_lines_have_no_backslash() {
    check(
        "//- main.c\nint a = 1 + \\\n  2; // on \\\n and on\nin\\\nt b;\n",
        &expect![[r#"
        # 1 "main.c"
        int a = 1 +
          2;

        int
          b;
    "#]],
    );
}

#[test]
fn headers_are_entered_and_left() {
    check(
        "//- main.c\n#include \"h.h\"\n#include <s.h>\nint m;\n#include \"h.h\"\nint n;\n//- h.h\n#include \"inner.h\"\nint h; // own\n//- inner.h\n\nint i;\n//- sys/s.h\nint   s; // not own\n",
        &expect![[r#"
            # 1 "main.c"
            # 1 "h.h" 1
            # 1 "inner.h" 1

            int i;
            # 2 "h.h" 2
            int h; // own
            # 2 "main.c" 2
            # 1 "sys/s.h" 1 3
            int   s;
            # 3 "main.c" 2
            int m;
            # 1 "h.h" 1
            # 1 "inner.h" 1

            int i;
            # 2 "h.h" 2
            int h; // own
            # 5 "main.c" 2
            int n;
        "#]],
    );
}

#[test]
fn lines_count_as_the_program_says() {
    check(
        "//- main.c\nint a;\n#line 40 \"other.y\"\nint b;\nint c;\n# 7 \"third.c\" 3\nint d;\n#line 9\nint e;\n# 1 \"main.c\"\nint f;\n#include \"h.h\"\nint g;\n//- h.h\nint h;\n#pragma GCC system_header\nint   i;\n",
        &expect![[r#"
            # 1 "main.c"
            int a;
            # 40 "other.y"
            int b;
            int c;
            # 7 "third.c" 3
            int d;
            # 9 "third.c" 3
            int e;
            # 1 "main.c"
            int f;
            # 1 "h.h" 1
            int h;
            # 3 "h.h" 3
            int   i;
            # 3 "main.c" 2
            int g;
        "#]],
    );
}

#[test]
fn pragmas_stand_in_lines_of_their_own() {
    check(
        "//- main.c\n#pragma pack(1)\n#define P(x) _Pragma(#x)\nint f(int x) { P(GCC unroll 2) while (x) --x; P(acc wait) return x; }\n  #pragma omp \\\n threadprivate(a)\nint g;\n",
        &expect![[r#"
            # 1 "main.c"
            #pragma pack(1)

            int f(int x) {
            # 3 "main.c"
            #pragma GCC unroll 2
            # 3 "main.c"
                                           while (x) --x;
            # 3 "main.c"
            #pragma acc wait
            # 3 "main.c"
                                                                      return x; }
            #pragma omp threadprivate(a)

            int g;
        "#]],
    );
}

#[test]
fn far_lines_are_reached_by_markers_and_keep_comments_before_them() {
    check(
        "//- main.c\nint a;\n\n\n\n\n\n\n\n\n\n/* the last */\n// two\nint b;\n",
        &expect![[r#"
        # 1 "main.c"
        int a;
        # 11 "main.c"
        /* the last */
        // two
        int b;
    "#]],
    );
}

#[test]
fn new_code_stands_behind_markers_of_system_headers() {
    let pieces = |texts: &[String]| Lowered {
        before: [item(lines("struct s { unsigned long n; };", 0))].into(),
        declaration: Some(
            [
                tokens(0, find(texts, "{") + 1),
                lines("call();\nother();", find(texts, "x")),
                tokens(find(texts, "x"), texts.len()),
            ]
            .into(),
        ),
        behind: [item(lines("static void outlined(void) {}", find(texts, "x")))].into(),
        ..Lowered::unchanged()
    };
    check_pieces(
        "//- main.c\nint before;\nint f(int a) {\n  int x = 1; // one\n  return x;\n}\nint behind;\n",
        pieces,
        &expect![[r#"
            # 1 "main.c"
            int before;
            # 2 "main.c" 3
            struct s { unsigned long n; };
            # 2 "main.c"
            int f(int a) {
            # 3 "main.c" 3
            call(); other();
            # 3 "main.c"
                  x = 1; // one
              return x;
            }
            # 3 "main.c" 3
            static void outlined(void) {}
            # 6 "main.c"
            int behind;
        "#]],
    );
}

#[test]
fn code_in_a_line_pushes_comments_away() {
    let pieces = |texts: &[String]| {
        let semi = find(texts, ";") + 1;
        Lowered {
            declaration: Some(
                [
                    tokens(0, semi),
                    Piece::Inline("x++;".into()),
                    Piece::Pragma { text: "omp simd".into(), at: semi as u32 },
                    Piece::Inline("for (;;)".into()),
                    tokens(semi, texts.len()),
                ]
                .into(),
            ),
            ..Lowered::unchanged()
        }
    };
    check_pieces(
        "//- main.c\nint f(void) {\n  int x; // gone\n  x = 2; // stays\n  return x;\n}\n",
        pieces,
        &expect![[r#"
            # 1 "main.c"
            int f(void) {
              int x;x++;
            #pragma omp simd
            for (;;)
            # 3 "main.c"
              x = 2; // stays
              return x;
            }
        "#]],
    );
}

#[test]
fn directives_that_nothing_was_made_of_are_errors() {
    let program = "//- main.c\nvoid f(void) {\n#pragma omp barrier\n}\n";
    check_pieces(
        program,
        |_| Lowered::unchanged(),
        &expect![[r"
        GEN0900 at 15..26
    "]],
    );
    let consumed = |texts: &[String]| Lowered {
        declaration: Some([tokens(0, 6), tokens(texts.len() - 1, texts.len())].into()),
        ..Lowered::unchanged()
    };
    check_pieces(
        program,
        consumed,
        &expect![[r#"
        # 1 "main.c"
        void f(void) {

        }
    "#]],
    );
}

/// The program's function `f` with a constant for each of its directives.
fn with_sites(texts: &[String]) -> Lowered {
    let directives =
        (0..texts.len()).filter(|at| texts[*at].starts_with("#pragma") || texts[*at] == "barrier");
    let site = |(number, at): (usize, usize)| {
        Piece::Site(Site {
            name: format!("s{number}").into(),
            construct: 0x101,
            function: "f".into(),
            range: TokenRange::new(at as u32, at as u32 + 4),
        })
    };
    let before = directives.enumerate().map(site).map(item).collect();
    Lowered { before, declaration: Some([].into()), ..Lowered::unchanged() }
}

#[test]
fn sites_are_where_the_user_wrote_them() {
    check_pieces(
        "//- main.c\n#include \"h.h\"\n//- h.h\n#define WAIT _Pragma(\"omp barrier\")\n\nint f(\n  int x) {\n#pragma omp barrier\n  x =\n 1;\n  WAIT\n  x = 2;\n#line 70 \"o\\\\t?.y\"\n#pragma omp barrier\n  x = 3; return x;\n}\n",
        with_sites,
        &expect![[r#"
            # 1 "main.c"
            # 1 "h.h" 1
            # 5 "h.h" 3
            static const clacc_site s0 = { sizeof(clacc_site), 257, 0, "h.h", "f", 5, 6, 3, 72 };
            # 8 "h.h" 3
            static const clacc_site s1 = { sizeof(clacc_site), 257, 0, "h.h", "f", 8, 9, 3, 72 };
            # 70 "o\\t?.y" 3
            static const clacc_site s2 = { sizeof(clacc_site), 257, 0, "o\\t\?.y", "f", 70, 71, 3, 72 };
        "#]],
    );
}
