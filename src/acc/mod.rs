//! What directives of OpenACC mean: constructs, data attributes with their reasons, loops, accesses.
//!
//! A directive makes one [`Construct`], a combined one makes two. The answers are those of the program: of the levels and
//! attributes that it says, and of the specification. A policy that merges levels, as `performance` does, works with
//! levels of its own. Everything is known when the handle on the declaration is made; accesses are gathered when they are
//! asked for. If an error was reported for a construct ([`Construct::is_broken`]), it has what could still be determined.
//!
//! ```
//! use clacc::Session;
//! use clacc::acc::DataMapping;
//! use clacc::files::MemoryFiles;
//! use clacc::options::CompileOptions;
//!
//! let program = "void f(int n, int *x) {\n#pragma acc parallel copy(x[0:n])\n  x[0] = n;\n}\n";
//! let mut session = Session::new(MemoryFiles::new().with("f.c", program));
//! let unit = session.add_unit("f.c", &CompileOptions::default())?;
//! let declarations = session.declarations(unit);
//! let parallel = declarations[0].constructs().next().expect("there is a construct");
//! let x = parallel.attributes().next().expect("x is copied");
//! let (mapping, reason) = (x.mapping().expect("it is mapped"), x.mapping_reason().expect("for a reason"));
//! assert_eq!((x.variable().name(), mapping), ("x", DataMapping::Copy));
//! assert_eq!(reason.clause().map(|clause| clause.node().print()).as_deref(), Some("copy(x[0:n])"));
//! # Ok::<(), clacc::Error>(())
//! ```

mod data_attributes;
mod data_items;
mod index_ranges;
mod loop_constructs;
mod memory_accesses;

use std::fmt;

use clacc_sema::acc::facts::{self, ConstructId};
use clacc_syntax::ast::ClauseId;

#[doc(inline)]
pub use clacc_sema::acc::facts::How;

pub use self::data_attributes::{DataAttribute, DataMapping, Reason, ReductionOp, Rule, Sharing};
pub use self::data_items::DataItem;
pub use self::index_ranges::{IndexBound, IndexRange};
pub use self::loop_constructs::{ForLoop, Level, LoopBound, LoopFacts, SizeArgument, Sizes};
pub use self::memory_accesses::{Access, Accesses, Subscript, VariableAccesses};
use crate::syntax::{Clause, Directive, ExternalDeclaration, Node, Stmt};
use clacc_syntax::directive::AccDirective;

/// A construct of OpenACC: a directive that is not combined, or one half of a combined one.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::acc::{Construct, Half};
///
/// let program = "void f(int n, int *x, int s) {\n#pragma acc parallel loop copy(x[0:n]) reduction(+:s)\nfor (int i = 0; i < n; ++i) s += x[i];\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let halves: Vec<Construct<'_>> = f.constructs().collect();
/// assert_eq!((halves[0].half(), halves[0].kind().name()), (Half::Outer, "parallel"));
/// assert_eq!((halves[1].half(), halves[1].kind().name()), (Half::Inner, "loop"));
/// assert_eq!((halves[1].compute(), halves[0].is_compute()), (Some(halves[0]), true));
/// assert_eq!(halves[0].directive(), halves[1].directive());
/// assert_eq!(halves[0].clauses().map(|clause| clause.spelling()).collect::<Vec<_>>(), ["copy"]);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Construct<'f> {
    declaration: &'f ExternalDeclaration,
    id: ConstructId,
}

/// The part of a directive that a construct is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Half {
    /// The whole directive, which is not a combined one.
    Whole,
    /// The compute construct of a combined directive.
    Outer,
    /// The `loop` of a combined directive.
    Inner,
}

impl<'f> Construct<'f> {
    /// Returns a construct of a declaration that has facts about it.
    pub(crate) fn new(declaration: &'f ExternalDeclaration, id: ConstructId) -> Construct<'f> {
        Construct { declaration, id }
    }

    /// Returns the construct, if the declaration has it.
    pub(crate) fn known(declaration: &'f ExternalDeclaration, id: ConstructId) -> Option<Construct<'f>> {
        let count = declaration.facts()?.constructs.len();
        ((id.into_raw().into_u32() as usize) < count).then_some(Construct { declaration, id })
    }

    pub(crate) fn id(self) -> ConstructId {
        self.id
    }

    /// Returns the facts about the construct. A construct is only made where facts exist, so this is never none.
    fn inner(self) -> Option<&'f facts::Construct> {
        self.declaration.facts().map(|facts| &facts.constructs[self.id])
    }

    fn another(self, id: ConstructId) -> Construct<'f> {
        Construct { declaration: self.declaration, id }
    }

    fn clause_of(self, id: ClauseId) -> Option<Clause<'f>> {
        Clause::new(self.declaration, id)
    }

    /// Returns the declaration that contains the construct.
    #[must_use]
    pub fn declaration(self) -> &'f ExternalDeclaration {
        self.declaration
    }

    /// Returns the kind of the construct, which is never a combined directive.
    #[must_use]
    pub fn kind(self) -> AccDirective {
        self.inner().map_or(AccDirective::Data, |construct| construct.kind)
    }

    /// Returns the part of the directive that the construct is.
    #[must_use]
    pub fn half(self) -> Half {
        match self.inner().map(|construct| construct.half) {
            None | Some(facts::Half::Whole) => Half::Whole,
            Some(facts::Half::Outer) => Half::Outer,
            Some(facts::Half::Inner) => Half::Inner,
        }
    }

    /// Returns the directive.
    #[must_use]
    pub fn directive(self) -> Option<Directive<'f>> {
        Directive::new(self.declaration, self.inner()?.directive)
    }

    /// Returns the clauses of the directive that belong to this construct, in source order. Clauses with an error, and clauses for other
    /// device types, are left out.
    pub fn clauses(self) -> impl Iterator<Item = Clause<'f>> {
        let clauses = self.inner().into_iter().flat_map(|construct| &construct.clauses);
        clauses.filter_map(move |id| self.clause_of(*id))
    }

    /// Returns the first statement that the construct is associated with. None for a stand-alone directive.
    #[must_use]
    pub fn body(self) -> Option<Stmt<'f>> {
        let region = self.inner()?.region?;
        self.declaration.node(region.run.start).stmt()
    }

    /// Returns the enclosing construct, if there is one. For the `loop` of a combined directive, it is the compute construct of that
    /// directive.
    #[must_use]
    pub fn parent(self) -> Option<Construct<'f>> {
        Some(self.another(self.inner()?.parent?))
    }

    /// Returns the construct itself if it is a compute construct, otherwise the enclosing one.
    #[must_use]
    pub fn compute(self) -> Option<Construct<'f>> {
        Some(self.another(self.inner()?.compute?))
    }

    /// Returns whether the construct is a compute construct (OpenACC 3.4 2.5): `parallel`, `serial` or `kernels`.
    #[must_use]
    pub fn is_compute(self) -> bool {
        self.inner().is_some_and(facts::Construct::is_compute)
    }

    /// Returns whether an error was reported that prevents the translation of the construct.
    #[must_use]
    pub fn is_broken(self) -> bool {
        self.inner().is_some_and(|construct| construct.broken)
    }

    /// Returns the data attributes of each variable, or member, that the construct concerns: explicit ones in the order of
    /// the clauses, then predetermined, then implicit ones.
    pub fn attributes(self) -> impl Iterator<Item = DataAttribute<'f>> {
        let attributes = self.inner().into_iter().flat_map(|construct| &*construct.attributes);
        attributes.map(move |attribute| DataAttribute::new(self.declaration, attribute))
    }

    /// Returns the facts about the loops of a `loop` construct. None for any other construct.
    #[must_use]
    pub fn loop_facts(self) -> Option<LoopFacts<'f>> {
        Some(LoopFacts::new(self.declaration, self.inner()?.loop_facts.as_deref()?))
    }

    /// Returns the gang, worker and vector sizes of a compute construct. None for any other construct.
    #[must_use]
    pub fn sizes(self) -> Option<Sizes<'f>> {
        Some(Sizes::new(self.declaration, &self.inner().filter(|construct| construct.is_compute())?.sizes))
    }

    /// Gathers the accesses to variables in the statement that the construct is associated with: see [`Node::accesses`].
    #[must_use]
    pub fn accesses(self) -> Accesses<'f> {
        let run = self.inner().map(facts::Construct::run).unwrap_or_default();
        Accesses::gather(self.declaration, run)
    }
}

impl fmt::Debug for Construct<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} of {:?}", self.kind().text(), self.id.into_raw().into_u32(), self.declaration)
    }
}

impl<'f> Node<'f> {
    /// Gathers the accesses to variables inside the node. Names in clauses, and in operands that are not evaluated, are no accesses; calls
    /// are not followed. Takes time linear in the number of nodes inside.
    #[must_use]
    pub fn accesses(self) -> Accesses<'f> {
        Accesses::gather(self.declaration(), self.declaration().parts().program.outline.run(self.at))
    }
}
