//! Programs that take a secret on their command line in an option or position that has no secret's name.

/// The kind of value that an option takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OptionValue {
    Password,
    /// A password attached to the option's letter; without one the program asks for it.
    AttachedPassword,
    /// `user:password`, `user%password` or `user,password`.
    UserAndPassword,
    /// A password as `pass:password`; other sources, such as `env:`, hold no secret.
    Source,
    Cookies,
}

/// The positional word of a command that is a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SecretWord {
    None,
    /// The word at this position, counted from 1.
    Nth(usize),
    /// The first word that is no option's argument.
    FirstPositional,
    /// The last word, if an option has this letter.
    Last(u8),
    /// The word after the one at this position, if that is a secret's name.
    AfterName(usize),
    /// The word after the first one, if the first is the name of a secret's environment variable. For commands that are
    /// English words too.
    AfterVariable,
    /// The first word, if the output is piped to a program that reads a secret.
    Piped,
    /// The word after a network share, if it is neither an option nor another share.
    AfterShare,
}

/// The assignments on a command line whose value may be a plain word and yet a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AssignmentScope {
    /// Assignments to a secret's name.
    SecretNames,
    /// All assignments.
    All,
}

/// A program that takes a secret on its command line.
pub(super) struct Command {
    /// The program's name, with subcommands; if `is_family`, a prefix of names, such as `mysql` of `mysqldump`.
    pub(super) name: &'static [u8],
    pub(super) is_family: bool,
    pub(super) options: &'static [(&'static [u8], OptionValue)],
    pub(super) secret_word: SecretWord,
    pub(super) assignments: AssignmentScope,
}

const fn program(name: &'static str, options: &'static [(&'static [u8], OptionValue)]) -> Command {
    Command {
        name: name.as_bytes(),
        is_family: false,
        options,
        secret_word: SecretWord::None,
        assignments: AssignmentScope::SecretNames,
    }
}

const fn family(name: &'static str, options: &'static [(&'static [u8], OptionValue)]) -> Command {
    Command { is_family: true, ..program(name, options) }
}

const fn with_secret_word(name: &'static str, words: SecretWord) -> Command {
    Command { secret_word: words, ..program(name, NO_OPTIONS) }
}

const fn with_all_assignments(name: &'static str) -> Command {
    Command { assignments: AssignmentScope::All, ..program(name, NO_OPTIONS) }
}

const NO_OPTIONS: &[(&[u8], OptionValue)] = &[];
const P_PASSWORD: &[(&[u8], OptionValue)] = &[(b"p", OptionValue::Password)];
const CAPITAL_P_PASSWORD: &[(&[u8], OptionValue)] = &[(b"P", OptionValue::Password)];
const P_ATTACHED: &[(&[u8], OptionValue)] = &[(b"p", OptionValue::AttachedPassword)];
const ARCHIVE_PASSWORD: &[(&[u8], OptionValue)] =
    &[(b"p", OptionValue::AttachedPassword), (b"hp", OptionValue::AttachedPassword)];
const USER_OPTIONS: &[(&[u8], OptionValue)] =
    &[(b"U", OptionValue::UserAndPassword), (b"user", OptionValue::UserAndPassword)];
const CURL_OPTIONS: &[(&[u8], OptionValue)] = &[
    (b"u", OptionValue::UserAndPassword),
    (b"U", OptionValue::UserAndPassword),
    (b"b", OptionValue::Cookies),
    (b"E", OptionValue::UserAndPassword),
    (b"user", OptionValue::UserAndPassword),
    (b"proxy-user", OptionValue::UserAndPassword),
    (b"cert", OptionValue::UserAndPassword),
    (b"cookie", OptionValue::Cookies),
    (b"oauth2-bearer", OptionValue::Password),
];
const HTTPIE_OPTIONS: &[(&[u8], OptionValue)] =
    &[(b"a", OptionValue::UserAndPassword), (b"auth", OptionValue::UserAndPassword)];
const OPENSSL_OPTIONS: &[(&[u8], OptionValue)] = &[
    (b"passin", OptionValue::Source),
    (b"passout", OptionValue::Source),
    (b"pass", OptionValue::Source),
    (b"k", OptionValue::Password),
    (b"K", OptionValue::Password),
];
const PW_PASSWORD: &[(&[u8], OptionValue)] = &[(b"pw", OptionValue::Password)];
const K_PASSWORD: &[(&[u8], OptionValue)] = &[(b"k", OptionValue::Password)];

/// Known programs, sorted by first letter; where two names may match, the longer one comes first, as `cargo login`
/// before `cargo`. `login` is a subcommand of `docker`, `podman`, `az`, `oc` and others.
pub(super) const COMMANDS: [Command; 110] = [
    program("7z", P_ATTACHED),
    program("7za", P_ATTACHED),
    program("7zz", P_ATTACHED),
    with_secret_word("ARG", SecretWord::AfterVariable),
    with_secret_word("ConvertTo-SecureString", SecretWord::Nth(1)),
    with_secret_word("ENV", SecretWord::AfterVariable),
    with_secret_word("ansible-vault encrypt_string", SecretWord::FirstPositional),
    family("ansible", NO_OPTIONS),
    with_secret_word("aws configure set", SecretWord::AfterName(1)),
    program("aws secretsmanager", &[(b"secret-string", OptionValue::Password)]),
    program("aws ssm put-parameter", &[(b"value", OptionValue::Password)]),
    program("aws", NO_OPTIONS),
    program("az keyvault secret set", &[(b"value", OptionValue::Password)]),
    program("az storage", &[(b"account-key", OptionValue::Password)]),
    program("bcp", CAPITAL_P_PASSWORD),
    with_secret_word("cargo login", SecretWord::Nth(1)),
    program("cargo", NO_OPTIONS),
    program("clickhouse-client", NO_OPTIONS),
    program("config:set", NO_OPTIONS),
    program("cqlsh", P_PASSWORD),
    program("cryptsetup", NO_OPTIONS),
    program("curl", CURL_OPTIONS),
    program("declare", NO_OPTIONS),
    with_secret_word("define", SecretWord::AfterVariable),
    program("docker", NO_OPTIONS),
    program("doctl auth init", &[(b"t", OptionValue::Password), (b"access-token", OptionValue::Password)]),
    program("eb setenv", NO_OPTIONS),
    with_secret_word("echo", SecretWord::Piped),
    with_secret_word("env:set", SecretWord::AfterName(1)),
    program("env", NO_OPTIONS),
    program("export", NO_OPTIONS),
    with_all_assignments("fly secrets set"),
    with_all_assignments("flyctl secrets set"),
    program("gem push", &[(b"key", OptionValue::Password)]),
    program("gh secret set", &[(b"b", OptionValue::Password), (b"body", OptionValue::Password)]),
    program("git", NO_OPTIONS),
    program("gpg", NO_OPTIONS),
    program("gradle", NO_OPTIONS),
    program("helm", NO_OPTIONS),
    with_secret_word("htpasswd", SecretWord::Last(b'b')),
    program("http", HTTPIE_OPTIONS),
    program("https", HTTPIE_OPTIONS),
    program("influx", NO_OPTIONS),
    program("ipmitool", CAPITAL_P_PASSWORD),
    with_secret_word("isql", SecretWord::Nth(3)),
    program("jarsigner", NO_OPTIONS),
    program("java", NO_OPTIONS),
    program("jenkins-cli", HTTPIE_OPTIONS),
    program("keytool", NO_OPTIONS),
    with_all_assignments("kubectl create secret"),
    program("kinit", NO_OPTIONS),
    program("kubectl", NO_OPTIONS),
    family("ldap", &[(b"w", OptionValue::Password)]),
    program("lftp", &[(b"u", OptionValue::UserAndPassword)]),
    program("login", P_PASSWORD),
    family("mariadb", P_ATTACHED),
    family("mongo", P_PASSWORD),
    program("mount", NO_OPTIONS),
    program("mvn", NO_OPTIONS),
    family("mysql", P_ATTACHED),
    family("ncftp", P_PASSWORD),
    with_secret_word("net use", SecretWord::AfterShare),
    with_secret_word("net user", SecretWord::Nth(2)),
    with_secret_word("ngrok authtoken", SecretWord::Nth(1)),
    with_secret_word("ngrok config add-authtoken", SecretWord::Nth(1)),
    with_secret_word("nmcli dev wifi connect", SecretWord::AfterName(2)),
    with_secret_word("npm config set", SecretWord::AfterName(1)),
    program("npm", NO_OPTIONS),
    program("nuget", K_PASSWORD),
    with_secret_word("openssl passwd", SecretWord::Nth(1)),
    program("openssl", OPENSSL_OPTIONS),
    program("plink", PW_PASSWORD),
    program("podman", NO_OPTIONS),
    program("poetry publish", P_PASSWORD),
    with_secret_word("printf", SecretWord::Piped),
    with_secret_word("print", SecretWord::Piped),
    program("pscp", PW_PASSWORD),
    program("psexec", P_PASSWORD),
    program("psql", NO_OPTIONS),
    program("rar", ARCHIVE_PASSWORD),
    program("rdesktop", P_PASSWORD),
    program("redis-cli", &[(b"a", OptionValue::Password)]),
    with_secret_word("requirepass", SecretWord::Nth(1)),
    program("rpcclient", USER_OPTIONS),
    with_secret_word("setenv", SecretWord::AfterVariable),
    with_secret_word("setx", SecretWord::AfterVariable),
    with_secret_word("set", SecretWord::AfterVariable),
    program("smbclient", USER_OPTIONS),
    family("snmp", &[(b"A", OptionValue::Password), (b"X", OptionValue::Password)]),
    program("sqlcmd", CAPITAL_P_PASSWORD),
    program("ssh-keygen", &[(b"N", OptionValue::Password), (b"P", OptionValue::Password)]),
    program("sshpass", P_PASSWORD),
    program("svn", NO_OPTIONS),
    program("terraform", NO_OPTIONS),
    program("twine upload", P_PASSWORD),
    program("unrar", ARCHIVE_PASSWORD),
    program("unzip", CAPITAL_P_PASSWORD),
    program("useradd", P_PASSWORD),
    with_secret_word("user-secrets set", SecretWord::Nth(2)),
    program("vault kv put", NO_OPTIONS),
    with_secret_word("vault login", SecretWord::Nth(1)),
    program("vault write", NO_OPTIONS),
    program("vercel env add", NO_OPTIONS),
    program("wget", NO_OPTIONS),
    program("winexe", USER_OPTIONS),
    with_secret_word("wpa_passphrase", SecretWord::Nth(2)),
    program("wrangler secret put", NO_OPTIONS),
    with_secret_word("yarn config set", SecretWord::AfterName(1)),
    program("yarn", NO_OPTIONS),
    program("zip", CAPITAL_P_PASSWORD),
];

/// The range of indexes in [`COMMANDS`] for each first letter.
const COMMAND_RANGES: [(usize, usize); 128] = {
    let mut ranges = [(0, 0); 128];
    let mut at = 0;
    while at < COMMANDS.len() {
        let first_letter = COMMANDS[at].name[0] as usize;
        if ranges[first_letter].1 == 0 {
            ranges[first_letter].0 = at;
        }
        at += 1;
        ranges[first_letter].1 = at;
    }
    ranges
};

/// The program whose name is at the beginning of `rest`, and the name's length in bytes.
pub(super) fn command(rest: &[u8]) -> Option<(&'static Command, usize)> {
    let (first, end) = COMMAND_RANGES[usize::from(rest[0] & 0x7f)];
    COMMANDS[first..end].iter().find_map(|command| {
        let after_name = rest.strip_prefix(command.name)?;
        let n_more = if command.is_family { super::names::name_length(after_name) } else { 0 };
        let ends_name = matches!(after_name.get(n_more)?, b' ' | b'\t' | b'"' | b'\'');
        ends_name.then_some((command, command.name.len() + n_more))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A command that is not sorted by its first letter would never be found.
    #[test]
    fn commands_stand_by_their_first_letters() {
        assert!(COMMANDS.is_sorted_by_key(|command| command.name[0]));
    }
}
