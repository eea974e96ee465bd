//! The OpenMP form of one OpenACC construct under a policy.

use std::fmt;

use clacc_sema::acc::facts::ConstructId;
use clacc_sema::omp::form::Anchor;
use clacc_sema::program::place::At;
use clacc_ttx::node::{self, InnerForm, PartForm};

use super::node_verdicts::{NodeFinding, NodeVerdict};
use super::{FormContext, FormView, OmpDirectiveNode};
use crate::Dialect;
use crate::acc::Construct;
use crate::syntax::{ExternalDeclaration, For, Node, Stmt};
use crate::translate::Fidelity;

/// The OpenMP form of one OpenACC construct under a policy and in a dialect, with verdicts on how much of the meaning of each clause it
/// preserves. A combined directive has two nodes.
///
/// The node is owned and holds a handle on its declaration, so it can be kept, sent to another thread and compared. It describes the
/// policy's choice for this construct alone. Whether the form is used depends on the whole declaration: see
/// [`Omp::outcome`](super::Omp::outcome).
#[derive(Clone, PartialEq, Eq)]
pub struct OmpNode {
    pub(super) declaration: ExternalDeclaration,
    construct: ConstructId,
    pub(super) dialect: Dialect,
    pub(super) node: node::OmpNode,
    /// true if parts of another declaration were put into the node.
    pub(super) is_misfit: bool,
}

/// The place of a unit form's code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UnitPlace {
    /// At the directive, before the declaration that the directive applies to.
    Before,
    /// After the declaration that the directive applies to.
    After,
}

/// An OpenMP directive for a loop that has no directive in the source.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::dialect;
/// use clacc::omp::{ConstructPart, DividedConstruct, ExchangedLoops, LoopDirective, MappingChoice, OmpNode, UnitPlace};
/// use clacc::policy::Policy;
///
/// let program = "double a[64][64];\nvoid f(void) {\n#pragma acc parallel loop\n  for (int i = 0; i < 64; ++i)\n    for (int j = 0; j < 64; ++j) a[i][j] = i;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let all = session.declarations(unit);
/// let choice = MappingChoice::new(Policy::default(), dialect::PORTABLE);
/// let nodes: Vec<OmpNode> = all.iter().filter_map(|each| session.omp(each, &choice)).flat_map(|omp| omp.all().to_vec()).collect();
/// for node in &nodes {
///     let inside: Vec<LoopDirective<'_>> = node.loop_directives().collect();
///     inside.iter().for_each(|each| println!("{}: {}", each.node().kind(), each.directive().text()));
///     let exchanged: Vec<ExchangedLoops<'_>> = node.interchanges().collect();
///     println!("{} pairs of loops change places", exchanged.len());
///     let divided: Option<DividedConstruct<'_>> = node.divided();
///     let parts: Vec<ConstructPart<'_>> = divided.into_iter().flat_map(|divided| divided.parts()).collect();
///     println!("{} parts", parts.len());
///     // What `declare` and `routine` become stands at file scope.
///     assert!(node.unit_forms().all(|(place, _)| place == UnitPlace::Before || place == UnitPlace::After));
/// }
/// # let loops: Vec<_> = nodes.iter().flat_map(|node| node.loop_directives()).collect();
/// # assert_eq!(loops.len(), 1);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopDirective<'n> {
    context: FormContext<'n>,
    inner: &'n InnerForm,
}

/// Two loops that are interchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ExchangedLoops<'n> {
    /// The loop that is the outer one in the source.
    pub outer: For<'n>,
    /// The loop that is the inner one in the source.
    pub inner: For<'n>,
    /// The directive of the loop that becomes the outer one.
    pub directive: Option<OmpDirectiveNode<'n>>,
}

/// A construct that is divided into consecutive parts, which together hold all its statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DividedConstruct<'n> {
    context: FormContext<'n>,
    divided: &'n node::DividedForm,
}

/// A part of a divided construct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConstructPart<'n> {
    context: FormContext<'n>,
    part: &'n PartForm,
}

impl OmpNode {
    pub(crate) fn new(
        declaration: ExternalDeclaration,
        construct: ConstructId,
        dialect: Dialect,
        node: node::OmpNode,
    ) -> OmpNode {
        OmpNode { declaration, construct, dialect, node, is_misfit: false }
    }

    /// Marks the node as unusable, because parts of another declaration were to be put into it.
    pub(crate) fn misfit(self) -> OmpNode {
        OmpNode { is_misfit: true, ..self }
    }

    pub(crate) fn inner(&self) -> &node::OmpNode {
        &self.node
    }

    pub(super) fn id(&self) -> ConstructId {
        self.construct
    }

    fn context(&self) -> FormContext<'_> {
        FormContext { declaration: &self.declaration, dialect: &self.dialect }
    }

    /// Returns the declaration that contains the construct.
    #[must_use]
    pub fn declaration(&self) -> &ExternalDeclaration {
        &self.declaration
    }

    /// Returns the construct.
    #[must_use]
    pub fn construct(&self) -> Construct<'_> {
        Construct::new(&self.declaration, self.construct)
    }

    /// Returns the dialect in which texts are spelled.
    #[must_use]
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// Returns the form. None if the policy has no form for the construct, so that the directive keeps its text.
    #[must_use]
    pub fn form(&self) -> Option<FormView<'_>> {
        self.node.form.as_ref().map(|form| FormView::new(self.context(), form))
    }

    /// Returns the directives of the form, outer ones before inner ones.
    #[must_use]
    pub fn directives(&self) -> Vec<OmpDirectiveNode<'_>> {
        self.form().map(|form| form.directives()).unwrap_or_default()
    }

    /// Returns the code around the declaration that a `routine` or `declare` directive applies to. It is used only if there is a form.
    pub fn unit_forms(&self) -> impl Iterator<Item = (UnitPlace, FormView<'_>)> {
        let forms = self.node.unit_forms.iter().filter(|_| self.node.is_mapped());
        forms.map(|form| {
            let place = match form.anchor {
                Anchor::Before => UnitPlace::Before,
                Anchor::After => UnitPlace::After,
            };
            (place, FormView::new(self.context(), &form.omp))
        })
    }

    /// Returns the directives for loops inside the construct that have no directive in the source. They are optional: a translation omits
    /// those that cannot be placed in the text.
    pub fn loop_directives(&self) -> impl Iterator<Item = LoopDirective<'_>> {
        let inner = self.node.inner.iter().filter(|_| self.node.is_mapped());
        inner.map(|inner| LoopDirective { context: self.context(), inner })
    }

    /// Returns the pairs of loops inside the construct that are interchanged. They are optional: a translation leaves loops unchanged that
    /// it cannot edit.
    pub fn interchanges(&self) -> impl Iterator<Item = ExchangedLoops<'_>> {
        let context = self.context();
        let interchanged = self.node.interchanged.iter().filter(|_| self.node.is_mapped());
        interchanged.filter_map(move |loops| {
            Some(ExchangedLoops {
                outer: context.for_loop(loops.outer)?,
                inner: context.for_loop(loops.inner)?,
                directive: loops.directive.as_ref().map(|directive| OmpDirectiveNode { context, directive }),
            })
        })
    }

    /// Returns the construct divided into parts, if the policy divides it. Both forms mean the same; a translation uses the parts where
    /// each of them can be placed in the text ([`Omp::is_divided`](super::Omp::is_divided)).
    #[must_use]
    pub fn divided(&self) -> Option<DividedConstruct<'_>> {
        let divided = self.node.divided.as_deref().filter(|_| self.node.is_mapped())?;
        Some(DividedConstruct { context: self.context(), divided })
    }

    /// Returns the verdicts: that on the directive, one on each clause, and one on each modifier whose verdict differs from that of its
    /// clause.
    pub fn verdicts(&self) -> impl Iterator<Item = NodeVerdict<'_>> {
        self.node.verdicts.iter().map(|verdict| NodeVerdict { declaration: &self.declaration, verdict })
    }

    /// Returns the lowest fidelity of the construct and its clauses. A clause that is omitted without loss does not lower it.
    #[must_use]
    pub fn fidelity(&self) -> Fidelity {
        if !self.node.is_mapped() {
            return Fidelity::Unsupported;
        }
        let of_parts = self
            .verdicts()
            .filter(|verdict| verdict.clause().is_none() || verdict.fidelity() >= Fidelity::Approximated);
        of_parts.map(NodeVerdict::fidelity).max().unwrap_or(Fidelity::Exact)
    }

    /// Returns the findings of the mapping about the construct: errors, warnings and remarks, without places. Findings of the analysis are
    /// not among them ([`Analysis::check`](crate::Analysis::check)).
    pub fn findings(&self) -> impl Iterator<Item = NodeFinding<'_>> {
        self.node.diagnostics.iter().map(NodeFinding::new)
    }
}

impl fmt::Debug for OmpNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let directives = self.directives();
        let texts = directives.iter().map(|directive| directive.text());
        write!(f, "OmpNode({:?}, {}", self.construct(), self.fidelity())?;
        for text in texts {
            write!(f, ", {text}")?;
        }
        f.write_str(")")
    }
}

impl<'n> FormContext<'n> {
    fn for_loop(self, at: At) -> Option<For<'n>> {
        self.declaration.node(at).stmt()?.as_for()
    }
}

impl<'n> LoopDirective<'n> {
    /// Returns the loop.
    #[must_use]
    pub fn node(self) -> Node<'n> {
        self.context.declaration.node(self.inner.at)
    }

    /// Returns the directive, which is associated with the loop.
    #[must_use]
    pub fn directive(self) -> OmpDirectiveNode<'n> {
        OmpDirectiveNode { context: self.context, directive: &self.inner.directive }
    }

    /// Returns whether the iterations are independent only under the assumption that pointers in data clauses do not alias.
    #[must_use]
    pub fn is_assumed(self) -> bool {
        self.inner.is_assumed
    }
}

impl<'n> DividedConstruct<'n> {
    /// Returns the form around the parts. Its statement is that of the construct.
    #[must_use]
    pub fn form(self) -> FormView<'n> {
        FormView::new(self.context, &self.divided.form)
    }

    /// Returns the parts, in source order.
    pub fn parts(self) -> impl Iterator<Item = ConstructPart<'n>> {
        self.divided.parts.iter().map(move |part| ConstructPart { context: self.context, part })
    }
}

impl<'n> ConstructPart<'n> {
    /// Returns the first statement of the part.
    #[must_use]
    pub fn first(self) -> Option<Stmt<'n>> {
        self.context.declaration.node(self.part.first).stmt()
    }

    /// Returns the last statement of the part, which may also be the first.
    #[must_use]
    pub fn last(self) -> Option<Stmt<'n>> {
        self.context.declaration.node(self.part.last).stmt()
    }

    /// Returns the directive of the part, which is associated with its statements, in a block if there are several.
    #[must_use]
    pub fn directive(self) -> OmpDirectiveNode<'n> {
        OmpDirectiveNode { context: self.context, directive: &self.part.directive }
    }
}
