//! Writes the glue between the page and the WebAssembly: `xtask-wasm INPUT.wasm FOLDER`.
//!
//! It is a separate crate so that `xtask` has no dependencies. Its version must match `wasm-bindgen` in the lock file.

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let [input, folder] = words.as_slice() else {
        eprintln!("xtask-wasm INPUT.wasm FOLDER");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(input).web(true).and_then(|bindgen| {
        // Otherwise the bundler never sees the .wasm file.
        bindgen.omit_default_module_path(false).typescript(true).out_name("browser");
        // The names of functions are for debuggers only, and they would be a fifth of what a player downloads.
        bindgen.remove_name_section(true).remove_producers_section(true).generate(folder)
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why:#}");
            ExitCode::FAILURE
        }
    }
}
