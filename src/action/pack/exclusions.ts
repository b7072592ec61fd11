import { looksRandom } from '../../redaction/classify.ts';

/** Names that are useless in a build, even if ignore files include them. */
const NEVER: ReadonlySet<string> = new Set(['.git', 'node_modules']);
/**
 * Useless files of Python and its tools, as shell patterns, unless the author includes one: see {@link readIncluded}.
 */
const PYTHON_LEFTOVERS = [
  '.venv',
  'venv',
  '__pycache__',
  '*.pyc',
  '*.pyo',
  '*.egg-info',
  '.eggs',
  '.ipynb_checkpoints',
  '.langgraph_api',
  '.mypy_cache',
  '.nox',
  '.pytest_cache',
  '.ruff_cache',
  '.tox',
];

/** Files of environment variables, to which a graph configuration may refer. */
const ENV_FILE = /^(\.env([._-].+)?|\.envrc|.+\.env)$/;
/** Sample files of environment variables. */
const SAMPLE = /(^|[._-])(example|sample|template|dist)([._-]|$)/;

/** Names of files whose only purpose is to hold secrets. A Google sign-in step leaves files named `gha-creds`. */
const SECRET_NAME = new RegExp(
  `^(${[
    String.raw`[._]netrc`,
    String.raw`\.git-credentials`,
    String.raw`gha-creds-.*\.json`,
    String.raw`application_default_credentials\.json`,
    String.raw`credentials\.tfrc\.json`,
    String.raw`terraform\.tfstate(\..+)?`,
    String.raw`(.*[._-])?id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?`,
    String.raw`git-credentials-.*\.config`,
    String.raw`(.*[._-])?creds\.json`,
    String.raw`kaggle\.json`,
    String.raw`.+\.(p8|p12|pfx|ppk|jks|keystore|kdbx)`,
    String.raw`\.(pgpass|my\.cnf|mylogin\.cnf|htpasswd|dockercfg|s3cfg|boto|databrickscfg|vault-token|vault[._-]pass.*)`,
    String.raw`\.dev\.vars(\..+)?`,
    String.raw`(\.)?kubeconfig(\..+)?`,
    String.raw`rclone\.conf`,
  ].join('|')})$`,
);
/** Folders that hold such secrets, with a slash before and after. */
const SECRET_PLACE = new RegExp(
  `/(${[
    String.raw`\.aws/(credentials|config|sso/.*|cli/.*|login/.*)`,
    String.raw`\.azure/(accesstokens|azureprofile|msal_|service_principal).*`,
    String.raw`\.cargo/credentials(\.toml)?`,
    String.raw`\.docker/config\.json`,
    String.raw`\.gem/credentials`,
    String.raw`\.gnupg/.*`,
    String.raw`\.kube/config`,
    String.raw`\.ssh/.*`,
    String.raw`gcloud/(access_tokens|credentials|legacy_credentials).*`,
    String.raw`\.config/gh/hosts\.ya?ml`,
    String.raw`\.config/git/credentials`,
    String.raw`\.snowsql/config`,
    String.raw`\.streamlit/secrets\.toml`,
  ].join('|')})$`,
);
/** Matches the public half of a key pair. */
const PUBLIC = /\.pub$/;

/** Files that may contain a secret, depending on their content. */
const MAYBE = new RegExp(
  `^(${[
    String.raw`\.?npmrc`,
    String.raw`\.yarnrc(\.ya?ml)?`,
    String.raw`\.?bunfig\.toml`,
    String.raw`\.pypirc`,
    String.raw`pip\.(conf|ini)`,
    String.raw`uv\.toml`,
    String.raw`(poetry-)?auth\.(toml|json)`,
    String.raw`\.condarc`,
    String.raw`nuget\.config`,
    String.raw`\.git(config|modules)`,
    String.raw`profiles\.ya?ml`,
    String.raw`\.?(.*[._-])?(token|key|api[._-]?key|passwd|password)(\.(json|txt))?`,
    String.raw`(\.terraformrc|terraform\.rc|\.modal\.toml)`,
    String.raw`.+\.(pem|key|asc|gpg|tfvars)`,
    String.raw`(.*[._-])?(sa|client_secret.*|.*adminsdk.*|.+-[0-9a-f]{12})\.json`,
    String.raw`(.*[._-])(rsa|dsa|ecdsa|ed25519)`,
    String.raw`\.?(.*[._-])?(credentials?|secrets?|service[._-]?account.*)(\.(json|ya?ml|toml|ini|cfg|conf|txt))?`,
  ].join('|')})$`,
);

/** Returns whether files and folders with this name are never packed, so that such a folder is not searched. */
export type IsUnneeded = (name: string) => boolean;

/**
 * Takes the lines of a `.dockerignore`. Returns the names that a line with `!` includes, and the folders on the path
 * to them. For these names only the file's own rules apply, not our lists.
 */
export function readIncluded(dockerignore: readonly string[]): ReadonlySet<string> {
  const lines = dockerignore.map((line) => line.trim());
  return new Set(lines.filter((line) => line.startsWith('!')).flatMap((line) => line.slice(1).split('/')));
}

/** Returns a function that tests whether a name is useless in a build, except names that the author `included`. */
export function unneededNames(included: ReadonlySet<string>): IsUnneeded {
  const names = [...included];
  const patterns = PYTHON_LEFTOVERS.map((name) => name.replaceAll('.', '\\.').replace('*', '.*')).filter(
    (pattern) => !names.some((name) => new RegExp(`^${pattern}$`).test(name)),
  );
  const leftover = new RegExp(`^(${patterns.join('|')})$`);
  return (name) => NEVER.has(name) || name.toLowerCase() === '.git' || leftover.test(name);
}

/**
 * Returns why a path is excluded before ignore files apply: `never` useful, an `env-file`, another file with a
 * `secret`, or `maybe` such a file, which {@link containsSecret} decides; `undefined` if it is not excluded. Ignores
 * case, like many file systems.
 */
export function exclusionOf(
  path: string,
  isUseless: IsUnneeded,
): 'never' | 'env-file' | 'secret' | 'maybe' | undefined {
  const segments = path.split('/');
  if (segments.some(isUseless)) return 'never';
  const name = withoutBackup(segments.at(-1)?.toLowerCase() ?? '');
  if (PUBLIC.test(name)) return undefined;
  if (ENV_FILE.test(name)) return SAMPLE.test(name) ? undefined : 'env-file';
  if (
    SECRET_NAME.test(name) ||
    SECRET_PLACE.test(`/${[...segments.slice(0, -1), name].join('/').toLowerCase()}`)
  )
    return 'secret';
  return MAYBE.test(name) ? 'maybe' : undefined;
}

/** Returns the original name of a backup copy: `.env~`, `..env.swp`, `id_rsa.bak`. */
function withoutBackup(name: string): string {
  const swap = /^\.(.+)\.sw[a-p]$/.exec(name)?.[1];
  return swap ?? name.replace(/(?:~|\.(?:bak|backup|old|orig|save))+$/, '');
}

const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY( BLOCK)?-----/;
/** Matches a name with a word for secrets and a literal value: not a `${VARIABLE}`, a `<placeholder>` or empty. */
const PAIR =
  /^[^#;\n\r\u2028\u2029]*?(_auth|auth_?token|auth_?ident|password|passwd|secret|token|private_?key|access_?key(?!_?id)|api_?key)[\w-]{0,40}["']?[ \t]{0,20}[:=][ \t]{0,20}["']?(?!true\b|false\b|null\b|none\b)[^\s"'$<{,[]{4,}/im;
/** Maximum length of a token that fills a whole file, in characters. */
const MAX_TOKEN_LENGTH = 16_384;
const URL_WITH_PASSWORD = /^[^#;\n\r\u2028\u2029]*:\/\/[^\s/@:]*:[^\s/@$<{]+@/m;

/** Returns whether a file contains only one word that looks random, such as `token` or `config/master.key`. */
function isLoneSecret(text: string): boolean {
  const word = text.trim();
  return word.length <= MAX_TOKEN_LENGTH && /^\S+$/.test(word) && looksRandom(word);
}

/** Returns whether the content of a `maybe` file contains a secret. */
export function containsSecret(text: string): boolean {
  return PRIVATE_KEY.test(text) || PAIR.test(text) || URL_WITH_PASSWORD.test(text) || isLoneSecret(text);
}
