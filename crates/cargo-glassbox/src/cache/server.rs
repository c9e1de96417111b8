//! Entries on a server: `GET` and `PUT` of plain HTTP, as build caches speak it.
//!
//! A server that does not answer must not keep anybody waiting: after the first error it is not asked again, and the run says so.

use std::io::Read as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use ureq::Agent;

/// Time for a request.
const PATIENCE: Duration = Duration::from_secs(5);

/// The largest entry that is read.
const MOST_BYTES: u64 = 1 << 20;

/// A server.
#[derive(Debug)]
pub(super) struct Server {
    url: String,
    agent: Agent,
    /// The first error. After it the server is not asked again.
    problem: Mutex<Option<String>>,
}

impl Server {
    pub(super) fn new(url: &str) -> Self {
        let config =
            Agent::config_builder().timeout_global(Some(PATIENCE)).max_redirects(0).http_status_as_error(false);
        Self { url: url.to_owned(), agent: config.build().into(), problem: Mutex::new(None) }
    }

    pub(super) fn get(&self, name: &str) -> Option<Vec<u8>> {
        self.if_well(|| {
            let response = self.agent.get(format!("{}/{name}", self.url)).call().map_err(|error| error.to_string())?;
            match response.status().as_u16() {
                200 => {
                    let mut entry = Vec::new();
                    let mut body = response.into_body();
                    let read = body.as_reader().take(MOST_BYTES).read_to_end(&mut entry);
                    read.map_err(|error| error.to_string()).map(|_| Some(entry))
                }
                404 | 410 => Ok(None),
                status => Err(format!("it answers {status} to GET")),
            }
        })?
    }

    pub(super) fn put(&self, name: &str, entry: &[u8]) {
        self.if_well(|| {
            let put = self.agent.put(format!("{}/{name}", self.url)).send(entry);
            match put.map_err(|error| error.to_string())?.status().as_u16() {
                200..=299 => Ok(()),
                status => Err(format!("it answers {status} to PUT")),
            }
        });
    }

    /// The first error.
    pub(super) fn problem(&self) -> Option<String> {
        let problem = self.problem.lock().unwrap_or_else(PoisonError::into_inner).clone();
        problem.map(|problem| format!("the cache {} was not used to the end: {problem}", self.url))
    }

    fn if_well<T>(&self, ask: impl FnOnce() -> Result<T, String>) -> Option<T> {
        if self.problem.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return None;
        }
        ask().map_err(|error| *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = Some(error)).ok()
    }
}
