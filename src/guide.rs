//! Pages for readers: how a program embeds clacc, what stays stable, and tools of a page each with their whole source.
//!
//! The module is there in the documentation alone. The pages are those of the package; links between them, and to the sources of examples,
//! lead to the modules here.

/// Embedding clacc in a program.
#[doc = include_str!(concat!(env!("OUT_DIR"), "/embedding.md"))]
pub mod embedding {}

/// The promises of stability.
#[doc = include_str!(concat!(env!("OUT_DIR"), "/stability.md"))]
pub mod stability {}

/// Tools of a page each. Every one is a program of the package: `cargo run --example NAME`.
pub mod examples {
    /// Declares a module for each example, with its source.
    macro_rules! examples {
        ($($name:ident: $about:literal,)*) => {
            $(
                #[doc = concat!($about, "\n\n```rust,ignore\n", include_str!(concat!("../examples/", stringify!($name), ".rs")), "\n```")]
                pub mod $name {}
            )*
        };
    }

    examples! {
        directive_walker: "Walks over directives and their clauses.",
        editor_loop: "One thread edits, another one checks.",
        front_end_policy: "A mapping policy for another front end.",
        inserter: "Edits the text, together with the edits of the translation.",
        oversized_copies: "Reports data clauses that copy more than is used.",
        playground: "The back end of a web page, as WebAssembly.",
        policy: "A mapping policy with a parameter.",
        statistics: "Counts the directives of a program.",
        three_modes: "Prints OpenACC, OpenMP, or both.",
        wrapper: "Puts a construct around neighbouring loops, and translates it in the same pass.",
    }
}
