//! The storage class `register`.

use clacc_sema::c::model::DeclModel;

use crate::declaration_tokens::Tokens;

/// Returns the `register` specifiers of a declaration with the text that replaces them: a region may need the address of any variable, and
/// the specifier has no other effect. If it is the only specifier, it is replaced by `int`. It is kept where the declaration names a
/// register.
pub(crate) fn register_words(model: &DeclModel, tokens: Tokens<'_>) -> Vec<(u32, &'static str)> {
    let is_old = model.parsed.tree.entities.iter().any(|(_, entity)| entity.asm_label.is_some());
    let words = (0..tokens.kinds.len() as u32).filter(|at| tokens.text(*at) == "register");
    let words = words.filter(|at| !(is_old && names_register(tokens, *at)));
    words.map(|at| (at, if is_without_type(tokens, at) { "int" } else { "" })).collect()
}

/// Returns true if the declaration after a token names a register.
fn names_register(tokens: Tokens<'_>, at: u32) -> bool {
    let rest = (at..tokens.kinds.len() as u32).map(|at| tokens.text(at));
    rest.take_while(|text| *text != ";").any(|text| matches!(text, "asm" | "__asm" | "__asm__"))
}

fn is_without_type(tokens: Tokens<'_>, at: u32) -> bool {
    let is_first = at == 0 || matches!(tokens.text(at - 1), ";" | "{" | "}" | "(" | ")" | "," | ":");
    let declares = matches!(tokens.text(at + 2), ";" | "," | "=" | "[" | ")");
    is_first && (tokens.text(at + 1) == "*" || declares)
}
