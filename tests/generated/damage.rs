//! Damages valid programs and checks what a translation promises for every input: no panic, the same bytes each
//! time, a second run that changes nothing, and no change outside of the lines of directives.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clacc::diagnostics::Severity;
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::policy::Policy;
use clacc::translate::{TranslateOptions, Translation};
use clacc::{Session, dialect};

use crate::rng::Rng;

/// A promise that a damaged program breaks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Broken {
    Panic,
    /// Two sessions give different bytes.
    Differs,
    /// A second run changes the text.
    Changes,
    /// Text outside of directives and what the translation wraps is lost.
    Loses,
    /// A second run changes a text with errors.
    ChangesErrors,
    /// Text is lost in one with errors.
    LosesErrors,
}

/// What is known to be broken: wrappers stand inside of statements with errors.
pub(crate) const KNOWN: [Broken; 2] = [Broken::ChangesErrors, Broken::LosesErrors];

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Broken::Panic => "it panics",
            Broken::Differs => "two sessions differ",
            Broken::Changes => "a second run changes the text",
            Broken::Loses => "text outside of directives is lost",
            Broken::ChangesErrors => "a second run changes the text, which has errors",
            Broken::LosesErrors => "text outside of directives is lost, and it has errors",
        })
    }
}

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
fn tokens(text: &[u8]) -> Vec<(usize, usize)> {
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

/// What texts are translated for: each policy, and the dialect without a device.
fn mappings() -> [TranslateOptions; 3] {
    let options = |policy, dialect| TranslateOptions::default().with_policy(policy).with_dialect(dialect);
    [
        options(Policy::clacc(), dialect::PORTABLE),
        options(Policy::performance(), dialect::PORTABLE),
        options(Policy::performance(), dialect::HOST),
    ]
}

fn translated(text: &[u8], options: &TranslateOptions) -> Translation {
    let mut session = Session::new(MemoryFiles::new().with("f.c", text));
    let unit = session.add_unit("f.c", &CompileOptions::default()).expect("the file is there");
    session.translate(unit, options)
}

/// Returns the promise that a text breaks.
pub(crate) fn broken(text: &[u8]) -> Option<Broken> {
    mappings().iter().find_map(|options| broken_by(text, options))
}

fn broken_by(text: &[u8], options: &TranslateOptions) -> Option<Broken> {
    let check = || {
        let first = translated(text, options);
        let has_errors = first.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        if translated(text, options) != first {
            return Some(Broken::Differs);
        }
        if lost(text, &first.text) {
            return Some(if has_errors { Broken::LosesErrors } else { Broken::Loses });
        }
        if translated(&first.text, options).text != first.text {
            return Some(if has_errors { Broken::ChangesErrors } else { Broken::Changes });
        }
        None
    };
    catch_unwind(AssertUnwindSafe(check)).unwrap_or(Some(Broken::Panic))
}

/// Whether lines of the text that hold no directive are missing in its translation, or stand in another
/// order. Lines that directives go on in, and those with macros, are passed over.
fn lost(text: &[u8], translation: &[u8]) -> bool {
    let macros = macro_names(text);
    let mut rest = translation.split(|byte| *byte == b'\n');
    let mut in_directive = false;
    for line in text.split(|byte| *byte == b'\n') {
        let trimmed = line.trim_ascii();
        let has = |word: &[u8]| trimmed.windows(word.len()).any(|part| part == word);
        let is_directive =
            has(b"acc") || has(b"Pragma") || trimmed.starts_with(b"#") || trimmed.starts_with(b"%:");
        let has_macro = tokens(line).iter().any(|(start, end)| macros.contains(&&line[*start..*end]));
        let skipped = is_directive || in_directive || has_macro || has(b"/*") || has(b"*/") || has(b"??");
        in_directive = (is_directive || in_directive) && trimmed.ends_with(b"\\")
            || has(b"/*")
            || (in_directive && !has(b"*/") && trimmed.ends_with(b"*"));
        if skipped || trimmed.is_empty() {
            continue;
        }
        // A translation may put braces around a line.
        let is_there = |candidate: &[u8]| candidate.windows(trimmed.len()).any(|part| part == trimmed);
        if !rest.any(is_there) {
            return true;
        }
    }
    false
}

/// The names that a text defines.
fn macro_names(text: &[u8]) -> Vec<&[u8]> {
    let tokens: Vec<&[u8]> = tokens(text).into_iter().map(|(start, end)| &text[start..end]).collect();
    tokens.windows(2).filter(|pair| pair[0] == b"define").map(|pair| pair[1]).collect()
}

/// Removes lines as long as the text breaks the same promise.
pub(crate) fn smallest(text: &[u8], promise: Broken) -> Vec<u8> {
    let mut smallest = text.to_vec();
    let mut pieces = 16;
    while pieces <= 4096 {
        let lines: Vec<Vec<u8>> =
            smallest.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        let size = lines.len().div_ceil(pieces).max(1);
        let mut kept = lines.clone();
        let mut at = 0;
        while at < kept.len() {
            let mut shorter = kept.clone();
            shorter.drain(at..(at + size).min(kept.len()));
            if broken(&shorter.concat()) == Some(promise) {
                kept = shorter;
            } else {
                at += size;
            }
        }
        smallest = kept.concat();
        if size == 1 {
            break;
        }
        pieces *= 2;
    }
    smallest
}
