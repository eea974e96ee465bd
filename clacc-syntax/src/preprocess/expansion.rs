//! Macro expansion: rescanning, invocations and their arguments (C17 6.10.3). Iterative: a stack of token lists being
//! read, and a stack of invocations whose arguments are being expanded.

use std::sync::Arc;

use smallvec::SmallVec;

use super::codes;
use super::macros::{Definition, Macro};
use super::state::Preprocessor;
use super::token::PpToken;
use crate::Name;
use crate::diagnostics::Diagnostic;
use crate::name::Known;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{Expansion, ExpansionId, ExpansionKind, MacroUse, Pos};

/// A run of tokens in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Run {
    pub(super) fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// What a list of tokens being read is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ContextKind {
    /// What replaces an invocation of this macro. The macro is disabled until the list is left.
    Replacement(Name),
    /// An argument that is expanded on its own; nothing behind it is read before it is done.
    Argument,
    /// The tokens of a directive, expanded on their own.
    Line,
}

/// A list of tokens being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) kind: ContextKind,
    pub(super) run: Run,
    /// Where the arena ended before this list and what belongs to it.
    floor: usize,
}

/// An invocation of a function-like macro whose arguments are known.
pub(super) struct Pending {
    pub(super) definition: Arc<Macro>,
    pub(super) name: PpToken,
    /// The arguments as written.
    pub(super) arguments: SmallVec<[Run; 4]>,
    /// The arguments expanded, as runs of the sink; none where nothing in them expands.
    pub(super) expanded: SmallVec<[Option<Run>; 4]>,
    pub(super) expansion: ExpansionId,
    /// The variadic argument was left out altogether, comma included.
    pub(super) omits_variadic: bool,
    floor: usize,
}

/// The arguments of an invocation as they were read.
struct Collected {
    arguments: SmallVec<[Run; 4]>,
    close: PpToken,
}

/// How reading arguments went wrong.
struct Unterminated {
    /// How many of the collected tokens had come from token lists when the file was first read from, and where
    /// the file was then.
    from_lists: usize,
    file_mark: Option<usize>,
}

impl Preprocessor<'_> {
    /// Expands a run of tokens on its own, as directives need it.
    pub(super) fn expand_line(&mut self, tokens: &[PpToken]) -> Vec<PpToken> {
        let floor = self.arena.len();
        self.arena.extend_from_slice(tokens);
        let run = Run { start: floor, end: self.arena.len() };
        let saved_space = std::mem::take(&mut self.carried_space);
        let sink = self.spare.pop().unwrap_or_default();
        self.sinks.push(sink);
        self.contexts.push(Context { kind: ContextKind::Line, run, floor });
        let depth = self.contexts.len() - 1;
        self.rescan(depth);
        self.carried_space = saved_space;
        self.sinks.pop().unwrap_or_default()
    }

    /// Gives the buffer of [`Preprocessor::expand_line`] back for use by others.
    pub(super) fn recycle(&mut self, mut tokens: Vec<PpToken>) {
        tokens.clear();
        self.spare.push(tokens);
    }

    /// Reads the open token lists above `depth` to their end, expanding and passing on what they hold.
    pub(super) fn rescan(&mut self, depth: usize) {
        while self.contexts.len() > depth {
            let top = self.contexts.len() - 1;
            let context = &mut self.contexts[top];
            if context.run.is_empty() {
                self.leave_context(true);
                continue;
            }
            let token = self.arena[context.run.start];
            context.run.start += 1;
            if token.kind == TokenKind::Ident && self.macros.is_interesting(token.text) {
                self.identifier(token);
            } else {
                self.put(token);
            }
        }
    }

    /// Passes a token on to where expanded tokens go.
    pub(super) fn put(&mut self, mut token: PpToken) {
        if self.carried_space != TokenFlags::default() {
            token.flags = token.flags.with(std::mem::take(&mut self.carried_space));
        }
        if let Some(sink) = self.sinks.last_mut() {
            return sink.push(token);
        }
        if token.kind == TokenKind::Unknown {
            self.report_unknown(&token);
        }
        self.emit(&token);
    }

    /// Leaves the innermost token list, which has been read. Its tokens are dropped if nothing is collected above.
    fn leave_context(&mut self, drop_tokens: bool) {
        let Some(context) = self.contexts.pop() else { return };
        if let ContextKind::Replacement(name) = context.kind {
            self.disabled.remove(name);
        }
        if drop_tokens {
            self.arena.truncate(context.floor);
        }
        if context.kind == ContextKind::Argument {
            self.finish_argument();
        }
    }

    /// Handles an identifier that may be a macro.
    pub(super) fn identifier(&mut self, mut token: PpToken) {
        if token.flags.contains(TokenFlags::NO_EXPAND) || self.budget.exhausted {
            return self.put(token);
        }
        self.note_version_macro(&token);
        let definition = match self.macros.get(token.text) {
            Some(Definition::Builtin(word)) => {
                let word = *word;
                return self.builtin(word, token);
            }
            Some(Definition::Macro(definition)) => Arc::clone(definition),
            None => return self.special_word(token),
        };
        if self.disabled.contains(token.text) {
            token.flags = token.flags.with(TokenFlags::NO_EXPAND);
            self.put(token);
        } else if definition.function_like {
            self.function_like(definition, token);
        } else {
            self.object_like(&definition, token);
        }
    }

    /// Records a use of `_OPENACC` or `_OPENMP`.
    pub(super) fn note_version_macro(&mut self, token: &PpToken) {
        let versions = [Known::OpenAcc.name(), Known::OpenMp.name()];
        if versions.contains(&token.text) && !self.files.last().is_some_and(|frame| frame.system) {
            self.version_macro_uses.push(MacroUse { name: token.text, at: token.origin.spelling });
        }
    }

    /// A word that is no macro but means something in some places.
    fn special_word(&mut self, token: PpToken) {
        match token.text.known() {
            Some(Known::Defined) if self.evaluating => self.defined_operator(&token),
            Some(Known::PragmaOperator) if self.sinks.is_empty() => self.pragma_operator(token),
            Some(Known::VaArgs | Known::VaOpt) => {
                let message = format!(
                    "`{}` may stand in the replacement list of a variadic macro only",
                    &self.names[token.text]
                );
                self.report(&codes::PP0022, token.range(), message);
                self.put(token);
            }
            _ => self.put(token),
        }
    }

    fn object_like(&mut self, definition: &Arc<Macro>, token: PpToken) {
        let expansion = self.add_expansion(Expansion {
            kind: ExpansionKind::Body,
            name: token.text,
            definition: definition.name_at,
            invocation: token.origin,
            invocation_end: token.end,
            ends_elsewhere: false,
        });
        let floor = self.arena.len();
        self.substitute_object(definition, &token, expansion);
        self.enter_replacement(&token, floor);
    }

    /// Starts reading what replaces an invocation: the tokens of the arena from `floor` on.
    pub(super) fn enter_replacement(&mut self, name: &PpToken, floor: usize) {
        let run = Run { start: floor, end: self.arena.len() };
        if run.is_empty() {
            let space = name.flags.without(TokenFlags::UNCLEAN).without(TokenFlags::NO_EXPAND);
            self.carried_space = self.carried_space.with(space);
            return;
        }
        self.arena[floor] = self.arena[floor].spaced_like(name.flags);
        self.disabled.insert(name.text);
        self.contexts.push(Context { kind: ContextKind::Replacement(name.text), run, floor });
    }

    fn function_like(&mut self, definition: Arc<Macro>, token: PpToken) {
        if !self.at_open_paren() {
            return self.put(token);
        }
        let floor = self.arena.len();
        match self.collect_arguments(Some(&definition)) {
            Ok(collected) => self.invoke(definition, token, collected, floor),
            Err(unterminated) => self.recover_unterminated(&token, &unterminated, floor),
        }
    }

    /// Whether the next token is `(`. Leaves token lists that are at their end, which ends the expansion of their
    /// macros, as compilers do it.
    pub(super) fn at_open_paren(&mut self) -> bool {
        while let Some(context) = self.contexts.last() {
            if !context.run.is_empty() {
                return self.arena[context.run.start].is(TokenKind::LParen);
            }
            if !matches!(context.kind, ContextKind::Replacement(_)) {
                return false;
            }
            self.leave_context(true);
        }
        self.file_has_open_paren()
    }

    /// The next token, unexpanded; none at the end of what may be read.
    fn next_unexpanded(&mut self, files: usize) -> Option<PpToken> {
        while let Some(context) = self.contexts.last_mut() {
            if !context.run.is_empty() {
                let token = self.arena[context.run.start];
                context.run.start += 1;
                return Some(token);
            }
            if !matches!(context.kind, ContextKind::Replacement(_)) {
                return None;
            }
            self.leave_context(false);
        }
        self.next_from_file(files)
    }

    /// The next token of the line being expanded, itself unexpanded.
    pub(super) fn next_of_line(&mut self) -> Option<PpToken> {
        self.next_unexpanded(usize::MAX)
    }

    /// Reads a parenthesized argument list; `(` comes next. `None` stands for a macro with one parameter.
    fn collect_arguments(&mut self, definition: Option<&Macro>) -> Result<Collected, Unterminated> {
        let parameters = definition.map_or(1, |definition| definition.parameters.len());
        let variadic = definition.is_some_and(|definition| definition.variadic);
        let files = self.files.len();
        let mut unterminated = Unterminated { from_lists: 0, file_mark: None };
        let mut arguments: SmallVec<[Run; 4]> = SmallVec::new();
        let floor = self.arena.len();
        let mut start = floor;
        let mut depth = 0usize;
        self.crossed_directive = false;
        loop {
            if unterminated.file_mark.is_none() && self.contexts.is_empty() {
                unterminated.file_mark = self.files.last().map(|frame| frame.next);
                unterminated.from_lists = self.arena.len().saturating_sub(floor);
            }
            let Some(mut token) = self.next_unexpanded(files) else { return Err(unterminated) };
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
                        arguments.push(Run { start, end: self.arena.len() });
                        return Ok(Collected { arguments, close: token });
                    }
                }
                TokenKind::Comma if depth == 1 && !(variadic && arguments.len() + 1 == parameters) => {
                    arguments.push(Run { start, end: self.arena.len() });
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
            self.spend(1, token.range());
            if self.budget.exhausted {
                return Err(unterminated);
            }
        }
    }

    /// A macro's name that is read while the macro is being expanded is never expanded again, even where it ends
    /// up in an argument (C17 6.10.3.4).
    fn paint_disabled(&self, token: &mut PpToken) {
        if self.macros.is_interesting(token.text) && self.disabled.contains(token.text) {
            token.flags = token.flags.with(TokenFlags::NO_EXPAND);
        }
    }

    /// An invocation without its `)`. Where only plain lines were read they are read again, so that one forgotten
    /// parenthesis does not swallow the rest of the file; otherwise what was read passes unexpanded.
    fn recover_unterminated(&mut self, name: &PpToken, unterminated: &Unterminated, floor: usize) {
        if !self.budget.exhausted {
            let message =
                format!("the argument list of macro `{}` is not terminated", &self.names[name.text]);
            self.report(&codes::PP0026, name.range(), message);
        }
        let mut end = self.arena.len();
        if let Some(mark) = unterminated.file_mark
            && !self.crossed_directive
            && self.budget.rereads > 0
            && let Some(frame) = self.files.last_mut()
        {
            frame.next = mark;
            self.budget.rereads -= 1;
            end = floor + unterminated.from_lists.min(end - floor);
        }
        self.put(*name);
        for index in floor..end {
            let token = self.arena[index];
            self.put(token);
        }
        self.arena.truncate(floor);
    }

    fn invoke(&mut self, definition: Arc<Macro>, mut name: PpToken, mut collected: Collected, floor: usize) {
        name.flags = name.flags.with(std::mem::take(&mut self.carried_space));
        let arguments = &mut collected.arguments;
        let parameters = definition.parameters.len();
        if parameters == 0 && arguments.len() == 1 && arguments[0].is_empty() {
            arguments.clear();
        }
        let given = arguments.len();
        if given != parameters && !(definition.variadic && given + 1 == parameters) {
            self.report_argument_count(&definition, &name, given);
            self.put(name);
            self.arena.truncate(floor);
            return;
        }
        let omits_variadic = definition.variadic
            && (given < parameters || (given == 1 && arguments[0].is_empty() && self.options.gnu));
        arguments.resize(parameters, Run { start: floor, end: floor });
        let (invocation_end, ends_elsewhere) = self.invocation_end(&name, &collected.close);
        let expansion = Expansion {
            kind: ExpansionKind::Body,
            name: name.text,
            definition: definition.name_at,
            invocation: name.origin,
            invocation_end,
            ends_elsewhere,
        };
        self.mark_arguments(&definition, &collected.arguments, expansion);
        let expansion = self.add_expansion(expansion);
        let sink = self.spare.pop().unwrap_or_default();
        self.sinks.push(sink);
        self.pending.push(Pending {
            definition,
            name,
            arguments: collected.arguments,
            expanded: SmallVec::new(),
            expansion,
            omits_variadic,
            floor,
        });
        self.expand_next_arguments();
    }

    /// Where an invocation ends, and whether that is elsewhere than in the text its name stands in. If so, the text
    /// that makes the expansions which the name came through reaches to the `)` too.
    pub(super) fn invocation_end(&mut self, name: &PpToken, close: &PpToken) -> (Pos, bool) {
        if close.origin.expansion == name.origin.expansion {
            return (close.end, false);
        }
        let mut id = name.origin.expansion;
        while let Some(around) = self.expansion_mut(id) {
            let level = around.invocation.expansion;
            if level == close.origin.expansion {
                around.invocation_end = around.invocation_end.max(close.end);
                break;
            }
            around.ends_elsewhere = true;
            id = level;
        }
        (name.end, true)
    }

    /// Says for each token of each argument that it came through this argument.
    fn mark_arguments(&mut self, definition: &Macro, arguments: &[Run], body: Expansion) {
        for (index, argument) in arguments.iter().enumerate() {
            if argument.is_empty() || definition.body.is_empty() {
                continue;
            }
            let kind = ExpansionKind::Argument(u16::try_from(index).unwrap_or(u16::MAX));
            let expansion = self.add_expansion(Expansion { kind, ..body });
            for token in &mut self.arena[argument.start..argument.end] {
                token.origin.expansion = expansion;
            }
        }
    }

    /// Goes on with the innermost pending invocation: the next argument that needs expanding, or the substitution.
    fn expand_next_arguments(&mut self) {
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
                let start = self.sinks.last().map_or(0, Vec::len);
                pending.expanded.push(Some(Run { start, end: start }));
                let floor = self.arena.len();
                self.contexts.push(Context { kind: ContextKind::Argument, run: argument, floor });
                return;
            }
            pending.expanded.push(None);
        }
        self.finish_invocation();
    }

    /// The innermost pending invocation's current argument has been expanded.
    fn finish_argument(&mut self) {
        self.carried_space = TokenFlags::default();
        let end = self.sinks.last().map_or(0, Vec::len);
        if let Some(Some(run)) = self.pending.last_mut().and_then(|pending| pending.expanded.last_mut()) {
            run.end = end;
        }
        self.expand_next_arguments();
    }

    /// All arguments of the innermost pending invocation are known: replaces the invocation.
    fn finish_invocation(&mut self) {
        let (Some(pending), Some(expanded)) = (self.pending.pop(), self.sinks.pop()) else { return };
        let start = self.arena.len();
        self.substitute(&pending, &expanded);
        self.recycle(expanded);
        let len = self.arena.len() - start;
        self.arena.copy_within(start.., pending.floor);
        self.arena.truncate(pending.floor + len);
        self.enter_replacement(&pending.name, pending.floor);
    }

    fn report_argument_count(&mut self, definition: &Macro, name: &PpToken, given: usize) {
        let wanted = definition.parameters.len();
        let message = match (given < wanted, definition.variadic) {
            (true, false) => {
                format!("macro `{}` takes {wanted} arguments, only {given} given", &self.names[name.text])
            }
            (true, true) => {
                format!(
                    "macro `{}` takes at least {} arguments, only {given} given",
                    &self.names[name.text],
                    wanted - 1
                )
            }
            (false, _) => {
                format!("macro `{}` takes {wanted} arguments, {given} given", &self.names[name.text])
            }
        };
        let defined_at = (definition.name_at, Pos(definition.name_at.0 + self.names[name.text].len() as u32));
        let finding = Diagnostic::new(&codes::PP0025, name.range(), message);
        self.report_finding(finding.label(defined_at, "defined here"));
    }

    /// Reads `( ... )` as one argument, for operators that look like macros; `(` comes next. The tokens are
    /// unexpanded; with them comes the `)`.
    pub(super) fn operator_argument(&mut self, name: &PpToken) -> Option<(Vec<PpToken>, PpToken)> {
        let floor = self.arena.len();
        match self.collect_operator_argument() {
            Ok((tokens, close)) => {
                self.arena.truncate(floor);
                Some((tokens, close))
            }
            Err(unterminated) => {
                self.recover_unterminated(name, &unterminated, floor);
                None
            }
        }
    }

    fn collect_operator_argument(&mut self) -> Result<(Vec<PpToken>, PpToken), Unterminated> {
        let collected = self.collect_arguments(None)?;
        let (Some(first), Some(last)) = (collected.arguments.first(), collected.arguments.last()) else {
            return Ok((Vec::new(), collected.close));
        };
        Ok((self.arena[first.start..last.end].to_vec(), collected.close))
    }
}
