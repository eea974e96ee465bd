//! The text that is generated, as a whole: one program for each construct, with its text beside it. `tests/native_text` has the texts for
//! the host, `tests/device_text` those for accelerators.
//!
//! `UPDATE_EXPECT=1` writes the texts anew. The declarations of `clacc_abi.h` are left out of them, from the marker that enters the header
//! to the one that returns from it, because every text has the same.

mod commands;

use std::path::{Path, PathBuf};
use std::process::Command;

use commands::{status, text};

/// A kind of text.
struct Kind {
    /// The argument of `--emit`, and the extension of the texts.
    name: &'static str,
    /// The folder of the programs.
    folder: &'static str,
    /// The commands that must accept the text `text`. Those of one list follow each other, as far as the programs are installed.
    compilers: &'static [&'static [&'static str]],
}

const HOST: Kind = Kind {
    name: "host",
    folder: "tests/native_text",
    compilers: &[
        &["gcc -c -x cpp-output -std=gnu11 -Wall -Wextra -Werror -fopenmp-simd -Wno-uninitialized text"],
        &["clang-19 -c -x cpp-output -std=gnu11 -Wall -Wextra -Werror -fopenmp-simd -Wno-uninitialized text"],
    ],
};

const DEVICE: Kind = Kind {
    name: "device",
    folder: "tests/device_text",
    compilers: &[
        &["gcc -c -x c -std=gnu17 -Wall -Werror -Wno-unknown-pragmas text"],
        &[
            "clang-19 -S -x c -std=gnu17 -Wall -Werror -Wno-unknown-pragmas --target=nvptx64-nvidia-cuda -march=sm_70 text -o text.ptx",
            "ptxas -arch=sm_70 -c text.ptx -o text.cubin",
        ],
        &[
            "clang-19 -c -x c -std=gnu17 -Wall -Werror -Wno-unknown-pragmas --target=amdgcn-amd-amdhsa -mcpu=gfx90a -nogpulib text",
        ],
    ],
};

impl Kind {
    fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(self.folder)
    }

    /// The text that is generated for a program.
    fn generated(&self, fixture: &str) -> String {
        let output = commands::clacc(&["codegen", "--emit", self.name, fixture], &self.folder());
        assert_eq!(status(&output), 0, "{fixture}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Compiles the text with every compiler that is here. It holds nothing that one of them warns about.
    fn compile(&self, fixture: &str, generated: &str) {
        let scratch = tempfile::tempdir().expect("a scratch folder can be made");
        std::fs::write(scratch.path().join("text"), generated).expect("a file can be written");
        for lines in self.compilers {
            for line in *lines {
                let mut words = line.split(' ');
                let mut command = Command::new(words.next().expect("a command has a name"));
                let Ok(output) = command.args(words).current_dir(scratch.path()).output() else { break };
                assert!(output.status.success(), "{line}, {fixture}: {}", text(&output.stderr));
            }
        }
    }

    fn check(&self, fixture: &str) {
        let generated = self.generated(fixture);
        self.compile(fixture, &generated);
        let found = without_header(&generated);
        let expected = self.folder().join(fixture).with_extension(self.name);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&expected, &found).expect("the text can be written");
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(found, expected, "the text of {fixture}; UPDATE_EXPECT=1 writes it");
    }

    fn check_all(&self, at_least: usize) {
        let entries = std::fs::read_dir(self.folder()).expect("the folder reads").flatten();
        let paths = entries.map(|entry| PathBuf::from(entry.file_name()));
        let is_program = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "c");
        let mut programs: Vec<PathBuf> = paths.filter(is_program).collect();
        programs.sort();
        assert!(programs.len() >= at_least);
        programs.iter().for_each(|program| self.check(&program.to_string_lossy()));
    }
}

/// The text without the declarations of the header.
fn without_header(text: &str) -> String {
    let mut is_inside = false;
    let is_kept = |line: &&str| {
        is_inside |= *line == "# 1 \"clacc_abi.h\" 1 3\n";
        let is_left_out = is_inside;
        is_inside &= !(line.starts_with("# ") && line.ends_with(" 2\n"));
        !is_left_out
    };
    text.split_inclusive('\n').filter(is_kept).collect()
}

#[test]
fn texts_for_the_host_are_those_beside_the_programs() {
    HOST.check_all(11);
}

#[test]
fn texts_for_devices_are_those_beside_the_programs() {
    DEVICE.check_all(4);
}
