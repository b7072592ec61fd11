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

/** The one line on the emulator's standard output. */
const ReadyLine = z.object({
  ready: z.literal(true),
  urls: z.object({ controlPlane: z.url(), sandboxes: z.url(), tracing: z.url(), admin: z.url() }),
  apiKey: z.string().min(1),
  workspaceId: z.string().min(1),
});

export type { JournalEntry } from './admin-client.ts';

export interface EmulatorOptions {
  runtime?: 'process' | 'stub' | 'kubernetes';
  /** `virtual` needs runtime `stub`. Default `real`. */
  clock?: 'real' | 'virtual';
  edition?: 'any' | 'cloud' | 'self-hosted';
  compat?: 'spec' | 'hosted';
  dataDir?: string;
  seed?: string;
  workspaceId?: string;
  /** Default: one made by the emulator for this start. Handed over by the environment, never by argv. */
  apiKey?: string;
  keyringFile?: string;
  /** Handed over by the environment too. */
  databaseUrl?: string;
  /** Seconds an agent may take to become healthy. */
  healthTimeout?: number;
  /** How boxes of sandboxes are isolated. */
  sandboxIsolation?: 'auto' | 'namespaces' | 'process' | 'none';
  /** Networks (CIDR) that sandboxes may reach although they are private. */
  sandboxNetworks?: string[];
  /** A PEM file with what hosts that sandboxes reach may be signed with. */
  sandboxRoots?: string;
  pushChangedSecrets?: boolean;
  /** Revisions it works on at once. */
  maxBuilds?: number;
  /** Makes IDs and the chances of fault rules the same at every start. */
  randomSeed?: number;
  /** More flags, as they are. */
  flags?: readonly string[];
  /** More environment for the emulator: a proxy, a cache folder. */
  env?: Record<string, string>;
  /** Default: any free one. What names one reaches the emulator by it, also where it has a public URL. */
  port?: number;
  /** The program of an installed package, by absolute path. Default: the sources. */
  program?: string;
  /** Modules loaded into its process before anything else (`--import`), by absolute path. */
  preload?: string[];
  /** Told the process's number as soon as it has one, long before it serves. */
  onSpawn?: (pid: number) => void;
  /** Gets each line of the emulator's log. */
  onLog?: (line: string) => void;
  /** Milliseconds to wait for the ready line. */
  readyWithinMs?: number;
}

/** One rule of PUT /_local/faults; `effect` is what the wire calls `then`. */
export interface FaultRule {
  match: { surface?: string; method?: string; path?: string; deployment?: string; stage?: string };
  when?: { nth: number[] } | { every: number } | { times: number } | { probability: number };
  effect: Record<string, unknown>;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text when it was not JSON. */
  body: unknown;
}

/** A running emulator, in a process of its own. */
export interface EmulatorHandle extends AdminClient {
  readonly urls: z.infer<typeof ReadyLine>['urls'];
  readonly apiKey: string;
  /** The workspace the key opens. */
  readonly workspaceId: string;
  readonly pid: number;
  /** Milliseconds from spawn to the ready line. */
  readonly readyMs: number;
  /** Everything it logged so far. */
  log(): string;
  /** One request with the key: to the control plane's origin, or to an absolute URL. */
  api(method: string, target: string, body?: unknown): Promise<ApiAnswer>;
  readonly clock: ClockHandle;
  setFaults(rules: FaultRule[], seed?: number): Promise<void>;
  clearFaults(): Promise<void>;
  /** Tells that a push happened on this repository and ref. */
  push(repoUrl: string, ref: string): Promise<void>;
  /** Resolves when its process is gone, however it ended. */
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  /** Ends it (SIGTERM) and waits until it is gone; throws when it ended badly. */
  stop(): Promise<void>;
  /** Ends it without warning (SIGKILL) and waits until it is gone. */
  kill(): Promise<void>;
}

/**
 * Starts the emulator, from source unless told otherwise, and waits until it serves. Throws with the end of its log when it ends first or
 * does not become ready in time.
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
      // A group of its own: a Ctrl-C in the terminal is for us, and we end the emulator when we are done with it.
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
      throw new Error(`${method} /_local/${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
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
      const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
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
  // It must not outlive us, however we end.
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
    // On in every test.
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

/** One request to an API, with the key and the workspace that it opens. */
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

/** Where installers of Python packages find their index on this machine. */
function packageIndexes(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = Object.keys(env).filter((name) =>
    /^(UV_(DEFAULT_)?INDEX(_\w+)?|PIP_(EXTRA_)?INDEX_URL)$/.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, env[name]]));
}

const LOOPBACK = 'localhost,127.0.0.1,::1';

/**
 * The variables by which programs of this machine find its proxy and certificates, for what the harness starts: an
 * install or a clone fails without them on a network that needs them. What the harness itself serves on loopback is
 * never asked for through a proxy.
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
