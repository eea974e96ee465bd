//! The trait that custom policies implement, and the types that it is called with.

use std::borrow::Cow;

use clacc_sema::omp::form::Omp;
use clacc_ttx::node;
use clacc_ttx::rules::Context;

use super::FormBuilder;
use crate::Dialect;
use crate::acc::Construct;
use crate::omp::OmpNode;
use crate::syntax::ExternalDeclaration;
use crate::translate::Fidelity;

/// Rules that decide which OpenMP a construct becomes. [`Policy::custom`](super::Policy::custom) makes a policy of a type that implements
/// them.
///
/// A policy is a pure function of the construct, its surroundings, and the dialect: it always gives the same answer. Its answers are
/// memoised, and it is called in any order, on any thread; [`check_pure`](super::testing::check_pure) finds some violations. The module
/// [`policy`](crate::policy) describes what happens to answers that OpenMP does not permit.
///
/// A policy must not query any session or snapshot, not even one of its own, on the thread on which it is called: that ends in a panic,
/// which counts as a panic of the policy.
///
/// A declaration that a policy sees belongs to no session: its [unit](ExternalDeclaration::unit) is none, and it has no positions. The
/// levels of its loops are those that the default policy uses.
///
/// ```
/// use clacc::Session;
/// use clacc::acc::Construct;
/// use clacc::directives::{AccDirective, OmpClause};
/// use clacc::files::MemoryFiles;
/// use clacc::omp::{NewClause, OmpNode};
/// use clacc::options::CompileOptions;
/// use clacc::policy::{MappingPolicy, Policy, Rules};
/// use clacc::translate::TranslateOptions;
///
/// /// No team has more threads than this.
/// struct Limit(u32);
///
/// impl MappingPolicy for Limit {
///     fn name(&self) -> &str { "limit" }
///     fn version(&self) -> &str { "1" }
///     fn fingerprint(&self) -> Option<u64> { Some(self.0.into()) }
///     fn map(&self, construct: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
///         let mut node = rules.default();
///         if construct.kind() == AccDirective::Parallel {
///             let limit = || NewClause::value(OmpClause::ThreadLimit, self.0);
///             node.each_directive(|directive| directive.replace(limit()));
///         }
///         node
///     }
/// }
///
/// let program = "void f(int *x) {\n#pragma acc parallel copy(x[0:4])\n  x[0] = 1;\n}\n";
/// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let options = TranslateOptions::default().with_policy(Policy::custom(Limit(64)));
/// let translation = session.translate(unit, &options);
/// assert!(String::from_utf8_lossy(&translation.text).contains("thread_limit(64)"));
/// # Ok::<(), clacc::Error>(())
/// ```
pub trait MappingPolicy: Send + Sync + 'static {
    /// The name by which users choose the policy.
    fn name(&self) -> &str;

    /// The version of the policy's rules. Change it when a rule changes.
    fn version(&self) -> &str;

    /// A description of one line, for a list of policies.
    #[expect(clippy::unnecessary_literal_bound, reason = "a policy may own its description")]
    fn about(&self) -> &str {
        ""
    }

    /// A number that encodes the parameters of the policy, to distinguish values of one type with the same name and version. Two values
    /// with the same number are treated as one policy, and answers of one are used for the other. None, the default: only clones of one
    /// policy are equal.
    fn fingerprint(&self) -> Option<u64> {
        None
    }

    /// Returns the form of one construct. [`Rules::default`] is the answer of the policy below: change it, or build another one.
    fn map(&self, construct: Construct<'_>, rules: &Rules<'_>) -> OmpNode;

    /// Returns the forms of both constructs of a combined directive, for policies that make one directive of them. By default, each
    /// construct is mapped separately.
    fn map_combined(&self, rules: &CombinedRules<'_>) -> CombinedNodes {
        let [outer, inner] = [rules.outer(), rules.inner()];
        CombinedNodes::new(self.map(outer.construct(), outer), self.map(inner.construct(), inner))
    }
}

/// The queries about a construct that a policy can make, and the constructors of its answer.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'r> {
    declaration: &'r ExternalDeclaration,
    cx: &'r Context<'r>,
    below: &'r node::OmpNode,
}

/// The queries about the two constructs of a combined directive.
///
/// ```
/// use clacc::acc::Construct;
/// use clacc::directives::{OmpClause, OmpDirective};
/// use clacc::omp::{NewClause, OmpDirectiveNode, OmpNode};
/// use clacc::policy::{CombinedNodes, CombinedRules, MappingPolicy, NewDirective, Rules};
/// use clacc::translate::Fidelity;
///
/// /// `parallel loop` is one directive, and the compiler chooses who executes the loop.
/// struct TeamsLoop;
///
/// impl MappingPolicy for TeamsLoop {
///     fn name(&self) -> &str { "teams-loop" }
///     fn version(&self) -> &str { "1" }
///     fn map(&self, _: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
///         rules.default()
///     }
///     fn map_combined(&self, rules: &CombinedRules<'_>) -> CombinedNodes {
///         let default: CombinedNodes = rules.default();
///         let clauses = default.outer.directives().into_iter().flat_map(OmpDirectiveNode::clauses);
///         let wanted = [OmpClause::Map, OmpClause::Reduction, OmpClause::Private, OmpClause::Firstprivate];
///         let clauses = clauses.filter(|clause| wanted.contains(&clause.kind())).map(NewClause::from);
///         let one = NewDirective::new(OmpDirective::TargetTeamsLoop).clauses(clauses);
///         let mut outer = rules.outer().build().directive(one).finish();
///         outer.state(Fidelity::Approximated, "the compiler chooses the levels");
///         CombinedNodes::new(outer, rules.inner().without_directive("the directive around it has the loop"))
///     }
/// }
/// #
/// # let program = "void f(int n, int *x) {\n#pragma acc parallel loop copy(x[0:n])\nfor (int i = 0; i < n; ++i) x[i] = i;\n}\n";
/// # clacc::policy::testing::check_pure(&clacc::policy::Policy::custom(TeamsLoop), clacc::dialect::OPENMP_5_1, [program])?;
/// # Ok::<(), clacc::policy::testing::ImpurePolicy>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CombinedRules<'r> {
    outer: Rules<'r>,
    inner: Rules<'r>,
}

/// The forms of the two constructs of a combined directive. The form of the loop takes the place of the statement in the form of the
/// compute construct.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CombinedNodes {
    /// The form of the compute construct.
    pub outer: OmpNode,
    /// The form of the loop.
    pub inner: OmpNode,
}

impl CombinedNodes {
    /// Combines the forms of both constructs.
    #[must_use]
    pub fn new(outer: OmpNode, inner: OmpNode) -> CombinedNodes {
        CombinedNodes { outer, inner }
    }
}

impl<'r> Rules<'r> {
    pub(super) fn new(
        declaration: &'r ExternalDeclaration,
        cx: &'r Context<'r>,
        below: &'r node::OmpNode,
    ) -> Rules<'r> {
        Rules { declaration, cx, below }
    }

    /// Returns the construct.
    #[must_use]
    pub fn construct(&self) -> Construct<'r> {
        Construct::new(self.declaration, self.cx.id)
    }

    /// Returns the answer of the policy below: the default policy, or the one that this policy is layered over.
    #[must_use]
    pub fn default(&self) -> OmpNode {
        self.node(self.below.clone())
    }

    /// Returns the dialect in which the form will be spelled. A policy checks it before it uses a directive or clause that not every
    /// compiler supports.
    #[must_use]
    pub fn dialect(&self) -> &'r Dialect {
        self.cx.dialect
    }

    /// Starts a form with directives of the policy's own choice.
    #[must_use]
    pub fn build(&self) -> FormBuilder<'r> {
        FormBuilder::new(*self)
    }

    /// Returns an answer without a directive: the statement alone. Its verdict is that the directive is omitted for this reason, which is
    /// one sentence. The fidelity of its clauses is *approximated* unless it is stated by [`OmpNode::state_clause`].
    #[must_use]
    pub fn without_directive(&self, why: impl Into<Cow<'static, str>>) -> OmpNode {
        let form = if self.cx.has_statement() { Omp::Statement } else { Omp::NOTHING };
        let mut node = self.node(node::OmpNode { form: Some(form), ..node::OmpNode::default() });
        node.state(Fidelity::Dropped, why);
        node
    }

    /// Returns an answer without a form, so that the directive keeps its text for this reason, which is one sentence. The reason also
    /// applies to the clauses, unless the answer states another one for them.
    #[must_use]
    pub fn unsupported(&self, why: impl Into<Cow<'static, str>>) -> OmpNode {
        let mut node = self.node(node::OmpNode::default());
        node.state(Fidelity::Unsupported, why);
        node
    }

    pub(super) fn node(&self, node: node::OmpNode) -> OmpNode {
        OmpNode::new(self.declaration.clone(), self.cx.id, *self.cx.dialect, node)
    }

    pub(super) fn has_statement(&self) -> bool {
        self.cx.has_statement()
    }

    pub(super) fn declaration(&self) -> &'r ExternalDeclaration {
        self.declaration
    }
}

impl<'r> CombinedRules<'r> {
    pub(super) fn new(outer: Rules<'r>, inner: Rules<'r>) -> CombinedRules<'r> {
        CombinedRules { outer, inner }
    }

    /// Returns the rules for the compute construct.
    #[must_use]
    pub fn outer(&self) -> &Rules<'r> {
        &self.outer
    }

    /// Returns the rules for the loop.
    #[must_use]
    pub fn inner(&self) -> &Rules<'r> {
        &self.inner
    }

    /// Returns the answers of the policy below for both constructs.
    #[must_use]
    pub fn default(&self) -> CombinedNodes {
        CombinedNodes::new(self.outer.default(), self.inner.default())
    }
}
