//! Damages valid programs and checks what a translation [promises](crate::promises) for every text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::generate::Extras;
use crate::promises::{Broken, Setting, broken, broken_by, runs, smallest};
use crate::rng::Rng;
use crate::{c_text, damage, generate, layouts, number};

/// A program with its name.
type Named = (String, Vec<u8>);

/// Reads the C programs in a folder and its folders.
fn programs_in(folder: &Path) -> Vec<Named> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder reads").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        (name, std::fs::read(&path).expect("a program reads"))
    };
    files.into_iter().map(read).collect()
}

/// The valid programs that are damaged: examples, test cases and generated ones.
fn valid_programs() -> Vec<Named> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = ["examples/c", "tests/cases"].into_iter().flat_map(|folder| programs_in(&root.join(folder)));
    let generated = (0..60).map(|seed| {
        (format!("seed {seed}"), c_text::write(&generate::program(seed, Extras::ALL), 0).text.into_bytes())
    });
    files.chain(generated).collect()
}

/// A text that breaks a promise, with the program that it was made of.
type Found = (u64, String, Broken, Vec<u8>);

/// Damages programs on all processors, and calls `tell` for what breaks a promise.
fn run_damage(first: u64, count: u64, tell: &(dyn Fn(Found) + Sync)) {
    let programs = valid_programs();
    let next = AtomicU64::new(first);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        return;
                    }
                    let mut rng = Rng::new(seed);
                    let (name, text) = rng.pick(&programs);
                    let text = damage::damage(&mut rng, text);
                    if let Some(broken) = broken(&text) {
                        tell((seed, name.clone(), broken, text));
                    }
                }
            });
        }
    });
}

/// A broken promise with the smallest part of its text that breaks it.
fn told((seed, name, promise, text): Found) -> String {
    let text = smallest(&text, |text| broken(text) == Some(promise));
    format!("{seed} ({name}): {promise}\n{}\n--", String::from_utf8_lossy(&text))
}

/// As many as every run of the tests has time for; [`long_damage`] takes others.
#[test]
fn damaged_programs_keep_the_promises() {
    let found = Mutex::new(Vec::new());
    run_damage(0, 200, &|each| found.lock().expect("no other thread failed").push(each));
    let said: Vec<String> = found.into_inner().expect("no thread failed").into_iter().map(told).collect();
    assert!(said.is_empty(), "{}", said.join("\n\n"));
}

/// Damage by hand: see the README beside this file.
#[test]
#[ignore = "it takes as long as it is asked to"]
fn long_damage() {
    let shown = Mutex::new(BTreeMap::<Broken, usize>::new());
    run_damage(number("CLACC_SEED", 1_000_000), number("CLACC_TEXTS", 10_000), &|found| {
        *shown.lock().expect("no other thread failed").entry(found.2).or_default() += 1;
        println!("{}", told(found));
    });
    println!("{:?}", shown.into_inner().expect("no thread failed"));
}

/// A text with another layout, or damage, or both, and a setting.
struct Drawn {
    name: String,
    text: Vec<u8>,
    before: Option<Vec<u8>>,
    setting: Setting,
}

impl Drawn {
    fn new(seed: u64, programs: &[Named]) -> Drawn {
        let mut rng = Rng::new(seed ^ 0x5eed_0000_0000);
        let (name, program) = rng.pick(programs).clone();
        let (_, other) = rng.pick(programs);
        let mut text = program.clone();
        let (is_laid_out, is_damaged) = (rng.chance(70), rng.chance(50));
        if is_laid_out {
            text = layouts::laid_out(&mut rng, &text, other);
        }
        if is_damaged && !text.is_empty() {
            text = damage::damage(&mut rng, &text);
        }
        let setting = Setting::drawn(&mut rng);
        let before = rng.chance(30).then(|| if rng.chance(80) { program } else { other.clone() });
        Drawn { name, text, before, setting }
    }

    fn broken(&self) -> Option<Broken> {
        broken_by(&self.text, self.before.as_deref(), &self.setting)
    }

    fn tell(&self, seed: u64, promise: Broken) {
        let is_broken = |text: &[u8]| broken_by(text, self.before.as_deref(), &self.setting) == Some(promise);
        let is_quick = promise != Broken::Slow && self.text.len() < 100_000;
        let text = if is_quick { smallest(&self.text, is_broken) } else { self.text.clone() };
        let Setting { compile, translate } = &self.setting;
        println!(
            "{seed} ({}): {promise}\n{} {} {:?} {:?} {:?} lines {} small loops {} {:?} {:?} {:?} {:?} openmp {}\n{}\n--",
            self.name,
            translate.mapping.policy().name(),
            translate.mapping.dialect().name(),
            translate.mode,
            translate.reader,
            translate.spelling,
            translate.line_numbers,
            translate.mapping.dialect().least_work().is_none(),
            compile.implicit_worker,
            compile.loop_interchange,
            compile.loop_proofs,
            compile.data_subscripts,
            compile.openmp_directives,
            String::from_utf8_lossy(&text)
        );
        if matches!(promise, Broken::Changes | Broken::ChangesErrors | Broken::NewErrors) {
            runs(&text, &self.setting).iter().for_each(|run| println!("{}\n-", String::from_utf8_lossy(run)));
        }
    }
}

/// What a thread works on, and since when.
type Work = Mutex<Option<(u64, Instant)>>;

/// After that time, a text that is worked on is told.
const LATE: Duration = Duration::from_secs(60);

/// Layouts, damage and settings by hand: see the README beside this file.
#[test]
#[ignore = "it takes as long as it is asked to"]
fn long_fuzzing() {
    let mut programs = valid_programs();
    let folders = std::env::var("CLACC_CORPUS").unwrap_or_default();
    programs.extend(std::env::split_paths(&folders).flat_map(|folder| programs_in(&folder)));
    programs.retain(|(_, text)| !text.is_empty());
    let end = Instant::now() + Duration::from_secs(number("CLACC_SECONDS", 60));
    let (first, count) = (number("CLACC_SEED", 1), number("CLACC_TEXTS", u64::MAX >> 1));
    let next = AtomicU64::new(first);
    let shown = Mutex::new(BTreeMap::<Broken, usize>::new());
    let works: Vec<Work> = (0..number("CLACC_THREADS", 1)).map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for work in &works {
            scope.spawn(|| {
                while Instant::now() < end {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        break;
                    }
                    *work.lock().expect("no other thread failed") = Some((seed, Instant::now()));
                    let drawn = Drawn::new(seed, &programs);
                    if let Some(promise) = drawn.broken() {
                        *shown.lock().expect("no other thread failed").entry(promise).or_default() += 1;
                        drawn.tell(seed, promise);
                    }
                    *work.lock().expect("no other thread failed") = None;
                }
            });
        }
        scope.spawn(|| tell_late_ones(&works, end));
    });
    println!("texts {} {:?}", next.into_inner() - first, shown.into_inner().expect("no thread failed"));
}

fn tell_late_ones(works: &[Work], end: Instant) {
    let mut told = None;
    while Instant::now() < end {
        for work in works {
            let late =
                work.lock().expect("no other thread failed").filter(|(_, since)| since.elapsed() > LATE);
            if let Some((seed, _)) = late.filter(|(seed, _)| told != Some(*seed)) {
                println!("{seed} takes long");
                told = Some(seed);
            }
        }
        std::thread::sleep(Duration::from_secs(1));
    }
}
