//! Replaces an invocation by the macro's replacement list: parameters, `#`, `##`, `__VA_OPT__` (C17
//! 6.10.3.1 to 6.10.3.3, C23 6.10.4.1).

use super::super::codes;
use super::super::output::Output;
use super::super::token::PpToken;
use super::macros::{BodyToken, Macro, ReplacementRole};
use super::{Expander, Pending, TokenRun};
use crate::Names;
use crate::checkpoint;
use crate::encoding;
use crate::lexer::single_token;
use crate::name::Name;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{ExpansionId, TokenOrigin};

/// The way in which an operand is joined to the tokens before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    /// No `##` precedes the operand.
    None,
    /// `##` precedes the operand, and the left operand has no tokens.
    PasteToNothing,
    /// `##` precedes the operand, and the last token is the left operand.
    Paste,
    /// `, ##` precedes the variadic parameter, so nothing is pasted.
    VariadicComma,
}

/// The invocation that is being substituted.
struct Substitution<'s> {
    definition: &'s Macro,
    name: &'s PpToken,
    expansion: ExpansionId,
    /// The arguments and their expansions; none for object-like macros.
    pending: Option<(&'s Pending, &'s [PpToken])>,
}

impl Expander {
    /// Appends the replacement list of an object-like macro to the arena.
    pub(super) fn substitute_object(
        &mut self,
        out: &mut Output,
        definition: &Macro,
        name: &PpToken,
        expansion: ExpansionId,
    ) {
        if definition.plain {
            self.spend(definition.body.len(), name, out);
            if !self.is_exhausted() {
                for piece in checkpoint::pieces(&definition.body) {
                    self.arena.extend(piece.iter().map(|token| body_token(token, expansion)));
                }
            }
        } else {
            let substitution = Substitution { definition, name, expansion, pending: None };
            self.substitute_tokens(out, &substitution, 0, definition.body.len());
        }
    }

    /// Appends the tokens that replace an invocation to the arena.
    pub(super) fn substitute(&mut self, out: &mut Output, pending: &Pending, expanded: &[PpToken]) {
        let substitution = Substitution {
            definition: &pending.definition,
            name: &pending.name,
            expansion: pending.expansion,
            pending: Some((pending, expanded)),
        };
        self.space.after_nothing = false;
        self.substitute_tokens(out, &substitution, 0, pending.definition.body.len());
    }

    /// Appends the tokens that `body[from..to]` stands for.
    fn substitute_tokens(
        &mut self,
        out: &mut Output,
        substitution: &Substitution<'_>,
        from: usize,
        to: usize,
    ) {
        let body = &substitution.definition.body;
        let mut joint = Joint::None;
        let mut index = from;
        while index < to && !self.is_exhausted() {
            let token = &body[index];
            let start = self.arena.len();
            self.add_operand(out, substitution, index, joint);
            let added = self.arena.len() > start;
            if joint == Joint::Paste && added {
                self.paste(out, start, substitution);
            }
            index += 1 + content_len(token.role);
            joint =
                if token.pasted { self.next_joint(substitution, index, joint, added) } else { Joint::None };
        }
    }

    /// Returns how the operand at `next` is joined to the operand that was just added.
    fn next_joint(
        &mut self,
        substitution: &Substitution<'_>,
        next: usize,
        joint: Joint,
        added: bool,
    ) -> Joint {
        if !added && joint != Joint::Paste {
            return Joint::PasteToNothing;
        }
        let Some((pending, _)) = substitution.pending else { return Joint::Paste };
        let definition = substitution.definition;
        let next_is_variadic = definition.variadic
            && definition.body.get(next).map(|token| token.role)
                == Some(ReplacementRole::Parameter(definition.parameters.len() as u16 - 1));
        if next_is_variadic && self.arena.last().is_some_and(|last| last.is(TokenKind::Comma)) {
            if pending.omits_variadic {
                self.arena.pop();
            }
            return Joint::VariadicComma;
        }
        Joint::Paste
    }

    /// Appends the tokens that one token of the body stands for.
    fn add_operand(&mut self, out: &mut Output, substitution: &Substitution<'_>, index: usize, joint: Joint) {
        let token = &substitution.definition.body[index];
        let start = self.arena.len();
        match token.role {
            ReplacementRole::Plain => self.add_plain(out, token, substitution),
            ReplacementRole::Parameter(number) => {
                let raw = token.pasted || joint != Joint::None;
                self.add_argument(out, substitution, number as usize, raw);
            }
            ReplacementRole::Stringize(number) => {
                self.add_stringized_argument(out, substitution, token, number as usize);
            }
            ReplacementRole::VaOpt(len) => self.add_va_opt(out, substitution, index, len as usize),
            ReplacementRole::StringizeVaOpt(len) => {
                self.add_va_opt(out, substitution, index, len as usize);
                let content = self.arena.split_off(start);
                self.add_stringized(out, &content, token, substitution);
            }
        }
        self.space_operand(token, start, joint);
    }

    /// Gives the first token of an operand the operand's white space. An operand without tokens passes its white space on to the next one,
    /// which matters only for the result of `#`.
    fn space_operand(&mut self, token: &BodyToken, start: usize, joint: Joint) {
        if let Some(first) = self.arena.get_mut(start) {
            if token.role != ReplacementRole::Plain {
                *first = first.spaced_like(token.flags);
            }
            if std::mem::take(&mut self.space.after_nothing) {
                first.flags = first.flags.with(TokenFlags::SPACE_BEFORE);
            }
        } else if joint == Joint::None && !token.pasted {
            self.space.after_nothing |= token.flags.contains(TokenFlags::SPACE_BEFORE);
        }
    }

    fn add_plain(&mut self, out: &mut Output, token: &BodyToken, substitution: &Substitution<'_>) {
        self.spend(1, substitution.name, out);
        self.arena.push(body_token(token, substitution.expansion));
    }

    fn add_argument(&mut self, out: &mut Output, substitution: &Substitution<'_>, number: usize, raw: bool) {
        let Some((pending, expanded)) = substitution.pending else { return };
        let Some(argument) = pending.arguments.get(number).copied() else { return };
        let from_sink = if raw { None } else { pending.expanded.get(number).copied().flatten() };
        let run = from_sink.unwrap_or(argument);
        self.spend(run.end - run.start, substitution.name, out);
        if self.is_exhausted() {
            return;
        }
        match from_sink {
            Some(run) => self.arena.extend_from_slice(&expanded[run.start..run.end]),
            None => self.arena.extend_from_within(run.start..run.end),
        }
    }

    fn add_va_opt(&mut self, out: &mut Output, substitution: &Substitution<'_>, index: usize, len: usize) {
        if has_variadic_tokens(substitution) {
            self.substitute_tokens(out, substitution, index + 1, index + 1 + len);
        }
    }

    fn add_stringized_argument(
        &mut self,
        out: &mut Output,
        substitution: &Substitution<'_>,
        token: &BodyToken,
        number: usize,
    ) {
        let Some((pending, _)) = substitution.pending else { return };
        let run = pending.arguments.get(number).copied().unwrap_or(TokenRun { start: 0, end: 0 });
        self.spend(run.end - run.start, substitution.name, out);
        if !self.is_exhausted() {
            let content = self.arena[run.start..run.end].to_vec();
            self.add_stringized(out, &content, token, substitution);
        }
    }

    /// Appends the string literal that spells `content` (C17 6.10.3.2).
    fn add_stringized(
        &mut self,
        out: &mut Output,
        content: &[PpToken],
        at: &BodyToken,
        substitution: &Substitution<'_>,
    ) {
        let mut text = String::from("\"");
        for (index, token) in content.iter().enumerate() {
            if index > 0 && token.spaced() {
                text.push(' ');
            }
            let spelling = spelling(out.names(), token);
            if matches!(token.kind, TokenKind::StrLit | TokenKind::CharConst)
                || is_open_literal(token, spelling)
            {
                text.extend(spelling.chars().flat_map(escape));
            } else {
                text.push_str(spelling);
            }
        }
        if text.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1 {
            let message = "the argument of `#` ends with a backslash, which is left out";
            out.report(&codes::PP0028, substitution.name.range(), message);
            text.pop();
        }
        text.push('"');
        let place = body_token(at, substitution.expansion);
        let token = self.made_token(TokenKind::StrLit, &text, &place, out);
        self.arena.push(PpToken { flags: at.flags.without(TokenFlags::UNCLEAN), ..token });
    }

    /// Pastes the last token before `start` and the first one at or after it (C17 6.10.3.3).
    fn paste(&mut self, out: &mut Output, start: usize, substitution: &Substitution<'_>) {
        let (left, right) = (self.arena[start - 1], self.arena[start]);
        let mut text = String::from(spelling(out.names(), &left));
        text.push_str(spelling(out.names(), &right));
        let Some(kind) = single_token(&encoding::encode(&text)) else {
            let message = format!(
                "pasting `{}` and `{}` does not give a valid preprocessing token",
                out.text(left.text),
                out.text(right.text)
            );
            out.report(&codes::PP0027, substitution.name.range(), message);
            return;
        };
        self.spend(1 + text.len() / 8, substitution.name, out);
        let place =
            PpToken { origin: TokenOrigin { expansion: substitution.expansion, ..left.origin }, ..left };
        let mut token = self.made_token(kind, &text, &place, out);
        token.flags = left.flags.without(TokenFlags::NO_EXPAND).without(TokenFlags::UNCLEAN);
        if kind.fixed_index().is_some() {
            token.text = Name::of_kind(kind);
        }
        self.arena[start - 1] = token;
        self.arena.remove(start);
    }
}

/// Returns the source spelling of a token, without splices. Digraphs are kept.
pub(crate) fn spelling<'n>(names: &'n Names, token: &PpToken) -> &'n str {
    if token.flags.contains(TokenFlags::UNCLEAN) && token.kind.fixed_index().is_some() {
        let digraph = match token.kind {
            TokenKind::LBracket => "<:",
            TokenKind::RBracket => ":>",
            TokenKind::LBrace => "<%",
            TokenKind::RBrace => "%>",
            TokenKind::Hash => "%:",
            TokenKind::HashHash => "%:%:",
            kind => kind.text(),
        };
        let len = (token.end.0 - token.origin.spelling.0) as usize;
        return if len == digraph.len() { digraph } else { token.kind.text() };
    }
    &names[token.text]
}

/// Returns the number of tokens of the body that form the content of a token with this role.
fn content_len(role: ReplacementRole) -> usize {
    match role {
        ReplacementRole::VaOpt(len) | ReplacementRole::StringizeVaOpt(len) => len as usize,
        _ => 0,
    }
}

fn body_token(token: &BodyToken, expansion: ExpansionId) -> PpToken {
    PpToken {
        kind: token.kind,
        flags: token.flags,
        text: token.text,
        origin: TokenOrigin { spelling: token.at, expansion },
        end: token.end,
    }
}

/// Returns whether the variable arguments have tokens after expansion.
fn has_variadic_tokens(substitution: &Substitution<'_>) -> bool {
    let Some((pending, _)) = substitution.pending else { return false };
    let Some(last) = pending.arguments.len().checked_sub(1) else { return false };
    match pending.expanded.get(last).copied().flatten() {
        Some(run) => !run.is_empty(),
        None => !pending.arguments[last].is_empty(),
    }
}

/// Returns whether a token is a literal without its closing quote, which is lexed as one unknown token.
fn is_open_literal(token: &PpToken, text: &str) -> bool {
    token.kind == TokenKind::Unknown && text.contains(['"', '\''])
}

fn escape(character: char) -> impl Iterator<Item = char> {
    let backslash = matches!(character, '"' | '\\').then_some('\\');
    backslash.into_iter().chain([character])
}
