//! The names of variables with static storage, from the tables of symbols in executables and shared libraries (ELF of 64 bits).

use super::system;
use crate::openacc::handle::Address;

/// A variable of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symbol {
    /// Its name in the source.
    pub(crate) name: String,
    pub(crate) start: Address,
    pub(crate) bytes: usize,
}

/// Returns the variable that holds a byte. `None` if there is none, or the program was stripped of its symbols.
pub(crate) fn at(address: Address) -> Option<Symbol> {
    let (base, path) = system::object_of(address)?;
    let file = std::fs::read(path).ok()?;
    let found = in_file(&file, address.wrapping_sub(base))?;
    Some(Symbol { start: found.start.wrapping_add(base), ..found })
}

/// A number of so many bytes in a part of a file, the lowest byte first.
fn number(file: &[u8], part: usize, offset: usize, bytes: usize) -> Option<usize> {
    let at = part.checked_add(offset)?;
    let digits = file.get(at..at.checked_add(bytes)?)?.iter().rev();
    Some(digits.fold(0, |value, byte| value << 8 | usize::from(*byte)))
}

const SYMBOLS: usize = 2;
const DYNAMIC_SYMBOLS: usize = 11;
/// The size of a symbol.
const SYMBOL: usize = 24;
/// The type of the symbols of variables.
const OBJECT: usize = 1;

/// Looks in the tables of a file. Addresses are those that the file gives its parts.
fn in_file(file: &[u8], address: Address) -> Option<Symbol> {
    if !file.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let of_file = |offset, bytes| number(file, 0, offset, bytes);
    let (sections, size, count) = (of_file(0x28, 8)?, of_file(0x3a, 2)?, of_file(0x3c, 2)?);
    let section = |at: usize| sections.checked_add(at.checked_mul(size)?);
    let is_table = |at: &usize| matches!(number(file, *at, 4, 4), Some(SYMBOLS | DYNAMIC_SYMBOLS));
    (0..count).filter_map(section).filter(is_table).find_map(|table| {
        let names = number(file, section(number(file, table, 0x28, 4)?)?, 0x18, 8)?;
        let (start, bytes) = (number(file, table, 0x18, 8)?, number(file, table, 0x20, 8)?);
        let mut symbols = (0..bytes.min(file.len()) / SYMBOL).filter_map(|at| start.checked_add(at * SYMBOL));
        symbols.find_map(|symbol| variable(file, names, symbol, address))
    })
}

/// Reads a symbol, if it is that of a variable that holds the byte.
fn variable(file: &[u8], names: usize, symbol: usize, address: Address) -> Option<Symbol> {
    let (start, bytes) = (number(file, symbol, 8, 8)?, number(file, symbol, 16, 8)?);
    let holds = address.checked_sub(start).is_some_and(|distance| distance < bytes);
    if !holds || number(file, symbol, 4, 1)? & 15 != OBJECT {
        return None;
    }
    let name = file.get(names.checked_add(number(file, symbol, 0, 4)?)?..)?;
    let name = name.split(|byte| *byte == 0).next()?;
    Some(Symbol { name: in_source(&String::from_utf8_lossy(name)), start, bytes })
}

/// The name of a variable in the source. Compilers call a local variable `name.0` or `function.name`.
fn in_source(symbol: &str) -> String {
    let mut parts = symbol.rsplit('.');
    parts.find(|part| part.parse::<u64>().is_err()).unwrap_or(symbol).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(all(target_os = "linux", target_pointer_width = "64", not(miri)))]
    fn variables_have_names() {
        static TABLE: [u64; 5] = [1, 2, 3, 4, 5];
        let found = at((&raw const TABLE[3]).addr());
        assert!(
            found.as_ref().is_some_and(|found| found.name.contains("TABLE")
                && found.bytes == 40
                && found.start == TABLE.as_ptr().addr()),
            "{found:?}"
        );
        let local = 0;
        assert_eq!(at((&raw const local).addr()), None);
    }

    #[test]
    fn names_are_those_of_the_source() {
        for (symbol, name) in
            [("a", "a"), ("calls.0", "calls"), ("f.calls", "calls"), ("f.calls.12", "calls")]
        {
            assert_eq!(in_source(symbol), name);
        }
    }

    #[test]
    fn other_files_hold_no_symbols() {
        for file in [&b""[..], b"\x7fELF\x02\x01", &[b"\x7fELF\x02\x01".as_slice(), &[255; 90]].concat()] {
            assert_eq!(in_file(file, 0), None);
        }
    }
}
