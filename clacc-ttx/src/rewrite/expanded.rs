//! Replaces macro invocations by their expansions, for compilers, which do not need the program's text.
//!
//! A directive that a macro produces together with other code, or that means something else in each use of its macro, has no text of its
//! own. As an operator in place of the invocation it has one, and all lines keep their numbers.

use std::collections::BTreeMap;
use std::sync::Arc;

use clacc_syntax::directive::Language;
use clacc_syntax::source::{FileId, FileRange};
use clacc_syntax::token::{TokenKind, TokenRange};
use clacc_syntax::unit::{MacroState, Preprocessed};
use rustc_hash::FxHashSet;

use super::edit::Edit;
use super::edit_places::{EditPlaces, directives_among};
use super::{SourceFiles, site};

/// Returns the edits that replace invocations by their expansions, where an OpenACC directive has no text that could be edited for it
/// alone. An expansion that would be expanded again is kept.
pub fn expanded_invocations(
    parts: &[&Preprocessed],
    read: &dyn Fn(FileId) -> Option<Arc<[u8]>>,
) -> Vec<Edit> {
    let mut sources = SourceFiles::new(read);
    let mut expanded: BTreeMap<FileRange, Option<Vec<u8>>> = BTreeMap::new();
    for part in parts {
        let places = EditPlaces { unit: part, first_token: 0 };
        for directive in without_text(&places, &mut sources) {
            let Some((range, tokens)) = invocation(&places, directive) else { continue };
            let Some(mut text) = text_of(part, tokens).filter(|_| !is_expanded_again(parts, part, tokens))
            else {
                continue;
            };
            // Lines after the invocation keep their numbers.
            text.extend(sources.slice(range).iter().filter(|byte| **byte == b'\n'));
            let known = expanded.entry(range).or_insert_with(|| Some(text.clone()));
            // A header that is included several times may produce different code each time.
            *known = known.take().filter(|known| *known == text);
        }
    }
    let edit = |(range, text): (FileRange, Option<Vec<u8>>)| Some(Edit { range, replacement: text?.into() });
    expanded.into_iter().filter_map(edit).collect()
}

/// Returns the directives that have no text, or share it with others.
fn without_text(places: &EditPlaces<'_>, sources: &mut SourceFiles<'_>) -> Vec<TokenRange> {
    let all = TokenRange::new(0, places.unit.tokens.len() as u32);
    let mut of_text: BTreeMap<Option<FileRange>, Vec<TokenRange>> = BTreeMap::new();
    for tokens in directives_among(places.unit, all) {
        let range = site::find(places, tokens, sources).map(|(site, _)| site.range);
        of_text.entry(range).or_default().push(tokens);
    }
    let without =
        |(range, directives): &(Option<FileRange>, Vec<TokenRange>)| range.is_none() || directives.len() > 1;
    of_text.into_iter().filter(without).flat_map(|(_, directives)| directives).collect()
}

/// Returns the outermost invocation that produces a directive, outside system headers, and all tokens that it produces.
fn invocation(places: &EditPlaces<'_>, directive: TokenRange) -> Option<(FileRange, TokenRange)> {
    let (id, expansion) = places.chain(directive.start + 1).last()?;
    let range = places.file_range(expansion.invocation.spelling, expansion.text_end()?)?;
    if places.unit.map.is_system(expansion.invocation.spelling) {
        return None;
    }
    let makes = |token: Option<u32>| places.also_makes(Some((id, expansion)), token);
    let mut tokens = TokenRange::new(directive.start, directive.end + 1);
    while makes(tokens.start.checked_sub(1)) {
        tokens.start -= 1;
    }
    while makes(Some(tokens.end)) {
        tokens.end += 1;
    }
    Some((range, tokens))
}

/// Returns tokens as text on one line. None for tokens without such a text.
fn text_of(part: &Preprocessed, tokens: TokenRange) -> Option<Vec<u8>> {
    let buffer = &part.tokens;
    let (mut text, mut directive) = (Vec::new(), None);
    for token in tokens.start as usize..tokens.end as usize {
        let word = &buffer.names[*buffer.texts.get(token)?];
        match (buffer.kinds.get(token)?, &mut directive) {
            (TokenKind::PragmaAcc, None) => directive = Some((Language::OpenAcc, Vec::new())),
            (TokenKind::PragmaOmp, None) => directive = Some((Language::OpenMp, Vec::new())),
            (TokenKind::PragmaEnd, Some((language, words))) => {
                text.push(language.pragma_operator(&words.join(" ")));
                directive = None;
            }
            (TokenKind::PragmaAcc | TokenKind::PragmaOmp | TokenKind::PragmaEnd | TokenKind::Eof, _) => {
                return None;
            }
            (TokenKind::PragmaOther, _) => {
                text.push(format!("_Pragma(\"{}\")", word.replace('\\', "\\\\").replace('"', "\\\"")));
            }
            (_, Some((_, words))) => words.push(word),
            (_, None) => text.push(word.to_owned()),
        }
    }
    directive.is_none().then(|| text.join(" ").into_bytes())
}

/// Returns whether one of these tokens is a macro name that was not replaced because its macro was being expanded.
fn is_expanded_again(parts: &[&Preprocessed], part: &Preprocessed, tokens: TokenRange) -> bool {
    let buffer = &part.tokens;
    let range = tokens.start as usize..tokens.end as usize;
    let words: FxHashSet<_> = buffer.texts[range.clone()].iter().copied().collect();
    let changes =
        || parts.iter().flat_map(|part| &part.macro_changes).filter(|change| words.contains(&change.name));
    let is_replaced = |token: usize, state: MacroState| match state {
        MacroState::Replaced => true,
        MacroState::ReplacedBeforeParen => buffer.kinds.get(token + 1) == Some(&TokenKind::LParen),
        MacroState::Plain => false,
    };
    let mut tokens = range.filter(|token| buffer.kinds[*token].is_word());
    changes().next().is_some()
        && tokens.any(|token| {
            changes().any(|change| change.name == buffer.texts[token] && is_replaced(token, change.state))
        })
}
