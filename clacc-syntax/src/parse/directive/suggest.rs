//! Suggests the name that was probably meant by a name that a language does not have.

use crate::ast::DirectiveKind;
use crate::diagnostics::{Confidence, Fix};
use crate::directive::{AccClause, AccDirective, Language, OmpClause, OmpDirective};
use crate::token::TokenRange;

/// The length of the longest word for which a suggestion is made. Longer words are not misspelled names.
const LONGEST: usize = 32;

/// The directive whose first word is nearest.
pub(super) fn directive(language: Language, name: &str, at: TokenRange) -> Option<Fix<TokenRange>> {
    fix(name, at, directive_names(language).map(|text| text.split(' ').next().unwrap_or(text)))
}

/// The directives whose names begin with this word, in a sentence; none if there are none.
pub(super) fn continuations(language: Language, name: &str) -> Option<String> {
    let begins = |text: &&str| text.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '));
    let found: Vec<String> =
        directive_names(language).filter(begins).map(|text| format!("`{text}`")).collect();
    (!found.is_empty()).then(|| format!("directives that begin with this word: {}", found.join(", ")))
}

fn directive_names(language: Language) -> Box<dyn Iterator<Item = &'static str>> {
    match language {
        Language::OpenAcc => Box::new(AccDirective::ALL.iter().map(|each| each.text())),
        Language::OpenMp => Box::new(OmpDirective::ALL.iter().map(|each| each.text())),
    }
}

/// The nearest clause that the directive takes.
pub(super) fn clause(directive: DirectiveKind, name: &str, at: TokenRange) -> Option<Fix<TokenRange>> {
    match directive {
        DirectiveKind::Acc(kind) => {
            let spellings = AccClause::SPELLINGS
                .iter()
                .filter(|(text, clause)| kind.rule(*clause).is_some() && kind.takes_spelling(*clause, text));
            fix(name, at, spellings.map(|(text, _)| *text))
        }
        DirectiveKind::Omp(kind) => {
            let spellings = OmpClause::SPELLINGS.iter().filter(|(_, clause)| kind.rule(*clause).is_some());
            fix(name, at, spellings.map(|(text, _)| *text))
        }
        _ => None,
    }
}

fn fix(name: &str, at: TokenRange, known: impl Iterator<Item = &'static str>) -> Option<Fix<TokenRange>> {
    let known = known.filter(|each| *each != name);
    let nearest = known.map(|each| (distance(name, each), each)).min_by_key(|(distance, _)| *distance);
    let (distance, nearest) = nearest?;
    (distance <= 1 + name.len() / 5).then(|| Fix {
        title: format!("write `{nearest}`"),
        edits: vec![(at, nearest.to_owned())],
        confidence: Confidence::Maybe,
    })
}

/// Returns how many letters must be inserted, deleted or replaced to turn one word into the other.
fn distance(left: &str, right: &str) -> usize {
    if left.len() > LONGEST || right.len() > LONGEST {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, a) in left.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, b) in right.bytes().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}
