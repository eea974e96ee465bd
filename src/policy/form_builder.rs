//! Construction of OpenMP forms by policies.

use clacc_sema::omp::form::{Clause, Directive, Omp, Origin};
use clacc_ttx::node;

use super::Rules;
use crate::omp::{NewClause, OmpNode};
use crate::syntax::ExternalDeclaration;
use clacc_syntax::directive::OmpDirective;

/// A directive that a policy makes, with its clauses in the order in which they are printed.
///
/// ```
/// use clacc::directives::{OmpClause, OmpDirective};
/// use clacc::omp::{NewClause, ScheduleKind};
/// use clacc::policy::NewDirective;
///
/// let threads = NewDirective::new(OmpDirective::ParallelFor)
///     .clause(NewClause::schedule(ScheduleKind::Static, Some(4.into())))
///     .clauses([NewClause::bare(OmpClause::Nowait)]);
/// ```
#[derive(Clone, Debug)]
pub struct NewDirective<'f> {
    kind: OmpDirective,
    clauses: Vec<NewClause<'f>>,
}

/// A form under construction: nested directives around the statement of the construct, and stand-alone directives before and after it. A
/// builder does not determine the fidelity, so its result is *approximated* unless the policy [states](OmpNode::state) something else, for
/// the directive and for [each clause](OmpNode::state_clause). Clauses of the default result can be taken over: [`NewClause`] is made from
/// them.
///
/// ```
/// use clacc::acc::Construct;
/// use clacc::directives::{AccDirective, OmpClause, OmpDirective};
/// use clacc::omp::{NewClause, OmpNode};
/// use clacc::policy::{FormBuilder, MappingPolicy, NewDirective, Rules};
/// use clacc::translate::Fidelity;
///
/// /// `serial` runs on one thread of the host.
/// struct OnHost;
///
/// impl MappingPolicy for OnHost {
///     fn name(&self) -> &str { "on-host" }
///     fn version(&self) -> &str { "1" }
///     fn map(&self, construct: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
///         if construct.kind() != AccDirective::Serial {
///             return rules.default();
///         }
///         let threads = NewClause::value(OmpClause::NumThreads, 1);
///         let form: FormBuilder<'_> = rules.build();
///         let mut node = form.directive(NewDirective::new(OmpDirective::Parallel).clause(threads)).finish();
///         node.state(Fidelity::Approximated, "the host executes it");
///         node
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct FormBuilder<'r> {
    rules: Rules<'r>,
    around: Vec<(OmpDirective, Vec<Clause>)>,
    before: Vec<Omp>,
    behind: Vec<Omp>,
    is_misfit: bool,
}

impl<'f> NewDirective<'f> {
    /// Makes a directive without clauses.
    #[must_use]
    pub fn new(kind: OmpDirective) -> NewDirective<'f> {
        NewDirective { kind, clauses: Vec::new() }
    }

    /// Adds a clause.
    #[must_use]
    pub fn clause(mut self, clause: NewClause<'f>) -> NewDirective<'f> {
        self.clauses.push(clause);
        self
    }

    /// Adds clauses.
    #[must_use]
    pub fn clauses(mut self, clauses: impl IntoIterator<Item = NewClause<'f>>) -> NewDirective<'f> {
        self.clauses.extend(clauses);
        self
    }

    /// Returns the clauses for a form of this declaration. None if one of them has parts of another declaration.
    fn into_clauses(self, declaration: &ExternalDeclaration) -> Option<Vec<Clause>> {
        self.clauses.into_iter().map(|clause| clause.for_form(declaration)).collect()
    }
}

impl<'r> FormBuilder<'r> {
    pub(super) fn new(rules: Rules<'r>) -> FormBuilder<'r> {
        let (around, before, behind) = (Vec::new(), Vec::new(), Vec::new());
        FormBuilder { rules, around, before, behind, is_misfit: false }
    }

    /// Adds a directive inside the previous ones. The innermost directive is associated with the statement of the construct; if there is
    /// none, it is stand-alone.
    #[must_use]
    pub fn directive(mut self, directive: NewDirective<'_>) -> FormBuilder<'r> {
        let kind = directive.kind;
        let clauses = self.own(directive);
        self.around.push((kind, clauses));
        self
    }

    /// Adds a stand-alone directive before the nested directives, after others that were added by this method.
    #[must_use]
    pub fn before(mut self, directive: NewDirective<'_>) -> FormBuilder<'r> {
        let alone = self.alone(directive);
        self.before.push(alone);
        self
    }

    /// Adds a stand-alone directive after the statement, and after others that were added by this method.
    #[must_use]
    pub fn behind(mut self, directive: NewDirective<'_>) -> FormBuilder<'r> {
        let alone = self.alone(directive);
        self.behind.push(alone);
        self
    }

    fn alone(&mut self, directive: NewDirective<'_>) -> Omp {
        let kind = directive.kind;
        Omp::Directive(Directive::standalone(kind, self.own(directive), self.origin()))
    }

    fn own(&mut self, directive: NewDirective<'_>) -> Vec<Clause> {
        let clauses = directive.into_clauses(self.rules.declaration());
        self.is_misfit |= clauses.is_none();
        clauses.unwrap_or_default()
    }

    fn origin(&self) -> Origin {
        let directive = self.rules.construct().directive();
        directive.map_or(Origin::Mapping("the policy adds it"), |directive| Origin::Directive(directive.id()))
    }

    /// Makes a node of the form. Verdicts on the clauses of the construct are *approximated* unless they are
    /// [stated](OmpNode::state_clause).
    #[must_use]
    pub fn finish(self) -> OmpNode {
        let origin = self.origin();
        let statement = self.rules.has_statement().then_some(Omp::Statement);
        let form = self.around.into_iter().rfold(statement, |inner, (kind, clauses)| {
            let body = inner.map(Box::new);
            Some(Omp::Directive(Directive { kind, clauses, body, origin: origin.clone() }))
        });
        let mut parts: Vec<Omp> = self.before.into_iter().chain(form).chain(self.behind).collect();
        let form = match parts.len() {
            0 => Omp::NOTHING,
            1 => parts.remove(0),
            _ => Omp::Block(parts),
        };
        let node = self.rules.node(node::OmpNode { form: Some(form), ..node::OmpNode::default() });
        if self.is_misfit { node.misfit() } else { node }
    }
}
