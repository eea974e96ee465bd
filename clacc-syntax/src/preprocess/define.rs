//! `#define` and `#undef`.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::codes;
use super::directives::Line;
use super::macros::{BodyToken, Definition, Macro, Role};
use super::state::Preprocessor;
use super::token::PpToken;
use crate::Name;
use crate::diagnostics::Diagnostic;
use crate::name::Known;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{MacroDefinition, Pos};

/// The parameter list of a definition.
#[derive(Default)]
struct Parameters {
    names: Vec<Name>,
    variadic: bool,
    /// For long lists: the number of each parameter.
    numbers: FxHashMap<Name, u16>,
}

impl Parameters {
    /// Lists up to this length are searched one by one.
    const SHORT: usize = 16;

    fn number(&self, name: Name) -> Option<u16> {
        if self.names.len() <= Self::SHORT {
            return self.names.iter().position(|each| *each == name).map(|index| index as u16);
        }
        self.numbers.get(&name).copied()
    }

    fn add(&mut self, name: Name) -> bool {
        if self.number(name).is_some() || self.names.len() >= usize::from(u16::MAX) {
            return false;
        }
        self.names.push(name);
        if self.names.len() == Self::SHORT + 1 {
            self.numbers = self.names.iter().zip(0..).map(|(name, number)| (*name, number)).collect();
        } else if self.names.len() > Self::SHORT {
            self.numbers.insert(name, self.names.len() as u16 - 1);
        }
        true
    }
}

impl Preprocessor<'_> {
    pub(super) fn define(&mut self, line: &Line) {
        let Some(name) = self.macro_name(line, "#define") else { return };
        let mut at = line.from + 1;
        let function_like = at < line.end
            && line.kind(at) == TokenKind::LParen
            && !line.flags(at).contains(TokenFlags::SPACE_BEFORE);
        let mut parameters = Parameters::default();
        if function_like {
            match self.parameters(line, at + 1, &mut parameters) {
                Some(end) => at = end,
                None => return,
            }
        } else if at < line.end && !line.token(at).spaced() {
            let message = "white space must stand between the name of a macro and its replacement";
            self.report(&codes::PP0018, line.token(at).range(), message);
        }
        let Some(body) = self.body(line, at, &parameters, function_like) else { return };
        let definition = finish_macro(line, &name, at, function_like, parameters, body);
        self.note_pragma_macro(&definition);
        self.install(definition, &name);
    }

    pub(super) fn undef(&mut self, line: &Line) {
        let Some(name) = self.macro_name(line, "#undef") else { return };
        self.extra_tokens(line, line.from + 1, "#undef");
        if matches!(self.macros.get(name.text), Some(Definition::Builtin(_))) {
            let message = format!("`{}` is a predefined macro and is undefined here", &self.names[name.text]);
            self.report(&codes::PP0024, name.range(), message);
        }
        if self.macros.get(name.text).is_some() {
            self.macros.set(name.text, None);
        }
    }

    /// The macro name that a directive is about.
    pub(super) fn macro_name(&mut self, line: &Line, directive: &str) -> Option<PpToken> {
        if line.from >= line.end {
            self.report(&codes::PP0015, line.range(), format!("no macro name given in {directive}"));
            return None;
        }
        let name = line.token(line.from);
        if name.kind != TokenKind::Ident {
            let message = format!("the macro name in {directive} must be an identifier");
            self.report(&codes::PP0015, name.range(), message);
            return None;
        }
        let reserved = [Known::Defined, Known::VaArgs, Known::VaOpt];
        if matches!(directive, "#define" | "#undef")
            && name.text.known().is_some_and(|word| reserved.contains(&word))
        {
            let message = format!("`{}` cannot be used as a macro name", &self.names[name.text]);
            self.report(&codes::PP0016, name.range(), message);
            return None;
        }
        Some(name)
    }

    /// Reads the parameters behind `(`; the index behind `)`.
    fn parameters(&mut self, line: &Line, mut at: usize, parameters: &mut Parameters) -> Option<usize> {
        if at < line.end && line.kind(at) == TokenKind::RParen {
            return Some(at + 1);
        }
        loop {
            at = self.parameter(line, at, parameters)?;
            match (at < line.end).then(|| line.kind(at)) {
                Some(TokenKind::RParen) => return Some(at + 1),
                Some(TokenKind::Comma) if !parameters.variadic => at += 1,
                _ => {
                    return self.bad_parameters(
                        line,
                        at,
                        "expected `,` or `)` in the parameter list of a macro",
                    );
                }
            }
        }
    }

    fn parameter(&mut self, line: &Line, mut at: usize, parameters: &mut Parameters) -> Option<usize> {
        if at >= line.end {
            return self.bad_parameters(line, at, "the parameter list of a macro is not terminated");
        }
        let token = line.token(at);
        let name = match token.kind {
            TokenKind::Ellipsis => {
                parameters.variadic = true;
                Known::VaArgs.name()
            }
            TokenKind::Ident if token.text != Known::VaArgs.name() => token.text,
            _ => return self.bad_parameters(line, at, "expected a parameter name"),
        };
        at += 1;
        if !parameters.variadic && at < line.end && line.kind(at) == TokenKind::Ellipsis {
            parameters.variadic = true;
            at += 1;
        }
        if !parameters.add(name) {
            let message = format!("macro parameter `{}` is declared twice", &self.names[name]);
            self.report(&codes::PP0017, token.range(), message);
            return None;
        }
        Some(at)
    }

    fn bad_parameters(&mut self, line: &Line, at: usize, message: &str) -> Option<usize> {
        let range = if at < line.end { line.token(at).range() } else { line.range() };
        self.report(&codes::PP0017, range, message);
        None
    }

    /// Reads the replacement list from token `at` on.
    fn body(
        &mut self,
        line: &Line,
        at: usize,
        parameters: &Parameters,
        function_like: bool,
    ) -> Option<Vec<BodyToken>> {
        let mut reader = BodyReader {
            body: Vec::with_capacity(line.end - at),
            stringize: None,
            va_opt: None,
            closed: None,
            function_like,
        };
        for index in at..line.end {
            let token = line.token(index);
            if let Err(problem) = reader.add(&token, parameters) {
                self.report(problem.code, token.range(), problem.message);
                return None;
            }
        }
        match reader.finish() {
            Ok(body) => Some(body),
            Err(problem) => {
                self.report(problem.code, line.range(), problem.message);
                None
            }
        }
    }

    /// Puts a definition in force, comparing it with the one it replaces.
    fn install(&mut self, definition: Macro, name: &PpToken) {
        match self.macros.get(name.text) {
            Some(Definition::Macro(old)) if !old.same_definition(&definition) => {
                let old_at = (old.name_at, Pos(old.name_at.0 + (name.end.0 - name.origin.spelling.0)));
                let message = format!("`{}` is redefined differently", &self.names[name.text]);
                let finding = Diagnostic::new(&codes::PP0023, name.range(), message);
                self.report_finding(finding.label(old_at, "the previous definition"));
            }
            Some(Definition::Builtin(_)) => {
                let message =
                    format!("`{}` is a predefined macro and is redefined here", &self.names[name.text]);
                self.report(&codes::PP0024, name.range(), message);
            }
            _ => {}
        }
        self.macros.set(name.text, Some(Definition::Macro(Arc::new(definition))));
    }

    /// Records macros that bring directives with them.
    fn note_pragma_macro(&mut self, definition: &Macro) {
        let operator = Known::PragmaOperator.name();
        let starts_directive = |triple: &[BodyToken]| {
            triple[0].text == operator
                && triple[2].kind == TokenKind::StrLit
                && is_directive_string(&self.names[triple[2].text])
        };
        if definition.body.windows(3).any(starts_directive) {
            self.pragma_macros.push(MacroDefinition {
                name: definition.name,
                name_at: definition.name_at,
                body: definition.body_range,
            });
        }
    }
}

fn is_directive_string(text: &str) -> bool {
    let content = text.trim_start_matches(|character| character != '"').trim_start_matches('"').trim_start();
    let word = content.split(|character: char| !character.is_ascii_alphanumeric()).next();
    matches!(word, Some("acc" | "omp"))
}

fn finish_macro(
    line: &Line,
    name: &PpToken,
    at: usize,
    function_like: bool,
    parameters: Parameters,
    body: Vec<BodyToken>,
) -> Macro {
    let body_range = match (body.first(), line.end.checked_sub(1)) {
        (Some(_), Some(last)) => (line.token(at).origin.spelling, line.token(last).end),
        _ => (name.end, name.end),
    };
    let expands =
        (0..parameters.names.len() as u16).map(|number| expands_parameter(&body, &parameters, number));
    Macro {
        name: name.text,
        name_at: name.origin.spelling,
        function_like,
        variadic: parameters.variadic,
        expands: expands.collect::<SmallVec<[bool; 4]>>(),
        plain: body.iter().all(|token| token.role == Role::Plain && !token.pasted),
        parameters: parameters.names.into(),
        body: body.into(),
        body_range,
    }
}

/// Whether a parameter appears where its argument is expanded first: not next to `#` or `##`. `__VA_OPT__` asks
/// whether the expanded variable arguments are empty.
fn expands_parameter(body: &[BodyToken], parameters: &Parameters, number: u16) -> bool {
    let variadic = parameters.variadic && usize::from(number) + 1 == parameters.names.len();
    body.iter().enumerate().any(|(index, token)| match token.role {
        Role::Parameter(each) => each == number && !token.pasted && (index == 0 || !body[index - 1].pasted),
        Role::VaOpt(_) | Role::StringizeVaOpt(_) => variadic,
        _ => false,
    })
}

/// What is wrong with a replacement list.
struct BodyProblem {
    code: &'static crate::diagnostics::Code,
    message: &'static str,
}

/// A `__VA_OPT__` being read.
struct OpenVaOpt {
    /// Its token in the body.
    index: usize,
    /// Parentheses open inside, its own included.
    depth: usize,
}

/// Reads a replacement list token by token.
struct BodyReader {
    body: Vec<BodyToken>,
    /// A `#` that waits for its parameter.
    stringize: Option<PpToken>,
    va_opt: Option<OpenVaOpt>,
    /// The last complete `__VA_OPT__`, and the body's length behind it.
    closed: Option<(usize, usize)>,
    function_like: bool,
}

impl BodyReader {
    fn add(&mut self, token: &PpToken, parameters: &Parameters) -> Result<(), BodyProblem> {
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
        self.operand(token, parameters)
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

    /// The operand that a `##` behind the body so far refers to: a closed `__VA_OPT__` is one operand.
    fn last_operand(&self) -> usize {
        match self.closed {
            Some((owner, len)) if len == self.body.len() => owner,
            _ => self.body.len() - 1,
        }
    }

    fn operand(&mut self, token: &PpToken, parameters: &Parameters) -> Result<(), BodyProblem> {
        let stringize = self.stringize.take();
        let role = match parameters.number(token.text).filter(|_| token.kind == TokenKind::Ident) {
            Some(number) if stringize.is_some() => Role::Stringize(number),
            Some(number) => Role::Parameter(number),
            None if token.text == Known::VaOpt.name() && parameters.variadic => {
                self.open_va_opt(stringize.is_some())?
            }
            None if stringize.is_some() => {
                return Err(BodyProblem {
                    code: &codes::PP0019,
                    message: "`#` in the replacement list is not followed by a macro parameter",
                });
            }
            None => Role::Plain,
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

    fn open_va_opt(&mut self, stringize: bool) -> Result<Role, BodyProblem> {
        if self.va_opt.is_some() {
            return Err(BodyProblem { code: &codes::PP0021, message: "`__VA_OPT__` cannot be nested" });
        }
        self.va_opt = Some(OpenVaOpt { index: self.body.len(), depth: 0 });
        Ok(if stringize { Role::StringizeVaOpt(0) } else { Role::VaOpt(0) })
    }

    fn close_va_opt(&mut self) -> Result<(), BodyProblem> {
        let Some(open) = self.va_opt.take() else { return Ok(()) };
        let content = self.body.len() - open.index - 1;
        if content > 0 && self.body[self.body.len() - 1].pasted || self.stringize.is_some() {
            return Err(BodyProblem { code: &codes::PP0020, message: "`##` cannot end `__VA_OPT__`" });
        }
        let role = &mut self.body[open.index].role;
        match role {
            Role::VaOpt(len) | Role::StringizeVaOpt(len) => *len = content as u32,
            _ => {}
        }
        self.closed = Some((open.index, self.body.len()));
        Ok(())
    }

    fn finish(self) -> Result<Vec<BodyToken>, BodyProblem> {
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
