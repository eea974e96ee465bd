//! Additions of units at the top of a file: the definition of `_OPENACC`, declarations of the runtime library, and `#line`. Each appears
//! once, whichever of the units needs it.

/// Joins additions. Of equal parts the first is kept; `#line` sets the number of the line after it and comes last.
pub(super) fn union<'a>(additions: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in additions.flat_map(split) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts.sort_by_key(|part| rank(part));
    parts.concat()
}

/// Splits an addition into conditionals and lines.
fn split(addition: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let (mut start, mut depth, mut at) = (0, 0_usize, 0);
    for line in addition.split_inclusive(|byte| *byte == b'\n') {
        at += line.len();
        depth += usize::from(line.starts_with(b"#if"));
        depth = depth.saturating_sub(usize::from(line.starts_with(b"#endif")));
        if depth == 0 {
            parts.push(&addition[start..at]);
            start = at;
        }
    }
    parts.extend((start < addition.len()).then(|| &addition[start..]));
    parts
}

/// Returns the sort key of a part. The macro comes first, because headers may test it.
fn rank(part: &[u8]) -> u8 {
    match part {
        _ if part.starts_with(b"#ifndef _OPENACC") => 0,
        _ if part.starts_with(b"#line") => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::union;

    #[test]
    fn every_part_stands_once() {
        let definition = "#ifndef _OPENACC\n#define _OPENACC 202506\n#endif\n";
        let include = "#include <openacc.h>\n";
        let check = |additions: &[&str], expected: &str| {
            let joined = union(additions.iter().map(|each| each.as_bytes()));
            assert_eq!(String::from_utf8_lossy(&joined), expected);
        };
        let both = format!("{definition}{include}");
        check(&[include, definition], &both);
        check(&[definition, &both, include], &both);
        let line = "#line 1\n";
        check(&[&format!("{definition}{line}"), &format!("{include}{line}")], &format!("{both}{line}"));
        check(
            &["char *acc2omp_async2dep(int);\n", &both],
            &format!("{definition}char *acc2omp_async2dep(int);\n{include}"),
        );
    }
}
