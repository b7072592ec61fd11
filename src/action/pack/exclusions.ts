import { looksRandom } from '../../redaction/classify.ts';

/** Names of files and folders that no build needs, and that are excluded even if ignore files include them. */
const NEVER: ReadonlySet<string> = new Set(['.git', 'node_modules']);
/**
 * Files of Python and its tools that no build needs, as shell patterns. A pattern excludes files unless `.dockerignore`
 * includes them (see {@link readIncluded}).
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

/** Matches files that define environment variables, to which a graph configuration can refer. */
const ENV_FILE = /^(\.env([._-].+)?|\.envrc|.+\.env)$/;
const SAMPLE = /(^|[._-])(example|sample|template|dist)([._-]|$)/;

/**
 * Matches names of files that contain only secrets, such as the files named `gha-creds` that Google's sign-in action
 * creates.
 */
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
/** Matches the paths of secrets in the folders of known tools, where each path starts with a slash. */
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
/** Matches public keys, which are not secret. */
const PUBLIC = /\.pub$/;

/** Matches files that can contain a secret, depending on their content. */
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

/** Returns whether files and folders with a name are never packed, so folders with this name are not searched. */
export type IsUnneeded = (name: string) => boolean;

/**
 * Returns the names that lines with `!` in a `.dockerignore` include, and the names of the folders on their paths. The
 * patterns for files of Python and its tools do not apply to names that `.dockerignore` includes.
 */
export function readIncluded(dockerignore: readonly string[]): ReadonlySet<string> {
  const lines = dockerignore.map((line) => line.trim());
  return new Set(lines.filter((line) => line.startsWith('!')).flatMap((line) => line.slice(1).split('/')));
}

/**
 * Returns a function that tells whether no build needs the files with a name. A pattern for Python's files that matches
 * a name in `included` does not apply.
 */
export function unneededNames(included: ReadonlySet<string>): IsUnneeded {
  const names = [...included];
  const patterns = PYTHON_LEFTOVERS.map((name) => name.replaceAll('.', '\\.').replace('*', '.*')).filter(
    (pattern) => !names.some((name) => new RegExp(`^${pattern}$`).test(name)),
  );
  const leftover = new RegExp(`^(${patterns.join('|')})$`);
  return (name) => NEVER.has(name) || name.toLowerCase() === '.git' || leftover.test(name);
}

/**
 * Returns why the action's own rules exclude a path, ignoring letter case, like many file systems. The reason `never`
 * means that no build needs the file, and `env-file` means that the file defines environment variables. The reason
 * `secret` means that the file contains secrets, but not as environment variables. The reason `maybe` means that
 * {@link containsSecret} must decide whether to exclude the file. Returns `undefined` if the path is not excluded.
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

/** Returns the original name of a backup copy such as `.env~`, `..env.swp` or `id_rsa.bak`. */
function withoutBackup(name: string): string {
  const swap = /^\.(.+)\.sw[a-p]$/.exec(name)?.[1];
  return swap ?? name.replace(/(?:~|\.(?:bak|backup|old|orig|save))+$/, '');
}

const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY( BLOCK)?-----/;
/**
 * Matches a setting whose name contains a word for secrets and whose value is literal: not empty, not `${VARIABLE}`,
 * and not `<placeholder>`.
 */
const PAIR =
  /^[^#;\n\r\u2028\u2029]*?(_auth|auth_?token|auth_?ident|password|passwd|secret|token|private_?key|access_?key(?!_?id)|api_?key)[\w-]{0,40}["']?[ \t]{0,20}[:=][ \t]{0,20}["']?(?!true\b|false\b|null\b|none\b)[^\s"'$<{,[]{4,}/im;
/** Maximum length in characters of a file that is a single token. */
const MAX_TOKEN_LENGTH = 16_384;
const URL_WITH_PASSWORD = /^[^#;\n\r\u2028\u2029]*:\/\/[^\s/@:]*:[^\s/@$<{]+@/m;

/**
 * Returns whether a file consists of a single word that looks random, such as a file `token` or `config/master.key`.
 */
function isLoneSecret(text: string): boolean {
  const word = text.trim();
  return word.length <= MAX_TOKEN_LENGTH && /^\S+$/.test(word) && looksRandom(word);
}

/** Returns whether a file that {@link exclusionOf} classifies as `maybe` contains a secret. */
export function containsSecret(text: string): boolean {
  return PRIVATE_KEY.test(text) || PAIR.test(text) || URL_WITH_PASSWORD.test(text) || isLoneSecret(text);
}
