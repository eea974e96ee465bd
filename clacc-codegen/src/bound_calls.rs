//! Calls of functions with a clause `bind` (OpenACC 3.4 2.15.1): devices call the function that the clause names. Code that host and device
//! execute asks where it runs.

use clacc_sema::program::View;
use clacc_sema::program::entity::EntityKind;
use clacc_sema::program::place::EntityId;
use clacc_syntax::Name;
use clacc_syntax::token::TokenRange;

use crate::declaration_tokens::{Tokens, edits_within};
use crate::variant_calls::named_callees;

/// Questions about the functions of a unit that clauses `bind` concern.
pub(crate) struct BoundFunctions<'f> {
    /// Returns the function that devices call instead of another one.
    pub(crate) instead_of: &'f dyn Fn(Name) -> Option<Name>,
    /// Returns whether a declaration in front of the code declares a function.
    pub(crate) is_declared: &'f dyn Fn(Name) -> bool,
    /// Returns whether a function has internal linkage.
    pub(crate) is_internal: &'f dyn Fn(Name) -> bool,
    /// true if the host executes the code too.
    pub(crate) is_shared: bool,
    /// The function that the code defines. Devices do not execute it if they call another one instead.
    pub(crate) defined: Option<Name>,
}

/// The calls of a declaration that call other functions on devices.
#[derive(Debug, Default)]
pub(crate) struct BoundCalls {
    /// The edits of the user's tokens, in order.
    edits: Vec<(TokenRange, String)>,
    /// The called functions that no declaration in front declares, with declarations.
    pub(crate) undeclared: Vec<(String, String)>,
}

impl BoundFunctions<'_> {
    /// Returns the function that devices call instead of the one that a call names.
    fn instead(&self, view: View<'_>, callee: EntityId) -> Option<Name> {
        let name = view.name(callee);
        let is_redirected = view.entity(callee).kind == EntityKind::Function && self.defined != Some(name);
        is_redirected.then(|| (self.instead_of)(name)).flatten()
    }
}

impl BoundCalls {
    /// Finds the calls of a declaration.
    pub(crate) fn of(view: View<'_>, tokens: Tokens<'_>, functions: &BoundFunctions<'_>) -> BoundCalls {
        let mut found = BoundCalls::default();
        for (_, callee, at) in named_callees(view, tokens) {
            let Some(other) = functions.instead(view, callee) else { continue };
            let storage = if (functions.is_internal)(other) { "static " } else { "" };
            let is_declared = (functions.is_declared)(other);
            let (base, other) = (view.text(view.name(callee)), view.text(other));
            let called = if functions.is_shared {
                format!("(clacc_running_device() < 0 ? {base} : {other})")
            } else {
                other.to_owned()
            };
            found.edits.push((at, called));
            if !is_declared {
                found.undeclared.push((other.to_owned(), format!("{storage}__typeof__({base}) {other};")));
            }
        }
        found.edits.sort_by_key(|(at, _)| at.start);
        found
    }

    /// Returns the edits in a range of tokens.
    pub(crate) fn edits_in(&self, range: TokenRange) -> &[(TokenRange, String)] {
        edits_within(&self.edits, range)
    }

    /// Returns whether the declaration is not edited.
    pub(crate) fn changes_nothing(&self) -> bool {
        self.edits.is_empty()
    }
}
