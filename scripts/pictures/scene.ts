import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { graphConfig, rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { type SeededDashboard, seedDashboard } from '../../harness/dashboard/seed.ts';
import { callApi, type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { serveGit } from '../../harness/git-server.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';

/** An emulator with realistic deployments and requests, for the pictures of the dashboard. */
export interface Scene {
  emulator: EmulatorHandle;
  seeded: SeededDashboard;
  /** Deployment of an agent with several nodes, which streams its replies. */
  orders: { id: string; url: string };
  /** Creates a link that permits one sign-in. */
  link(): Promise<string>;
  stop(): Promise<void>;
}

/** Creates a link to an emulator's dashboard, which permits one sign-in. */
export async function linkTo(emulator: EmulatorHandle): Promise<string> {
  const answer = await emulator.api('POST', '/_local/ui/api/links');
  return z.object({ url: z.url() }).parse(answer.body).url;
}

const Created = z.looseObject({ id: z.string(), latest_revision_id: z.string() });
const Served = z.looseObject({ url: z.url() });
const Thread = z.object({ thread_id: z.string() });
const Runs = z.tuple([z.looseObject({ run_id: z.string() })], z.unknown());
const StartedRun = z.looseObject({ run_id: z.string() });
const History = z.array(
  z.looseObject({ next: z.array(z.string()), checkpoint: z.looseObject({ checkpoint_id: z.string() }) }),
);
const Revision = z.looseObject({ status: z.string() });

/** Starts an emulator with its dashboard, deploys agents that it builds, and sends requests as clients do. */
export async function startScene({ sandbox = false }: { sandbox?: boolean } = {}): Promise<Scene> {
  await using undo = new AsyncDisposableStack();
  const repository = await createRepository({
    'package.json': `${JSON.stringify({ name: 'order-agent', private: true, type: 'module' })}\n`,
    'langgraph.json': graphConfig('./src/agent.ts:graph'),
    'src/agent.ts': readFileSync(path.join(import.meta.dirname, 'order-agent.ts'), 'utf8'),
  });
  undo.defer(() => repository.remove());
  const git = await startGitHost();
  undo.defer(() => git.close());
  const emulator = await startEmulator({ flags: ['--dashboard'] });
  undo.defer(() => emulator.stop());
  const { apiKey, workspaceId, urls } = emulator;
  const target = { origin: urls.controlPlane, apiKey, workspaceId };
  const seeded = await seedDashboard(target, {
    sandbox,
    addressOf: (repository) => git.addressOf(repository),
  });
  undo.defer(() => seeded.close());

  const { body } = await emulator.api('POST', '/v2/deployments', {
    name: 'order-agent',
    source: 'git_host',
    source_config: { repo_url: git.addressOf(repository, 'orders'), install_command: rootModulesInstall() },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    secrets: [{ name: 'SHOP_API_KEY', value: 'a key that no picture may show' }],
  });
  const { id, latest_revision_id: revision } = Created.parse(body);
  await until(async () => {
    const answer = await emulator.api('GET', `/v2/deployments/${id}/revisions/${revision}`);
    const { status } = Revision.parse(answer.body);
    if (status.endsWith('FAILED')) throw new Error(`the agent of the pictures ended as ${status}`);
    return status === 'DEPLOYED';
  }, 'the agent of the pictures to serve');
  const { url } = Served.parse((await emulator.api('GET', `/v2/deployments/${id}`)).body);

  const kept = undo.move();
  return {
    emulator,
    seeded,
    orders: { id, url },
    link: () => linkTo(emulator),
    stop: () => kept.disposeAsync(),
  };
}

/**
 * Uses the agent of the scene as a team does in a day: runs that succeed, fail and wait for a person, a cron, a
 * webhook and stored items. Returns the IDs of the failed run and of the waiting run.
 */
export async function useAgent({ emulator, orders }: Scene): Promise<{ failed: string; waiting: string }> {
  const send = senderTo(emulator, orders.url);
  const ask = async (content: string, more: object = {}): Promise<string> => {
    const { thread_id: thread } = Thread.parse(await send('POST', '/threads', {}));
    const input = { messages: [{ role: 'user', content }] };
    await send('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'agent', input, ...more });
    return Runs.parse(await send('GET', `/threads/${thread}/runs`, undefined))[0].run_id;
  };
  await ask('Where is my parcel? Order SO-1042');
  const failed = await ask('Cancel everything I ordered this week');
  const waiting = await ask('Refund my order, I want my money back');
  await ask('Do you ship to Iceland?', { webhook: `${emulator.urls.controlPlane}/ok` });
  await ask('Is the invoice for **SO-1988** paid?');
  await send('POST', '/runs/crons', {
    assistant_id: 'agent',
    schedule: '0 2 * * *',
    timezone: 'Europe/Berlin',
    input: { messages: [{ role: 'user', content: 'Nightly digest of reviews' }] },
  });
  await send('PUT', '/store/items', {
    namespace: ['customers', 'anna'],
    key: 'preferences',
    value: { language: 'da', newsletter: false },
  });
  return { failed, waiting };
}

/**
 * Asks the agent for a refund and approves the refund, as a person does. Returns the ID of the thread, and the ID of
 * the step after which the agent asked.
 */
export async function answerQuestion({ emulator, orders }: Scene): Promise<{ thread: string; step: string }> {
  const send = senderTo(emulator, orders.url);
  const { thread_id: thread } = Thread.parse(await send('POST', '/threads', {}));
  const input = { messages: [{ role: 'user', content: 'The jacket is torn, I want a refund' }] };
  await send('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'agent', input });
  const history = History.parse(await send('POST', `/threads/${thread}/history`, {}));
  const asked = history.find(({ next }) => next.includes('approve'));
  if (asked === undefined) throw new Error('the agent of the pictures asked no question about a refund');
  const command = { resume: 'approved' };
  await send('POST', `/threads/${thread}/runs/wait`, { assistant_id: 'agent', command });
  return { thread, step: asked.checkpoint.checkpoint_id };
}

/**
 * Starts a run that streams its answer and then stays in its last step until `end` is called. Returns the ID of the
 * run.
 */
export async function startLockedRun({
  emulator,
  orders,
}: Scene): Promise<{ run: string; end(): Promise<void> }> {
  const send = senderTo(emulator, orders.url);
  const folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
  const lock = path.join(folder, 'lock');
  await writeFile(lock, '');
  const { thread_id: thread } = Thread.parse(await send('POST', '/threads', {}));
  const { run_id: run } = StartedRun.parse(
    await send('POST', `/threads/${thread}/runs`, {
      assistant_id: 'agent',
      input: { messages: [{ role: 'user', content: 'When does order SO-1042 arrive?' }] },
      stream_mode: ['messages-tuple'],
      config: { configurable: { lock_file: lock } },
    }),
  );
  return { run, end: () => rm(folder, { recursive: true, force: true }) };
}

/** Returns a function that sends a request to an agent and returns the body of the response. */
function senderTo({ apiKey, workspaceId }: EmulatorHandle, url: string) {
  return async (method: string, route: string, body: unknown): Promise<unknown> => {
    const answer = await callApi(new URL(`${url}${route}`), method, { apiKey, workspaceId }, body);
    if (answer.status >= 300) throw new Error(`${method} ${route} returned ${answer.status}`);
    return answer.body;
  };
}

/** Serves repositories at realistic URLs such as `http://127.0.0.1:…/acme/support`. */
async function startGitHost() {
  const folders = new Map<string, FixtureRepository>();
  const names = ['support', 'invoices', 'search'];
  const server = createServer((request, response) => {
    const [, owner, name = ''] = (request.url ?? '').split('/');
    const repository = folders.get(`/${owner}/${name}`);
    if (repository === undefined) {
      response.writeHead(404).end();
      return;
    }
    const folder = path.basename(repository.origin);
    request.url = (request.url ?? '').replace(`/${owner}/${name}`, `/${folder}`);
    serveGit(request, response, { repositories: path.dirname(repository.origin), below: '' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a TCP server has a port.
  const { port } = server.address() as AddressInfo;
  return {
    addressOf(repository: FixtureRepository, name?: string): string {
      const known = [...folders].find(([, one]) => one === repository)?.[0];
      const place = known ?? `/acme/${name ?? names[folders.size] ?? `agent-${folders.size}`}`;
      folders.set(place, repository);
      return `http://127.0.0.1:${port}${place}`;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
