//! Earlier work is told at the first prompt that goes on with it.

use super::*;

/// A session on the branch `cues`.
fn importer_work() -> Vec<Event> {
    let on_cues = |minutes, body| Event { branch: "cues".into(), ..at("old", minutes, body) };
    vec![
        on_cues(50, said(Role::User, "let the importer of subtitles keep the last line")),
        on_cues(49, edited("src/before.rs")),
        on_cues(48, said(Role::User, "and test it")),
        on_cues(47, said(Role::User, "the importer drops a line of captions as well")),
        on_cues(46, edited("src/import.rs")),
        on_cues(45, call("cargo test", "error: assertion failed: two lines are kept")),
        on_cues(44, said(Role::Assistant, "Both importers keep the last line; one test still fails.")),
    ]
}

/// Once a start told the work that was left last, whatever the session was to be about.
#[test]
fn earlier_work_is_told_at_the_first_prompt_that_goes_on_with_it() {
    let mut world = world_with(importer_work());
    let starting = DeliverQuestion { branch: "cues".into(), ..asking(Moment::Start, "today") };
    assert_eq!(answer_to(&world, &starting).unwrap(), Delivered::default(), "nobody has said yet what it is about");
    let asked = prompt("today", "why is there a failing test in src/import.rs, the importer of captions?");
    let delivered = answer_to(&world, &asked).unwrap();
    assert_eq!(kinds(&delivered), [PieceKind::PastWork]);
    let lines = [
        "the importer drops a line of captions as well",
        "\n> asked before that: let the importer of subtitles keep the last line",
        "\n> changed: src/import.rs, src/before.rs\n",
        "\n> ended with: Both importers keep the last line; one test still fails.",
    ];
    assert!(lines.iter().all(|line| delivered.text.contains(line)), "{}", delivered.text);
    let address = "https://git.example/subtitles/issues/7";
    let of_issue = |minutes, body| at("issue", minutes, body);
    let mut with_issue = world.clone();
    add(
        &mut with_issue,
        vec![
            of_issue(90, said(Role::User, &format!("analyse {address}#note-3 and say what is to be done"))),
            of_issue(87, edited("src/fonts.rs")),
            of_issue(88, said(Role::User, "now write the test for the other fonts as well")),
        ],
    );
    let delivered = answer_to(&with_issue, &prompt("today", &format!("{address} happens again"))).unwrap();
    assert!(
        delivered.text.contains("now write the test for the other fonts as well\n> asked before that: analyse https"),
        "{}",
        delivered.text
    );
    let in_words = prompt("today", "now let the importer of captions keep a subtitle and its last line");
    assert_eq!(kinds(&answer_to(&world, &in_words).unwrap()), [PieceKind::PastWork]);
    for other in ["print all invoices of a month in colours", "hello", "what does src/print.rs do?"] {
        assert_eq!(answer_to(&world, &prompt("today", other)).unwrap(), Delivered::default(), "{other}");
    }
    let long =
        prompt("today", &format!("change the importer of captions in src/import.rs:{}", " and so on".repeat(120)));
    assert_eq!(answer_to(&world, &long).unwrap(), Delivered::default(), "a plan brings along what it is about");
    add(&mut world, vec![at("today", 1, call("ls", ""))]);
    assert_eq!(answer_to(&world, &asked).unwrap(), Delivered::default(), "it is at its own work");
}

/// A session that was ended at once, and a fork whose answer is its parent's, had nothing to tell but the request.
#[test]
fn a_request_of_which_nothing_came_is_not_told() {
    let asked = "why does the importer of subtitles drop a line of captions?";
    let mut world = world_with(vec![at("old", 50, said(Role::User, asked))]);
    assert_eq!(answer_to(&world, &prompt("today", asked)).unwrap(), Delivered::default());
    let on_the_way = said(Role::Assistant, "Let me fetch the thread of the issue about lines of captions.");
    add(&mut world, vec![at("old", 49, on_the_way), at("old", 48, call("gh issue view 7", ""))]);
    assert_eq!(answer_to(&world, &prompt("today", asked)).unwrap(), Delivered::default(), "it was cut off");
    add(&mut world, vec![at("old", 47, edited("src/import.rs"))]);
    assert_eq!(kinds(&answer_to(&world, &prompt("today", asked)).unwrap()), [PieceKind::PastWork]);
}

/// Two sessions in other scripts, and one with long paths, were told nothing: the quotation was larger than a prompt's budget.
#[test]
fn earlier_work_fits_into_the_budget_in_any_script_and_ends_as_it_ended() {
    let long = |text: &str| text.repeat(40);
    for text in [
        "字幕のインポーターは最後の行を保持します。",
        "Импортёр субтитров сохраняет последнюю строку. ",
        "the importer keeps a_line(0xf3a9) of 7f3c2e. ",
    ] {
        let mut events = vec![
            at("old", 60, said(Role::User, &long(text))),
            at("old", 50, said(Role::User, &format!("{} 2", long(text)))),
            at("old", 40, said(Role::Assistant, &long(text))),
            at("old", 30, said(Role::User, "thanks")),
            at("old", 20, said(Role::Assistant, "You are welcome.")),
        ];
        events
            .extend((0..5).map(|n| at("old", 45 - n, edited(&format!("{}/{n}.rs", "src/very_long_folder".repeat(4))))));
        let delivered = answer_to(&world_with(events), &prompt("today", "continue")).unwrap();
        assert_eq!(kinds(&delivered), [PieceKind::PastWork], "{text}");
        assert!(!delivered.text.contains("welcome") && delivered.text.contains("ended with"), "{}", delivered.text);
    }
}

#[test]
fn a_prompt_that_only_says_to_go_on_is_told_the_last_work_of_its_branch() {
    let mut world = world_with(importer_work());
    let going_on =
        |branch: &str| DeliverQuestion { branch: branch.into(), ..prompt("today", "please continue with it") };
    for branch in ["cues", ""] {
        assert_eq!(kinds(&answer_to(&world, &going_on(branch)).unwrap()), [PieceKind::PastWork]);
    }
    for branch in ["main", "fonts"] {
        assert_eq!(answer_to(&world, &going_on(branch)).unwrap(), Delivered::default(), "{branch}");
    }
    for asked in ["commit and push", "go on", "where did we leave off?", "what is next?"] {
        assert_eq!(kinds(&answer_to(&world, &prompt("today", asked)).unwrap()), [PieceKind::PastWork], "{asked}");
    }
    for other in ["hello", "fix the tests", "no", "merge the player of videos into the exporter"] {
        assert_eq!(kinds(&answer_to(&world, &prompt("today", other)).unwrap()), [], "{other}");
    }
    let of_oldest = |minutes, body| Event { branch: "cues".into(), ..at("oldest", minutes, body) };
    let mut other_work = world.clone();
    add(
        &mut other_work,
        vec![of_oldest(90, said(Role::User, "print all cues of subtitles in colours")), of_oldest(89, edited("a.rs"))],
    );
    assert_eq!(answer_to(&other_work, &going_on("cues")).unwrap(), Delivered::default(), "sessions of other work");
    add(&mut other_work, vec![of_oldest(88, edited("src/before.rs"))]);
    assert_eq!(answer_to(&other_work, &going_on("cues")).unwrap().pieces.len(), 1, "sessions of the same work");
    let of_main = |minutes, body| Event { branch: "main".into(), ..at("newer", minutes, body) };
    let release = said(Role::User, "please release what was merged this week");
    add(&mut world, vec![of_main(5, release), of_main(4, edited("CHANGELOG.md"))]);
    assert_eq!(answer_to(&world, &going_on("main")).unwrap(), Delivered::default(), "work of branches meets there");
}

/// Eight subagents of one session stood for the last eight sessions, with what an agent had asked of them.
#[test]
fn the_work_of_subagents_is_that_of_their_session() {
    let mut world = world_with(importer_work());
    let of_subagent = |n: i64| {
        let session = format!("old:agent-{n}");
        vec![
            at(
                &session,
                40 - n,
                said(Role::User, "look how the importer of captions in src/import.rs keeps a last line"),
            ),
            at(&session, 39 - n, edited("src/import.rs")),
        ]
    };
    add(&mut world, (0..20).flat_map(of_subagent).collect());
    let asked = prompt("today", "why is there a failing test in src/import.rs, the importer of captions?");
    let delivered = answer_to(&world, &asked).unwrap();
    assert!(delivered.text.contains("the importer drops a line of captions as well"), "{}", delivered.text);
    assert!(!delivered.text.contains("agent-"), "{}", delivered.text);
}
