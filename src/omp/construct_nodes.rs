//! What a policy makes of one construct.

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

/// The OpenMP form of one construct of OpenACC under a policy, in the words of a dialect, with verdicts on how much of each
/// clause it preserves. A combined directive has two nodes.
///
/// It is owned and holds a handle on its declaration, so it can be kept, sent to another thread and compared. It says what
/// the policy makes of the construct by itself. Whether the form is used, the whole declaration decides: see
/// [`Omp::outcome`](super::Omp::outcome).
#[derive(Clone, PartialEq, Eq)]
pub struct OmpNode {
    pub(super) declaration: ExternalDeclaration,
    construct: ConstructId,
    pub(super) dialect: Dialect,
    pub(super) node: node::OmpNode,
    /// Whether something of another declaration was put into it.
    pub(super) is_misfit: bool,
}

/// Where the code of a unit form stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UnitPlace {
    /// At the directive, before the declaration that it applies to.
    Before,
    /// Behind the declaration that the directive applies to.
    After,
}

/// A directive of OpenMP for a loop that no directive of the source is about.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::omp::{ConstructPart, DividedConstruct, ExchangedLoops, LoopDirective, MappingChoice, OmpNode, UnitPlace};
///
/// let program = "double a[64][64];\nvoid f(void) {\n#pragma acc parallel loop\n  for (int i = 0; i < 64; ++i)\n    for (int j = 0; j < 64; ++j) a[i][j] = i;\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let all = session.declarations(unit);
/// let choice = MappingChoice::default();
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

/// Two loops that change places: the inner one comes outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ExchangedLoops<'n> {
    /// The loop that stands outside in the source.
    pub outer: For<'n>,
    /// The loop that stands inside in the source.
    pub inner: For<'n>,
    /// The directive of the loop that comes inside.
    pub directive: Option<OmpDirectiveNode<'n>>,
}

/// A construct that is divided into parts, which follow each other and hold all its statements.
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

    /// The node, which cannot be used: something of another declaration was to be put into it.
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

    /// Returns the declaration that the construct is in.
    #[must_use]
    pub fn declaration(&self) -> &ExternalDeclaration {
        &self.declaration
    }

    /// Returns the construct.
    #[must_use]
    pub fn construct(&self) -> Construct<'_> {
        Construct::new(&self.declaration, self.construct)
    }

    /// Returns the dialect in whose words texts are.
    #[must_use]
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// Returns the form. None if the policy has none for the construct, so that the directive keeps its text.
    #[must_use]
    pub fn form(&self) -> Option<FormView<'_>> {
        self.node.form.as_ref().map(|form| FormView::new(self.context(), form))
    }

    /// Returns the directives of the form, outer ones before inner ones.
    #[must_use]
    pub fn directives(&self) -> Vec<OmpDirectiveNode<'_>> {
        self.form().map(|form| form.directives()).unwrap_or_default()
    }

    /// Returns the code around the declaration that the directive applies to, as `routine` and `declare` have it. It counts
    /// only if there is a form.
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

    /// Returns the directives for loops inside the construct that no directive of the source is about. Nothing depends on
    /// them; a translation leaves those out that have no place in the text.
    pub fn loop_directives(&self) -> impl Iterator<Item = LoopDirective<'_>> {
        let inner = self.node.inner.iter().filter(|_| self.node.is_mapped());
        inner.map(|inner| LoopDirective { context: self.context(), inner })
    }

    /// Returns the loops inside the construct that change places. Nothing depends on it; a translation leaves those as they
    /// are that it cannot edit.
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

    /// Returns the same construct in parts, if the policy divides it. Both forms mean the same; a translation takes the parts
    /// where each of them has a place in the text ([`Omp::is_divided`](super::Omp::is_divided)).
    #[must_use]
    pub fn divided(&self) -> Option<DividedConstruct<'_>> {
        let divided = self.node.divided.as_deref().filter(|_| self.node.is_mapped())?;
        Some(DividedConstruct { context: self.context(), divided })
    }

    /// Returns the verdicts: that on the directive, one on each clause, and one on each modifier of which something else is
    /// to be said than of its clause.
    pub fn verdicts(&self) -> impl Iterator<Item = NodeVerdict<'_>> {
        self.node.verdicts.iter().map(|verdict| NodeVerdict { declaration: &self.declaration, verdict })
    }

    /// Returns the least that is preserved of the construct or of one of its clauses. A clause that is left out without loss
    /// takes nothing from it.
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

    /// Returns what the mapping has to say of the construct: errors, warnings and remarks, without places. Findings of the
    /// analysis are not among them ([`Analysis::check`](crate::Analysis::check)).
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

    /// Returns the directive. It is associated with the loop.
    #[must_use]
    pub fn directive(self) -> OmpDirectiveNode<'n> {
        OmpDirectiveNode { context: self.context, directive: &self.inner.directive }
    }

    /// Whether the iterations are independent only if pointers of data clauses lead to different memory.
    #[must_use]
    pub fn is_assumed(self) -> bool {
        self.inner.is_assumed
    }
}

impl<'n> DividedConstruct<'n> {
    /// Returns what stands around the parts. Its statement is that of the construct.
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
    /// Returns its first statement.
    #[must_use]
    pub fn first(self) -> Option<Stmt<'n>> {
        self.context.declaration.node(self.part.first).stmt()
    }

    /// Returns its last statement, which may be its first one.
    #[must_use]
    pub fn last(self) -> Option<Stmt<'n>> {
        self.context.declaration.node(self.part.last).stmt()
    }

    /// Returns its directive, which is associated with its statements, in a block if they are several.
    #[must_use]
    pub fn directive(self) -> OmpDirectiveNode<'n> {
        OmpDirectiveNode { context: self.context, directive: &self.part.directive }
    }
}
