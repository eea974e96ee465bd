//! Calls of functions with variants (`declare variant`, OpenMP 5.2 7.5): if a selector matches the context of a call, another function is
//! called. The name of the function is then replaced by that of the variant, in the same way in every outlined function.
//!
//! `omp::declared_variants` answers by the selectors in front of the declaration that calls (`db::function_variants`) and by the
//! constructs around the call; a call of which this is not known is refused (GEN0044). Functions that only mention such a
//! function are lowered for it, those of headers too. A static function stays mentioned, so that no compiler reports it as
//! unused.
//!
//! A clause `bind` of OpenACC (3.4 2.15.1) names a function that devices call. Code that host and device execute asks where it runs.

use clacc_sema::omp::declared_variants::{CallContext, CalledFunction};
use clacc_sema::program::View;
use clacc_sema::program::entity::EntityKind;
use clacc_sema::program::place::EntityId;
use clacc_syntax::Name;
use clacc_syntax::token::TokenRange;

use crate::declaration_tokens::Tokens;

/// The redirected calls of a declaration.
#[derive(Debug, Default)]
pub(crate) struct VariantCalls {
    /// The edits of the user's tokens, in order.
    edits: Vec<(TokenRange, String)>,
    /// The functions that the code calls and that no declaration in front declares, with declarations.
    pub(crate) undeclared: Vec<(String, String)>,
    /// The calls for which the called function is unknown.
    pub(crate) unknown: Vec<TokenRange>,
    /// The variant that the declaration declares, if it is a `declare variant` directive.
    pub(crate) declares: Option<DeclaredHere>,
}

/// How the functions that clauses `bind` name are found and called.
pub(crate) struct BoundCalls<'f> {
    /// Returns the function that devices call instead of another one.
    pub(crate) instead_of: &'f dyn Fn(Name) -> Option<Name>,
    /// Returns whether a declaration in front declares a function.
    pub(crate) is_declared: &'f dyn Fn(Name) -> bool,
    /// true if the code is executed by the host too.
    pub(crate) is_shared: bool,
    /// The function that the declaration defines. Devices do not execute it if they call another one instead.
    pub(crate) defined: Option<Name>,
}

/// The function that a `declare variant` names.
#[derive(Debug)]
pub(crate) struct DeclaredHere {
    pub(crate) variant: Name,
    /// true if the function has internal linkage and no earlier directive names it.
    pub(crate) is_kept: bool,
}

impl BoundCalls<'_> {
    /// Returns the function that devices call instead of the one that a call names.
    fn instead(&self, view: View<'_>, callee: EntityId) -> Option<Name> {
        let name = view.name(callee);
        let is_redirected = view.entity(callee).kind == EntityKind::Function && self.defined != Some(name);
        is_redirected.then(|| (self.instead_of)(name)).flatten()
    }

    /// Returns the text that replaces the name of a function in a call.
    fn called(&self, base: &str, other: &str) -> String {
        if self.is_shared {
            format!("(clacc_running_device() < 0 ? {base} : {other})")
        } else {
            other.to_owned()
        }
    }
}

impl VariantCalls {
    /// Finds the calls of a declaration. `is_internal` returns whether a function has internal linkage. `bound` is none for code that devices do
    /// not execute.
    pub(crate) fn of(
        context: CallContext<'_>,
        tokens: Tokens<'_>,
        is_internal: &dyn Fn(Name) -> bool,
        bound: Option<&BoundCalls<'_>>,
    ) -> VariantCalls {
        let mut found = VariantCalls::default();
        if context.variants.declared.is_empty() && bound.is_none() {
            return found;
        }
        let view = context.view;
        for call in &view.program.calls {
            let range = view.span(call.at);
            let Some(callee) = call.callee else { continue };
            let base = view.name(callee);
            let mut all = range.start..range.end;
            let Some(name) = all.find(|at| tokens.texts.get(*at as usize) == Some(&base)) else { continue };
            let name = TokenRange::new(name, name + 1);
            if let Some(bound) = bound
                && let Some(other) = bound.instead(view, callee)
            {
                let storage = if is_internal(other) { "static " } else { "" };
                let is_declared = (bound.is_declared)(other);
                let (base, other) = (view.text(base), view.text(other));
                found.edits.push((name, bound.called(base, other)));
                if !is_declared {
                    let declared = format!("{storage}__typeof__({base}) {other};");
                    found.undeclared.push((other.to_owned(), declared));
                }
                continue;
            }
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
        let start = self.edits.partition_point(|(at, _)| at.start < range.start);
        let length = self.edits[start..].partition_point(|(at, _)| at.start < range.end);
        &self.edits[start..start + length]
    }

    /// Returns whether the declaration is not edited.
    pub(crate) fn changes_nothing(&self) -> bool {
        self.edits.is_empty() && self.unknown.is_empty()
    }
}
