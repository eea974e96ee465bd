//! Other ways to lay out a text, and pieces of one text in another: most of what comes out is still C.

use crate::damage::tokens;
use crate::rng::Rng;

/// Changes the layout of a text in one to three ways. `other` is a text that pieces may come from.
pub(crate) fn laid_out(rng: &mut Rng, text: &[u8], other: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=rng.below(3) {
        text = once(rng, &text, other);
    }
    text
}

fn once(rng: &mut Rng, text: &[u8], other: &[u8]) -> Vec<u8> {
    match rng.below(14) {
        0 => with_line_ends(rng, text),
        1 => with_tabs(text),
        2 => without_last_line_end(text),
        3 => with_digraphs(rng, text),
        4 => with_continued_lines(rng, text),
        5 | 6 => with_comments(rng, text),
        7 | 8 => with_operators(rng, text),
        9 => with_conditional(rng, text),
        10 => with_macro_of_line(rng, text),
        11 => with_piece(rng, text, other),
        12 => with_bytes(rng, text),
        _ => joined(rng, text),
    }
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

/// `\r\n` at the ends of all lines, or of some.
fn with_line_ends(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let percent = *rng.pick(&[100, 100, 50, 5]);
    let mut result = Vec::new();
    for line in lines(text) {
        match line.strip_suffix(b"\n") {
            Some(rest) if rng.chance(percent) => result.extend([rest, b"\r\n"].concat()),
            _ => result.extend(line),
        }
    }
    result
}

fn with_tabs(text: &[u8]) -> Vec<u8> {
    let indent = |line: &[u8]| {
        let blanks = line.iter().take_while(|byte| **byte == b' ').count();
        [vec![b'\t'; blanks / 2], line[blanks..].to_vec()].concat()
    };
    lines(text).into_iter().flat_map(indent).collect()
}

fn without_last_line_end(text: &[u8]) -> Vec<u8> {
    text.trim_ascii_end().to_vec()
}

/// Digraphs for some punctuators, and a trigraph or two.
fn with_digraphs(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let mut result = Vec::new();
    for byte in text {
        let replaced: &[u8] = match byte {
            b'{' => b"<%",
            b'}' => b"%>",
            b'[' => b"<:",
            b']' => b":>",
            b'#' => b"%:",
            b'\\' => b"??/",
            _ => b"",
        };
        if !replaced.is_empty() && rng.chance(20) {
            result.extend_from_slice(replaced);
        } else {
            result.push(*byte);
        }
    }
    result
}

/// Puts a text before some tokens on the lines of directives, or anywhere.
fn before_tokens(rng: &mut Rng, text: &[u8], added: &[&str], percent: usize, anywhere: bool) -> Vec<u8> {
    let mut result = Vec::new();
    let mut copied = 0;
    for (start, _) in tokens(text) {
        let line = text[..start].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let is_wanted = anywhere || text[line..start].trim_ascii_start().starts_with(b"#");
        if is_wanted && rng.chance(percent) {
            result.extend_from_slice(&text[copied..start]);
            result.extend_from_slice(rng.pick(added).as_bytes());
            copied = start;
        }
    }
    result.extend_from_slice(&text[copied..]);
    result
}

fn with_continued_lines(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let anywhere = rng.chance(30);
    before_tokens(rng, text, &["\\\n", " \\\n  ", "\\\r\n", "\\ \n"], if anywhere { 2 } else { 12 }, anywhere)
}

fn with_comments(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let anywhere = rng.chance(50);
    let comments =
        ["/**/", "/* c */ ", "/* a\n b */", "// c\n", "/* #pragma acc loop */", "/* \\\n*/", "// \\\n c\n"];
    before_tokens(rng, text, &comments, if anywhere { 3 } else { 8 }, anywhere)
}

/// Directives as operators, some of them on the line of the statement.
fn with_operators(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let percent = *rng.pick(&[100, 30]);
    let mut result = Vec::new();
    for line in lines(text) {
        let rest = line.trim_ascii().strip_prefix(b"#pragma ").filter(|rest| !rest.ends_with(b"\\"));
        match rest.filter(|rest| !rest.contains(&b'"')) {
            Some(rest) if rng.chance(percent) => {
                let (end, before) = if rng.chance(50) { ("\n", "  ") } else { (" ", "") };
                result.extend([before.as_bytes(), b"_Pragma(\"", rest, b"\")", end.as_bytes()].concat());
            }
            _ => result.extend(line),
        }
    }
    result
}

/// A conditional around some lines.
fn with_conditional(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let heads = ["#if 0\n", "#if 1\n", "#ifdef _OPENACC\n", "#ifndef _OPENACC\n", "#ifdef _OPENMP\n"];
    let lines = lines(text);
    let start = rng.below(lines.len().max(1));
    let end = (start + rng.below(6)).min(lines.len());
    let mut result: Vec<u8> = lines[..start].concat();
    result.extend(rng.pick(&heads).as_bytes());
    result.extend(lines[start..end].concat());
    if rng.chance(40) {
        result.extend(b"#else\n");
        result.extend(lines[start..end].concat());
    }
    result.extend(b"#endif\n");
    result.extend(lines[end..].concat());
    result
}

/// A macro that makes a line, or some, and is used once or twice.
fn with_macro_of_line(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let text = if rng.chance(60) { with_operators(rng, text) } else { text.to_vec() };
    let lines = lines(&text);
    let start = rng.below(lines.len().max(1));
    let end = (start + 1 + rng.below(4)).min(lines.len());
    let body = &lines[start..end];
    if body.iter().any(|line| line.trim_ascii_start().starts_with(b"#")) {
        return text;
    }
    let name = format!("N{}", rng.below(10));
    let head = if rng.chance(30) { format!("#define {name}(i)") } else { format!("#define {name}") };
    let usage = if head.ends_with(')') { format!("{name}(i)") } else { name };
    let body: Vec<u8> = body.iter().flat_map(|line| [b" \\\n  ", line.trim_ascii()].concat()).collect();
    let uses = if rng.chance(30) { format!("{usage}\n{usage}\n") } else { format!("{usage}\n") };
    [head.as_bytes(), &body, b"\n", &lines[..start].concat(), uses.as_bytes(), &lines[end..].concat()]
        .concat()
}

/// Lines of another text, or of this one again.
fn with_piece(rng: &mut Rng, text: &[u8], other: &[u8]) -> Vec<u8> {
    let source = if rng.chance(70) { lines(other) } else { lines(text) };
    let start = rng.below(source.len().max(1));
    let piece = &source[start..(start + 1 + rng.below(12)).min(source.len())];
    let own = lines(text);
    let at = rng.below(own.len() + 1);
    let end = (at + rng.below(4)).min(own.len());
    [own[..at].concat(), piece.concat(), own[end..].concat()].concat()
}

const BYTES: [&[u8]; 7] = [b"\xc3\xa9", b"\xff", b"\0", b"\xe2\x80", b"\xef\xbb\xbf", b"\x0c", b"\r"];

/// Bytes that are no ASCII, some of them no UTF-8.
fn with_bytes(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(text.len() + 1);
        let added = *rng.pick(&BYTES);
        text.splice(at..at, added.iter().copied());
    }
    text
}

/// Some lines in one.
fn joined(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let percent = *rng.pick(&[10, 50]);
    let mut result = Vec::new();
    let mut before: &[u8] = b"#";
    for line in lines(text) {
        let is_directive = |line: &[u8]| {
            let line = line.trim_ascii();
            line.starts_with(b"#") || line.ends_with(b"\\") || line.windows(2).any(|pair| pair == b"//")
        };
        if !is_directive(before) && !is_directive(line) && rng.chance(percent) && result.ends_with(b"\n") {
            result.pop();
        }
        result.extend_from_slice(line);
        before = line;
    }
    result
}
