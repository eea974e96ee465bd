//! The GPUs of this machine, as the tools of their makers name them.

use std::process::{Command, Stdio};

use super::super::backend;
use crate::paths;

/// A kind of GPU of this machine.
pub(crate) struct Card {
    pub(crate) name: String,
    pub(crate) driver: String,
    /// Its architecture: `sm_90`, `gfx90a`.
    pub(crate) architecture: String,
}

/// Returns the kinds of cards; those of AMD, if one of the compilers is a clang with its tool for them.
pub(crate) fn cards(compilers: &[String]) -> Vec<Card> {
    let clang = compilers.iter().find_map(|name| backend::program(name).filter(|_| name.contains("clang")));
    let tool = clang.map(|clang| paths::text(clang.with_file_name("amdgpu-arch").as_os_str()));
    let amd = tool.map(|tool| said_by(&tool, &[])).unwrap_or_default();
    let amd = amd.lines().filter(|line| line.starts_with("gfx")).map(|name| Card {
        name: "AMD".to_owned(),
        driver: "-".to_owned(),
        architecture: name.to_owned(),
    });
    let mut cards: Vec<Card> = nvidia().into_iter().chain(amd).collect();
    cards.dedup_by(|one, other| (&one.name, &one.architecture) == (&other.name, &other.architecture));
    cards
}

/// Returns the cards of NVIDIA.
pub(super) fn nvidia() -> Vec<Card> {
    let said =
        said_by("nvidia-smi", &["--query-gpu=name,driver_version,compute_cap", "--format=csv,noheader"]);
    let card = |line: &str| {
        let mut values = line.split(',').map(str::trim);
        let (name, driver, capability) = (values.next()?, values.next()?, values.next()?);
        let architecture = format!("sm_{}", capability.replace('.', ""));
        Some(Card { name: name.to_owned(), driver: driver.to_owned(), architecture })
    };
    said.lines().filter_map(card).collect()
}

/// Returns what a program prints; nothing if it cannot be run.
fn said_by(program: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(paths::of(program));
    let output = command.args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
}
