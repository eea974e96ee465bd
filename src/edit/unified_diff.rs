//! Unified diffs of bytes, as `patch` reads them.

use std::io::Write as _;

use similar::{Algorithm, ChangeTag, DiffOp};

/// Returns the unified diff of a file; empty if both texts are equal. `patch -p1` applies it in the folder that the path is relative to.
///
/// ```
/// let diff = clacc::edit::unified_diff(b"f.c", b"int a;\n", b"int b;\n");
/// assert_eq!(String::from_utf8_lossy(&diff), "--- a/f.c\n+++ b/f.c\n@@ -1 +1 @@\n-int a;\n+int b;\n");
/// ```
#[must_use]
pub fn unified_diff(path: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let (old, new) = (lines(old), lines(new));
    let operations = similar::capture_diff_slices(Algorithm::Myers, &old, &new);
    let mut out = Vec::new();
    for hunk in similar::group_diff_ops(operations, 3) {
        if out.is_empty() {
            out.extend([b"--- ", &*name(b"a/", path), b"\n+++ ", &*name(b"b/", path), b"\n"].concat());
        }
        write_hunk(&mut out, &hunk, &old, &new);
    }
    out
}

/// Returns a name in the form that `patch` and git read: a tab ends a name with blanks, and a name with characters that would end the line
/// or the name is quoted.
fn name(side: &[u8], path: &[u8]) -> Vec<u8> {
    let path = [side, path].concat();
    if !path.iter().any(|byte| byte.is_ascii_control() || matches!(byte, b'"' | b'\\')) {
        let end: &[u8] = if path.contains(&b' ') { b"\t" } else { b"" };
        return [&path, end].concat();
    }
    let mut quoted = vec![b'"'];
    for byte in path {
        match byte {
            b'"' | b'\\' => quoted.extend([b'\\', byte]),
            _ if byte.is_ascii_control() => quoted.extend(format!("\\{byte:03o}").into_bytes()),
            _ => quoted.push(byte),
        }
    }
    quoted.push(b'"');
    quoted
}

/// Splits at `\n` alone, as `patch` does: a lone `\r` ends no line.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

fn write_hunk(out: &mut Vec<u8>, hunk: &[DiffOp], old: &[&[u8]], new: &[&[u8]]) {
    let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { return };
    let old_range = range(first.old_range().start, last.old_range().end);
    let new_range = range(first.new_range().start, last.new_range().end);
    // Writing into memory cannot fail.
    let _ = writeln!(out, "@@ -{old_range} +{new_range} @@");
    for change in hunk.iter().flat_map(|operation| operation.iter_changes(old, new)) {
        out.push(match change.tag() {
            ChangeTag::Equal => b' ',
            ChangeTag::Delete => b'-',
            ChangeTag::Insert => b'+',
        });
        out.extend(change.value());
        if !change.value().ends_with(b"\n") {
            out.extend(b"\n\\ No newline at end of file\n");
        }
    }
}

/// Returns the range of a hunk header. Lines count from 1. An empty range names the preceding line.
fn range(start: usize, end: usize) -> String {
    match end - start {
        0 => format!("{start},0"),
        1 => end.to_string(),
        length => format!("{},{length}", start + 1),
    }
}
