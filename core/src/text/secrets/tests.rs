//! Each form, wherever it stands, and what is only like one.

use super::*;
use alloc::format;

/// Put together here, so that no scanner takes this file for one with secrets.
fn secrets() -> [(&'static str, String); 24] {
    let (upper, digits) = ("ABCDEFGHIJKLMNOP", "0123456789".repeat(4));
    let mixed = "aB3".repeat(12);
    let token = |kind: &str| format!("eyJ{mixed}.eyJ{mixed}.{kind}{mixed}");
    [
        ("aws-key", format!("AKIA{upper}")),
        ("aws-key", format!("ASIA{}", &digits[..16])),
        ("github-token", format!("ghp_{mixed}")),
        ("github-token", format!("github_pat_{mixed}_{mixed}")),
        ("slack-token", format!("xoxb-{digits}-{mixed}")),
        ("stripe-key", format!("sk_live_{mixed}")),
        ("google-key", format!("AIza{}", &digits[..35])),
        ("api-key", format!("sk-{mixed}")),
        ("api-key", format!("sk-ant-api03-{mixed}-{mixed}")),
        ("api-key", format!("sk-proj-{mixed}_{mixed}")),
        ("web-token", token("x")),
        ("web-token", token("_-")),
        ("npm-token", format!("npm_{mixed}")),
        ("pypi-token", format!("pypi-AgE{mixed}_{mixed}")),
        ("gitlab-token", format!("glpat-{}", &mixed[..20])),
        ("huggingface-token", format!("hf_{}", "abCD".repeat(8))),
        ("sendgrid-key", format!("SG.{}.{mixed}{}", &mixed[..22], &mixed[..7])),
        ("twilio-key", format!("SK{}", "0a".repeat(16))),
        ("databricks-token", format!("dapi{}", "0a".repeat(16))),
        ("api-key", format!("sk-{}", "0a".repeat(16))),
        ("chat-webhook", format!("hooks.slack.com/services/T{digits}/B{digits}/{mixed}")),
        ("chat-webhook", format!("hooks.slack.com\\/services\\/T{digits}\\/B{digits}\\/{mixed}")),
        ("chat-webhook", format!("discord.com/api/webhooks/{digits}/{mixed}-{mixed}")),
        ("discord-token", format!("M{}.{}.{}", &mixed[..23], &mixed[..6], &mixed[..27])),
    ]
}

#[test]
fn each_known_form_is_masked_wherever_it_stands() {
    for (kind, secret) in secrets() {
        for (before, after) in
            [("", ""), ("KEY = \"", "\""), ("ä(", ")é"), ("'\\n", "\\n'"), ("Bearer ", ".\n"), ("a_", ";")]
        {
            let text = format!("{before}{secret}{after}");
            assert_eq!(mask(&text), format!("{before}[masked: {kind}]{after}"), "{text}");
        }
    }
}

#[test]
fn only_the_password_of_an_address_is_masked() {
    let masked = mask("x = 'postgres://me:hunter2@db:5432/a', http://:p@ss@h/?a=b:c@d");
    assert_eq!(masked, "x = 'postgres://me:[masked: password]@db:5432/a', http://:[masked: password]@h/?a=b:c@d");
    for harmless in [
        "https://example.org:80/a@b",
        "postgres://{user}:{password}@{host}/",
        "http://$USER:$PASS@host",
        "a://<user>:<pass>@host",
        "git@host:a/b://",
        "ssh://git@host/",
        "://a:b@c",
    ] {
        assert_eq!(mask(harmless), harmless);
    }
}

#[test]
fn what_is_assigned_to_a_secrets_name_is_masked_where_it_looks_random() {
    let random = "aB3dE6gH9jK2mN5pQ8";
    for (before, after) in [
        ("password=", ""),
        ("DB_PASSWORD=", " next"),
        ("api-key: ", "\n"),
        ("client_secret := \"", "\""),
        ("{\"apiKey\": \"", "\"}"),
        ("{\\\"access_token\\\":\\\"", "\\\"}"),
        ("'token' => '", "'"),
        ("AccountKey=", "==;EndpointSuffix=core.windows.net"),
        ("https://a.example/b?sp=r&sig=", "&x=1"),
        ("password:             ", "\n"),
        ("\"password\"        :        \"", "\""),
        ("password:\n  ", "\n"),
        ("db:\r\n  password:\r\n    ", "\r\n"),
        ("password: |-\n  ", "\n"),
        ("password:\n  - ", "\n"),
        ("\"password\":\n\"", "\""),
        ("{\"password\": [\"", "\"]}"),
        ("{\\\"token\\\":[\\\"", "\\\"]}"),
    ] {
        let masked = mask(&format!("{before}{random}{after}")).into_owned();
        assert!(masked.contains("[masked: secret]") && !masked.contains(random), "{masked}");
        assert_eq!(mask(&masked), masked, "what was masked is not masked again");
    }
    assert_eq!(mask(&format!("Authorization: Bearer {random}")), "Authorization: Bearer [masked: credentials]");
    let basic = "authorization: basic dXNlcjpwYXNzd29yZA==";
    assert_eq!(mask(basic), "authorization: basic [masked: credentials]");
    let bot = format!("https://api.telegram.org/bot123456789:AA{}/x", "aB3".repeat(11));
    assert_eq!(mask(&bot), "https://api.telegram.org/bot123456789:[masked: telegram-token]/x");
    let azure = format!("abc8Q~{}", "aB3_".repeat(8));
    assert_eq!(mask(&azure), "abc8Q~[masked: azure-secret]");
}

#[test]
fn what_a_program_assigns_to_such_a_name_stays() {
    for harmless in [
        "password = get_password(user)",
        "token: Token2Factory.create_instance",
        "secret = os.environ['SECRET_KEY_V2']",
        "api_key=API_KEY_FROM_ENVIRONMENT_2",
        "password: 'correct horse battery staple 1'",
        "{\"password\": \"test-password-123\"}",
        "csrf_token=%(csrf_token)s",
        "token=${ACCESS_TOKEN_2024}",
        "n_tokens = 1234567890123456789",
        "token_hash: sha256_of_the_token",
        "password=",
        "password:\naB3dE6gH9jK2mN5pQ8",
        "password: [A-Za-z0-9+/=]",
        "token: |\n  of several words, none of which is drawn",
        "Bearer of good news",
        "monkey=aB3dE6gH9jK2mN5pQ8",
        "basic dXNlcjpwYXNzd29yZA==",
    ] {
        assert_eq!(mask(harmless), harmless);
    }
}

#[test]
fn a_private_key_is_masked_and_its_lines_are_kept() {
    let base64 = "MIIEowIBAAKCAQEA".repeat(4);
    for label in ["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY"] {
        let whole = format!("a\n-----BEGIN {label}-----\n{base64}\n{base64}==\n-----END {label}-----\nb\n");
        assert_eq!(mask(&whole), "a\n[masked: private-key]\n\n\n\nb\n");
        let escaped = format!("k = \"-----BEGIN {label}-----\\n{base64}\\n-----END {label}-----\\n\";");
        assert_eq!(mask(&escaped), "k = \"[masked: private-key]\\n\";");
        let cut = format!("-----BEGIN {label}-----\n{base64}…");
        assert_eq!(mask(&cut), "[masked: private-key]\n…");
    }
    let code = "if line == \"-----BEGIN PRIVATE KEY-----\" or line == \"-----END PRIVATE KEY-----\": pass";
    assert_eq!(mask(code), code);
    let public = format!("-----BEGIN PUBLIC KEY-----\n{base64}\n-----END PUBLIC KEY-----\n");
    assert_eq!(mask(&public), public);
}

#[test]
fn what_is_only_like_a_secret_stays() {
    for harmless in [
        "AKIA",
        "AKIAabc",
        "MAKIAABCDEFGHIJKLMNOP",
        "ghp_short",
        "xoxb-",
        "sk-learn-estimator-doc-link-and-more",
        "task-0aA1bB2cC3dD4eE5fF6gG7",
        "eyJhbGciOi.abc.def",
        "sk_live_",
        "AIzaShort",
        "é",
    ] {
        assert_eq!(mask(harmless), harmless);
        assert!(matches!(mask(harmless), Cow::Borrowed(_)));
    }
}

/// Two files of a cache were one, and of two events the second was lost.
#[test]
fn in_a_name_more_is_asked_of_a_form_that_other_names_have() {
    let md5 = "0a".repeat(16);
    for harmless in [format!("cache/key-{md5}.json"), String::from("i18n/sk-SK-Messages-for-v2-of-Settings.json")] {
        assert!(matches!(mask_name(&harmless), Cow::Borrowed(_)) && first_in_name(&harmless).is_none(), "{harmless}");
        assert!(matches!(mask(&harmless), Cow::Owned(_)), "in a text it is masked: {harmless}");
    }
    assert_eq!(mask_name(&format!("Mailgun/key-{md5}")), "Mailgun/[masked: mailgun-key]");
    assert_eq!(mask_name(&format!("password=key-{md5}")), "password=[masked: secret]");
    for (kind, secret) in secrets() {
        assert_eq!(mask_name(&format!("src {secret}")), format!("src [masked: {kind}]"), "{secret}");
    }
}

/// What begins like a secret again and again: a second look at the same bytes would be seen in minutes.
#[test]
fn no_text_takes_more_than_one_pass() {
    let n = 300_000;
    for text in [
        "-----BEGIN RSA PRIVATE KEY-----\n",
        "a://",
        "a://b:c",
        "eyJ-",
        "eyJaaaaaaaaaa.",
        "sk-",
        "xoxb-",
        "-----",
        "AIza_",
        "password=",
        "token: ",
        "token:\n ",
        "password : [",
        "token: \"aB3",
        "hooks.slack.com/",
        "Bearer ",
        "M",
        "1:AA",
    ] {
        assert!(mask(&text.repeat(n)).len() <= text.len() * n + 100, "{text}");
    }
    assert_eq!(mask(&format!("a://{}", ":".repeat(n))).len(), n + 4);
}
