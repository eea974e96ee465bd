//! The public surface of the library: `tests/surface.txt` lists what its sources declare `pub`, so that a change of it is seen.
//! `UPDATE_EXPECT=1` writes the list anew. What crates beneath declare stands there as the `pub use` that shows it.

use std::path::Path;

use expect_test::expect_file;

/// The public items in a text, each in one line up to its body, with the features that they need.
fn items(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut items: Vec<String> = Vec::new();
    let mut lines = text.lines().map(str::trim);
    let mut feature = String::new();
    while let Some(line) = lines.next() {
        if let Some(condition) = line.strip_prefix("#[cfg(").and_then(|rest| rest.strip_suffix(")]")) {
            feature = format!("[{condition}] ");
        }
        if line.starts_with("pub ") {
            let mut item = line.to_owned();
            while !is_whole(&item) {
                item = [&item, lines.next().expect("an item ends")].join(" ");
            }
            items.push(feature.clone() + head(&item));
        }
        if !line.starts_with('#') && !line.starts_with("//") {
            feature.clear();
        }
    }
    items
}

/// Whether an item is there up to its body: all brackets are closed, and something ends it.
fn is_whole(item: &str) -> bool {
    let count = |wanted: &[char]| item.matches(wanted).count();
    let is_use = item.starts_with("pub use");
    if is_use {
        item.ends_with(';')
    } else {
        count(&['(']) == count(&[')']) && item.ends_with(['{', ';', ',', '}'])
    }
}

fn head(item: &str) -> &str {
    if item.starts_with("pub use") {
        return item.trim_end_matches(';');
    }
    let body = item.find(" {").or_else(|| item.find(" = ")).unwrap_or(item.len());
    item[..body].trim_end_matches([';', ','])
}

/// The items of each file of a folder, but those of the command line.
fn add(folder: &Path, prefix: &str, out: &mut Vec<String>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).expect("a folder").flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() {
            if name != "bin" {
                add(&path, &format!("{prefix}{name}/"), out);
            }
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source");
        let found = items(&text);
        if !found.is_empty() {
            out.push(format!("{prefix}{name}"));
            out.extend(found.into_iter().map(|item| format!("    {item}")));
        }
    }
}

#[test]
fn the_public_surface_is_as_it_was() {
    let mut lines = Vec::new();
    add(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut lines);
    expect_file!["surface.txt"].assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn items_are_found_up_to_their_bodies() {
    let text = "/// Text.\n#[cfg(feature = \"diff\")]\n#[must_use]\npub fn f(\n    a: u8,\n) -> u8 {\n    1\n}\npub struct S {\n    \
                pub field: Vec<u8>,\n    pub(crate) hidden: u8,\n}\npub const N: &[&str] = &[\"a\"];\npub use a::{\n    B, C,\n};\n";
    let expected = [
        "[feature = \"diff\"] pub fn f( a: u8, ) -> u8",
        "pub struct S",
        "pub field: Vec<u8>",
        "pub const N: &[&str]",
        "pub use a::{ B, C, }",
    ];
    assert_eq!(items(text), expected);
}
