//! `--cache PLACE`.

use std::path::PathBuf;

/// Where results of earlier runs lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum CachePlace {
    /// Below the folder of modules.
    #[default]
    Usual,
    /// Nowhere: everything runs.
    Off,
    /// In a folder.
    Folder(PathBuf),
    /// On a server, and below the folder of modules. Without a slash at the end.
    Server(String),
}

impl CachePlace {
    /// Parses `off`, a folder, or the address of a server.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text.starts_with("https://") {
            return Err("only `http://` works: put a proxy in front of a server that needs TLS".to_owned());
        }
        if let Some(rest) = text.strip_prefix("http://") {
            let is_address = !rest.is_empty()
                && rest.bytes().all(|byte| byte.is_ascii_graphic())
                && !rest.starts_with('/')
                && !rest.contains(['?', '#', '@']);
            let url = text.trim_end_matches('/').to_owned();
            return if is_address { Ok(Self::Server(url)) } else { Err(format!("`{text}` is no address of a server")) };
        }
        match text {
            "" => Err("write `off`, a folder or an address such as `http://cache:8080/glassbox`".to_owned()),
            "off" => Ok(Self::Off),
            _ if text.contains("://") => Err(format!("`{text}`: only folders and `http://` work")),
            _ => Ok(Self::Folder(PathBuf::from(text))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_folders_or_servers() {
        assert_eq!(CachePlace::parse("off"), Ok(CachePlace::Off));
        assert_eq!(CachePlace::parse("./off"), Ok(CachePlace::Folder("./off".into())));
        assert_eq!(CachePlace::parse("http://a:1/b/"), Ok(CachePlace::Server("http://a:1/b".into())));
        for text in ["", "https://a", "ftp://a", "http://", "http:///x", "http://a b", "http://u@h", "http://a?b"] {
            assert!(CachePlace::parse(text).is_err(), "{text}");
        }
    }
}
