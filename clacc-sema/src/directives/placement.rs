//! Checks the placement of directives, and describes places for messages.
//!
//! OpenACC and OpenMP have the same kinds of rules, so this module serves both.

use clacc_syntax::ast::{ClauseKind, DirectiveId, DirectiveKind};
use clacc_syntax::directive::{Association, Placement};

use crate::program::View;
use crate::program::directive::{BodyOwner, Scope};

/// The description of a directive's place, if the directive is not allowed there.
pub(crate) fn misplaced(view: View<'_>, directive: DirectiveId) -> Option<&'static str> {
    let places = view.directive(directive).kind.places();
    match view.scope_of(directive) {
        Scope::File => (!places.contains(Placement::FILE)).then_some("at file scope"),
        Scope::Members => (!places.contains(Placement::MEMBER)).then_some(view.words().members_scope),
        Scope::Block => (!places.contains(Placement::BLOCK)).then_some("in a function"),
    }
}

/// The description of the statement or directive whose body is the directive, if the directive is standalone or declares something, and not
/// allowed there; none if it is in a block. OpenACC permits it behind a label.
pub(crate) fn owner(view: View<'_>, directive: DirectiveId) -> Option<String> {
    let kind = view.directive(directive).kind;
    let needs_block = match kind.association() {
        Association::None => !kind.places().contains(Placement::SUBSTATEMENT),
        Association::Statement => is_standalone(view, directive),
        Association::Declarative | Association::Declaration => kind.omp().is_some(),
        _ => false,
    };
    if !needs_block {
        return None;
    }
    Some(match view.owner_of(directive)? {
        BodyOwner::Directive(outer) => format!("`{}`", view.directive_text(outer)),
        BodyOwner::Statement(words) => words.to_owned(),
        BodyOwner::Label => kind.omp().map(|_| "a labelled statement".to_owned())?,
    })
}

/// Returns true if a clause makes a directive standalone that has a statement without it.
pub(crate) fn is_standalone(view: View<'_>, directive: DirectiveId) -> bool {
    let node = view.directive(directive);
    let DirectiveKind::Omp(kind) = node.kind else { return false };
    let alone = &kind.info().standalone_with;
    let has = |clause| node.clauses.iter().any(|id| view.clause_node(*id).kind == ClauseKind::Omp(clause));
    alone.iter().any(|clause| has(*clause))
}
