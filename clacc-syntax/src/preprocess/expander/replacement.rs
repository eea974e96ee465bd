//! Reads the replacement list of a macro (C17 6.10.3, C23 6.10.4.1).

use super::super::codes;
use super::super::token::PpToken;
use super::macros::{BodyToken, ReplacementRole};
use crate::diagnostics::Code;
use crate::name::Known;
use crate::token::{TokenFlags, TokenKind};

/// An error in a replacement list.
pub(crate) struct BodyProblem {
    pub(crate) code: &'static Code,
    pub(crate) message: &'static str,
}

/// A `__VA_OPT__` that is being read.
struct OpenVaOpt {
    /// The index of its token in the body.
    index: usize,
    /// The number of open parentheses, that of `__VA_OPT__` included.
    depth: usize,
}

/// Reads a replacement list token by token.
pub(crate) struct BodyReader {
    body: Vec<BodyToken>,
    /// A `#` whose parameter has not been read yet.
    stringize: Option<PpToken>,
    va_opt: Option<OpenVaOpt>,
    /// The last complete `__VA_OPT__`, and the length of the body after it.
    closed: Option<(usize, usize)>,
    function_like: bool,
}

impl BodyReader {
    /// Makes a reader for a list of about this many tokens.
    pub(crate) fn new(tokens: usize, function_like: bool) -> Self {
        let body = Vec::with_capacity(tokens);
        BodyReader { body, stringize: None, va_opt: None, closed: None, function_like }
    }

    /// Adds the next token. `parameter` is the index of the parameter that the token names, if it names one.
    pub(crate) fn add(
        &mut self,
        token: &PpToken,
        parameter: Option<u16>,
        variadic: bool,
    ) -> Result<(), BodyProblem> {
        if let Some(open) = &mut self.va_opt {
            match token.kind {
                TokenKind::LParen => {
                    open.depth += 1;
                    if open.depth == 1 {
                        return Ok(());
                    }
                }
                TokenKind::RParen if open.depth == 1 => return self.close_va_opt(),
                TokenKind::RParen => open.depth -= 1,
                _ => {}
            }
            if self.va_opt.as_ref().is_some_and(|open| open.depth == 0) {
                return Err(BodyProblem {
                    code: &codes::PP0021,
                    message: "`__VA_OPT__` must be followed by `(`",
                });
            }
        }
        if token.kind == TokenKind::HashHash {
            return self.paste();
        }
        if token.kind == TokenKind::Hash && self.function_like && self.stringize.is_none() {
            self.stringize = Some(*token);
            return Ok(());
        }
        self.operand(token, parameter, variadic)
    }

    fn paste(&mut self) -> Result<(), BodyProblem> {
        let inside = self.va_opt.as_ref().map_or(0, |open| open.index + 1);
        if self.body.len() <= inside || self.stringize.is_some() {
            return Err(BodyProblem {
                code: &codes::PP0020,
                message: "`##` cannot start a replacement list",
            });
        }
        let last = self.last_operand();
        self.body[last].pasted = true;
        Ok(())
    }

    /// Returns the index of the operand that a `##` after the body so far refers to. A complete `__VA_OPT__` is one operand.
    fn last_operand(&self) -> usize {
        match self.closed {
            Some((owner, len)) if len == self.body.len() => owner,
            _ => self.body.len() - 1,
        }
    }

    fn operand(
        &mut self,
        token: &PpToken,
        parameter: Option<u16>,
        variadic: bool,
    ) -> Result<(), BodyProblem> {
        let stringize = self.stringize.take();
        let role = match parameter {
            Some(number) if stringize.is_some() => ReplacementRole::Stringize(number),
            Some(number) => ReplacementRole::Parameter(number),
            None if token.text == Known::VaOpt.name() && variadic => self.open_va_opt(stringize.is_some())?,
            None if stringize.is_some() => {
                return Err(BodyProblem {
                    code: &codes::PP0019,
                    message: "`#` in the replacement list is not followed by a macro parameter",
                });
            }
            None => ReplacementRole::Plain,
        };
        let first = stringize.as_ref().unwrap_or(token);
        let mut flags = first.flags.without(TokenFlags::LINE_START);
        if self.body.is_empty() {
            flags = flags.without(TokenFlags::SPACE_BEFORE);
        }
        self.body.push(BodyToken {
            kind: token.kind,
            flags,
            text: token.text,
            at: first.origin.spelling,
            end: token.end,
            role,
            pasted: false,
        });
        Ok(())
    }

    fn open_va_opt(&mut self, stringize: bool) -> Result<ReplacementRole, BodyProblem> {
        if self.va_opt.is_some() {
            return Err(BodyProblem { code: &codes::PP0021, message: "`__VA_OPT__` cannot be nested" });
        }
        self.va_opt = Some(OpenVaOpt { index: self.body.len(), depth: 0 });
        Ok(if stringize { ReplacementRole::StringizeVaOpt(0) } else { ReplacementRole::VaOpt(0) })
    }

    fn close_va_opt(&mut self) -> Result<(), BodyProblem> {
        let Some(open) = self.va_opt.take() else { return Ok(()) };
        let content = self.body.len() - open.index - 1;
        if content > 0 && self.body[self.body.len() - 1].pasted || self.stringize.is_some() {
            return Err(BodyProblem { code: &codes::PP0020, message: "`##` cannot end `__VA_OPT__`" });
        }
        let role = &mut self.body[open.index].role;
        match role {
            ReplacementRole::VaOpt(len) | ReplacementRole::StringizeVaOpt(len) => *len = content as u32,
            _ => {}
        }
        self.closed = Some((open.index, self.body.len()));
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<Vec<BodyToken>, BodyProblem> {
        if self.va_opt.is_some() {
            return Err(BodyProblem { code: &codes::PP0021, message: "`__VA_OPT__` is not terminated" });
        }
        if self.stringize.is_some() {
            return Err(BodyProblem {
                code: &codes::PP0019,
                message: "`#` in the replacement list is not followed by a macro parameter",
            });
        }
        if self.ends_pasted() {
            return Err(BodyProblem { code: &codes::PP0020, message: "`##` cannot end a replacement list" });
        }
        Ok(self.body)
    }

    fn ends_pasted(&self) -> bool {
        !self.body.is_empty() && self.body[self.last_operand()].pasted
    }
}
