//! The environment variables of OpenMP that concern threads (OpenMP 5.2 section 21), and the library's own.

use crate::affinity;
use crate::icvs::{Bind, Icvs, MOST_ACTIVE_LEVELS, Schedule};
use crate::places::{self, Place, Unit};
use crate::system;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use clacc_runtime_abi::layout;

/// How often a waiting thread looks before it sleeps: by default, which is about half a millisecond, and with
/// `OMP_WAIT_POLICY=active`.
const LOOKS: u32 = 20_000;
const LOOKS_OF_ACTIVE: u32 = 1 << 28;

/// What the environment says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadSettings {
    /// The variables of the first tasks.
    pub icvs: Icvs,
    /// How often a waiting thread looks before it sleeps.
    pub looks: u32,
    /// `OMP_CANCELLATION`: cancel-var.
    pub cancellation: bool,
    /// `OMP_STACKSIZE` in bytes.
    pub stack_size: Option<usize>,
    /// The places, of which there are none if threads are not put anywhere.
    pub places: Vec<Place>,
    /// `OMP_NUM_TEAMS`, or 0.
    pub teams: u32,
    /// `OMP_TEAMS_THREAD_LIMIT`, or 0.
    pub teams_thread_limit: u32,
    /// Whether target regions must not run on the host: `OMP_TARGET_OFFLOAD=mandatory`.
    pub needs_device: bool,
    /// What is written when regions begin.
    pub region_lines: RegionLines,
}

/// What is written when regions begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegionLines {
    /// A line for each launch: bit 0 of `CLACC_NOTIFY`.
    pub of_launches: bool,
    /// Lines about the threads of teams, `OMP_DISPLAY_AFFINITY`: display-affinity-var.
    pub of_threads: bool,
}

impl RegionLines {
    /// Whether there are any.
    #[inline]
    pub fn is_any(self) -> bool {
        self.of_launches | self.of_threads
    }
}

/// What the settings depend on beside the environment.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The number of processors that the process may use at once.
    pub processors: u32,
    /// The processors of its affinity mask.
    pub allowed: Vec<u32>,
    /// The unit that a processor belongs to.
    pub unit_of: fn(Unit, u32) -> u32,
}

/// Reads variables, and collects messages about those that are not valid.
struct Reader<F> {
    value_of: F,
    misunderstood: Vec<String>,
}

impl<F: Fn(&str) -> Option<String>> Reader<F> {
    /// The value of a variable, if it is set and has a meaning.
    fn read<T>(&mut self, name: &str, expected: &str, meaning: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let text = (self.value_of)(name)?;
        let value = meaning(text.trim());
        if value.is_none() {
            self.misunderstood.push(format!("{name}: '{text}' is not {expected}; the variable is ignored"));
        }
        value
    }
}

impl ThreadSettings {
    /// Reads the variables of this process, which may use so many processors at once. Writes a message about each that is not valid.
    pub fn of_process(processors: u32) -> Self {
        let machine = Machine { processors, allowed: affinity::allowed(), unit_of: affinity::unit_of };
        let value_of = |name: &str| system::variable(name).and_then(|text| String::from_utf8(text).ok());
        let (settings, misunderstood) = Self::read(&machine, value_of);
        for line in misunderstood {
            system::write_error(&format!("acc2omp: {line}\n"));
        }
        settings
    }

    /// Reads the variables through `value_of`. Returns also messages about those that are not valid.
    pub fn read(machine: &Machine, value_of: impl Fn(&str) -> Option<String>) -> (Self, Vec<String>) {
        let mut reader = Reader { value_of, misunderstood: Vec::new() };
        let mut icvs = Icvs::on(machine.processors);
        read_lists(&mut reader, &mut icvs);
        let places = read_places(&mut reader, &mut icvs, machine);
        read_levels(&mut reader, &mut icvs);
        icvs.dynamic = reader.read("OMP_DYNAMIC", "true or false", truth).unwrap_or(icvs.dynamic);
        if let Some((schedule, asked_monotonic)) = reader.read("OMP_SCHEDULE", "a schedule", schedule) {
            (icvs.schedule, icvs.asked_monotonic) = (schedule, asked_monotonic);
        }
        // Who names a number of threads and no limit wants that many.
        let limit = reader.read("OMP_THREAD_LIMIT", "a positive number", positive);
        icvs.thread_limit = limit.unwrap_or(icvs.thread_limit.max(icvs.threads));
        let looks = reader.read("OMP_WAIT_POLICY", "active or passive", looks).unwrap_or(LOOKS);
        let stack_size = reader.read("OMP_STACKSIZE", "a size like 512K or 4M", size);
        let cancellation = reader.read("OMP_CANCELLATION", "true or false", truth).unwrap_or(false);
        let region_lines = read_region_lines(&mut reader);
        let mut number = |name| {
            reader
                .read(name, "a number", |text| {
                    text.parse::<i32>().ok().and_then(|value| value.try_into().ok())
                })
                .unwrap_or(0)
        };
        let (teams, teams_thread_limit) = (number("OMP_NUM_TEAMS"), number("OMP_TEAMS_THREAD_LIMIT"));
        let expected = "mandatory, disabled or default";
        let needs_device = reader.read("OMP_TARGET_OFFLOAD", expected, offload).unwrap_or(false);
        let settings = Self {
            icvs,
            looks,
            cancellation,
            stack_size,
            places,
            teams,
            teams_thread_limit,
            needs_device,
            region_lines,
        };
        (settings, reader.misunderstood)
    }
}

fn read_region_lines(reader: &mut Reader<impl Fn(&str) -> Option<String>>) -> RegionLines {
    let launches = reader.read("CLACC_NOTIFY", "a number", |text| text.parse::<u32>().ok());
    let threads = reader.read("OMP_DISPLAY_AFFINITY", "true or false", truth);
    RegionLines {
        of_launches: launches.is_some_and(|kinds| kinds & 1 != 0),
        of_threads: threads.unwrap_or(false),
    }
}

/// Whether `OMP_TARGET_OFFLOAD` asks for a device that is not the host.
fn offload(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "mandatory" => Some(true),
        "disabled" | "default" => Some(false),
        _ => None,
    }
}

/// The variables with a value for each level.
fn read_lists(reader: &mut Reader<impl Fn(&str) -> Option<String>>, icvs: &mut Icvs) {
    let counts = reader.read("OMP_NUM_THREADS", "a list of positive numbers", |text| list(text, positive));
    if let Some([first, below @ ..]) = counts {
        (icvs.threads, icvs.threads_below) = (*first, below);
    }
    let binds = reader.read("OMP_PROC_BIND", "true, false, or a list of primary, close, spread", binds);
    if let Some([first, below @ ..]) = binds {
        (icvs.bind, icvs.bind_below) = (*first, below);
    }
}

/// `OMP_PLACES` alone asks for binding too; `OMP_PROC_BIND` alone takes the cores as places.
fn read_places(
    reader: &mut Reader<impl Fn(&str) -> Option<String>>,
    icvs: &mut Icvs,
    machine: &Machine,
) -> Vec<Place> {
    let meaning = |text: &str| places::read(text, &machine.allowed, machine.unit_of);
    let named = reader.read("OMP_PLACES", "a list of places with processors of this process", meaning);
    if named.is_some() && (reader.value_of)("OMP_PROC_BIND").is_none() {
        icvs.bind = Bind::Bound;
    }
    match icvs.bind {
        Bind::Unbound => Vec::new(),
        _ => named.unwrap_or_else(|| places::units(Unit::Core, &machine.allowed, machine.unit_of)),
    }
}

/// How deep active regions may nest. A list of values for several levels asks for as many.
fn read_levels(reader: &mut Reader<impl Fn(&str) -> Option<String>>, icvs: &mut Icvs) {
    let nested = reader.read("OMP_NESTED", "true or false", truth);
    let levels = reader.read("OMP_MAX_ACTIVE_LEVELS", "a number", |text| text.parse::<u32>().ok());
    let has_lists = !icvs.threads_below.is_empty() || !icvs.bind_below.is_empty();
    let default = match nested {
        Some(true) => MOST_ACTIVE_LEVELS,
        Some(false) => 1,
        None if has_lists => MOST_ACTIVE_LEVELS,
        None => icvs.max_active_levels,
    };
    icvs.max_active_levels = levels.unwrap_or(default).min(MOST_ACTIVE_LEVELS);
}

fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

fn positive(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number| (1..=i32::MAX as u32).contains(number))
}

/// The values of a list. They stay as long as the process: the variables of tasks refer to them.
fn list<T>(text: &str, value: impl Fn(&str) -> Option<T>) -> Option<&'static [T]> {
    let values: Option<Vec<T>> = text.split(',').map(|part| value(part.trim())).collect();
    values.map(|values| &*values.leak())
}

fn binds(text: &str) -> Option<&'static [Bind]> {
    match truth(text) {
        Some(false) => Some(&[Bind::Unbound]),
        Some(true) => Some(&[Bind::Bound]),
        None => list(text, bind),
    }
}

fn bind(text: &str) -> Option<Bind> {
    match text.to_ascii_lowercase().as_str() {
        "primary" | "master" => Some(Bind::Primary),
        "close" => Some(Bind::Close),
        "spread" => Some(Bind::Spread),
        _ => None,
    }
}

/// A schedule as `[modifier:]kind[,chunk]`, and whether the modifier is `monotonic`. Both modifiers are kept by all schedules here.
fn schedule(text: &str) -> Option<(Schedule, bool)> {
    let text = text.to_ascii_lowercase();
    let (modifier, text) =
        text.split_once(':').map_or((None, text.as_str()), |(modifier, rest)| (Some(modifier), rest));
    let asked_monotonic = match modifier.map(str::trim) {
        Some("monotonic") => true,
        Some("nonmonotonic") | None => false,
        Some(_) => return None,
    };
    let (kind, chunk) = text.split_once(',').map_or((text, None), |(kind, chunk)| (kind, Some(chunk)));
    let kind = match kind.trim() {
        "static" => layout::STATIC,
        "dynamic" => layout::DYNAMIC,
        "guided" => layout::GUIDED,
        "auto" => layout::AUTO,
        _ => return None,
    };
    let chunk = chunk.map_or(Some(0), |chunk| positive(chunk.trim()))?;
    Some((Schedule { kind, chunk: u64::from(chunk) }, asked_monotonic))
}

fn looks(text: &str) -> Option<u32> {
    match text.to_ascii_lowercase().as_str() {
        "active" => Some(LOOKS_OF_ACTIVE),
        "passive" => Some(0),
        _ => None,
    }
}

/// A size in bytes. Without a unit, it is in units of 1024.
fn size(text: &str) -> Option<usize> {
    let digits = text.trim_end_matches(|end: char| !end.is_ascii_digit());
    let unit = match text[digits.len()..].trim().to_ascii_uppercase().as_str() {
        "B" => 1,
        "" | "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return None,
    };
    digits.trim().parse::<usize>().ok()?.checked_mul(unit).filter(|bytes| *bytes > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> (ThreadSettings, Vec<String>) {
        let value = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned())
        };
        let machine = Machine { processors: 3, allowed: vec![0, 1, 2], unit_of: |_, processor| processor };
        ThreadSettings::read(&machine, value)
    }

    fn check(name: &str, text: &str, expected: impl FnOnce(&mut ThreadSettings)) {
        let (mut settings, _) = read(&[]);
        expected(&mut settings);
        assert_eq!(read(&[(name, text)]), (settings, Vec::new()), "{name}={text}");
    }

    #[test]
    fn variables() {
        check("OMP_NUM_THREADS", " 5 ", |settings| settings.icvs.threads = 5);
        check("OMP_NUM_THREADS", "4, 3,2", |settings| {
            let icvs = &mut settings.icvs;
            (icvs.threads, icvs.threads_below, icvs.max_active_levels) = (4, &[3, 2], MOST_ACTIVE_LEVELS);
        });
        check("OMP_DYNAMIC", "TRUE", |settings| settings.icvs.dynamic = true);
        check("OMP_MAX_ACTIVE_LEVELS", "2", |settings| settings.icvs.max_active_levels = 2);
        check("OMP_MAX_ACTIVE_LEVELS", "9999", |settings| {
            settings.icvs.max_active_levels = MOST_ACTIVE_LEVELS;
        });
        check("OMP_NESTED", "true", |settings| settings.icvs.max_active_levels = MOST_ACTIVE_LEVELS);
        check("OMP_THREAD_LIMIT", "7", |settings| settings.icvs.thread_limit = 7);
        check("OMP_NUM_THREADS", "9999", |settings| {
            (settings.icvs.threads, settings.icvs.thread_limit) = (9999, 9999);
        });
        check("OMP_WAIT_POLICY", "Passive", |settings| settings.looks = 0);
        check("OMP_WAIT_POLICY", "ACTIVE", |settings| settings.looks = LOOKS_OF_ACTIVE);
        check("OMP_STACKSIZE", "100", |settings| settings.stack_size = Some(100 << 10));
        check("OMP_STACKSIZE", " 8 m ", |settings| settings.stack_size = Some(8 << 20));
        check("OMP_STACKSIZE", "20000B", |settings| settings.stack_size = Some(20_000));
        check("OMP_PROC_BIND", "false", |_| ());
        check("CLACC_NOTIFY", "5", |settings| settings.region_lines.of_launches = true);
        check("CLACC_NOTIFY", "2", |_| ());
        check("OMP_DISPLAY_AFFINITY", "TRUE", |settings| settings.region_lines.of_threads = true);
        let each = vec![vec![0], vec![1], vec![2]];
        check("OMP_PROC_BIND", "true", |settings| {
            (settings.icvs.bind, settings.places) = (Bind::Bound, each.clone());
        });
        check("OMP_PROC_BIND", "master", |settings| {
            (settings.icvs.bind, settings.places) = (Bind::Primary, each.clone());
        });
        check("OMP_PLACES", "{0:2}", |settings| {
            (settings.icvs.bind, settings.places) = (Bind::Bound, vec![vec![0, 1]]);
        });
    }

    #[test]
    fn schedules() {
        let check = |text: &str, kind, chunk| {
            check("OMP_SCHEDULE", text, |settings| {
                settings.icvs.schedule = Schedule { kind, chunk };
                settings.icvs.asked_monotonic = text.starts_with("monotonic");
            });
        };
        check("static", layout::STATIC, 0);
        check("Guided , 4", layout::GUIDED, 4);
        check("monotonic:dynamic,3", layout::DYNAMIC, 3);
        check("nonmonotonic: auto", layout::AUTO, 0);
    }

    #[test]
    fn what_is_not_valid_is_named_and_ignored() {
        let wrong = [
            ("OMP_NUM_THREADS", "0"),
            ("OMP_NUM_THREADS", "2,,3"),
            ("OMP_NUM_THREADS", "99999999999"),
            ("OMP_DYNAMIC", "1"),
            ("OMP_SCHEDULE", "fast"),
            ("OMP_SCHEDULE", "static,0"),
            ("OMP_SCHEDULE", "often:static"),
            ("OMP_MAX_ACTIVE_LEVELS", "-1"),
            ("OMP_THREAD_LIMIT", "none"),
            ("OMP_WAIT_POLICY", "sometimes"),
            ("OMP_STACKSIZE", "4T"),
            ("OMP_STACKSIZE", "999999999999999G"),
            ("OMP_PROC_BIND", "close,true"),
            ("OMP_PLACES", "{7}"),
            ("CLACC_NOTIFY", "yes"),
            ("OMP_DISPLAY_AFFINITY", "1"),
        ];
        for (name, text) in wrong {
            let (settings, misunderstood) = read(&[(name, text)]);
            assert_eq!(settings, read(&[]).0, "{name}={text}");
            assert!(misunderstood.len() == 1 && misunderstood[0].contains(name), "{misunderstood:?}");
        }
    }
}
