//! Data attributes of variables on OpenACC constructs, with the reason for each.

use clacc_sema::acc::facts::{self, Given, How};
/// An operator that a clause `reduction` names. The list is closed: OpenACC 3.4 2.9.11 defines it.
#[doc(inline)]
pub use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::program::place::Step;

use super::Construct;
use crate::semantics::Symbol;
use crate::syntax::{Clause, Expr, ExternalDeclaration};

/// The attributes of one variable, or one member of a variable, on one construct.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::acc::{DataAttribute, DataMapping, How, Reason, Rule, Sharing};
///
/// let program = "void f(int n, int *x, int s) {\n#pragma acc parallel loop copy(x[0:n]) reduction(+:s)\nfor (int i = 0; i < n; ++i) s += x[i];\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let parallel = f.constructs().next().expect("there is one");
/// let named = |name| move |each: &DataAttribute<'_>| each.variable().name() == name && each.is_whole();
/// let x = parallel.attributes().find(named("x")).expect("it is used");
/// assert_eq!((x.text().as_str(), x.mapping(), x.sharing()), ("x", Some(DataMapping::Copy), Some(Sharing::Shared)));
/// let n = parallel.attributes().find(named("n")).expect("it is used");
/// let why: Reason<'_> = n.sharing_reason().expect("it has one");
/// assert_eq!((n.sharing(), why.how(), why.clause()), (Some(Sharing::Firstprivate), How::Implicit, None));
/// let rule: Rule = why.rule();
/// println!("{} (OpenACC {})", rule.text(), rule.section());
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataAttribute<'f> {
    declaration: &'f ExternalDeclaration,
    inner: &'f facts::DataAttributes,
}

/// The mapping of a variable between host and device.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DataMapping {
    /// The variable is not mapped.
    Nomap,
    /// `present`
    Present,
    /// `copy`
    Copy,
    /// `copyin`
    Copyin,
    /// `copyout`
    Copyout,
    /// `create`
    Create,
    /// `no_create`
    NoCreate,
    /// `delete`
    Delete,
    /// `deviceptr`
    Deviceptr,
}

/// The sharing of a variable among gangs, workers and vector lanes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Sharing {
    /// All of them share one variable.
    Shared,
    /// Each has a private copy, and the copies are combined with this operator.
    Reduction(ReductionOp),
    /// Each has a private copy, initialized with the value of the original variable.
    Firstprivate,
    /// Each has a private copy.
    Private,
}

/// The reason why a variable has an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason<'f> {
    declaration: &'f ExternalDeclaration,
    inner: &'f facts::Reason,
}

/// A rule of the OpenACC specification that determines attributes and levels of parallelism.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rule(pub(super) facts::Rule);

/// Returns the mapping of the facts as one of this crate.
pub(super) fn mapping_of(mapping: facts::DataMapping) -> DataMapping {
    match mapping {
        facts::DataMapping::Nomap => DataMapping::Nomap,
        facts::DataMapping::Present => DataMapping::Present,
        facts::DataMapping::Copy => DataMapping::Copy,
        facts::DataMapping::Copyin => DataMapping::Copyin,
        facts::DataMapping::Copyout => DataMapping::Copyout,
        facts::DataMapping::Create => DataMapping::Create,
        facts::DataMapping::NoCreate => DataMapping::NoCreate,
        facts::DataMapping::Delete => DataMapping::Delete,
        facts::DataMapping::Deviceptr => DataMapping::Deviceptr,
    }
}

impl DataMapping {
    /// Returns the name: that of the clause, or `nomap`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            DataMapping::Nomap => "nomap",
            DataMapping::Present => "present",
            DataMapping::Copy => "copy",
            DataMapping::Copyin => "copyin",
            DataMapping::Copyout => "copyout",
            DataMapping::Create => "create",
            DataMapping::NoCreate => "no_create",
            DataMapping::Delete => "delete",
            DataMapping::Deviceptr => "deviceptr",
        }
    }
}

/// Writes the name.
impl std::fmt::Display for DataMapping {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

impl<'f> DataAttribute<'f> {
    pub(super) fn new(
        declaration: &'f ExternalDeclaration,
        inner: &'f facts::DataAttributes,
    ) -> DataAttribute<'f> {
        DataAttribute { declaration, inner }
    }

    /// Returns the variable.
    #[must_use]
    pub fn variable(self) -> Symbol<'f> {
        Symbol::of_entity(self.declaration, self.inner.place.root)
    }

    /// Returns whether the attributes are those of the whole variable, not of a member.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.inner.place.is_whole()
    }

    /// Returns the member names that lead from the variable to the member that has the attributes, outermost first: none for a whole
    /// variable.
    pub fn members(self) -> impl Iterator<Item = &'f str> {
        self.inner.place.steps.iter().filter_map(move |step| match step {
            Step::Field(field) => Some(self.declaration.tree().text(*field)),
            _ => None,
        })
    }

    /// Returns the variable or member in C syntax: `s.a`.
    #[must_use]
    pub fn text(self) -> String {
        self.declaration.view().place_text(&self.inner.place)
    }

    /// Returns how the variable is mapped. None if the construct does not determine that.
    #[must_use]
    pub fn mapping(self) -> Option<DataMapping> {
        self.inner.mapping_kind().map(mapping_of)
    }

    /// Returns how the variable is shared. None if the construct does not determine that.
    #[must_use]
    pub fn sharing(self) -> Option<Sharing> {
        Some(match self.inner.sharing_kind()? {
            facts::Sharing::Shared => Sharing::Shared,
            facts::Sharing::Reduction(op) => Sharing::Reduction(op),
            facts::Sharing::Firstprivate => Sharing::Firstprivate,
            facts::Sharing::Private => Sharing::Private,
        })
    }

    /// Returns the reason for the mapping.
    #[must_use]
    pub fn mapping_reason(self) -> Option<Reason<'f>> {
        self.reason(self.inner.mapping.as_ref())
    }

    /// Returns the reason for the sharing.
    #[must_use]
    pub fn sharing_reason(self) -> Option<Reason<'f>> {
        self.reason(self.inner.sharing.as_ref())
    }

    fn reason<T>(self, given: Option<&'f Given<T>>) -> Option<Reason<'f>> {
        given.map(|given| Reason::new(self.declaration, &given.reason))
    }
}

impl<'f> Reason<'f> {
    pub(crate) fn new(declaration: &'f ExternalDeclaration, inner: &'f facts::Reason) -> Reason<'f> {
        Reason { declaration, inner }
    }

    /// Returns whether the attribute is explicit, predetermined or implicit.
    #[must_use]
    pub fn how(self) -> How {
        self.inner.how
    }

    /// Returns the rule.
    #[must_use]
    pub fn rule(self) -> Rule {
        Rule(self.inner.rule)
    }

    /// Returns the clause that gives the attribute, or that the rule depends on. It may be a clause of another directive.
    #[must_use]
    pub fn clause(self) -> Option<Clause<'f>> {
        Clause::new(self.declaration, self.inner.clause?)
    }

    /// Returns the list item of that clause.
    #[must_use]
    pub fn item(self) -> Option<Expr<'f>> {
        self.declaration.node(self.inner.item_in(&self.declaration.facts()?.clauses)?.at).expr()
    }

    /// Returns the other construct that the rule depends on, if there is one: an enclosing `data` construct, a nested `loop`.
    #[must_use]
    pub fn from(self) -> Option<Construct<'f>> {
        self.inner.from.map(|id| Construct::new(self.declaration, id))
    }
}

impl Rule {
    /// Returns the rule as one sentence.
    #[must_use]
    pub fn text(self) -> &'static str {
        self.0.text()
    }

    /// Returns the section of the OpenACC specification that states the rule.
    #[must_use]
    pub fn section(self) -> &'static str {
        self.0.section()
    }
}
