//! Interoperability routines (18.12).
//!
//! There are no devices but the host, so that no construct makes an interoperability object: `omp_interop_none` is the only
//! one, and it has no properties.

use core::ffi::{CStr, c_char, c_void};

/// `omp_interop_property_t` from `omp_ipr_first` on: the names of the properties and the types of their values.
const PROPERTIES: [(i32, &CStr, &CStr); 9] = [
    (-9, c"targetsync", c"void *"),
    (-8, c"device_context", c"void *"),
    (-7, c"device", c"void *"),
    (-6, c"platform", c"void *"),
    (-5, c"device_num", c"int"),
    (-4, c"vendor_name", c"const char *"),
    (-3, c"vendor", c"int"),
    (-2, c"fr_name", c"const char *"),
    (-1, c"fr_id", c"int"),
];

/// `omp_interop_rc_t`: what the routines say of their result.
const RESULTS: [(i32, &CStr); 8] = [
    (1, c"the property has no value"),
    (0, c"the value is the result"),
    (EMPTY, c"the object is omp_interop_none"),
    (OUT_OF_RANGE, c"there is no such property"),
    (-3, c"the property is of type int"),
    (-4, c"the property is a pointer"),
    (-5, c"the property is a string"),
    (OTHER, c"the object is none that a construct made"),
];
const EMPTY: i32 = -1;
const OUT_OF_RANGE: i32 = -2;
const OTHER: i32 = -6;

fn result_of_asking(object: *const c_void, property: i32) -> i32 {
    match property {
        _ if !PROPERTIES.iter().any(|(number, ..)| *number == property) => OUT_OF_RANGE,
        _ if object.is_null() => EMPTY,
        _ => OTHER,
    }
}

/// Stores what is to be said of a question.
///
/// # Safety
/// The pointer is null or that of an `int` of the program.
unsafe fn answer(object: *const c_void, property: i32, result: *mut i32) {
    if !result.is_null() {
        // SAFETY: the caller promises it.
        unsafe { result.write(result_of_asking(object, property)) };
    }
}

/// How many properties there are beside those of OpenMP (18.12.1).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_num_interop_properties(_object: *const c_void) -> i32 {
    0
}

/// The value of a property that is an integer (18.12.2).
///
/// # Safety
/// The last pointer is null or that of an `int` of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_interop_int(
    object: *const c_void,
    property: i32,
    result: *mut i32,
) -> isize {
    // SAFETY: the caller promises it.
    unsafe { answer(object, property, result) };
    0
}

/// The value of a property that is a pointer (18.12.3).
///
/// # Safety
/// The last pointer is null or that of an `int` of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_interop_ptr(
    object: *const c_void,
    property: i32,
    result: *mut i32,
) -> *mut c_void {
    // SAFETY: the caller promises it.
    unsafe { answer(object, property, result) };
    core::ptr::null_mut()
}

/// The value of a property that is a string (18.12.4).
///
/// # Safety
/// The last pointer is null or that of an `int` of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_get_interop_str(
    object: *const c_void,
    property: i32,
    result: *mut i32,
) -> *const c_char {
    // SAFETY: the caller promises it.
    unsafe { answer(object, property, result) };
    core::ptr::null()
}

fn text_or_null(text: Option<&'static CStr>) -> *const c_char {
    text.map_or(core::ptr::null(), CStr::as_ptr)
}

/// The name of a property, or null (18.12.5).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_interop_name(_object: *const c_void, property: i32) -> *const c_char {
    let found = PROPERTIES.iter().find(|(number, ..)| *number == property);
    text_or_null(found.map(|(_, name, _)| *name))
}

/// The type of a property in words, or null for an object that has none (18.12.6).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_interop_type_desc(object: *const c_void, property: i32) -> *const c_char {
    let found = PROPERTIES.iter().find(|(number, ..)| *number == property && !object.is_null());
    text_or_null(found.map(|(.., kind)| *kind))
}

/// What a result code means, or null for a number that is none (18.12.7).
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_interop_rc_desc(_object: *const c_void, result: i32) -> *const c_char {
    text_or_null(RESULTS.iter().find(|(number, _)| *number == result).map(|(_, text)| *text))
}
