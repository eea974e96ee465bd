//! Checks the placement of directives, and describes places for messages.
//!
//! OpenACC and OpenMP have the same kinds of rules, so this module serves both.

use clacc_syntax::ast::DirectiveId;
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

/// The description of the statement or directive whose body is the directive, if the directive is standalone or written for a declaration,
/// and not allowed there; none if it is in a block or follows a label.
pub(crate) fn owner(view: View<'_>, directive: DirectiveId) -> Option<String> {
    let kind = view.directive(directive).kind;
    let is_alone = match kind.association() {
        Association::None => true,
        Association::Declaration => kind.omp().is_some(),
        _ => false,
    };
    if !is_alone || kind.places().contains(Placement::SUBSTATEMENT) {
        return None;
    }
    Some(match view.owner_of(directive)? {
        BodyOwner::Directive(outer) => format!("`{}`", view.directive_text(outer)),
        BodyOwner::Statement(words) => words.to_owned(),
    })
}
