//! The rules of a policy file, and their application to OpenMP forms.

use clacc_ttx::verdict::Fidelity;

use super::clause_constants::ClauseConstant;
use crate::Dialect;
use crate::acc::Construct;
use crate::omp::{DirectiveEdit, FormView, OmpDirectiveNode, OmpNode, Origin};
use crate::syntax::Clause;
use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};

/// A rule: a condition on constructs, and an action.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct FileRule {
    pub(super) condition: RuleCondition,
    pub(super) action: RuleAction,
}

/// The requirements on a construct. An empty list requires nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct RuleCondition {
    /// The construct is one of these.
    pub(super) constructs: Vec<AccDirective>,
    /// The construct has all of these clauses.
    pub(super) has: Vec<AccClause>,
    /// The construct has none of these clauses.
    pub(super) lacks: Vec<AccClause>,
    /// The loop of the construct is shared on all of these levels.
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
    /// The directive is omitted for this reason.
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

/// The directives of a form that a change applies to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum DirectiveChoice {
    Outermost,
    Innermost,
    Each,
    Kind(OmpDirective),
}

/// The fidelity of a change, with the reason.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct RuleStatement {
    pub(super) fidelity: Fidelity,
    pub(super) reason: String,
}

impl RuleCondition {
    pub(super) fn holds(&self, construct: Construct<'_>, dialect: &Dialect) -> bool {
        let has = |wanted: &AccClause| construct.clauses().any(|clause| clause.kind().acc() == Some(*wanted));
        (self.constructs.is_empty() || self.constructs.contains(&construct.kind()))
            && (self.dialects.is_empty()
                || dialect.preset_name().is_some_and(|name| self.dialects.contains(&name)))
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
    /// Changes the chosen directives, and states the fidelity. If nothing was changed, because the node has none of these directives or the
    /// change has no effect, the verdicts stay as well.
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

    /// Returns whether the change applies, for each directive in the order of [`OmpNode::each_directive`].
    fn chosen(&self, node: &OmpNode) -> Vec<bool> {
        let of_unit = node.unit_forms().flat_map(|(_, form)| form.directives());
        let of_unit = of_unit.map(|directive| self.names(directive.kind()));
        let mut chosen: Vec<bool> = self.in_form(node.form(), true).into_iter().chain(of_unit).collect();
        if let Some(divided) = node.divided() {
            // In the divided form, the directive of each part is the innermost one.
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

    /// Returns for each directive of a form whether the change applies. Outermost and innermost are counted among the directives around the
    /// statement, if there are any. Without `has_innermost`, as around the parts of a divided construct, no directive is the innermost.
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

    /// Changes a directive. Adds to `asked` the clauses of the source from which removed or replaced clauses originate.
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

    /// States the fidelity and the reason of the rule. A lower fidelity that was stated before is kept.
    fn state(&self, node: &mut OmpNode, before: &OmpNode, asked: &[Clause<'_>]) {
        // `dropped` applies to clauses; the directive itself is then exact.
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
    /// Returns the fidelity and reason of the rule, combined with the earlier ones if those are not better.
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

/// Returns the lowest fidelity that was stated for the directive or for a clause, with the reason.
fn said_of<'n>(node: &'n OmpNode, clause: Option<Clause<'_>>) -> Option<(Fidelity, &'n str)> {
    let said = node.verdicts().filter(|verdict| verdict.clause() == clause);
    let worst = said.max_by_key(|verdict| verdict.fidelity())?;
    Some((worst.fidelity(), worst.reason()))
}

/// Returns whether a form contains the statement of the construct.
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
