//! Gives the shared library a name of its own. It is never unloaded, because it holds the program's heap.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libclacc_processes.so,-z,nodelete");
    }
}
