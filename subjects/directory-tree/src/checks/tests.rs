//! Brute force: how many states there are, and that every check holds in every one of them.

use glassbox::{Outcome, native};

use super::*;

/// All valid states within some bounds.
struct States {
    bounds: Vec<(&'static str, u32)>,
    choices: Vec<Vec<u32>>,
}

impl States {
    fn within(bounds: &[(&'static str, u32)]) -> Self {
        let mut states = Vec::new();
        native::enumerate::<FileSystem>(bounds, |_, choices, valid| {
            if valid {
                states.push(choices.to_vec());
            }
        });
        Self { bounds: bounds.to_vec(), choices: states }
    }

    fn count(&self) -> usize {
        self.choices.len()
    }

    /// Runs a check on every state, and judges the outcome.
    fn hold<O: Outcome>(&self, run: impl Fn(&mut FileSystem) -> O) {
        for choices in &self.choices {
            let mut state = native::build::<FileSystem>(&self.bounds, choices).expect("these are choices of a state");
            assert!(run(&mut state).holds(), "{}", state.replay());
            assert_eq!(native::judge(&*state), Ok(()), "{}", state.replay());
            state.discard();
        }
    }
}

/// File systems within a height: an entry is empty, a file, or a directory.
fn expected(height: u32) -> usize {
    if height == 0 { 0 } else { (2 + expected(height - 1)).pow(2) }
}

#[test]
fn file_systems_are_counted() {
    assert_eq!([1, 2, 3, 4].map(expected), [4, 36, 1444, 2_090_916]);
    assert_eq!([1, 2, 3].map(|height| States::within(&[("height", height)]).count()), [4, 36, 1444]);
}

fn path(names: &[u8]) -> Path {
    let mut path = Path([END; MOST_NAMES]);
    path.0[..names.len()].copy_from_slice(names);
    path
}

#[test]
fn other_paths_are_kept_in_low_trees() {
    let states = States::within(&[("height", 2)]);
    for names in [&[0][..], &[1], &[0, 1]] {
        for operation in 0..4 {
            states.hold(|files| other_paths_are_kept(files, path(names), path(&[1]), operation));
            states.hold(|files| other_paths_are_kept(files, path(names), path(&[0, 0]), operation));
        }
    }
}

#[test]
fn checks_hold_on_low_trees() {
    let states = States::within(&[("height", 2)]);
    for names in [&[][..], &[0], &[2], &[1, 0], &[0, 1, 1]] {
        states.hold(|files| lookup(files, path(names)));
        states.hold(|files| depth(files, path(names)));
        states.hold(|files| lookup_is_right(files, path(names)));
        for operation in 0..4 {
            states.hold(|files| results_are_right(files, path(names), operation));
        }
        states.hold(|files| lookup_in_file(files, path(names), 1));
        states.hold(|files| mkdir_then_depth(files, path(names)));
        states.hold(|files| create(files, path(names)));
        states.hold(|files| mkdir(files, path(names)));
        states.hold(|files| unlink(files, path(names)));
        states.hold(|files| rmdir(files, path(names)));
        for directory in [false, true] {
            states.hold(|files| make_then_lookup(files, path(names), directory));
            states.hold(|files| remove_then_lookup(files, path(names), directory));
        }
    }
}
