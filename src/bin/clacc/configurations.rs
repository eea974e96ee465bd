//! Directives that one unit skips and another one translates: the same file compiled with other macros, or a header in two units.

use std::collections::{BTreeMap, BTreeSet};

use clacc::diagnostics::{Diagnostic, Place};
use clacc::files::FileSystem;
use clacc::translate::{Fidelity, Translation, VerdictLine};

/// The code of the note about a branch that is not taken. It is placed at the first directive in the branch.
const SKIPPED_BRANCH: &str = "MAP0016";

/// The directives that some unit reads, by the identity of their file.
pub(crate) struct SeenDirectives<'f> {
    files: &'f dyn FileSystem,
    starts: BTreeMap<String, BTreeSet<usize>>,
}

impl<'f> SeenDirectives<'f> {
    pub(crate) fn of(translations: &[Translation], files: &'f dyn FileSystem) -> Self {
        let mut seen = SeenDirectives { files, starts: BTreeMap::new() };
        // With a single unit, no other unit reads what it skips.
        if translations.len() > 1 {
            let lines = translations.iter().flat_map(|translation| &translation.verdicts);
            let active = lines.filter(|line| line.fidelity != Fidelity::Inactive);
            active.filter_map(|line| line.place.as_ref()).for_each(|place| {
                seen.starts.entry(files.identity(&place.path)).or_default().insert(place.start);
            });
        }
        seen
    }

    fn holds(&self, place: &Place) -> bool {
        !self.starts.is_empty()
            && self.starts.get(&self.files.identity(&place.path)).is_some_and(|of| of.contains(&place.start))
    }

    /// Returns whether a verdict says that a directive is skipped which another unit reads.
    pub(crate) fn answers(&self, verdict: &VerdictLine) -> bool {
        verdict.fidelity == Fidelity::Inactive
            && verdict.place.as_ref().is_some_and(|place| self.holds(place))
    }

    /// Returns a finding of a unit, adjusted to the other units. A note about a skipped branch is moved to the first directive that no unit
    /// reads, and dropped if there is none.
    pub(crate) fn with_others(&self, mut finding: Diagnostic, of: &Translation) -> Option<Diagnostic> {
        let Some(label) = finding.primary.as_mut().filter(|_| finding.code.id == SKIPPED_BRANCH) else {
            return Some(finding);
        };
        if !self.holds(&label.place) {
            return Some(finding);
        }
        let notes = of.diagnostics.iter().filter(|each| each.code.id == SKIPPED_BRANCH);
        let here = |place: &&Place| place.path == label.place.path && place.start > label.place.start;
        let next = notes.filter_map(|each| Some(&each.primary.as_ref()?.place)).find(here);
        let end = next.map_or(usize::MAX, |place| place.start);
        let inactive = of.verdicts.iter().filter(|line| line.fidelity == Fidelity::Inactive);
        let places = inactive.filter_map(|line| line.place.as_ref());
        let left = places.filter(|place| here(place) && place.start < end && !self.holds(place));
        label.place = left.min_by_key(|place| place.start)?.clone();
        Some(finding)
    }
}
