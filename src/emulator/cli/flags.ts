import { ISOLATION_LEVELS } from '../../box/box.ts';
import { DNS_LABEL } from '../../contract/patterns.ts';
import { parseNetwork } from '../../credential-proxy/policy/network.ts';
import type { EmulatorOptions } from '../config.ts';
import {
  CLUSTER_TRAFFIC,
  EDITIONS,
  IMAGE_ENGINES,
  type KubernetesConfig,
  POD_SECURITY,
  RUNTIMES,
} from '../ports/context.ts';
import { UsageError } from '../ports/usage-error.ts';
import type { FlagValues } from './command.ts';
import type { LogFormat } from './log.ts';
import { isArgument, NUMBER_MAX, parsePublicUrl, PUBLIC_URL_RULE } from './values.ts';

/** Flags of commands that start an emulator. */
export const EMULATOR_FLAGS = {
  port: { type: 'string', default: '4400' },
  host: { type: 'string', default: '127.0.0.1' },
  'metrics-port': { type: 'string' },
  'admin-port': { type: 'string' },
  'trusted-proxy': { type: 'string', multiple: true },
  'data-dir': { type: 'string' },
  'workspace-id': { type: 'string' },
  seed: { type: 'string' },
  faults: { type: 'string' },
  runtime: { type: 'string', default: 'process' },
  clock: { type: 'string', default: 'real' },
  compat: { type: 'string', default: 'spec' },
  edition: { type: 'string', default: 'any' },
  'public-url': { type: 'string' },
  'max-builds': { type: 'string' },
  'random-seed': { type: 'string' },
  'health-timeout': { type: 'string' },
  'stuck-timeout': { type: 'string' },
  'install-timeout': { type: 'string' },
  python: { type: 'string', multiple: true },
  'no-spare-worker': { type: 'boolean' },
  'image-engine': { type: 'string', default: 'auto' },
  kubeconfig: { type: 'string' },
  'kube-context': { type: 'string' },
  namespace: { type: 'string' },
  'agent-namespaces': { type: 'string' },
  'agent-image': { type: 'string' },
  'plane-url': { type: 'string' },
  'plane-id': { type: 'string' },
  'cluster-traffic': { type: 'string' },
  'build-memory': { type: 'string' },
  'build-disk': { type: 'string' },
  'idle-timeout': { type: 'string' },
  'build-queue': { type: 'string' },
  'cluster-settings': { type: 'string' },
  'wait-for-migrations': { type: 'boolean' },
  'pod-security': { type: 'string' },
  'webhook-network': { type: 'string', multiple: true },
  'sandbox-isolation': { type: 'string', default: 'auto' },
  'sandbox-network': { type: 'string', multiple: true },
  'sandbox-roots': { type: 'string' },
  'push-changed-secrets': { type: 'boolean' },
  'journal-file': { type: 'string' },
  dashboard: { type: 'boolean' },
  'no-dashboard': { type: 'boolean' },
  'parent-pid': { type: 'string' },
  log: { type: 'string', default: 'text' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const FLAG_LINES = `  --port <n>            port to listen on; 0 for any free port (4400)
  --host <address>      address to listen on (127.0.0.1); others need EMULATOR_API_KEY or EMULATOR_API_KEY_FILE
  --metrics-port <n>    port that serves metrics for Prometheus at /metrics without a key, at the address of --host;
                        0 for any free port (no metrics)
  --admin-port <n>      separate port for /_local, which the main port then refuses, and which only an admin key opens
  --trusted-proxy <c>   a network (CIDR) of proxies whose X-Forwarded-For the audit log believes; repeatable
  --data-dir <folder>   folder of the data (a temporary folder, removed at exit)
  --workspace-id <uuid> the workspace of the API key
  --seed <file.yaml>    workspaces, keys, integrations, listeners, secrets
  --faults <file.yaml>  fault rules that apply from the start, in the form of PUT /_local/faults
  --runtime <r>         process: builds and runs agents; kubernetes: runs agents as pods of a cluster; stub: only
                        passes through the stages (process)
  --clock <c>           real; virtual: time does not pass while anything runs, with --runtime stub (real)
  --compat <c>          spec or hosted (spec)
  --edition <e>         any, cloud or self-hosted (any)
  --public-url <url>    URL of this server for clients, if it differs from the address to listen on:
                        behind a proxy, in a container, under a name
  --random-seed <n>     makes IDs and the probabilities of fault rules the same at every start
  --max-builds <n>      maximum number of revisions in progress at the same time (unlimited)
  --health-timeout <s>  seconds within which an agent must become healthy (60)
  --stuck-timeout <s>   seconds after which a silent or blocked agent process is restarted (60)
  --install-timeout <s> maximum seconds of one package installation (600)
  --python <path>       a Python to try before the Pythons on PATH: a path, or a JSON list of a program and its first
                        arguments; repeatable
  --no-spare-worker     starts the process of an agent after its build, instead of during the build
  --image-engine <e>    podman or docker: runs images, and must work at the start; none: runs no images (auto: the
                        first engine that works, tried when an image is needed)
  --kubeconfig <file>   kubeconfig of the cluster for --runtime kubernetes (KUBECONFIG, ~/.kube/config, or the
                        cluster that this program runs in)
  --kube-context <name> the context of the kubeconfig (its current context)
  --namespace <name>    namespace of agents that specify no namespace (the context's)
  --agent-namespaces <l> the only namespaces in which agents may run, comma-separated (any that a listener names)
  --agent-image <image> image of this program, which runs agents that are built from code
  --plane-url <url>     URL of this control plane for pods of agents
  --plane-id <label>    distinguishes objects of this control plane from objects of others (generated,
                        stored in the database)
  --cluster-traffic <t> direct: reaches pods by addresses of the cluster; proxy: through its API server (direct
                        inside the cluster, else proxy)
  --build-memory <n>    memory limit of a build's pod in MiB (4096)
  --build-disk <n>      size limit of each folder of a build's pod in MiB (20480)
  --idle-timeout <s>    seconds without use after which agents from code lose their pods, except the type prod (never)
  --build-queue <name>  Kueue queue (LocalQueue) that admits builds (none)
  --wait-for-migrations waits until the command migrate has migrated the database, and does not migrate it at the start
  --cluster-settings <f> YAML file with images, pull secrets, nodes of pods, limits, and rules by workspace
  --pod-security <p>    required: agents run only in namespaces that refuse privileged pods; any: in every namespace
                        (required)
  --webhook-network <c> a private network (CIDR) that webhooks may reach with --runtime kubernetes; repeatable
  --sandbox-isolation <l> auto, namespaces, process or none (auto: the strongest level that works, but secrets only
                        with namespaces; a level set by name also allows secrets)
  --sandbox-network <c> a private network (CIDR) that sandboxes may reach; repeatable
  --sandbox-roots <f>   PEM file of roots that sandboxes trust in addition to the roots of the machine
  --push-changed-secrets sends a changed workspace secret to its sandboxes immediately, not at their next push
  --journal-file <f>    file that also receives the journal, one entry per line, with secrets redacted
  --dashboard           serves the dashboard of this emulator, and logs a link for one sign-in (on in a terminal, off
                        in CI and if other machines can reach the emulator)
  --no-dashboard        serves no dashboard
  --parent-pid <n>      stops the emulator when the process with this ID exits (by default, only a signal stops the
                        emulator)
  --log <format>        text or json: format of the log on standard error (text)
  --quiet               logs only warnings and errors`;

/** Returns the text that `--help` prints. `program` is the command that the user entered to start the program. */
export function emulatorUsage(program: string): string {
  return `usage: ${program} [flags]
       ${program} <dev|keyring|migrate|doctor> [flags]

${FLAG_LINES}
  EMULATOR_API_KEY      the API key (a random key, shown in the ready line)
  EMULATOR_API_KEY_FILE a file that contains the API key, or several keys in one line each during a rotation; the ready
                        line then omits the key
  EMULATOR_ADMIN_KEY    the only key that opens /_local; without it, the API key opens /_local too
  EMULATOR_ADMIN_KEY_FILE a file that contains the admin key, in the form of EMULATOR_API_KEY_FILE
  EMULATOR_KEYRING_FILE the keys that encrypt secrets
  EMULATOR_AGENT_IMAGE  the same as --agent-image
  EMULATOR_PLANE_URL    the same as --plane-url
  EMULATOR_CA_FILE      a PEM file with certificates that builds in a cluster trust in addition
  EMULATOR_REGISTRY_CREDENTIALS_FILE a file with credentials for registries of images, in the format of docker login
  EMULATOR_PYTHON       another Python in the form of --python, tried after the Pythons of the flags
  EMULATOR_DATABASE_URL postgresql://…: keeps the data in this database instead of the data folder; needs a keyring
                        in EMULATOR_KEYRING_FILE or in --data-dir

  dev                   deploys the agent of a folder after each save; dev --help
  keyring               rotates and prunes the keys that encrypt secrets; keyring --help
  migrate               migrates the database to the schema of this version; migrate --help
  doctor                reports how well this machine isolates sandboxes and how to improve the isolation; with
                        --kubernetes, checks a cluster for a control plane; doctor --help`;
}

/** Settings from the emulator's flags. `readEmulatorFlags` does not read the files of the flags. */
export interface EmulatorFlags {
  options: EmulatorOptions;
  seedFile: string | undefined;
  faultsFile: string | undefined;
  clusterSettingsFile: string | undefined;
  /** ID of the process whose exit stops the emulator. */
  parentPid: number | undefined;
  log: LogFormat;
}

/**
 * Converts the values of `EMULATOR_FLAGS` to settings.
 * @throws UsageError with the flag, the rule for its value and a hint.
 */
export function readEmulatorFlags(values: FlagValues<typeof EMULATOR_FLAGS>): EmulatorFlags {
  const optional = <T>(value: string | undefined, read: (text: string) => T) =>
    value === undefined ? undefined : read(value);
  return {
    seedFile: values.seed,
    faultsFile: values.faults,
    clusterSettingsFile: optional(values['cluster-settings'], (text) => nonEmpty(text, '--cluster-settings')),
    parentPid: optional(values['parent-pid'], parentPid),
    log: { format: oneOf('--log', values.log, ['text', 'json']), quiet: values.quiet === true },
    options: {
      port: port('--port', values.port),
      metricsPort: optional(values['metrics-port'], (text) => port('--metrics-port', text)),
      host: nonEmpty(values.host, '--host'),
      adminPort: optional(values['admin-port'], (text) => port('--admin-port', text)),
      trustedProxies: (values['trusted-proxy'] ?? []).map((text) => network('--trusted-proxy', text)),
      dataDir: optional(values['data-dir'], (text) => nonEmpty(text, '--data-dir')),
      workspaceId: optional(values['workspace-id'], workspaceId),
      runtime: oneOf('--runtime', values.runtime, RUNTIMES),
      kubernetes: kubernetesOptions(values),
      compat: oneOf('--compat', values.compat, ['spec', 'hosted']),
      edition: oneOf('--edition', values.edition, EDITIONS),
      publicUrl: optional(values['public-url'], (text) => publicUrl(text)),
      journalFile: optional(values['journal-file'], (text) => nonEmpty(text, '--journal-file')),
      dashboard: dashboard(values),
      randomSeed: optional(values['random-seed'], randomSeed),
      maxBuilds: optional(values['max-builds'], (text) => wholeNumber('--max-builds', text, [1, NUMBER_MAX])),
      healthTimeoutMs: seconds('--health-timeout', values['health-timeout']),
      stuckTimeoutMs: seconds('--stuck-timeout', values['stuck-timeout']),
      installTimeoutMs: seconds('--install-timeout', values['install-timeout']),
      pythons: (values.python ?? []).map((text) => pythonCommand('--python', text)),
      ...(values['no-spare-worker'] === true && { spareWorker: 'none' as const }),
      imageEngine: oneOf('--image-engine', values['image-engine'], IMAGE_ENGINES),
      sandboxIsolation: oneOf('--sandbox-isolation', values['sandbox-isolation'], [
        'auto',
        ...ISOLATION_LEVELS,
      ]),
      sandboxNetworks: (values['sandbox-network'] ?? []).map((text) => network('--sandbox-network', text)),
      sandboxRootsFile: optional(values['sandbox-roots'], (text) => nonEmpty(text, '--sandbox-roots')),
      pushChangedSecrets: values['push-changed-secrets'] === true,
      clock: clock(values.clock, values.runtime),
    },
  };
}

function oneOf<const T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new UsageError(`${flag} ${value}: must be ${allowed.join(' or ')}`);
  return found;
}

function port(flag: string, text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65_535) {
    throw new UsageError(`${flag} ${text}: must be a number from 0 to 65535, 0 for any free port`);
  }
  return value;
}

function nonEmpty(text: string, flag: string): string {
  if (text === '') throw new UsageError(`${flag}: must not be empty`);
  return text;
}

function workspaceId(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) {
    throw new UsageError(`--workspace-id ${text}: must be a UUID`);
  }
  return text.toLowerCase();
}

/** Returns the cluster settings, or `undefined` if the command line has no cluster flag. */
function kubernetesOptions(values: FlagValues<typeof EMULATOR_FLAGS>): KubernetesConfig | undefined {
  type Named =
    | 'kubeconfig'
    | 'kube-context'
    | 'namespace'
    | 'agent-namespaces'
    | 'agent-image'
    | 'plane-id'
    | 'build-queue';
  const named = (flag: Named) => {
    const text = values[flag];
    return text === undefined ? undefined : nonEmpty(text, `--${flag}`);
  };
  const { 'cluster-traffic': traffic, 'plane-url': url, 'pod-security': security } = values;
  const networks = (values['webhook-network'] ?? []).map((text) => network('--webhook-network', text));
  const config: KubernetesConfig = {
    kubeconfig: named('kubeconfig'),
    context: named('kube-context'),
    namespace: label('--namespace', named('namespace')),
    agentNamespaces: labels('--agent-namespaces', named('agent-namespaces')),
    agentImage: named('agent-image'),
    planeUrl: url === undefined ? undefined : publicUrl(url, '--plane-url'),
    planeId: label('--plane-id', named('plane-id')),
    traffic: traffic === undefined ? undefined : oneOf('--cluster-traffic', traffic, CLUSTER_TRAFFIC),
    buildMemory: mebibytes('--build-memory', values['build-memory']),
    buildDisk: mebibytes('--build-disk', values['build-disk']),
    idleMs: seconds('--idle-timeout', values['idle-timeout']),
    buildQueue: label('--build-queue', named('build-queue')),
    waitForMigrations: values['wait-for-migrations'],
    podSecurity: security === undefined ? undefined : oneOf('--pod-security', security, POD_SECURITY),
    webhookNetworks: networks.length > 0 ? networks : undefined,
  };
  return Object.values(config).some((value) => value !== undefined) ? config : undefined;
}

function labels(flag: string, text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) label(flag, name);
  return [...new Set(names)];
}

/** Returns the value of a flag if it is a valid DNS label, as Kubernetes requires for names. */
function label(flag: string, text: string | undefined): string | undefined {
  if (text !== undefined && !DNS_LABEL.test(text)) {
    throw new UsageError(
      `${flag} ${text}: must be 1 to 63 lower-case letters, digits and "-", with a letter or digit at both ends`,
    );
  }
  return text;
}

function publicUrl(text: string, flag = '--public-url'): string {
  const url = parsePublicUrl(text);
  if (url === undefined) throw new UsageError(`${flag} ${text}: ${PUBLIC_URL_RULE}`);
  return url;
}

function network(flag: string, text: string): string {
  if (parseNetwork(text) === undefined) {
    throw new UsageError(`${flag} ${text}: must be a network such as 10.0.0.0/8 or fd00::/8`);
  }
  return text;
}

/**
 * Parses the value of a flag as an integer. `unit` follows the word "number" in error messages, such as ` of seconds`.
 */
function wholeNumber(flag: string, text: string, [min, max]: readonly [number, number], unit = ''): number {
  const value = Number(text);
  if (!/^[1-9]\d*$/.test(text) || value < min || value > max) {
    throw new UsageError(`${flag} ${text}: must be a whole number${unit} from ${min} to ${max}`);
  }
  return value;
}

function mebibytes(flag: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber(flag, text, [100, 9_999_999], ' of MiB');
}

/** Converts the value of a flag from seconds to milliseconds. */
function seconds(flag: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber(flag, text, [1, NUMBER_MAX], ' of seconds') * 1000;
}

/** Parses a Python interpreter's command: a path, which can contain spaces, or a JSON list with arguments. */
export function pythonCommand(name: string, text: string): string[] {
  const hint = `${name} ${text}: must be a path, or a JSON list such as ["py", "-3.12"]`;
  const list = text.startsWith('[') ? parseJson(text) : [text];
  if (!Array.isArray(list) || list.length === 0 || !list.every(isArgument)) throw new UsageError(hint);
  return list;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function randomSeed(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new UsageError(`--random-seed ${text}: must be a whole number`);
  }
  return value;
}

/**
 * Returns whether flags turn the dashboard on or off, or `undefined` without such a flag, because the default depends
 * on the terminal and the address.
 */
function dashboard(values: FlagValues<typeof EMULATOR_FLAGS>): boolean | undefined {
  const isOff = values['no-dashboard'] === true;
  if (values.dashboard === true && isOff) {
    throw new UsageError('--dashboard and --no-dashboard: use only one of them');
  }
  return values.dashboard ?? (isOff ? false : undefined);
}

function parentPid(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new UsageError(`--parent-pid ${text}: must be a process ID`);
  return Number(text);
}

function clock(text: string, runtime: string): 'real' | 'virtual' {
  const mode = oneOf('--clock', text, ['real', 'virtual']);
  if (mode === 'virtual' && runtime !== 'stub') {
    throw new UsageError('--clock virtual: real builds and agents take real time; add --runtime stub');
  }
  return mode;
}
