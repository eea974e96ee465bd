//! The formats of lines about threads (table 21.1): text with fields such as `%n`, `%0.4{nesting_level}` and `%%`.

use crate::runtime::{ancestor, of_this_thread};
use crate::system::{Line, Processors, native_thread, process, say, write_host};
use crate::teams::{omp_get_num_teams, omp_get_team_num};
use core::fmt::{self, Write};

/// The format in use when none is set.
const USUAL: &[u8] = b"level %L thread %n of %N on %A";

/// The longest format that is kept. What is longer is cut off, with a message.
const LONGEST: usize = 1024;

/// A format that is kept.
#[derive(Clone, Debug)]
pub struct Format {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Format {
    /// Keeps a format.
    pub fn of(text: &[u8]) -> Self {
        let mut bytes = [0; LONGEST];
        let length = text.len().min(LONGEST);
        if length < text.len() {
            say(format_args!("an affinity format is longer than {LONGEST} bytes, and is cut off there"));
        }
        bytes.iter_mut().zip(text).for_each(|(to, from)| *to = *from);
        Self { bytes, length }
    }

    /// The text.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

impl Default for Format {
    fn default() -> Self {
        Self::of(USUAL)
    }
}

/// What a field shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Team,
    Teams,
    Level,
    Thread,
    Threads,
    Ancestor,
    Host,
    Process,
    NativeThread,
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

/// The longest value of a field: that of the processors, in a machine with some thousands of them.
type Value = Line<2048>;

impl Field {
    /// The field with a short name.
    fn short(name: u8) -> Option<Self> {
        FIELDS.iter().find(|(its, ..)| *its == name).map(|(.., field)| *field)
    }

    /// The field with a long name.
    fn long(name: &[u8]) -> Option<Self> {
        FIELDS.iter().find(|(_, its, _)| *its == name).map(|(.., field)| *field)
    }

    fn number(self) -> Option<i64> {
        match self {
            Self::Team => Some(omp_get_team_num().into()),
            Self::Teams => Some(omp_get_num_teams().into()),
            Self::Level => Some(of_this_thread(|head| head.level).into()),
            Self::Thread => Some(of_this_thread(|head| head.id).into()),
            Self::Threads => Some(of_this_thread(|head| head.count).into()),
            Self::Ancestor => {
                let level = of_this_thread(|head| head.level.cast_signed()) - 1;
                Some(ancestor(level).into()).filter(|_| level >= 0)
            }
            Self::Process => Some(process().into()),
            Self::NativeThread => native_thread(),
            Self::Host | Self::Processors => None,
        }
    }

    fn write_value(self, to: &mut Value) -> fmt::Result {
        match self {
            Self::Host => write_host(to),
            Self::Processors => match Processors::of_this_thread() {
                Some(processors) => processors.write(to),
                None => to.write_str(UNDEFINED),
            },
            Self::Ancestor if self.number().is_none() => to.write_str("-1"),
            _ => match self.number() {
                Some(number) => write!(to, "{number}"),
                None => to.write_str(UNDEFINED),
            },
        }
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
    fn write(self, to: &mut dyn Write) -> fmt::Result {
        let mut value = Value::new();
        match self.field {
            Some(field) => field.write_value(&mut value)?,
            None => value.write_str(UNDEFINED)?,
        }
        let text = core::str::from_utf8(value.bytes()).unwrap_or(UNDEFINED);
        let width = self.width;
        let is_number = self.field.is_some_and(Field::is_number) && text != UNDEFINED;
        match (self.is_right, self.has_zeros && is_number) {
            (true, true) => write_with_zeros(to, text, width),
            (true, false) => write!(to, "{text:>width$}"),
            (false, _) => write!(to, "{text:<width$}"),
        }
    }
}

/// Fills a number up with zeros, behind its sign.
fn write_with_zeros(to: &mut dyn Write, number: &str, width: usize) -> fmt::Result {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    write!(to, "{sign}{digits:0>width$}", width = width.saturating_sub(sign.len()))
}

/// Writes the line of the calling thread: the text with values for its fields. Bytes that are no UTF-8 become replacement
/// characters.
pub fn write_fields(format: &[u8], to: &mut dyn Write) -> fmt::Result {
    let mut rest = format;
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| *byte == b'%').unwrap_or(rest.len());
        write_text(&rest[..end], to)?;
        rest = match rest.get(end + 1..) {
            None => return Ok(()),
            Some([b'%', behind @ ..]) => {
                to.write_char('%')?;
                behind
            }
            Some(field) => {
                let (field, behind) = read_field(field);
                field.write(to)?;
                behind
            }
        };
    }
    Ok(())
}

fn write_text(text: &[u8], to: &mut dyn Write) -> fmt::Result {
    text.utf8_chunks().try_for_each(|chunk| {
        to.write_str(chunk.valid())?;
        if chunk.invalid().is_empty() { Ok(()) } else { to.write_char(char::REPLACEMENT_CHARACTER) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let filled = |number: &str, width: usize| {
            let mut text = String::new();
            write_with_zeros(&mut text, number, width).map(|()| text)
        };
        assert_eq!(filled("7", 4).as_deref(), Ok("0007"));
        assert_eq!(filled("-1", 4).as_deref(), Ok("-001"));
        assert_eq!(filled("12345", 4).as_deref(), Ok("12345"));
    }
}
