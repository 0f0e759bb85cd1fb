//! The exported interface `delivery`: what to deliver to an agent at a moment, and a list of what was delivered before.

use super::{Door, ExportResult};
use crate::bindings::exports::scrubjay::memory::delivery;
use crate::facade::{self, Resumed};
use crate::instance::with_memory;

impl delivery::Guest for Door {
    questions! {
        deliver: delivery::DeliverQuestion => delivery::DeliverReply,
        deliveries: delivery::DeliveriesQuestion => delivery::DeliveriesReply,
    }
}

records! {
    delivery::DeliverQuestion => facade::DeliverQuestion {
        moment: into, session: same, text: same, paths: same, tool: same, budget: same, now: same,
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
}

replies! {
    facade::Delivered => delivery::DeliverReply
    facade::DeliveryPage => delivery::DeliveriesReply
}

enumerations! {
    facade::PieceKind => delivery::PieceKind { OpenTask, Failure, Fix, Note, Decision, Lesson, PastWork, Said, Files }
}
