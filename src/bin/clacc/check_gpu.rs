//! `clacc cc --check-gpu`: which compilers work for the GPU, and what the others lack.

use std::ffi::OsString;
use std::time::Duration;

use crate::cc::{Card, cards, cuda_release};
use crate::scratch_folders::ScratchFolder;
use crate::signals::ForwardedSignals;
use crate::verify::{DeviceTrial, TrialEnd};
use crate::{CommandEnd, Failure, cc, compiler, results};

/// The time that a compilation, or a run, may take.
const LIMIT: Duration = Duration::from_secs(60);

/// A line of the table.
type Row = [String; 5];

/// The option of `clacc cc`.
pub(crate) const OPTION: &str = "--check-gpu";

/// Compiles and runs a small kernel with each compiler for each kind of card, and prints a table. `words` are those of `clacc cc`.
pub(crate) fn run(words: &[OsString]) -> Result<CommandEnd, Failure> {
    let signals = ForwardedSignals::begin();
    let scratch = ScratchFolder::temporary(None)?;
    let compilers = compilers(cc::named_backend(words)?);
    let cards = cards(&compilers);
    let mut rows: Vec<Row> = vec![["card", "driver", "compiler", "CUDA", "works"].map(str::to_owned)];
    let mut works = false;
    for (number, (card, compiler)) in pairs(&cards, &compilers).enumerate() {
        let architecture = card.map_or(WITHOUT_CARD, |card| &card.architecture);
        let options = options(compiler, architecture);
        let folder = scratch.path().join(number.to_string());
        let trial = DeviceTrial { options: &options, folder: &folder, limit: Some(LIMIT) };
        let end = trial.run(&signals)?;
        works |= matches!(end, TrialEnd::Works);
        let [name, driver] = card.map_or_else(
            || ["none".to_owned(), "-".to_owned()],
            |card| [format!("{} ({})", card.name, card.architecture), card.driver.clone()],
        );
        let cuda = cuda_release(compiler, architecture).unwrap_or_else(|| "-".to_owned());
        rows.push([name, driver, compiler.clone(), cuda, verdict(&end, card, architecture)]);
    }
    drop(scratch);
    results::result(table(&rows).as_bytes())?;
    if compilers.is_empty() {
        results::complain(
            "no compiler is installed that offloads: clang-19 with libomp-19-dev is the tested one",
        );
    }
    Ok(if works { CommandEnd::Clean } else { CommandEnd::Findings })
}

/// The architecture for which the kernel is compiled if there is no card.
const WITHOUT_CARD: &str = "sm_80";

/// Returns each compiler with each card, or without one.
fn pairs<'t>(
    cards: &'t [Card],
    compilers: &'t [String],
) -> impl Iterator<Item = (Option<&'t Card>, &'t String)> {
    let cards: Vec<Option<&Card>> =
        if cards.is_empty() { vec![None] } else { cards.iter().map(Some).collect() };
    cards.into_iter().flat_map(move |card| compilers.iter().map(move |compiler| (card, compiler)))
}

/// Returns the compiler that the user names, or those that are installed, each program once.
fn compilers(named: Option<String>) -> Vec<String> {
    if let Some(named) = named {
        return vec![named];
    }
    let mut programs = Vec::new();
    let mut is_new = |name: &&str| {
        let Some(program) = cc::program(name) else { return false };
        let is_new = !programs.contains(&program);
        programs.push(program);
        is_new
    };
    let mut names = compiler::CLANGS.to_vec();
    names.push("gcc");
    names.into_iter().filter(|name| is_new(name)).map(str::to_owned).collect()
}

/// Returns the options of `clacc cc` for a compiler and an architecture.
fn options(compiler: &str, architecture: &str) -> Vec<String> {
    let device = if compiler.contains("clang") {
        vec![format!("--offload-arch={architecture}")]
    } else {
        vec!["-acc=gpu".to_owned(), format!("-gpu=cc{}", architecture.trim_start_matches("sm_"))]
    };
    ["--backend".to_owned(), compiler.to_owned()].into_iter().chain(device).collect()
}

/// Returns the last column: whether it works, or else why not and what to do.
fn verdict(end: &TrialEnd, card: Option<&Card>, architecture: &str) -> String {
    match (end, card) {
        (TrialEnd::Works, _) => "yes".to_owned(),
        (TrialEnd::NotCompiled(reason), _) => format!("no: {}", reason.trim_start_matches("clacc: ")),
        (_, None) => format!(
            "it compiles for {architecture}; no card answers: nvidia-smi and amdgpu-arch name none, so the driver may be missing"
        ),
        (TrialEnd::SharedMemory, _) => "no: the program ran in the memory of the host".to_owned(),
        (TrialEnd::Failed(reason), _) => {
            format!(
                "no: the program ended with {reason}; LIBOMPTARGET_DEBUG=1 and GOMP_DEBUG=1 make the libraries say more"
            )
        }
    }
}

/// Returns a table, whose columns but the last one are padded.
fn table(rows: &[Row]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..4).map(width).collect();
    let line = |row: &Row| {
        let padded = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}  "));
        padded.collect::<String>() + &row[4] + "\n"
    };
    rows.iter().map(line).collect()
}
