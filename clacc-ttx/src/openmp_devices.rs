//! Differences between the devices of OpenMP and those of OpenACC, as reasons for verdicts and findings.

pub(crate) const NUMBERS: &str = "OpenMP numbers the devices of all types together, from zero";
pub(crate) const TYPES: &str = "OpenMP knows no types of devices";
pub(crate) const STARTS_ITSELF: &str = "OpenMP starts a device when the program first uses it";
pub(crate) const STOPS_ITSELF: &str =
    "OpenMP stops its devices when the program ends, and data stays on them until then";
