//! Calls of functions with variants (`declare variant`, OpenMP 5.2 7.5): where a selector matches the context of a call, another
//! function is called. The name of the function is a token that stands for another one, the same in every function that a region
//! becomes.

use clacc_sema::omp::declared_variants::{CallContext, CalledFunction};
use clacc_sema::omp::form::{Argument, Directive};
use clacc_syntax::Name;
use clacc_syntax::directive::OmpClause;
use clacc_syntax::sorting::Sorting;
use clacc_syntax::token::TokenRange;

use super::{Lowering, Step, Tokens};
use crate::codes;
use crate::plan::Node;

/// The calls of a declaration that are of other functions than they name.
#[derive(Debug, Default)]
pub(crate) struct VariantCalls {
    /// What stands for tokens of the user, in order.
    edits: Vec<(TokenRange, String)>,
    /// The calls of which nobody here knows the function.
    unknown: Vec<TokenRange>,
    /// The variant that the declaration gives a function, if it is a directive that does.
    pub(crate) declares: Option<DeclaredHere>,
}

/// The function that a `declare variant` names.
#[derive(Debug)]
pub(crate) struct DeclaredHere {
    pub(crate) variant: Name,
    /// Whether the unit alone knows it, and no directive before has named it.
    pub(crate) is_kept: bool,
}

impl VariantCalls {
    /// The calls of a declaration. `is_internal` says of a function whether the unit alone knows it.
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
        for call in &view.program.calls {
            let range = view.span(call.at);
            let Some(base) = call.callee.map(|callee| view.name(callee)) else { continue };
            let mut all = range.start..range.end;
            let Some(name) = all.find(|at| tokens.texts.get(*at as usize) == Some(&base)) else { continue };
            let name = TokenRange::new(name, name + 1);
            match context.called(call) {
                CalledFunction::Base => {}
                CalledFunction::Unknown => found.unknown.push(name),
                // A function of the unit alone stays one that is used, so that compilers do not warn.
                CalledFunction::Variant(variant) if is_internal(base) => {
                    found.edits.push((name, format!("((void){}, {})", view.text(base), view.text(variant))));
                }
                CalledFunction::Variant(variant) => found.edits.push((name, view.text(variant).to_owned())),
            }
        }
        found.edits.order_by_key(|(at, _)| at.start);
        found
    }

    /// What stands for tokens in a range.
    pub(super) fn edits_in(&self, range: TokenRange) -> &[(TokenRange, String)] {
        let start = self.edits.partition_point(|(at, _)| at.start < range.start);
        let length = self.edits[start..].partition_point(|(at, _)| at.start < range.end);
        &self.edits[start..start + length]
    }

    /// Whether nothing of the declaration changes.
    pub(crate) fn changes_nothing(&self) -> bool {
        self.edits.is_empty() && self.unknown.is_empty()
    }
}

impl<'a> Lowering<'a> {
    /// `dispatch` (OpenMP 5.2 7.6) is a construct around a call, of which selectors ask. On the host, addresses of devices are those
    /// of the host, and `nowait` lets nothing wait.
    pub(super) fn dispatch(&mut self, directive: &'a Directive, inside: &[Node<'a>]) -> Step {
        let (mut waits, mut values) = (Vec::new(), Vec::new());
        for clause in &directive.clauses {
            match (&clause.argument, clause.kind()) {
                (_, OmpClause::Depend) => waits.push(clause),
                (Argument::Value(_, number), OmpClause::Device) => values.push(*number),
                (_, OmpClause::IsDevicePtr | OmpClause::HasDeviceAddr | OmpClause::Nowait) => {}
                _ => return Err(self.refuse_clause(clause)),
            }
        }
        self.line("{");
        for value in values {
            let Some(text) = self.operand_text(value)? else { return Err(self.refuse_directive(directive)) };
            self.line(&format!("(void)({text});"));
        }
        if !waits.is_empty() {
            self.wait_for(&waits)?;
        }
        self.nodes(inside)?;
        self.line("}");
        Ok(())
    }

    /// A call has to be of a known function.
    pub(super) fn check_variant_calls(&mut self) -> Step {
        let unknown = std::mem::take(&mut self.variant_calls.unknown);
        let mut done = Ok(());
        for at in unknown {
            let message =
                "which variant of the function this calls can only be told by the program or the C compiler";
            done = Err(self.refuse(&codes::GEN0044, at, message));
        }
        done
    }
}
