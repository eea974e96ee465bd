//! The numbers of programs that were run and compared.

use std::collections::BTreeMap;

use crate::device::Case;
use crate::expected::Expected;

#[derive(Default)]
pub(crate) struct Figures {
    /// Right programs that were run and compared.
    pub(crate) printing: usize,
    /// Right programs of which the model does not say what they print.
    pub(crate) open_right: usize,
    /// Changed programs that were run and compared: those that print something else, and those that end.
    pub(crate) changed: usize,
    pub(crate) ending: BTreeMap<&'static str, usize>,
    /// Changed programs of which the model does not say what they do.
    pub(crate) open: BTreeMap<&'static str, usize>,
    /// Programs for which no code is generated.
    pub(crate) refused: usize,
    pub(crate) reports: Vec<String>,
}

impl Figures {
    /// Counts a program that was run, or of which the model does not say what it does.
    pub(crate) fn count(&mut self, case: &Case) {
        match &case.expected {
            Expected::Ends(fault) => *self.ending.entry(fault.causes[0]).or_default() += 1,
            Expected::Open(_) => self.open_right += 1,
            Expected::Prints(_) if case.change.is_some() => self.changed += 1,
            Expected::Prints(_) => self.printing += 1,
        }
    }
}
