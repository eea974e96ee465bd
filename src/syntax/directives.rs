//! Directives and clauses.

use clacc_sema::program::directive::Modifier as ModifierNode;
use clacc_sema::program::directive::{ArgumentItem, ArgumentValue, Arguments, ClauseNode, DirectiveNode};
use clacc_sema::program::place::At;
use clacc_syntax::ast::{self, ClauseId, DirectiveId, Role};

use super::{Expr, ExternalDeclaration, Node, Stmt};
use crate::acc::Construct;
use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};

/// A directive of OpenACC or OpenMP, as written in the source. The meaning of an OpenACC directive is in its constructs.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::directives::{AccClause, AccDirective};
/// use clacc::syntax::{Clause, ClauseKind, Directive, DirectiveKind, Item, ItemValue, Modifier};
///
/// let program = "void f(int *x) {\n#pragma acc enter data pcopyin(readonly: x[0:4]) if(x)\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let f = session.declarations(unit).remove(0);
/// let directive: Directive<'_> = f.directives().next().expect("there is one");
/// assert_eq!(directive.kind(), DirectiveKind::Acc(AccDirective::EnterData));
/// let copyin: Clause<'_> = directive.acc_clause(AccClause::Copyin).expect("there is one, by any of its names");
/// assert_eq!((copyin.kind(), copyin.spelling()), (ClauseKind::Acc(AccClause::Copyin), "pcopyin"));
/// let modifier: Modifier<'_> = copyin.modifiers().next().expect("there is one");
/// let item: Item<'_> = copyin.items().next().expect("there is one");
/// let ItemValue::Expr(section) = item.value() else { panic!("it is data") };
/// assert_eq!((modifier.word(), section.node().print().as_str()), ("readonly", "x[0:4]"));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Directive<'f> {
    declaration: &'f ExternalDeclaration,
    id: DirectiveId,
}

/// The language and name of a directive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum DirectiveKind {
    /// A directive of OpenACC.
    Acc(AccDirective),
    /// A directive of OpenMP.
    Omp(OmpDirective),
    /// `#pragma acc` with a name that OpenACC does not have.
    UnknownAcc,
    /// `#pragma omp` with a name that OpenMP does not have.
    UnknownOmp,
}

/// A clause, as written in the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clause<'f> {
    declaration: &'f ExternalDeclaration,
    id: ClauseId,
}

/// The language and name of a clause.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum ClauseKind {
    /// A clause of OpenACC. An alias has the kind of its canonical name.
    Acc(AccClause),
    /// A clause of OpenMP.
    Omp(OmpClause),
    /// A name that is no clause of the directive's language.
    Unknown,
}

impl DirectiveKind {
    /// Returns the directive of OpenACC, if it is one.
    #[must_use]
    pub fn acc(self) -> Option<AccDirective> {
        match self {
            DirectiveKind::Acc(directive) => Some(directive),
            _ => None,
        }
    }

    /// Returns the directive of OpenMP, if it is one.
    #[must_use]
    pub fn omp(self) -> Option<OmpDirective> {
        match self {
            DirectiveKind::Omp(directive) => Some(directive),
            _ => None,
        }
    }
}

impl ClauseKind {
    /// Returns the clause of OpenACC, if it is one.
    #[must_use]
    pub fn acc(self) -> Option<AccClause> {
        match self {
            ClauseKind::Acc(clause) => Some(clause),
            _ => None,
        }
    }

    /// Returns the clause of OpenMP, if it is one.
    #[must_use]
    pub fn omp(self) -> Option<OmpClause> {
        match self {
            ClauseKind::Omp(clause) => Some(clause),
            _ => None,
        }
    }
}

/// One of the items in the parentheses of a clause or directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item<'f> {
    declaration: &'f ExternalDeclaration,
    item: &'f ArgumentItem,
}

/// The value of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ItemValue<'f> {
    /// A variable, a part of one, or any other expression, including `*`.
    Expr(Expr<'f>),
    /// A keyword: `default(none)`.
    Word(&'f str),
    /// Something else: an initializer, a directive, uninterpreted tokens. Its node, if it has one.
    Other(Option<Node<'f>>),
}

/// A modifier of a clause's list: `readonly` in `copyin(readonly: x)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifier<'f> {
    declaration: &'f ExternalDeclaration,
    modifier: &'f ModifierNode,
}

impl<'f> Directive<'f> {
    /// Returns the directive, if the outline holds it.
    pub(crate) fn new(declaration: &'f ExternalDeclaration, id: DirectiveId) -> Option<Directive<'f>> {
        declaration.parts().program.directives.get(id).map(|_| Directive { declaration, id })
    }

    pub(crate) fn id(self) -> DirectiveId {
        self.id
    }

    pub(crate) fn is_acc(self) -> bool {
        matches!(self.kind(), DirectiveKind::Acc(_) | DirectiveKind::UnknownAcc)
    }

    /// Returns the declaration that contains the directive.
    #[must_use]
    pub fn declaration(self) -> &'f ExternalDeclaration {
        self.declaration
    }

    fn inner(self) -> &'f DirectiveNode {
        &self.declaration.parts().program.directives[self.id]
    }

    /// Returns the directive as a node.
    #[must_use]
    pub fn node(self) -> Node<'f> {
        self.declaration.node(self.inner().at)
    }

    /// Returns the language and name of the directive.
    #[must_use]
    pub fn kind(self) -> DirectiveKind {
        match self.inner().kind {
            ast::DirectiveKind::Acc(kind) => DirectiveKind::Acc(kind),
            ast::DirectiveKind::Omp(kind) => DirectiveKind::Omp(kind),
            ast::DirectiveKind::UnknownAcc(_) => DirectiveKind::UnknownAcc,
            ast::DirectiveKind::UnknownOmp(_) => DirectiveKind::UnknownOmp,
        }
    }

    /// Returns the name of the directive: `parallel loop`. For an unknown directive, it is the spelling in the source.
    #[must_use]
    pub fn name(self) -> &'f str {
        self.inner().kind.text(&self.declaration.tree().names)
    }

    /// Returns the clauses, in source order.
    pub fn clauses(self) -> impl Iterator<Item = Clause<'f>> {
        self.inner().clauses.iter().filter_map(move |id| Clause::new(self.declaration, *id))
    }

    /// Returns the first OpenACC clause of this kind.
    #[must_use]
    pub fn acc_clause(self, kind: AccClause) -> Option<Clause<'f>> {
        self.clauses().find(|clause| clause.kind() == ClauseKind::Acc(kind))
    }

    /// Returns the items of the argument after the directive's name: `wait(1, 2)`, `routine(f)`.
    pub fn items(self) -> impl Iterator<Item = Item<'f>> {
        items(self.declaration, self.inner().argument.as_deref())
    }

    /// Returns the statement that the directive is associated with, if it takes one.
    #[must_use]
    pub fn body(self) -> Option<Stmt<'f>> {
        self.node().child(Role::Body)?.stmt()
    }

    /// Returns whether a part of the directive could not be parsed. That part was reported.
    #[must_use]
    pub fn has_errors(self) -> bool {
        self.inner().has_errors
    }

    /// Returns the constructs that the directive makes: two if it is combined, the outer one first. OpenMP directives and unknown ones make
    /// none.
    pub fn constructs(self) -> impl Iterator<Item = Construct<'f>> {
        let halves = self.declaration.facts().and_then(|facts| facts.of_directive.get(self.id));
        halves
            .into_iter()
            .flat_map(|halves| halves.iter())
            .map(move |id| Construct::new(self.declaration, id))
    }
}

impl<'f> Clause<'f> {
    /// Returns the clause, if the outline holds it.
    pub(crate) fn new(declaration: &'f ExternalDeclaration, id: ClauseId) -> Option<Clause<'f>> {
        declaration.parts().program.clauses.get(id).map(|_| Clause { declaration, id })
    }

    pub(crate) fn id(self) -> ClauseId {
        self.id
    }

    fn inner(self) -> &'f ClauseNode {
        &self.declaration.parts().program.clauses[self.id]
    }

    /// Returns the clause as a node.
    #[must_use]
    pub fn node(self) -> Node<'f> {
        self.declaration.node(self.inner().at)
    }

    /// Returns the language and name of the clause.
    #[must_use]
    pub fn kind(self) -> ClauseKind {
        match self.inner().kind {
            ast::ClauseKind::Acc(kind) => ClauseKind::Acc(kind),
            ast::ClauseKind::Omp(kind) => ClauseKind::Omp(kind),
            ast::ClauseKind::Unknown => ClauseKind::Unknown,
        }
    }

    /// Returns the name as spelled in the source, which may be an alias: `pcopy`.
    #[must_use]
    pub fn spelling(self) -> &'f str {
        self.declaration.tree().text(self.inner().spelling)
    }

    /// Returns the directive that the clause belongs to.
    #[must_use]
    pub fn directive(self) -> Option<Directive<'f>> {
        Directive::new(self.declaration, self.inner().directive)
    }

    /// Returns whether the clause has parentheses.
    #[must_use]
    pub fn has_arguments(self) -> bool {
        self.inner().arguments.is_some()
    }

    /// Returns the modifiers: those before the list and then those after it.
    pub fn modifiers(self) -> impl Iterator<Item = Modifier<'f>> {
        let declaration = self.declaration;
        let arguments = self.inner().arguments.iter();
        let all = arguments.flat_map(|arguments| arguments.modifiers.iter().chain(&arguments.post_modifiers));
        all.map(move |modifier| Modifier { declaration, modifier })
    }

    /// Returns the list items, in source order.
    pub fn items(self) -> impl Iterator<Item = Item<'f>> {
        items(self.declaration, self.inner().arguments.as_ref())
    }
}

fn items<'f>(
    declaration: &'f ExternalDeclaration,
    arguments: Option<&'f Arguments>,
) -> impl Iterator<Item = Item<'f>> {
    let items = arguments.into_iter().flat_map(|arguments| &arguments.items);
    items.map(move |item| Item { declaration, item })
}

impl<'f> Item<'f> {
    /// Returns the keyword before a colon that belongs to this item alone: `num` in `gang(num: 4)`.
    #[must_use]
    pub fn key(self) -> Option<&'f str> {
        self.item.key.map(|key| self.declaration.tree().text(key))
    }

    /// Returns the value of the item.
    #[must_use]
    pub fn value(self) -> ItemValue<'f> {
        let node = |at: At| self.declaration.node(at);
        match &self.item.value {
            ArgumentValue::Value(at)
            | ArgumentValue::Star(at)
            | ArgumentValue::Text(at)
            | ArgumentValue::Error(at) => {
                node(*at).expr().map_or(ItemValue::Other(Some(node(*at))), ItemValue::Expr)
            }
            ArgumentValue::Word(word) => ItemValue::Word(self.declaration.tree().text(*word)),
            ArgumentValue::Other(at, _) => ItemValue::Other(at.map(node)),
            ArgumentValue::Directive(_) => ItemValue::Other(None),
        }
    }

    /// Returns the item as an expression, if it is one.
    #[must_use]
    pub fn expr(self) -> Option<Expr<'f>> {
        match self.value() {
            ItemValue::Expr(expr) => Some(expr),
            _ => None,
        }
    }
}

impl<'f> Modifier<'f> {
    /// Returns the keyword or operator. It is empty if the modifier is only an expression.
    #[must_use]
    pub fn word(self) -> &'f str {
        self.declaration.tree().text(self.modifier.word)
    }

    /// Returns the arguments of the modifier: the `2` of `step(2)`.
    pub fn arguments(self) -> impl Iterator<Item = Expr<'f>> {
        self.modifier.arguments.iter().filter_map(move |at| self.declaration.node(*at).expr())
    }
}

impl<'f> From<Directive<'f>> for Node<'f> {
    fn from(directive: Directive<'f>) -> Node<'f> {
        directive.node()
    }
}

impl<'f> From<Clause<'f>> for Node<'f> {
    fn from(clause: Clause<'f>) -> Node<'f> {
        clause.node()
    }
}
