//! The JSON that rustdoc writes about a package.
//!
//! This JSON is unstable, and what it says of the standard library differs from release to release. So one release makes it, whichever
//! one compiles the tests, and `RUSTC_BOOTSTRAP` lets that release do so; a nightly would not be at hand everywhere, nor stay the same.
//! Whoever goes to a newer release changes [`RUST`], which `.ci/run` reads too, and takes the `public-api` that reads its JSON.
//!
//! The packages have a target directory of their own inside that of the tests, because `RUSTC_BOOTSTRAP` makes cargo build some
//! dependencies again, and its absence once more. What was checked there is checked again only where it changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The release that documents the packages.
pub(crate) const RUST: &str = "1.95.0";
pub(crate) const TARGET: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/surface");
const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");

pub(crate) type Features<'f> = BTreeSet<&'f str>;

/// Documents packages of the workspace.
pub(crate) struct Rustdoc {
    /// The words that start the cargo of [`RUST`].
    cargo: &'static [&'static str],
    /// Each package with its features and what these stand for.
    packages: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

impl Rustdoc {
    /// Takes the cargo of the tests, or the one that rustup has.
    pub(crate) fn find() -> Option<Self> {
        let cargos: [&[&str]; 2] = [&[env!("CARGO")], &["rustup", "run", RUST, "cargo"]];
        let cargo = cargos.into_iter().find(|cargo| {
            let output = command(cargo, &["--version"]).output();
            output.is_ok_and(|output| output.stdout.starts_with(format!("cargo {RUST} ").as_bytes()))
        })?;
        Some(Self { cargo, packages: packages(cargo) })
    }

    /// The features of a package that stand for nothing but themselves, unlike `default` and `cli`.
    pub(crate) fn features(&self, package: &str) -> impl Iterator<Item = &str> {
        let features = &self.packages[package];
        let is_one = |needed: &Vec<String>| !needed.iter().any(|each| features.contains_key(each));
        features.iter().filter(move |(_, needed)| is_one(needed)).map(|(feature, _)| feature.as_str())
    }

    pub(crate) fn document(&self, package: &str, features: &Features) -> Value {
        let features: Vec<_> = features.iter().copied().collect();
        let status = command(self.cargo, &["rustdoc", "--quiet", "--lib", "--package", package])
            .args(["--no-default-features", "--features", &features.join(",")])
            .args(["--manifest-path", MANIFEST, "--target-dir", TARGET])
            .args(["-Z", "unstable-options", "--output-format", "json", "--", "--cap-lints", "allow"])
            .env("RUSTC_BOOTSTRAP", "1")
            .env_remove("RUSTDOCFLAGS")
            .status();
        assert!(status.expect("cargo runs").success(), "{package} with {features:?} cannot be documented");
        let file = Path::new(TARGET).join("doc").join(package.replace('-', "_") + ".json");
        let text = std::fs::read_to_string(file).expect("rustdoc has written a file");
        serde_json::from_str(&text).expect("rustdoc has written JSON")
    }
}

fn command(cargo: &[&str], arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo[0]);
    command.args(&cargo[1..]).args(arguments);
    command
}

fn packages(cargo: &[&str]) -> BTreeMap<String, BTreeMap<String, Vec<String>>> {
    let arguments =
        ["metadata", "--format-version", "1", "--no-deps", "--offline", "--manifest-path", MANIFEST];
    let output = command(cargo, &arguments).output().expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("metadata lists packages").iter();
    packages
        .map(|package| {
            let features = serde_json::from_value(package["features"].clone()).expect("features are lists");
            (package["name"].as_str().expect("a package has a name").to_owned(), features)
        })
        .collect()
}
