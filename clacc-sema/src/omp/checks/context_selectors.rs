//! Checks the grammar of context selectors (OpenMP 5.2 7.1, 7.2). Traits and sets that are not known are left to the compiler.

use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use super::super::codes;
use super::super::selector_grammar::{self, Fault, begins_expression, is_name};
use super::cx::{Cx, Findings};
use crate::program::View;
use crate::program::directive::ArgumentValue;

/// Checks the selectors in the clauses of a directive. The first fault of each is reported.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    let view = cx.view;
    if view.directive(directive).has_errors {
        return;
    }
    for clause in view.directive(directive).clauses.iter().copied() {
        let Some(words) = selector(view, clause) else { continue };
        let words: Vec<&str> = words.iter().map(|word| view.text(*word)).collect();
        if let Err((index, message)) = check_selector(&words) {
            let span = view.clause_span(clause);
            // The selector follows the name of the clause and a parenthesis.
            let at = (span.start + 2 + index as u32).min(span.end.saturating_sub(1));
            report.push(Diagnostic::new(&codes::OMP0150, TokenRange::new(at, at + 1), message));
        }
    }
}

/// The tokens of the selector in a clause.
fn selector(view: View<'_>, clause: ClauseId) -> Option<&[Name]> {
    let node = view.clause_node(clause);
    if !matches!(node.kind.omp(), Some(OmpClause::Match | OmpClause::When)) {
        return None;
    }
    match &node.items().first()?.value {
        ArgumentValue::Other(None, words) if !words.is_empty() => Some(words),
        _ => None,
    }
}

/// Checks the grammar of a selector, and the properties of the traits that are known.
fn check_selector(words: &[&str]) -> Result<(), Fault> {
    for set in selector_grammar::read(words)? {
        for each in set.traits {
            if let Some(range) = each.properties {
                let check = PropertyCheck { words: &words[range.clone()], first: range.start, of: each.name };
                check.check(&properties(set.name, each.name))?;
            }
        }
    }
    Ok(())
}

/// The properties that a trait takes.
enum Properties {
    /// None, so that no parentheses follow.
    None,
    /// Names and strings.
    Names,
    /// A word that is one of several.
    OneOf(&'static [&'static str]),
    /// An expression.
    Expression,
    /// Clauses of `declare simd`.
    Clauses,
    /// The trait is not known, so its properties are not checked.
    Any,
}

const ORDERS: &[&str] = &["seq_cst", "acq_rel", "relaxed", "acquire", "release"];
const SIMD_CLAUSES: &[&str] = &["simdlen", "linear", "aligned", "uniform", "inbranch", "notinbranch"];

fn properties(set: &str, name: &str) -> Properties {
    match (set, name) {
        ("construct", "simd") => Properties::Clauses,
        ("construct", name) if OmpDirective::by_name(name).is_some() => Properties::None,
        ("device" | "target_device", "kind" | "arch" | "isa") => Properties::Names,
        ("implementation", "vendor" | "extension") => Properties::Names,
        (
            "implementation",
            "unified_address" | "unified_shared_memory" | "dynamic_allocators" | "reverse_offload",
        ) => Properties::None,
        ("implementation", "atomic_default_mem_order") => Properties::OneOf(ORDERS),
        ("user", "condition") => Properties::Expression,
        _ => Properties::Any,
    }
}

/// The properties of a trait, and the index of the first one.
#[derive(Clone, Copy)]
struct PropertyCheck<'a> {
    words: &'a [&'a str],
    first: usize,
    /// The trait.
    of: &'a str,
}

impl PropertyCheck<'_> {
    fn fault(self, index: usize, message: impl Into<String>) -> Result<(), Fault> {
        Err((self.first + index, message.into()))
    }

    fn check(self, properties: &Properties) -> Result<(), Fault> {
        match properties {
            Properties::None => Err((self.first - 1, format!("the trait `{}` has no properties", self.of))),
            Properties::Any => Ok(()),
            Properties::Names => self.names(),
            Properties::OneOf(words) => self.one_of(words),
            Properties::Expression => self.expression(),
            Properties::Clauses => self.clauses(),
        }
    }

    /// Checks that the properties are names or strings with commas between them.
    fn names(self) -> Result<(), Fault> {
        for (index, word) in self.words.iter().enumerate() {
            if index % 2 == 1 {
                if *word != "," {
                    return self
                        .fault(index, format!("`,` expected between the properties of `{}`", self.of));
                }
            } else if !is_name(word) && !word.starts_with('"') {
                return self.fault(index, format!("the properties of `{}` are names or strings", self.of));
            }
        }
        Ok(())
    }

    fn one_of(self, words: &[&str]) -> Result<(), Fault> {
        match self.words {
            [word] if words.contains(word) => Ok(()),
            _ => self.fault(0, format!("the property of `{}` is the name of one memory order", self.of)),
        }
    }

    /// Checks that the properties are one expression: its beginning, and that no comma separates it.
    fn expression(self) -> Result<(), Fault> {
        if !self.words.first().is_some_and(|word| begins_expression(word)) {
            return self.fault(0, "a condition is an expression");
        }
        let mut depth = 0_i32;
        for (index, word) in self.words.iter().enumerate() {
            depth += i32::from(*word == "(") - i32::from(*word == ")");
            if *word == "," && depth == 0 {
                return self.fault(index, "a condition is one expression");
            }
        }
        Ok(())
    }

    /// Checks that the properties are clauses of `declare simd` with commas between them.
    fn clauses(self) -> Result<(), Fault> {
        let mut rest = self.words.iter().enumerate().peekable();
        while let Some((index, word)) = rest.next() {
            if !SIMD_CLAUSES.contains(word) {
                return self.fault(index, "the properties of `simd` are clauses of `declare simd`");
            }
            let mut depth = 0_i32;
            while let Some((_, word)) = rest.next_if(|(_, word)| depth > 0 || **word == "(") {
                depth += i32::from(*word == "(") - i32::from(*word == ")");
            }
            if let Some((index, word)) = rest.next()
                && *word != ","
            {
                return self.fault(index, "`,` expected between the properties of `simd`");
            }
        }
        Ok(())
    }
}
