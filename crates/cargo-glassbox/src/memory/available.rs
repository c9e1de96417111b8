//! How much memory there is: of the computer, or of the container. Known on Linux only; elsewhere there is no limit unless the user sets one.

use std::fs;
use std::path::{Path, PathBuf};

/// The default limit: three quarters of the memory of the computer or the container; none if that is not known.
pub(crate) fn usual_limit() -> Option<usize> {
    let computer = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let container = limit_files(&groups).into_iter().filter_map(|file| limit(&fs::read_to_string(file).ok()?)).min();
    usize::try_from(computer.into_iter().chain(container).min()? / 4 * 3).ok()
}

/// The computer's memory in bytes, from `/proc/meminfo`.
fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim_end().parse::<u64>().ok()?.checked_mul(1024)
}

/// Files with the limits of the control groups that the process is in, and of all groups around them. `groups` are the lines of
/// `/proc/self/cgroup`: `0::/user.slice` in version 2, `4:memory:/docker/1f` in version 1.
fn limit_files(groups: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (root, name) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        let group = Path::new(path.trim_start_matches('/'));
        files.extend(group.ancestors().map(|group| Path::new(root).join(group).join(name)));
    }
    files
}

/// The limit in such a file; none if it says `max`.
fn limit(text: &str) -> Option<u64> {
    text.trim().parse().ok().filter(|limit| *limit > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_those_of_all_groups_around() {
        assert_eq!(total("MemFree: 7 kB\nMemTotal:       24103404 kB\n"), Some(24_103_404 * 1024));
        assert_eq!(total("MemTotal: x kB"), None);
        assert_eq!((limit("max\n"), limit("1048576\n"), limit("0"), limit("")), (None, Some(1 << 20), None, None));
        let files = |groups| limit_files(groups).iter().map(|file| file.display().to_string()).collect::<Vec<_>>();
        assert_eq!(
            files("0::/a/b\n"),
            ["/sys/fs/cgroup/a/b/memory.max", "/sys/fs/cgroup/a/memory.max", "/sys/fs/cgroup/memory.max"]
        );
        assert_eq!(
            files("5:cpu:/x\n4:memory:/d\nrubbish"),
            ["/sys/fs/cgroup/memory/d/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        );
    }
}
