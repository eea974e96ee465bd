//! Suggests a known name for a name that a language does not have.

use crate::ast::DirectiveKind;
use crate::diagnostics::{Confidence, Fix};
use crate::directive::{AccClause, AccDirective, Language, OmpClause, OmpDirective};
use crate::misspelling::nearest;
use crate::token::TokenRange;

/// Suggests the directive whose first word is nearest to the name.
pub(super) fn directive(language: Language, name: &str, at: TokenRange) -> Option<Fix<TokenRange>> {
    fix(name, at, directive_names(language).map(|text| text.split(' ').next().unwrap_or(text)))
}

/// Returns a sentence with the directives whose names begin with this word, or none if there are no such directives.
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

/// Suggests the nearest clause that the directive takes.
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
    let nearest = nearest(name, known)?;
    Some(Fix {
        title: format!("write `{nearest}`"),
        edits: vec![(at, nearest.to_owned())],
        confidence: Confidence::Maybe,
    })
}
