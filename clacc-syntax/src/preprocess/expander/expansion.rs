//! Macro expansion: rescanning, invocations and their arguments (C17 6.10.3). It is iterative: the expander keeps explicit stacks.

use std::sync::Arc;

use smallvec::SmallVec;

use super::super::codes;
use super::super::output::Output;
use super::super::token::PpToken;
use super::macros::{Definition, Macro};
use super::{Expander, ListKind, Pending, Surroundings, TokenList, TokenRun};
use crate::Name;
use crate::checkpoint;
use crate::diagnostics::Diagnostic;
use crate::name::Known;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{ArgumentNumber, Expansion, ExpansionKind, Pos};

const TOKENS_BETWEEN_CHECKPOINTS: usize = 1 << 10;

/// The arguments of an invocation, not yet expanded.
struct Collected {
    arguments: SmallVec<[TokenRun; 4]>,
    close: PpToken,
}

/// The state of the collection of an argument list that has no `)`.
struct Unterminated {
    /// The number of collected tokens that came from token lists, before the first token that came from the file. `file_mark` is the
    /// position in the file at that time.
    from_lists: usize,
    file_mark: Option<usize>,
}

impl Expander {
    /// Expands a run of tokens in isolation, as directives need it.
    pub(crate) fn expand_line(&mut self, around: &mut impl Surroundings, tokens: &[PpToken]) -> Vec<PpToken> {
        let floor = self.arena.len();
        self.arena.extend_from_slice(tokens);
        let run = TokenRun { start: floor, end: self.arena.len() };
        let saved_space = std::mem::take(&mut self.space.carried);
        self.open_sink();
        self.lists.push(TokenList { kind: ListKind::Line, run, floor });
        let depth = self.lists.len() - 1;
        self.rescan(around, depth);
        self.space.carried = saved_space;
        self.close_sink().unwrap_or_default()
    }

    /// Expands the tokens of `#if`, where `defined` and similar operators have a meaning.
    pub(crate) fn expand_condition(
        &mut self,
        around: &mut impl Surroundings,
        tokens: &[PpToken],
    ) -> Vec<PpToken> {
        let evaluating = std::mem::replace(&mut self.mode.evaluating, true);
        let expanded = self.expand_line(around, tokens);
        self.mode.evaluating = evaluating;
        expanded
    }

    /// Reads a token of running text, and expands it.
    pub(crate) fn read(&mut self, around: &mut impl Surroundings, token: PpToken) {
        if token.kind == TokenKind::Ident && self.macros.is_interesting(token.text) {
            self.identifier(around, token);
        } else {
            self.put(token, around.out());
        }
        self.rescan(around, 0);
        self.arena.clear();
    }

    /// Returns the number of tokens at the start of a run that can be copied without a change.
    pub(crate) fn plain_run(&self, kinds: &[TokenKind], texts: &[Name]) -> usize {
        if self.space.carried != TokenFlags::default() {
            return 0;
        }
        let special = kinds.iter().zip(texts).position(|(kind, text)| match kind {
            TokenKind::Ident => self.macros.is_interesting(*text),
            TokenKind::Unknown => true,
            _ => false,
        });
        special.unwrap_or(kinds.len())
    }

    /// Reads the open token lists above `depth` to their end, expands their tokens and emits the result.
    fn rescan(&mut self, around: &mut impl Surroundings, depth: usize) {
        while self.lists.len() > depth {
            let top = self.lists.len() - 1;
            let list = &mut self.lists[top];
            if list.run.is_empty() {
                if self.leave_list(true) == Some(ListKind::Argument) {
                    self.finish_argument(around);
                }
                continue;
            }
            let token = self.arena[list.run.start];
            list.run.start += 1;
            self.look_at_times();
            if token.kind == TokenKind::Ident && self.macros.is_interesting(token.text) {
                self.identifier(around, token);
            } else {
                self.put(token, around.out());
            }
        }
    }

    /// Passes a cancellation point after every [`TOKENS_BETWEEN_CHECKPOINTS`] tokens. Tokens are counted over all lists, because the lists
    /// of nested macros are short.
    fn look_at_times(&mut self) {
        self.rescanned = self.rescanned.wrapping_add(1);
        if self.rescanned.is_multiple_of(TOKENS_BETWEEN_CHECKPOINTS) {
            checkpoint::pass();
        }
    }

    /// Handles an identifier that may be a macro.
    fn identifier(&mut self, around: &mut impl Surroundings, mut token: PpToken) {
        if token.flags.contains(TokenFlags::NO_EXPAND) || self.is_exhausted() {
            return self.put(token, around.out());
        }
        around.out().note_version_macro(&token);
        let definition = match self.macros.get(token.text) {
            Some(Definition::Builtin(word)) => {
                let word = *word;
                return around.word(self, word, token);
            }
            Some(Definition::Macro(definition)) => Arc::clone(definition),
            None => return self.special_word(around, token),
        };
        if self.disabled.contains(token.text) {
            token.flags = token.flags.with(TokenFlags::NO_EXPAND);
            self.put(token, around.out());
        } else if definition.function_like {
            self.function_like(around, definition, token);
        } else {
            self.object_like(around, &definition, token);
        }
    }

    /// Handles a word that is not a macro but has a special meaning in some contexts.
    fn special_word(&mut self, around: &mut impl Surroundings, token: PpToken) {
        match token.text.known() {
            Some(word @ Known::Defined) if self.mode.evaluating => around.word(self, word, token),
            Some(word @ Known::PragmaOperator) if self.feeds_unit() => around.word(self, word, token),
            Some(Known::VaArgs | Known::VaOpt) => {
                let message = format!(
                    "`{}` may stand in the replacement list of a variadic macro only",
                    around.out().text(token.text)
                );
                around.out().report(&codes::PP0022, token.range(), message);
                self.put(token, around.out());
            }
            _ => self.put(token, around.out()),
        }
    }

    fn object_like(&mut self, around: &mut impl Surroundings, definition: &Arc<Macro>, token: PpToken) {
        let expansion = around.out().map.add_expansion(Expansion {
            kind: ExpansionKind::Body,
            name: token.text,
            definition: definition.name_at,
            invocation: token.origin,
            invocation_end: token.end,
            ends_elsewhere: false,
        });
        let floor = self.arena.len();
        self.substitute_object(around.out(), definition, &token, expansion);
        self.enter_replacement(&token, floor);
    }

    fn function_like(&mut self, around: &mut impl Surroundings, definition: Arc<Macro>, token: PpToken) {
        if !self.at_open_paren(around) {
            return self.put(token, around.out());
        }
        let floor = self.arena.len();
        match self.collect_arguments(around, Some(&definition)) {
            Ok(collected) => self.invoke(around, definition, token, collected, floor),
            Err(unterminated) => self.recover_unterminated(around, &token, &unterminated, floor),
        }
    }

    /// Reads an argument list in parentheses; the next token is `(`. Without a definition, the list is read like that of a macro with one
    /// parameter.
    fn collect_arguments(
        &mut self,
        around: &mut impl Surroundings,
        definition: Option<&Macro>,
    ) -> Result<Collected, Unterminated> {
        let parameters = definition.map_or(1, |definition| definition.parameters.len());
        let variadic = definition.is_some_and(|definition| definition.variadic);
        let files = around.depth();
        let mut unterminated = Unterminated { from_lists: 0, file_mark: None };
        let mut arguments: SmallVec<[TokenRun; 4]> = SmallVec::new();
        let floor = self.arena.len();
        let mut start = floor;
        let mut depth = 0usize;
        self.mode.crossed_directive = false;
        loop {
            if unterminated.file_mark.is_none() && self.lists.is_empty() {
                unterminated.file_mark = around.mark();
                unterminated.from_lists = self.arena.len().saturating_sub(floor);
            }
            let Some(mut token) = self.next_unexpanded(around, files) else { return Err(unterminated) };
            match token.kind {
                TokenKind::LParen => {
                    depth += 1;
                    if depth == 1 {
                        self.arena.push(token);
                        start = self.arena.len();
                        continue;
                    }
                }
                TokenKind::RParen => {
                    depth -= 1;
                    if depth == 0 {
                        arguments.push(TokenRun { start, end: self.arena.len() });
                        return Ok(Collected { arguments, close: token });
                    }
                }
                TokenKind::Comma if depth == 1 && !(variadic && arguments.len() + 1 == parameters) => {
                    arguments.push(TokenRun { start, end: self.arena.len() });
                    self.arena.push(token);
                    start = self.arena.len();
                    continue;
                }
                TokenKind::Ident => self.paint_disabled(&mut token),
                _ => {}
            }
            if token.flags.contains(TokenFlags::LINE_START) {
                token.flags = token.flags.without(TokenFlags::LINE_START).with(TokenFlags::SPACE_BEFORE);
            }
            self.arena.push(token);
            self.spend(1, &token, around.out());
            if self.is_exhausted() {
                return Err(unterminated);
            }
        }
    }

    /// Marks a macro name that was read while that macro is being expanded: it is never expanded again, not
    /// even in an argument of another macro (C17 6.10.3.4).
    fn paint_disabled(&self, token: &mut PpToken) {
        if self.macros.is_interesting(token.text) && self.disabled.contains(token.text) {
            token.flags = token.flags.with(TokenFlags::NO_EXPAND);
        }
    }

    /// Recovers from an invocation without its `)`. If no directive was executed while the arguments were collected, the tokens are read
    /// again as plain text, so that one missing parenthesis does not consume the rest of the file. Otherwise the collected tokens are
    /// emitted unexpanded.
    fn recover_unterminated(
        &mut self,
        around: &mut impl Surroundings,
        name: &PpToken,
        unterminated: &Unterminated,
        floor: usize,
    ) {
        if !self.is_exhausted() {
            let message =
                format!("the argument list of macro `{}` is not terminated", around.out().text(name.text));
            around.out().report(&codes::PP0026, name.range(), message);
        }
        let mut end = self.arena.len();
        if let Some(mark) = unterminated.file_mark
            && !self.mode.crossed_directive
            && self.spend_reread()
        {
            around.go_back(mark);
            end = floor + unterminated.from_lists.min(end - floor);
        }
        self.put(*name, around.out());
        for index in floor..end {
            let token = self.arena[index];
            self.put(token, around.out());
        }
        self.arena.truncate(floor);
    }

    fn invoke(
        &mut self,
        around: &mut impl Surroundings,
        definition: Arc<Macro>,
        mut name: PpToken,
        mut collected: Collected,
        floor: usize,
    ) {
        name.flags = name.flags.with(std::mem::take(&mut self.space.carried));
        let arguments = &mut collected.arguments;
        let parameters = definition.parameters.len();
        if parameters == 0 && arguments.len() == 1 && arguments[0].is_empty() {
            arguments.clear();
        }
        let given = arguments.len();
        if given != parameters && !(definition.variadic && given + 1 == parameters) {
            report_argument_count(around.out(), &definition, &name, given);
            self.put(name, around.out());
            self.arena.truncate(floor);
            return;
        }
        let omits_variadic = definition.variadic
            && (given < parameters || (given == 1 && arguments[0].is_empty() && self.mode.gnu));
        arguments.resize(parameters, TokenRun { start: floor, end: floor });
        let (invocation_end, ends_elsewhere) = around.out().invocation_end(&name, &collected.close);
        let expansion = Expansion {
            kind: ExpansionKind::Body,
            name: name.text,
            definition: definition.name_at,
            invocation: name.origin,
            invocation_end,
            ends_elsewhere,
        };
        self.mark_arguments(around, &definition, &collected.arguments, expansion);
        let expansion = around.out().map.add_expansion(expansion);
        self.open_sink();
        self.pending.push(Pending {
            definition,
            name,
            arguments: collected.arguments,
            expanded: SmallVec::new(),
            expansion,
            omits_variadic,
            floor,
        });
        self.expand_next_arguments(around);
    }

    /// Records in each token of each argument that it is substituted for this parameter.
    fn mark_arguments(
        &mut self,
        around: &mut impl Surroundings,
        definition: &Macro,
        arguments: &[TokenRun],
        body: Expansion,
    ) {
        for (index, argument) in arguments.iter().enumerate() {
            if argument.is_empty() || definition.body.is_empty() {
                continue;
            }
            let kind = ExpansionKind::Argument(ArgumentNumber::new(index));
            let expansion = around.out().map.add_expansion(Expansion { kind, ..body });
            for token in &mut self.arena[argument.start..argument.end] {
                token.origin.expansion = expansion;
            }
        }
    }

    /// Continues with the innermost pending invocation: starts the expansion of its next argument that needs one, or substitutes the
    /// arguments if there is none.
    fn expand_next_arguments(&mut self, around: &mut impl Surroundings) {
        let sunk = self.sunk();
        while let Some(pending) = self.pending.last_mut() {
            let index = pending.expanded.len();
            let Some(&argument) = pending.arguments.get(index) else { break };
            let wanted = pending.definition.expands.get(index).copied().unwrap_or(false);
            let tokens = &self.arena[argument.start..argument.end];
            let macros = &self.macros;
            if wanted
                && tokens
                    .iter()
                    .any(|token| token.kind == TokenKind::Ident && macros.is_interesting(token.text))
            {
                pending.expanded.push(Some(TokenRun { start: sunk, end: sunk }));
                let floor = self.arena.len();
                self.lists.push(TokenList { kind: ListKind::Argument, run: argument, floor });
                return;
            }
            pending.expanded.push(None);
        }
        self.finish_invocation(around);
    }

    /// Continues after the current argument of the innermost pending invocation has been expanded.
    fn finish_argument(&mut self, around: &mut impl Surroundings) {
        self.space.carried = TokenFlags::default();
        let end = self.sunk();
        if let Some(Some(run)) = self.pending.last_mut().and_then(|pending| pending.expanded.last_mut()) {
            run.end = end;
        }
        self.expand_next_arguments(around);
    }

    /// Replaces the innermost pending invocation, all arguments of which have been expanded.
    fn finish_invocation(&mut self, around: &mut impl Surroundings) {
        let (Some(pending), Some(expanded)) = (self.pending.pop(), self.close_sink()) else { return };
        let start = self.arena.len();
        self.substitute(around.out(), &pending, &expanded);
        self.recycle(expanded);
        let len = self.arena.len() - start;
        self.arena.copy_within(start.., pending.floor);
        self.arena.truncate(pending.floor + len);
        self.enter_replacement(&pending.name, pending.floor);
    }

    /// Reads `( ... )` as one argument of an operator that looks like a macro; the next token is `(`.
    /// Returns the unexpanded tokens, and the `)`.
    pub(crate) fn operator_argument(
        &mut self,
        around: &mut impl Surroundings,
        name: &PpToken,
    ) -> Option<(Vec<PpToken>, PpToken)> {
        let floor = self.arena.len();
        match self.collect_operator_argument(around) {
            Ok((tokens, close)) => {
                self.arena.truncate(floor);
                Some((tokens, close))
            }
            Err(unterminated) => {
                self.recover_unterminated(around, name, &unterminated, floor);
                None
            }
        }
    }

    /// Reads the tokens between the parentheses that follow an operator in a directive.
    pub(crate) fn parenthesized_of_line(
        &mut self,
        around: &mut impl Surroundings,
        operator: &PpToken,
    ) -> Option<Vec<PpToken>> {
        let mut tokens = Vec::new();
        let open = self.next_of_line(around);
        if !open.is_some_and(|token| token.is(TokenKind::LParen)) {
            let message = format!("missing `(` after `{}`", around.out().text(operator.text));
            around.out().report(&codes::PP0013, operator.range(), message);
            return None;
        }
        let mut depth = 0usize;
        while let Some(token) = self.next_of_line(around) {
            match token.kind {
                TokenKind::LParen => depth += 1,
                TokenKind::RParen if depth == 0 => return Some(tokens),
                TokenKind::RParen => depth -= 1,
                _ => {}
            }
            tokens.push(token);
        }
        let message = format!("missing `)` after `{}`", around.out().text(operator.text));
        around.out().report(&codes::PP0013, operator.range(), message);
        None
    }

    fn collect_operator_argument(
        &mut self,
        around: &mut impl Surroundings,
    ) -> Result<(Vec<PpToken>, PpToken), Unterminated> {
        let collected = self.collect_arguments(around, None)?;
        let (Some(first), Some(last)) = (collected.arguments.first(), collected.arguments.last()) else {
            return Ok((Vec::new(), collected.close));
        };
        Ok((self.arena[first.start..last.end].to_vec(), collected.close))
    }
}

fn report_argument_count(out: &mut Output, definition: &Macro, name: &PpToken, given: usize) {
    let wanted = definition.parameters.len();
    let message = match (given < wanted, definition.variadic) {
        (true, false) => {
            format!("macro `{}` takes {wanted} arguments, only {given} given", out.text(name.text))
        }
        (true, true) => {
            format!(
                "macro `{}` takes at least {} arguments, only {given} given",
                out.text(name.text),
                wanted - 1
            )
        }
        (false, _) => {
            format!("macro `{}` takes {wanted} arguments, {given} given", out.text(name.text))
        }
    };
    let defined_at = (definition.name_at, Pos(definition.name_at.0 + out.text(name.text).len() as u32));
    let finding = Diagnostic::new(&codes::PP0025, name.range(), message);
    out.report_finding(finding.label(defined_at, "defined here"));
}
