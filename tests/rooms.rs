//! Enforces the tables of rooms in `clacc-sema/src/lib.rs` and `clacc-ttx/src/rules/mod.rs`: which room uses which, and which know
//! nothing of C.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The sources of clacc-sema.
const SEMA: &str = "clacc-sema/src";

/// The module of clacc-ttx that has rooms of its own.
const RULES: &str = "rules::";

/// The rooms that analyse directives, whatever the host language.
const NEUTRAL: [&str; 6] = ["acc", "dependence", "directives", "flow", "omp", "tuning"];

/// What these rooms may name of the parser's trees: directives and clauses, by their numbers and kinds.
const NEUTRAL_NODES: [&str; 4] = ["ClauseId", "ClauseKind", "DirectiveId", "DirectiveKind"];

/// The code of each module of a crate, without comments and unit tests: `acc::facts`.
fn modules(sources: &str) -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(sources);
    let mut found = BTreeMap::new();
    let mut folders = vec![(String::new(), root)];
    while let Some((prefix, folder)) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a source folder reads").flatten() {
            let path = entry.path();
            let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
            let name = if stem == "mod" { prefix.clone() } else { join(&prefix, &stem) };
            if path.is_dir() {
                folders.push((name, path));
            } else if stem != "lib" {
                found.insert(name, code(&std::fs::read_to_string(path).expect("a source reads")));
            }
        }
    }
    found
}

fn join(prefix: &str, name: &str) -> String {
    if prefix.is_empty() { name.to_owned() } else { format!("{prefix}::{name}") }
}

fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

fn room(module: &str) -> &str {
    module.split("::").next().unwrap_or_default()
}

/// The paths of a `use`, its braces multiplied out.
fn paths(tree: &str) -> Vec<String> {
    let Some((before, inner)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let inner = inner.strip_suffix('}').unwrap_or(inner);
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, character) in inner.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.flat_map(|part| paths(&format!("{before}{part}"))).collect()
}

/// The paths that a module names in its `use`s, and those that go through a module of the tree elsewhere.
fn used_paths(text: &str) -> Vec<String> {
    let uses = text.split(';').filter_map(|statement| statement.rsplit_once("use "));
    let mut found: Vec<_> = uses.flat_map(|(_, tree)| paths(&squeezed(tree))).collect();
    let name =
        |rest: &str| rest.split(|next: char| !next.is_alphanumeric()).next().unwrap_or_default().to_owned();
    found.extend(
        text.match_indices("ast::").map(|(at, path)| format!("ast::{}", name(&text[at + path.len()..]))),
    );
    found.retain(|path| path != "ast::");
    found
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The modules that a module imports from, itself and what it exports again of its own children left out.
fn imports(module: &str, text: &str, modules: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for statement in text.split(';') {
        let Some((before, tree)) = statement.rsplit_once("use ") else { continue };
        let is_public = before.trim_end().rsplit('\n').next().is_some_and(|line| line.starts_with("pub"));
        for path in paths(&squeezed(tree)) {
            let Some(used) = resolve(module, &path, modules) else { continue };
            let is_child = used.starts_with(&format!("{module}::"));
            if used != module && !(is_public && is_child) {
                found.insert(used);
            }
        }
    }
    found
}

/// The modules that a module uses: those that it imports from, and those that it names by their paths in the crate or below itself.
fn uses(module: &str, text: &str, modules: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut found = imports(module, text, modules);
    found.extend(paths_in_code(text).filter_map(|path| resolve(module, path, modules)));
    found.remove(module);
    let child_path = |child: &str| child.strip_prefix(&format!("{module}::")).map(|name| format!("{name}::"));
    let is_called = |child: &&String| child_path(child).is_some_and(|path| mentions_path(text, &path));
    found.extend(modules.keys().filter(is_called).cloned());
    found
}

/// The paths from the root of the crate that stand in code.
fn paths_in_code(text: &str) -> impl Iterator<Item = &str> {
    let statements = text.split(';').filter(|statement| !statement.contains("use "));
    statements.flat_map(|statement| {
        statement.match_indices("crate::").map(|(at, _)| {
            let end = |next: char| !next.is_alphanumeric() && next != '_' && next != ':';
            statement[at..].split(end).next().unwrap_or_default()
        })
    })
}

/// Whether a path begins with a name here, not in the middle of another path.
fn mentions_path(text: &str, path: &str) -> bool {
    let is_start =
        |at: usize| !text[..at].ends_with(|before: char| before.is_alphanumeric() || "_:".contains(before));
    text.match_indices(path).any(|(at, _)| is_start(at))
}

/// The module that a path leads into, if it is one of this crate.
fn resolve(module: &str, path: &str, modules: &BTreeMap<String, String>) -> Option<String> {
    let mut here: Vec<&str> = module.split("::").collect();
    let mut parts: Vec<&str> = path.split("::").collect();
    match parts[0] {
        "crate" => here.clear(),
        "self" => {}
        "super" => {
            let up = parts.iter().take_while(|part| **part == "super").count();
            here.truncate(here.len() - up);
            parts.drain(1..up);
        }
        first if modules.contains_key(&join(module, first)) => parts.insert(0, "self"),
        _ => return None,
    }
    here.extend(&parts[1..]);
    (1..=here.len()).rev().map(|length| here[..length].join("::")).find(|path| modules.contains_key(path))
}

/// The rows of the table of rooms in the documentation of a module: what each room may use.
fn table(source: &'static str) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let rows = lines.skip_while(|line| !line.starts_with("| room | may use |")).skip(2);
    let cells = |row: &'static str| row.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
    let rows = rows.take_while(|line| line.starts_with('|')).map(cells);
    let rooms: BTreeMap<_, BTreeSet<_>> =
        rows.map(|cells| (cells[0], cells[1].split(", ").collect())).collect();
    assert!(!rooms.is_empty(), "the table of rooms was not found");
    rooms
}

#[test]
fn every_room_uses_what_the_table_allows() {
    let (table, modules) = (table(include_str!("../clacc-sema/src/lib.rs")), modules(SEMA));
    for (module, text) in &modules {
        check_uses(&table, "", (module, text), &modules);
    }
}

#[test]
fn every_room_of_rules_uses_what_the_table_allows() {
    let (table, modules) = (table(include_str!("../clacc-ttx/src/rules/mod.rs")), modules("clacc-ttx/src"));
    let rules = modules.iter().filter(|(module, _)| module.starts_with(RULES));
    for (module, text) in rules {
        check_uses(&table, RULES, (module, text), &modules);
    }
}

/// Checks the modules of a folder with rooms that a module uses. The module of the folder itself lies above its rooms.
fn check_uses(
    table: &BTreeMap<&str, BTreeSet<&str>>,
    folder: &str,
    (module, text): (&str, &str),
    modules: &BTreeMap<String, String>,
) {
    let own = room(&module[folder.len()..]);
    let allowed = table.get(own).unwrap_or_else(|| panic!("{module} lies in no room"));
    for used in uses(module, text, modules) {
        assert_ne!(format!("{used}::"), folder, "{module} uses what lies above its room");
        let Some(other) = used.strip_prefix(folder).map(room) else { continue };
        let is_allowed = own == other || allowed.contains(other);
        assert!(is_allowed, "{module} uses {used}, which the table of rooms does not allow");
    }
}

#[test]
fn analyses_of_directives_know_nothing_of_c() {
    for (module, text) in modules(SEMA).iter().filter(|(module, _)| NEUTRAL.contains(&room(module))) {
        assert!(!text.contains("crate::c::"), "{module} uses C's room");
        assert!(!text.contains("clacc_syntax::print"), "{module} prints");
        let nodes =
            used_paths(text).into_iter().filter_map(|path| Some(path.split_once("ast::")?.1.to_owned()));
        let of_c: Vec<_> = nodes.filter(|node| !NEUTRAL_NODES.contains(&node.as_str())).collect();
        assert!(of_c.is_empty(), "{module} names nodes of C: {of_c:?}");
        let way_back = ["c_model(", "c_expr(", "c_stmt(", "c_symbol(", "at_expr(", "at_stmt("];
        let found = way_back.iter().find(|name| text.contains(*name));
        assert_eq!(found, None, "{module} goes back to C's tree");
    }
}

#[test]
fn the_halves_of_the_runtime_library_know_nothing_of_each_other() {
    let modules = modules("clacc-runtime/src");
    let rooms: BTreeSet<_> = modules.keys().map(|module| room(module)).collect();
    assert_eq!(rooms, BTreeSet::from(["discrete", "openacc", "profile", "threads"]));
    // The device of this library lies above both halves.
    for (module, text) in modules.iter().filter(|(module, _)| room(module) != "discrete") {
        let used = uses(module, text, &modules);
        let is_foreign = |used: &&String| room(used) != room(module) && room(used) != "profile";
        assert_eq!(used.iter().find(is_foreign), None, "{module} uses the other half");
    }
}

#[test]
fn modules_use_each_other_in_no_circle() {
    for sources in crates() {
        let edges: Edges = if THROUGH_THE_ROOM.contains(&sources.as_str()) { imports } else { uses };
        check_circles(&modules(&sources), edges);
    }
}

/// The crates whose modules get at names of their own room through the module around them, which is no circle of meaning.
const THROUGH_THE_ROOM: [&str; 3] = ["clacc-syntax/src", "clacc-ttx/src", "src"];

/// The folders with the sources of all crates of the workspace.
fn crates() -> Vec<String> {
    let members =
        include_str!("../Cargo.toml").split("members = [").nth(1).and_then(|rest| rest.split(']').next());
    let names = members.expect("the workspace has members").split('"').skip(1).step_by(2);
    names.map(|name| format!("{name}/src")).chain(["src".to_owned()]).collect()
}

type Edges = fn(&str, &str, &BTreeMap<String, String>) -> BTreeSet<String>;

fn check_circles(modules: &BTreeMap<String, String>, edges: Edges) {
    let mut left: BTreeMap<&String, BTreeSet<String>> =
        modules.iter().map(|(module, text)| (module, edges(module, text, modules))).collect();
    // Takes out what uses nothing that is left, until all that is left lies in circles or above them.
    loop {
        let names: BTreeSet<String> = left.keys().map(|module| (*module).clone()).collect();
        let before = left.len();
        left.retain(|_, used| used.intersection(&names).next().is_some());
        if left.len() == before {
            break;
        }
    }
    let circle: Vec<_> = left.keys().collect();
    assert!(circle.is_empty(), "these modules use each other in circles, or use those that do: {circle:?}");
}
