import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseDocument } from 'yaml';
import * as z from 'zod';
import { readPlainText } from '../../../../../os/plain-file.ts';
import { errorCode } from '../../../../../os/errors.ts';
import { isWithin } from '../../../../../os/paths.ts';
import { UsageError } from '../../../../ports/usage-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Value in the kubeconfig, or the path of a file that another program can renew at any time. */
export type TextSource = { kind: 'text'; text: string } | { kind: 'file'; file: string };

/** Program on this machine that prints credentials. */
export interface CredentialPlugin {
  apiVersion: string;
  /** Name of a program on the search path, or an absolute path. */
  command: string;
  args: string[];
  env: Record<string, string>;
  installHint: string | undefined;
  /** True if the plugin expects a description of the cluster as input. */
  provideClusterInfo: boolean;
}

/** Address of a cluster, with the user's credentials. */
export interface ClusterAccess {
  /** Name of the cluster for messages: the context and its kubeconfig, or a name for the cluster of this process. */
  label: string;
  /** True if this process is a pod of the cluster. */
  isInside: boolean;
  /** URL of the API, without a trailing slash. */
  server: string;
  /** Namespace of the kubeconfig context. */
  namespace: string;
  ca: TextSource | undefined;
  serverName: string | undefined;
  /** True if the kubeconfig disables verification of the cluster's certificate. */
  insecure: boolean;
  /**
   * Proxy for requests: `direct` for no proxy, `environment` for the proxy in the environment variables, or the
   * kubeconfig's proxy.
   */
  proxy: 'direct' | 'environment' | { url: string };
  token: TextSource | undefined;
  certificate: { cert: TextSource; key: TextSource } | undefined;
  plugin: CredentialPlugin | undefined;
}

export interface AccessOptions {
  /**
   * Path of the kubeconfig. The default is the first of `KUBECONFIG`, `~/.kube/config`, and the cluster of this
   * process.
   */
  kubeconfig?: string | undefined;
  /** Name of the kubeconfig context (default: the current context). */
  context?: string | undefined;
  /** Environment variables, of which only `KUBECONFIG`, `KUBERNETES_SERVICE_HOST` and `GITHUB_WORKSPACE` are read. */
  env: Environment;
  home?: string;
  /** Folder where Kubernetes mounts the credentials of a pod. */
  serviceAccountFolder?: string;
}

const Text = z.string().nullish();
const Cluster = z.object({
  server: z.string(),
  'certificate-authority': Text,
  'certificate-authority-data': Text,
  'insecure-skip-tls-verify': z.boolean().nullish(),
  'tls-server-name': Text,
  'proxy-url': Text,
});
const Plugin = z.object({
  apiVersion: z.string(),
  command: z.string().min(1),
  args: z.array(z.string()).nullish(),
  env: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
  installHint: Text,
  provideClusterInfo: z.boolean().nullish(),
  interactiveMode: Text,
});
const User = z.looseObject({
  token: Text,
  tokenFile: Text,
  'client-certificate': Text,
  'client-certificate-data': Text,
  'client-key': Text,
  'client-key-data': Text,
  exec: Plugin.nullish(),
});
const Context = z.object({ cluster: z.string(), user: z.string().nullish(), namespace: Text });
const Kubeconfig = z.object({
  'current-context': Text,
  clusters: z.array(z.object({ name: z.string(), cluster: Cluster })).nullish(),
  users: z.array(z.object({ name: z.string(), user: User.nullish() })).nullish(),
  contexts: z.array(z.object({ name: z.string(), context: Context })).nullish(),
});

/** A kubeconfig file, and the reason why it is not trusted, if any. */
interface ConfigFile {
  file: string;
  config: z.infer<typeof Kubeconfig>;
  /** Reason why the file must neither start programs nor refer to other files, or `undefined` for a trusted file. */
  distrust: string | undefined;
}

/**
 * Fields of a user that are refused, because requests without these fields would be sent as another user, possibly with
 * more permissions.
 */
const UNSUPPORTED_USER_FIELDS = ['as', 'as-uid', 'as-groups', 'as-user-extra', 'username', 'auth-provider'];
const PLUGIN_VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];
const MAX_BYTES = 4 * 1024 * 1024;
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Finds the address and user of a cluster in kubeconfigs. Reads no credentials.
 * @throws UsageError with the wrong file, context or field.
 */
export async function findClusterAccess(options: AccessOptions): Promise<ClusterAccess> {
  const { env, kubeconfig, home = homedir() } = options;
  const named = kubeconfig === undefined ? listOf(env['KUBECONFIG']) : [kubeconfig];
  const standard = path.join(home, '.kube', 'config');
  const files = named.length > 0 ? named : (await exists(standard)) ? [standard] : [];
  if (files.length > 0) {
    const present = kubeconfig === undefined ? await onlyExisting(files) : files;
    const configs = await Promise.all(present.map((file) => readKubeconfig(file, env)));
    return accessOf(configs, files, options.context);
  }
  if (options.context !== undefined) {
    throw new UsageError(
      `No kubeconfig was found for the context ${options.context}. Specify one with --kubeconfig, or set KUBECONFIG.`,
    );
  }
  const inside = await accessInCluster(env, options.serviceAccountFolder ?? SERVICE_ACCOUNT);
  if (inside !== undefined) return inside;
  throw new UsageError(
    `No Kubernetes cluster was found: ${standard} does not exist, KUBECONFIG is not set, and this process does not run in a cluster. Specify a kubeconfig with --kubeconfig.`,
  );
}

function listOf(paths: string | undefined): string[] {
  return (paths ?? '').split(path.delimiter).filter((file) => file !== '');
}

/** Removes missing files in `KUBECONFIG` from the list, as kubectl does. */
async function onlyExisting(files: string[]): Promise<string[]> {
  const present = await Promise.all(files.map(exists));
  return files.filter((_, index) => present[index]);
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function readKubeconfig(given: string, env: Environment): Promise<ConfigFile> {
  const file = path.resolve(given);
  let text: string;
  try {
    text = await readPlainText(file, { maxBytes: MAX_BYTES });
  } catch (error) {
    const hint = 'Use a kubeconfig that this user can read';
    throw new UsageError(
      `The kubeconfig ${file} cannot be read (${errorCode(error) ?? 'unknown'}). ${hint}.`,
      {
        cause: error,
      },
    );
  }
  const document = parseDocument(text, { logLevel: 'silent' });
  // Only the line number of a parse error is reported, because the parser's message contains the line, which may
  // contain a key.
  const line = document.errors[0]?.linePos?.[0].line;
  if (line !== undefined) throw new UsageError(`The kubeconfig ${file} is not valid YAML: see line ${line}.`);
  const parsed = Kubeconfig.safeParse(toPlain(document, file));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new UsageError(
      `The kubeconfig ${file} is invalid: ${where || 'its content'} has an unexpected value.`,
    );
  }
  return { file, config: parsed.data, distrust: await reasonForDistrust(file, env) };
}

function toPlain(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new UsageError(`The kubeconfig ${file} has too many YAML aliases.`, { cause: error });
  }
}

/**
 * Returns why a kubeconfig must not start programs or refer to other files, or `undefined` for a trusted kubeconfig. A
 * kubeconfig is not trusted if it is in a checkout, belongs to another user, or can be changed by every user.
 */
async function reasonForDistrust(file: string, env: Environment): Promise<string | undefined> {
  const real = await realpath(file);
  const workspace = env['GITHUB_WORKSPACE'];
  if (workspace) {
    const checkout = await realpath(workspace).catch(() => path.resolve(workspace));
    // The link's folder is checked too, because relative paths in the kubeconfig start there.
    const places = [real, await realpath(path.dirname(file))];
    if (places.some((place) => isWithin(checkout, place))) return 'the kubeconfig is inside the checkout';
  }
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  const about = await stat(real);
  if (about.uid !== uid && about.uid !== 0) return 'the kubeconfig belongs to another user';
  return (about.mode & 0o002) === 0 ? undefined : 'every user of this machine can change the kubeconfig';
}

/**
 * Merges kubeconfigs as kubectl does. Each entry and the current context come from the first file that contains them.
 */
function accessOf(configs: ConfigFile[], files: string[], wanted: string | undefined): ClusterAccess {
  const where = files.join(', ');
  const current = configs.map(({ config }) => config['current-context']).find((name) => Boolean(name));
  const name = wanted ?? current;
  if (!name) {
    throw new UsageError(
      `The kubeconfig ${where} has no current context. Specify a context with --kube-context.`,
    );
  }
  const contexts = configs.flatMap(({ config }) => config.contexts ?? []);
  const context = contexts.find((one) => one.name === name)?.context;
  if (context === undefined) {
    const known = contexts.map((one) => one.name).join(', ') || 'none';
    throw new UsageError(`The kubeconfig ${where} has no context ${name}. Its contexts are: ${known}.`);
  }
  const label = `the context ${name} of ${where}`;
  const cluster = entry(
    configs,
    (config) => config.clusters?.find((one) => one.name === context.cluster)?.cluster,
  );
  if (cluster === undefined) {
    throw new UsageError(
      `The cluster "${context.cluster}" is not defined in the kubeconfig, but ${label} refers to it.`,
    );
  }
  const user = entry(configs, (config) => config.users?.find((one) => one.name === context.user)?.user);
  if (user === undefined && context.user)
    throw new UsageError(
      `The user "${context.user}" is not defined in the kubeconfig, but ${label} refers to it.`,
    );

  const { value: about, from } = cluster;
  const proxyUrl = about['proxy-url'];
  return {
    label,
    isInside: false,
    server: checkServer(about.server, label, user !== undefined),
    namespace: context.namespace || 'default',
    ca: sourceOf(
      from,
      about['certificate-authority-data'],
      about['certificate-authority'],
      'certificate-authority',
    ),
    serverName: about['tls-server-name'] ?? undefined,
    insecure: about['insecure-skip-tls-verify'] === true,
    proxy: proxyUrl ? { url: checkProxy(proxyUrl, label) } : 'environment',
    ...(user === undefined ? noUser : userOf(user.value, user.from, label)),
  };
}

function entry<T>(
  configs: ConfigFile[],
  find: (config: ConfigFile['config']) => T | null | undefined,
): { value: T; from: ConfigFile } | undefined {
  for (const from of configs) {
    const value = find(from.config);
    if (value !== undefined && value !== null) return { value, from };
  }
  return undefined;
}

const noUser = { token: undefined, certificate: undefined, plugin: undefined };

function userOf(
  user: z.infer<typeof User>,
  from: ConfigFile,
  label: string,
): Pick<ClusterAccess, 'token' | 'certificate' | 'plugin'> {
  const refused = UNSUPPORTED_USER_FIELDS.find((field) => user[field] !== undefined && user[field] !== null);
  if (refused !== undefined) {
    throw new UsageError(
      `The user of ${label} has the field "${refused}", which is not supported. Use a token, a certificate or an exec plugin.`,
    );
  }
  const cert = sourceOf(
    from,
    user['client-certificate-data'],
    user['client-certificate'],
    'client-certificate',
  );
  const key = sourceOf(from, user['client-key-data'], user['client-key'], 'client-key');
  if ((cert === undefined) !== (key === undefined)) {
    throw new UsageError(`The user of ${label} has only one of client-certificate and client-key. Set both.`);
  }
  const plain = user.token ? { kind: 'text' as const, text: user.token } : undefined;
  return {
    // The token file takes precedence over the token, as in kubectl, because the token in the file is renewed.
    token: sourceOf(from, undefined, user.tokenFile, 'tokenFile') ?? plain,
    certificate: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    plugin: user.exec ? pluginOf(user.exec, from, label) : undefined,
  };
}

function pluginOf(exec: z.infer<typeof Plugin>, from: ConfigFile, label: string): CredentialPlugin {
  if (from.distrust !== undefined) {
    throw new UsageError(
      `The kubeconfig ${from.file} must not start an exec plugin, because ${from.distrust}. Use a kubeconfig that only you can change.`,
    );
  }
  if (!PLUGIN_VERSIONS.includes(exec.apiVersion)) {
    throw new UsageError(
      `The exec plugin of ${label} uses the API version "${exec.apiVersion}", which is not supported. Supported versions are ${PLUGIN_VERSIONS.join(' and ')}.`,
    );
  }
  if (exec.interactiveMode === 'Always') {
    throw new UsageError(
      `The exec plugin of ${label} needs a terminal, which the emulator does not have. Use a plugin that needs no terminal.`,
    );
  }
  const hasFolder = /[/\\]/.test(exec.command);
  return {
    apiVersion: exec.apiVersion,
    command: hasFolder ? path.resolve(path.dirname(from.file), exec.command) : exec.command,
    args: exec.args ?? [],
    env: Object.fromEntries((exec.env ?? []).map(({ name, value }) => [name, value])),
    installHint: exec.installHint ?? undefined,
    provideClusterInfo: exec.provideClusterInfo === true,
  };
}

function sourceOf(
  from: ConfigFile,
  data: string | null | undefined,
  file: string | null | undefined,
  field: string,
): TextSource | undefined {
  if (data) return { kind: 'text', text: Buffer.from(data, 'base64').toString('utf8') };
  if (!file) return undefined;
  if (from.distrust !== undefined) {
    throw new UsageError(
      `The field "${field}" of the kubeconfig ${from.file} must not refer to a file, because ${from.distrust}. Put the value itself into the kubeconfig, or use a kubeconfig that only you can change.`,
    );
  }
  return { kind: 'file', file: path.resolve(path.dirname(from.file), file) };
}

function checkServer(text: string, label: string, hasUser: boolean): string {
  const url = URL.parse(text);
  const expected = 'Expected a URL such as https://cluster.example.org:6443';
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    url.search ||
    url.hash
  ) {
    throw new UsageError(`The server of ${label} is not a valid URL of a Kubernetes API. ${expected}.`);
  }
  const isLocal = /^(localhost|127\.[0-9.]+|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && hasUser && !isLocal) {
    throw new UsageError(
      `The server of ${label} uses http, so credentials would be sent unencrypted. ${expected}.`,
    );
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

function checkProxy(text: string, label: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`The proxy-url of ${label} must begin with http:// or https://.`);
  }
  return text;
}

/** Returns the access of this process as a pod of a cluster, or `undefined` if the process runs outside a cluster. */
async function accessInCluster(env: Environment, folder: string): Promise<ClusterAccess | undefined> {
  const host = env['KUBERNETES_SERVICE_HOST'];
  const port = env['KUBERNETES_SERVICE_PORT'];
  if (!host || !port) return undefined;
  const token = path.join(folder, 'token');
  if (!(await exists(token))) {
    throw new UsageError(
      `This process runs in a cluster, but ${token} does not exist. Give its pod a service account, and set automountServiceAccountToken: true.`,
    );
  }
  const namespace = await readPlainText(path.join(folder, 'namespace'), { maxBytes: MAX_BYTES }).catch(
    () => 'default',
  );
  return {
    label: 'the cluster that this process runs in',
    isInside: true,
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    namespace: namespace.trim() || 'default',
    ca: { kind: 'file', file: path.join(folder, 'ca.crt') },
    serverName: undefined,
    insecure: false,
    // A proxy outside the cluster cannot reach addresses inside the cluster.
    proxy: 'direct',
    token: { kind: 'file', file: token },
    certificate: undefined,
    plugin: undefined,
  };
}
