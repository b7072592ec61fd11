import { posix, win32 } from 'node:path';
import { networkEnvironment, networkSecrets } from '../../clients/network-environment.ts';
import { isReservedName } from '../../contract/reserved-names.ts';
import type { Secret } from '../../contract/source.ts';
import type { DeploymentRow, RevisionRow } from '../ports/store.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface HostMachine {
  env: Environment;
  platform: NodeJS.Platform;
  /** Folder of the Node executable that runs the emulator and its child programs. */
  nodeFolder: string;
}

/** Variables that most programs need, and that identify neither the CI job nor the user. */
const BASIC = ['HOME', 'LANG', 'LANGUAGE', 'TMPDIR', 'TZ', 'USER', 'LOGNAME', 'SHELL'];
const WINDOWS = [
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'USERNAME',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'COMMONPROGRAMFILES',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
];
/** Variables with which a container engine finds its server, its configuration and the user's registry logins. */
const ENGINE = [
  'CONTAINERS_CONF',
  'CONTAINERS_CONF_OVERRIDE',
  'CONTAINERS_REGISTRIES_CONF',
  'CONTAINERS_STORAGE_CONF',
  'CONTAINER_HOST',
  'CONTAINER_CONNECTION',
  'CONTAINER_SSHKEY',
  'DBUS_SESSION_BUS_ADDRESS',
  'DOCKER_API_VERSION',
  'DOCKER_CERT_PATH',
  'DOCKER_CONFIG',
  'DOCKER_CONTEXT',
  'DOCKER_HOST',
  'DOCKER_TLS_VERIFY',
  'REGISTRY_AUTH_FILE',
  'SSH_AUTH_SOCK',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
];

/** Matches variables with addresses and credentials of Python's package indexes. */
const INDEX = /^(UV_INDEX(_\w+)?|UV_DEFAULT_INDEX|UV_EXTRA_INDEX_URL|PIP_(EXTRA_)?INDEX_URL)$/;

/** Returns whether a variable contains the address or the credentials of a Python package index. */
export function isIndexSetting(name: string): boolean {
  return INDEX.test(name);
}

/**
 * Returns the variables on an allowlist, which every started program may see. The allowlist excludes variables of CI
 * and npm, and the emulator's own key.
 */
export function basicEnvironment(host: HostMachine): Record<string, string> {
  return { ...pick(host, isBasic(host.platform)), PATH: cleanPath(host) };
}

/** Returns the basic environment with the proxy settings, for git, install commands and build commands. */
export function fetchEnvironment(host: HostMachine): Record<string, string> {
  return { ...basicEnvironment(host), ...networkEnvironment(host.env) };
}

/**
 * Returns the settings of Python's package indexes, which only installs receive and whose credentials logs never show.
 * A setting of only pip or only uv applies to both installers.
 */
export function indexEnvironment(env: Environment): Record<string, string> {
  const named = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '' && INDEX.test(entry[0]),
  );
  const given: Record<string, string> = Object.fromEntries(named);
  const main = given['UV_DEFAULT_INDEX'] ?? given['UV_INDEX_URL'];
  const more = given['UV_INDEX'] ?? given['UV_EXTRA_INDEX_URL'];
  const { PIP_INDEX_URL: pip, PIP_EXTRA_INDEX_URL: extra } = given;
  return {
    ...given,
    ...(main === undefined && pip !== undefined && { UV_DEFAULT_INDEX: pip }),
    ...(more === undefined && extra !== undefined && { UV_INDEX: extra }),
    // uv accepts addresses with a name, such as `internal=https://…`, but pip does not.
    ...(pip === undefined && main !== undefined && { PIP_INDEX_URL: main.replace(/^[\w.-]+=/, '') }),
  };
}

/**
 * Returns the credentials in the emulator's environment that a build can read. The logs of all revisions redact these
 * credentials.
 */
export function buildSecrets(env: Environment): string[] {
  return [...networkSecrets(env), ...indexSecrets(indexEnvironment(env))];
}

/** Returns the credentials in the settings of package indexes, for the redaction of logs. */
export function indexSecrets(index: Readonly<Record<string, string>>): string[] {
  return Object.entries(index).flatMap(([name, value]) => {
    if (name.endsWith('_PASSWORD')) return [value];
    // A user name without a password might be a token.
    const user = /^(UV_INDEX_\w+)_USERNAME$/.exec(name)?.[1];
    if (user !== undefined) return index[`${user}_PASSWORD`] === undefined ? [value] : [];
    return value.split(/\s+/).flatMap((one) => {
      const url = URL.parse(one.replace(/^[\w.-]+=(?=https?:)/, ''));
      // A user name without a password might be a token.
      const secret = url?.password || url?.username;
      return secret ? [secret, decoded(secret)] : [];
    });
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the fetch environment with the settings of the container engine, for the engine only. */
export function engineEnvironment(host: HostMachine): Record<string, string> {
  const names = new Set(ENGINE);
  return { ...fetchEnvironment(host), ...pick(host, (name) => names.has(name.toUpperCase())) };
}

function isBasic(platform: NodeJS.Platform): (name: string) => boolean {
  const names = new Set(platform === 'win32' ? [...BASIC, ...WINDOWS] : BASIC);
  // Names of environment variables are case-insensitive only on Windows.
  const spelled = (name: string) => (platform === 'win32' ? name.toUpperCase() : name);
  return (name) => names.has(spelled(name)) || spelled(name).startsWith('LC_');
}

function pick({ env }: HostMachine, allowed: (name: string) => boolean): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && allowed(name)) picked[name] = value;
  }
  return picked;
}

/**
 * Returns PATH with the emulator's Node first. Removes the folders that npm adds for its scripts, because a deployed
 * program must not find this project's tools.
 */
export function cleanPath({ env, platform, nodeFolder }: HostMachine): string {
  const separator = platform === 'win32' ? ';' : ':';
  const given = Object.entries(env).find(([name]) =>
    platform === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH',
  );
  const paths = platform === 'win32' ? win32 : posix;
  const folders = (given?.[1] ?? '').split(separator).filter((folder) => {
    const path = folder.replaceAll('\\', '/').replace(/(?<!\/)\/+$/, '');
    // Relative folders are removed from PATH, because a program would resolve them in its working directory, such as a
    // checkout.
    return (
      paths.isAbsolute(folder) && !/(^|\/)node_modules\/\.bin$/.test(path) && !path.endsWith('/node-gyp-bin')
    );
  });
  return [...new Set([nodeFolder, ...folders])].join(separator);
}

interface RuntimeEnvironmentInput {
  /** Variables that every program receives; see `basicEnvironment`. */
  basic: Record<string, string>;
  /** Variables in the `env` field of the graph configuration. */
  config: Record<string, string>;
  secrets: readonly Secret[];
  /** Variables with which the agent sends spans; absent if the agent cannot reach the emulator. */
  spans?: Readonly<Record<string, string>> | undefined;
  deployment: Pick<DeploymentRow, 'id' | 'name' | 'workspaceId' | 'projectId' | 'sourceConfig'>;
  revision: Pick<RevisionRow, 'id' | 'config'>;
}

/**
 * Returns the whole environment of a revision. Each of these groups overrides the groups before it: basic variables,
 * the graph configuration's `env`, the deployment's secrets, the platform's own variables. If the agent configures its
 * own exporter, the variables for spans are omitted, because they would redirect the agent's spans.
 */
export function runtimeEnvironment(parts: RuntimeEnvironmentInput): Record<string, string> {
  const secrets = Object.fromEntries(parts.secrets.map(({ name, value }) => [name, value]));
  const own = { ...parts.basic, ...parts.config, ...secrets };
  const hasExporter = Object.keys(own).some((name) => name.startsWith('OTEL_EXPORTER_OTLP_'));
  return { ...own, ...(hasExporter ? {} : parts.spans), ...platformVariables(parts) };
}

/** Returns the names in the configuration's `env` that have no effect, because the platform reserves them. */
export function reservedNames(config: Record<string, string>): string[] {
  return Object.keys(config).filter((name) => isReservedName(name, { selfHosted: true }));
}

function platformVariables({ deployment, revision }: RuntimeEnvironmentInput): Record<string, string> {
  const values: Record<string, string | null | undefined> = {
    LANGSMITH_DEPLOYMENT_NAME: deployment.name,
    LANGSMITH_HOST_PROJECT_NAME: deployment.name,
    LANGSMITH_HOST_PROJECT_ID: deployment.projectId,
    LANGSMITH_HOST_REVISION_ID: revision.id,
    LANGSMITH_TENANT_ID: deployment.workspaceId,
    LANGSMITH_LANGGRAPH_GIT_REPO: withoutCredentials(deployment.sourceConfig.repo_url),
    LANGSMITH_LANGGRAPH_GIT_REF: revision.config.repo_ref,
    LANGSMITH_LANGGRAPH_GIT_REF_SHA: revision.config.repo_commit_sha,
  };
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') set[name] = value;
  }
  return set;
}

function withoutCredentials(url: string | null | undefined): string | undefined {
  return url?.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1');
}
