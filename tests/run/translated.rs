//! Translates programs into a folder through the interface of the library.

use std::path::{Path, PathBuf};

use clacc::Session;
use clacc::diagnostics::Severity;
use clacc::files::FileSystem;
use clacc::options::CompileOptions;
use clacc::translate::TranslateOptions;

struct OsFiles;

impl FileSystem for OsFiles {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// Translates every file and the headers of the program into `folder`. Returns the translated sources.
pub(crate) fn translate_into(
    sources: &[PathBuf],
    folder: &Path,
    options: &TranslateOptions,
) -> Result<Vec<PathBuf>, String> {
    let mut session = Session::new(OsFiles);
    let mut written = Vec::new();
    for source in sources {
        let path = source.to_str().ok_or("a path is not UTF-8")?;
        let unit = session.add_unit(path, &CompileOptions::default()).map_err(|error| error.to_string())?;
        let translation = session.translate(unit, options);
        let problems: Vec<String> = translation
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .map(ToString::to_string)
            .collect();
        if !problems.is_empty() {
            return Err(format!("translation reports:\n{}", problems.join("\n")));
        }
        let target = folder.join(source.file_name().ok_or("a source has a name")?);
        std::fs::write(&target, &translation.text).map_err(|error| error.to_string())?;
        written.push(target);
        for header in &translation.headers {
            let name = Path::new(&*header.path).file_name().ok_or("a header has a name")?;
            std::fs::write(folder.join(name), &header.text).map_err(|error| error.to_string())?;
        }
    }
    Ok(written)
}
