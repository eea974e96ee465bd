//! The choice of the OpenMP that is printed: `--openmp`, `--for` and `--compiler`, or the name of a dialect.

use std::process::{Command, Stdio};

use clacc::Dialect;
use clacc::dialect::{CompilerVersions, Platform};

use crate::command_line::{DialectArguments, PlatformName};
use crate::{Failure, paths, policies};

impl DialectArguments {
    /// The dialect of the run for one more compiler. None if the user chose the compilers, or the text is for a named dialect.
    pub(crate) fn for_compiler(&self, name: &str) -> Option<Dialect> {
        let is_open = self.dialect.is_none() && self.compilers.is_empty();
        let with = || DialectArguments {
            openmp: self.openmp.clone(),
            platform: self.platform,
            compilers: vec![name.to_owned()],
            dialect: None,
        };
        if is_open { with().dialect().ok() } else { None }
    }

    /// The dialect that was chosen: that of the library's defaults, changed by what was given.
    pub(crate) fn dialect(&self) -> Result<Dialect, Failure> {
        if let Some(name) = &self.dialect {
            return policies::dialect(name);
        }
        let openmp = self.openmp.as_deref().unwrap_or("5.1");
        let platform = match self.platform {
            PlatformName::Device => Platform::Device,
            PlatformName::Any => Platform::Any,
            PlatformName::Host => Platform::Host,
        };
        let version = openmp
            .split_once('.')
            .and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        let compilers = compilers(&self.compilers)?;
        let dialect = version.and_then(|version| Dialect::of(version, platform, compilers));
        dialect.ok_or_else(|| format!("--openmp {openmp}: the versions are 4.5, 5.0, 5.1, 5.2, 6.0 and 6.1"))
    }
}

fn compilers(names: &[String]) -> Result<CompilerVersions, Failure> {
    names.iter().try_fold(CompilerVersions::NONE, |all, name| match name.as_str() {
        "none" => Ok(all),
        "here" => Ok(installed().fold(all, |all, each| all.with(each.name).unwrap_or(all))),
        name => all.with(name).ok_or_else(|| {
            let known: Vec<_> = CompilerVersions::known().collect();
            format!("--compiler {name}: faults are known of {}; `here` stands for those that are installed, `none` for none", known.join(", "))
        }),
    })
}

/// A compiler whose faults are known and that is installed.
pub(crate) struct InstalledCompiler {
    /// Its name as an argument of `--compiler`.
    pub(crate) name: &'static str,
    /// The command that starts it: `gcc-14`, or `gcc`.
    pub(crate) program: &'static str,
}

/// The known compilers that are installed.
pub(crate) fn installed() -> impl Iterator<Item = InstalledCompiler> {
    CompilerVersions::known().filter_map(|name| {
        let (family, version) = name.split_once('-').unwrap_or((name, ""));
        let is_it = |program: &&str| major_version(program).is_some_and(|found| found == version);
        let program = [name, family].into_iter().find(is_it)?;
        Some(InstalledCompiler { name, program })
    })
}

/// The major version that a program prints of itself; none if it does not start.
fn major_version(program: &str) -> Option<String> {
    let mut command = Command::new(paths::of(program));
    let output = command.arg("-dumpversion").stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let major = text.trim().split('.').next()?;
    (output.status.success() && !major.is_empty()).then(|| major.to_owned())
}
