import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { networkEnvironment } from '../src/clients/network-environment.ts';
import { type ClockHandle, createClockHandle } from './clock/handle.ts';
import { createAdminClient, type AdminClient } from './admin-client.ts';
import { WAIT_LIMIT_MS } from './hang-limit.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** The only line that the emulator prints on standard output. */
const ReadyLine = z.object({
  ready: z.literal(true),
  urls: z.object({
    controlPlane: z.url(),
    sandboxes: z.url(),
    tracing: z.url(),
    admin: z.url(),
    metrics: z.url().optional(),
  }),
  apiKey: z.string().min(1),
  workspaceId: z.string().min(1),
});

export type { JournalEntry } from './admin-client.ts';

export interface EmulatorOptions {
  runtime?: 'process' | 'stub' | 'kubernetes';
  /** Clock of the emulator; the default is `real`, and `virtual` requires the runtime `stub`. */
  clock?: 'real' | 'virtual';
  edition?: 'any' | 'cloud' | 'self-hosted';
  compat?: 'spec' | 'hosted';
  dataDir?: string;
  seed?: string;
  workspaceId?: string;
  /** API key, which is passed in an environment variable; by default, the emulator creates a key. */
  apiKey?: string;
  keyringFile?: string;
  /** URL of the database, which is passed in an environment variable. */
  databaseUrl?: string;
  /** Maximum time until an agent is healthy, in seconds. */
  healthTimeout?: number;
  /** Isolation level of sandboxes. */
  sandboxIsolation?: 'auto' | 'namespaces' | 'process' | 'none';
  /** Private networks in CIDR notation that sandboxes may reach. */
  sandboxNetworks?: string[];
  /** Path of a PEM file with additional certificate authorities for hosts that sandboxes reach. */
  sandboxRoots?: string;
  pushChangedSecrets?: boolean;
  /** Maximum number of revisions that are built at the same time. */
  maxBuilds?: number;
  /** Seed that makes IDs and random fault rules the same at each start. */
  randomSeed?: number;
  /** Additional flags of the emulator. */
  flags?: readonly string[];
  /** Additional environment variables of the emulator, such as a proxy or a cache folder. */
  env?: Record<string, string>;
  /**
   * Port of the emulator; the default is any free port. With an explicit port, tests use this port even if the
   * emulator has a public URL.
   */
  port?: number;
  /** Absolute path of an installed package's program; the default is the source of this repository. */
  program?: string;
  /** Absolute paths of modules that the process preloads (`--import`). */
  preload?: string[];
  /** Called with the pid as soon as the process exists, long before it accepts requests. */
  onSpawn?: (pid: number) => void;
  /** Called with each line of the emulator's log. */
  onLog?: (line: string) => void;
  /** Time limit for the ready line in milliseconds. */
  readyWithinMs?: number;
}

/** A fault rule for PUT /_local/faults. The property `effect` is `then` in the request. */
export interface FaultRule {
  match: { surface?: string; method?: string; path?: string; deployment?: string; stage?: string };
  when?: { nth: number[] } | { every: number } | { times: number } | { probability: number };
  effect: Record<string, unknown>;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the body as a string if it is not JSON. */
  body: unknown;
}

/** A running emulator in its own process. */
export interface EmulatorHandle extends AdminClient {
  readonly urls: z.infer<typeof ReadyLine>['urls'];
  readonly apiKey: string;
  /** ID of the workspace that the key opens. */
  readonly workspaceId: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to the ready line. */
  readonly readyMs: number;
  /** Returns the emulator's log so far. */
  log(): string;
  /** Sends one request with the key, to a path of the control plane or to an absolute URL. */
  api(method: string, target: string, body?: unknown): Promise<ApiAnswer>;
  readonly clock: ClockHandle;
  setFaults(rules: FaultRule[], seed?: number): Promise<void>;
  clearFaults(): Promise<void>;
  /** Reports a push to a ref of this repository. */
  push(repoUrl: string, ref: string): Promise<void>;
  /** Resolves when the process has exited for any reason. */
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  /** Stops the emulator (SIGTERM), waits until it has exited, and throws if it exited with an error. */
  stop(): Promise<void>;
  /** Kills the emulator (SIGKILL) and waits until it has exited. */
  kill(): Promise<void>;
}

/**
 * Starts the emulator and waits until it accepts requests. Throws with the end of the emulator's log if it exits or is
 * not ready in time.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<EmulatorHandle> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...(options.preload ?? []).flatMap((file) => ['--import', pathToFileURL(file).href]),
      ...(options.program === undefined
        ? [path.join(ROOT, 'scripts', 'run.mjs'), path.join(ROOT, 'src/emulator/cli/main.ts')]
        : [options.program]),
      ...flags(options),
    ],
    {
      cwd: options.program === undefined ? ROOT : path.dirname(options.program),
      env: environment(options),
      stdio: ['ignore', 'pipe', 'pipe'],
      // The emulator has its own process group, so that Ctrl-C in the terminal reaches only this process, which then
      // stops the emulator.
      detached: process.platform !== 'win32',
      windowsHide: true,
    },
  );
  if (child.pid !== undefined) options.onSpawn?.(child.pid);
  const log: string[] = [];
  const onLog = (line: string) => {
    log.push(line);
    options.onLog?.(line);
  };
  createInterface({ input: child.stderr }).on('line', onLog);
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const ready = await firstLine(child, ended, log, options.readyWithinMs ?? WAIT_LIMIT_MS);
  const readyMs = performance.now() - startedAt;
  const { apiKey } = ready;
  const urls = options.port ? directUrls(ready.urls, options.port) : ready.urls;
  let { workspaceId } = ready;

  const api = (method: string, target: string, body?: unknown) =>
    callApi(new URL(target, urls.controlPlane), method, { apiKey, workspaceId }, body);
  const local = async (method: string, name: string, body?: unknown): Promise<unknown> => {
    const answer = await api(method, `${urls.admin}/${name}`, body);
    if (answer.status >= 300) {
      throw new Error(`${method} /_local/${name} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  };
  return {
    urls,
    apiKey,
    get workspaceId() {
      return workspaceId;
    },
    pid: child.pid ?? 0,
    readyMs,
    log: () => log.join('\n'),
    api,
    clock: createClockHandle({ admin: urls.admin, key: apiKey }, local),
    ...createAdminClient(local, (own) => {
      workspaceId = own;
    }),
    setFaults: async (rules, seed = 1) =>
      void (await local('PUT', 'faults', { seed, rules: rules.map(onTheWire) })),
    clearFaults: async () => void (await local('DELETE', 'faults')),
    push: async (repoUrl, ref) => void (await local('POST', 'push', { repo_url: repoUrl, ref })),
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), WAIT_LIMIT_MS);
      const { code, signal } = await ended;
      clearTimeout(timer);
      if (code !== 0) {
        throw new Error(`the emulator ended with ${signal ?? `exit code ${code}`}:\n${tail(log)}`);
      }
    },
  };
}

function directUrls(urls: z.infer<typeof ReadyLine>['urls'], port: number): typeof urls {
  const { controlPlane } = urls;
  const direct = (url: string) => url.replace(controlPlane, `http://127.0.0.1:${port}`);
  return {
    controlPlane: direct(controlPlane),
    sandboxes: direct(urls.sandboxes),
    tracing: direct(urls.tracing),
    admin: direct(urls.admin),
  };
}

function onTheWire({ effect, ...rule }: FaultRule): Record<string, unknown> {
  // oxlint-disable-next-line unicorn/no-thenable -- the name is the wire's, and rules are never awaited.
  return { ...rule, then: effect };
}

function flags(options: EmulatorOptions): string[] {
  // The emulator exits with this process, however this process exits.
  const list: string[] = ['--port', String(options.port ?? 0), '--parent-pid', String(process.pid)];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) list.push(`--${name}`, value);
  };
  add('runtime', options.runtime);
  add('clock', options.clock);
  add('edition', options.edition);
  add('compat', options.compat);
  add('data-dir', options.dataDir);
  add('seed', options.seed);
  add('workspace-id', options.workspaceId);
  add('health-timeout', options.healthTimeout?.toString());
  add('max-builds', options.maxBuilds?.toString());
  add('random-seed', options.randomSeed?.toString());
  add('sandbox-isolation', options.sandboxIsolation);
  for (const network of options.sandboxNetworks ?? []) add('sandbox-network', network);
  add('sandbox-roots', options.sandboxRoots);
  if (options.pushChangedSecrets === true) list.push('--push-changed-secrets');
  list.push(...(options.flags ?? []));
  return list;
}

function environment(options: EmulatorOptions): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    TMPDIR: process.env['TMPDIR'],
    ...hostNetworkEnvironment(),
    ...packageIndexes(process.env),
    // Tests enable the validation of all responses.
    EMULATOR_CHECK_ANSWERS: process.env['EMULATOR_CHECK_ANSWERS'],
    ...(process.platform === 'win32'
      ? {
          SystemRoot: process.env['SystemRoot'],
          TEMP: process.env['TEMP'],
          USERPROFILE: process.env['USERPROFILE'],
        }
      : {}),
    ...options.env,
    ...(options.apiKey === undefined ? {} : { EMULATOR_API_KEY: options.apiKey }),
    ...(options.keyringFile === undefined ? {} : { EMULATOR_KEYRING_FILE: options.keyringFile }),
    ...(options.databaseUrl === undefined ? {} : { EMULATOR_DATABASE_URL: options.databaseUrl }),
  };
}

async function firstLine(
  child: ChildProcess,
  ended: Promise<{ code: number | null; signal: string | null }>,
  log: string[],
  withinMs: number,
): Promise<z.infer<typeof ReadyLine>> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const refuse = (problem: string) => reject(new Error(`${problem}\n${tail(log)}`));
      timer = setTimeout(() => refuse(`the emulator was not ready within ${withinMs} ms:`), withinMs);
      ended.then(
        ({ code, signal }) =>
          refuse(`the emulator ended before it was ready (${signal ?? `exit code ${code}`}):`),
        reject,
      );
      if (child.stdout === null) return refuse('the emulator has no standard output');
      createInterface({ input: child.stdout }).once('line', (line) => {
        const read = ReadyLine.safeParse(safeJson(line));
        if (read.success) resolve(read.data);
        else refuse(`the emulator's first line is not the ready line: ${z.prettifyError(read.error)}`);
      });
    });
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Sends one request to an API with the key and its workspace. */
export async function callApi(
  url: URL,
  method: string,
  who: { apiKey: string; workspaceId: string },
  body: unknown,
): Promise<ApiAnswer> {
  const answer = await fetch(url, {
    method,
    headers: {
      'X-Api-Key': who.apiKey,
      'X-Tenant-Id': who.workspaceId,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: safeJson(text) ?? text };
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function tail(log: readonly string[]): string {
  return log.slice(-20).join('\n');
}

/** Returns the variables with which installers of Python packages find their index on this machine. */
function packageIndexes(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = Object.keys(env).filter((name) =>
    /^(UV_(DEFAULT_)?INDEX(_\w+)?|PIP_(EXTRA_)?INDEX_URL)$/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, env[name]]));
}

const LOOPBACK = 'localhost,127.0.0.1,::1';

/**
 * Returns the variables with which programs of this machine find its proxy and certificates, because an install or a
 * clone may need them. The proxy is not used for loopback addresses, where servers of the harness listen.
 */
export function hostNetworkEnvironment(): Record<string, string> {
  const network = networkEnvironment(process.env);
  const names = Object.keys(network);
  if (!names.some((name) => /^(all|https?)_proxy$/i.test(name))) return network;
  for (const name of ['no_proxy', 'NO_PROXY']) {
    network[name] = network[name] ? `${network[name]},${LOOPBACK}` : LOOPBACK;
  }
  return network;
}
