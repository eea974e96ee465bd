//! Functions of the C library whose effect would stay in one process, where the program means all of its threads. They end the program
//! with a message where that matters, and do what they always do elsewhere.

use crate::processes;
use crate::streams;
use crate::system::{Condition, fail, hidden};
use crate::world::world;
use std::ffi::{CStr, c_void};
use std::mem::transmute;
use std::sync::atomic::Ordering;

/// Where a function is refused.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    /// In the processes of a team, but for the first one of the program.
    InWorkers,
    /// In all processes while a team runs.
    InTeams,
    /// As soon as the program's memory is shared: a child would change it.
    AfterTheFirstTeam,
}

impl Where {
    fn is_here(self) -> bool {
        match self {
            Self::InWorkers => processes::is_worker(),
            Self::InTeams => streams::is_in_region(),
            Self::AfterTheFirstTeam => world().is_shared.load(Ordering::SeqCst),
        }
    }
}

fn check(name: &CStr, place: Where) {
    if place.is_here() {
        let when = match place {
            Where::InWorkers => "in a region by another thread than 0",
            Where::InTeams => "in a region",
            Where::AfterTheFirstTeam => "after the first region",
        };
        let name = name.to_string_lossy();
        fail(Condition::Refused, &format!("{name} was called {when}: other processes would not know of it"));
    }
}

/// A function with at most six arguments, none of them a floating-point number: they are passed on as they are in registers.
type Passed = unsafe extern "C" fn(usize, usize, usize, usize, usize, usize) -> usize;

macro_rules! refused {
    ($($place:ident: $($name:ident)*;)*) => {
        $($(
            #[doc = concat!("The C library's `", stringify!($name), "`.")]
            ///
            /// # Safety
            /// As for that function.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name(a: usize, b: usize, c: usize, d: usize, e: usize, f: usize) -> usize {
                let name = concat!(stringify!($name), "\0");
                let name = CStr::from_bytes_with_nul(name.as_bytes()).unwrap_or_default();
                check(name, Where::$place);
                // SAFETY: the function takes as many of the arguments as it has, and the caller promises the rest.
                unsafe { transmute::<*mut c_void, Passed>(hidden(name))(a, b, c, d, e, f) }
            }
        )*)*
    };
}

refused! {
    InWorkers: setenv putenv unsetenv clearenv setlocale __cxa_atexit sigaction signal tzset;
    InTeams: mmap mmap64 mremap munmap mprotect pthread_create pthread_mutex_lock pthread_cond_wait pthread_cond_timedwait
        pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_barrier_wait sem_wait;
    AfterTheFirstTeam: fork _Fork;
}
