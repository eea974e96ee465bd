//! The formats of lines about threads (OpenMP 5.2 table 21.1): text with fields such as `%n`, `%0.4{nesting_level}` and `%%`.

use alloc::format;
use alloc::string::String;

/// What a line says of a thread: the values of the fields as text, where somebody knows them.
pub trait LineFacts {
    /// The value of a field.
    fn value(&self, field: Field) -> Option<String>;
}

/// What a field shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The number of the team in its league.
    Team,
    /// How many teams the league has.
    Teams,
    /// How many parallel regions enclose the thread.
    Level,
    /// The thread's number in its team.
    Thread,
    /// How many threads the team has.
    Threads,
    /// The thread's ancestor one level out.
    Ancestor,
    /// The name of the machine.
    Host,
    /// The number of the process.
    Process,
    /// The operating system's number of the thread.
    NativeThread,
    /// The processors on which the thread may run.
    Processors,
}

/// The short and the long name of each field.
const FIELDS: [(u8, &[u8], Field); 10] = [
    (b't', b"team_num", Field::Team),
    (b'T', b"num_teams", Field::Teams),
    (b'L', b"nesting_level", Field::Level),
    (b'n', b"thread_num", Field::Thread),
    (b'N', b"num_threads", Field::Threads),
    (b'a', b"ancestor_tnum", Field::Ancestor),
    (b'H', b"host", Field::Host),
    (b'P', b"process_id", Field::Process),
    (b'i', b"native_thread_id", Field::NativeThread),
    (b'A', b"thread_affinity", Field::Processors),
];

/// What is shown where a field is unknown, or nobody knows its value.
const UNDEFINED: &str = "undefined";

impl Field {
    /// The field with a short name.
    fn short(name: u8) -> Option<Self> {
        FIELDS.iter().find(|(its, ..)| *its == name).map(|(.., field)| *field)
    }

    /// The field with a long name.
    fn long(name: &[u8]) -> Option<Self> {
        FIELDS.iter().find(|(_, its, _)| *its == name).map(|(.., field)| *field)
    }

    fn is_number(self) -> bool {
        !matches!(self, Self::Host | Self::Processors)
    }
}

/// A field as it is written: `%`, `0`, `.`, the least width, the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Written {
    has_zeros: bool,
    is_right: bool,
    width: usize,
    field: Option<Field>,
}

/// The widest field. Wider ones would not fit into a line.
const WIDEST: usize = 1024;

/// Reads a field behind its `%`. Returns it, and the text behind it.
fn read_field(text: &[u8]) -> (Written, &[u8]) {
    let (has_zeros, text) = after(text, b'0');
    let (is_right, mut text) = after(text, b'.');
    let mut width = 0_usize;
    while let [digit @ b'0'..=b'9', rest @ ..] = text {
        width = (width * 10 + usize::from(digit - b'0')).min(WIDEST);
        text = rest;
    }
    let (field, rest) = read_name(text);
    (Written { has_zeros, is_right, width, field }, rest)
}

/// Whether a text begins with a character, and what is behind it.
fn after(text: &[u8], character: u8) -> (bool, &[u8]) {
    match text {
        [first, rest @ ..] if *first == character => (true, rest),
        _ => (false, text),
    }
}

fn read_name(text: &[u8]) -> (Option<Field>, &[u8]) {
    match text {
        [b'{', rest @ ..] => match rest.iter().position(|byte| *byte == b'}') {
            Some(end) => (Field::long(&rest[..end]), &rest[end + 1..]),
            None => (None, &[]),
        },
        [name, rest @ ..] => (Field::short(*name), rest),
        [] => (None, text),
    }
}

impl Written {
    fn text(self, facts: &dyn LineFacts) -> String {
        let Some((field, text)) = self.field.and_then(|field| Some((field, facts.value(field)?))) else {
            return self.filled_with_blanks(UNDEFINED);
        };
        if self.is_right && self.has_zeros && field.is_number() {
            filled_with_zeros(&text, self.width)
        } else {
            self.filled_with_blanks(&text)
        }
    }

    fn filled_with_blanks(self, text: &str) -> String {
        let width = self.width;
        if self.is_right { format!("{text:>width$}") } else { format!("{text:<width$}") }
    }
}

/// Fills a number up with zeros, behind its sign.
fn filled_with_zeros(number: &str, width: usize) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    format!("{sign}{digits:0>width$}", width = width.saturating_sub(sign.len()))
}

/// The line about a thread: the text with values for its fields. Bytes that are no UTF-8 become replacement characters.
pub fn line_of(format: &[u8], facts: &dyn LineFacts) -> String {
    let (mut line, mut rest) = (String::new(), format);
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| *byte == b'%').unwrap_or(rest.len());
        line.push_str(&String::from_utf8_lossy(&rest[..end]));
        rest = match rest.get(end + 1..) {
            None => break,
            Some([b'%', behind @ ..]) => {
                line.push('%');
                behind
            }
            Some(field) => {
                let (field, behind) = read_field(field);
                line.push_str(&field.text(facts));
                behind
            }
        };
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned;

    fn check(text: &str, has_zeros: bool, is_right: bool, width: usize, field: Option<Field>, rest: &str) {
        let read = read_field(text.as_bytes());
        assert_eq!(read, (Written { has_zeros, is_right, width, field }, rest.as_bytes()), "{text}");
    }

    #[test]
    fn fields_are_read() {
        check("n", false, false, 0, Some(Field::Thread), "");
        check("0.8{thread_num}x", true, true, 8, Some(Field::Thread), "x");
        check(".3L.", false, true, 3, Some(Field::Level), ".");
        check("12A", false, false, 12, Some(Field::Processors), "");
        check("z!", false, false, 0, None, "!");
        check("{thread}!", false, false, 0, None, "!");
        check("{thread_num", false, false, 0, None, "");
        check("", false, false, 0, None, "");
        check("99999999999999999999999n", false, false, WIDEST, Some(Field::Thread), "");
    }

    #[test]
    fn numbers_are_filled_up() {
        assert_eq!(filled_with_zeros("7", 4), "0007");
        assert_eq!(filled_with_zeros("-1", 4), "-001");
        assert_eq!(filled_with_zeros("12345", 4), "12345");
    }

    struct Known;

    impl LineFacts for Known {
        fn value(&self, field: Field) -> Option<String> {
            match field {
                Field::Thread => Some("3".to_owned()),
                Field::Host => Some("here".to_owned()),
                _ => None,
            }
        }
    }

    #[test]
    fn lines() {
        let check = |format: &str, line: &str| assert_eq!(line_of(format.as_bytes(), &Known), line);
        check("100%% %n|%0.3n|%.3n|%3n|", "100% 3|003|  3|3  |");
        check("%0.6H|%0.12i|%y|%", "  here|   undefined|undefined|undefined");
    }
}
