//! Checks the grammar of context selectors (OpenMP 5.2 7.1, 7.2). Traits and sets that are not known are left to the compiler.

use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use super::super::codes;
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
        let mut reader = Reader { words: &words, next: 0 };
        if let Err((index, message)) = reader.selector() {
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

/// The index of the token that is wrong, and what is said about it.
type Fault = (usize, String);

/// The properties that a trait takes.
enum Properties {
    /// None, so that no parentheses follow.
    None,
    /// Names and strings.
    Names,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// One expression.
    Expression,
    /// Clauses of `declare simd`.
    Clauses,
    /// Those of a trait that is not known.
    Any,
}

const ORDERS: &[&str] = &["seq_cst", "acq_rel", "relaxed", "acquire", "release"];
const SIMD_CLAUSES: &[&str] = &["simdlen", "linear", "aligned", "uniform", "inbranch", "notinbranch"];

fn properties(set: &str, name: &str) -> Properties {
    match (set, name) {
        ("construct", "simd") => Properties::Clauses,
        ("construct", name) if OmpDirective::from_text(name).is_some() => Properties::None,
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

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// The selector's tokens, and the index of the next one.
struct Reader<'a> {
    words: &'a [&'a str],
    next: usize,
}

impl<'a> Reader<'a> {
    fn word(&self) -> &'a str {
        self.words.get(self.next).copied().unwrap_or("")
    }

    fn eat(&mut self, word: &str) -> bool {
        let is_next = self.word() == word;
        self.next += usize::from(is_next);
        is_next
    }

    fn fault<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        Err((self.next, message.into()))
    }

    fn expect(&mut self, word: &str, behind: &str) -> Result<(), Fault> {
        if self.eat(word) { Ok(()) } else { self.fault(format!("`{word}` expected behind {behind}")) }
    }

    fn selector(&mut self) -> Result<(), Fault> {
        let mut sets: Vec<&str> = Vec::new();
        loop {
            let set = self.word();
            if !is_name(set) {
                return self.fault("a set of traits expected, such as `device` or `implementation`");
            }
            if sets.contains(&set) {
                return self.fault(format!("the set `{set}` is written twice in one selector"));
            }
            sets.push(set);
            self.next += 1;
            self.set(set)?;
            let is_last = !self.eat(",");
            if self.next == self.words.len() {
                return Ok(());
            }
            if is_last {
                return self.fault("`,` expected between the sets of a selector");
            }
        }
    }

    /// Reads the traits of a set.
    fn set(&mut self, set: &str) -> Result<(), Fault> {
        self.expect("=", &format!("`{set}`"))?;
        self.expect("{", "`=`")?;
        while !self.eat("}") {
            let name = self.word();
            if !is_name(name) {
                return self.fault(format!("the name of a trait of `{set}` expected"));
            }
            self.next += 1;
            self.properties(set, name)?;
            if !self.eat(",") && self.word() != "}" {
                return self.fault("`,` or `}` expected behind a trait");
            }
        }
        Ok(())
    }

    /// Reads the properties of a trait.
    fn properties(&mut self, set: &str, name: &str) -> Result<(), Fault> {
        let properties = properties(set, name);
        if self.word() != "(" {
            return Ok(());
        }
        if matches!(properties, Properties::None) {
            return self.fault(format!("the trait `{name}` has no properties"));
        }
        self.next += 1;
        self.score()?;
        let first = self.next;
        self.skip_to_end()?;
        let inner = Reader { words: &self.words[..self.next - 1], next: first };
        match properties {
            Properties::None | Properties::Any => Ok(()),
            Properties::Names => inner.names(name),
            Properties::OneOf(words) => inner.one_of(name, words),
            Properties::Expression => inner.expression(),
            Properties::Clauses => inner.clauses(),
        }
    }

    /// Skips everything up to the parenthesis that closes the one before.
    fn skip_to_end(&mut self) -> Result<(), Fault> {
        let mut depth = 1_u32;
        while depth > 0 {
            match self.word() {
                "" => return self.fault("`)` expected behind the properties of a trait"),
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            self.next += 1;
        }
        Ok(())
    }

    /// Reads `score(number):`, if it is there.
    fn score(&mut self) -> Result<(), Fault> {
        if self.word() != "score" || self.words.get(self.next + 1) != Some(&"(") {
            return Ok(());
        }
        self.next += 2;
        let is_negative = self.word() == "-" && self.words.get(self.next + 2) == Some(&")");
        if is_negative || self.word() == "&" || !begins_expression(self.word()) {
            return self.fault("a score is a constant that is not negative");
        }
        self.skip_to_end()?;
        self.expect(":", "a score")
    }

    /// Checks that names or strings with commas between them are left.
    fn names(mut self, of: &str) -> Result<(), Fault> {
        while self.next < self.words.len() {
            if !is_name(self.word()) && !self.word().starts_with('"') {
                return self.fault(format!("the properties of `{of}` are names or strings"));
            }
            self.next += 1;
            if self.next < self.words.len() && !self.eat(",") {
                return self.fault(format!("`,` expected between the properties of `{of}`"));
            }
        }
        Ok(())
    }

    fn one_of(&self, of: &str, words: &[&str]) -> Result<(), Fault> {
        match self.words[self.next..] {
            [word] if words.contains(&word) => Ok(()),
            _ => self.fault(format!("the property of `{of}` is the name of one memory order")),
        }
    }

    /// Checks that one expression is left. Only its beginning is checked, and that no comma separates it.
    fn expression(&self) -> Result<(), Fault> {
        if !begins_expression(self.word()) {
            return self.fault("a condition is an expression");
        }
        let mut depth = 0_i32;
        for (index, word) in self.words.iter().enumerate().skip(self.next) {
            depth += i32::from(*word == "(") - i32::from(*word == ")");
            if *word == "," && depth == 0 {
                return Err((index, "a condition is one expression".to_owned()));
            }
        }
        Ok(())
    }

    /// Checks that clauses of `declare simd` with commas between them are left.
    fn clauses(mut self) -> Result<(), Fault> {
        while self.next < self.words.len() {
            if !SIMD_CLAUSES.contains(&self.word()) {
                return self.fault("the properties of `simd` are clauses of `declare simd`");
            }
            self.next += 1;
            if self.eat("(") {
                self.skip_to_end()?;
            }
            if self.next < self.words.len() && !self.eat(",") {
                return self.fault("`,` expected between the properties of `simd`");
            }
        }
        Ok(())
    }
}

/// Whether an expression can begin with a token.
fn begins_expression(word: &str) -> bool {
    let is_operand = word
        .starts_with(|first: char| first.is_ascii_alphanumeric() || matches!(first, '_' | '"' | '\'' | '.'));
    is_operand || matches!(word, "(" | "+" | "-" | "!" | "~" | "&" | "*" | "++" | "--" | "&&")
}
