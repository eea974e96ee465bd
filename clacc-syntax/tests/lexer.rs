//! Tests the lexer through its public interface: the tokens of small texts, and properties that hold for
//! any bytes.

use std::sync::Arc;

use clacc_syntax::lexer::{self, LexOptions, LexProblem, LexedFile};
use clacc_syntax::token::{TokenFlags, TokenKind};
use clacc_syntax::{Names, encoding};
use proptest::prelude::*;

fn lex(text: Arc<[u8]>) -> LexedFile {
    lex_with(text, LexOptions::default())
}

fn lex_with(text: Arc<[u8]>, options: LexOptions) -> LexedFile {
    lexer::lex_with(&Names::default(), text, options)
}

/// The tokens between bars, with a space before a token that follows white space, and a line feed before
/// one that starts a line.
fn render(file: &LexedFile) -> String {
    let mut text = String::new();
    for index in 0..file.len() - 1 {
        let flags = file.flags[index];
        if flags.contains(TokenFlags::LINE_START) && index > 0 {
            text.push('\n');
        }
        if flags.contains(TokenFlags::SPACE_BEFORE) {
            text.push(' ');
        }
        text.push_str(&file.names[file.texts[index]]);
        text.push('|');
    }
    text
}

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(render(&lex(text.as_bytes().into())), *expected, "{text}");
    }
}

#[test]
fn tokens() {
    check(&[
        ("int x=1;", "int| x|=|1|;|"),
        ("a+++++b", "a|++|++|+|b|"),
        ("x->y...z..w", "x|->|y|...|z|.|.|w|"),
        ("<<= >>= << >> <= >= == != && || ## #", "<<=| >>=| <<| >>| <=| >=| ==| !=| &&| ||| ##| #|"),
        ("+= -= *= /= %= &= |= ^= :: @ ~?:", "+=| -=| *=| /=| %=| &=| |=| ^=| ::| @| ~|?|:|"),
        ("<: :> <% %> %: %:%: %:%", "[| ]| {| }| #| ##| #|%|"),
        ("1.5e+3f 0x1p-2 .5 1..2 1e+ 0xe+1 1_a", "1.5e+3f| 0x1p-2| .5| 1..2| 1e+| 0xe+1| 1_a|"),
        (
            "\"a\\\"b\" 'c' L\"w\" u8\"x\" u'y' U\"z\" Lx\"q\"",
            "\"a\\\"b\"| 'c'| L\"w\"| u8\"x\"| u'y'| U\"z\"| Lx|\"q\"|",
        ),
        ("$a a$b _ __", "$a| a$b| _| __|"),
        ("caf\u{e9} \u{4e2d}\u{6587} a\u{301}", "caf\u{e9}| \u{4e2d}\u{6587}| a\u{301}|"),
        ("\\u00e9x a\\U0000e9 a\\u00e9", "\u{e9}x| a|\\|U0000e9| a\u{e9}|"),
        ("\u{2014} \u{301}", "\u{2014}| \u{301}|"),
        ("` \\ x", "`| \\| x|"),
    ]);
}

#[test]
fn trivia() {
    check(&[
        ("a/**/b /* x */c//d\ne", "a| b| c|\ne|"),
        ("a/* * / ** **/b", "a| b|"),
        ("a//x\\\ny\nb", "a|\nb|"),
        ("a/* x\n\n y */b", "a| b|"),
        ("a /\\\n* c *\\\n/ b /\\\n/ d\ne", "a| b|\ne|"),
        ("\t\u{b}\u{c}a\r\nb\rc\n\n  d", " a|\nb| c|\n d|"),
        ("\u{feff}a", "a|"),
        ("a\0b", "a| b|"),
        ("a / b /= c", "a| /| b| /=| c|"),
        ("a/", "a|/|"),
    ]);
}

#[test]
fn splices() {
    check(&[
        ("a\\\nb", "ab|"),
        ("a\\\r\nb\\  \nc", "abc|"),
        ("a \\\n b\\\n c", "a| b| c|"),
        ("+\\\n+ -\\\n> <\\\n<\\\n=", "++| ->| <<=|"),
        ("1\\\n2 \"s\\\nt\" 'u\\\n'", "12| \"st\"| 'u'|"),
        ("L\\\n\"x\" u\\\n8'c'", "L\"x\"| u8'c'|"),
        ("a\\\n\\\n\\\nb", "ab|"),
        ("a\\\n", "a|"),
        ("a\\", "a|\\|"),
        ("\\\n#if", "#|if|"),
        ("f\\\nor(", "for|(|"),
        (".\\\n.\\\n. .\\\n5", "...| .5|"),
    ]);
    let long = "ab\\\n".repeat(1000);
    let file = lex(long.as_bytes().into());
    assert_eq!((file.len(), file.names[file.texts[0]].len()), (2, 2000));
    assert!(file.flags[0].contains(TokenFlags::UNCLEAN));
}

#[test]
fn open_literals_end_with_their_line() {
    let file = lex("x \"abc\ny 'd\r\nz".as_bytes().into());
    assert_eq!(render(&file), "x| \"abc|\ny| 'd|\nz|");
    assert_eq!(file.kinds[1], TokenKind::Unknown);
    assert_eq!(file.kinds[3], TokenKind::Unknown);
}

#[test]
fn problems_of_whole_files() {
    assert_eq!(lex("a /* b".as_bytes().into()).problem, Some(LexProblem::UnterminatedComment(2)));
    assert_eq!(lex("a /*/".as_bytes().into()).problem, Some(LexProblem::UnterminatedComment(2)));
    assert_eq!(lex("a /**/".as_bytes().into()).problem, None);
}

#[test]
fn bytes_that_are_no_text_come_back() {
    for bytes in [&b"\"a\xff\xfeb\" x"[..], b"'\xe9'", b"// \xff\n\"\x80\""] {
        let file = lex(bytes.into());
        let literal = (0..file.len())
            .find(|index| matches!(file.kinds[*index], TokenKind::StrLit | TokenKind::CharConst));
        let index = literal.expect("a literal");
        let range = file.starts.get(index) as usize..file.end(index) as usize;
        assert_eq!(&*encoding::encode(&file.names[file.texts[index]]), &bytes[range]);
    }
    assert_eq!(lex(b"a \xff\xfe b"[..].into()).kinds[1..3], [TokenKind::Unknown, TokenKind::Unknown]);
}

#[test]
fn trigraphs_exist_on_request() {
    let text = "?".to_owned() + "?=define A ?" + "?( ?" + "?/\nx \"?" + "?'\"";
    let plain = lex(text.as_bytes().into());
    assert_eq!(&plain.names[plain.texts[0]], "?");
    let file = lex_with(text.as_bytes().into(), LexOptions { trigraphs: true });
    assert_eq!(render(&file), "#|define| A| [| x| \"^\"|");
    assert_eq!(&text[file.starts.get(4) as usize..file.end(4) as usize], "x");
    assert!(file.flags[0].contains(TokenFlags::UNCLEAN));
}

#[test]
fn guards_are_found() {
    let cases = [
        ("#ifndef A\n#define A\nx\n#endif\n", Some("A")),
        ("/* c */\n#if !defined(A)\n#if 1\n#else\n#endif\n#endif // A\n", Some("A")),
        ("#if !defined A\n#endif", Some("A")),
        ("#ifndef A\n#endif\nx", None),
        ("x\n#ifndef A\n#endif", None),
        ("#ifndef A\n#else\n#endif", None),
        ("#ifndef A\n#endif\n#ifndef B\n#endif", None),
        ("#ifdef A\n#endif", None),
        ("#ifndef A\n", None),
        ("", None),
    ];
    for (text, guard) in cases {
        let file = lex(text.as_bytes().into());
        assert_eq!(file.guard.map(|name| &file.names[name]), guard, "{text}");
    }
}

#[test]
fn long_inputs_are_linear() {
    let count = 200_000;
    for unit in [
        "a", " ", "(", "/**/", "\"", "\\\n", "\\ ", "a\\\n", "a\\\n ", "/*", "//\\\n", "\\\n/", "+\\\n", "?",
        "\u{e9}", "\\u00e9",
    ] {
        let text = unit.repeat(count / unit.len());
        let file = lex(text.as_bytes().into());
        assert_eq!(file.kinds.last(), Some(&TokenKind::Eof));
    }
}

/// Checks that token ranges are in order, do not overlap, and leave out only white space, comments and
/// splices.
fn check_ranges(bytes: &[u8], file: &LexedFile) {
    let columns = [file.texts.len(), file.flags.len(), file.starts.len(), file.lengths.len()];
    assert!(columns.iter().all(|len| *len == file.len()));
    let mut end = 0;
    for index in 0..file.len() {
        assert!(file.starts.get(index) >= end);
        let gap = &bytes[end as usize..file.starts.get(index) as usize];
        let plain = !gap.windows(2).any(|pair| pair == b"//" || pair == b"/*") && !gap.contains(&b'\\');
        if plain && !gap.starts_with(b"\xef") {
            assert!(gap.iter().all(|byte| b" \t\r\n\x0b\x0c\0".contains(byte)), "{gap:?}");
        }
        end = file.end(index);
    }
    assert_eq!(end as usize, bytes.len());
}

proptest! {
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let file = lex(bytes.as_slice().into());
        check_ranges(&bytes, &file);
        lex_with(bytes.as_slice().into(), LexOptions { trigraphs: true });
    }

    #[test]
    fn any_c_like_text(text in "[ab1\"'/*\\\\\\n\\r <>:%#.+=?(){}-]{0,80}") {
        let file = lex(text.as_bytes().into());
        check_ranges(text.as_bytes(), &file);
    }
}

/// Edits a text, lexes it again with the help of the tokens that it had, and compares these with those of the text alone.
/// Returns how many tokens were read anew.
fn check_edit(before: &[u8], at: usize, removed: usize, inserted: &[u8], options: LexOptions) -> usize {
    let names = Names::default();
    let previous = lexer::lex_with(&names, before.into(), options);
    let mut after = before.to_vec();
    after.splice(at..at + removed, inserted.iter().copied());
    let after: Arc<[u8]> = after.into();
    let Some((spliced, change)) = lexer::relex(&names, &previous, &after, options) else {
        assert!(options.trigraphs, "without trigraphs, every file can be lexed again");
        return usize::MAX;
    };
    let fresh = lexer::lex_with(&names, Arc::clone(&after), options);
    assert_eq!(spliced, fresh, "{:?} became {:?}", bytes_shown(before), bytes_shown(&after));
    let shift = after.len() as u32;
    let moved = |offset: &u32| offset + shift - before.len() as u32;
    assert_eq!(previous.kinds[..change.first], fresh.kinds[..change.first]);
    assert_eq!(previous.texts[change.old_end..], fresh.texts[change.new_end..]);
    let behind = previous.starts.range(change.old_end..previous.len()).map(|start| moved(&start));
    assert!(behind.eq(fresh.starts.range(change.new_end..fresh.len())));
    change.new_end - change.first
}

fn bytes_shown(text: &[u8]) -> String {
    text.escape_ascii().to_string()
}

#[test]
fn an_edit_reads_the_lines_around_it() {
    let text = "int a;\nint b;\nint c;\nint d;\n".as_bytes();
    let plain = LexOptions::default();
    let strict = LexOptions { trigraphs: true };
    let read = [
        check_edit(text, 11, 1, b"bb", plain),
        check_edit(text, 14, 0, b"int e;\n", plain),
        check_edit(text, 7, 7, b"", plain),
        check_edit(text, 0, 0, b"/*", plain),
        check_edit(text, 27, 0, b"\n", plain),
        check_edit(text, 11, 1, b"b", strict),
        check_edit(text, 11, 1, b"??(", strict),
    ];
    assert_eq!(read, [2, 4, 1, 1, 4, 4, usize::MAX]);
}

#[test]
fn an_edit_that_changes_what_is_far_away_is_seen() {
    let plain = LexOptions::default();
    for (before, at, removed, inserted) in [
        ("a\n/* b\n c */ d\ne", 2, 1, ""),
        ("a\nb\nc */ d\n", 2, 0, "/*"),
        ("a /* b\nc\nd", 2, 2, ""),
        ("a\nb\n#if x\n#endif\n", 3, 1, ""),
        ("#ifndef A\nb\n#endif\n", 18, 0, "c"),
        ("#ifndef A\nb\n#endif\nc\n", 19, 2, ""),
        ("// a \\\nb\nc", 5, 1, ""),
        ("ab\\\ncd\nx", 2, 2, ""),
        ("ab\ncd\nx", 2, 0, "\\"),
        ("\u{feff}a\nb", 0, 3, ""),
        ("a\nb", 0, 0, "\u{feff}"),
        ("\"a\nb\"\nc\"", 2, 0, "\""),
        ("a\\u00\ne9 b", 5, 1, ""),
    ] {
        check_edit(before.as_bytes(), at, removed, inserted.as_bytes(), plain);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_edit_of_c_like_text(
        text in "[ab1u\"'/*\\\\\\n\\r <>:%#.+=?(){}-]{0,80}",
        inserted in "([ab1u\"'/*\\\\\\n\\r <>:%#.+=?(){}-]{0,6}|/\\*|\\*/|\\\\\\n|#ifndef A\\n|\\n#endif)",
        at: proptest::sample::Index,
        removed in 0..8_usize,
        trigraphs: bool,
    ) {
        let at = at.index(text.len() + 1);
        let removed = removed.min(text.len() - at);
        check_edit(text.as_bytes(), at, removed, inserted.as_bytes(), LexOptions { trigraphs });
    }

    #[test]
    fn any_edit_of_any_bytes(
        bytes in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b'\n'), Just(b'\\'), Just(0xe2), Just(b'a')], 0..120),
        inserted in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b'\n'), Just(b'\\'), Just(0xe2), Just(b'a')], 0..6),
        at: proptest::sample::Index,
        removed in 0..8_usize,
    ) {
        let at = at.index(bytes.len() + 1);
        let removed = removed.min(bytes.len() - at);
        check_edit(&bytes, at, removed, &inserted, LexOptions::default());
    }
}
