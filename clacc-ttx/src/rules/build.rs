//! A node under construction.

use std::cell::OnceCell;

use clacc_sema::acc::clauses::{DataModifier, ListItem};
use clacc_sema::acc::facts::{DataAttributes, DataMapping, How, Reason};
use clacc_sema::omp::form::{Argument, Clause, Directive, Item, Omp, Origin};
use clacc_sema::program::place::{At, EntityId, Place};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

use super::{Context, Mapped};
use crate::node::OmpNode;
use crate::verdict::{Fidelity, Subject, Verdict};

/// A node under construction. One clause without a form makes the whole node one without a form.
pub struct Build<'a> {
    cx: Context<'a>,
    clauses: Vec<Clause>,
    before: Vec<Omp>,
    behind: Vec<Omp>,
    inside_before: Vec<Omp>,
    inside_behind: Vec<Omp>,
    directive_verdict: Option<(Fidelity, &'static str)>,
    verdicts: Vec<Verdict>,
    findings: Vec<Diagnostic<TokenRange>>,
    is_unsupported: bool,
    /// What each list item of the data clauses maps its variable to.
    mapped: OnceCell<FxHashMap<At, DataMapping>>,
}

impl<'a> Build<'a> {
    /// An empty node for the construct of `cx`.
    pub fn new(cx: &Context<'a>) -> Self {
        Build {
            cx: *cx,
            clauses: Vec::new(),
            before: Vec::new(),
            behind: Vec::new(),
            inside_before: Vec::new(),
            inside_behind: Vec::new(),
            directive_verdict: None,
            verdicts: Vec::new(),
            findings: Vec::new(),
            is_unsupported: false,
            mapped: OnceCell::new(),
        }
    }

    /// Appends a clause that a clause of the source asks for.
    pub fn push(&mut self, argument: Argument, from: ClauseId) {
        self.clauses.push(Clause::new(argument, Origin::Clause(from)));
    }

    /// Appends a clause that the mapping itself needs.
    pub fn push_needed(&mut self, argument: Argument, why: &'static str) {
        self.clauses.push(Clause::new(argument, Origin::Mapping(why)));
    }

    /// Appends a clause for variables with an attribute that no clause of the directive states; `first` is the reason of the
    /// first one's attribute. Without a variable nothing is appended.
    pub fn push_implied(&mut self, argument: Argument, first: Option<&Reason>) {
        let Some(reason) = first else { return };
        self.clauses.push(Clause::new(argument, Origin::Attribute(self.cx.id, Box::new(reason.clone()))));
    }

    /// The same for whole variables in a clause that takes a list and nothing else.
    pub fn push_entities(&mut self, kind: OmpClause, variables: &[(EntityId, &Reason)]) {
        let items = variables.iter().map(|(entity, _)| Item::entity(*entity)).collect();
        self.push_implied(Argument::List(kind, items), variables.first().map(|(_, reason)| *reason));
    }

    /// What a list item of a data clause maps its variable to; none where another clause of the directive does.
    pub fn mapping_by(&self, item: At) -> Option<DataMapping> {
        let attributes = &self.cx.construct().attributes;
        let mapped = self.mapped.get_or_init(|| attributes.iter().filter_map(explicit_mapping).collect());
        mapped.get(&item).copied()
    }

    /// The clauses so far.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// Adds code before the directive, in a block around the construct.
    pub fn push_before(&mut self, code: Omp) {
        self.before.push(code);
    }

    /// Adds code behind the construct, at the end of that block.
    pub fn push_behind(&mut self, code: Omp) {
        self.behind.push(code);
    }

    /// Adds code before the associated statement, in a block inside the directive.
    pub fn push_inside(&mut self, code: Omp) {
        self.inside_before.push(code);
    }

    /// Adds code behind the associated statement, at the end of that block.
    pub fn push_inside_behind(&mut self, code: Omp) {
        self.inside_behind.push(code);
    }

    /// Reports something about a clause.
    pub fn report(&mut self, clause: ClauseId, code: &'static Code, message: impl Into<String>) {
        self.findings.push(Diagnostic::new(code, self.cx.clause_range(clause), message));
    }

    /// States what became of the directive itself.
    pub fn directive_verdict(&mut self, fidelity: Fidelity, reason: &'static str) {
        self.directive_verdict = Some((fidelity, reason));
    }

    /// States that the directive itself has no form, and reports it.
    pub fn unsupported_directive(
        &mut self,
        reason: &'static str,
        code: &'static Code,
        message: impl Into<String>,
    ) {
        self.is_unsupported = true;
        self.directive_verdict = Some((Fidelity::Unsupported, reason));
        self.findings.push(Diagnostic::new(code, self.cx.directive_range(), message));
    }

    pub(super) fn clause_verdict(&mut self, clause: ClauseId, mapped: Mapped) {
        self.is_unsupported |= mapped.fidelity == Fidelity::Unsupported;
        let subject = Subject::Clause(clause);
        self.verdicts.push(Verdict { subject, fidelity: mapped.fidelity, reason: mapped.reason });
        if let Some((code, message)) = mapped.finding {
            self.report(clause, code, message);
        }
    }

    pub(super) fn modifier_verdict(
        &mut self,
        clause: ClauseId,
        modifier: DataModifier,
        fidelity: Fidelity,
        reason: &'static str,
    ) {
        self.verdicts.push(Verdict { subject: Subject::Modifier(clause, modifier), fidelity, reason });
    }

    /// The finished node with one directive, or with none.
    pub fn finish(mut self, kind: Option<OmpDirective>) -> OmpNode {
        let mut verdicts = vec![self.verdict_of_directive(kind.is_some())];
        verdicts.append(&mut self.verdicts);
        OmpNode {
            diagnostics: std::mem::take(&mut self.findings),
            verdicts: verdicts.into(),
            unit_forms: Vec::new(),
            form: (!self.is_unsupported).then(|| self.form(kind)),
        }
    }

    fn verdict_of_directive(&self, has_directive: bool) -> Verdict {
        let (fidelity, reason) = match self.directive_verdict {
            Some(stated) if !self.is_unsupported || stated.0 == Fidelity::Unsupported => stated,
            _ if self.is_unsupported => (Fidelity::Unsupported, "a part of the directive has no form"),
            _ if has_directive => (Fidelity::Exact, "the directive has a form"),
            _ => (Fidelity::Dropped, "OpenMP needs no directive here"),
        };
        Verdict { subject: Subject::Directive, fidelity, reason }
    }

    fn form(self, kind: Option<OmpDirective>) -> Omp {
        let has_statement = self.cx.has_statement();
        let origin = Origin::Directive(self.cx.construct().directive);
        let statement = has_statement.then(|| inside(self.inside_before, self.inside_behind));
        let directive = match kind {
            Some(kind) => {
                let body = statement.map(Box::new);
                Some(Omp::Directive(Directive { kind, clauses: self.clauses, body, origin }))
            }
            None => statement,
        };
        let parts: Vec<Omp> = self.before.into_iter().chain(directive).chain(self.behind).collect();
        surrounded(parts, has_statement)
    }
}

fn explicit_mapping(attribute: &DataAttributes) -> Option<(At, DataMapping)> {
    let mapping = attribute.mapping.as_ref().filter(|mapping| mapping.reason.how == How::Explicit)?;
    Some((mapping.reason.item.as_ref()?.at, mapping.kind))
}

/// The associated statement with the code that stands in a block with it.
fn inside(before: Vec<Omp>, behind: Vec<Omp>) -> Omp {
    if before.is_empty() && behind.is_empty() {
        return Omp::Statement;
    }
    Omp::Block(before.into_iter().chain([Omp::Statement]).chain(behind).collect())
}

/// Parts in a block, where they need one. Without an associated statement one directive or call may stand where the OpenACC
/// directive stood.
fn surrounded(mut parts: Vec<Omp>, has_statement: bool) -> Omp {
    let needs_block =
        parts.len() > 1 || !has_statement && parts.iter().any(|part| matches!(part, Omp::If { .. }));
    if needs_block {
        return Omp::Block(parts);
    }
    parts.pop().unwrap_or(Omp::NOTHING)
}

/// The places that list items name, each with where it is written. Items that name none have been reported.
pub(super) fn places(items: &[ListItem]) -> impl Iterator<Item = (At, &Place)> {
    items.iter().filter_map(|item| Some((item.at, item.place.as_ref()?)))
}

/// The items of an OpenACC clause, as the source spells them.
pub(super) fn written(items: &[ListItem]) -> Vec<Item> {
    places(items).map(|(at, place)| Item::written(place.clone(), at)).collect()
}
