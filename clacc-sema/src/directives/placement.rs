//! Whether a directive may stand where it stands, and the words that messages use for the place.
//!
//! OpenACC and OpenMP ask the same questions, so this module serves both.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::{Association, Placement};

use crate::program::View;
use crate::program::directive::{BodyOwner, Scope};

/// The place of a directive in words, if the directive may not stand there.
pub(crate) fn misplaced(view: View<'_>, directive: DirectiveId) -> Option<&'static str> {
    let places = view.directive(directive).kind.places();
    match view.scope_of(directive) {
        Scope::File => (!places.contains(Placement::FILE)).then_some("at file scope"),
        Scope::Members => (!places.contains(Placement::MEMBER)).then_some(view.words().members_scope),
        Scope::Block => None,
    }
}

/// The owner of a directive in words, if the directive stands alone and may not be the owner's body; none
/// if it is in a block or follows a label.
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
