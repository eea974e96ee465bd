//! Preprocessor conditionals that begin or end in a stretch of text.

use clacc_syntax::{Names, lexer};

use super::change::Change;
use super::twins::WithoutTwins;
use super::{SourceFiles, lines};

/// Returns whether the text of a construct, from the line of its directive on, contains only a part of a conditional. Such a text can
/// neither be shown twice nor be replaced as a whole. Conditionals that are removed according to `without` do not count.
pub(super) fn are_cut(
    change: &Change,
    without: Option<&WithoutTwins>,
    names: &Names,
    sources: &mut SourceFiles<'_>,
) -> bool {
    let site = change.site.range;
    let end = change.end.filter(|end| end.file == site.file).map_or(site.end, |end| end.start.max(site.end));
    let bytes: &[u8] = match without {
        Some(without) => &without.text,
        None => sources.bytes(site.file),
    };
    let place = |at: u32| without.map_or(at, |without| without.place(at)) as usize;
    let start = lines::line_start(bytes, place(site.start));
    !bytes.get(start..place(end)).is_some_and(|text| are_whole(text, names))
}

/// Whether each conditional in a text begins and ends there.
fn are_whole(text: &[u8], names: &Names) -> bool {
    if !text.windows(2).any(|word| word == b"if" || word == b"el") {
        return true;
    }
    let lexed = lexer::lex(names, text.into());
    let mut open = 0_usize;
    for hash in &lexed.directives {
        let Some(word) = lexed.texts.get(*hash as usize + 1) else { continue };
        match &lexed.names[*word] {
            "if" | "ifdef" | "ifndef" => open += 1,
            "else" | "elif" | "elifdef" | "elifndef" if open == 0 => return false,
            "endif" if open == 0 => return false,
            "endif" => open -= 1,
            _ => {}
        }
    }
    open == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_conditionals_are_told_from_whole_ones() {
        let check = |text: &str, expected| {
            assert_eq!(are_whole(text.as_bytes(), &Names::default()), expected, "{text:?}");
        };
        check("if (a) b; else c;\n", true);
        check("#if A\n#ifdef B\n#else\n#endif\n# endif\n", true);
        check("// #if A\n\"\\\n#if A\"\n", true);
        check("#if A\n", false);
        check("%: ifndef A\n", false);
        check("a\n#else\nb\n", false);
        check("#endif\n#if A\n", false);
        check("#elif A\n", false);
    }
}
