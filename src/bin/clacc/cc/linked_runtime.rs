//! The runtime library that programs are compiled and linked with.

use std::path::{Path, PathBuf};

use clacc_runtime_install::{Layout, install, texts};

use super::backend::{cache, fingerprint};
use crate::{Failure, results, runtime};

/// Finds the library: `CLACC_RUNTIME` names the folder into which `clacc runtime --install` put it, it is installed
/// beside this program, or it is in the user's cache, into which it is put now if it is in none of them.
pub(super) fn find() -> Result<Layout, Failure> {
    if let Some(named) = std::env::var_os("CLACC_RUNTIME") {
        let layout = Layout::new(named);
        return if layout.is_complete() {
            Ok(layout)
        } else {
            Err(format!("CLACC_RUNTIME: libacc2omp is not in {}", layout.prefix.display()))
        };
    }
    let program = runtime::program_folder()?;
    let beside = Layout::new(program.parent().unwrap_or(&program));
    if beside.is_complete() {
        return Ok(beside);
    }
    let place = cached()
        .ok_or("no folder for libacc2omp: `clacc runtime --install DIR` and CLACC_RUNTIME=DIR name one")?;
    let layout = Layout::new(&place);
    if !layout.is_complete() {
        install_in_cache(&program, &place)?;
    }
    Ok(layout)
}

/// The folder for this library in the user's cache. Another version has another folder.
fn cached() -> Option<PathBuf> {
    let all: String = texts().collect();
    Some(cache()?.join(format!("runtime-{:016x}", fingerprint(all.as_bytes()))))
}

/// Installs beside the place and moves the whole folder there, so that a run at the same time never sees a part.
fn install_in_cache(program: &Path, place: &Path) -> Result<(), Failure> {
    let folder = place.parent().unwrap_or(Path::new("."));
    let because = |error: std::io::Error| {
        format!(
            "libacc2omp cannot be put into {}: {error}; XDG_CACHE_HOME=DIR names another place, CLACC_RUNTIME=DIR a folder that holds it",
            folder.display()
        )
    };
    std::fs::create_dir_all(folder).map_err(because)?;
    let fresh = tempfile::Builder::new().prefix(".runtime-").tempdir_in(folder).map_err(because)?;
    results::say(&format!("libacc2omp is put into {}, once", place.display()));
    install(&Layout::new(fresh.path()), Some(program), "rustc").map_err(|error| error.to_string())?;
    for (path, text) in Layout::new(fresh.path()).pkg_config_files(place) {
        std::fs::write(path, text).map_err(because)?;
    }
    match std::fs::rename(fresh.path(), place) {
        Ok(()) => {
            // It has another name now.
            let _ = fresh.keep();
            Ok(())
        }
        // Another run was faster.
        Err(_) if Layout::new(place).is_complete() => Ok(()),
        Err(error) => Err(because(error)),
    }
}
