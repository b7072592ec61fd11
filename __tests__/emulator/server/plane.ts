import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from '@jest/globals';
import { awaitsSource } from '../../../src/contract/awaits-source.ts';
import type { Deployment } from '../../../src/contract/deployment.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator/index.ts';
import type { BackendLinks, CreateBackend } from '../../../src/emulator/backend.ts';
import type { EmulatorContext } from '../../../src/emulator/ports/context.ts';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { withTestDatabase } from './test-database.ts';

/** An answer with its body parsed when it is JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  // Tests look into bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

const open: Emulator[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((emulator) => emulator.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** A folder that is removed after the test, once its emulators are closed. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'emulator-test-'));
  folders.push(folder);
  return folder;
}

/** An emulator with its data on the database of the tests, where there is one; closed after the test. */
export async function openEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await createEmulator(await withTestDatabase(options));
  open.push(emulator);
  return emulator;
}

/** Requests to the main port of an emulator with its key; `headers` override, `null` takes one away. */
export const apiOf =
  (emulator: Emulator) =>
  (method: string, target: string, body?: unknown, headers: Record<string, string | null> = {}) =>
    call(emulator, method, target, body, headers);

export type Plane = Awaited<ReturnType<typeof startPlane>>;

/** An emulator whose data plane is a stand-in that moves only when told. Every answer is checked. */
export async function startPlane(options: EmulatorOptions = {}) {
  let deps: (EmulatorContext & BackendLinks) | undefined;
  let pokes = 0;
  const createBackend: CreateBackend = async (context, links) => {
    deps = { ...context, ...links };
    return {
      routes: async () => [],
      // No repository is a local one here.
      remoteRefs: { addressOf: () => undefined, read: () => Promise.resolve(undefined) },
      wake: () => {
        pokes += 1;
      },
      health: () => ({ workers: 0 }),
      start: async () => undefined,
      close: async () => undefined,
    };
  };
  const emulator = await openEmulator({ createBackend, log: () => undefined, ...options });
  const started = () => {
    if (deps === undefined) throw new Error('the backend was not created');
    return deps;
  };
  const api = apiOf(emulator);
  return {
    emulator,
    /** What the backend was created with; renewed by a reset. */
    get deps() {
      return started();
    },
    get store() {
      return started().store;
    },
    /** How often the data plane was woken. */
    get pokes() {
      return pokes;
    },
    settle: () => settle(started().store),
    api,
    async create(change: Record<string, unknown> = {}): Promise<Deployment & { latest_revision_id: string }> {
      const answer = await api('POST', '/v2/deployments', imageDeployment(change));
      if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
}

export async function call(
  emulator: Pick<Emulator, 'port' | 'apiKey'>,
  method: string,
  target: string,
  body?: unknown,
  headers: Record<string, string | null> = {},
): Promise<Answer> {
  const all: Record<string, string | null> = {
    'x-api-key': emulator.apiKey,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  const kept = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
  const response = await fetch(new URL(target, `http://127.0.0.1:${emulator.port}`), {
    method,
    headers: Object.fromEntries(kept),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
}

/** A create that every workspace takes. */
export function imageDeployment(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: `agent-${randomUUID().slice(0, 8)}`,
    source: 'external_docker',
    source_config: {},
    source_revision_config: { image_uri: 'registry.example/agent:1' },
    secrets: [],
    ...change,
  };
}

/** A create of a deployment built from git. */
export function gitDeployment(change: Record<string, unknown> = {}): Record<string, unknown> {
  return imageDeployment({
    source: 'git_host',
    source_config: { repo_url: 'https://git.example/owner/agent' },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    ...change,
  });
}

/** Does what a data plane would, with everything there is. */
export async function settle(store: Store): Promise<void> {
  for (const row of await store.deployments.listAll()) {
    if (row.status === 'AWAITING_DELETE') await store.deployments.remove(row.id);
    if (row.status === 'AWAITING_DATABASE') {
      await store.deployments.update(row.id, { status: 'READY', port: 40_000 });
    }
  }
  for (const row of await store.revisions.listUnfinished()) {
    if (awaitsSource(row.source, row.config)) continue;
    await store.revisions.update(row.id, { status: 'DEPLOYED' });
    await store.deployments.update(row.deploymentId, { activeRevisionId: row.id });
  }
}
