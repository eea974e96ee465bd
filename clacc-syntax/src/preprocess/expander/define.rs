//! `#define` and `#undef`.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::super::codes;
use super::super::line::DirectiveLine;
use super::super::output::Output;
use super::super::token::PpToken;
use super::macros::{BodyToken, Definition, Macro, MacroTable, ReplacementRole};
use super::replacement::BodyReader;
use crate::Name;
use crate::checkpoint;
use crate::diagnostics::Diagnostic;
use crate::name::Known;
use crate::token::{TokenFlags, TokenKind};
use crate::unit::{MacroDefinition, Pos};

/// Executes a `#define`.
pub(crate) fn define(line: &DirectiveLine, macros: &mut MacroTable, out: &mut Output) {
    let Some(name) = macro_name(line, "#define", out) else { return };
    let Some(definition) = (DefinitionReader { line, out }).definition(&name) else { return };
    note_pragma_macro(&definition, out);
    install(definition, &name, macros, out);
}

/// Executes an `#undef`.
pub(crate) fn undef(line: &DirectiveLine, macros: &mut MacroTable, out: &mut Output) {
    let Some(name) = macro_name(line, "#undef", out) else { return };
    out.extra_tokens(line, line.from + 1, "#undef");
    if matches!(macros.get(name.text), Some(Definition::Builtin(_))) {
        let message = format!("`{}` is a predefined macro and is undefined here", out.text(name.text));
        out.report(&codes::PP0024, name.range(), message);
    }
    if macros.get(name.text).is_some() {
        macros.set(name.text, None);
        out.note_macro_change(name.text, macros.state(name.text));
    }
}

/// Reads the macro name after the name of a directive.
pub(crate) fn macro_name(line: &DirectiveLine, directive: &str, out: &mut Output) -> Option<PpToken> {
    if line.from >= line.end {
        out.report(&codes::PP0015, line.range(), format!("no macro name given in {directive}"));
        return None;
    }
    let name = line.token(line.from);
    if name.kind != TokenKind::Ident {
        let message = format!("the macro name in {directive} must be an identifier");
        out.report(&codes::PP0015, name.range(), message);
        return None;
    }
    let reserved = [Known::Defined, Known::VaArgs, Known::VaOpt];
    if matches!(directive, "#define" | "#undef")
        && name.text.known().is_some_and(|word| reserved.contains(&word))
    {
        let message = format!("`{}` cannot be used as a macro name", out.text(name.text));
        out.report(&codes::PP0016, name.range(), message);
        return None;
    }
    Some(name)
}

/// Adds a definition to the table, after comparing it with the one that it replaces.
fn install(definition: Macro, name: &PpToken, macros: &mut MacroTable, out: &mut Output) {
    match macros.get(name.text) {
        Some(Definition::Macro(old)) if !old.same_definition(&definition) => {
            let old_at = (old.name_at, Pos(old.name_at.0 + (name.end.0 - name.origin.spelling.0)));
            let message = format!("`{}` is redefined differently", out.text(name.text));
            let finding = Diagnostic::new(&codes::PP0023, name.range(), message);
            out.report_finding(finding.label(old_at, "the previous definition"));
        }
        Some(Definition::Builtin(_)) => {
            let message = format!("`{}` is a predefined macro and is redefined here", out.text(name.text));
            out.report(&codes::PP0024, name.range(), message);
        }
        _ => {}
    }
    macros.set(name.text, Some(Definition::Macro(Arc::new(definition))));
    out.note_macro_change(name.text, macros.state(name.text));
}

/// Records a macro whose replacement list contains directives of OpenACC or OpenMP.
fn note_pragma_macro(definition: &Macro, out: &mut Output) {
    let operator = Known::PragmaOperator.name();
    let starts_directive = |triple: &[BodyToken]| {
        triple[0].text == operator
            && triple[2].kind == TokenKind::StrLit
            && is_directive_string(out.text(triple[2].text))
    };
    if definition.body.windows(3).any(starts_directive) {
        out.note_pragma_macro(MacroDefinition {
            name: definition.name,
            name_at: definition.name_at,
            body: definition.body_range,
        });
    }
}

fn is_directive_string(text: &str) -> bool {
    let content = text.trim_start_matches(|character| character != '"').trim_start_matches('"').trim_start();
    let word = content.split(|character: char| !character.is_ascii_alphanumeric()).next();
    matches!(word, Some("acc" | "omp"))
}

/// The parameter list of a definition.
#[derive(Default)]
struct Parameters {
    names: Vec<Name>,
    variadic: bool,
    /// The index of each parameter, for long lists only.
    numbers: FxHashMap<Name, u16>,
}

impl Parameters {
    /// Lists up to this length are searched linearly.
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

/// Reads one definition.
struct DefinitionReader<'r> {
    line: &'r DirectiveLine,
    out: &'r mut Output,
}

impl DefinitionReader<'_> {
    /// Reads the parts after the name of the macro.
    fn definition(&mut self, name: &PpToken) -> Option<Macro> {
        let line = self.line;
        let mut at = line.from + 1;
        let function_like = at < line.end
            && line.kind(at) == TokenKind::LParen
            && !line.flags(at).contains(TokenFlags::SPACE_BEFORE);
        let mut parameters = Parameters::default();
        if function_like {
            at = self.parameters(at + 1, &mut parameters)?;
        } else if at < line.end && !line.token(at).spaced() {
            let message = "white space must stand between the name of a macro and its replacement";
            self.out.report(&codes::PP0018, line.token(at).range(), message);
        }
        let body = self.body(at, &parameters, function_like)?;
        Some(finish_macro(line, name, at, function_like, parameters, body))
    }

    /// Reads the parameters after `(`. Returns the index of the token after `)`.
    fn parameters(&mut self, mut at: usize, parameters: &mut Parameters) -> Option<usize> {
        if at < self.line.end && self.line.kind(at) == TokenKind::RParen {
            return Some(at + 1);
        }
        loop {
            at = self.parameter(at, parameters)?;
            match (at < self.line.end).then(|| self.line.kind(at)) {
                Some(TokenKind::RParen) => return Some(at + 1),
                Some(TokenKind::Comma) if !parameters.variadic => at += 1,
                _ => {
                    return self.bad_parameters(at, "expected `,` or `)` in the parameter list of a macro");
                }
            }
        }
    }

    fn parameter(&mut self, mut at: usize, parameters: &mut Parameters) -> Option<usize> {
        if at >= self.line.end {
            return self.bad_parameters(at, "the parameter list of a macro is not terminated");
        }
        let token = self.line.token(at);
        let name = match token.kind {
            TokenKind::Ellipsis => {
                parameters.variadic = true;
                Known::VaArgs.name()
            }
            TokenKind::Ident if token.text != Known::VaArgs.name() => token.text,
            _ => return self.bad_parameters(at, "expected a parameter name"),
        };
        at += 1;
        if !parameters.variadic && at < self.line.end && self.line.kind(at) == TokenKind::Ellipsis {
            parameters.variadic = true;
            at += 1;
        }
        if !parameters.add(name) {
            let message = format!("macro parameter `{}` is declared twice", self.out.text(name));
            self.out.report(&codes::PP0017, token.range(), message);
            return None;
        }
        Some(at)
    }

    fn bad_parameters(&mut self, at: usize, message: &str) -> Option<usize> {
        let range = if at < self.line.end { self.line.token(at).range() } else { self.line.range() };
        self.out.report(&codes::PP0017, range, message);
        None
    }

    /// Reads the replacement list, which starts at token `at`.
    fn body(&mut self, at: usize, parameters: &Parameters, function_like: bool) -> Option<Vec<BodyToken>> {
        let mut reader = BodyReader::new(self.line.end - at, function_like);
        for index in checkpoint::every(checkpoint::STRIDE, at..self.line.end) {
            let token = self.line.token(index);
            let is_word = token.kind == TokenKind::Ident;
            let parameter = if is_word { parameters.number(token.text) } else { None };
            if let Err(problem) = reader.add(&token, parameter, parameters.variadic) {
                self.out.report(problem.code, token.range(), problem.message);
                return None;
            }
        }
        match reader.finish() {
            Ok(body) => Some(body),
            Err(problem) => {
                self.out.report(problem.code, self.line.range(), problem.message);
                None
            }
        }
    }
}

fn finish_macro(
    line: &DirectiveLine,
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
        plain: body.iter().all(|token| token.role == ReplacementRole::Plain && !token.pasted),
        parameters: parameters.names.into(),
        body: body.into(),
        body_range,
    }
}

/// Returns whether a parameter is used in a way that needs its argument expanded: not next to `#` or `##`. The variadic parameter is also
/// used so if the list has `__VA_OPT__`, which tests whether the expansion is empty.
fn expands_parameter(body: &[BodyToken], parameters: &Parameters, number: u16) -> bool {
    let variadic = parameters.variadic && usize::from(number) + 1 == parameters.names.len();
    body.iter().enumerate().any(|(index, token)| match token.role {
        ReplacementRole::Parameter(each) => {
            each == number && !token.pasted && (index == 0 || !body[index - 1].pasted)
        }
        ReplacementRole::VaOpt(_) | ReplacementRole::StringizeVaOpt(_) => variadic,
        _ => false,
    })
}
