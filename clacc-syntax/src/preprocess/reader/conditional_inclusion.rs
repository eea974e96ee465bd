//! `#if` and the other conditional directives, and the operators in their conditions (C17 6.10.1, C23
//! 6.10.2).

use super::super::codes;
use super::super::conditionals::{Alternative, ConditionalRole};
use super::super::evaluation::{self, EvaluationRules};
use super::super::expander::{Expander, macro_name};
use super::super::line::DirectiveLine;
use super::super::token::PpToken;
use super::Reader;
use crate::Name;
use crate::diagnostics::Diagnostic;
use crate::lexer::{LexedFile, next_line};
use crate::token::TokenKind;

/// Returns the start of the line that contains an offset.
fn line_start(file: &LexedFile, offset: u32) -> u32 {
    let before = &file.text[..offset as usize];
    before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline as u32 + 1)
}

impl Reader<'_> {
    pub(crate) fn begin_if(&mut self, expander: &mut Expander, line: &DirectiveLine) {
        let taken = self.condition(expander, line);
        self.open_conditional(expander, line, taken);
    }

    pub(crate) fn begin_ifdef(&mut self, expander: &mut Expander, line: &DirectiveLine, wanted: bool) {
        let directive = if wanted { "#ifdef" } else { "#ifndef" };
        let taken =
            self.is_defined_directive(expander, line, directive).is_some_and(|defined| defined == wanted);
        self.open_conditional(expander, line, taken);
    }

    /// Returns whether the name after `#ifdef` or a similar directive is defined.
    fn is_defined_directive(
        &mut self,
        expander: &mut Expander,
        line: &DirectiveLine,
        directive: &str,
    ) -> Option<bool> {
        let name = macro_name(line, directive, &mut self.out)?;
        self.out.extra_tokens(line, line.from + 1, directive);
        self.out.note_version_macro(&name);
        Some(expander.is_defined(name.text))
    }

    fn open_conditional(&mut self, expander: &mut Expander, line: &DirectiveLine, taken: bool) {
        self.conditionals.begin(line.range(), taken);
        if !taken {
            self.skip_groups(expander, line);
        }
    }

    /// Handles `#elif`, `#else` or a similar directive after a group that was processed: everything up to `#endif` is skipped.
    pub(crate) fn alternative(&mut self, expander: &mut Expander, line: &DirectiveLine) {
        let word = line.lexed.texts[line.hash + 1];
        if !self.check_alternative(line, word) {
            return;
        }
        self.skip_groups(expander, line);
    }

    pub(crate) fn endif(&mut self, line: &DirectiveLine) {
        self.out.extra_tokens(line, line.from, "#endif");
        if !self.conditionals.end() {
            self.out.report(&codes::PP0011, line.range(), "#endif without #if");
        }
    }

    /// Checks whether `#elif` or `#else` may appear here, and records an `#else`. Returns whether a conditional is open.
    fn check_alternative(&mut self, line: &DirectiveLine, word: Name) -> bool {
        let is_else = ConditionalRole::of(word) == ConditionalRole::Else;
        match self.conditionals.alternative(is_else) {
            Alternative::Right => {}
            Alternative::NoConditional => {
                let message = format!("#{} without #if", self.out.text(word));
                self.out.report(&codes::PP0011, line.range(), message);
                return false;
            }
            Alternative::BehindElse(opened_at) => {
                let message = format!("#{} after #else", self.out.text(word));
                let finding = Diagnostic::new(&codes::PP0011, line.range(), message);
                self.out.report_finding(finding.label(opened_at, "the conditional starts here"));
            }
        }
        if is_else {
            self.out.extra_tokens(line, line.from, "#else");
        }
        true
    }

    /// Skips the text after `line`, up to the next group that is processed or past the `#endif`.
    fn skip_groups(&mut self, expander: &mut Expander, line: &DirectiveLine) {
        let from = next_line(&line.lexed.text, line.lexed.end(line.end - 1) as usize) as u32;
        let mut nested = 0usize;
        let mut from = from;
        loop {
            // Other directives are skipped without a search for the end of their line.
            let counts = |word| ConditionalRole::of(word) != ConditionalRole::Other;
            let Some(line) = self.files.skip_to_line(counts) else {
                let end = self.files.skip_to_limit().unwrap_or(from);
                return self.note_inactive(from, end);
            };
            let word = line.lexed.texts[line.hash + 1];
            match ConditionalRole::of(word) {
                ConditionalRole::Begin => nested += 1,
                ConditionalRole::End if nested > 0 => nested -= 1,
                ConditionalRole::End => {
                    self.note_inactive(from, line_start(&line.lexed, line.lexed.starts.get(line.hash)));
                    return self.endif(&line);
                }
                ConditionalRole::Other => {}
                _ if nested > 0 => {}
                shape => {
                    self.note_inactive(from, line_start(&line.lexed, line.lexed.starts.get(line.hash)));
                    if self.take_alternative(expander, &line, word, shape) {
                        return;
                    }
                    from = next_line(&line.lexed.text, line.lexed.end(line.end - 1) as usize) as u32;
                }
            }
        }
    }

    /// Records skipped lines, unless they are in a system header.
    fn note_inactive(&mut self, from: u32, end: u32) {
        if let Some(range) = self.files.own_range(from, end) {
            self.out.note_inactive(range);
        }
    }

    /// Returns whether the group after `#elif` or `#else` is processed, provided that no earlier group was.
    fn take_alternative(
        &mut self,
        expander: &mut Expander,
        line: &DirectiveLine,
        word: Name,
        shape: ConditionalRole,
    ) -> bool {
        if !self.check_alternative(line, word) || !self.conditionals.wants_alternative() {
            return false;
        }
        let take = match shape {
            ConditionalRole::Else => true,
            ConditionalRole::Elif => self.condition(expander, line),
            ConditionalRole::Elifdef => self.is_defined_directive(expander, line, "#elifdef") == Some(true),
            _ => self.is_defined_directive(expander, line, "#elifndef") == Some(false),
        };
        self.conditionals.take(take);
        take
    }

    /// Evaluates the condition after `#if` or `#elif`. A condition without a value counts as false.
    fn condition(&mut self, expander: &mut Expander, line: &DirectiveLine) -> bool {
        let tokens = line.tokens();
        if tokens.is_empty() {
            self.out.report(&codes::PP0013, line.range(), "#if without an expression");
            return false;
        }
        let expanded = expander.expand_condition(self, &tokens);
        let rules = EvaluationRules {
            depth: self.options.limits.condition_depth,
            booleans: self.options.std >= super::super::Edition::C23,
        };
        let value = evaluation::is_true(self.out.names(), &expanded, line.range(), rules);
        expander.recycle(expanded);
        match value {
            Ok(value) => value,
            Err(problem) => {
                self.out.report(problem.code, problem.at, problem.message);
                false
            }
        }
    }

    /// Evaluates `defined X` or `defined(X)`, and emits 1 or 0.
    pub(crate) fn defined_operator(&mut self, expander: &mut Expander, operator: &PpToken) {
        let open = expander.next_of_line(self);
        let parenthesized = open.is_some_and(|token| token.is(TokenKind::LParen));
        let name = if parenthesized { expander.next_of_line(self) } else { open };
        let Some(name) = name.filter(|token| token.kind == TokenKind::Ident) else {
            let message = "`defined` must be followed by a name";
            self.out.report(&codes::PP0013, operator.range(), message);
            return self.put_truth(expander, false, operator);
        };
        if parenthesized && !expander.next_of_line(self).is_some_and(|token| token.is(TokenKind::RParen)) {
            self.out.report(&codes::PP0013, operator.range(), "missing `)` after `defined`");
        }
        self.out.note_version_macro(&name);
        let defined = expander.is_defined(name.text);
        self.put_truth(expander, defined, operator);
    }

    /// Emits 1 or 0 in place of an operator.
    pub(crate) fn put_truth(&mut self, expander: &mut Expander, value: bool, operator: &PpToken) {
        self.put_number_text(expander, if value { "1" } else { "0" }, operator);
    }

    /// Emits a number in place of an operator of `#if`.
    pub(crate) fn put_number(&mut self, expander: &mut Expander, value: i64, operator: &PpToken) {
        self.put_number_text(expander, &value.to_string(), operator);
    }

    fn put_number_text(&mut self, expander: &mut Expander, text: &str, operator: &PpToken) {
        let text = self.out.names().intern(text);
        expander.put(PpToken { kind: TokenKind::Number, text, ..*operator }, &mut self.out);
    }
}
