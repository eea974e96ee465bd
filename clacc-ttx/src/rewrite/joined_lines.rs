//! Lines of a compute construct and of its loop that one combined directive replaces.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::source::FileRange;

use super::{FunctionInput, SourceFiles, lines, site};

/// Returns whether the directive and the other one of its pair are lines of one file, with nothing but comments between them, so that one
/// directive can replace both. A conditional between them may leave out one of them elsewhere.
pub(super) fn are_joined(
    function: &FunctionInput<'_>,
    directive: DirectiveId,
    sources: &mut SourceFiles<'_>,
) -> bool {
    let Some(pair) = function.mapping.joined_loops().pair_of(directive) else { return false };
    let mut place_of = |directive| -> Option<FileRange> {
        let (site, _) = site::of_directive(function, directive, sources)?;
        site.form.is_line().then_some(site.range)
    };
    let (Some(outer), Some(inner)) = (place_of(pair.outer), place_of(pair.inner)) else { return false };
    if outer.file != inner.file || inner.start < outer.end {
        return false;
    }
    let between = sources.slice(FileRange { start: outer.end, end: inner.start, ..outer });
    let mut lines = between.split(|byte| *byte == b'\n');
    !lines.any(|line| lines::preprocessing_words(line).is_some())
}
