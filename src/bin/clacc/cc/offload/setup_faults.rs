//! Messages about what is missing for a GPU, each with a code that has a page.

use crate::Failure;

/// A part of a set-up for GPUs that is missing, or that cannot work together with another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SetupFault {
    /// No installed compiler generates code for the device.
    NoCompiler,
    /// clang has no library for devices.
    NoDeviceLibrary,
    /// There is no ptxas.
    NoCuda,
    /// CUDA writes code that the runtime library of clang does not read.
    NewCuda,
    /// There is no nvlink.
    NoNvlink,
    /// There is no lld, the linker for AMD devices.
    NoLld,
    /// There is no library of mathematical functions for AMD devices.
    NoRocm,
    /// Nothing says for which GPU code is generated.
    UnknownCard,
}

impl SetupFault {
    fn code(self) -> &'static str {
        match self {
            SetupFault::NoCompiler => "GPU0001",
            SetupFault::NoDeviceLibrary => "GPU0002",
            SetupFault::NoCuda => "GPU0003",
            SetupFault::NewCuda => "GPU0004",
            SetupFault::NoNvlink => "GPU0005",
            SetupFault::NoLld => "GPU0006",
            SetupFault::NoRocm => "GPU0007",
            SetupFault::UnknownCard => "GPU0008",
        }
    }

    /// Returns the message: what is missing, then what to do.
    pub(crate) fn message(self, text: &str) -> Failure {
        let code = self.code();
        format!("error[{code}]: {text}; clacc explain {code} says more")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_has_a_page() {
        for fault in [
            SetupFault::NoCompiler,
            SetupFault::NoDeviceLibrary,
            SetupFault::NoCuda,
            SetupFault::NewCuda,
            SetupFault::NoNvlink,
            SetupFault::NoLld,
            SetupFault::NoRocm,
            SetupFault::UnknownCard,
        ] {
            assert!(clacc::codes().any(|page| page.id == fault.code()), "{fault:?}");
        }
    }
}
