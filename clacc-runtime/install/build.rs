//! Makes the tables of what the installer carries: the sources of the libraries, and the libraries themselves for the target that it is
//! built for. So nobody who uses it needs a compiler of Rust.

#[path = "src/compile/mod.rs"]
mod compile;
#[path = "src/error.rs"]
pub mod error;

use compile::Compiler;
use error::{InstallError, at};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Libraries are packed fast rather than small: the one takes seconds, the other saves a tenth.
const LEVEL: u8 = 1;

fn main() {
    let out = PathBuf::from(variable("OUT_DIR"));
    // Without the sources there is nothing to build.
    let sources = std::path::absolute("runtime").unwrap_or_default();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/compile");
    println!("cargo::rerun-if-changed=src/error.rs");
    let table = source_table(&sources).unwrap_or_else(|error| panic!("{error}"));
    let carried = carried_table(&sources, &out).unwrap_or_else(|error| {
        let said = error.to_string();
        let first = said.lines().find(|line| !line.trim_end().ends_with(':')).unwrap_or(&said);
        println!("cargo::warning=clacc will build its runtime libraries when they are installed, because they could not be built together with it: {first}");
        "pub(crate) const LIBRARIES: &[super::Packed] = &[];\n".to_owned()
    });
    std::fs::write(out.join("tables.rs"), table + &carried).unwrap_or_else(|error| panic!("{error}"));
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// The sources of each crate by its folder: the paths in the folder, and the texts.
fn source_table(sources: &Path) -> Result<String, InstallError> {
    let mut table = "pub(crate) const SOURCES: &[super::Folder] = &[\n".to_owned();
    for each in entries(sources)? {
        let root = each.join("src");
        let folder = each.file_name().unwrap_or_default().to_string_lossy();
        let _ = writeln!(table, "({folder:?}, &[");
        for file in source_files(&root)? {
            println!("cargo::rerun-if-changed={}", file.display());
            let name = file.strip_prefix(&root).unwrap_or(&file);
            let name = name.to_string_lossy().replace('\\', "/");
            let _ = writeln!(table, "({name:?}, include_str!({:?})),", file.display().to_string());
        }
        table += "]),\n";
    }
    Ok(table + "];\n")
}

/// Returns the entries of a folder, sorted by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, InstallError> {
    let found =
        std::fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut found: Vec<PathBuf> = found.map_err(at(folder))?;
    found.sort();
    Ok(found)
}

/// All source files below a folder but those of tests.
fn source_files(folder: &Path) -> Result<Vec<PathBuf>, InstallError> {
    let mut files = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            files.extend(source_files(&path)?);
        } else if !path.to_string_lossy().ends_with("_tests.rs") {
            files.push(path);
        }
    }
    Ok(files)
}

/// Builds the libraries. Returns the table of their files, which are packed.
fn carried_table(sources: &Path, out: &Path) -> Result<String, InstallError> {
    let linker = std::env::var("RUSTC_LINKER").ok().map(|linker| format!("-Clinker={linker}"));
    let compiler = Compiler {
        program: variable("RUSTC"),
        arguments: [format!("--target={}", variable("TARGET"))].into_iter().chain(linker).collect(),
        is_for_linux: variable("CARGO_CFG_TARGET_OS") == "linux",
        has_processes: variable("CARGO_CFG_TARGET_OS") == "linux"
            && variable("CARGO_CFG_TARGET_ENV") == "gnu"
            && ["x86_64", "aarch64"].contains(&&*variable("CARGO_CFG_TARGET_ARCH")),
    };
    let mut table = "pub(crate) const LIBRARIES: &[super::Packed] = &[\n".to_owned();
    for recipe in compiler.recipes() {
        recipe.build(sources, out, &compiler)?;
        for name in recipe.files() {
            let (file, packed) = (out.join(&name), out.join(format!("{name}.packed")));
            let bytes = std::fs::read(&file).map_err(at(&file))?;
            let bytes = miniz_oxide::deflate::compress_to_vec_zlib(&bytes, LEVEL);
            std::fs::write(&packed, bytes).map_err(at(&packed))?;
            std::fs::remove_file(&file).map_err(at(&file))?;
            let _ = writeln!(table, "({name:?}, include_bytes!({:?})),", packed.display().to_string());
        }
    }
    Ok(table + "];\n")
}
