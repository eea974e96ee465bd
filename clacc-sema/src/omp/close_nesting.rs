//! The rules about closely nested regions: regions with no parallel region between them (OpenMP 5.2 17.1).

use clacc_syntax::directive::OmpDirective::{self, *};

const WORKSHARING: &[OmpDirective] = &[For, Sections, Single, Scope];

/// Regions that not all threads of the team execute together. All of them execute `scope`.
const PARTS_OF_THE_TEAM: &[OmpDirective] =
    &[For, Loop, Sections, Section, Single, Task, Taskloop, Critical, Ordered, Masked, Master];

/// Regions, and those inside which they may not be closely nested.
const RULES: &[(&[OmpDirective], &[OmpDirective])] = &[
    (WORKSHARING, PARTS_OF_THE_TEAM),
    (&[Barrier], PARTS_OF_THE_TEAM),
    (&[Masked, Master], &[For, Loop, Sections, Section, Single, Task, Taskloop]),
    (&[Ordered], &[Critical, Ordered, Loop, Task, Taskloop]),
];

/// Returns true if a region may not be closely nested inside another one. Both are given by directives that are not combined.
pub fn is_excluded(inner: OmpDirective, outer: OmpDirective) -> bool {
    RULES.iter().any(|(inners, outers)| inners.contains(&inner) && outers.contains(&outer))
}
