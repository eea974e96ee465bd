//! Where a directive stands: whether it may, and in which words messages say it.
//!
//! OpenACC and OpenMP ask the same questions, so they are answered once.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::{Association, Placement};

use crate::program::View;
use crate::program::directive::{BodyOwner, Scope};

/// Where a directive stands that may not stand there, in words.
pub(crate) fn misplaced(view: View<'_>, directive: DirectiveId) -> Option<&'static str> {
    let places = view.directive(directive).kind.places();
    match view.scope_of(directive) {
        Scope::File => (!places.contains(Placement::FILE)).then_some("at file scope"),
        Scope::Members => (!places.contains(Placement::MEMBER)).then_some(view.words().members_scope),
        Scope::Block => None,
    }
}

/// What a directive that stands alone is wrongly the body of, in words; none if it is in a block or behind a label.
pub(crate) fn owner(view: View<'_>, directive: DirectiveId) -> Option<String> {
    let kind = view.directive(directive).kind;
    if kind.association() != Association::None || kind.places().contains(Placement::SUBSTATEMENT) {
        return None;
    }
    Some(match view.owner_of(directive)? {
        BodyOwner::Directive(outer) => format!("`{}`", view.directive_text(outer)),
        BodyOwner::Statement(words) => words.to_owned(),
    })
}
