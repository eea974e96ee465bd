//! Damages valid programs: most of what comes out is no C.

use crate::rng::Rng;

/// Damages a text in one to four ways.
pub(crate) fn damage(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=rng.below(4) {
        text = once(rng, &text);
    }
    text
}

fn once(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let tokens = tokens(text);
    if tokens.len() < 4 {
        return text.to_vec();
    }
    let at = if rng.chance(60) { near_directive(rng, text, &tokens) } else { rng.below(tokens.len()) };
    let (start, end) = tokens[at];
    let replaced = |start: usize, end: usize, by: &[u8]| [&text[..start], by, &text[end..]].concat();
    match rng.below(11) {
        0 => replaced(start, end, b""),
        1 => replaced(start, start, &[&text[start..end], b" "].concat()),
        2 => {
            let (other_start, other_end) = *rng.pick(&tokens);
            replaced(start, end, &text[other_start..other_end])
        }
        3 => remove_clause(text, start).unwrap_or_else(|| replaced(start, end, b"")),
        4 => replaced(end, end, CLAUSES[rng.below(CLAUSES.len())].as_bytes()),
        5 => {
            let braces: Vec<usize> = (0..text.len()).filter(|at| b"{}()[]".contains(&text[*at])).collect();
            if braces.is_empty() {
                text.to_vec()
            } else {
                let at = *rng.pick(&braces);
                replaced(at, at + 1, b"")
            }
        }
        6 => {
            let at = rng.below(text.len());
            let mut text = text.to_vec();
            text[at] = (rng.next() & 255) as u8;
            text
        }
        7 => {
            let at = if rng.chance(50) { start } else { start + (end - start) / 2 };
            replaced(at, at, if rng.chance(70) { b"\\\n" } else { b"\\\r\n" })
        }
        8 => {
            let name = format!("M{}", rng.below(100));
            let body = text[start..end].to_vec();
            let mut wrapped = format!("#define {name} ").into_bytes();
            wrapped.extend_from_slice(&body);
            wrapped.push(b'\n');
            wrapped.extend(replaced(start, end, name.as_bytes()));
            wrapped
        }
        9 => replaced(start, start, WORDS[rng.below(WORDS.len())].as_bytes()),
        _ => lines_moved(rng, text),
    }
}

/// A token on the line of a directive or the one behind it.
fn near_directive(rng: &mut Rng, text: &[u8], tokens: &[(usize, usize)]) -> usize {
    let pragmas: Vec<usize> = tokens
        .iter()
        .enumerate()
        .filter(|(_, (start, _))| text[*start..].starts_with(b"pragma"))
        .map(|(at, _)| at)
        .collect();
    if pragmas.is_empty() {
        return rng.below(tokens.len());
    }
    let at = *rng.pick(&pragmas) + rng.below(24);
    at.min(tokens.len() - 1)
}

fn remove_clause(text: &[u8], start: usize) -> Option<Vec<u8>> {
    let open = text[start..].iter().position(|byte| *byte == b'(')? + start;
    let close = text[open..].iter().position(|byte| *byte == b')')? + open;
    Some([&text[..start], &text[close + 1..]].concat())
}

/// Removes, doubles or moves a line.
fn lines_moved(rng: &mut Rng, text: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    let at = rng.below(lines.len());
    let line = lines[at];
    match rng.below(3) {
        0 => _ = lines.remove(at),
        1 => lines.insert(at, line),
        _ => {
            lines.remove(at);
            let to = rng.below(lines.len() + 1);
            lines.insert(to, line);
        }
    }
    lines.concat()
}

const CLAUSES: [&str; 26] = [
    " copy(a)",
    " copyin(n)",
    " reduction(+:s)",
    " private(i)",
    " gang",
    " worker",
    " vector",
    " seq",
    " auto",
    " collapse(2)",
    " async(1)",
    " wait",
    " if(n)",
    " self",
    " present(p[0:n])",
    " finalize",
    " if_present",
    " default(none)",
    " num_gangs(n)",
    " vector_length(4)",
    " copy(a[",
    " reduction(:",
    " private()",
    " device(a)",
    " firstprivate(x,",
    " tile(2,2)",
];

const WORDS: [&str; 20] = [
    "#pragma acc loop\n",
    "\n#pragma acc data copy(a)\n",
    "\n#pragma acc wait\n",
    "_Pragma(\"acc loop\") ",
    "\n#if 0\n",
    "\n#endif\n",
    "/*",
    "*/",
    "\"",
    "'",
    "{",
    "}",
    ";",
    "return;",
    "break;",
    "goto x;",
    "x:",
    "\n#pragma acc parallel loop\n",
    "\n#pragma omp parallel\n",
    "\n#else\n",
];

/// Where words, numbers and other characters stand.
pub(crate) fn tokens(text: &[u8]) -> Vec<(usize, usize)> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        at += 1;
        if is_word(text[start]) {
            while at < text.len() && is_word(text[at]) {
                at += 1;
            }
        }
        if !text[start].is_ascii_whitespace() {
            found.push((start, at));
        }
    }
    found
}
