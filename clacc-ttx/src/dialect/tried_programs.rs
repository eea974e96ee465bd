//! Programs that compilers miscompile or refuse, and the versions that were tried.

/// A program that a compiler miscompiles or refuses.
#[derive(Clone, Copy, Debug)]
pub struct FaultyProgram {
    /// The file name in `tests/compilers`, without `.c`.
    pub program: &'static str,
    /// The construct, in OpenMP's notation.
    pub construct: &'static str,
    /// The compilers that were tried, with the outcome.
    pub tried: &'static [Tried],
    /// The symptom.
    pub symptom: Symptom,
    /// The description of the symptom.
    pub seen: &'static str,
    /// The OpenMP text that is printed instead, or the message for the user.
    pub instead: &'static str,
}

/// Versions of a compiler for one kind of device.
#[derive(Clone, Copy, Debug)]
pub struct Tried {
    /// The compiler.
    pub compiler: Compiler,
    /// The device on which `target` regions run.
    pub device: Device,
    /// The major versions that show the fault.
    pub wrong: &'static [u32],
    /// The major versions that were tried and are right.
    pub right: &'static [u32],
}

/// A compiler with OpenMP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compiler {
    /// GNU C.
    Gcc,
    /// LLVM's clang.
    Clang,
}

/// The device on which `target` regions run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Device {
    /// The host, in its own memory: the fallback without a device.
    Host,
    /// Clang's plugin for the host, which has separate memory.
    Plugin,
    /// NVIDIA devices. The code for them shows the fault: no device is needed.
    Nvptx,
}

/// The symptom of a fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Symptom {
    /// The program computes a wrong result, or is killed by a signal.
    Wrong,
    /// The program does not terminate.
    Hangs,
    /// The program does not compile or link.
    Refused,
    /// The program takes longer than it should.
    Slow,
}

/// The major versions of a compiler that a dialect is for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Versions {
    compiler: Compiler,
    first: u32,
    last: u32,
}

impl Versions {
    pub(super) const fn gcc_from(first: u32) -> Versions {
        Versions { compiler: Compiler::Gcc, first, last: u32::MAX }
    }

    pub(super) const fn clang(first: u32, last: u32) -> Versions {
        Versions { compiler: Compiler::Clang, first, last }
    }

    pub(super) const fn only(compiler: Compiler, version: u32) -> Versions {
        Versions { compiler, first: version, last: version }
    }

    /// Returns whether one of the versions shows the fault that was tried. A version that was not tried counts like the preceding one that
    /// was.
    const fn show(&self, tried: &Tried) -> bool {
        let mut at = 0;
        while at < tried.wrong.len() {
            let wrong = tried.wrong[at];
            if self.compiler as u8 == tried.compiler as u8
                && wrong <= self.last
                && !has_between(tried.right, wrong, self.first)
            {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// Returns whether one of the versions is greater than `after` and at most `last`.
const fn has_between(versions: &[u32], after: u32, last: u32) -> bool {
    let mut at = 0;
    while at < versions.len() {
        if after < versions[at] && versions[at] <= last {
            return true;
        }
        at += 1;
    }
    false
}

impl FaultyProgram {
    /// Returns whether a compiler shows the fault, on the host or, with `has_devices`, on a device.
    pub(super) const fn is_shown(&self, compilers: &[Versions], has_devices: bool) -> bool {
        let mut at = 0;
        while at < self.tried.len() {
            let tried = &self.tried[at];
            let mut compiler = 0;
            while compiler < compilers.len() && (has_devices || matches!(tried.device, Device::Host)) {
                if compilers[compiler].show(tried) {
                    return true;
                }
                compiler += 1;
            }
            at += 1;
        }
        false
    }
}

pub(super) const fn gcc(wrong: &'static [u32], right: &'static [u32]) -> Tried {
    Tried { compiler: Compiler::Gcc, device: Device::Host, wrong, right }
}

pub(super) const fn clang(wrong: &'static [u32], right: &'static [u32]) -> Tried {
    Tried { compiler: Compiler::Clang, device: Device::Host, wrong, right }
}

pub(super) const fn plugin(wrong: &'static [u32], right: &'static [u32]) -> Tried {
    Tried { compiler: Compiler::Clang, device: Device::Plugin, wrong, right }
}

pub(super) const fn nvptx(wrong: &'static [u32], right: &'static [u32]) -> Tried {
    Tried { compiler: Compiler::Clang, device: Device::Nvptx, wrong, right }
}
