//! Makes the routines of a static library replaceable.
//!
//! A program may define routines of OpenACC or OpenMP itself: stand-ins for tests, wrappers of tools. With a shared library its own
//! definitions come first. A static library has all routines in one object, which is linked as soon as the program needs one of
//! them, and a routine that both define is an error of the linker. So the routines become *weak* symbols, which give way to
//! definitions of the program. `rustc` has no stable word for that; it is one bit in the symbol table, and the linker's own format is
//! the place where it is set.
//!
//! Only ELF of 64 bits in little-endian order is understood. Whatever else a file holds stays as it is.

use std::ops::Range;

/// The prefixes of the routines that programs may define, and of those that a sanitizer defines in programs of its own. The
/// functions of `clacc_abi.h` belong to generated code alone.
const ROUTINES: [&[u8]; 5] = [b"acc_", b"acc2omp_", b"omp_", b"ompt_start_tool", b"__asan_"];

const ARCHIVE_MAGIC: &[u8] = b"!<arch>\n";
const MEMBER_HEADER: usize = 60;
const ELF_MAGIC: &[u8] = b"\x7fELF\x02\x01";
const SECTION_HEADER: usize = 64;
const SYMBOL: usize = 24;
const SYMBOL_TABLE: u64 = 2;
const GLOBAL_BINDING: u8 = 1 << 4;
const WEAK_BINDING: u8 = 2 << 4;

/// Makes weak symbols of the routines that the objects of an archive define.
pub(crate) fn make_routines_weak(archive: &mut [u8]) {
    for member in members(archive) {
        let object = &mut archive[member];
        for at in routine_symbols(object).unwrap_or_default() {
            object[at] = WEAK_BINDING | object[at] & 15;
        }
    }
}

/// The places of the members of an archive.
fn members(archive: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = if archive.starts_with(ARCHIVE_MAGIC) { ARCHIVE_MAGIC.len() } else { archive.len() };
    while let Some(size) = archive.get(at + 48..at + 58).and_then(decimal) {
        let start = at + MEMBER_HEADER;
        let Some(end) = start.checked_add(size).filter(|&end| end <= archive.len()) else { break };
        found.push(start..end);
        at = end + (size & 1);
    }
    found
}

fn decimal(digits: &[u8]) -> Option<usize> {
    std::str::from_utf8(digits).ok()?.trim_end().parse().ok()
}

/// Where the bytes are that say of an object's routines that they are global and functions.
fn routine_symbols(object: &[u8]) -> Option<Vec<usize>> {
    let sections = sections(object)?;
    let mut found = Vec::new();
    for section in sections.iter().filter(|section| section.kind == SYMBOL_TABLE) {
        let names = sections.get(section.link)?.bytes.clone();
        for symbol in section.bytes.clone().step_by(SYMBOL) {
            let is_defined = number(object, symbol + 6, 2)? != 0;
            let name =
                object.get(names.start + usize::try_from(number(object, symbol, 4)?).ok()?..names.end)?;
            let is_routine = ROUTINES.iter().any(|begin| name.starts_with(begin));
            if is_defined && is_routine && object[symbol + 4] & 0xf0 == GLOBAL_BINDING {
                found.push(symbol + 4);
            }
        }
    }
    Some(found)
}

struct Section {
    kind: u64,
    bytes: Range<usize>,
    /// For a symbol table, the section of its names.
    link: usize,
}

fn sections(object: &[u8]) -> Option<Vec<Section>> {
    if !object.starts_with(ELF_MAGIC) {
        return None;
    }
    let at = |place, size| number(object, place, size).and_then(|number| usize::try_from(number).ok());
    let (table, count) = (at(40, 8)?, at(60, 2)?);
    let section = |index: usize| {
        let header = table.checked_add(index * SECTION_HEADER)?;
        let (start, size) = (at(header + 24, 8)?, at(header + 32, 8)?);
        Some(Section {
            kind: number(object, header + 4, 4)?,
            bytes: start..start.checked_add(size)?,
            link: at(header + 40, 4)?,
        })
    };
    (0..count).map(section).collect()
}

/// The number of `size` bytes at a place of the object.
fn number(object: &[u8], at: usize, size: usize) -> Option<u64> {
    let bytes = object.get(at..at.checked_add(size)?)?;
    Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}
