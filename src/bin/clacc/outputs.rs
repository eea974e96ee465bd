//! Writing of output files: all of them or none, and each as a whole.
//!
//! Everything is checked before anything is written. Then each text is written to a temporary file beside its destination, and only when
//! all texts are written are the temporary files renamed. Signals that end the process are blocked until that is done, so an interrupted
//! run leaves either every old or every new text and no temporary files.
//!
//! Properties that a rename would lose are preserved (permissions, owner) or lead to a refusal (hard links, read-only files).
//!
//! Nothing else of clacc writes over files of the user.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::signals::HeldBack;
use crate::{Failure, leftover_texts, paths, results};

/// A file to write.
pub(crate) struct WrittenFile<'t> {
    /// The path, as messages show it.
    pub(crate) path: String,
    pub(crate) text: &'t [u8],
    /// The contents of the file when it was read. The file is only written if it still has these contents, so that changes which an editor
    /// saves in the meantime are not lost. None if the text was not made from this file.
    pub(crate) read: Option<Arc<[u8]>>,
}

/// Writes files. Missing folders are made.
pub(crate) fn write(outputs: &[WrittenFile<'_>]) -> Result<(), Failure> {
    let (mut streams, mut files) = (Vec::new(), Vec::new());
    for output in outputs {
        let because = |reason: String| format!("cannot write {}: {reason}", output.path);
        match WrittenTo::of(output).map_err(because)? {
            WrittenTo::Stream(stream) => streams.push((output, stream)),
            WrittenTo::File(file) => files.push((output, file)),
        }
    }
    check_distinct(&files)?;
    replace_all(&files)?;
    for (output, stream) in streams {
        stream.write(output.text).map_err(|error| format!("cannot write {}: {error}", output.path))?;
    }
    Ok(())
}

/// Writes one file that was not made from a source.
pub(crate) fn write_text(path: &Path, text: &[u8]) -> Result<(), Failure> {
    write(&[WrittenFile { path: paths::text(path.as_os_str()), text, read: None }])
}

/// Refuses two texts for one file.
fn check_distinct(files: &[(&WrittenFile<'_>, ReplacedFile)]) -> Result<(), Failure> {
    let mut known: BTreeMap<&Path, &WrittenFile<'_>> = BTreeMap::new();
    for (output, file) in files {
        if let Some(other) = known.insert(&file.real, output) {
            return Err(format!("nothing is written: {} is the same file as {}", output.path, other.path));
        }
    }
    Ok(())
}

fn replace_all(files: &[(&WrittenFile<'_>, ReplacedFile)]) -> Result<(), Failure> {
    let _held_back = HeldBack::begin();
    let folders: BTreeSet<&Path> = files.iter().map(|(_, file)| file.folder()).collect();
    folders.into_iter().for_each(leftover_texts::remove);
    let mut staged = Vec::new();
    for (output, file) in files {
        let beside =
            file.stage(output.text).map_err(|reason| format!("cannot write {}: {reason}", output.path))?;
        staged.push((output, file, beside));
    }
    for (output, file) in files {
        file.compare(output).map_err(|reason| format!("nothing is written: {} {reason}", output.path))?;
    }
    let count = staged.len();
    for (written, (output, file, beside)) in staged.into_iter().enumerate() {
        beside.persist(&file.real).map_err(|error| {
            format!("cannot write {}: {} ({written} of {count} files are written)", output.path, error.error)
        })?;
    }
    Ok(())
}

/// The destination of a text.
enum WrittenTo {
    Stream(Stream),
    File(ReplacedFile),
}

/// A destination that is written to and must never be replaced by a file.
enum Stream {
    /// The process's stdout. Opening it anew would lose its position, and with it the output of other processes.
    Stdout,
    /// A device or a pipe.
    Path(PathBuf),
}

/// A file that is replaced or made.
struct ReplacedFile {
    /// The canonical path.
    real: PathBuf,
    there: Option<Metadata>,
}

impl WrittenTo {
    fn of(output: &WrittenFile<'_>) -> Result<WrittenTo, String> {
        let path = &paths::of(&output.path);
        if let Some(stream) = Stream::by_name(path) {
            return Ok(WrittenTo::Stream(stream));
        }
        let real = match std::fs::canonicalize(path) {
            Ok(real) => real,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if std::fs::symlink_metadata(path).is_ok() {
                    return Err("it is a link to a file that does not exist".to_owned());
                }
                return Ok(WrittenTo::File(ReplacedFile { real: place_of_new(path), there: None }));
            }
            Err(error) => return Err(error.to_string()),
        };
        let there = std::fs::metadata(&real).map_err(|error| error.to_string())?;
        if there.is_file() {
            check_replaceable(&real, &there)?;
            Ok(WrittenTo::File(ReplacedFile { real, there: Some(there) }))
        } else if there.is_dir() {
            Err("it is a directory".to_owned())
        } else if output.read.is_some() {
            Err("it is no regular file, so it cannot be changed".to_owned())
        } else {
            Ok(WrittenTo::Stream(Stream::Path(real)))
        }
    }
}

/// Returns the canonical path of a new file, as far as its folders exist, so that two spellings of it are equal.
fn place_of_new(path: &Path) -> PathBuf {
    let folder =
        path.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let (Some(folder), Some(name)) = (folder, path.file_name()) else { return path.to_owned() };
    std::fs::canonicalize(folder).unwrap_or_else(|_| place_of_new(folder)).join(name)
}

/// Refuses files of which a rename would silently change something.
fn check_replaceable(real: &Path, there: &Metadata) -> Result<(), String> {
    if there.permissions().readonly() {
        return Err("it is read-only".to_owned());
    }
    #[cfg(unix)]
    {
        let links = std::os::unix::fs::MetadataExt::nlink(there);
        if links > 1 {
            return Err(format!(
                "it has {links} hard links, which would then differ; remove or copy it first"
            ));
        }
    }
    // Nothing is written here. Opening the file tells whether it is writable.
    OpenOptions::new().write(true).open(real).map(drop).map_err(|error| error.to_string())
}

impl Stream {
    /// Returns the stream that a name such as `/dev/stdout` stands for. Following the name would lead to the file that the stream is
    /// redirected to.
    fn by_name(path: &Path) -> Option<Stream> {
        if ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name)) {
            return Some(Stream::Stdout);
        }
        let is_own =
            path == Path::new("/dev/stderr") || path.starts_with("/dev/fd") || path.starts_with("/proc");
        is_own.then(|| Stream::Path(path.to_owned()))
    }

    fn write(&self, text: &[u8]) -> Result<(), Failure> {
        match self {
            Stream::Stdout => results::result(text),
            Stream::Path(path) => OpenOptions::new()
                .append(true)
                .open(path)
                .and_then(|mut open| open.write_all(text))
                .map_err(|error| error.to_string()),
        }
    }
}

impl ReplacedFile {
    /// Writes the text to a temporary file with the attributes of the file that it is to replace. If it is not renamed, it is removed when
    /// dropped.
    fn stage(&self, text: &[u8]) -> Result<tempfile::TempPath, String> {
        let folder = self.folder();
        let mut beside = self
            .temporary(folder)
            .map_err(|error| format!("no file can be made in {}: {error}", folder.display()))?;
        let filled = beside.write_all(text).and_then(|()| match &self.there {
            Some(there) => take_over(beside.as_file(), &self.real, there),
            None => Ok(()),
        });
        // Some file systems report a full disk only at this point.
        filled.and_then(|()| beside.as_file().sync_all()).map_err(|error| error.to_string())?;
        Ok(beside.into_temp_path())
    }

    fn folder(&self) -> &Path {
        let folder = self.real.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.unwrap_or(Path::new("."))
    }

    fn temporary(&self, folder: &Path) -> io::Result<tempfile::NamedTempFile> {
        if self.there.is_none() {
            std::fs::create_dir_all(folder)?;
        }
        let mut builder = tempfile::Builder::new();
        let prefix = leftover_texts::prefix();
        builder.prefix(&prefix).suffix(leftover_texts::SUFFIX);
        // A new file has default permissions, reduced by the umask. A replacement is inaccessible to others until it has the permissions of
        // the old file.
        #[cfg(unix)]
        if self.there.is_none() {
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        }
        builder.tempfile_in(folder)
    }

    /// Checks that the file has not changed since it was read.
    fn compare(&self, output: &WrittenFile<'_>) -> Result<(), String> {
        let Some(read) = &output.read else { return Ok(()) };
        match std::fs::read(&self.real) {
            Ok(now) if *now == **read => Ok(()),
            Ok(_) => Err("was changed while it was being translated".to_owned()),
            Err(error) => Err(format!("cannot be read again: {error}")),
        }
    }
}

/// Gives a file the owner, the permissions and the extended attributes of the file that it is to replace, which include access control
/// lists.
#[cfg(unix)]
fn take_over(beside: &File, real: &Path, there: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt as _;
    let own = beside.metadata()?;
    if (own.uid(), own.gid()) != (there.uid(), there.gid()) {
        std::os::unix::fs::fchown(beside, Some(there.uid()), Some(there.gid()))
            .map_err(|error| io::Error::new(error.kind(), format!("its owner cannot be kept: {error}")))?;
    }
    // Changing the owner can clear permissions, and setting an access control list can change them.
    beside.set_permissions(there.permissions())?;
    copy_attributes(&File::open(real)?, beside).map_err(|error| {
        io::Error::new(error.kind(), format!("its extended attributes cannot be kept: {error}"))
    })
}

#[cfg(not(unix))]
fn take_over(beside: &File, _real: &Path, there: &Metadata) -> io::Result<()> {
    beside.set_permissions(there.permissions())
}

#[cfg(unix)]
fn copy_attributes(from: &File, to: &File) -> io::Result<()> {
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};
    let mut names = vec![0; ATTRIBUTES];
    let length = match flistxattr(from, &mut names) {
        Ok(length) => length,
        // The file system does not support such attributes.
        Err(error) if error == rustix::io::Errno::NOTSUP => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let (mut value, mut same) = (vec![0; ATTRIBUTES], vec![0; ATTRIBUTES]);
    for name in names[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        let length = fgetxattr(from, name, &mut value[..])?;
        let value = &value[..length];
        let there = fgetxattr(to, name, &mut same[..]);
        if !there.is_ok_and(|length| same[..length] == *value) {
            fsetxattr(to, name, value, XattrFlags::empty())?;
        }
    }
    Ok(())
}

/// The greatest length that Linux allows for the list of names and for a value (`XATTR_LIST_MAX`, `XATTR_SIZE_MAX`).
#[cfg(unix)]
const ATTRIBUTES: usize = 64 << 10;
