//! Adds the events of `work` through the core as an ordinary library, with rows in a map. The difference from the other
//! figures is the cost of the component and the store.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use scrubjay_core::ask::{Answer, Ask, Reply, Request, Resumed, Row, RowPage};
use scrubjay_core::memory::Memory;
use scrubjay_core::record::{Owner, RecordSettings};

use super::work::{self, END, Work};
use super::{GROUP, Outcome, thread_cpu_time};

/// The time of recording of all events: after the ninety days.
const NOW: i64 = END;

type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

pub(crate) fn measure(n: usize) -> Outcome {
    let (mut rows, mut memory, mut at) = (Rows::new(), Memory::default(), 0);
    let (mut pack_time, mut add_time, mut wait_time, mut n_events, mut n_rounds) =
        (Duration::ZERO, Duration::ZERO, Duration::ZERO, 0, 0);
    for group in Work::new(n).groups(GROUP) {
        let lines: String = group.iter().map(|event| format!("{}\n", work::event_line(event))).collect();
        memory.open_records(Owner::default(), RecordSettings::default(), at).map_err(|error| format!("{error:?}"))?;
        let cpu_before = thread_cpu_time();
        let packed = memory.pack_lines(&lines, NOW, &[7; 16], true).map_err(|error| format!("{error:?}"))?.packed;
        pack_time += thread_cpu_time() - cpu_before;
        let batches = [packed.batch];
        let mut resumed = None;
        let additions = loop {
            let (began, cpu_before) = (Instant::now(), thread_cpu_time());
            let reply = memory.add(&batches, resumed.take()).map_err(|error| format!("{error:?}"))?;
            add_time += thread_cpu_time() - cpu_before;
            wait_time += began.elapsed();
            n_rounds += 1;
            match reply {
                Reply::Done(additions) => break additions,
                Reply::Ask(ask) => resumed = Some(answer_requests(&rows, ask)?),
            }
        };
        at = additions.effects.to_generation;
        additions.effects.deletes.iter().for_each(|key| drop(rows.remove(key)));
        rows.extend(additions.effects.puts.into_iter().map(|Row { key, value }| (key, value)));
        n_events += group.len();
    }
    let microseconds_each = |time: Duration| time.as_secs_f64() * 1e6 / n_events as f64;
    println!("core_pack_lines_us {}", microseconds_each(pack_time));
    println!("core_add_us {}", microseconds_each(add_time));
    println!("core_rounds {}", n_rounds as f64 * GROUP as f64 / n_events as f64);
    println!("core_rows {}", rows.len() as f64 / n_events as f64);
    println!(
        "core_row_bytes {}",
        rows.iter().map(|(key, value)| key.len() + value.len()).sum::<usize>() as f64 / n_events as f64
    );
    Ok(())
}

fn answer_requests(rows: &Rows, ask: Ask) -> Result<Resumed, String> {
    let row = |(key, value): (&Vec<u8>, &Vec<u8>)| Row { key: key.clone(), value: value.clone() };
    let answers = ask.requests.into_iter().map(|request| match request {
        Request::Keys(keys) => Ok(Answer::Rows(RowPage {
            rows: keys.iter().filter_map(|key| rows.get_key_value(key)).map(row).collect(),
            complete: true,
        })),
        Request::Range(range) => {
            let mut bytes_left = i64::from(range.max_bytes);
            let mut remaining_rows = rows.range(range.start..range.end).map(row).peekable();
            let mut page = Vec::new();
            while bytes_left > 0
                && let Some(row) = remaining_rows.next()
            {
                bytes_left -= (row.key.len() + row.value.len()) as i64;
                page.push(row);
            }
            Ok(Answer::Rows(RowPage { rows: page, complete: remaining_rows.peek().is_none() }))
        }
        Request::Span(_) => Err("lines are asked for, where there is no file".to_owned()),
        Request::Model(_) => Err("a model is asked, where there is none".to_owned()),
    });
    Ok(Resumed { ticket: ask.ticket, answers: answers.collect::<Result<_, _>>()? })
}
