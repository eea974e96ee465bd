//! Macros whose value the preprocessor computes (C17 6.10.8, and extensions of compilers).

use super::super::codes;
use super::super::expander::Expander;
use super::super::token::PpToken;
use super::Reader;
use crate::name::Known;
use crate::target::features;
use crate::token::TokenKind;
use crate::unit::TokenOrigin;

impl Reader<'_> {
    /// Emits the value of a builtin macro in place of its name.
    pub(crate) fn builtin(&mut self, expander: &mut Expander, word: Known, token: PpToken) {
        let dates = &self.options.dates;
        match word {
            Known::HasInclude | Known::HasIncludeNext if expander.is_evaluating() => {
                self.has_include(expander, &token, word == Known::HasIncludeNext);
            }
            Known::HasAttribute | Known::HasCppAttribute | Known::HasCAttribute | Known::HasBuiltin => {
                self.has_feature(expander, word, token);
            }
            Known::HasInclude | Known::HasIncludeNext => {
                let message = format!("`{}` means something in #if only", self.out.text(token.text));
                self.out.report(&codes::PP0013, token.range(), message);
                expander.put(token, &mut self.out);
            }
            Known::CurrentLine => {
                // In running text and arguments, `__LINE__` has the line where it is written; in a replacement list, it has the line of the
                // invocation.
                let place = self.out.map.written_at(token.origin).spelling;
                let line = self.files.presumed_line(place).to_string();
                self.put_made(expander, TokenKind::Number, &line, &token);
            }
            Known::Counter => {
                let value = expander.count().to_string();
                self.put_made(expander, TokenKind::Number, &value, &token);
            }
            Known::IncludeLevel => {
                let value = self.files.depth().saturating_sub(1).to_string();
                self.put_made(expander, TokenKind::Number, &value, &token);
            }
            Known::Date => self.put_made(expander, TokenKind::StrLit, &quote(&dates.date), &token),
            Known::Time => self.put_made(expander, TokenKind::StrLit, &quote(&dates.time), &token),
            Known::Timestamp => self.put_made(expander, TokenKind::StrLit, &quote(&dates.timestamp), &token),
            Known::BaseFile => {
                let path = self.files.path(self.files.main());
                self.put_made(expander, TokenKind::StrLit, &quote(&path), &token);
            }
            _ => self.file_name(expander, word, &token),
        }
    }

    fn file_name(&mut self, expander: &mut Expander, word: Known, token: &PpToken) {
        let path = self.files.presumed_path();
        let shown = match word {
            Known::FileName => path.rsplit('/').next().unwrap_or_default(),
            _ => &path,
        };
        self.put_made(expander, TokenKind::StrLit, &quote(shown), token);
    }

    fn put_made(&mut self, expander: &mut Expander, kind: TokenKind, text: &str, name: &PpToken) {
        let expansion = self.out.add_computed(name);
        let place = PpToken { origin: TokenOrigin { expansion, ..name.origin }, ..*name };
        let token = expander.made_token(kind, text, &place, &mut self.out);
        expander.put(token, &mut self.out);
    }

    fn has_feature(&mut self, expander: &mut Expander, word: Known, operator: PpToken) {
        if !expander.at_open_paren(self) {
            let message = format!("missing `(` after `{}`", self.out.text(operator.text));
            self.out.report(&codes::PP0013, operator.range(), message);
            return expander.put(operator, &mut self.out);
        }
        let Some((tokens, _)) = expander.operator_argument(self, &operator) else { return };
        let names: Vec<&str> = tokens.iter().map(|token| self.out.text(token.text)).collect();
        let value = match (word, names.as_slice()) {
            (Known::HasBuiltin, [name]) => i64::from(features::has_builtin(name)),
            (Known::HasAttribute, [name] | [_, "::", name]) => i64::from(features::has_attribute(name)),
            (_, ["gnu" | "__gnu__", "::", name] | ["gnu" | "__gnu__", ":", ":", name]) => {
                i64::from(features::has_attribute(name))
            }
            (_, [name]) => features::standard_attribute(name),
            _ => 0,
        };
        self.put_number(expander, value, &operator);
    }
}

/// Returns a string literal with this content.
fn quote(content: &str) -> String {
    let mut text = String::with_capacity(content.len() + 2);
    text.push('"');
    for character in content.chars() {
        if matches!(character, '"' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    text.push('"');
    text
}
