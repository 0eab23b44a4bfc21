//! Compiles libcairn with the system's C compiler (CC, AR and CFLAGS are heeded) into a static library.
//! The sources are three folders above, or in `native` of this crate.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::{env, fs, thread};

fn find_native() -> PathBuf {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let inside = here.join("native");
    if inside.is_dir() {
        inside
    } else {
        here.join("../../..")
    }
}

/// The folders of the library's sources.
const FOLDERS: [&str; 2] = ["src", "research"];

/// Adds the C files below a folder; those for other systems compile to nothing.
fn list(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources of libcairn") {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list(&path, found);
        } else if path.extension().map_or(false, |ending| ending == "c") {
            found.push(path);
        }
    }
}

fn list_sources(native: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        list(&native.join(folder), &mut found);
    }
    found.sort();
    found
}

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?} failed");
}

fn compile(native: &Path, source: &Path, object: &Path) {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_string());
    let flags = env::var("CFLAGS").unwrap_or_default();
    run(Command::new(compiler)
        .args(["-std=c11", "-O2", "-DNDEBUG", "-fPIC", "-pthread"])
        .args(["-D_POSIX_C_SOURCE=200809L", "-D_FILE_OFFSET_BITS=64"])
        .args(flags.split_whitespace())
        .arg("-I")
        .arg(native.join("include"))
        .arg("-I")
        .arg(native.join("src"))
        .arg("-I")
        .arg(native)
        .arg("-c")
        .arg(source)
        .arg("-o")
        .arg(object));
}

fn main() {
    let native = find_native();
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    let sources = list_sources(&native);
    let work: Vec<(PathBuf, PathBuf)> = sources
        .iter()
        .enumerate()
        .map(|(i, source)| (source.clone(), out.join(format!("{i}.o"))))
        .collect();
    let waiting = Mutex::new(work.iter());
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| loop {
                let next = waiting.lock().unwrap().next();
                match next {
                    Some((source, object)) => compile(&native, source, object),
                    None => return,
                }
            });
        }
    });
    let library = out.join("libcairn.a");
    let _ = fs::remove_file(&library);
    let archiver = env::var("AR").unwrap_or_else(|_| "ar".to_string());
    run(Command::new(archiver).arg("crs").arg(&library).args(work.iter().map(|(_, object)| object)));
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=cairn");
    println!("cargo:rerun-if-changed={}", native.join("include").display());
    for folder in FOLDERS {
        println!("cargo:rerun-if-changed={}", native.join(folder).display());
    }
}
