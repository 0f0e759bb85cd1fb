//! Programs that take a secret on their command line in an option or position whose name does not say so.

/// The kind of value that an option takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    Password,
    /// A password, only if attached to the option letter; otherwise the program asks for it.
    PasswordAtOnce,
    /// `user:password`, `user%password` or `user,password`.
    UserAndPassword,
    /// A password as `pass:password`; other sources, such as `env:`, hold no secret.
    Source,
    Cookies,
}

/// Which positional word of a command is a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    None,
    /// The word at this position, counted from 1.
    Nth(usize),
    /// The first word that is no option's argument.
    BesideOptions,
    /// The last word, if the first option has this letter.
    Last(u8),
    /// The word after the one at this position, if that is a secret's name.
    Named(usize),
    /// The word after the first one, if that is the name of an environment variable for a secret; the command is an
    /// English word, too.
    Variable,
    /// The first word, if the output is piped to a program that reads a secret.
    Piped,
    /// The word after a network share, if it is neither an option nor another share.
    BehindShare,
}

/// Which of a command's assignments may hold a secret that is a plain word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Assigned {
    /// Assignments to a secret's name.
    Named,
    /// All assignments.
    All,
}

/// A program that takes a secret on its command line.
pub(super) struct Command {
    /// Its name; if `is_family`, a prefix of names, such as `mysql` of `mysqldump`.
    pub(super) name: &'static [u8],
    pub(super) is_family: bool,
    pub(super) options: &'static [(&'static [u8], Holds)],
    pub(super) words: Words,
    pub(super) assigned: Assigned,
}

const fn program(name: &'static str, options: &'static [(&'static [u8], Holds)]) -> Command {
    Command { name: name.as_bytes(), is_family: false, options, words: Words::None, assigned: Assigned::Named }
}

const fn family(name: &'static str, options: &'static [(&'static [u8], Holds)]) -> Command {
    Command { is_family: true, ..program(name, options) }
}

const fn words(name: &'static str, words: Words) -> Command {
    Command { words, ..program(name, NONE) }
}

const fn all(name: &'static str) -> Command {
    Command { assigned: Assigned::All, ..program(name, NONE) }
}

const NONE: &[(&[u8], Holds)] = &[];
const P: &[(&[u8], Holds)] = &[(b"p", Holds::Password)];
const CAPITAL_P: &[(&[u8], Holds)] = &[(b"P", Holds::Password)];
const AT_ONCE: &[(&[u8], Holds)] = &[(b"p", Holds::PasswordAtOnce)];
const ARCHIVE: &[(&[u8], Holds)] = &[(b"p", Holds::PasswordAtOnce), (b"hp", Holds::PasswordAtOnce)];
const USER: &[(&[u8], Holds)] = &[(b"U", Holds::UserAndPassword), (b"user", Holds::UserAndPassword)];
const CURL: &[(&[u8], Holds)] = &[
    (b"u", Holds::UserAndPassword),
    (b"U", Holds::UserAndPassword),
    (b"b", Holds::Cookies),
    (b"E", Holds::UserAndPassword),
    (b"user", Holds::UserAndPassword),
    (b"proxy-user", Holds::UserAndPassword),
    (b"cert", Holds::UserAndPassword),
    (b"cookie", Holds::Cookies),
    (b"oauth2-bearer", Holds::Password),
];
const HTTPIE: &[(&[u8], Holds)] = &[(b"a", Holds::UserAndPassword), (b"auth", Holds::UserAndPassword)];
const OPENSSL: &[(&[u8], Holds)] = &[
    (b"passin", Holds::Source),
    (b"passout", Holds::Source),
    (b"pass", Holds::Source),
    (b"k", Holds::Password),
    (b"K", Holds::Password),
];
const PW: &[(&[u8], Holds)] = &[(b"pw", Holds::Password)];
const K: &[(&[u8], Holds)] = &[(b"k", Holds::Password)];

/// Known programs, sorted by first letter, and with a common prefix the longest first. `login` is a subcommand of
/// `docker`, `podman`, `az`, `oc` and others.
pub(super) const COMMANDS: [Command; 110] = [
    program("7z", AT_ONCE),
    program("7za", AT_ONCE),
    program("7zz", AT_ONCE),
    words("ARG", Words::Variable),
    words("ConvertTo-SecureString", Words::Nth(1)),
    words("ENV", Words::Variable),
    words("ansible-vault encrypt_string", Words::BesideOptions),
    family("ansible", NONE),
    words("aws configure set", Words::Named(1)),
    program("aws secretsmanager", &[(b"secret-string", Holds::Password)]),
    program("aws ssm put-parameter", &[(b"value", Holds::Password)]),
    program("aws", NONE),
    program("az keyvault secret set", &[(b"value", Holds::Password)]),
    program("az storage", &[(b"account-key", Holds::Password)]),
    program("bcp", CAPITAL_P),
    words("cargo login", Words::Nth(1)),
    program("cargo", NONE),
    program("clickhouse-client", NONE),
    program("config:set", NONE),
    program("cqlsh", P),
    program("cryptsetup", NONE),
    program("curl", CURL),
    program("declare", NONE),
    words("define", Words::Variable),
    program("docker", NONE),
    program("doctl auth init", &[(b"t", Holds::Password), (b"access-token", Holds::Password)]),
    program("eb setenv", NONE),
    words("echo", Words::Piped),
    words("env:set", Words::Named(1)),
    program("env", NONE),
    program("export", NONE),
    all("fly secrets set"),
    all("flyctl secrets set"),
    program("gem push", &[(b"key", Holds::Password)]),
    program("gh secret set", &[(b"b", Holds::Password), (b"body", Holds::Password)]),
    program("git", NONE),
    program("gpg", NONE),
    program("gradle", NONE),
    program("helm", NONE),
    words("htpasswd", Words::Last(b'b')),
    program("http", HTTPIE),
    program("https", HTTPIE),
    program("influx", NONE),
    program("ipmitool", CAPITAL_P),
    words("isql", Words::Nth(3)),
    program("jarsigner", NONE),
    program("java", NONE),
    program("jenkins-cli", HTTPIE),
    program("keytool", NONE),
    all("kubectl create secret"),
    program("kinit", NONE),
    program("kubectl", NONE),
    family("ldap", &[(b"w", Holds::Password)]),
    program("lftp", &[(b"u", Holds::UserAndPassword)]),
    program("login", P),
    family("mariadb", AT_ONCE),
    family("mongo", P),
    program("mount", NONE),
    program("mvn", NONE),
    family("mysql", AT_ONCE),
    family("ncftp", P),
    words("net use", Words::BehindShare),
    words("net user", Words::Nth(2)),
    words("ngrok authtoken", Words::Nth(1)),
    words("ngrok config add-authtoken", Words::Nth(1)),
    words("nmcli dev wifi connect", Words::Named(2)),
    words("npm config set", Words::Named(1)),
    program("npm", NONE),
    program("nuget", K),
    words("openssl passwd", Words::Nth(1)),
    program("openssl", OPENSSL),
    program("plink", PW),
    program("podman", NONE),
    program("poetry publish", P),
    words("printf", Words::Piped),
    words("print", Words::Piped),
    program("pscp", PW),
    program("psexec", P),
    program("psql", NONE),
    program("rar", ARCHIVE),
    program("rdesktop", P),
    program("redis-cli", &[(b"a", Holds::Password)]),
    words("requirepass", Words::Nth(1)),
    program("rpcclient", USER),
    words("setenv", Words::Variable),
    words("setx", Words::Variable),
    words("set", Words::Variable),
    program("smbclient", USER),
    family("snmp", &[(b"A", Holds::Password), (b"X", Holds::Password)]),
    program("sqlcmd", CAPITAL_P),
    program("ssh-keygen", &[(b"N", Holds::Password), (b"P", Holds::Password)]),
    program("sshpass", P),
    program("svn", NONE),
    program("terraform", NONE),
    program("twine upload", P),
    program("unrar", ARCHIVE),
    program("unzip", CAPITAL_P),
    program("useradd", P),
    words("user-secrets set", Words::Nth(2)),
    program("vault kv put", NONE),
    words("vault login", Words::Nth(1)),
    program("vault write", NONE),
    program("vercel env add", NONE),
    program("wget", NONE),
    program("winexe", USER),
    words("wpa_passphrase", Words::Nth(2)),
    program("wrangler secret put", NONE),
    words("yarn config set", Words::Named(1)),
    program("yarn", NONE),
    program("zip", CAPITAL_P),
];

/// The range of indexes in [`COMMANDS`] for each first letter.
const PLACES: [(usize, usize); 128] = {
    let mut places = [(0, 0); 128];
    let mut at = 0;
    while at < COMMANDS.len() {
        let first = COMMANDS[at].name[0] as usize;
        if places[first].1 == 0 {
            places[first].0 = at;
        }
        at += 1;
        places[first].1 = at;
    }
    places
};

/// The program whose name is here, and the name's length in bytes.
pub(super) fn command(rest: &[u8]) -> Option<(&'static Command, usize)> {
    let (first, end) = PLACES[usize::from(rest[0] & 0x7f)];
    COMMANDS[first..end].iter().find_map(|command| {
        let after_name = rest.strip_prefix(command.name)?;
        let n_more = if command.is_family { super::names::length(after_name) } else { 0 };
        let ends = matches!(after_name.get(n_more)?, b' ' | b'\t' | b'"' | b'\'');
        ends.then_some((command, command.name.len() + n_more))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A command out of its letter's place was never looked at.
    #[test]
    fn commands_stand_by_their_first_letters() {
        assert!(COMMANDS.is_sorted_by_key(|command| command.name[0]));
    }
}
