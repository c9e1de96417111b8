//! Brute force: how many states there are, and that every check holds in every one of them.

use std::collections::BTreeMap;

use glassbox::{Invariant, native};

use super::*;

fn count<T: Invariant>() -> usize {
    let mut count = 0;
    native::enumerate::<T>(&[], |_, _, valid| count += usize::from(valid));
    count
}

#[test]
fn small_disks_are_counted() {
    assert_eq!([count::<FileSystem<2, 1, 1>>(), count::<FileSystem<3, 2, 1>>()], [7, 105]);
}

/// All valid disks of the size that is checked. To try all disks would take too long; but operations reach all valid
/// ones, if one may also exchange inodes, entries and blocks, of which they always take the first that is free.
fn valid_disks() -> Vec<Disk> {
    let mut found: BTreeMap<String, Disk> = BTreeMap::new();
    let mut todo = vec![Disk::new()];
    while let Some(disk) = todo.pop() {
        if found.contains_key(&format!("{disk:?}")) {
            continue;
        }
        todo.push(with_blocks_exchanged(&disk));
        for other in 1..3 {
            todo.extend([with_entries_exchanged(&disk, other.into()), with_inodes_exchanged(&disk, other)]);
        }
        for directory in 0..4 {
            for name in 0..2 {
                let mut next = [disk.clone(), disk.clone(), disk.clone(), disk.clone()];
                let _ = next[0].create(directory, name);
                let _ = next[1].mkdir(directory, name);
                let _ = next[2].unlink(directory, name);
                let _ = next[3].rmdir(directory, name);
                todo.extend(next);
            }
            let mut next = [disk.clone(), disk.clone()];
            let _ = next[0].write(directory);
            let _ = next[1].truncate(directory);
            todo.extend(next);
        }
        found.insert(format!("{disk:?}"), disk);
    }
    found.into_values().collect()
}

fn with_entries_exchanged(disk: &Disk, other: usize) -> Disk {
    let mut disk = disk.clone();
    disk.entries.swap(0, other);
    disk
}

fn with_inodes_exchanged(disk: &Disk, other: u8) -> Disk {
    let mut disk = disk.clone();
    disk.inodes.swap(1, 1 + usize::from(other));
    let exchanged = |inode| {
        if inode == 1 {
            1 + other
        } else if inode == 1 + other {
            1
        } else {
            inode
        }
    };
    for entry in disk.entries.iter_mut().flatten() {
        (entry.directory, entry.inode) = (exchanged(entry.directory), exchanged(entry.inode));
    }
    disk
}

fn with_blocks_exchanged(disk: &Disk) -> Disk {
    let mut disk = disk.clone();
    disk.in_use.swap(0, 1);
    for inode in &mut disk.inodes {
        if let Inode::File { block: Some(block) } = inode {
            *block = 1 - *block;
        }
    }
    disk
}

#[test]
fn disks_are_counted() {
    let disks = valid_disks();
    assert!(disks.iter().all(|disk| native::judge(disk).is_ok()));
    assert_eq!(disks.len(), 5329);
}

#[test]
fn checks_hold_on_all_disks() {
    for disk in valid_disks() {
        let holds = |run: &dyn Fn(&mut Disk) -> bool| {
            let mut after = disk.clone();
            assert!(run(&mut after), "{disk:?}");
            assert_eq!(native::judge(&after), Ok(()), "{disk:?}");
        };
        for directory in 0..5 {
            for name in 0..2 {
                lookup(&disk, directory, name);
                holds(&|disk| create(disk, directory, name));
                holds(&|disk| mkdir(disk, directory, name));
                holds(&|disk| unlink(disk, directory, name));
                holds(&|disk| rmdir(disk, directory, name));
                holds(&|disk| mkdir_then_rmdir(disk, directory, name));
                for operation in 0..5 {
                    holds(&|disk| results_are_right(disk, directory, name, operation));
                }
                holds(&|disk| create_then_unlink(disk, directory, name));
            }
            for (name, directories) in [(0, false), (0, true), (1, false), (1, true)] {
                holds(&|disk| make_keeps_others(disk, name, directories, directory, 0));
            }
            holds(&|disk| blocks_are_right(disk, directory));
            holds(&|disk| write(disk, directory));
            holds(&|disk| truncate(disk, directory));
        }
    }
}
