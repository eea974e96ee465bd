//! Lists the pages of the codes: a constant `PAGES` with the id and the text of each file `docs/codes/ID.md`, by id.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new("docs/codes");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build.rs");
    let mut pages =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    pages.retain(|path| {
        path.extension().is_some_and(|extension| extension == "md") && !path.ends_with("README.md")
    });
    pages.sort();
    let row = |path: &PathBuf| {
        let id = path.file_stem()?.to_str()?;
        let text = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/docs/codes/{id}.md\")");
        Some(format!("    (\"{id}\", include_str!({text})),\n"))
    };
    let rows: String = pages.iter().filter_map(row).collect();
    let target = env::var_os("OUT_DIR").map(PathBuf::from).ok_or(io::ErrorKind::NotFound)?.join("pages.rs");
    fs::write(target, format!("static PAGES: &[(&str, &str)] = &[\n{rows}];\n"))
}
