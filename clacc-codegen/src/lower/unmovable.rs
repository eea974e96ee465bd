//! What means something else in another function, and what stands in the way of a region in its own function.

use clacc_sema::c::model::DeclModel;
use clacc_syntax::ast::Expr;
use clacc_syntax::token::TokenRange;

use super::{Lowering, Refused, Step, Tokens};
use crate::codes;

/// Functions of the compiler that are about the function they are called in.
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

/// What `setjmp` and `longjmp` are called in C libraries and compilers.
const SAVES: &[&str] =
    &["setjmp", "_setjmp", "__setjmp", "sigsetjmp", "__sigsetjmp", "__builtin_setjmp", "savectx"];
const JUMPS: &[&str] = &["longjmp", "_longjmp", "siglongjmp", "__builtin_longjmp"];

impl Lowering<'_> {
    /// Refuses a token of a region that is about the function it stands in.
    pub(super) fn check_word(&mut self, at: u32) -> Step {
        if !ABOUT_THE_FUNCTION.contains(&self.tokens.text(at)) {
            return Ok(());
        }
        let message =
            "no code is generated for a region that asks for the arguments or the frame of its function";
        Err(self.refuse(&codes::GEN0005, TokenRange::new(at, at + 1), message))
    }

    /// A jump to an address cannot be told from one that leaves a region.
    pub(super) fn check_labels(&mut self) -> Step {
        let taken = self.model.parsed.tree.exprs.iter();
        let mut taken = taken.filter(|(_, expr)| matches!(expr, Expr::LabelAddress(_))).map(|(id, _)| id);
        let spans = &self.model.parsed.tree.spans.exprs;
        match taken.find_map(|id| spans.get(id)) {
            Some(at) => Err(self.refuse(
                &codes::GEN0005,
                at,
                "no code is generated for directives of a function that takes the address of a label",
            )),
            None => Ok(()),
        }
    }

    /// Refuses a region with a jump for which no place is saved in the region: threads would leave it without their team
    /// (OpenMP 5.2, section 1.2.2: a structured block has one exit).
    pub(super) fn check_jumps(&mut self, region: TokenRange) -> Step {
        let find =
            |words: &[&str]| (region.start..region.end).find(|at| words.contains(&self.tokens.text(*at)));
        match find(JUMPS) {
            Some(at) if find(SAVES).is_none() => Err(self.refuse_jump(at)),
            _ => Ok(()),
        }
    }

    fn refuse_jump(&mut self, at: u32) -> Refused {
        let message = "no code is generated for a region that a jump to a place outside of it may leave";
        self.refuse(&codes::GEN0051, TokenRange::new(at, at + 1), message)
    }
}

/// The words `register` of a declaration, with what stands in their places: a region may need the address of each variable, and
/// the word says nothing else. Where it says that a name without a type is declared, the type is `int`. It stays where it says
/// which register a variable lives in.
pub(super) fn register_words(model: &DeclModel, tokens: Tokens<'_>) -> Vec<(u32, &'static str)> {
    let is_old = model.parsed.tree.entities.iter().any(|(_, entity)| entity.asm_label.is_some());
    let words = (0..tokens.kinds.len() as u32).filter(|at| tokens.text(*at) == "register");
    let words = words.filter(|at| !(is_old && names_register(tokens, *at)));
    words.map(|at| (at, if is_without_type(tokens, at) { "int" } else { "" })).collect()
}

/// Whether the declaration behind a word names a register.
fn names_register(tokens: Tokens<'_>, at: u32) -> bool {
    let rest = (at..tokens.kinds.len() as u32).map(|at| tokens.text(at));
    rest.take_while(|text| *text != ";").any(|text| matches!(text, "asm" | "__asm" | "__asm__"))
}

fn is_without_type(tokens: Tokens<'_>, at: u32) -> bool {
    let is_first = at == 0 || matches!(tokens.text(at - 1), ";" | "{" | "}" | "(" | ")" | "," | ":");
    let declares = matches!(tokens.text(at + 2), ";" | "," | "=" | "[" | ")");
    is_first && (tokens.text(at + 1) == "*" || declares)
}
