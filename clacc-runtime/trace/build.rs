//! Gives the shared library a name of its own. It is never unloaded, because the runtime calls it at the end of the program.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libacc2omp_trace.so,-z,nodelete");
    }
}
