//! Invalid payloads under a valid seal, which anyone who writes a store can make: each is left out or answered, in bounded time.

use std::time::{Duration, Instant};

use conformance::engine::{Natives, opened};
use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::memory::{Change, Purpose};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The most time that all calls on one store may take together: a thousand times what any call needs.
const MAX_TIME: Duration = Duration::from_secs(5);
/// A value's format, checksum and stamp, before its payload.
const HEAD_BYTES: usize = 13;
/// The number of seeds. The variable `SEEDS` sets another number, and `FIRST` the first seed.
const N_SEEDS: u64 = 100;
/// A regression: the containers of a file that was stated as a nameless function and its own parent were searched without end.
const STALLED: [u64; 1] = [507];

const FILES: [(&str, &str); 6] = [
    (
        "bird.py",
        "import os\nfrom nest import *\n\nclass Bird(Egg):\n    def sing(self, at: Egg = None):\n        x = [self.sing, os.name]\n        return x[0](at.hatch())\n\n\ndef f():\n    with Bird() as b:\n        b.sing()\n",
    ),
    (
        "nest.py",
        "from bird import *\nfrom bird import Bird\n\nclass Egg:\n    def hatch(self):\n        return Bird().sing()\n\nNEST = {'a': Egg, 'b': Bird}\nNEST['a']().hatch()\n",
    ),
    (
        "a.ts",
        "export * from './b';\nimport { B } from './b';\nexport interface I { m(): B }\nexport class A extends B implements I { m() { return super.m().m(); } }\n",
    ),
    (
        "b.ts",
        "export * from './a';\nimport { A } from './a';\nexport class B { x: A; m() { return this.x.m(); } }\nfunction g(f = new A()) { f.m(); [1].map(() => g()); }\n",
    ),
    (
        "lib.rs",
        "pub use self::m::*;\nmod m { pub use super::*; pub trait T { fn t(&self) -> Self; } pub struct S; impl T for S { fn t(&self) -> S { S.t() } } }\nfn f(s: m::S) { s.t().t(); }\n",
    ),
    (
        "a.go",
        "package a\ntype E struct { F }\ntype F struct { *E }\ntype I interface { M() F }\nfunc (e E) M() F { return e.F.M() }\nfunc G() { E{}.M().M() }\n",
    ),
];

#[test]
fn rubbish_under_a_valid_seal_keeps_no_call_busy() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let rows = stored();
    let first_seed = number("FIRST", 1);
    let seeds = first_seed..first_seed + number("SEEDS", N_SEEDS);
    for seed in seeds.chain(STALLED) {
        let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut spoiled_rows = rows.clone();
        for (key, value) in &mut spoiled_rows.rows {
            if chance.below(4) == 0 {
                chance.spoil(key, value);
            }
        }
        let started = Instant::now();
        let mut times = String::new();
        let mut step = |name: &str| {
            times += &format!("{name} {:?}, ", started.elapsed());
            assert!(started.elapsed() < MAX_TIME, "seed {seed}: {times}");
        };
        for purpose in [Purpose::Reading, Purpose::Writing] {
            let Ok(mut engine) = opened(&Natives, purpose, &spoiled_rows) else { continue };
            step("open");
            if purpose == Purpose::Writing {
                let _ = engine.link(100);
                step("link");
                let _ = engine.digest();
                step("digest");
            }
            for name in ["Bird", "sing", "A.m", "x"] {
                let _ = spoiled_rows.answer(&|_, _, _| None, |resumed| engine.find(name, resumed));
            }
            step("find");
            let _ = spoiled_rows.answer(&|_, _, _| None, |resumed| engine.export(0, resumed));
            step("export");
        }
    }
}

/// Once a row said that four billion files had been there, and linking wrote as many rows of the name index as these
/// would take.
#[test]
fn a_number_of_files_that_no_store_has_is_not_believed() {
    let mut rows = stored();
    let (key, value) = rows.rows.iter_mut().find(|(key, _)| **key == [0x01]).expect("a store has a row about itself");
    value.truncate(HEAD_BYTES);
    value.extend([0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1, 1]);
    seal(key, value);
    let mut engine = opened(&Natives, Purpose::Writing, &rows).unwrap();
    let changes: Vec<Change> = Parsers::new().change("new.py", "def new(): pass\n").into_iter().collect();
    let effects = engine.apply(&changes, &[7; 16]).unwrap();
    assert_eq!((effects.refused.len(), effects.deletes.len() < 1_000), (0, true));
    assert!(engine.link(100).unwrap().0.deletes.len() < 1_000);
}

fn stored() -> Rows {
    let mut rows = Rows::default();
    let mut engine = opened(&Natives, Purpose::Writing, &rows).unwrap();
    let mut parsers = Parsers::new();
    let changes: Vec<Change> = FILES.iter().filter_map(|(path, text)| parsers.change(path, text)).collect();
    assert_eq!(changes.len(), FILES.len());
    assert!(rows.commit(&engine.apply(&changes, &[7; 16]).unwrap()));
    assert!(rows.commit(&engine.link(100).unwrap().0));
    rows
}

/// Random numbers by seed (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % end
    }

    /// Changes a payload: bytes of it, numbers in it, its end; and seals it.
    fn spoil(&mut self, key: &[u8], value: &mut Vec<u8>) {
        let n = value.len() - HEAD_BYTES;
        for _ in 0..1 + self.below(3) {
            let at = HEAD_BYTES + self.below(n.max(1));
            match self.below(5) {
                _ if at >= value.len() => value.push(self.below(256) as u8),
                0 => value[at] ^= 1 << self.below(8),
                1 => value[at] = [0, 1, 0x7f, 0x80, 0xff][self.below(5)],
                // The longest numbers that a few bytes can write.
                2 => drop(value.splice(at..=at, [0xff, 0xff, 0xff, 0xff, 0x0f])),
                3 => value.truncate(at),
                _ => {
                    let from = HEAD_BYTES + self.below(n.max(1));
                    value[at] = value.get(from).copied().unwrap_or_default();
                }
            }
        }
        seal(key, value);
    }
}

/// Seals a payload anew, as the core does.
fn seal(key: &[u8], value: &mut [u8]) {
    let sum = xxh3_64_with_seed(&value[9..], xxh3_64(key) ^ u64::from(value[0]));
    value[1..9].copy_from_slice(&sum.to_le_bytes());
}
