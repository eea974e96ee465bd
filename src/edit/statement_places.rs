//! The places where a statement can be added beside another one without a change of the structure around them.
//!
//! A statement stays with its directive: another one is added before the directive or after its whole statement, and both are put into a
//! block where the grammar takes one statement. `tests/edits_everywhere.rs` compares the tree with the old one after edits beside every
//! statement.

use clacc_syntax::ast::{Decl, DirectiveKind as TreeDirective, Node as TreeNode};
use clacc_syntax::directive::{Association, OmpDirective};

use crate::analysis::Analysis;
use crate::syntax::{Directive, DirectiveKind, ExternalDeclaration, Node, NodeKind, Role, Stmt, StmtView};
use clacc_syntax::directive::AccDirective;

/// The side of a statement on which a neighbour is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Before,
    Behind,
}

/// The node that gets a neighbour in place of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StatementPlace<'f> {
    /// The statement, or one around it: a statement is not separated from its directive.
    pub(super) node: Node<'f>,
    /// true if a block must be put around both, because the grammar takes only one statement there.
    pub(super) needs_block: bool,
    /// true if the statement is inside a directive, and the neighbour is outside.
    pub(super) is_lifted: bool,
}

/// Returns the statement or declaration that a node forms: a directive forms a statement with the one that it applies to.
pub(super) fn statement_of(node: Node<'_>) -> Option<Node<'_>> {
    let parent = node.parent();
    match node.tree_node()? {
        TreeNode::Stmt(_) => Some(node),
        TreeNode::Directive(_) => parent.filter(|_| node.role() == Role::Directive),
        TreeNode::Decl(_) if parent.is_some_and(|parent| parent.kind() == NodeKind::DeclStmt) => parent,
        TreeNode::Decl(_) => Some(node),
        _ => None,
    }
}

/// Returns the directive of a statement or declaration. It is the first child, so that blocks are not searched.
pub(super) fn directive_of(statement: Node<'_>) -> Option<Directive<'_>> {
    statement.children().next().filter(|first| first.role() == Role::Directive)?.directive()
}

pub(super) fn association(directive: Directive<'_>) -> Association {
    match directive.kind() {
        DirectiveKind::Acc(kind) => TreeDirective::Acc(kind).association(),
        DirectiveKind::Omp(kind) => TreeDirective::Omp(kind).association(),
        DirectiveKind::UnknownAcc | DirectiveKind::UnknownOmp => Association::None,
    }
}

/// Returns whether a statement or declaration applies to the next one, which is not a part of it.
pub(super) fn is_about_next(statement: Node<'_>) -> bool {
    if let Some(TreeNode::Decl(id)) = statement.tree_node()
        && let Decl::Pragma(text) = &statement.declaration().tree()[id]
    {
        return is_pragma_about_next(statement.declaration().tree().text(*text));
    }
    if let Some(StmtView::Pragma(text)) = statement.stmt().map(Stmt::view) {
        return statement.child(Role::Body).is_none() && is_pragma_about_next(text);
    }
    let Some(directive) = directive_of(statement) else { return false };
    match association(directive) {
        Association::Declaration | Association::Variant => {
            directive.body().is_none() && directive.items().next().is_none()
        }
        Association::Statement | Association::Loop => {
            directive.body().is_none_or(|body| lacks_statement(body.node()))
        }
        Association::None => {
            matches!(directive.kind(), DirectiveKind::UnknownAcc | DirectiveKind::UnknownOmp)
        }
        _ => false,
    }
}

/// Returns whether a pragma of another language may apply to the next statement. Pragmas that change the state of the compiler do not.
fn is_pragma_about_next(text: &str) -> bool {
    let mut words = text.split(|character: char| !(character.is_alphanumeric() || character == '_'));
    match words.next() {
        Some(
            "STDC" | "pack" | "once" | "message" | "weak" | "redefine_extname" | "push_macro" | "pop_macro",
        ) => false,
        Some("GCC" | "clang") => matches!(words.next(), Some("ivdep" | "unroll" | "novector" | "loop")),
        _ => true,
    }
}

/// Returns the place beside a statement, or the reason why there is none.
pub(super) fn place_beside(statement: Node<'_>, side: Side) -> Result<StatementPlace<'_>, &'static str> {
    check_surroundings(statement)?;
    let mut place = StatementPlace { node: statement, needs_block: false, is_lifted: false };
    loop {
        if side == Side::Behind && is_about_next(place.node) {
            return Err("it belongs to what stands behind it");
        }
        let Some(parent) = place.node.parent() else { return Ok(place) };
        match (place.node.role(), parent.kind()) {
            (Role::Item, NodeKind::Compound) if is_unbraced(parent) => {
                if side == Side::Behind && place.node.next_sibling().is_some() {
                    return Err("it belongs to what stands behind it");
                }
                place.node = parent;
            }
            (Role::Item, NodeKind::Compound) => {
                check_block(parent, place.node, side)?;
                return Ok(place);
            }
            (Role::Member, _) => return Ok(place),
            (Role::Body, NodeKind::Pragma) => place.node = parent,
            (Role::Body, _) if parent.directive().is_some() => {
                place.node = parent.parent().ok_or("it is a part of a directive")?;
                place.is_lifted = true;
            }
            (Role::Body, NodeKind::Label | NodeKind::Case | NodeKind::Default) if side == Side::Behind => {
                place.node = parent;
            }
            (Role::Body, NodeKind::Switch) => return Err("`switch` would not execute it"),
            (Role::Then | Role::Otherwise, NodeKind::If)
            | (
                Role::Body,
                NodeKind::For
                | NodeKind::While
                | NodeKind::DoWhile
                | NodeKind::Label
                | NodeKind::Case
                | NodeKind::Default,
            ) => {
                check_value(place.node)?;
                return Ok(StatementPlace { needs_block: true, ..place });
            }
            _ => return Err("no statement can stand beside it"),
        }
    }
}

/// Returns whether a block has no braces: the block of a construct with `cache` before its statement.
pub(super) fn is_unbraced(block: Node<'_>) -> bool {
    let spans = &block.declaration().tree().spans;
    let start = |node: Node<'_>| node.tree_node().and_then(|node| spans.of(node)).map(|range| range.start);
    block.children().next().is_some_and(|first| start(first) == start(block))
}

/// Returns whether there are only `cache` directives where the statement of a construct is expected.
fn lacks_statement(body: Node<'_>) -> bool {
    let is_block = body.kind() == NodeKind::Compound && is_unbraced(body);
    let last = if is_block { body.children().last() } else { Some(body) };
    let kind = last.and_then(directive_of).map(Directive::kind);
    kind == Some(DirectiveKind::Acc(AccDirective::Cache))
}

/// Refuses a statement in an argument of a directive, or in the form that `atomic` requires: it cannot have neighbours.
fn check_surroundings(statement: Node<'_>) -> Result<(), &'static str> {
    let mut inner = statement;
    for node in statement.ancestors() {
        if let Some(directive) = node.directive() {
            match directive.kind() {
                DirectiveKind::Acc(AccDirective::Atomic) | DirectiveKind::Omp(OmpDirective::Atomic)
                    if inner != statement =>
                {
                    return Err("`atomic` takes no other statement");
                }
                _ if inner.role() != Role::Body && inner != statement => {
                    return Err("it is a part of a directive");
                }
                _ => {}
            }
        }
        inner = node;
    }
    Ok(())
}

/// Refuses a statement of a `sections` block, and the end of a statement expression.
fn check_block(block: Node<'_>, item: Node<'_>, side: Side) -> Result<(), &'static str> {
    let parent = block.parent();
    let of = parent.and_then(Node::directive).map(Directive::kind);
    if let Some(DirectiveKind::Omp(kind)) = of
        && kind.text().ends_with("sections")
    {
        return Err("it is a section of its own");
    }
    if side == Side::Behind { check_value_in(block, item) } else { Ok(()) }
}

/// Refuses the last statement of a statement expression, which is its value.
fn check_value_in(block: Node<'_>, item: Node<'_>) -> Result<(), &'static str> {
    let is_value = block.parent().is_some_and(|parent| parent.kind() == NodeKind::StatementExpr)
        && item.next_sibling().is_none();
    if is_value { Err("it is the value of an expression") } else { Ok(()) }
}

/// Refuses a statement that is the value of a statement expression, with or without labels.
pub(super) fn check_value(statement: Node<'_>) -> Result<(), &'static str> {
    let mut item = statement;
    while let Some(parent) = item.parent() {
        match parent.kind() {
            NodeKind::Label | NodeKind::Case | NodeKind::Default => item = parent,
            NodeKind::Compound => return check_value_in(parent, item),
            _ => break,
        }
    }
    Ok(())
}

/// Refuses a statement that would mean something else in a block.
pub(super) fn check_wrapping(statement: Node<'_>) -> Result<(), &'static str> {
    check_surroundings(statement)?;
    check_value(statement)?;
    if statement.kind() == NodeKind::DeclStmt || statement.stmt().is_none() {
        return Err("what is declared in a block is not seen behind it");
    }
    if statement.kind() == NodeKind::Pragma && statement.child(Role::Body).is_none() {
        return Err("a pragma may be about what stands behind it");
    }
    if matches!(statement.role(), Role::First | Role::Root) {
        return Err("no block can stand there");
    }
    let own = directive_of(statement).map(association);
    let is_executable = |association| {
        matches!(
            association,
            Association::None | Association::Statement | Association::Loop | Association::Variant
        )
    };
    if is_about_next(statement) || own.is_some_and(|association| !is_executable(association)) {
        return Err("the directive is about what stands behind it, too");
    }
    let around = statement.parent().and_then(Node::directive);
    let is_atomic = |directive: Directive<'_>| {
        matches!(
            directive.kind(),
            DirectiveKind::Acc(AccDirective::Atomic) | DirectiveKind::Omp(OmpDirective::Atomic)
        )
    };
    match around {
        Some(around) if association(around) != Association::Statement || is_atomic(around) => {
            Err("the directive around it takes no block")
        }
        _ => Ok(()),
    }
}

/// Returns the preceding siblings that apply to a statement, the last one first.
pub(super) fn siblings_about(statement: Node<'_>) -> Vec<Node<'_>> {
    if !matches!(statement.role(), Role::Item | Role::Member) {
        return Vec::new();
    }
    let before = std::iter::successors(statement.previous_sibling(), |node| node.previous_sibling());
    before.take_while(|sibling| is_about_next(*sibling)).collect()
}

impl Analysis {
    /// Passes on the pragmas and directives that precede a statement or declaration and apply to it, the last one first. At file scope,
    /// these are declarations of their own, whose roots are passed on.
    pub(super) fn with_what_is_about_it<T>(
        &self,
        statement: Node<'_>,
        then: impl FnOnce(&[Node<'_>]) -> T,
    ) -> T {
        if statement.parent().is_some() {
            return then(&siblings_about(statement));
        }
        let before = self.declarations_before(statement.declaration());
        let roots = before.iter().map_while(ExternalDeclaration::root);
        then(&roots.take_while(|root| is_about_next(*root)).collect::<Vec<_>>())
    }
}
