//! Search for CUDA, of which clang needs `ptxas`, the assembler, and `nvlink`, the linker for devices.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use super::super::backend;
use super::setup_faults::SetupFault;
use crate::{Failure, compiler, paths};

/// A version of CUDA, such as 12.9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Release {
    pub(super) major: u32,
    minor: u32,
}

impl std::fmt::Display for Release {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}.{}", self.major, self.minor)
    }
}

impl Release {
    /// Returns the newest version of PTX that this CUDA and clang 19 know, times ten.
    fn ptx(self) -> u32 {
        match self.major {
            ..=10 => 60,
            11 => 70 + self.minor.min(8),
            12 => 80 + self.minor.min(5),
            _ => 85,
        }
    }
}

/// A program of CUDA with its version.
#[derive(Clone, Debug)]
struct CudaTool {
    path: PathBuf,
    release: Release,
}

/// An installation of CUDA.
#[derive(Clone, Debug)]
pub(super) struct Cuda {
    pub(super) root: PathBuf,
    ptxas: CudaTool,
    nvlink: Option<CudaTool>,
}

/// The demands of a build on an installation of CUDA.
#[derive(Clone, Copy)]
pub(super) struct CudaNeeds {
    /// The major version of clang.
    pub(super) clang: u32,
    /// true if a program is linked, which nvlink does for the device.
    pub(super) links: bool,
}

/// The first version of clang whose runtime library reads device code of CUDA 13, which has another version of its ELF ABI.
const FIRST_CLANG_WITH_NEW_ABI: u32 = 21;
/// The first version of CUDA that writes it.
const FIRST_CUDA_WITH_NEW_ABI: u32 = 13;

impl Cuda {
    /// Returns the installation in a folder. As for clang, it holds `nvvm/libdevice`, and a program that is not there is taken from PATH:
    /// the packages of Debian have theirs in `/usr/bin`.
    fn in_folder(root: PathBuf) -> Option<Cuda> {
        let tool = |name: &str| {
            let beside = CudaTool::at(root.join("bin").join(name));
            beside.or_else(|| CudaTool::at(backend::program(name)?))
        };
        let ptxas = root.join("nvvm/libdevice").is_dir().then(|| tool("ptxas"))??;
        let nvlink = tool("nvlink");
        Some(Cuda { root, ptxas, nvlink })
    }

    /// Returns the version of PTX that clang must write, where it cannot find that out: it reads the version of CUDA in `cuda.h`, which
    /// installations of the compiler alone do not hold, and else writes the newest PTX that it knows, which an older ptxas refuses.
    pub(super) fn ptx_to_name(&self) -> Option<u32> {
        let is_told = self.root.join("include/cuda.h").is_file();
        (!is_told).then(|| self.ptxas.release.ptx())
    }

    /// Returns why this installation cannot be used.
    pub(super) fn fault(&self, needs: CudaNeeds) -> Option<Failure> {
        let root = self.root.display();
        let nvlink = self.nvlink.as_ref().filter(|_| needs.links);
        let new = [Some(&self.ptxas), nvlink].into_iter().flatten().find(|tool| tool.is_new_for(needs.clang));
        if let Some(tool) = new {
            return Some(SetupFault::NewCuda.message(&format!(
                "{} is of CUDA {}, and the runtime library of clang {} reads no device code of CUDA 13 or newer: the program would run on the host; {CUDA_12}, or take clang {FIRST_CLANG_WITH_NEW_ABI} or newer",
                tool.path.display(), tool.release, needs.clang
            )));
        }
        (needs.links && nvlink.is_none()).then(|| {
            SetupFault::NoNvlink.message(&format!(
                "{root} holds no nvlink, with which clang links code for NVIDIA devices, and PATH neither; {CUDA_12}"
            ))
        })
    }
}

/// The advice that works with every version of clang.
const CUDA_12: &str =
    "install CUDA 12 (NVIDIA's package cuda-nvcc-12-9), and name its folder with --cuda-path or CUDA_HOME";

/// Returns an installation of CUDA that serves: the folder that the user names, or the first one that serves of those that are found. One
/// that links too is preferred, so that all steps of a build use the same. Fails with the reason why none serves.
pub(super) fn find(named: Option<&str>, needs: CudaNeeds) -> Result<Cuda, Failure> {
    static USUAL: LazyLock<Vec<Cuda>> =
        LazyLock::new(|| usual_folders().into_iter().filter_map(Cuda::in_folder).collect());
    let found = named
        .map_or_else(|| USUAL.clone(), |folder| Cuda::in_folder(paths::of(folder)).into_iter().collect());
    let first = |links: bool| found.iter().find(|cuda| cuda.fault(CudaNeeds { links, ..needs }).is_none());
    if let Some(cuda) = first(true).or_else(|| first(needs.links)) {
        return Ok(cuda.clone());
    }
    Err(found.iter().find_map(|cuda| cuda.fault(needs)).unwrap_or_else(|| {
        let place = named
            .map_or_else(|| "CUDA is not found".to_owned(), |root| format!("{root} is no folder of CUDA"));
        SetupFault::NoCuda.message(&format!(
            "{place}: clang needs its ptxas and nvlink to compile for NVIDIA devices; {CUDA_12}"
        ))
    }))
}

/// Returns the folders where CUDA may be, in the order of preference. Python packages of CUDA are last.
fn usual_folders() -> Vec<PathBuf> {
    let named = ["CUDA_HOME", "CUDA_PATH"].into_iter().filter_map(std::env::var_os).map(PathBuf::from);
    let on_path = backend::program("ptxas").and_then(|ptxas| Some(ptxas.parent()?.parent()?.to_owned()));
    let mut folders: Vec<PathBuf> = named.chain(on_path).collect();
    folders.extend(["/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda"].map(PathBuf::from));
    let versions = below(Path::new("/usr/local"), |name| name.starts_with("cuda-"));
    folders.extend(versions.into_iter().rev());
    folders.extend(python_folders());
    folders
}

/// Returns the folders of Python packages with CUDA in the active environment, or in that of the user.
fn python_folders() -> Vec<PathBuf> {
    let own = std::env::var_os("HOME").map(|home| Path::new(&home).join(".local"));
    let environments = std::env::var_os("VIRTUAL_ENV").map(PathBuf::from).into_iter().chain(own);
    let libraries = environments.flat_map(|root| below(&root.join("lib"), |name| name.starts_with("python")));
    libraries.flat_map(|library| below(&library.join("site-packages/nvidia"), |_| true)).collect()
}

/// Returns the entries of a folder whose names are wanted, in alphabetical order.
fn below(folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let wanted = entries.filter(|entry| is_wanted(&entry.file_name().to_string_lossy()));
    let mut found: Vec<PathBuf> = wanted.map(|entry| entry.path()).collect();
    found.sort();
    found
}

impl CudaTool {
    /// Runs a program to learn its version; none if it cannot be run, or does not tell.
    fn at(path: PathBuf) -> Option<CudaTool> {
        let mut command = Command::new(&path);
        let output = command.arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        let release = release_in(&String::from_utf8_lossy(&output.stdout))?;
        Some(CudaTool { path, release })
    }

    /// Returns whether the runtime library of a clang cannot read what this program writes.
    fn is_new_for(&self, clang: u32) -> bool {
        self.release.major >= FIRST_CUDA_WITH_NEW_ABI && clang < FIRST_CLANG_WITH_NEW_ABI
    }
}

/// Returns the version in a text such as `Cuda compilation tools, release 12.9, V12.9.86`.
fn release_in(text: &str) -> Option<Release> {
    let version = text.split_once("release ")?.1.split(',').next()?;
    let (major, minor) = version.trim().split_once('.')?;
    Some(Release { major: major.parse().ok()?, minor: minor.parse().ok()? })
}

/// Returns the version of CUDA that a compiler would use for an architecture.
pub(crate) fn cuda_release(compiler: &str, architecture: &str) -> Option<String> {
    if !architecture.starts_with("sm_") {
        return None;
    }
    let version = compiler::major_version(compiler).and_then(|major| major.parse().ok());
    let release = match version.filter(|_| compiler.contains("clang")) {
        Some(clang) => find(None, CudaNeeds { clang, links: true }).ok()?.ptxas.release,
        None => release_on_path()?,
    };
    Some(release.to_string())
}

/// Returns the version of the ptxas on PATH, which gcc uses to check what it generates.
pub(super) fn release_on_path() -> Option<Release> {
    CudaTool::at(backend::program("ptxas")?).map(|tool| tool.release)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        let text = "Built on Tue_May_27\nCuda compilation tools, release 12.9, V12.9.86\n";
        assert_eq!(release_in(text), Some(Release { major: 12, minor: 9 }));
        assert_eq!(release_in("ptxas"), None);
    }

    #[test]
    fn versions_of_ptx() {
        for (major, minor, ptx) in [(11, 8, 78), (12, 0, 80), (12, 4, 84), (12, 9, 85), (13, 0, 85)] {
            assert_eq!(Release { major, minor }.ptx(), ptx, "CUDA {major}.{minor}");
        }
    }

    #[test]
    fn pairs_that_work() {
        let tool = |major| CudaTool { path: "ptxas".into(), release: Release { major, minor: 0 } };
        for (cuda, clang, is_new) in
            [(12, 19, false), (13, 19, true), (13, 20, true), (13, 21, false), (11, 16, false)]
        {
            assert_eq!(tool(cuda).is_new_for(clang), is_new, "CUDA {cuda}, clang {clang}");
        }
    }
}
