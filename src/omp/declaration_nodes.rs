//! The OpenMP nodes of a declaration.

use std::fmt;
use std::sync::Arc;

use clacc_sema::acc::AccAnalysis;
use clacc_sema::acc::facts::{AccFacts, ConstructId};
use clacc_sema::omp::form::{self, Anchor};
use clacc_sema::omp::lower::SourceForms;
use clacc_syntax::ast::DirectiveId;
use clacc_ttx::mapping::FunctionMapping;
use clacc_ttx::rewrite::PlacedForms;
use clacc_ttx::visit::Walk;
use clacc_ttx::{plan, print};

use super::{FormContext, FormView, OmpNode};
use crate::Dialect;
use crate::acc::Construct;
use crate::syntax::{Directive, ExternalDeclaration};

/// The OpenMP form of a declaration under one [`MappingChoice`](super::MappingChoice): the node of each construct, and which of the nodes
/// are used.
///
/// It is owned, cheap to clone, and can be sent to other threads. Later changes of the source do not affect it.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::omp::{MappingChoice, Omp, Outcome, WhyKept};
///
/// let program = "void f(int *x) {\n#pragma acc data copy(x[0:4])\n  {\n#pragma acc parallel num_gangs(x)\n    x[0] = 1;\n  }\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let omp: Omp = session.omp(&f, &MappingChoice::default()).expect("the session has it");
/// let [data, parallel] = omp.declaration().directives().collect::<Vec<_>>()[..] else { panic!("there are two") };
/// assert!(!omp.is_translated(data) && matches!(omp.kept(parallel), Some(WhyKept::Unmapped(_))));
/// let around = data.constructs().next().expect("it makes one");
/// let Some(Outcome::HeldBack(by)) = omp.outcome(around) else { panic!("half a construct is not translated") };
/// assert_eq!(by.kind().name(), "parallel");
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone)]
pub struct Omp(Arc<OmpParts>);

/// The contents of an [`Omp`].
pub(super) struct OmpParts {
    pub(super) declaration: ExternalDeclaration,
    pub(super) dialect: Dialect,
    /// The facts that the mapping is based on. Their construct ids are those of the declaration.
    pub(super) analysis: Arc<AccAnalysis>,
    pub(super) mapping: Arc<FunctionMapping>,
    pub(super) source: Arc<SourceForms>,
    pub(super) placed: PlacedForms,
    /// The nodes, in the order of their constructs.
    pub(super) nodes: Vec<OmpNode>,
}

/// The result of the translation of a construct.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Outcome<'n> {
    /// The construct is replaced by its form.
    Translated,
    /// The construct has no form, so its directive keeps its text.
    Unmapped,
    /// The construct has a form, but its directive keeps its text because this construct inside or around it has no form: a construct is
    /// never translated in part.
    HeldBack(Construct<'n>),
}

/// The reason why a directive of OpenACC keeps its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WhyKept<'n> {
    /// The directive forms no construct, because OpenACC has no directive with its name, or it is a part of another directive.
    NoConstruct,
    /// The policy has no form for this construct of the directive. The verdicts of the node give the reason.
    Unmapped(&'n OmpNode),
    /// The directive has a form, but this construct inside or around it has none.
    HeldBack(Construct<'n>),
}

impl Omp {
    pub(super) fn new(parts: OmpParts) -> Omp {
        Omp(Arc::new(parts))
    }

    pub(crate) fn context(&self) -> FormContext<'_> {
        FormContext { declaration: &self.0.declaration, dialect: &self.0.dialect }
    }

    pub(crate) fn walk(&self) -> Walk<'_> {
        Walk {
            view: self.0.declaration.view(),
            facts: self.facts(),
            mapping: &self.0.mapping,
            source: &self.0.source,
            placed: &self.0.placed,
        }
    }

    fn facts(&self) -> &AccFacts {
        &self.0.analysis.facts
    }

    pub(crate) fn node_of(&self, id: ConstructId) -> Option<&OmpNode> {
        let index = self
            .0
            .nodes
            .binary_search_by_key(&id.into_raw().into_u32(), |node| node.id().into_raw().into_u32());
        self.0.nodes.get(index.ok()?)
    }

    /// Returns the declaration. Nodes refer to this handle, which may differ from the one that the query was made with.
    #[must_use]
    pub fn declaration(&self) -> &ExternalDeclaration {
        &self.0.declaration
    }

    /// Returns the dialect in which texts are spelled.
    #[must_use]
    pub fn dialect(&self) -> &Dialect {
        &self.0.dialect
    }

    /// Returns the nodes of all constructs, outer ones before those inside.
    #[must_use]
    pub fn all(&self) -> &[OmpNode] {
        &self.0.nodes
    }

    /// Returns the node of a construct. None for a construct of another declaration.
    #[must_use]
    pub fn node(&self, construct: Construct<'_>) -> Option<&OmpNode> {
        self.node_of(self.own_construct(construct)?.id())
    }

    /// Returns the nodes of a directive of OpenACC: two for a combined one, the outer one first. There are none for a directive
    /// of OpenMP or of another declaration.
    pub fn nodes(&self, directive: Directive<'_>) -> impl Iterator<Item = &OmpNode> {
        let own = self.own(directive).into_iter();
        own.flat_map(Directive::constructs).filter_map(|construct| self.node(construct))
    }

    /// Returns the result of the translation of a construct. None for a construct of another declaration.
    ///
    /// It considers the constructs of the declaration alone. A translation may still keep the text of a directive that cannot be edited: a
    /// macro produces it, or it is in a header that is not written. The [verdicts](crate::translate::Translation::verdicts) report that.
    #[must_use]
    pub fn outcome(&self, construct: Construct<'_>) -> Option<Outcome<'_>> {
        let own = self.own_construct(construct)?;
        Some(match self.0.mapping.plan.outcome(own.id()) {
            plan::Outcome::Translated => Outcome::Translated,
            plan::Outcome::Unmapped => Outcome::Unmapped,
            plan::Outcome::HeldBack(because) => {
                Outcome::HeldBack(Construct::known(&self.0.declaration, because).unwrap_or(own))
            }
        })
    }

    /// Returns whether a directive is replaced by its forms. False for a directive of OpenMP.
    #[must_use]
    pub fn is_translated(&self, directive: Directive<'_>) -> bool {
        self.own(directive).is_some_and(|own| self.forms_of(own.id()).is_some())
    }

    /// Returns the form of a directive of OpenMP in the source: the same directive with typed clauses. None for another
    /// directive, and for one of another declaration.
    #[must_use]
    pub fn source_form(&self, directive: Directive<'_>) -> Option<FormView<'_>> {
        let form = self.0.source.of.get(self.own(directive)?.id())?;
        Some(FormView::new(self.context(), form))
    }

    /// Returns the reason why a directive of OpenACC keeps its text. None if it is translated, and for a directive of OpenMP or of another
    /// declaration.
    #[must_use]
    pub fn kept(&self, directive: Directive<'_>) -> Option<WhyKept<'_>> {
        let own = self.own(directive).filter(|own| own.is_acc() && self.forms_of(own.id()).is_none())?;
        let outcomes =
            || own.constructs().filter_map(|construct| Some((construct, self.outcome(construct)?)));
        let unmapped = outcomes().find(|(_, outcome)| *outcome == Outcome::Unmapped);
        let held_back = outcomes().find_map(|(_, outcome)| match outcome {
            Outcome::HeldBack(because) => Some(because),
            _ => None,
        });
        Some(match (unmapped.and_then(|(construct, _)| self.node(construct)), held_back) {
            (Some(node), _) => WhyKept::Unmapped(node),
            (None, Some(because)) => WhyKept::HeldBack(because),
            (None, None) => WhyKept::NoConstruct,
        })
    }

    /// Returns whether a translation prints the construct of a directive in parts ([`OmpNode::divided`]).
    #[must_use]
    pub fn is_divided(&self, directive: Directive<'_>) -> bool {
        self.own(directive).is_some_and(|own| self.0.placed.is_divided(own.id()))
    }

    /// Returns the lines of OpenMP and of new code that replace a directive, without the braces of blocks: those around its statement,
    /// those of its parts and of nested loops without a directive, and those around the declaration that it applies to. There are none if
    /// the directive keeps its text, and for a directive of another declaration.
    #[must_use]
    pub fn text(&self, directive: Directive<'_>) -> Vec<String> {
        let Some(own) = self.own(directive) else { return Vec::new() };
        let (id, mapping, facts) = (own.id(), &self.0.mapping, self.facts());
        let Some(mut forms) = mapping.printed_forms_of(facts, id, self.0.placed.is_joined(id)) else {
            return Vec::new();
        };
        let (view, dialect) = (self.0.declaration.view(), &self.0.dialect);
        let line = |directive: &form::Directive| print::directive_line(view, dialect, directive);
        let lines = |forms: &[&form::Omp]| print::lines(view, dialect, forms);
        let around = |anchor| mapping.unit_forms_of(facts, id, anchor).flat_map(|form| lines(&[form]));
        let divided = mapping.divided_form_of(facts, id).filter(|_| self.0.placed.is_divided(id));
        if let Some(divided) = divided {
            forms = vec![&divided.form];
        }
        let parts = divided.into_iter().flat_map(|divided| &divided.parts).map(|part| line(&part.directive));
        let inner = mapping.inner_forms_of(facts, id).filter(|inner| self.0.placed.has_loop(inner.at));
        let inside = lines(&forms).into_iter().chain(parts).chain(inner.map(|inner| line(&inner.directive)));
        around(Anchor::Before).chain(inside).chain(around(Anchor::After)).collect()
    }

    fn forms_of(&self, id: DirectiveId) -> Option<Vec<&form::Omp>> {
        self.0.mapping.forms_of(self.facts(), id)
    }

    /// Returns the directive in the handle of this form.
    fn own(&self, directive: Directive<'_>) -> Option<Directive<'_>> {
        self.0.declaration.resolve(directive.node().ptr())?.directive()
    }

    /// Returns the construct in the handle of this form. Other handles may have other construct ids.
    fn own_construct(&self, construct: Construct<'_>) -> Option<Construct<'_>> {
        let directive = self.own(construct.directive()?)?;
        directive.constructs().find(|own| own.half() == construct.half())
    }
}

impl fmt::Debug for Omp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Omp").field("declaration", &self.0.declaration).field("nodes", &self.0.nodes).finish()
    }
}
