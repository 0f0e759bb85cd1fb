//! Masking of each known form in any context, and of texts that only resemble secrets.

use super::*;
use alloc::format;

mod scored;

/// Secrets, each after its kind. They are assembled at run time, so that no scanner finds secrets in this file.
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

/// Asserts that each secret is masked as `kind` in the place of `{}` in each text, alone and inside JSON.
#[track_caller]
fn assert_masked(kind: &str, secrets: &[&str], texts: &[&str]) {
    for (text, secret) in texts.iter().flat_map(|text| secrets.iter().map(move |secret| (text, secret))) {
        let (said, masked) = (text.replace("{}", secret), text.replace("{}", &format!("[masked: {kind}]")));
        assert_eq!(mask(&said), masked);
        assert_eq!(mask(&masked), masked, "what was masked is not masked again");
        if !said.contains(['"', '\\', '\n']) {
            assert_eq!(mask(&format!("{{\"a\":\"{said}\"}}")), format!("{{\"a\":\"{masked}\"}}"));
        }
    }
}

/// A regression: such passwords were stored as they were typed.
#[test]
fn passwords_on_a_command_line_are_masked() {
    let any = ["hunter2", "correct-horse", "Tr0ub4dor&3", "s3cr3t"];
    assert_masked(
        "password",
        &any,
        &[
            "sshpass -p {} ssh me@host",
            "sshpass -p{} ssh me@host",
            "/usr/bin/sshpass -p '{}' scp a b",
            "[\"sshpass\", \"-p\", \"{}\", \"ssh\"]",
            "docker login -u me -p {} registry.example",
            "podman login -p={}",
            "mysql -u root -p{} db",
            "mysqldump -uroot -p'{}' db",
            "mongosh -u root -p {}",
            "redis-cli -h host -a {} ping",
            "curl -u me:{} https://a.example",
            "curl -sSLu me:{}",
            "curl -X POST \\\n  --user 'me:{}' https://a.example",
            "machine a.example login me password {}",
            "machine a.example\n  login me\n  password {}\n",
            "default login me password {}",
        ],
    );
    assert_masked(
        "secret",
        &["hunter2", "Tr0ub4dor&3", "P@ssw0rd", "aB3dE6gH9jK2"],
        &[
            "tool --password {} next",
            "tool --password={} next",
            "tool --db-password '{}'",
            "tool --pass {}",
            "tool -password {}",
            "[\"tool\", \"--password\", \"{}\"]",
            "[\\\"tool\\\",\\\"--password\\\",\\\"{}\\\"]",
        ],
    );
    assert_masked(
        "secret",
        &["a1b2c3d4", "hunter2hunter2"],
        &["tool --api-key {}", "tool --token={} x", "t --auth-token \"{}\""],
    );
}

#[test]
fn one_of_several_secrets_is_masked_as_the_only_one_is() {
    assert_masked(
        "secret",
        &["Zk3vQ9xLr7TnB2wYp8Hd4MsC"],
        &[
            "API_KEY_2 = \"{}\"",
            "token2=\"{}\"",
            "{\"api_key_1\":\"{}\"}",
            "API_KEY_PROD={}",
            "APIKey2: \"{}\"",
            "c.setApiKey(\"{}\")",
            "c.withToken('{}')",
            "Client::new()->api_key(\"{}\")",
        ],
    );
    assert_masked(
        "secret",
        &["hunter2hunter", "Tr0ub4dor&3"],
        &[
            "DB_PASSWORD_1={} make",
            "password1=\"{}\"",
            "PASSWORD_ADMIN={} make",
            "passwordConfirm: \"{}\"",
            "c.setPassword(\"{}\")",
            "c.password(\"{}\")",
        ],
    );
    for harmless in [
        "self.check_password(\"Tr0ub4dor&3\")",
        "readPassword(\"Tr0ub4dor&3\")",
        "token_2 = next_token(2)",
        "password2: string",
        "form.get(\"password2\")",
        "sha256(\"9944b09199c62bcf9418ad846dd0e4bb\")",
    ] {
        assert_eq!(mask(harmless), harmless);
    }
}

#[test]
fn a_password_that_a_program_is_given_to_read_or_a_statement_sets_is_masked() {
    assert_masked(
        "password",
        &["hunter2", "Tr0ub4dor-3", "correct-horse"],
        &[
            "echo {} | docker login -u me --password-stdin",
            "echo -n '{}' | docker login --password-stdin registry.example",
            "printf '%s' \"{}\" | podman login --password-stdin",
            "echo \"{}\" | gh auth login --with-token",
            "$ echo {} | sudo -S true",
            "set password for \"bob\" = '{}'",
            "SET PASSWORD FOR 'bob'@'localhost' = '{}';",
        ],
    );
    for harmless in [
        "echo correct-horse | tee out",
        "echo hello-world\ndocker login --password-stdin",
        "echo \"$TOKEN_2\" | docker login --password-stdin",
        "cat token.txt | gh auth login --with-token",
        "set title = 'correct-horse'; set password",
    ] {
        assert_eq!(mask(harmless), harmless);
    }
}

#[test]
fn a_password_that_somebody_chose_is_masked_where_no_code_can_stand() {
    let chosen = ["hunter2", "Tr0ub4dor&3", "P@ssw0rd", "aB3dE6gH9", "123456"];
    assert_masked(
        "secret",
        &chosen,
        &[
            "DB_PASSWORD={} make",
            "export PGPASSWORD={}",
            "MYSQL_PWD={}",
            "PASSWD='{}'",
            "POSTGRES_PASSWORD: {}\n",
            "password: {}\nuser: me",
            "user=me&password={}&next=1",
            "Server=a;User=b;Password={};Encrypt=yes",
            "{\"password\": \"{}\"}",
            "login(password='{}')",
            "<password>{}</password>",
            "<db:password encrypted=\"no\">{}</db:password>",
        ],
    );
    assert_masked("secret", &chosen[..4], &["PASS={}", "DB_PASS={} make"]);
    assert_masked(
        "secret",
        &["a1b2c3d4", "hunter2hunter2", "Xk29dmQ8"],
        &["API_KEY={}", "?token={}", "X-Api-Key: {}", "{\"token\": \"{}\"}", "{ pass: '{}' }", "<apiKey>{}</apiKey>"],
    );
}

#[test]
fn headers_that_prove_who_asks_are_masked_whatever_their_scheme() {
    let short = ["Zq7w8e9r0t1y", "hunter2hunter2", "a8f5f167f44f", "S3cr3t!Value"];
    assert_masked(
        "credentials",
        &short,
        &[
            "Authorization: Token {}",
            "authorization: apikey {}\r\nAccept: a",
            "curl -H 'Authorization: Bearer {}' https://a.example",
            "{\"Authorization\": \"Token {}\"}",
            "{\\\"Authorization\\\":\\\"ApiKey {}\\\"}",
            "headers['Authorization'] = 'GenieKey {}'",
            "set(\"Authorization\", \"Token {}\")",
        ],
    );
    let long = ["aB3dE6gH9jK2mN5pQ8", "9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b"];
    assert_masked(
        "credentials",
        &long,
        &["with Token {} it goes", "ApiKey {}", "Authorization: Other {}", "Authorization: {}"],
    );
    assert_masked(
        "cookie",
        &["s3ss10nV4lue", "4c66e474-3f5a-43ed-8e48", "GKNBDIFAAOFD"],
        &[
            "Cookie: session={}",
            "Cookie: theme=dark; sid={}; lang=en",
            "Set-Cookie: JSESSIONID={}; Path=/a1b2c3d4; HttpOnly",
            "{\"Cookie\": \"session={}\"}",
            "curl -b 'a=b; token={}' https://a.example",
        ],
    );
    assert_eq!(mask("Cookie: a=aB3dE6gH9; b=cD4fG7hJ1"), "Cookie: a=[masked: cookie]; b=[masked: cookie]");
    let value = |name, value| mask_header(name, value).map(|(_, value)| value);
    assert_eq!(value("Authorization", "Token Zq7w8e9r0t1y").unwrap(), "Token [masked: credentials]");
    assert_eq!(value("cookie", "sid=abcdef; b=c").unwrap(), "sid=[masked: cookie]; b=c");
    assert!(value("Accept", "Token Zq7w8e9r0t1y").is_none() && value("Cookie", "theme=dark").is_none());
}

#[test]
fn code_and_prose_about_secrets_stay() {
    for harmless in [
        "password: string",
        "password: str = None",
        "password=None, token=None",
        "token = get_token()",
        "token: OAuth2Token\nkey",
        "secret: V1Secret",
        "{'secret': 'V1SecretProjection'}",
        "private_key: Ed25519PrivateKey",
        "private_key: ed25519.Ed25519PrivateKey, f",
        "password: req.body.password2",
        "password = password2",
        "f(user, password=passwd12, token=token_v2)",
        "password: z.string().min(8)",
        "'password' => 'required|min:8|confirmed'",
        "binaryauthorization:\n    v1alpha2:",
        "PASS=1 FAIL=12",
        "render_pass: shadow1",
        "bypass=abc12345",
        "PWD=/home/me/w0rk5",
        "TOKEN=$TOKEN TOKEN=${TOKEN2} TOKEN=$(token 2)",
        "PASSWORD=*** API_KEY=xxxxxxxx1 TOKEN=<your-token-2>",
        "token: process.env.TOKEN_2X4",
        "the --password option is required, --token too",
        "--password PASSWORD --api-key YOUR_API_KEY_1 --token <token>",
        "--password ${DB_PASSWORD} --token $TOKEN2 --password-stdin",
        "add_argument(\"--password\", help=\"p4ssw0rd\")",
        "--max-tokens 4096",
        "sshpass -p $PASS ssh, sshpass -p \"$PASS\", sshpass -p <password>, sshpass -p password",
        "docker run --user 1000:1000 -p 8080:80 a",
        "docker login -u me --password-stdin",
        "ssh -p 2222 login@host",
        "firebase login -p 8080",
        "mysql -u root -p db1234",
        "mysql -port 3306 -protocol tcp",
        "curl -u user:password https://a.example",
        "curl -u \"$USER:$PASS\" https://a.example",
        "curl --user-agent a1b2:c3d4 https://a.example",
        "<password>${env.PASS1}</password>",
        "<password>Enter 1 password</password>",
        "<Token>Identifier</Token>",
        "the default change password page1",
        "login with a password of 8letters",
        "Authorization: Token <token>",
        "Authorization: Bearer ${TOKEN2}",
        "\"Authorization\": f\"Token {token}\"",
        "\"Authorization\": \"Bearer \" + token2",
        "authorization. Basic authentication is provided",
        "token by token, a key 1234",
        "Cookie: name=value; theme=dark",
        "def f(cookie: Cookie = x1y2z3a4b5):",
        "set-cookie: lang=en; Path=/a1b2c3d4e5\nserver_side=s3rv3r_s1d3",
    ] {
        assert_eq!(mask(harmless), harmless);
    }
}

/// A regression: two names became equal, and the second was lost.
#[test]
fn in_a_name_what_somebody_may_have_chosen_stays() {
    for harmless in ["run pass=phase12", "cache/token=block12345", "password=attempt2"] {
        assert_eq!(mask_name(harmless), harmless);
    }
    assert_eq!(mask_name("password=aB3dE6gH9"), "password=[masked: secret]");
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

/// A regression: two files of a cache, and two events, got equal names, and the second of each was lost.
#[test]
fn in_a_name_more_is_asked_of_a_form_that_other_names_have() {
    let md5 = "0a".repeat(16);
    for harmless in [format!("cache/key-{md5}.json"), String::from("i18n/sk-SK-Messages-for-v2-of-Settings.json")] {
        assert!(
            matches!(mask_name(&harmless), Cow::Borrowed(_)) && first_kind_in_name(&harmless).is_none(),
            "{harmless}"
        );
        assert!(matches!(mask(&harmless), Cow::Owned(_)), "in a text it is masked: {harmless}");
    }
    assert_eq!(mask_name(&format!("Mailgun/key-{md5}")), "Mailgun/[masked: mailgun-key]");
    assert_eq!(mask_name(&format!("password=key-{md5}")), "password=[masked: secret]");
    for (kind, secret) in secrets() {
        assert_eq!(mask_name(&format!("src {secret}")), format!("src [masked: {kind}]"), "{secret}");
    }
}

/// Texts that begin like a secret again and again. A second look at the same bytes would take minutes.
#[test]
fn no_text_takes_more_than_one_pass() {
    let n = 100_000;
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
        "Cookie: a=",
        "Set-Cookie: a=b;",
        "curl -b a=b ",
        "curl -u ",
        "Authorization:",
        "Token ",
        "<password>",
        "--password ",
        "machine password ",
        "login ",
        "password=a,b=",
        "set A_TOKEN ",
        "htpasswd -b a ",
        "export A_TOKEN=b ",
        "name: token value: ",
        "token: a = \"",
        "PASSWORD '",
        "kSecret{\"",
        "\\",
        "\\\"",
        "%25",
        "\u{1b}[m",
        "\u{1b}]",
        "\\u0022",
        "&quot;",
        "----BEGIN PRIVATE KEY----\n> ",
        "-us1",
        ".atlasv1.",
        "Authorization: a=",
    ] {
        assert!(mask(&text.repeat(n)).len() <= text.len() * n + 100, "{text}");
    }
    assert_eq!(mask(&format!("a://{}", ":".repeat(n))).len(), n + 4);
}
