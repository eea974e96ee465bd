//! The handle on an external declaration.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use clacc_sema::acc::AccAnalysis;
use clacc_sema::acc::facts::AccFacts;
use clacc_sema::c::model::DeclModel;
use clacc_sema::db::external_decls::DeclKind;
use clacc_sema::db::identities::DeclIdentity;
use clacc_sema::program::place::At;
use clacc_sema::program::{Program, View};
use clacc_syntax::ast::{Node as TreeNode, Role, Tree};

use super::{Directive, Node, NodePtr};
use crate::acc::Construct;
use crate::analysis::Unit;
use crate::semantics::{Symbol, SymbolUses};

/// An external declaration of a unit (C17 6.9): a function definition, another declaration at file scope, or a directive
/// there.
///
/// It is a handle on the tree, the names and types, and the facts about directives: cheap to clone, and it can be sent to another thread
/// and used there. Changes of the source do not affect it; the session then makes another one. It holds no position, so that an edit before
/// it changes nothing: two handles are equal if all their contents are equal. Two handles from the same state of a session compare in
/// constant time.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::syntax::{DeclarationKind, ExternalDeclaration, NodePtr};
///
/// let program = "int n;\nvoid f(void) { n = 1; }\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let all: Vec<ExternalDeclaration> = session.declarations(unit);
/// assert_eq!((all[1].kind(), all[1].name(), all[1].is_in_header()), (DeclarationKind::Function, "f", false));
/// let node = all[1].nodes().find(|node| node.print() == "n = 1").expect("it is there");
/// let pointer: NodePtr = node.ptr();
///
/// session.set_source("f.c", "int other, n;\nvoid f(void) { n = 1; }\n");
/// let now = session.declarations(unit).pop().expect("there is one");
/// let again = now.resolve(pointer).expect("its function is as it was");
/// assert_eq!(session.location(again).map(|at| at.column), Some(16));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone)]
pub struct ExternalDeclaration(Arc<DeclarationParts>);

/// The contents of a handle.
pub(crate) struct DeclarationParts {
    pub(crate) unit: Unit,
    pub(crate) identity: DeclIdentity,
    pub(crate) fingerprint: u64,
    pub(crate) model: Arc<DeclModel>,
    pub(crate) program: Arc<Program>,
    /// The analysis; none for a declaration without directives, which is not analysed.
    pub(crate) analysis: Option<Arc<AccAnalysis>>,
    /// The role of each node.
    roles: OnceLock<Box<[Role]>>,
    uses: OnceLock<SymbolUses>,
}

impl DeclarationParts {
    pub(crate) fn new(
        unit: Unit,
        identity: DeclIdentity,
        fingerprint: u64,
        model: Arc<DeclModel>,
        program: Arc<Program>,
        analysis: Option<Arc<AccAnalysis>>,
    ) -> DeclarationParts {
        let (roles, uses) = (OnceLock::new(), OnceLock::new());
        DeclarationParts { unit, identity, fingerprint, model, program, analysis, roles, uses }
    }
}

/// The kind of an [`ExternalDeclaration`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum DeclarationKind {
    /// A function definition.
    Function,
    /// Another declaration: of variables, types, functions without a body.
    Declaration,
    /// A directive at file scope.
    Directive,
    /// A static assertion, `asm`, another pragma, or tokens that are no declaration.
    Other,
}

impl ExternalDeclaration {
    pub(crate) fn new(parts: DeclarationParts) -> ExternalDeclaration {
        ExternalDeclaration(Arc::new(parts))
    }

    pub(crate) fn parts(&self) -> &DeclarationParts {
        &self.0
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.0.model.parsed.tree
    }

    pub(crate) fn view(&self) -> View<'_> {
        View::of_c(&self.0.program, &self.0.model)
    }

    /// Returns the facts about the directives; none if there are no directives.
    pub(crate) fn facts(&self) -> Option<&AccFacts> {
        self.0.analysis.as_ref().map(|analysis| &analysis.facts)
    }

    pub(crate) fn node(&self, at: At) -> Node<'_> {
        Node { declaration: self, at }
    }

    /// Returns the tree node of a node of the program. It always exists, because a handle is made of a declaration of C.
    pub(crate) fn tree_node(&self, at: At) -> Option<TreeNode> {
        self.view().c_node(at)
    }

    /// Returns the roles of all nodes, which one walk finds at the first query.
    pub(crate) fn roles(&self) -> &[Role] {
        self.0.roles.get_or_init(|| {
            let outline = &self.0.program.outline;
            let mut roles = vec![Role::Root; outline.len() as usize];
            for at in outline.all().nodes() {
                let mut children = outline.children(at);
                if let Some(node) = self.tree_node(at) {
                    self.tree().for_each_child(node, &mut |role, _| {
                        if let Some(child) = children.next() {
                            roles[child.index() as usize] = role;
                        }
                    });
                }
            }
            roles.into()
        })
    }

    /// Returns the uses of all symbols, which one walk finds at the first query.
    pub(crate) fn symbol_uses(&self) -> &SymbolUses {
        self.0.uses.get_or_init(|| SymbolUses::of(self))
    }

    /// Returns the unit that the declaration is a part of.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.0.unit
    }

    /// Returns the kind of the declaration.
    #[must_use]
    pub fn kind(&self) -> DeclarationKind {
        match self.0.identity.kind {
            DeclKind::Function => DeclarationKind::Function,
            DeclKind::Declaration => DeclarationKind::Declaration,
            DeclKind::Directive => DeclarationKind::Directive,
            DeclKind::Other => DeclarationKind::Other,
        }
    }

    /// Returns the first name that the declaration introduces: that of the function, variable or type. The name of a directive is its text;
    /// a declaration that introduces no name has an empty one.
    #[must_use]
    pub fn name(&self) -> &str {
        self.tree().text(self.0.identity.name)
    }

    /// Returns whether the declaration is in a header.
    #[must_use]
    pub fn is_in_header(&self) -> bool {
        self.0.identity.in_headers
    }

    /// Returns the root node. None if the tokens make no tree. If they could not be parsed as one declaration,
    /// [`ExternalDeclaration::nodes`] has further nodes without a parent.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        self.nodes().next()
    }

    /// Returns all nodes in source order, parents before their children.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.0.program.outline.all().nodes().map(|at| self.node(at))
    }

    /// Returns all directives of OpenACC and OpenMP, in source order.
    pub fn directives(&self) -> impl Iterator<Item = Directive<'_>> {
        self.0.program.order.iter().filter_map(|id| Directive::new(self, *id))
    }

    /// Returns the constructs of OpenACC, outer ones before inner ones. A combined directive makes two. A declaration without directives is
    /// not analysed and has none.
    pub fn constructs(&self) -> impl Iterator<Item = Construct<'_>> {
        let constructs = self.facts().into_iter().flat_map(|facts| facts.constructs.iter());
        constructs.map(|(id, _)| Construct::new(self, id))
    }

    /// Returns all symbols that the declaration declares or uses.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol<'_>> {
        self.0.model.symbols.iter().map(|(id, _)| Symbol::new(self, id))
    }

    /// Returns the node that a pointer refers to. None if the pointer was made in another declaration, or in an earlier version of this one
    /// with other tokens.
    #[must_use]
    pub fn resolve(&self, pointer: NodePtr) -> Option<Node<'_>> {
        pointer.leads_into(self).then(|| self.node(pointer.at))
    }
}

impl PartialEq for ExternalDeclaration {
    fn eq(&self, other: &Self) -> bool {
        fn equal<T: Eq>(one: &Arc<T>, other: &Arc<T>) -> bool {
            Arc::ptr_eq(one, other) || one == other
        }
        let (one, other) = (&*self.0, &*other.0);
        let is_analysis_equal = match (&one.analysis, &other.analysis) {
            (Some(one), Some(other)) => equal(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        // Results that are determined by equal names and types are not compared.
        std::ptr::eq(one, other)
            || (one.unit, one.identity, one.fingerprint) == (other.unit, other.identity, other.fingerprint)
                && equal(&one.model, &other.model)
                && is_analysis_equal
    }
}

impl Eq for ExternalDeclaration {}

impl Hash for ExternalDeclaration {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.unit, self.0.identity, self.0.fingerprint).hash(state);
    }
}

impl fmt::Debug for ExternalDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({})", self.kind(), self.name())
    }
}
