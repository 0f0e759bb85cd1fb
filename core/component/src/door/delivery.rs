//! The exported interface `delivery`: what to deliver to an agent at a moment, and a list of what was delivered before.

use super::{Door, ExportResult};
use crate::bindings::exports::scrubjay::memory::delivery;
use crate::facade::{self, Resumed};
use crate::instance::with_memory;

impl delivery::Guest for Door {
    questions! {
        deliver: delivery::DeliverQuestion => delivery::DeliverReply,
        deliveries: delivery::DeliveriesQuestion => delivery::DeliveriesReply,
        backtest: delivery::BacktestQuestion => delivery::BacktestReply,
    }
}

records! {
    delivery::DeliverQuestion => facade::DeliverQuestion {
        moment: into, session: same, text: same, paths: same, tool: same, command: same, branch: same, budget: same, now: same,
    }
    facade::ToldPiece => delivery::ToldPiece {
        id: same, kind: into, time: same, trust: into, why: same, text: same, tokens: same,
    }
    facade::Delivered => delivery::Delivered {
        pieces: list, text: same, tokens: same, n_left_out: same, to_record: same,
    }
    delivery::DeliveriesQuestion => facade::DeliveriesQuestion {
        session: same, since: same, until: same, limit: same, after: same,
    }
    facade::ToldItem => delivery::ToldItem {
        id: same, time: same, session: same, moment: into, why: same, about: same, tokens: same, trust: into, record_id: same,
        record_kind: some, said: same,
    }
    facade::DeliveryPage => delivery::DeliveryPage { deliveries: list, n_damaged: same, next: same }
    delivery::BacktestQuestion => facade::BacktestQuestion { sessions: same, moments: list, start_budget: same, budget: same }
    facade::MomentCounts => delivery::MomentCounts {
        moment: into, n_moments: same, n_told: same, n_pieces: same, n_used: same, n_repeated: same, tokens: same,
    }
    facade::ReplayedPiece => delivery::ReplayedPiece {
        session: same, time: same, moment: into, record_id: same, kind: into, text: same, is_opened: same, is_edited: same, is_run: same,
        is_repeated: same,
    }
    facade::BacktestReport => delivery::BacktestReport {
        n_sessions: same, n_events: same, n_damaged: same, n_mended_before: same, moments: list, pieces: list,
    }
}

replies! {
    facade::Delivered => delivery::DeliverReply
    facade::DeliveryPage => delivery::DeliveriesReply
    facade::BacktestReport => delivery::BacktestReply
}

enumerations! {
    facade::PieceKind => delivery::PieceKind { OpenTask, Failure, Fix, Note, Decision, Lesson, PastWork, Said, Files }
}
