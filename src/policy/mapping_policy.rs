//! The trait by which others write policies, and what it gives them.

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

/// Rules that decide which OpenMP a construct becomes. [`Policy::custom`](super::Policy::custom) makes a policy of them.
///
/// A policy is a pure function of the construct, what is around it, and the dialect: asked again, it gives the same answer.
/// Its answers are kept and asked for in any order, on any thread; [`check_pure`](super::testing::check_pure) finds some of
/// those that do not keep to it. The module [`policy`](crate::policy) says what becomes of answers that OpenMP does not permit.
///
/// It asks no session and no snapshot, not even one of its own, on the thread on which it is asked: that ends as a panic of the policy.
///
/// A declaration that a policy sees belongs to no session: its [unit](ExternalDeclaration::unit) is none, and it has no
/// positions. The levels of its loops are those that the default policy works with.
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
    /// The name by which users choose it.
    fn name(&self) -> &str;

    /// The version of its rules. Change it when a rule changes.
    fn version(&self) -> &str;

    /// The description in a list of policies, in one line.
    #[expect(clippy::unnecessary_literal_bound, reason = "a policy may own its description")]
    fn about(&self) -> &str {
        ""
    }

    /// What tells this value from others of its type with the same name and version: its parameters, as a number. Two
    /// values with the same number are taken for one policy, and answers of one are used for the other. None, the default,
    /// makes a policy the same as its own clones alone.
    fn fingerprint(&self) -> Option<u64> {
        None
    }

    /// The form of one construct. [`Rules::default`] is the answer of the policy below: change it, or build another one.
    fn map(&self, construct: Construct<'_>, rules: &Rules<'_>) -> OmpNode;

    /// The forms of both halves of a combined directive, for policies that make one directive of them. Without it, each
    /// is mapped by itself.
    fn map_combined(&self, rules: &CombinedRules<'_>) -> CombinedNodes {
        let [outer, inner] = [rules.outer(), rules.inner()];
        CombinedNodes::new(self.map(outer.construct(), outer), self.map(inner.construct(), inner))
    }
}

/// What a policy can ask about a construct, and how it makes its answer.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'r> {
    declaration: &'r ExternalDeclaration,
    cx: &'r Context<'r>,
    below: &'r node::OmpNode,
}

/// What a policy can ask about the halves of a combined directive.
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

/// The forms of the halves of a combined directive. That of the inner half takes the place of the statement in that of the
/// outer one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CombinedNodes {
    /// The form of the compute construct.
    pub outer: OmpNode,
    /// The form of the loop.
    pub inner: OmpNode,
}

impl CombinedNodes {
    /// Puts the forms of both halves together.
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

    /// Returns the answer of the policy below: of the default policy, or of the one that this one is layered over.
    #[must_use]
    pub fn default(&self) -> OmpNode {
        self.node(self.below.clone())
    }

    /// Returns the dialect in whose words the form will be spelled. A policy asks it before it uses a word that not every
    /// compiler has.
    #[must_use]
    pub fn dialect(&self) -> &'r Dialect {
        self.cx.dialect
    }

    /// Begins a form of directives of one's own.
    #[must_use]
    pub fn build(&self) -> FormBuilder<'r> {
        FormBuilder::new(*self)
    }

    /// Returns an answer without a directive: the statement as it is. Its verdict is that the directive is left out for this
    /// reason, which is one sentence. What is left of its clauses, [`OmpNode::state_clause`] says; without that they are *approximated*.
    #[must_use]
    pub fn without_directive(&self, why: impl Into<Cow<'static, str>>) -> OmpNode {
        let form = if self.cx.has_statement() { Omp::Statement } else { Omp::NOTHING };
        let mut node = self.node(node::OmpNode { form: Some(form), ..node::OmpNode::default() });
        node.state(Fidelity::Dropped, why);
        node
    }

    /// Returns an answer without a form, so that the directive keeps its text for this reason, which is one sentence. It is the
    /// reason for the clauses too, unless the answer states another one for them.
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

    /// Returns the answers of the policy below.
    #[must_use]
    pub fn default(&self) -> CombinedNodes {
        CombinedNodes::new(self.outer.default(), self.inner.default())
    }
}
