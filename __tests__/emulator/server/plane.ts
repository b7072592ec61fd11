import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from '@jest/globals';
import { waitsForSource } from '../../../src/contract/awaits-source.ts';
import type { Deployment } from '../../../src/contract/deployment.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator/index.ts';
import type { BackendLinks, CreateBackend } from '../../../src/emulator/backend.ts';
import type { EmulatorContext } from '../../../src/emulator/ports/context.ts';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { withTestDatabase } from './test-database.ts';

/** A response whose body is parsed if it is JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of every shape
  body: any;
}

const open: Emulator[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((emulator) => emulator.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** Creates a folder that is removed after the test, once the test's emulators are closed. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'emulator-test-'));
  folders.push(folder);
  return folder;
}

/** Starts an emulator, with its data in the tests' database if one exists, and closes the emulator after the test. */
export async function openEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await createEmulator(await withTestDatabase(options));
  open.push(emulator);
  return emulator;
}

/**
 * Returns a function that sends requests with the key to the emulator's main port. The given headers override the
 * defaults, and `null` removes a header.
 */
export const apiOf =
  (emulator: Emulator) =>
  (method: string, target: string, body?: unknown, headers: Record<string, string | null> = {}) =>
    call(emulator, method, target, body, headers);

export type Plane = Awaited<ReturnType<typeof startPlane>>;

/**
 * Starts an emulator with a fake data plane that works only on request. Every response is checked against the API
 * document.
 */
export async function startPlane(options: EmulatorOptions = {}) {
  let deps: (EmulatorContext & BackendLinks) | undefined;
  let pokes = 0;
  const createBackend: CreateBackend = async (context, links) => {
    deps = { ...context, ...links };
    return {
      routes: async () => [],
      // No repository is local in tests with this plane.
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
    /** The arguments with which the current backend was created; a reset creates a new backend with new arguments. */
    get deps() {
      return started();
    },
    get store() {
      return started().store;
    },
    /** Number of times that the data plane was woken. */
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

/** Returns the request body for a deployment that every workspace accepts. */
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

/** Returns the request body for a deployment that is built from git. */
export function gitDeployment(change: Record<string, unknown> = {}): Record<string, unknown> {
  return imageDeployment({
    source: 'git_host',
    source_config: { repo_url: 'https://git.example/owner/agent' },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    ...change,
  });
}

/** Moves every deployment and revision to its final state, as a data plane would. */
export async function settle(store: Store): Promise<void> {
  for (const row of await store.deployments.listAll()) {
    if (row.status === 'AWAITING_DELETE') await store.deployments.remove(row.id);
    if (row.status === 'AWAITING_DATABASE') {
      await store.deployments.update(row.id, { status: 'READY', port: 40_000 });
    }
  }
  for (const row of await store.revisions.listUnfinished()) {
    if (waitsForSource(row.source, row.config)) continue;
    await store.revisions.update(row.id, { status: 'DEPLOYED' });
    await store.deployments.update(row.deploymentId, { activeRevisionId: row.id });
  }
}
