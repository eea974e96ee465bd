//! The public surface of the library as rustdoc knows it. `tests/surface.txt` has a line for each item, so that a change of the
//! surface is seen; `UPDATE_EXPECT=1` writes it anew. In front of an item stand the features that show it. These have no line,
//! because other lines say what theirs would say:
//!
//! - implementations that the standard library has for all types;
//! - functions in an implementation of a trait: the trait has them;
//! - implementations of `Send` and the other automatic traits without a condition. Where a type has none, rustdoc says
//!   `impl !Send for`.
//!
//! `cargo test` compares the items of all features, which takes some seconds, and at first the time for checking all dependencies.
//! `.ci/run` compares what each feature shows as well. Both are skipped where the release of Rust is not installed that
//! [`documented`] asks for; `.ci/run` installs it.

mod documented;
mod joined;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};

use expect_test::expect_file;
use public_api::{Builder, PublicItem};
use serde_json::Value;

use self::documented::{Features, Rustdoc};

/// The crates whose items the library shows as its own. Each stands in front of those that it uses, because it may show their items.
const BENEATH: [&str; 5] =
    ["clacc-codegen", "clacc-runtime-install", "clacc-ttx", "clacc-sema", "clacc-syntax"];
/// Traits of the standard library that no program can name.
const UNNAMEABLE: [&str; 3] = ["Freeze", "StructuralPartialEq", "UnsafeUnpin"];

const LIST: &str = include_str!("../surface.txt");
/// For one test at a time, because rustdoc writes the same files for both.
static RUSTDOC: LazyLock<Mutex<Option<Rustdoc>>> = LazyLock::new(|| Mutex::new(Rustdoc::find()));

#[test]
fn the_public_surface_is_as_it_was() {
    let without_features = |line: &'static str| match line.strip_prefix('[') {
        Some(marked) => marked.split_once("] ").map_or(line, |(_, item)| item),
        None => line,
    };
    let was = LIST.lines().map(without_features).collect();
    with_rustdoc(|rustdoc| {
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            expect_file!["../surface.txt"].assert_eq(&(surface(rustdoc).join("\n") + "\n"));
        } else {
            assert_no_change(&was, &lines(rustdoc, &features(rustdoc), &mut BTreeMap::new()));
        }
    });
}

#[test]
#[ignore = "documents the library seven times; `.ci/run` runs it"]
fn each_feature_shows_what_it_did() {
    with_rustdoc(|rustdoc| assert_no_change(&LIST.lines().collect(), &surface(rustdoc)));
}

#[allow(clippy::print_stdout, reason = "a skipped comparison is worth a line")]
fn with_rustdoc(test: impl FnOnce(&Rustdoc)) {
    match &*RUSTDOC.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(rustdoc) => test(rustdoc),
        None => println!("skipped: the public surface is not compared without Rust {}", documented::RUST),
    }
}

fn assert_no_change(was: &BTreeSet<&str>, is: &[String]) {
    let is = is.iter().map(String::as_str).collect();
    let gone = was.difference(&is).map(|line| format!("- {line}\n"));
    let new = is.difference(was).map(|line| format!("+ {line}\n"));
    let changes: String = gone.chain(new).collect();
    assert!(changes.is_empty(), "the public surface has changed; UPDATE_EXPECT=1 writes it down:\n{changes}");
}

/// The features that may show something; what `unstable` shows is not promised.
fn features(rustdoc: &Rustdoc) -> Features<'_> {
    rustdoc.features("clacc").filter(|&feature| feature != "unstable").collect()
}

/// The list of public items. A feature shows an item that is not there with all features but this one.
fn surface(rustdoc: &Rustdoc) -> Vec<String> {
    let all = features(rustdoc);
    let mut listed = BTreeMap::new();
    let mut set = |features: Features| lines(rustdoc, &features, &mut listed);
    let whole = set(all.clone());
    let plain: BTreeSet<_> = set(Features::new()).into_iter().collect();
    let without: Vec<(&str, BTreeSet<String>)> = all
        .iter()
        .map(|&feature| {
            let others = all.iter().copied().filter(|&each| each != feature).collect();
            (feature, set(others).into_iter().collect())
        })
        .collect();
    let marked = whole.into_iter().map(|line| {
        let features = without.iter().filter(|(_, lines)| !lines.contains(&line));
        let features: Vec<_> = features.map(|(feature, _)| *feature).collect();
        match &features[..] {
            [] if plain.contains(&line) => line,
            [] => format!("[one of several features] {line}"),
            _ => format!("[{}] {line}", features.join(", ")),
        }
    });
    marked.collect()
}

/// The lines of the items with some features. The crates beneath are documented once for each set of features that they have.
fn lines(rustdoc: &Rustdoc, features: &Features, beneath: &mut BTreeMap<String, Vec<Value>>) -> Vec<String> {
    let of = |package| {
        rustdoc.features(package).filter(|feature| features.contains(feature)).collect::<Features>()
    };
    let theirs: Features = BENEATH.iter().flat_map(|package| of(package)).collect();
    let crates = beneath
        .entry(format!("{theirs:?}"))
        .or_insert_with(|| BENEATH.iter().map(|package| rustdoc.document(package, &of(package))).collect());
    let mut library = rustdoc.document("clacc", features);
    joined::add(crates, &mut library);
    joined::merge_blocks(&mut library);
    let file = Path::new(documented::TARGET).join("joined.json");
    std::fs::write(&file, library.to_string()).expect("a file can be written");
    let items = Builder::from_rustdoc_json(&file).omit_blanket_impls(true).build();
    let items = items.expect("public-api reads the JSON of this release");
    // An implementation is an item of the type, and of the trait too.
    let mut listed = BTreeSet::new();
    let lines = items.items().filter_map(|item| line(item, &library["index"]));
    lines.filter(|line| listed.insert(line.clone())).collect()
}

/// The line of an item, where it has one.
fn line(item: &PublicItem, index: &Value) -> Option<String> {
    let inner = &index[item.id().0.to_string()]["inner"];
    let parent = item.parent_id().map_or(&Value::Null, |parent| &index[parent.0.to_string()]["inner"]);
    let text = item.to_string();
    assert!(!text.starts_with("pub use "), "rustdoc does not say what this is: {text}");
    let is_function = !inner["function"].is_null();
    let is_listed = match &inner["impl"] {
        Value::Null => !(is_function && parent["impl"]["trait"].is_object()),
        implementation => {
            let says_more = implementation["is_negative"] == true || text.contains(" where ");
            let name = implementation["trait"]["path"].as_str().unwrap_or_default();
            (implementation["is_synthetic"] == false || says_more)
                && !UNNAMEABLE.iter().any(|each| name.ends_with(each))
        }
    };
    // A trait that has a body for a function does not require it.
    let has_body = !parent["trait"].is_null() && inner["function"]["has_body"] == true;
    is_listed.then(|| if has_body { text + " { .. }" } else { text })
}
