//! Dates named in a question, and how close a session's day is to them: people often tell events a few days later.
//!
//! A date without a year is the latest such date that is not in the future. Days are those of UTC. Not here: words that
//! only describe time (`time_words`), clocks and time zones.

use alloc::vec::Vec;

use super::calendar::{month, month_of, short_month, weekday, weekday_of};
use super::words::{Word, words};
use crate::base::time::{days_before, days_of_month};

/// The range of days that a date means, both ends included, counted from 1970-01-01 in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DateSpan {
    pub(crate) first_day: i64,
    pub(crate) last_day: i64,
    /// Whether the span is a single day.
    pub(crate) is_exact: bool,
}

/// Length in days from which a span counts as a month or more: such a span says little about each of its days.
const MIN_MONTH_DAYS: i64 = 28;
/// Four digits in this range are read as a year.
const VALID_YEARS: core::ops::RangeInclusive<i64> = 1900..=2099;
/// Years to search backwards for a date without a year: enough for the 29th of February across 1900.
const YEARS_BACK: i64 = 8;
/// Valid days: the years 1 to 9999. A clock that shows another day is wrong.
const VALID_DAYS: core::ops::RangeInclusive<i64> = -719_162..=2_932_896;
/// Words after which a month's name is a date even without a day or year.
const WORDS_BEFORE_MONTH: [&str; 9] = ["in", "of", "last", "during", "since", "this", "early", "mid", "late"];
/// Words after which four digits are a year and no quantity.
const WORDS_BEFORE_YEAR: [&str; 4] = ["in", "of", "during", "since"];

impl DateSpan {
    fn day(day: i64) -> DateSpan {
        DateSpan { first_day: day, last_day: day, is_exact: true }
    }

    fn month(year: i64, month: i64) -> DateSpan {
        let first_day = days_before(year, month);
        DateSpan { first_day, last_day: first_day + days_of_month(year, month) - 1, is_exact: false }
    }

    fn year(year: i64) -> DateSpan {
        DateSpan { first_day: days_before(year, 1), last_day: days_before(year + 1, 1) - 1, is_exact: false }
    }
}

/// The closeness of a session's day to a date. It is 1 on the days of the date, less for some days around it, and 0 for
/// other days. For a span of 28 days or more it is 0.6 on its days and 0 for all others.
pub(crate) fn closeness(session_day: i64, span: &DateSpan) -> f64 {
    let is_inside = (span.first_day..=span.last_day).contains(&session_day);
    if span.last_day.saturating_sub(span.first_day) >= MIN_MONTH_DAYS - 1 {
        return if is_inside { 0.6 } else { 0.0 };
    }
    let n_after = session_day.saturating_sub(span.last_day);
    let n_before = span.first_day.saturating_sub(session_day);
    match (n_after, n_before) {
        _ if is_inside => 1.0,
        (1..=3, _) => 0.7,
        (4..=10, _) => 0.5,
        (_, 1..=3) => 0.3,
        _ => 0.0,
    }
}

/// A date found in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NamedDate {
    pub(crate) span: DateSpan,
    /// The byte range of the date, including a word such as `last` or `on` before it.
    pub(crate) range: core::ops::Range<usize>,
    /// Whether it is written relative to today or in digits, so that it can have no other meaning.
    pub(crate) is_unambiguous: bool,
}

/// The dates named in a text, in order, resolved as of `today`. O(bytes).
pub(crate) fn dates_in(text: &str, today: i64) -> Vec<NamedDate> {
    let words: Vec<Word<'_>> = words(text).collect();
    let mut word_ends = Vec::with_capacity(words.len());
    words.iter().fold(0, |start, word| {
        word_ends.push(start + word.gap.len() + word.text.len());
        start + word.gap.len() + word.text.len()
    });
    let reading = DateParser { words: &words, today: today.clamp(*VALID_DAYS.start(), *VALID_DAYS.end()) };
    let (mut found, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let Some((date, is_plain)) = reading.date(at) else {
            at += 1;
            continue;
        };
        let has_lead_word = reading.follows_any(at, &WORDS_BEFORE_MONTH) || reading.follows_any(at, &["on"]);
        let first = at - usize::from(has_lead_word);
        at += date.n_words;
        let range = word_ends[first] - words[first].text.len()..word_ends[at - 1];
        found.push(NamedDate { span: date.span, range, is_unambiguous: is_plain });
    }
    found
}

/// A date, with the number of words that name it.
#[derive(Clone, Copy)]
struct MatchedDate {
    span: DateSpan,
    n_words: usize,
}

/// A month named in a text.
#[derive(Clone, Copy)]
struct MonthName {
    month: i64,
    /// Whether the word may mean something else: `may`, `march`, and abbreviations in lower case.
    is_ambiguous: bool,
    is_short: bool,
}

struct DateParser<'w, 't> {
    words: &'w [Word<'t>],
    today: i64,
}

impl DateParser<'_, '_> {
    /// The date that begins with word `at`. The flag is set if it is relative to today or written in digits.
    fn date(&self, at: usize) -> Option<(MatchedDate, bool)> {
        let with_month = || self.day_first(at).or_else(|| self.month_first(at));
        let written_date = || with_month().or_else(|| self.lone_year(at)).map(|date| (date, false));
        let relative_date = || self.relative_date(at).map(|date| (date, true));
        self.iso_date(at).map(|date| (date, true)).or_else(written_date).or_else(relative_date)
    }

    /// The word at an index; empty beyond the text.
    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.text)
    }

    /// Whether the word before `at` is one of `words`, and only a blank or hyphen is between the two.
    fn follows_any(&self, at: usize, words: &[&str]) -> bool {
        let word_before = at.checked_sub(1).map_or("", |index| self.word(index));
        let is_apart = self.words.get(at).is_some_and(|word| matches!(word.gap, " " | "-" | "\u{a0}"));
        is_apart && words.iter().any(|word| word_before.eq_ignore_ascii_case(word))
    }

    /// The word at an index if it can continue a date: only a blank, comma or hyphen precedes it, or a dot after a
    /// short month.
    fn continuation(&self, at: usize) -> Option<&str> {
        let word = self.words.get(at)?;
        let is_joined = match word.gap {
            " " | "," | ", " | "-" | "\u{a0}" => true,
            "." | ". " => self.month(at - 1).is_some_and(|month| month.is_short),
            _ => false,
        };
        is_joined.then_some(word.text)
    }

    fn continuing_year(&self, at: usize) -> Option<i64> {
        self.continuation(at).and_then(year)
    }

    fn month(&self, at: usize) -> Option<MonthName> {
        let name = self.word(at);
        let is_lower = name.starts_with(|char: char| char.is_ascii_lowercase());
        if let Some(month) = month(name) {
            return Some(MonthName { month, is_ambiguous: is_lower && matches!(month, 3 | 5), is_short: false });
        }
        short_month(name).map(|month| MonthName { month, is_ambiguous: is_lower, is_short: true })
    }

    /// A date such as `2023-05-07`, also with a time after it.
    fn iso_date(&self, at: usize) -> Option<MatchedDate> {
        let [year_word, month, day] = self.words.get(at..at + 3)? else { return None };
        if month.gap != day.gap || !matches!(month.gap, "-" | "/") {
            return None;
        }
        let time = day.text.find(['T', 't']).unwrap_or(day.text.len());
        let (month, day) = (digits(month.text, 2..=2)?, digits(&day.text[..time], 2..=2)?);
        let span = DateSpan::day(day_of(year(year_word.text)?, month, day)?);
        Some(MatchedDate { span, n_words: 3 })
    }

    /// A date that begins with the day: `7 May`, `7th of May, 2023`.
    fn day_first(&self, at: usize) -> Option<MatchedDate> {
        let (day, is_ordinal) = day_number(self.word(at))?;
        let is_of = self.continuation(at + 1).is_some_and(|word| word.eq_ignore_ascii_case("of"));
        let named = at + 1 + usize::from(is_of);
        self.continuation(named)?;
        let month = self.month(named)?;
        let year = self.continuing_year(named + 1);
        if month.is_ambiguous && !is_ordinal && year.is_none() {
            return None;
        }
        let n_words = named + 1 - at + usize::from(year.is_some());
        Some(MatchedDate { span: self.day(year, month.month, day)?, n_words })
    }

    /// A date that begins with the month: `May 7, 2023`, `May 7th`, `May 2023`, `in May`.
    fn month_first(&self, at: usize) -> Option<MatchedDate> {
        let month = self.month(at)?;
        let has_lead_word = self.follows_any(at, &WORDS_BEFORE_MONTH) || self.follows_any(at, &["on"]);
        if let Some((day, is_ordinal)) = self.continuation(at + 1).and_then(day_number) {
            let year = self.continuing_year(at + 2);
            let is_certain = !month.is_ambiguous || is_ordinal || has_lead_word || year.is_some();
            let span = self.day(year, month.month, day).filter(|_| is_certain);
            if let Some(span) = span {
                return Some(MatchedDate { span, n_words: 2 + usize::from(year.is_some()) });
            }
        }
        let is_of = self.continuation(at + 1).is_some_and(|word| word.eq_ignore_ascii_case("of"));
        let of_year = at + 1 + usize::from(is_of);
        if let Some(year) = self.continuing_year(of_year) {
            return Some(MatchedDate { span: DateSpan::month(year, month.month), n_words: of_year + 1 - at });
        }
        self.lone_month(at, month)
    }

    fn lone_month(&self, at: usize, name: MonthName) -> Option<MatchedDate> {
        let is_word = name.is_short && name.is_ambiguous;
        if is_word || !self.follows_any(at, &WORDS_BEFORE_MONTH) {
            return None;
        }
        let (this_year, this_month) = month_of(self.today);
        // In a May, `last May` means that of the year before.
        let last_month = this_month - i64::from(self.follows_any(at, &["last"]));
        let span = DateSpan::month(this_year - i64::from(name.month > last_month), name.month);
        Some(MatchedDate { span, n_words: 1 })
    }

    fn lone_year(&self, at: usize) -> Option<MatchedDate> {
        let year = year(self.word(at)).filter(|_| self.follows_any(at, &WORDS_BEFORE_YEAR))?;
        Some(MatchedDate { span: DateSpan::year(year), n_words: 1 })
    }

    /// A date relative to today, such as `yesterday` or `last week`.
    fn relative_date(&self, at: usize) -> Option<MatchedDate> {
        let word = self.word(at);
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        let span = if is("yesterday") {
            DateSpan::day(self.today - 1)
        } else if is("today") {
            DateSpan::day(self.today)
        } else if let Some(weekday) = weekday(word).filter(|_| self.follows_any(at, &["on", "last"])) {
            self.last_weekday(at, weekday)?
        } else if self.follows_any(at, &["last"]) {
            self.last_period(word)?
        } else {
            return None;
        };
        Some(MatchedDate { span, n_words: 1 })
    }

    /// The latest such weekday before today; `None` if an explicit date follows the weekday.
    fn last_weekday(&self, at: usize, weekday: i64) -> Option<DateSpan> {
        let is_the = self.continuation(at + 1).is_some_and(|word| word.eq_ignore_ascii_case("the"));
        let next = at + 1 + usize::from(is_the);
        let is_dated =
            self.continuation(next).is_some() && (self.day_first(next).is_some() || self.month_first(next).is_some());
        let n_ago = (weekday_of(self.today) - weekday + 6).rem_euclid(7) + 1;
        (!is_dated).then(|| DateSpan::day(self.today - n_ago))
    }

    /// The week, month or year before the current one. Weeks begin on Mondays.
    fn last_period(&self, unit: &str) -> Option<DateSpan> {
        let (year, month) = month_of(self.today);
        if unit.eq_ignore_ascii_case("week") {
            let first_day = self.today - weekday_of(self.today) - 7;
            return Some(DateSpan { first_day, last_day: first_day + 6, is_exact: false });
        }
        if unit.eq_ignore_ascii_case("month") {
            return Some(if month == 1 { DateSpan::month(year - 1, 12) } else { DateSpan::month(year, month - 1) });
        }
        unit.eq_ignore_ascii_case("year").then(|| DateSpan::year(year - 1))
    }

    /// A day of a year; without a year, the latest such day that is not after today.
    fn day(&self, year: Option<i64>, month: i64, day: i64) -> Option<DateSpan> {
        if let Some(year) = year {
            return day_of(year, month, day).map(DateSpan::day);
        }
        let (this_year, _) = month_of(self.today);
        let mut days = (0..=YEARS_BACK).filter_map(|n_back| day_of(this_year - n_back, month, day));
        days.find(|&day| day <= self.today).map(DateSpan::day)
    }
}

/// The day number of a calendar date; `None` if there is no such date.
fn day_of(year: i64, month: i64, day: i64) -> Option<i64> {
    let is_date = (1..=12).contains(&month) && (1..=days_of_month(year, month)).contains(&day);
    is_date.then(|| days_before(year, month) + day - 1)
}

/// The number of a day of the month (`7`, `7th`), and whether it is an ordinal.
fn day_number(word: &str) -> Option<(i64, bool)> {
    let n_digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (number, suffix) = word.split_at(n_digits);
    let is_ordinal = ["st", "nd", "rd", "th"].iter().any(|known| suffix.eq_ignore_ascii_case(known));
    let number = digits(number, 1..=2).filter(|number| (1..=31).contains(number))?;
    (is_ordinal || suffix.is_empty()).then_some((number, is_ordinal))
}

fn year(word: &str) -> Option<i64> {
    digits(word, 4..=4).filter(|year| VALID_YEARS.contains(year))
}

/// The number of a word that has only ASCII digits, `n_digits` of them.
fn digits(word: &str, n_digits: core::ops::RangeInclusive<usize>) -> Option<i64> {
    let is_number = n_digits.contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.bytes().fold(0, |number, digit| number * 10 + i64::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wednesday, 2023-08-16.
    const TODAY: i64 = 19_585;

    /// The first and the last day of each date in a text.
    fn read(text: &str) -> Vec<String> {
        read_on(text, TODAY)
    }

    fn read_on(text: &str, today: i64) -> Vec<String> {
        let written = |day: i64| {
            let (year, month) = month_of(day);
            format!("{year}-{month:02}-{:02}", day - days_before(year, month) + 1)
        };
        let span = |span: DateSpan| {
            assert_eq!(span.is_exact, span.first_day == span.last_day);
            match span.is_exact {
                true => written(span.first_day),
                false => format!("{}..{}", written(span.first_day), written(span.last_day)),
            }
        };
        dates_in(text, today).into_iter().map(|date| span(date.span)).collect()
    }

    fn today(year: i64, month: i64, day: i64) -> i64 {
        day_of(year, month, day).unwrap()
    }

    #[test]
    fn a_day_is_read_in_every_form_that_people_write() {
        for text in [
            "What did Ann do on 7 May 2023?",
            "May 7, 2023",
            "may 7 2023 was it",
            "the 7th of May, 2023",
            "7th May 2023, in the evening",
            "7-May-2023",
            "2023-05-07",
            "at 2023-05-07T10:30:00Z",
            "2023/05/07?",
            "Sunday, May 7th 2023",
            "on Sunday, 7 May 2023",
            "on Sunday the 7th of May",
            "MAY 7TH",
            "May 7th?",
            "7th of may",
            "on may 7",
            "été·7 May·été",
        ] {
            assert_eq!(read(text), ["2023-05-07"], "{text}");
        }
        assert_eq!(read("between Sept. 3, 2022 and 31 Dec 2022"), ["2022-09-03", "2022-12-31"]);
    }

    #[test]
    fn a_date_stands_where_it_is_written_with_the_word_that_leads_to_it() {
        let places = |text: &'static str| -> Vec<(&str, bool)> {
            dates_in(text, TODAY).into_iter().map(|date| (&text[date.range], date.is_unambiguous)).collect()
        };
        assert_eq!(places("what failed yesterday?"), [("yesterday", true)]);
        assert_eq!(
            places("été: what was done last week, or on 2023-05-07T10:00Z"),
            [("last week", true), ("on 2023-05-07T10", true)]
        );
        assert_eq!(places("in May 2023 and on 7 May"), [("in May 2023", false), ("on 7 May", false)]);
    }

    #[test]
    fn a_date_without_its_year_is_the_last_one_that_has_begun() {
        assert_eq!(read("August 16"), ["2023-08-16"]);
        assert_eq!(read("August 17"), ["2022-08-17"]);
        assert_eq!(read("in August"), ["2023-08-01..2023-08-31"]);
        assert_eq!(read("in September"), ["2022-09-01..2022-09-30"]);
        assert_eq!(read("last August and last July"), ["2022-08-01..2022-08-31", "2023-07-01..2023-07-31"]);
        assert_eq!(read("February 29"), ["2020-02-29"]);
        assert_eq!(read_on("29 February", today(1903, 1, 1)), ["1896-02-29"]);
    }

    #[test]
    fn months_and_years_are_spans() {
        assert_eq!(read("May 2023"), ["2023-05-01..2023-05-31"]);
        assert_eq!(read("in February of 2024"), ["2024-02-01..2024-02-29"]);
        assert_eq!(read("in may"), ["2023-05-01..2023-05-31"]);
        assert_eq!(read("in mid-May"), ["2023-05-01..2023-05-31"]);
        assert_eq!(read("since 2021, and in 2022"), ["2021-01-01..2021-12-31", "2022-01-01..2022-12-31"]);
        assert_eq!(read("in May 45 people came"), ["2023-05-01..2023-05-31"]);
    }

    #[test]
    fn dates_relative_to_today_are_reckoned_from_it() {
        assert_eq!(read("yesterday or Today"), ["2023-08-15", "2023-08-16"]);
        assert_eq!(read("last week"), ["2023-08-07..2023-08-13"]);
        assert_eq!(read("last month, last year"), ["2023-07-01..2023-07-31", "2022-01-01..2022-12-31"]);
        assert_eq!(read_on("last month", today(2024, 1, 31)), ["2023-12-01..2023-12-31"]);
        assert_eq!(read("on Tuesday"), ["2023-08-15"]);
        assert_eq!(read("last Wednesday"), ["2023-08-09"]);
        assert_eq!(read("on thursday"), ["2023-08-10"]);
    }

    #[test]
    fn what_only_looks_like_a_date_is_none() {
        for text in [
            "",
            "It may 2 times fail, and 7 may pass",
            "May I ask?",
            "march on",
            "the last 2023 lines",
            "2048 bytes",
            "in 20233",
            "in 1066",
            "February 30, 2023",
            "31 June",
            "2023-13-01",
            "2023-02-29",
            "v2023-05-07",
            "1-2-3",
            "Monday",
            "7. May",
            "the 45th May, 2023x",
            "in dec",
            "７ May ２０２３",
            "at last",
        ] {
            assert_eq!(read(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn no_day_is_too_far_away_to_be_reckoned_from() {
        for today in [i64::MIN, -719_163, 0, 2_932_897, i64::MAX] {
            assert_eq!(dates_in("yesterday, last week, in May, on 29 February, on Monday", today).len(), 5, "{today}");
        }
        for day in [i64::MIN, i64::MAX] {
            assert!(closeness(day, &DateSpan::day(0)).total_cmp(&0.0).is_eq());
            assert!(closeness(0, &DateSpan::day(day)).total_cmp(&0.0).is_eq());
        }
    }

    fn nearness(span: DateSpan, days: &[i64]) -> Vec<String> {
        days.iter().map(|&day| format!("{:.1}", closeness(day, &span))).collect()
    }

    #[test]
    fn a_session_is_near_on_the_day_and_shortly_after() {
        let days = [-4, -3, -1, 0, 1, 3, 4, 10, 11];
        let expected = ["0.0", "0.3", "0.3", "1.0", "0.7", "0.7", "0.5", "0.5", "0.0"];
        assert_eq!(nearness(DateSpan::day(0), &days), expected);
        let week = DateSpan { first_day: 0, last_day: 6, is_exact: false };
        assert_eq!(nearness(week, &[-1, 0, 6, 7, 17]), ["0.3", "1.0", "1.0", "0.7", "0.0"]);
    }

    #[test]
    fn a_month_says_less_of_each_of_its_days() {
        let february = DateSpan::month(2023, 2);
        let (first, last) = (february.first_day, february.last_day);
        assert_eq!(nearness(february, &[first - 1, first, last, last + 1]), ["0.0", "0.6", "0.6", "0.0"]);
        assert_eq!(nearness(DateSpan::year(2023), &[first, first - 32]), ["0.6", "0.0"]);
    }
}
