//! What running parts of a program does.
