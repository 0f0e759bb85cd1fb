//! Known forms of single-word keys and tokens: a prefix, and the characters that follow it.
//!
//! URLs that are keys themselves, such as a chat service's webhook, count as such words too; their slashes may be
//! escaped as in JSON. Not here: secrets that only their context reveals (`assigned`), and those of several lines or
//! parts (`mod`).

use super::values::is_random;
use super::{Secret, TextKind};

/// The form of one kind of key: a prefix and a suffix.
pub(super) struct Form {
    pub(super) kind: &'static str,
    pub(super) prefix: &'static str,
    /// Characters of the suffix besides letters and digits.
    joints: &'static [u8],
    /// Least length of the suffix in bytes.
    min_bytes: usize,
    suffix: SuffixRule,
}

/// Further condition on the first bytes of the suffix, for prefixes that are common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SuffixRule {
    Any,
    /// The suffix has an upper-case letter, a lower-case letter and a digit. In a name it must look random, too.
    Mixed,
    /// As [`Mixed`](Self::Mixed), and no other base64 precedes the prefix.
    Isolated,
    /// Hexadecimal digits, at least as many as the least length.
    Hex,
    /// Hexadecimal digits after an ordinary word. In a name any hash could follow such a word, so the service's name
    /// must be beside it.
    Hash,
}

/// Greatest number of a suffix's first bytes that decide whether it is a secret.
const MAX_EXAMINED_BYTES: usize = 64;

const fn form(kind: &'static str, prefix: &'static str, joints: &'static [u8], min: usize) -> Form {
    Form { kind, prefix, joints, min_bytes: min, suffix: SuffixRule::Any }
}

const fn mixed(kind: &'static str, prefix: &'static str, joints: &'static [u8], min: usize) -> Form {
    Form { kind, prefix, joints, min_bytes: min, suffix: SuffixRule::Mixed }
}

const fn isolated(kind: &'static str, prefix: &'static str, joints: &'static [u8], min: usize) -> Form {
    Form { kind, prefix, joints, min_bytes: min, suffix: SuffixRule::Isolated }
}

const fn hex(kind: &'static str, prefix: &'static str, min: usize) -> Form {
    hex_with(kind, prefix, b"", min)
}

const fn hex_with(kind: &'static str, prefix: &'static str, joints: &'static [u8], min: usize) -> Form {
    Form { kind, prefix, joints, min_bytes: min, suffix: SuffixRule::Hex }
}

const fn hash(kind: &'static str, prefix: &'static str, min: usize) -> Form {
    Form { kind, prefix, joints: b"", min_bytes: min, suffix: SuffixRule::Hash }
}

/// All forms, sorted by the first letter of the prefix.
pub(super) const FORMS: &[Form] = &[
    form("google-token", "1//0", b"_-", 40),
    mixed("clickhouse-key", "4b1d", b"", 38),
    form("age-key", "AGE-SECRET-KEY-1", b"", 50),
    form("google-key", "AIza", b"_-", 35),
    form("aws-key", "ABIA", b"", 16),
    form("aws-key", "ACCA", b"", 16),
    form("aws-key", "AKIA", b"", 16),
    form("aws-key", "ASIA", b"", 16),
    form("atlassian-token", "ATATT3", b"_-=", 50),
    mixed("atlassian-token", "ATBB", b"", 28),
    form("aws-key", "ABSK", b"+/=", 60),
    mixed("artifactory-token", "AKCp", b"", 60),
    form("octopus-key", "API-", b"", 26),
    form("1password-key", "A3-", b"-", 30),
    mixed("yandex-key", "AQVN", b"_-", 35),
    form("circleci-token", "CCIPAT_", b"_", 40),
    form("clojars-token", "CLOJARS_", b"", 50),
    isolated("square-token", "EAAA", b"_-", 50),
    isolated("facebook-token", "EAAC", b"", 60),
    isolated("facebook-token", "EAAM", b"", 60),
    mixed("easypost-key", "EZAK", b"", 54),
    mixed("easypost-key", "EZTK", b"", 54),
    form("flutterwave-key", "FLWSECK-", b"-", 30),
    form("flutterwave-key", "FLWSECK_TEST-", b"-", 12),
    form("google-token", "GOCSPX-", b"_-", 20),
    mixed("gitlab-token", "GR1348941", b"_-", 20),
    form("heroku-token", "HRKU-", b"_-", 30),
    mixed("alibaba-key", "LTAI", b"", 12),
    form("new-relic-key", "NRAK-", b"", 24),
    form("new-relic-key", "NRII-", b"-", 30),
    form("new-relic-key", "NRJS-", b"", 19),
    form("postman-key", "PMAK-", b"-", 40),
    form("sendgrid-key", "SG.", b"._-", 60),
    hex("twilio-key", "SK", 32),
    form("huggingface-token", "api_org_", b"", 30),
    form("plaid-token", "access-development-", b"-", 36),
    form("plaid-token", "access-production-", b"-", 36),
    form("plaid-token", "access-sandbox-", b"-", 36),
    form("aws-key", "bedrock-api-key-", b"+/=", 40),
    form("buildkite-token", "bkua_", b"", 40),
    form("chat-webhook", "chat.googleapis.com/v1/spaces/", b"/?&=_-%", 60),
    form("artifactory-token", "cmVmdGtuOj", b"", 40),
    hex("databricks-token", "dapi", 32),
    form("docker-token", "dckr_pat_", b"_-", 20),
    form("chat-webhook", "discord.com/api/webhooks/", b"/_-", 30),
    form("chat-webhook", "discord.com/api/v10/webhooks/", b"/_-", 30),
    form("chat-webhook", "discord.com/api/v9/webhooks/", b"/_-", 30),
    form("chat-webhook", "discordapp.com/api/webhooks/", b"/_-", 30),
    hex("digitalocean-token", "doo_v1_", 60),
    hex("digitalocean-token", "dop_v1_", 60),
    hex("digitalocean-token", "dor_v1_", 60),
    form("doppler-token", "dp.pt.", b"", 40),
    form("doppler-token", "dp.st.", b"._-", 40),
    form("duffel-token", "duffel_live_", b"_-=", 40),
    form("duffel-token", "duffel_test_", b"_-=", 40),
    form("dynatrace-token", "dt0c01.", b".", 60),
    form("defined-token", "dnkey-", b"_-=", 60),
    form("docker-token", "dckr_oat_", b"_-", 20),
    form("figma-token", "figd_", b"_-", 40),
    form("fly-token", "fo1_", b"_-", 40),
    form("fly-token", "fm1a_", b"+/=", 60),
    form("fly-token", "fm1r_", b"+/=", 60),
    form("fly-token", "fm2_", b"+/=", 60),
    form("frame-io-token", "fio-u-", b"_-=", 60),
    form("github-token", "gho_", b"", 30),
    form("github-token", "ghp_", b"", 30),
    form("github-token", "ghr_", b"", 30),
    form("github-token", "ghs_", b"", 30),
    form("github-token", "ghu_", b"", 30),
    form("github-token", "github_pat_", b"_", 22),
    form("gitlab-token", "glagent-", b"_-.", 20),
    mixed("grafana-token", "glc_", b"+/=", 50),
    form("gitlab-token", "glcbt-", b"_-.", 20),
    form("gitlab-token", "gldt-", b"_-.", 20),
    form("gitlab-token", "glft-", b"_-.", 20),
    form("gitlab-token", "glimt-", b"_-.", 20),
    form("gitlab-token", "glpat-", b"_-.", 20),
    form("gitlab-token", "glptt-", b"_-.", 20),
    form("gitlab-token", "glrt-", b"_-.", 20),
    form("grafana-token", "glsa_", b"_", 32),
    form("gitlab-token", "glsoat-", b"_-.", 20),
    form("groq-key", "gsk_", b"", 40),
    form("gitlab-token", "gloas-", b"_-", 40),
    form("gitlab-token", "glffct-", b"_-", 20),
    form("huggingface-token", "hf_", b"", 30),
    form("chat-webhook", "hooks.slack.com/services/", b"/", 20),
    form("chat-webhook", "hooks.slack.com/triggers/", b"/", 20),
    form("chat-webhook", "hooks.slack.com/workflows/", b"/", 20),
    mixed("vault-token", "hvb.", b"_-", 20),
    mixed("vault-token", "hvs.", b"_-", 20),
    hash("mailgun-key", "key-", 32),
    form("linear-key", "lin_api_", b"", 30),
    form("langsmith-key", "lsv2_pt_", b"_", 32),
    form("langsmith-key", "lsv2_sk_", b"_", 32),
    form("netlify-token", "nfp_", b"", 30),
    form("npm-token", "npm_", b"", 36),
    form("notion-token", "ntn_", b"", 40),
    mixed("nvidia-key", "nvapi-", b"_-", 50),
    form("chat-webhook", "outlook.office.com/webhook/", b"/@-", 30),
    form("1password-token", "ops_eyJ", b"+/=", 60),
    form("perplexity-key", "pplx-", b"", 40),
    form("planetscale-token", "pscale_oauth_", b"._-", 30),
    form("planetscale-token", "pscale_pw_", b"._-", 30),
    form("planetscale-token", "pscale_tkn_", b"._-", 30),
    hex("pulumi-token", "pul-", 40),
    form("pypi-token", "pypi-AgE", b"_-", 40),
    mixed("airtable-token", "pat", b".", 60),
    mixed("harness-token", "pat.", b"._-", 60),
    form("prefect-token", "pnu_", b"", 36),
    form("adobe-secret", "p8e-", b"", 32),
    form("hubspot-token", "pat-eu1-", b"-", 36),
    form("hubspot-token", "pat-na1-", b"-", 36),
    form("pinecone-key", "pcsk_", b"_", 50),
    form("posthog-key", "phx_", b"", 40),
    form("replicate-token", "r8_", b"", 30),
    form("stripe-key", "rk_live_", b"", 16),
    form("stripe-key", "rk_test_", b"", 16),
    hex("rubygems-key", "rubygems_", 40),
    form("stripe-key", "rk_prod_", b"", 16),
    form("readme-key", "rdme_", b"", 60),
    hex("supabase-token", "sbp_", 40),
    hex("shopify-token", "shpat_", 32),
    hex("shopify-token", "shpca_", 32),
    hex("shopify-token", "shppa_", 32),
    hex("shopify-token", "shpss_", 32),
    form("stripe-key", "sk_live_", b"", 16),
    form("stripe-key", "sk_test_", b"", 16),
    hex("api-key", "sk-or-v1-", 40),
    mixed("api-key", "sk-", b"_-", 20),
    hex("api-key", "sk-", 32),
    mixed("sentry-token", "sntrys_", b"_=+/-", 40),
    hex("sentry-token", "sntryu_", 40),
    form("square-token", "sq0atp-", b"_-", 20),
    form("square-token", "sq0csp-", b"_-", 20),
    form("sourcegraph-token", "sgp_", b"_", 40),
    form("stripe-key", "sk_prod_", b"", 16),
    form("openshift-token", "sha256~", b"_-", 40),
    hex("sonar-token", "sqa_", 40),
    hex("sonar-token", "sqp_", 40),
    hex("sonar-token", "squ_", 40),
    mixed("harness-token", "sat.", b"._-", 60),
    form("mapbox-token", "sk.eyJ", b"._-", 60),
    mixed("dropbox-token", "sl.", b"_-=", 60),
    hex("shippo-token", "shippo_live_", 40),
    hex("shippo-token", "shippo_test_", 40),
    mixed("notion-token", "secret_", b"", 40),
    form("settlemint-token", "sm_aat_", b"", 16),
    form("settlemint-token", "sm_pat_", b"", 16),
    form("settlemint-token", "sm_sat_", b"", 16),
    mixed("vault-token", "s.", b"", 24),
    mixed("tailscale-key", "tskey-", b"-", 20),
    form("typeform-token", "tfp_", b"_-.=", 50),
    mixed("yandex-token", "t1.", b"._-=", 60),
    form("scalingo-token", "tk-us-", b"_-", 48),
    mixed("tavily-key", "tvly-", b"-", 24),
    hex_with("cloudflare-key", "v1.0-", b"-", 24),
    form("chat-webhook", "webhook.office.com/webhookb2/", b"/@-", 30),
    mixed("webhook-secret", "whsec_", b"+/=", 24),
    form("xai-key", "xai-", b"", 60),
    form("slack-token", "xapp-", b"-", 10),
    form("slack-token", "xoxa-", b"-", 10),
    form("slack-token", "xoxb-", b"-", 10),
    form("slack-token", "xoxc-", b"-", 10),
    form("slack-token", "xoxd-", b"-%+/=", 10),
    form("slack-token", "xoxe-", b"-", 10),
    form("slack-token", "xoxo-", b"-", 10),
    form("slack-token", "xoxp-", b"-", 10),
    form("slack-token", "xoxr-", b"-", 10),
    form("slack-token", "xoxs-", b"-", 10),
    hex_with("brevo-key", "xkeysib-", b"-", 60),
    form("google-token", "ya29.", b"_-", 20),
];

/// The range of indexes in [`FORMS`] for each first letter.
const FORM_RANGES: [(usize, usize); 128] = form_ranges();

const fn form_ranges() -> [(usize, usize); 128] {
    let mut ranges = [(0, 0); 128];
    let mut at = 0;
    while at < FORMS.len() {
        let first_letter = FORMS[at].prefix.as_bytes()[0] as usize;
        if ranges[first_letter].1 == 0 {
            ranges[first_letter].0 = at;
        }
        at += 1;
        ranges[first_letter].1 = at;
    }
    ranges
}

/// The secret in a known form that begins at `start`.
pub(super) fn form_at(bytes: &[u8], start: usize, text_kind: TextKind) -> Option<Secret> {
    let rest = &bytes[start..];
    let (first, end) = *FORM_RANGES.get(usize::from(*rest.first()?))?;
    FORMS[first..end].iter().find_map(|form| {
        let n_prefix = prefix_length(rest, form.prefix)?;
        if form.suffix == SuffixRule::Isolated && matches!(bytes[..start].last(), Some(b'/' | b'+')) {
            return None;
        }
        let rest = &rest[n_prefix..];
        // Only the beginning is read to decide whether it is a secret.
        let examined = &rest[..rest.len().min(MAX_EXAMINED_BYTES)];
        let examined = &examined[..suffix_length(examined, form.joints)];
        // A dot at the end belongs to the sentence.
        let n_suffix = || {
            rest[..suffix_length(rest, form.joints)].iter().rposition(|byte| *byte != b'.').map_or(0, |last| last + 1)
        };
        let is_secret =
            form.matches_suffix(examined) && (text_kind == TextKind::Text || form.matches_in_name(examined, bytes));
        is_secret.then(|| Secret { kind: form.kind, start, end: start + n_prefix + n_suffix() })
    })
}

impl Form {
    fn matches_suffix(&self, suffix: &[u8]) -> bool {
        let has = |is: fn(&u8) -> bool| suffix.iter().any(is);
        suffix.len() >= self.min_bytes
            // Examples in documentation are no secrets: `AKIA…EXAMPLE`, `ghp_xxxx…`.
            && !suffix.ends_with(b"EXAMPLE")
            && suffix.iter().any(|byte| *byte != suffix[0])
            && match self.suffix {
                SuffixRule::Any => true,
                SuffixRule::Mixed | SuffixRule::Isolated => {
                    has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit)
                }
                SuffixRule::Hex | SuffixRule::Hash => suffix[..self.min_bytes].iter().all(u8::is_ascii_hexdigit),
            }
    }

    fn matches_in_name(&self, suffix: &[u8], name: &[u8]) -> bool {
        match self.suffix {
            SuffixRule::Any | SuffixRule::Hex => true,
            SuffixRule::Mixed | SuffixRule::Isolated => is_random(suffix, self.min_bytes),
            SuffixRule::Hash => {
                let maker = self.kind.split('-').next().unwrap_or_default().as_bytes();
                name.windows(maker.len()).any(|word| word.eq_ignore_ascii_case(maker))
            }
        }
    }
}

/// Length in bytes of the prefix at the beginning of a text, where slashes may be escaped; `None` if it is not there.
fn prefix_length(bytes: &[u8], prefix: &str) -> Option<usize> {
    let mut at = 0;
    for &letter in prefix.as_bytes() {
        at += usize::from(letter == b'/' && bytes.get(at) == Some(&b'\\'));
        if bytes.get(at) != Some(&letter) {
            return None;
        }
        at += 1;
    }
    Some(at)
}

/// Number of leading letters, digits and joints; a slash among the joints may be escaped.
pub(super) fn suffix_length(bytes: &[u8], joints: &[u8]) -> usize {
    let is_of_run = |byte: u8| byte.is_ascii_alphanumeric() || joints.contains(&byte);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let is_escaped = byte == b'\\' && bytes.get(at + 1) == Some(&b'/') && joints.contains(&b'/');
        if !is_of_run(byte) && !is_escaped {
            break;
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A form that is not sorted by its first letter would never be found.
    #[test]
    fn forms_stand_by_their_first_letters() {
        assert!(FORMS.is_sorted_by_key(|form| form.prefix.as_bytes()[0]));
    }

    /// A form with a longer suffix would never match.
    #[test]
    fn no_form_asks_for_more_bytes_than_are_examined() {
        assert!(FORMS.iter().all(|form| form.min_bytes <= MAX_EXAMINED_BYTES));
    }
}
