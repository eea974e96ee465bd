//! Lists the pages of the codes (a constant `PAGES` with the id and the text of each file `docs/codes/ID.md`, by id), and makes pages of the
//! guide, whose links lead to places in the documentation of the crate.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let target = env::var_os("OUT_DIR").map(PathBuf::from).ok_or(io::ErrorKind::NotFound)?;
    fs::write(target.join("pages.rs"), pages_of_codes()?)?;
    for page in ["embedding", "stability"] {
        let source = format!("docs/{page}.md");
        println!("cargo::rerun-if-changed={source}");
        fs::write(target.join(page).with_extension("md"), with_links(&fs::read_to_string(&source)?))?;
    }
    Ok(())
}

fn pages_of_codes() -> io::Result<String> {
    let folder = Path::new("docs/codes");
    println!("cargo::rerun-if-changed={}", folder.display());
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
    Ok(format!("static PAGES: &[(&str, &str)] = &[\n{rows}];\n"))
}

/// Returns a page of `docs` with its relative links changed to those of the guide, or to the sources of the package.
fn with_links(page: &str) -> String {
    let mut parts = page.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    let linked = parts.map(|part| {
        let (target, rest) = part.split_once(')').unwrap_or((part, ""));
        format!("]({}){rest}", link(target))
    });
    std::iter::once(first).chain(linked).collect()
}

/// Returns the target of a link from a module of the guide.
fn link(target: &str) -> String {
    if let Some(example) = target.strip_prefix("../examples/").and_then(|name| name.strip_suffix(".rs")) {
        return format!("../examples/{example}/index.html");
    }
    match target {
        _ if target.contains("://") => target.to_owned(),
        // The package for C is not in a registry: its page names it.
        _ if target.starts_with("../clacc-c/") => "#from-c".to_owned(),
        "stability.md" | "embedding.md" => format!("../{}/index.html", target.trim_end_matches(".md")),
        _ => {
            let path = target.strip_prefix("../").map_or_else(|| format!("docs/{target}"), str::to_owned);
            format!("https://docs.rs/crate/clacc/latest/source/{path}")
        }
    }
}
