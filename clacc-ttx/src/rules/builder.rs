//! Building a node clause by clause, with a verdict for each.

use clacc_sema::acc::facts::{Attribute, How, Mapping, Reason};
use clacc_sema::c::model::SymbolId;
use clacc_syntax::ast::{ArgumentValue, Clause, ClauseId, ExprId};
use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

use super::Context;
use crate::codes;
use crate::omp::{Fidelity, NewCode, OmpClauseNode, OmpDirectiveNode, OmpItem, OmpNode, Origin, Verdict};

/// A node under construction. One clause without a form makes the whole node one without a form.
pub struct NodeBuilder<'a> {
    cx: Context<'a>,
    clauses: Vec<OmpClauseNode>,
    block: Vec<NewCode>,
    end: Vec<OmpDirectiveNode>,
    inner: Vec<NewCode>,
    inner_end: Vec<OmpDirectiveNode>,
    verdicts: Vec<Verdict>,
    diagnostics: Vec<Diagnostic<TokenRange>>,
    unsupported: bool,
    /// What each list item of the data clauses maps its variable to. An item whose variable another clause maps is none.
    mapped: FxHashMap<ExprId, Mapping>,
}

impl<'a> NodeBuilder<'a> {
    /// An empty node for the construct of `cx`.
    pub fn new(cx: &Context<'a>) -> Self {
        NodeBuilder {
            cx: *cx,
            clauses: Vec::new(),
            block: Vec::new(),
            end: Vec::new(),
            inner: Vec::new(),
            inner_end: Vec::new(),
            verdicts: Vec::new(),
            diagnostics: Vec::new(),
            unsupported: false,
            mapped: cx.construct().attributes.iter().filter_map(explicit_mapping).collect(),
        }
    }

    /// What a list item of a data clause maps its variable to; none where another clause of the directive does.
    pub fn mapping_by(&self, item: ExprId) -> Option<Mapping> {
        self.mapped.get(&item).copied()
    }

    /// Appends a clause.
    pub fn push(
        &mut self,
        kind: OmpClause,
        modifiers: Vec<&'static str>,
        items: Vec<OmpItem>,
        origin: Origin,
    ) {
        self.clauses.push(OmpClauseNode { kind, modifiers, items, origin });
    }

    /// Appends a clause with the items of an OpenACC clause.
    pub fn push_items_of(&mut self, clause: ClauseId, kind: OmpClause, modifiers: Vec<&'static str>) {
        let items = self.cx.tree()[clause].exprs().map(OmpItem::Expr).collect();
        self.push(kind, modifiers, items, Origin::Clause(clause));
    }

    /// Appends a clause for variables with an attribute that no clause of the directive states. Nothing is appended
    /// for no variables.
    pub fn push_symbols(
        &mut self,
        kind: OmpClause,
        modifiers: Vec<&'static str>,
        variables: &[(SymbolId, &Reason)],
    ) {
        let items = variables.iter().map(|(symbol, _)| OmpItem::Symbol(*symbol)).collect();
        self.push_variables(kind, modifiers, items, variables.first().map(|(_, reason)| *reason));
    }

    /// The same, for variables or parts of them; `first` is the reason of the first one's attribute.
    pub fn push_variables(
        &mut self,
        kind: OmpClause,
        modifiers: Vec<&'static str>,
        items: Vec<OmpItem>,
        first: Option<&Reason>,
    ) {
        let Some(reason) = first else { return };
        self.push(kind, modifiers, items, Origin::Attribute(self.cx.id, reason.clone()));
    }

    /// Appends new code to the block around the construct.
    pub fn push_code(&mut self, code: NewCode) {
        self.block.push(code);
    }

    /// Appends a directive behind the construct.
    pub fn push_end(&mut self, directive: OmpDirectiveNode) {
        self.end.push(directive);
    }

    /// The clauses so far.
    pub fn clauses(&self) -> &[OmpClauseNode] {
        &self.clauses
    }

    /// Appends new code to the block around the associated statement.
    pub fn push_inner_code(&mut self, code: NewCode) {
        self.inner.push(code);
    }

    /// Appends a directive behind the associated statement, inside the construct.
    pub fn push_inner_end(&mut self, directive: OmpDirectiveNode) {
        self.inner_end.push(directive);
    }

    /// States what became of a clause.
    pub fn verdict(&mut self, clause: ClauseId, fidelity: Fidelity, reason: &'static str) {
        self.verdicts.push(Verdict { clause: Some(clause), modifier: None, fidelity, reason });
    }

    /// States what became of the directive itself.
    pub fn directive_verdict(&mut self, fidelity: Fidelity, reason: &'static str) {
        if !self.unsupported {
            self.verdicts.insert(0, Verdict { clause: None, modifier: None, fidelity, reason });
        }
    }

    /// States that a clause lost something, and reports it.
    pub fn approximate(
        &mut self,
        clause: ClauseId,
        reason: &'static str,
        code: &'static Code,
        message: String,
    ) {
        self.verdict(clause, Fidelity::Approximated, reason);
        self.diagnostics.push(Diagnostic::new(code, self.cx.clause_range(clause), message));
    }

    /// Reports something about a clause.
    pub fn report(&mut self, clause: ClauseId, code: &'static Code, message: String) {
        self.diagnostics.push(Diagnostic::new(code, self.cx.clause_range(clause), message));
    }

    /// States that a clause has no form, and reports it.
    pub fn unsupported(&mut self, clause: ClauseId) {
        self.unsupported = true;
        self.verdict(clause, Fidelity::Unsupported, "the mapping has no form for this clause");
        let spelling = self.cx.text(self.cx.tree()[clause].spelling);
        let message = format!(
            "`{spelling}` on `acc {}` has no OpenMP form under this mapping",
            self.cx.construct().kind.text()
        );
        self.report(clause, &codes::MAP0002, message);
    }

    /// States that the directive itself has no form, and reports it.
    pub fn unsupported_directive(&mut self, reason: &'static str, code: &'static Code, message: String) {
        self.unsupported = true;
        self.verdicts.push(Verdict { clause: None, modifier: None, fidelity: Fidelity::Unsupported, reason });
        self.diagnostics.push(Diagnostic::new(code, self.cx.directive_range(), message));
    }

    /// Whether a clause is as plain as the rules expect: no modifier, no keyed or worded argument. What is not
    /// plain gets a verdict of its own.
    pub fn is_plain(&mut self, id: ClauseId, clause: &Clause) -> bool {
        let mut plain = true;
        for word in clause.modifier_words() {
            if self.cx.text(word) == "readonly" {
                self.verdicts.push(Verdict {
                    clause: Some(id),
                    modifier: Some(word),
                    fidelity: Fidelity::Dropped,
                    reason: "readonly is a promise that the program keeps with or without the word",
                });
            } else {
                plain = false;
                self.unsupported_part(id, clause, self.cx.text(word));
            }
        }
        let items = clause.arguments.iter().flat_map(|arguments| &arguments.items);
        if items.clone().any(|item| item.key.is_some() || !matches!(item.value, ArgumentValue::Expr(_))) {
            plain = false;
            self.unsupported_part(id, clause, "this argument");
        }
        plain
    }

    /// States that a modifier or argument has no form, and reports it.
    pub fn unsupported_part(&mut self, id: ClauseId, clause: &Clause, what: &str) {
        self.unsupported = true;
        self.verdict(
            id,
            Fidelity::Unsupported,
            "the mapping has no form for an argument or modifier of this clause",
        );
        let spelling = self.cx.text(clause.spelling);
        let message = format!("`{spelling}` with {what} has no OpenMP form under this mapping");
        self.report(id, &codes::MAP0003, message);
    }

    /// The finished node with one directive, or with none if `kind` is none.
    pub fn finish(self, kind: Option<OmpDirective>) -> OmpNode {
        let directive = kind.map(|kind| OmpDirectiveNode { kind, clauses: self.clauses });
        let (fidelity, reason) = match &directive {
            _ if self.unsupported => (Fidelity::Unsupported, "a part of the directive has no form"),
            Some(_) => (Fidelity::Exact, "the directive has a form"),
            None => (Fidelity::Dropped, "OpenMP needs no directive here"),
        };
        let mut verdicts = self.verdicts;
        if !verdicts.iter().any(|verdict| verdict.clause.is_none()) {
            verdicts.insert(0, Verdict { clause: None, modifier: None, fidelity, reason });
        }
        if self.unsupported {
            return OmpNode {
                verdicts: verdicts.into(),
                diagnostics: self.diagnostics,
                ..OmpNode::default()
            };
        }
        OmpNode {
            block: self.block.into(),
            end: self.end.into(),
            inner: self.inner.into(),
            inner_end: self.inner_end.into(),
            directives: directive.into_iter().collect(),
            verdicts: verdicts.into(),
            mapped: true,
            diagnostics: self.diagnostics,
        }
    }
}

fn explicit_mapping(attribute: &Attribute) -> Option<(ExprId, Mapping)> {
    let (mapping, reason) = attribute.mapping.as_ref()?;
    Some((reason.item.filter(|_| reason.how == How::Explicit)?, *mapping))
}

/// Whether an attribute is about a whole variable. Members have no implicit clause of their own.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that iterators call filters with")]
pub(super) fn is_whole(attribute: &&Attribute) -> bool {
    attribute.variable.path.is_empty()
}
