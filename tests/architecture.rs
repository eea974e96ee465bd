//! Enforces the table of crates in `ARCHITECTURE.md`, and what their packages hold.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Reads the dependencies that `ARCHITECTURE.md` allows for each crate.
fn table() -> BTreeMap<String, BTreeSet<String>> {
    let text = include_str!("../ARCHITECTURE.md");
    let rows = text.lines().filter(|line| line.starts_with("| clacc-"));
    rows.map(|row| {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let name = cells.next().unwrap_or_default().to_owned();
        let allowed = cells.next().unwrap_or_default().split(',').map(|each| each.trim().to_owned());
        (name, allowed.collect())
    })
    .collect()
}

#[test]
fn the_pages_for_newcomers_are_short() {
    assert!(include_str!("../ARCHITECTURE.md").len() <= 15_000, "details belong into the `//!` of a module");
    assert!(include_str!("../CONTRIBUTING.md").lines().count() <= 60, "CONTRIBUTING.md has one page");
}

/// Returns the direct dependencies of every member of the workspace, without those of tests and builds.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().expect("metadata lists packages");
    packages
        .iter()
        .map(|package| {
            let dependencies =
                package["dependencies"].as_array().expect("a package lists dependencies").iter();
            let normal = dependencies.filter(|each| each["kind"].is_null()).map(|each| text(&each["name"]));
            (text(&package["name"]), normal.collect())
        })
        .collect()
}

#[test]
fn every_crate_depends_on_what_the_table_allows() {
    let table = table();
    assert!(table.len() >= 4, "the table of ARCHITECTURE.md was not found");
    for (name, used) in dependencies() {
        if name == "clacc" {
            continue;
        }
        let allowed = table.get(&name).unwrap_or_else(|| panic!("{name} has no row in ARCHITECTURE.md"));
        let excess: Vec<_> = used.difference(allowed).collect();
        assert!(excess.is_empty(), "{name} depends on {excess:?}, which ARCHITECTURE.md does not allow");
    }
}

/// The packages that a build of the library on default features needs, `clacc` among them.
fn packages_of_default_features() -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "clacc", "--edges", "normal,build", "--prefix", "none", "--offline"])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .output()
        .expect("cargo runs");
    let text = String::from_utf8(output.stdout).expect("names of packages are text");
    text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn default_features_need_few_packages_and_no_compiler_of_c() {
    let packages = packages_of_default_features();
    assert!(packages.contains("salsa"), "cargo tree lists packages");
    assert!(packages.len() <= 46, "more than 45 packages beside clacc itself: {packages:?}");
    let builds_c = |name: &&String| {
        ["cc", "cmake", "bindgen", "pkg-config"].contains(&name.as_str()) || name.ends_with("-sys")
    };
    assert_eq!(packages.iter().find(builds_c), None, "no C or C++ is built");
}

#[test]
fn libraries_do_not_touch_the_world() {
    let forbidden = ["std::fs", "std::env", "std::process", "println!", "eprintln!", "std::time::SystemTime"];
    for folder in ["clacc-syntax/src", "clacc-sema/src", "clacc-ttx/src"] {
        for file in rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            let text = std::fs::read_to_string(&file).expect("a source file reads");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                for word in forbidden {
                    assert!(!line.contains(word), "{} uses {word}: {line}", file.display());
                }
            }
        }
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a source folder reads").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// The files that a package would be published with.
fn packaged(name: &str) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline", "--package", name])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")])
        .output()
        .expect("cargo runs");
    let text = String::from_utf8(output.stdout).expect("names of files are text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn packages_inside_another_one_are_not_part_of_it() {
    let [runtime, omp, install] = ["clacc-runtime", "clacc-omp", "clacc-runtime-install"].map(packaged);
    assert!(runtime.contains("include/openacc.h") && omp.contains("include/omp.h"));
    for name in ["clacc-runtime", "clacc-runtime-abi", "clacc-codegen"] {
        assert!(packaged(name).contains("include/clacc_abi.h"), "{name} has the interface");
    }
    let inside = ["abi/", "core/", "omp-routines/", "install/", "processes/", "trace/"];
    let is_of_others = |file: &&String| inside.iter().any(|folder| file.starts_with(folder));
    assert_eq!(runtime.iter().find(is_of_others), None);
    let carried =
        ["abi/include/clacc_abi.h", "omp-routines/include/omp.h", "acc2omp/src/lib.rs", "core/src/lib.rs"];
    for carried in carried.map(|file| format!("runtime/{file}")) {
        assert!(install.contains(&carried), "the installer carries {carried}: {install:?}");
    }
    let links_lead_out = |file: &&String| file.contains("/tests/") || file.contains("target/");
    assert_eq!(install.iter().find(links_lead_out), None);
}
