//! The rules of a policy file, and what they make of a form.

use clacc_ttx::verdict::Fidelity;

use super::clause_constants::ClauseConstant;
use crate::Dialect;
use crate::acc::Construct;
use crate::directives::{AccClause, AccDirective, OmpClause, OmpDirective};
use crate::omp::{DirectiveEdit, FormView, OmpDirectiveNode, OmpNode, Origin};
use crate::syntax::Clause;

/// A rule: what it is about, and what becomes of that.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct FileRule {
    pub(super) condition: RuleCondition,
    pub(super) action: RuleAction,
}

/// What a construct must have. An empty list asks for nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct RuleCondition {
    /// It is one of these.
    pub(super) constructs: Vec<AccDirective>,
    /// It has all of these.
    pub(super) has: Vec<AccClause>,
    /// It has none of these.
    pub(super) lacks: Vec<AccClause>,
    /// Its loop is shared on all of these levels.
    pub(super) levels: Vec<SharedLevel>,
    /// The dialect is one of these.
    pub(super) dialects: Vec<&'static str>,
}

/// A level of parallelism that shares a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum SharedLevel {
    Gang,
    Worker,
    Vector,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum RuleAction {
    /// The directive keeps its text for this reason.
    Keep(String),
    /// The directive is left out for this reason.
    LeaveOut(String),
    Change(FormChange),
}

/// A change of directives of a form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct FormChange {
    pub(super) on: Vec<DirectiveChoice>,
    pub(super) kind: Option<OmpDirective>,
    pub(super) removed: Vec<OmpClause>,
    pub(super) replaced: Vec<ClauseConstant>,
    pub(super) added: Vec<ClauseConstant>,
    pub(super) said: RuleStatement,
}

/// Which directives of a form are changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum DirectiveChoice {
    Outermost,
    Innermost,
    Each,
    Kind(OmpDirective),
}

/// How much of the meaning remains, and why.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct RuleStatement {
    pub(super) fidelity: Fidelity,
    pub(super) reason: String,
}

impl RuleCondition {
    pub(super) fn holds(&self, construct: Construct<'_>, dialect: &Dialect) -> bool {
        let has = |wanted: &AccClause| construct.clauses().any(|clause| clause.kind().acc() == Some(*wanted));
        (self.constructs.is_empty() || self.constructs.contains(&construct.kind()))
            && (self.dialects.is_empty() || self.dialects.contains(&dialect.name()))
            && self.has.iter().all(has)
            && !self.lacks.iter().any(has)
            && self.levels.iter().all(|level| level.shares(construct))
    }
}

impl SharedLevel {
    fn shares(self, construct: Construct<'_>) -> bool {
        let Some(facts) = construct.loop_facts() else { return false };
        let level = match self {
            SharedLevel::Gang => facts.gang(),
            SharedLevel::Worker => facts.worker(),
            SharedLevel::Vector => facts.vector(),
        };
        level.is_some()
    }
}

impl FormChange {
    /// Changes the directives that it is about, and says so. Where the node has none of them, or all is there already, it
    /// stays as it is.
    pub(super) fn apply(&self, node: &mut OmpNode, construct: Construct<'_>) {
        let before = node.clone();
        let mut chosen = self.chosen(node).into_iter();
        let mut asked = Vec::new();
        node.each_directive(|directive| {
            if chosen.next() == Some(true) {
                self.change(directive, construct, &mut asked);
            }
        });
        if *node != before {
            self.state(node, &before, &asked);
        }
    }

    /// For each directive, in the order of [`OmpNode::each_directive`], whether it is changed.
    fn chosen(&self, node: &OmpNode) -> Vec<bool> {
        let of_unit = node.unit_forms().flat_map(|(_, form)| form.directives());
        let of_unit = of_unit.map(|directive| self.names(directive.kind()));
        let mut chosen: Vec<bool> = self.in_form(node.form(), true).into_iter().chain(of_unit).collect();
        if let Some(divided) = node.divided() {
            // Each part is the innermost directive around its statements.
            chosen.extend(self.in_form(Some(divided.form()), false));
            let is_innermost = self.on.contains(&DirectiveChoice::Innermost);
            chosen.extend(divided.parts().map(|part| is_innermost || self.names(part.directive().kind())));
        }
        chosen
    }

    fn names(&self, kind: OmpDirective) -> bool {
        self.on.iter().any(|choice| match choice {
            DirectiveChoice::Each => true,
            DirectiveChoice::Kind(own) => *own == kind,
            DirectiveChoice::Outermost | DirectiveChoice::Innermost => false,
        })
    }

    /// For each directive of a form whether it is changed. The outermost and the innermost one are those around the
    /// statement, if there are such; where parts follow that are divided, none of them is innermost.
    fn in_form(&self, form: Option<FormView<'_>>, has_innermost: bool) -> Vec<bool> {
        let directives = form.map(|form| form.directives()).unwrap_or_default();
        let is_around = |at: &usize| directives[*at].form().is_some_and(holds_statement);
        let around: Vec<usize> = (0..directives.len()).filter(is_around).collect();
        let (outermost, innermost) = match around[..] {
            [] => (0, directives.len().saturating_sub(1)),
            [first, ..] => (first, around[around.len() - 1]),
        };
        let stands = |choice, at, here| at == here && self.on.contains(&choice);
        let chosen = |(at, directive): (usize, &OmpDirectiveNode<'_>)| {
            stands(DirectiveChoice::Outermost, outermost, at)
                || has_innermost && stands(DirectiveChoice::Innermost, innermost, at)
                || self.names(directive.kind())
        };
        directives.iter().enumerate().map(chosen).collect()
    }

    /// Changes a directive. `asked` gets the clauses of the source that asked for clauses that it no longer has as they were.
    fn change<'c>(
        &self,
        directive: &mut DirectiveEdit<'_>,
        construct: Construct<'c>,
        asked: &mut Vec<Clause<'c>>,
    ) {
        let replaced: Vec<_> = self.replaced.iter().map(ClauseConstant::clause).collect();
        let goes = |kind| self.removed.contains(&kind) || replaced.iter().any(|new| new.kind() == kind);
        for clause in directive.view().clauses().filter(|clause| goes(clause.kind())) {
            if let Origin::Clause(origin) = clause.origin() {
                asked.extend(construct.clauses().filter(|own| *own == origin));
            }
        }
        self.kind.into_iter().for_each(|kind| directive.set_kind(kind));
        self.removed.iter().for_each(|kind| _ = directive.remove(*kind));
        replaced.into_iter().for_each(|clause| directive.replace(clause));
        self.added.iter().for_each(|clause| directive.push(clause.clause()));
    }

    /// States what the rule says of the change. What was less than that before remains so.
    fn state(&self, node: &mut OmpNode, before: &OmpNode, asked: &[Clause<'_>]) {
        // What is left out without loss are clauses; the directive then has all of its meaning.
        let of_directive = match self.said.fidelity {
            Fidelity::Dropped => Fidelity::Exact,
            fidelity => fidelity,
        };
        let (fidelity, reason) = self.said.with(of_directive, said_of(before, None));
        node.state(fidelity, reason);
        for clause in asked {
            let (fidelity, reason) = self.said.with(self.said.fidelity, said_of(before, Some(*clause)));
            node.state_clause(*clause, fidelity, reason);
        }
    }
}

impl RuleStatement {
    /// The statement, with what was said before if that is not better.
    fn with(&self, fidelity: Fidelity, before: Option<(Fidelity, &str)>) -> (Fidelity, String) {
        match before {
            Some((worse, reason)) if worse >= fidelity.max(Fidelity::Approximated) => {
                let is_said = reason.split("; ").any(|part| part == self.reason);
                (worse, if is_said { reason.to_owned() } else { format!("{reason}; {}", self.reason) })
            }
            _ => (fidelity, self.reason.clone()),
        }
    }
}

/// The least that was said of the directive or of a clause, with the reason.
fn said_of<'n>(node: &'n OmpNode, clause: Option<Clause<'_>>) -> Option<(Fidelity, &'n str)> {
    let said = node.verdicts().filter(|verdict| verdict.clause() == clause);
    let worst = said.max_by_key(|verdict| verdict.fidelity())?;
    Some((worst.fidelity(), worst.reason()))
}

/// Whether the statement of the construct stands in it.
fn holds_statement(form: FormView<'_>) -> bool {
    let mut open = vec![form];
    while let Some(form) = open.pop() {
        if form == FormView::Statement {
            return true;
        }
        open.extend(form.parts());
    }
    false
}
