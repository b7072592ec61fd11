import { randomBytes } from 'node:crypto';
import type { Clock } from '../clients/clock.ts';
import { TARBALL_MAX_BYTES } from '../contract/limits.ts';
import type { FaultPlan } from './admin/fault-plan.ts';
import type { Seed } from './admin/seed.ts';
import type { CreateBackend } from './backend.ts';
import { DEFAULT_STUCK_MS } from './data-plane/timing.ts';
import type { EmulatorConfig, KubernetesConfig, Log, RevisionLine } from './ports/context.ts';
import { UsageError } from './ports/usage-error.ts';
import type { SandboxRuntime } from './sandboxes/index.ts';
import { isLoopback } from './server/server-origins.ts';

/** Options to start an emulator: any of its settings, and replacements for its parts. */
export type EmulatorOptions = { [Name in keyof EmulatorConfig]?: EmulatorConfig[Name] | undefined } & {
  /** Workspaces with their keys, integrations and secrets. */
  seed?: Seed | undefined;
  /** Initial fault rules, which a reset restores. */
  faults?: FaultPlan | undefined;
  /**
   * Clock for all times that clients can observe. A `virtual` clock advances only while nothing runs, and requires the
   * runtime `stub`. A custom clock is treated as real time. The default clock is `real`.
   */
  clock?: 'real' | 'virtual' | Clock | undefined;
  /** Receives each line of the emulator's log. */
  log?: Log | undefined;
  /** Receives each line of revisions' logs, without secrets. */
  onRevisionLine?: ((line: RevisionLine) => void) | undefined;
  /** True to use the next free port if `port` is in use. */
  orNextPort?: boolean | undefined;
  /**
   * Runtime of sandboxes; by default, sandboxes run on this machine, except with the runtime `stub`, which has no
   * sandboxes.
   */
  sandboxRuntime?: SandboxRuntime | undefined;
  /** Creates the backend that runs deployments, by default the data plane and the agent server. */
  createBackend?: CreateBackend;
  /** Aborts a start that waits for the database. */
  signal?: AbortSignal | undefined;
};

/**
 * Fills in the defaults and checks that the settings are consistent. Does not open any file or connection.
 * @throws UsageError with the invalid settings and a hint.
 */
export function resolveConfig(options: EmulatorOptions): EmulatorConfig {
  const {
    host = '127.0.0.1',
    runtime = 'process',
    clock = 'real',
    apiKey,
    databaseUrl,
    randomSeed,
    imageEngine = 'auto',
    kubernetes,
  } = options;
  if (!isLoopback(host) && apiKey === undefined) {
    throw new UsageError(
      `other machines can reach ${host}, so a key is required: set EMULATOR_API_KEY or EMULATOR_API_KEY_FILE, or omit --host`,
    );
  }
  if (clock === 'virtual' && runtime !== 'stub') {
    throw new UsageError(
      'a virtual clock needs runtime stub: real builds and agents take real time. Use the real clock, or set --runtime stub',
    );
  }
  if (imageEngine !== 'auto' && runtime !== 'process') {
    throw new UsageError(
      `runtime ${runtime} runs no images on this machine. Remove --image-engine ${imageEngine}, or set --runtime process`,
    );
  }
  checkKeys(options);
  if (runtime === 'kubernetes') checkKubernetes(options);
  const misplaced = Object.entries(kubernetes ?? {}).find(([, value]) => value !== undefined)?.[0];
  if (runtime !== 'kubernetes' && misplaced !== undefined) {
    throw new UsageError(
      `${KUBERNETES_FLAGS[misplaced] ?? misplaced} requires the runtime kubernetes: remove it, or set --runtime kubernetes`,
    );
  }
  if (databaseUrl !== undefined && (clock === 'virtual' || randomSeed !== undefined)) {
    throw new UsageError(
      'a virtual clock and a random seed apply only to one process, but others may share the database. Omit them, or unset EMULATOR_DATABASE_URL',
    );
  }
  return Object.freeze({
    port: options.port ?? 0,
    host,
    metricsPort: options.metricsPort,
    dataDir: options.dataDir,
    workspaceId: options.workspaceId?.toLowerCase(),
    apiKey: apiKey ?? `local_${randomBytes(24).toString('base64url')}`,
    additionalApiKeys: Object.freeze([...(options.additionalApiKeys ?? [])]),
    adminKeys: Object.freeze([...(options.adminKeys ?? [])]),
    adminPort: options.adminPort,
    trustedProxies: Object.freeze([...(options.trustedProxies ?? [])]),
    keyringFile: options.keyringFile,
    databaseUrl,
    runtime,
    kubernetes: runtime === 'kubernetes' ? Object.freeze({ ...kubernetes }) : undefined,
    compat: options.compat ?? 'spec',
    edition: options.edition ?? 'any',
    publicUrl: options.publicUrl,
    leaseMs: options.leaseMs ?? 6_000,
    maxBuilds: options.maxBuilds ?? Number.POSITIVE_INFINITY,
    healthTimeoutMs: options.healthTimeoutMs ?? 60_000,
    stuckTimeoutMs: options.stuckTimeoutMs ?? DEFAULT_STUCK_MS,
    installTimeoutMs: options.installTimeoutMs ?? 10 * 60_000,
    pythons: Object.freeze([...(options.pythons ?? [])]),
    keepResolution: options.keepResolution ?? false,
    spareWorker: options.spareWorker ?? 'builds',
    imageEngine,
    maxUploadBytes: options.maxUploadBytes ?? TARBALL_MAX_BYTES,
    journalFile: options.journalFile,
    // With virtual time, IDs are reproducible too, so a seed is needed.
    randomSeed: randomSeed ?? (clock === 'virtual' ? 1 : undefined),
    sandboxIsolation: options.sandboxIsolation ?? 'auto',
    sandboxNetworks: Object.freeze([...(options.sandboxNetworks ?? [])]),
    sandboxRootsFile: options.sandboxRootsFile,
    pushChangedSecrets: options.pushChangedSecrets ?? false,
    dashboard: options.dashboard ?? false,
    checkResponses: options.checkResponses ?? process.env['EMULATOR_CHECK_ANSWERS'] === '1',
  });
}

/** Refuses an admin key that is also an API key, because every client could then open `/_local`. */
function checkKeys({ apiKey, additionalApiKeys = [], adminKeys = [], seed }: EmulatorOptions): void {
  const seeded = seed?.workspaces.flatMap(({ api_keys: keys }) => keys.map(({ key }) => key)) ?? [];
  const keys = new Set([apiKey, ...additionalApiKeys, ...seeded]);
  if (adminKeys.some((key) => keys.has(key))) {
    throw new UsageError(
      'EMULATOR_ADMIN_KEY: an API key has the same value, so every client could open /_local; choose another admin key',
    );
  }
}

/** Command line flags of the cluster settings, keyed by setting. */
const KUBERNETES_FLAGS: Readonly<Record<string, string>> = {
  kubeconfig: '--kubeconfig',
  context: '--kube-context',
  namespace: '--namespace',
  agentNamespaces: '--agent-namespaces',
  agentImage: '--agent-image',
  planeUrl: '--plane-url',
  planeId: '--plane-id',
  traffic: '--cluster-traffic',
  buildMemory: '--build-memory',
  buildDisk: '--build-disk',
  buildQueue: '--build-queue',
  settings: '--cluster-settings',
  caFile: 'EMULATOR_CA_FILE',
  waitForMigrations: '--wait-for-migrations',
  podSecurity: '--pod-security',
  registryCredentialsFile: 'EMULATOR_REGISTRY_CREDENTIALS_FILE',
  idleMs: '--idle-timeout',
  webhookNetworks: '--webhook-network',
} satisfies Record<keyof KubernetesConfig, string>;

/**
 * Refuses the runtime `kubernetes` without a shared database or keyring. Each replica must find data that another
 * replica stored, but a replica's folder is deleted when the replica ends.
 */
function checkKubernetes({ databaseUrl, keyringFile }: EmulatorOptions): void {
  if (databaseUrl === undefined) {
    throw new UsageError(
      '--runtime kubernetes needs a database that its replicas share: set EMULATOR_DATABASE_URL to the URL of a PostgreSQL database',
    );
  }
  if (keyringFile === undefined) {
    throw new UsageError(
      '--runtime kubernetes needs a keyring that its replicas share: set EMULATOR_KEYRING_FILE to the path of its file',
    );
  }
}
