//! The constants that tell the library the places of constructs (`clacc_site` of the header).

use std::fmt::Write;

use clacc_syntax::encoding;

use super::PieceWriter;
use crate::piece::Site;

/// The presumed file and line of a token, as line markers and `#line` set them.
struct Place {
    file: String,
    line: u32,
}

impl PieceWriter<'_, '_, '_> {
    /// Writes the constant of a construct. Text that is in no file has the line 0.
    pub(super) fn site(&mut self, site: &Site) {
        let [first, last] =
            [site.range.start, site.range.end.saturating_sub(1)].map(|token| self.place(self.first + token));
        let function = [self.first, self.end.saturating_sub(1)].map(|token| self.place(token).line);
        let end = if last.file == first.file { last.line } else { first.line };
        let (file, name) = (literal(&first.file), literal(&site.function));
        let text = format!(
            "static const clacc_site {} = {{ sizeof(clacc_site), {}, 0, {file}, {name}, {}, {end}, {}, {} }};",
            site.name, site.construct, first.line, function[0], function[1]
        );
        if let Some((inclusion, pos)) = self.tokens.written((self.first + site.range.start) as usize) {
            self.tokens.lines.lines(&inclusion, pos, &text);
        } else {
            let main = self.tokens.lines.inclusions.main();
            self.tokens.lines.lines(&main, clacc_syntax::unit::Pos(main.base), &text);
        }
    }

    /// Returns the presumed place of a token in the user's text.
    fn place(&mut self, token: u32) -> Place {
        let Some((inclusion, pos)) = self.tokens.written(token as usize) else {
            return Place { file: String::new(), line: 0 };
        };
        let line = inclusion.line_of(pos.0.saturating_sub(inclusion.base));
        let counting = inclusion.counting(line);
        Place { file: counting.file.to_string(), line: counting.number_of(line) }
    }
}

/// Returns a C string literal in ASCII, whatever bytes a file name has. Question marks are escaped, because they could form a trigraph.
fn literal(text: &str) -> String {
    let mut literal = String::from('"');
    for byte in encoding::encode(text).iter() {
        let _ = match byte {
            b'"' | b'\\' | b'?' => write!(literal, "\\{}", char::from(*byte)),
            b' '..=b'~' => write!(literal, "{}", char::from(*byte)),
            _ => write!(literal, "\\{byte:03o}"),
        };
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_ascii() {
        for (text, expected) in
            [("a b.c", r#""a b.c""#), (r#"a"\b"#, r#""a\"\\b""#), ("e\u{301}??/", r#""e\314\201\?\?/""#)]
        {
            assert_eq!(literal(text), expected);
        }
    }
}
