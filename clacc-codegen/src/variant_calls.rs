//! Calls of functions with variants (`declare variant`, OpenMP 5.2 7.5): if a selector matches the context of a call, another function is
//! called. The name of the function is then replaced by that of the variant, in the same way in every outlined function.
//!
//! `omp::declared_variants` answers by the selectors in front of the declaration that calls (`db::function_variants`) and by the
//! constructs around the call; a call of which this is not known is refused (GEN0044). Functions that only mention such a
//! function are lowered for it, those of headers too. A static function stays mentioned, so that no compiler reports it as
//! unused.

use clacc_sema::omp::declared_variants::{CallContext, CalledFunction};
use clacc_sema::program::View;
use clacc_sema::program::access::Call;
use clacc_sema::program::place::EntityId;
use clacc_syntax::Name;
use clacc_syntax::token::TokenRange;

use crate::declaration_tokens::{Tokens, edits_within};

/// The redirected calls of a declaration.
#[derive(Debug, Default)]
pub(crate) struct VariantCalls {
    /// The edits of the user's tokens, in order.
    edits: Vec<(TokenRange, String)>,
    /// The calls for which the called function is unknown.
    pub(crate) unknown: Vec<TokenRange>,
    /// The variant that the declaration declares, if it is a `declare variant` directive.
    pub(crate) declares: Option<DeclaredHere>,
}

/// The function that a `declare variant` names.
#[derive(Debug)]
pub(crate) struct DeclaredHere {
    pub(crate) variant: Name,
    /// true if the function has internal linkage and no earlier directive names it.
    pub(crate) is_kept: bool,
}

impl VariantCalls {
    /// Finds the calls of a declaration. `is_internal` returns whether a function has internal linkage.
    pub(crate) fn of(
        context: CallContext<'_>,
        tokens: Tokens<'_>,
        is_internal: &dyn Fn(Name) -> bool,
    ) -> VariantCalls {
        let mut found = VariantCalls::default();
        if context.variants.declared.is_empty() {
            return found;
        }
        let view = context.view;
        for (call, callee, name) in named_callees(view, tokens) {
            let base = view.name(callee);
            match context.called(call) {
                CalledFunction::Base => {}
                CalledFunction::Unknown => found.unknown.push(name),
                // A function with internal linkage remains used, so that compilers do not warn.
                CalledFunction::Variant(variant) if is_internal(base) => {
                    found.edits.push((name, format!("((void){}, {})", view.text(base), view.text(variant))));
                }
                CalledFunction::Variant(variant) => found.edits.push((name, view.text(variant).to_owned())),
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
        self.edits.is_empty() && self.unknown.is_empty()
    }
}

/// Returns the calls whose callee is named, with the entity of the callee and the token that names it.
pub(crate) fn named_callees<'v>(
    view: View<'v>,
    tokens: Tokens<'v>,
) -> impl Iterator<Item = (&'v Call, EntityId, TokenRange)> {
    view.program.calls.iter().filter_map(move |call| {
        let (range, callee) = (view.span(call.at), call.callee?);
        let base = view.name(callee);
        let at = (range.start..range.end).find(|at| tokens.texts.get(*at as usize) == Some(&base))?;
        Some((call, callee, TokenRange::new(at, at + 1)))
    })
}
