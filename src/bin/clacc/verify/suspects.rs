//! The findings of `clacc cc` about the directives of a program, as hints if a result is wrong.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

/// The reports that `clacc cc` recorded for the variants.
#[derive(Default)]
pub(super) struct Suspects {
    /// Findings, with their places and messages.
    pub(super) findings: BTreeSet<String>,
    /// Directives and clauses whose meaning is not fully preserved.
    pub(super) losses: BTreeSet<String>,
    /// true if the program has OpenACC directives, or is compiled for OpenMP and may have OpenMP directives.
    has_directives: bool,
    /// The number of directives and clauses without an OpenMP form.
    pub(super) kept: usize,
}

impl Suspects {
    /// Reads the record of a variant, if there is one.
    pub(super) fn read(&mut self, record: &Path) {
        let text = std::fs::read(record).unwrap_or_default();
        let lines = text.split(|byte| *byte == b'\n');
        for line in lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok()) {
            self.add(&line);
        }
    }

    fn add(&mut self, line: &Value) {
        let text = |name: &str| line[name].as_str().unwrap_or_default();
        if let Some(code) = line["code"].as_str() {
            let place = place(&line["primary"]["place"]);
            self.findings.insert(format!("{place}: {}[{code}]: {}", text("severity"), text("message")));
        } else if let Some(verdict) = line["verdict"].as_str().filter(|verdict| *verdict != "inactive") {
            self.has_directives = true;
            if ["approximated", "unsupported"].contains(&verdict) {
                let place = place(&line["place"]);
                self.losses.insert(format!("{place}: {}: {verdict}: {}", text("what"), text("reason")));
            }
            self.kept += usize::from(verdict == "unsupported");
        } else if line["openmp"] == true {
            self.has_directives = true;
        }
    }

    /// Returns the findings about dependent iterations: a run with a race may still give the right result.
    pub(super) fn races(&self) -> Suspects {
        let is_race = |finding: &&String| RACES.iter().any(|code| finding.contains(&format!("[{code}]")));
        Suspects { findings: self.findings.iter().filter(is_race).cloned().collect(), ..Suspects::default() }
    }

    /// Returns whether no directive was found.
    pub(super) fn knows_no_directive(&self) -> bool {
        !self.has_directives
    }
}

/// The codes of findings about races.
const RACES: [&str; 9] =
    ["ACC0106", "ACC0118", "ACC0121", "ACC0125", "ACC0126", "ACC0129", "ACC0135", "ACC0140", "ACC0141"];

fn place(place: &Value) -> String {
    let path = place["path"].as_str().unwrap_or("?");
    format!("{path}:{}:{}", place["line"], place["column"])
}
