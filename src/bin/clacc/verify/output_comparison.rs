//! Comparison of an output of a run with the expected output.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use super::comparison_rules::{Binary, ComparisonRules, LargestGaps, NumberGap, Tolerance};
use super::line_comparison::{self, LineComparison};

/// A difference between an output and the expected one.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct OutputDifference {
    pub(super) place: OutputPlace,
    pub(super) expected: String,
    pub(super) found: String,
    /// The difference of the first numbers that differ.
    pub(super) gap: Option<NumberGap>,
    pub(super) extent: DifferenceExtent,
}

/// The place of the first difference. Numbers count from 1, byte offsets from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OutputPlace {
    /// The output exists in only one of the runs.
    Whole,
    Text {
        line: usize,
        column: usize,
    },
    /// An offset in a file that is no text.
    Byte(u64),
    /// The position of a number in a file of numbers.
    Element(usize),
}

/// The number of lines, bytes or numbers that differ.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct DifferenceExtent {
    pub(super) differing: usize,
    pub(super) all: usize,
    pub(super) gaps: LargestGaps,
}

impl DifferenceExtent {
    /// Returns the extent of a difference that is not one of numbers.
    pub(super) fn of_others(differing: usize, all: usize) -> Self {
        let mut extent = DifferenceExtent { differing, all, gaps: LargestGaps::default() };
        extent.gaps.add_other();
        extent
    }
}

/// The text shown for an output that does not exist.
pub(super) const NOTHING: &str = "nothing";

const END: &str = "the end of the output";

/// Compares two files.
pub(super) fn compare(
    expected: &Path,
    found: &Path,
    rules: &ComparisonRules,
) -> io::Result<Option<OutputDifference>> {
    if are_equal(expected, found)? {
        return Ok(None);
    }
    if is_text(expected)? && is_text(found)? {
        let open = |path: &Path| File::open(path).map(BufReader::new);
        return compare_text(&mut open(expected)?, &mut open(found)?, rules);
    }
    let (expected, found) = (std::fs::read(expected)?, std::fs::read(found)?);
    Ok(match rules.binary {
        Some(binary) => compare_numbers(&expected, &found, binary, rules.tolerance),
        None => Some(compare_bytes(&expected, &found)),
    })
}

const PART: usize = 1 << 16;

fn are_equal(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (File::open(one)?, File::open(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut one, mut other) = (BufReader::with_capacity(PART, one), BufReader::with_capacity(PART, other));
    loop {
        let (first, second) = (one.fill_buf()?, other.fill_buf()?);
        let length = first.len().min(second.len());
        if first[..length] != second[..length] {
            return Ok(false);
        }
        if length == 0 {
            return Ok(first.is_empty() && second.is_empty());
        }
        one.consume(length);
        other.consume(length);
    }
}

/// Returns whether the start of a file looks like text: valid UTF-8 without unusual control characters.
fn is_text(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(PART as u64).read_to_end(&mut start)?;
    let is_control = |byte: &u8| *byte < b' ' && !matches!(byte, b'\t'..=b'\r' | 0x1b | 8);
    // A character may be cut at the end of the part.
    let is_utf8 = str::from_utf8(&start).map_or_else(|error| error.error_len().is_none(), |_| true);
    Ok(is_utf8 && !start.iter().any(is_control))
}

/// Reads the lines of an output that are not ignored.
struct OutputLines<'l> {
    reader: &'l mut dyn BufRead,
    rules: &'l ComparisonRules,
    number: usize,
    line: Vec<u8>,
}

impl<'l> OutputLines<'l> {
    fn new(reader: &'l mut dyn BufRead, rules: &'l ComparisonRules) -> Self {
        OutputLines { reader, rules, number: 0, line: Vec::new() }
    }

    /// Reads the next line, including its end, without masked parts. Returns whether there is one.
    fn advance(&mut self) -> io::Result<bool> {
        loop {
            self.line.clear();
            self.number += 1;
            if self.reader.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(false);
            }
            if !self.rules.ignored.iter().any(|ignored| ignored.is_match(&self.line)) {
                for masked in &self.rules.masked {
                    self.line = masked.replace_all(&self.line, &b""[..]).into_owned();
                }
                return Ok(true);
            }
        }
    }
}

/// Returns whether nothing in a file is compared: it is empty, or all of its lines are ignored.
pub(super) fn says_nothing(path: &Path, rules: &ComparisonRules) -> io::Result<bool> {
    let mut file = BufReader::new(File::open(path)?);
    Ok(!OutputLines::new(&mut file, rules).advance()?)
}

fn compare_text(
    expected: &mut dyn BufRead,
    found: &mut dyn BufRead,
    rules: &ComparisonRules,
) -> io::Result<Option<OutputDifference>> {
    let (mut expected, mut found) = (OutputLines::new(expected, rules), OutputLines::new(found, rules));
    let mut first = None;
    let mut extent = DifferenceExtent::default();
    loop {
        let (has_one, has_other) = (expected.advance()?, found.advance()?);
        if !has_one && !has_other {
            break;
        }
        extent.all += 1;
        let compared = line_comparison::compare(&expected.line, &found.line, rules.tolerance);
        extent.gaps.add_all(&compared.gaps);
        if has_one != has_other || compared.first.is_some() {
            extent.differing += 1;
            if first.is_none() {
                let (one, other) = (has_one.then_some(&*expected.line), has_other.then_some(&*found.line));
                let number = if has_one { expected.number } else { found.number };
                first = Some(described(&compared, number, one, other));
            }
        }
    }
    Ok(first.map(|first| OutputDifference { extent, ..first }))
}

/// Returns the first difference of two outputs, which is in these lines. A missing line is the end of its output.
fn described(
    compared: &LineComparison,
    number: usize,
    expected: Option<&[u8]>,
    found: Option<&[u8]>,
) -> OutputDifference {
    let first = compared.first.as_ref().filter(|_| expected.is_some() && found.is_some());
    let gap = first.and_then(|first| first.gap);
    let shown = |line: Option<&[u8]>, place: std::ops::Range<usize>| match line {
        None => END.to_owned(),
        Some(line) if gap.is_some() => String::from_utf8_lossy(&line[place]).into_owned(),
        Some(line) => quoted(&line[place.start..]),
    };
    let column = first.map_or(0, |first| first.expected.start) + 1;
    OutputDifference {
        place: OutputPlace::Text { line: number, column },
        expected: shown(expected, first.map_or(0..0, |first| first.expected.clone())),
        found: shown(found, first.map_or(0..0, |first| first.found.clone())),
        gap,
        extent: DifferenceExtent::default(),
    }
}

/// The greatest number of characters that are shown.
const SHOWN: usize = 60;

/// Returns the start of a text in quotes, with special characters escaped.
fn quoted(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let is_long = text.chars().count() > SHOWN;
    let start: String = text.chars().take(SHOWN).collect();
    format!("{start:?}{}", if is_long { "..." } else { "" })
}

fn compare_bytes(expected: &[u8], found: &[u8]) -> OutputDifference {
    let pairs = || expected.iter().zip(found);
    let at = pairs().position(|(one, other)| one != other).unwrap_or(expected.len().min(found.len()));
    let shown = |bytes: &[u8]| bytes.get(at).map_or(END.to_owned(), |byte| format!("{byte:#04x}"));
    let all = expected.len().max(found.len());
    let differing =
        pairs().filter(|(one, other)| one != other).count() + expected.len().abs_diff(found.len());
    OutputDifference {
        place: OutputPlace::Byte(at as u64),
        expected: shown(expected),
        found: shown(found),
        gap: None,
        extent: DifferenceExtent::of_others(differing, all),
    }
}

fn compare_numbers(
    expected: &[u8],
    found: &[u8],
    binary: Binary,
    tolerance: Option<Tolerance>,
) -> Option<OutputDifference> {
    let is_whole = |bytes: &[u8]| bytes.len().is_multiple_of(binary.size());
    if expected.len() != found.len() || !is_whole(expected) {
        return Some(compare_bytes(expected, found));
    }
    let pairs = expected.chunks(binary.size()).zip(found.chunks(binary.size()));
    let mut first: Option<OutputDifference> = None;
    let mut extent = DifferenceExtent { all: expected.len() / binary.size(), ..DifferenceExtent::default() };
    for (index, (one, other)) in pairs.enumerate() {
        let (one_number, other_number) = (binary.number(one)?, binary.number(other)?);
        let gap = NumberGap::between(one_number, other_number);
        extent.gaps.add(gap);
        let is_equal = match tolerance {
            Some(tolerance) => tolerance.takes(one_number, other_number),
            None => one == other,
        };
        if is_equal {
            continue;
        }
        extent.differing += 1;
        first.get_or_insert_with(|| OutputDifference {
            place: OutputPlace::Element(index + 1),
            expected: one_number.to_string(),
            found: other_number.to_string(),
            gap: Some(gap),
            extent,
        });
    }
    first.map(|first| OutputDifference { extent, ..first })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(expected: &str, found: &str, rules: &ComparisonRules) -> Option<OutputDifference> {
        compare_text(&mut expected.as_bytes(), &mut found.as_bytes(), rules).expect("bytes read")
    }

    #[test]
    fn the_first_line_that_differs_is_named() {
        let rules = ComparisonRules::default();
        let difference = text("a\nb 1 c\nd 4\n", "a\nb 2 c\nd 5\n", &rules).expect("they differ");
        assert_eq!(difference.place, OutputPlace::Text { line: 2, column: 3 });
        assert_eq!((&*difference.expected, &*difference.found), ("1", "2"));
        assert_eq!((difference.extent.differing, difference.extent.all), (2, 3));
        let difference = text("a\n", "a\nb\n", &rules).expect("one is longer");
        assert_eq!(difference.place, OutputPlace::Text { line: 2, column: 1 });
        assert_eq!((&*difference.expected, &*difference.found), ("the end of the output", "\"b\\n\""));
        let difference = text("no end", "no end\n", &rules).expect("one has an end of line");
        assert_eq!(difference.place, OutputPlace::Text { line: 1, column: 7 });
    }

    #[test]
    fn files_are_equal_only_if_all_bytes_are() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let long = |last: &[u8]| [&vec![7; 3 * PART][..], last].concat();
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        for (expected, found, is_equal) in [
            (b"x 990\n".to_vec(), b"x 495\n".to_vec(), false),
            (b"same".to_vec(), b"same".to_vec(), true),
            (Vec::new(), Vec::new(), true),
            (Vec::new(), b"a".to_vec(), false),
            (long(b"a"), long(b"b"), false),
            (long(b"a"), long(b"a"), true),
            (long(b"a"), long(b""), false),
            (b"a\0b".to_vec(), b"a\0c".to_vec(), false),
        ] {
            std::fs::write(&one, &expected).expect("a file can be written");
            std::fs::write(&other, &found).expect("a file can be written");
            let compared = compare(&one, &other, &ComparisonRules::default()).expect("files read");
            assert_eq!(compared.is_none(), is_equal, "{} bytes, {} bytes", expected.len(), found.len());
        }
    }

    #[test]
    fn ignored_lines_do_not_count() {
        let mut rules = ComparisonRules::default();
        rules.ignored.push(regex::bytes::Regex::new("^Time").expect("it is one"));
        assert_eq!(text("Time 1\na\n", "a\nTime 2\nTime 3\n", &rules), None);
        assert!(text("Time 1\na\n", "b\n", &rules).is_some());
    }

    #[test]
    fn files_of_numbers_are_compared_with_the_tolerance() {
        let bytes =
            |numbers: &[f64]| numbers.iter().flat_map(|number| number.to_ne_bytes()).collect::<Vec<_>>();
        let (expected, found) = (bytes(&[1.0, 2.0, f64::NAN]), bytes(&[1.0, 2.5, f64::NAN]));
        let difference = compare_numbers(&expected, &found, Binary::F64, None).expect("they differ");
        assert_eq!(difference.place, OutputPlace::Element(2));
        assert_eq!(difference.gap, Some(NumberGap { relative: 0.25, absolute: 0.5 }));
        assert_eq!(compare_numbers(&expected, &found, Binary::F64, Tolerance::read("0.3")), None);
        let difference = compare_bytes(&expected, &found[..9]);
        assert_eq!(difference.place, OutputPlace::Byte(9));
    }
}
