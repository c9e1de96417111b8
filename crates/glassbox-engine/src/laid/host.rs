//! Host functions for runs that the oracle judges.

use glassbox_abi::names;
use glassbox_abi::skeleton::Returned;
use glassbox_vm::exec::{Guest as Caller, Host, Record, Refusal, RunKind, Stop};
use glassbox_vm::module::Import;
use glassbox_vm::track::{Provenance, Tracker};

use crate::guest::Shown;
use crate::imports;
use crate::kept_lists::KeptLists;
use crate::planned::Places;
use crate::result::Bounds;

/// State of the host functions: their answers, and the records that the guest sent.
#[derive(Debug, Default)]
pub(crate) struct LaidHost {
    /// Values of bounds that the guest can ask for.
    pub(crate) bounds: Bounds,
    /// The record that the guest sent.
    pub(crate) plan: Option<Vec<u8>>,
    /// Result of the operation, if it has an effect.
    pub(crate) returned: Option<(Returned, u64)>,
    /// Lists that the plan has written.
    pub(crate) kept_lists: KeptLists<<Provenance as Tracker>::Shadow>,
    /// Tokens that were dropped.
    pub(crate) dropped: Vec<u32>,
    /// Fields of the last node shown.
    pub(crate) shown: Vec<Shown>,
    /// Places at which something goes wrong.
    pub(crate) places: Places,
}

impl LaidHost {
    /// Clears what the last run reported.
    pub(crate) fn begin_run(&mut self) {
        self.returned = None;
        self.dropped.clear();
    }

    fn returned(&mut self, guest: &mut Caller<'_, Provenance>) -> Result<(), Stop> {
        let kind = guest.decide_u32(0)?;
        let unknown = Refusal::UnknownRecord { record: Record::Result, kind };
        let kind = *Returned::ALL.get(kind as usize).ok_or(unknown)?;
        self.returned = Some((kind, guest.decide(1)?));
        Ok(())
    }
}

impl Host<Provenance> for LaidHost {
    fn function(&mut self, import: &Import) -> Option<u32> {
        imports::number(import)
    }

    /// The search's own run has what it has noted.
    fn noted(&self) -> Option<usize> {
        Some(0)
    }

    fn call(&mut self, function: u32, guest: &mut Caller<'_, Provenance>) -> Result<(), Stop> {
        let name = imports::name(function);
        let answered = self.places.answer(name, guest).or_else(|| self.kept_lists.answer(name, guest));
        if let Some(answered) = answered {
            return answered;
        }
        match name {
            names::BOUND => {
                let bound = self.bounds.get(&guest.text(0, 1)?);
                guest.set_result(0, u64::from(bound.unwrap_or(u32::MAX)));
                Ok(())
            }
            names::PLAN => {
                self.plan = Some(guest.bytes(0, 1)?);
                Ok(())
            }
            names::RETURNED => self.returned(guest),
            names::DROPPED => guest.decide_u32(0).map(|token| self.dropped.push(token)),
            names::SHOWN => Shown::read(guest).map(|shown| self.shown.push(shown)),
            // The record has the types already.
            names::NODE_TYPE => Ok(()),
            // Numbers of values and keys may be printed.
            names::WANTS_WORDS => {
                guest.set_result(0, 1);
                Ok(())
            }
            name => Err(imports::not_offered(name, RunKind::Check)),
        }
    }
}
