//! Code that cannot be moved to an outlined function, because it would have another meaning there.

use clacc_syntax::ast::Expr;
use clacc_syntax::token::TokenRange;

use super::lowering::Lowering;
use crate::codes;
use crate::emit::{Refused, Step};

/// Built-in functions that refer to the function in which they are called.
const ABOUT_THE_FUNCTION: &[&str] = &[
    "__builtin_va_start",
    "__builtin_next_arg",
    "__builtin_va_arg_pack",
    "__builtin_va_arg_pack_len",
    "__builtin_apply_args",
    "__builtin_return",
    "__builtin_frame_address",
    "__builtin_return_address",
];

/// The names of `setjmp` and `longjmp` in C libraries and compilers.
const SAVES: &[&str] =
    &["setjmp", "_setjmp", "__setjmp", "sigsetjmp", "__sigsetjmp", "__builtin_setjmp", "savectx"];
const JUMPS: &[&str] = &["longjmp", "_longjmp", "siglongjmp", "__builtin_longjmp"];

impl Lowering<'_> {
    /// Refuses a token of a region that refers to the function that contains it.
    pub(crate) fn check_word(&mut self, at: u32) -> Step {
        if !ABOUT_THE_FUNCTION.contains(&self.tokens.text(at)) {
            return Ok(());
        }
        let message =
            "no code is generated for a region that asks for the arguments or the frame of its function";
        Err(self.emit.refuse(&codes::GEN0005, TokenRange::new(at, at + 1), message))
    }

    /// Refuses functions that take the address of a label, because a jump to such an address may leave a region.
    pub(crate) fn check_labels(&mut self) -> Step {
        let taken = self.model.parsed.tree.exprs.iter();
        let mut taken = taken.filter(|(_, expr)| matches!(expr, Expr::LabelAddress(_))).map(|(id, _)| id);
        let spans = &self.model.parsed.tree.spans.exprs;
        match taken.find_map(|id| spans.get(id)) {
            Some(at) => Err(self.emit.refuse(
                &codes::GEN0005,
                at,
                "no code is generated for directives of a function that takes the address of a label",
            )),
            None => Ok(()),
        }
    }

    /// Refuses a region with a `longjmp` but no `setjmp`: a thread could leave the region without its team (OpenMP 5.2, section 1.2.2: a
    /// structured block has one exit).
    pub(crate) fn check_jumps(&mut self, region: TokenRange) -> Step {
        let find =
            |words: &[&str]| (region.start..region.end).find(|at| words.contains(&self.tokens.text(*at)));
        match find(JUMPS) {
            Some(at) if find(SAVES).is_none() => Err(self.refuse_jump(at)),
            _ => Ok(()),
        }
    }

    fn refuse_jump(&mut self, at: u32) -> Refused {
        let message = "no code is generated for a region that a jump to a place outside of it may leave";
        self.emit.refuse(&codes::GEN0051, TokenRange::new(at, at + 1), message)
    }
}
