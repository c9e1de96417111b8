//! Does not use glassbox.
