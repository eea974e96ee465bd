//! Emits the user's tokens, with some of them replaced.

use std::borrow::Cow;

use clacc_syntax::token::TokenRange;

use super::lowering::Lowering;
use crate::abi;
use crate::emit::Step;

impl Lowering<'_> {
    /// Emits the user's tokens, with variables spelled as in the current function, and the new code behind statements that end there.
    pub(crate) fn code(&mut self, range: TokenRange) -> Step {
        let mut start = range.start;
        while let Some((end, text)) = self.emit.take_end(range.end) {
            self.plain_code(TokenRange::new(start, end.max(start)))?;
            start = end.max(start);
            self.emit.out.line(&text, end.saturating_sub(1));
        }
        self.plain_code(TokenRange::new(start, range.end))
    }

    fn plain_code(&mut self, range: TokenRange) -> Step {
        let mut cursor = range.start;
        for (tokens, text) in self.renamed(range)? {
            if tokens.start < cursor {
                continue;
            }
            self.emit.out.tokens(TokenRange::new(cursor, tokens.start));
            match (tokens.start, text.as_str()) {
                (_, "") => {}
                (0, text) if tokens.end == 0 => self.emit.out.line(text, 0),
                (token, text) => self.emit.out.replaced(text, token),
            }
            cursor = tokens.end;
        }
        self.emit.out.tokens(TokenRange::new(cursor, range.end));
        Ok(())
    }

    /// Returns the tokens that are replaced in the current function, with their replacements.
    fn renamed(&mut self, range: TokenRange) -> Step<Vec<(TokenRange, String)>> {
        let mut found = self.threadprivate.edits_in(range).to_vec();
        found.extend_from_slice(self.bound_calls.edits_in(range));
        found.extend_from_slice(self.variant_calls.edits_in(range));
        found.extend_from_slice(self.local_types.edits_in(range));
        let one = |token| TokenRange::new(token, token + 1);
        let registers = self.registers.iter().filter(|(at, _)| range.start <= *at && *at < range.end);
        found.extend(registers.map(|(at, text)| (one(*at), (*text).to_owned())));
        if self.scope.frames.len() == 1 {
            found.extend(self.names_on_device(range));
            found.extend(self.device_variable_uses(range));
            found.sort_by_key(|(tokens, _)| (tokens.start, tokens.end));
            return Ok(found);
        }
        let constants = self.local_names.constants_in(range).iter();
        found.extend(constants.map(|(at, text)| (one(*at), text.clone())));
        for (token, entity) in self.uses.within(range).to_vec() {
            if let Some(text) = self.other_name(entity) {
                self.check_thread_local(entity)?;
                found.push((one(token), text));
            }
        }
        for token in range.start..range.end {
            self.check_word(token)?;
            if let "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" = self.tokens.text(token) {
                found.push((one(token), format!("\"{}\"", self.emit.function)));
            }
        }
        found.sort_by_key(|(tokens, _)| (tokens.start, tokens.end));
        Ok(found)
    }

    /// Returns the text of an expression, with variables spelled as in the current function.
    pub(crate) fn text(&mut self, range: TokenRange) -> Step<String> {
        self.text_with(range, Vec::new())
    }

    /// Returns the text of an expression in which `replaced` also replaces some tokens.
    pub(crate) fn text_with(
        &mut self,
        range: TokenRange,
        mut replaced: Vec<(TokenRange, String)>,
    ) -> Step<String> {
        replaced.extend(self.renamed(range)?);
        // A longer replacement takes precedence over replacements inside it.
        replaced.sort_by_key(|(tokens, _)| (tokens.start, std::cmp::Reverse(tokens.end)));
        let mut words = Vec::new();
        let mut cursor = range.start;
        for (tokens, other) in replaced {
            if tokens.start < cursor {
                continue;
            }
            words.extend((cursor..tokens.start).map(|token| self.word(token)));
            words.push(other.into());
            cursor = tokens.end;
        }
        words.extend((cursor..range.end).map(|token| self.word(token)));
        Ok(words.join(" "))
    }

    /// Returns a token of the user for use in new code.
    fn word(&self, token: u32) -> Cow<'_, str> {
        abi::own_word(self.tokens.text(token))
    }
}
