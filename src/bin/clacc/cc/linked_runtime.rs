//! The runtime library that programs are compiled and linked with.

use std::path::Path;

use clacc_runtime_install::{LIBRARIES, Layout, install, install_headers, library, texts};

use super::backend::fingerprint;
use crate::scratch_folders::{self, ScratchFolder};
use crate::{Failure, cache, results, runtime};

/// Finds the library: in the folder into which `clacc runtime --install` put it, which `CLACC_RUNTIME` names; installed beside this
/// program; or in the user's cache, where it is installed now if it is in none of these places.
pub(super) fn find() -> Result<Layout, Failure> {
    named_or_beside()?.map_or_else(in_cache, Ok)
}

/// Finds the headers of the library for a command that links nothing. If the cache cannot be used, they are written to a temporary folder
/// of this run.
pub(super) fn find_headers(scratch: &Path) -> Result<Layout, Failure> {
    if let Some(layout) = named_or_beside()? {
        return Ok(layout);
    }
    in_cache().or_else(|_| {
        let layout = Layout::new(scratch.join("runtime"));
        install_headers(&layout).map_err(|error| error.to_string())?;
        Ok(layout)
    })
}

fn named_or_beside() -> Result<Option<Layout>, Failure> {
    if let Some(named) = std::env::var_os("CLACC_RUNTIME") {
        let layout = Layout::new(named);
        return if layout.is_complete() {
            Ok(Some(layout))
        } else {
            Err(format!("CLACC_RUNTIME: libacc2omp is not in {}", layout.prefix.display()))
        };
    }
    let program = runtime::program_folder()?;
    let beside = Layout::new(program.parent().unwrap_or(&program));
    Ok(Some(beside).filter(Layout::is_complete))
}

fn in_cache() -> Result<Layout, Failure> {
    let cache = cache::folder().map_err(|reason| not_in_cache(&reason))?;
    let layout = Layout::new(cache.join(name_in_cache()));
    if !is_as_installed(&layout) {
        install_in_cache(&runtime::program_folder()?, &layout.prefix)?;
    }
    Ok(layout)
}

/// Returns the name of the folder for this version of the library in the user's cache.
fn name_in_cache() -> String {
    let all: String = texts().collect();
    format!("runtime-{:016x}", fingerprint(all.as_bytes()))
}

fn not_in_cache(reason: &str) -> Failure {
    format!(
        "libacc2omp cannot be put into the cache: {reason}; XDG_CACHE_HOME=DIR names another place, CLACC_RUNTIME=DIR a folder into which `clacc runtime --install DIR` put it"
    )
}

/// The file with the list of an installation's files in the cache, with their sizes.
const LIST: &str = "files";

/// Returns whether the files have the sizes that were installed, and the headers the texts.
fn is_as_installed(layout: &Layout) -> bool {
    let has_text = |(name, text): &(&str, &str)| {
        std::fs::read(layout.include().join(name)).is_ok_and(|there| there == text.as_bytes())
    };
    let mut headers = LIBRARIES.iter().flat_map(|library| library.headers);
    let list = std::fs::read_to_string(layout.prefix.join(LIST));
    layout.is_complete() && headers.all(has_text) && list.is_ok_and(|list| list == listed(layout))
}

fn listed(layout: &Layout) -> String {
    let size = |name: &String| std::fs::metadata(layout.lib().join(name)).map_or(0, |there| there.len());
    library::files().map(|name| format!("{} {name}", size(&name))).collect::<Vec<_>>().join("\n")
}

/// Installs into a temporary folder and moves it to its place as a whole, so that a concurrent run never sees a part.
fn install_in_cache(program: &Path, place: &Path) -> Result<(), Failure> {
    let folder = place.parent().unwrap_or(Path::new("."));
    let because = |error: std::io::Error| not_in_cache(&format!("{}: {error}", folder.display()));
    let fresh = ScratchFolder::beside(folder, ".installed-").map_err(because)?;
    results::say(&format!("libacc2omp is put into {}, once", place.display()));
    let layout = Layout::new(fresh.path());
    install(&layout, Some(program), "rustc").map_err(|error| error.to_string())?;
    let list = (fresh.path().join(LIST), listed(&layout));
    for (path, text) in layout.pkg_config_files(place).into_iter().chain([list]) {
        std::fs::write(path, text).map_err(because)?;
    }
    // The existing installation is damaged, or another run was faster.
    if !is_as_installed(&Layout::new(place)) {
        scratch_folders::remove(place);
    }
    match fresh.rename(place) {
        Ok(()) => Ok(()),
        Err(_) if is_as_installed(&Layout::new(place)) => Ok(()),
        Err(error) => Err(because(error)),
    }
}
