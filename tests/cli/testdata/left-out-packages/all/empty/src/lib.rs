//! Uses glassbox and has no check.
