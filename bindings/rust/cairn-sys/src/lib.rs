//! The C interface of libcairn, made from its headers. The crate `cairn` is safe; this one is not.
#![allow(non_camel_case_types)]

use std::os::raw::{c_char, c_void};

include!("generated.rs");
