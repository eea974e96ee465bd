//! Calls of OpenACC's routines in the program, as they are written: in lines that the preprocessor skips and in macros too.

use std::ops::Range;

use clacc_syntax::source::FileRange;
use clacc_syntax::token::TokenKind;

use super::file_words::{FileWords, Line};
use super::openmp_counterparts::is_of_library;

/// A use of a name of OpenACC's header.
pub(super) struct LibraryUse {
    /// The token of the name.
    pub(super) token: usize,
    pub(super) kind: UseKind,
}

pub(super) enum UseKind {
    /// A call in the program's code or in a macro.
    Call(Call),
    /// A declaration, a definition or a macro of the program with this name.
    Declaration,
    /// Anything else: a type, a constant, a pointer to a function, a word in a directive.
    Mention,
}

/// A call.
pub(super) struct Call {
    /// The first and the last token of each argument.
    pub(super) arguments: Vec<(usize, usize)>,
    /// The token `)`.
    pub(super) close: usize,
    pub(super) place: CallPlace,
}

/// Returns the tokens of the compute constructs of a file: those from the directive to the end of the first statement behind it that is a
/// block or ends with `;`.
pub(super) fn compute_constructs(words: &FileWords) -> Vec<Range<usize>> {
    let is_compute = |line: &Line| {
        line.word(words) == "pragma"
            && words.text(line.hash + 2) == "acc"
            && matches!(words.text(line.hash + 3), "parallel" | "serial" | "kernels")
    };
    let lines = words.lines().filter(is_compute);
    lines.map(|line| line.hash..statement_end(words, line.end)).collect()
}

fn statement_end(words: &FileWords, start: usize) -> usize {
    let mut depth = 0_usize;
    for token in start..words.lexed.len() {
        let text = words.text(token);
        match text {
            _ if words.line_of(token).is_some() => {}
            "(" | "{" => depth += 1,
            ")" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && matches!(text, ";" | "}") {
            return token;
        }
    }
    words.lexed.len()
}

/// The place of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CallPlace {
    /// The call and `;` are a statement among others.
    Statement,
    /// The call and `;` are the statement of another statement or of a directive, which needs one.
    Substatement,
    Expression,
}

/// Returns the uses of names of OpenACC's header in a file, in order.
pub(super) fn uses(words: &FileWords) -> Vec<LibraryUse> {
    let mut uses = Vec::new();
    // The braces that are open, outside preprocessing lines.
    let mut depth = 0_usize;
    let mut line_end = 0;
    let mut lines = words.lines().peekable();
    for token in 0..words.lexed.len() {
        while let Some(line) = lines.next_if(|line| line.hash <= token) {
            line_end = line.end;
        }
        let in_line = token < line_end;
        match words.lexed.kinds[token] {
            TokenKind::LBrace if !in_line => depth += 1,
            TokenKind::RBrace if !in_line => depth = depth.saturating_sub(1),
            TokenKind::Ident if words.text(token).starts_with("acc_") => {
                let is_called = words.text(token + 1) == "(";
                if is_called || is_of_library(words.text(token)) {
                    uses.push(LibraryUse { token, kind: kind(words, token, depth) });
                }
            }
            _ => {}
        }
    }
    uses
}

fn kind(words: &FileWords, token: usize, depth: usize) -> UseKind {
    let line = words.line_of(token);
    match line.map(|line| (line, line.word(words))) {
        Some((line, "define" | "undef")) if token == line.hash + 2 => return UseKind::Declaration,
        None | Some((_, "define")) => {}
        Some(_) => return UseKind::Mention,
    }
    if words.text(token + 1) != "(" {
        return UseKind::Mention;
    }
    if line.is_none() && (depth == 0 || follows_type(words, token)) {
        return UseKind::Declaration;
    }
    call(words, token).map_or(UseKind::Mention, UseKind::Call)
}

/// Returns whether the token before a name is a word of a declaration.
fn follows_type(words: &FileWords, token: usize) -> bool {
    const BEFORE_EXPRESSIONS: [&str; 4] = ["return", "else", "do", "case"];
    let Some(before) = before_in_code(words, token) else { return false };
    let is_word = words.text(before).starts_with(|first: char| first.is_alphabetic() || first == '_');
    is_word && !BEFORE_EXPRESSIONS.contains(&words.text(before))
}

/// Returns the last token before another one that is in no preprocessing line.
fn before_in_code(words: &FileWords, token: usize) -> Option<usize> {
    (0..token).rev().find(|before| words.line_of(*before).is_none())
}

/// Returns a call. None if a preprocessing line or a statement stands among its arguments.
fn call(words: &FileWords, token: usize) -> Option<Call> {
    let line = words.line_of(token).map(|line| line.hash);
    let mut arguments = Vec::new();
    let (mut depth, mut first) = (1_usize, token + 2);
    let mut at = token + 2;
    loop {
        match words.text(at) {
            "" | "{" | ";" => return None,
            "(" | "[" => depth += 1,
            ")" | "]" if depth > 1 => depth -= 1,
            word @ (")" | ",") if depth == 1 => {
                arguments.extend((first < at).then(|| (first, at - 1)));
                if word == ")" {
                    break;
                }
                first = at + 1;
            }
            _ => {}
        }
        at += 1;
        if words.line_of(at).map(|line| line.hash) != line {
            return None;
        }
    }
    let place = if line.is_none() { place(words, token, at) } else { CallPlace::Expression };
    Some(Call { arguments, close: at, place })
}

/// Returns the place of a call between these tokens.
fn place(words: &FileWords, token: usize, close: usize) -> CallPlace {
    let Some(before) = before_in_code(words, token) else { return CallPlace::Expression };
    if words.text(close + 1) != ";" || words.line_of(close + 1).is_some() {
        return CallPlace::Expression;
    }
    let is_behind_directive = token.checked_sub(1).and_then(|last| words.line_of(last));
    let is_behind_pragma = is_behind_directive.is_some_and(|line| line.word(words) == "pragma");
    match words.text(before) {
        ";" | "{" | "}" if is_behind_pragma => CallPlace::Substatement,
        ";" | "{" | "}" => CallPlace::Statement,
        "else" | "do" => CallPlace::Substatement,
        ")" if is_head(words, before) => CallPlace::Substatement,
        _ => CallPlace::Expression,
    }
}

/// Returns whether a `)` ends the head of a statement such as `if (…)`.
fn is_head(words: &FileWords, close: usize) -> bool {
    let mut depth = 0_usize;
    for token in (0..=close).rev() {
        match words.text(token) {
            ")" => depth += 1,
            "(" if depth == 1 => {
                let head = token.checked_sub(1).map_or("", |head| words.text(head));
                return matches!(head, "if" | "while" | "for" | "switch");
            }
            "(" => depth -= 1,
            _ => {}
        }
    }
    false
}

impl Call {
    /// The place of the whole call.
    pub(super) fn range(&self, words: &FileWords, token: usize) -> FileRange {
        words.range(token, self.close)
    }

    /// The texts of an argument's tokens.
    pub(super) fn argument<'w>(&self, words: &'w FileWords, number: usize) -> Vec<&'w str> {
        let (first, last) = self.arguments[number];
        (first..=last).map(|token| words.text(token)).collect()
    }

    /// Returns whether the evaluation of an argument has no side effects.
    pub(super) fn is_pure(&self, words: &FileWords, number: usize) -> bool {
        let texts = self.argument(words, number);
        let assigns = |text: &str| {
            matches!(text, "++" | "--") || text.ends_with('=') && !matches!(text, "==" | "!=" | "<=" | ">=")
        };
        let calls = texts.windows(2).any(|pair| {
            pair[1] == "("
                && pair[0] != "sizeof"
                && pair[0].starts_with(|first: char| first.is_alphabetic() || first == '_')
        });
        // An argument of a macro may be anything.
        let is_open = words.line_of(self.arguments[number].0).is_some()
            && texts.iter().any(|text| text.starts_with(|first: char| first.is_alphabetic() || first == '_'));
        !calls && !is_open && !texts.iter().any(|text| assigns(text))
    }
}
