//! The leading run of `#include`s of a file, as one stretch of bytes.

use crate::Name;
use crate::lexer::{LexedFile, next_line};
use crate::name::Known;
use crate::token::TokenKind;

/// Returns the length in bytes of the leading lines of a file that contain nothing but comments, blank lines, `#include`, `#include_next`,
/// `#import`, `#define`, `#undef`, `#pragma once`, null directives, and conditionals around such lines. The run ends at the start of a
/// line, directly after its last directive.
pub fn prefix_len(file: &LexedFile) -> u32 {
    let mut len = 0;
    let mut depth = 0usize;
    let mut next = 0;
    for hash in file.directives.iter().map(|hash| *hash as usize) {
        // Text between this directive and the previous line ends the run.
        if hash != next {
            break;
        }
        let end = file.line_end(hash);
        match shape(file, hash, end) {
            LineKind::Plain => {}
            LineKind::Begin => depth += 1,
            LineKind::Middle if depth > 0 => {}
            LineKind::End if depth > 0 => depth -= 1,
            _ => break,
        }
        next = end;
        if depth == 0 {
            len = next_line(&file.text, file.end(end - 1) as usize);
        }
    }
    len as u32
}

enum LineKind {
    Plain,
    Begin,
    Middle,
    End,
    Other,
}

fn shape(file: &LexedFile, hash: usize, end: usize) -> LineKind {
    if hash + 1 == end {
        return LineKind::Plain;
    }
    let word = file.texts[hash + 1];
    match word.known() {
        Some(Known::Include | Known::IncludeNext | Known::Import | Known::Define | Known::Undef) => {
            LineKind::Plain
        }
        Some(Known::Pragma) if end == hash + 3 && file.texts[hash + 2] == Known::Once.name() => {
            LineKind::Plain
        }
        Some(Known::Ifdef | Known::Ifndef) => LineKind::Begin,
        Some(Known::Elif | Known::Elifdef | Known::Elifndef) => LineKind::Middle,
        Some(Known::Endif) => LineKind::End,
        Some(_) => LineKind::Other,
        None if word == Name::of_kind(TokenKind::If) => LineKind::Begin,
        None if word == Name::of_kind(TokenKind::Else) => LineKind::Middle,
        None => LineKind::Other,
    }
}
