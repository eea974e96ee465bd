//! What clang needs for GPUs, and the options for that.

use std::path::PathBuf;

use super::super::backend;
use super::super::nvc::Devices;
use super::super::request::{DriverWord, Request, WantedOutput};
use super::architectures::{self, Architecture};
use super::cuda::{self, Cuda, CudaNeeds};
use super::setup_faults::SetupFault;
use crate::{Failure, compiler, paths};

/// A clang that compiles a request for GPUs.
pub(in crate::cc) struct ClangOffload<'r> {
    request: &'r Request,
    /// The command that starts it.
    compiler: &'r str,
    version: u32,
    architectures: Vec<Architecture>,
}

impl<'r> ClangOffload<'r> {
    pub(in crate::cc) fn new(request: &'r Request, compiler: &'r str, version: u32) -> Self {
        Self { request, compiler, version, architectures: architectures::of(request) }
    }

    /// Fails with a message that names the first part that is missing.
    pub(in crate::cc) fn check(&self) -> Result<(), Failure> {
        if self.architectures.is_empty() || !self.compiles_for_device() {
            return Ok(());
        }
        if self.request.devices == Devices::Gpu(None) && self.request.option_of_clang().is_none() {
            return Err(SetupFault::UnknownCard.message(
                "no option says for which GPU code is generated, and nvidia-smi names none; name its compute capability, such as -gpu=cc90",
            ));
        }
        if self.wants_nvidia() {
            self.check_device_library("nvptx")?;
            self.cuda()?;
        }
        if self.wants_amd() {
            self.check_device_library("amdgpu")?;
            self.check_amd()?;
        }
        Ok(())
    }

    /// Returns the options with which clang finds its parts, without those that the user names.
    pub(in crate::cc) fn flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        if self.wants_amd() && self.compiles_for_device() && !self.names_rocm() {
            let folder = self.rocm_folder().map(|folder| paths::text(folder.as_os_str()));
            flags.extend(folder.map(|folder| format!("--rocm-device-lib-path={folder}")));
        }
        if !self.wants_nvidia() || !self.compiles_for_device() || self.names("-nogpulib") {
            return flags;
        }
        if !self.names("--libomptarget-nvptx-bc-path") && !self.names("-foffload-lto") {
            let folder = self.bitcode_folder().map(|folder| paths::text(folder.as_os_str()));
            flags.extend(folder.map(|folder| format!("--libomptarget-nvptx-bc-path={folder}")));
        }
        if !self.names("--cuda-path") {
            let root = self.cuda().ok().map(|cuda| paths::text(cuda.root.as_os_str()));
            flags.extend(root.map(|root| format!("--cuda-path={root}")));
        }
        if !self.names("--cuda-feature") {
            let ptx = self.cuda().ok().and_then(|cuda| cuda.ptx_to_name());
            flags.extend(ptx.map(|ptx| format!("--cuda-feature=+ptx{ptx}")));
        }
        flags
    }

    /// Returns whether translated units are compiled for CUDA, whose functions clang's own headers declare.
    pub(in crate::cc) fn wants_nvidia(&self) -> bool {
        self.architectures.iter().any(|each| matches!(each, Architecture::Nvidia(_)))
    }

    fn wants_amd(&self) -> bool {
        self.architectures.iter().any(|each| matches!(each, Architecture::Amd(_)))
    }

    /// Returns whether machine code for devices is generated.
    fn compiles_for_device(&self) -> bool {
        let has_none = ["-emit-llvm", "--offload-host-only", "--cuda-host-only"];
        match &self.request.wanted {
            WantedOutput::Program => true,
            WantedOutput::Until(word) => {
                word == "-c" && !self.flag_words().any(|word| has_none.contains(&word))
            }
            WantedOutput::Syntax | WantedOutput::Prerequisites(_) => false,
        }
    }

    fn links(&self) -> bool {
        self.request.wanted == WantedOutput::Program
    }

    fn flag_words(&self) -> impl Iterator<Item = &str> {
        self.request.words.iter().filter_map(DriverWord::flag)
    }

    fn names(&self, option: &str) -> bool {
        self.flag_words().any(|word| word.starts_with(option))
    }

    /// Returns the CUDA that the user names, or one that serves.
    fn cuda(&self) -> Result<Cuda, Failure> {
        let named = self.flag_words().filter_map(|word| word.strip_prefix("--cuda-path=")).last();
        cuda::find(named, CudaNeeds { clang: self.version, links: self.links() })
    }

    /// Returns the folder with clang's library for NVIDIA devices as bitcode, in which clang looks by itself only if it is called by its
    /// path there.
    fn bitcode_folder(&self) -> Option<PathBuf> {
        let mut names = self.architectures.iter().filter_map(|each| match each {
            Architecture::Nvidia(Some(name)) => Some(format!("libomptarget-nvptx-{name}.bc")),
            // The default of clang.
            Architecture::Nvidia(None) => Some("libomptarget-nvptx-sm_52.bc".to_owned()),
            Architecture::Amd(_) => None,
        });
        let found = names.find_map(|name| compiler::library_file(self.compiler, &name))?;
        std::fs::canonicalize(found.parent()?).ok()
    }

    /// Fails if clang lacks its library for the devices of a maker. Its file has had several names.
    fn check_device_library(&self, maker: &str) -> Result<(), Failure> {
        let has = |name: &str| compiler::library_file(self.compiler, name).is_some();
        let in_general = ["libomptarget.devicertl.a".to_owned(), format!("libomptarget-{maker}.bc")];
        let compiler = self.compiler;
        if self.bitcode_folder().is_some() || in_general.iter().any(|name| has(name)) {
            return Ok(());
        }
        Err(SetupFault::NoDeviceLibrary.message(&format!(
            "{compiler} has no library for devices beside it; install it (package libomp-{}-dev of Debian and Ubuntu)",
            self.version
        )))
    }

    fn check_amd(&self) -> Result<(), Failure> {
        let beside = backend::program(self.compiler).map(|clang| clang.with_file_name("ld.lld"));
        let has_lld = beside.is_some_and(|lld| lld.is_file()) || backend::program("ld.lld").is_some();
        if self.links() && !has_lld {
            return Err(SetupFault::NoLld.message(&format!(
                "ld.lld is not found, with which {} links code for AMD devices; install it (package lld-{} of Debian and Ubuntu)",
                self.compiler, self.version
            )));
        }
        if self.names_rocm() || self.rocm_folder().is_some() {
            return Ok(());
        }
        let names = self.amd_names().collect::<Vec<_>>().join(" and ");
        let devices = if names.is_empty() { "AMD devices" } else { &names };
        Err(SetupFault::NoRocm.message(&format!(
            "the library of mathematical functions for {devices} is not found; install ROCm and name it with --rocm-path (package rocm-device-libs of Debian and Ubuntu holds it for older devices)"
        )))
    }

    /// Returns whether the user says where the libraries of ROCm are, or that none is linked.
    fn names_rocm(&self) -> bool {
        let options = ["--rocm-path", "--rocm-device-lib-path", "-nogpulib"];
        options.iter().any(|option| self.names(option)) || std::env::var_os("ROCM_PATH").is_some()
    }

    /// Returns the folder with the libraries of ROCm for all AMD devices of the request. Those of Debian's packages are none in which clang
    /// looks by itself.
    fn rocm_folder(&self) -> Option<PathBuf> {
        let debian = format!("/usr/lib/{}-linux-gnu/amdgcn/bitcode", std::env::consts::ARCH);
        let places = ["/opt/rocm/amdgcn/bitcode", "/usr/lib/amdgcn/bitcode", "/usr/amdgcn/bitcode", &debian];
        let has_all = |folder: &PathBuf| {
            let files = self.amd_names().map(|name| name.replacen("gfx", "oclc_isa_version_", 1) + ".bc");
            folder.is_dir() && files.map(|file| folder.join(file)).all(|file| file.is_file())
        };
        places.into_iter().map(paths::of).find(has_all)
    }

    fn amd_names(&self) -> impl Iterator<Item = &str> {
        self.architectures.iter().filter_map(|each| match each {
            Architecture::Amd(name) => name.as_deref(),
            Architecture::Nvidia(_) => None,
        })
    }
}
