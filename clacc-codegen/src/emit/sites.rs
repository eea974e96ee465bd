//! The places of constructs in the source: the constants that are passed to calls of the library (`clacc_site` of the header).

use clacc_syntax::ast::DirectiveKind;
use clacc_syntax::token::TokenRange;

use super::Emit;
use crate::piece::{Item, Piece, Site, shared};

/// The construct of the source that is being lowered.
#[derive(Clone, Copy)]
pub(crate) struct Construct {
    /// The number of its directive in `clacc_site`.
    number: u16,
    /// Its directive and its statement.
    pub(crate) range: TokenRange,
}

impl Construct {
    /// Makes a construct for a directive of the source, or for statements that a form adds around code of the source.
    pub(crate) fn of(directive: Option<DirectiveKind>, range: TokenRange) -> Construct {
        Construct { number: directive.map_or(OPENMP, kind_of), range }
    }
}

impl Emit {
    /// Returns a pointer to the constant of the current construct, for a call that takes one.
    pub(crate) fn site(&mut self) -> String {
        let Construct { number: construct, range } = self.construct;
        let known = self.sites.iter().position(|other| *other == range.start);
        let number = known.unwrap_or(self.sites.len()) + 1;
        let name = format!("{}{}_s{number}", self.prefix, self.function);
        if known.is_none() {
            self.sites.push(range.start);
            let site = Site { name: shared(&name), construct, function: shared(&self.function), range };
            self.before.push(Item::new(&[&name], vec![Piece::Site(site)]));
        }
        format!("&{name}")
    }
}

/// The number before the kinds of OpenMP, which is also the number of directives without one of their own (`CLACC_SITE_OPENMP`).
const OPENMP: u16 = 0x100;

/// The spellings with which the OpenMP directives of numbered kinds begin, in the order of the numbers.
const OF_OPENMP: [&str; 9] = [
    "parallel",
    "task",
    "taskloop",
    "target",
    "target data",
    "target enter data",
    "target exit data",
    "target update",
    "teams",
];

/// Returns the number of a directive in `clacc_site`. A directive of OpenMP has that of the kind with the longest spelling that it begins
/// with.
fn kind_of(kind: DirectiveKind) -> u16 {
    let of_openmp = |text: &str| {
        let begins =
            |kind: &str| text == kind || text.strip_prefix(kind).is_some_and(|rest| rest.starts_with(' '));
        let known = OF_OPENMP.iter().enumerate().filter(|(_, kind)| begins(kind));
        known.max_by_key(|(_, kind)| kind.len()).map_or(OPENMP, |(number, _)| OPENMP + 1 + number as u16)
    };
    match (kind.acc(), kind.omp()) {
        (Some(acc), _) => acc.construct_number().unwrap_or(OPENMP),
        (_, Some(omp)) => of_openmp(omp.text()),
        (None, None) => OPENMP,
    }
}

#[cfg(test)]
mod tests {
    use clacc_syntax::directive::{AccDirective, OmpDirective};

    use super::*;

    #[test]
    fn kinds_have_the_numbers_of_the_header() {
        for (kind, expected) in [
            (DirectiveKind::Acc(AccDirective::ParallelLoop), 0),
            (DirectiveKind::Acc(AccDirective::Kernels), 1),
            (DirectiveKind::Acc(AccDirective::EnterData), 4),
            (DirectiveKind::Acc(AccDirective::Serial), 16),
            (DirectiveKind::Omp(OmpDirective::ParallelFor), 0x101),
            (DirectiveKind::Omp(OmpDirective::Task), 0x102),
            (DirectiveKind::Omp(OmpDirective::Taskloop), 0x103),
            (DirectiveKind::Omp(OmpDirective::TargetData), 0x105),
            (DirectiveKind::Omp(OmpDirective::TargetTeams), 0x104),
            (DirectiveKind::Omp(OmpDirective::Barrier), 0x100),
        ] {
            assert_eq!(kind_of(kind), expected, "{kind:?}");
        }
    }
}
