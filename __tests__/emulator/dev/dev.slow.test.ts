import { once } from 'node:events';
import { access, readdir, readlink, realpath, symlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type DevHandle, startDev } from '../../../harness/dev.ts';
import { until } from '../../../harness/until.ts';
import { plainAgent } from '../../../harness/agents/fixtures.ts';
import { type TestFolder, testFolder } from './support.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Returns a graph whose reply contains its version and the previous messages of its thread. */
const graph = (version: string, more = '') => `
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
console.log('loaded ${version}');
const State = Annotation.Root({
  steps: Annotation<string[]>({ reducer: (before, more) => before.concat(more), default: () => [] }),
});
export const graph = new StateGraph(State)
  .addNode('step', () => ({ steps: ['${version} ' + (process.env.TOKEN ?? 'no token')] }))
  .addEdge(START, 'step')
  .addEdge('step', END)
  .compile();
${more}`;

const onLinux = process.platform === 'linux' ? test : test.skip;

let folder: TestFolder;
const started: DevHandle[] = [];
beforeEach(async () => {
  folder = await testFolder({
    'agent/langgraph.json': '{"graphs":{"agent":"./src/agent.ts:graph"},"env":".env"}',
    'agent/.gitignore': '.env\n',
    'agent/.env': 'TOKEN=first\n',
    'agent/src/agent.ts': graph('v1'),
  });
  // Revisions are built below the data folder, and find the packages of this repository without a network.
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder.path, 'node_modules'), 'junction');
});
afterEach(async () => {
  for (const dev of started.splice(0)) await dev.stop();
  await folder[Symbol.asyncDispose]();
});

function start(flags: readonly string[] = []): DevHandle {
  const dev = startDev({
    folder: path.join(folder.path, 'agent'),
    dataDir: path.join(folder.path, 'data'),
    flags,
  });
  started.push(dev);
  return dev;
}

/** Returns the process with this working directory, or `undefined` if no process has it (Linux). */
async function processIn(cwd: string): Promise<number | undefined> {
  for (const entry of await readdir('/proc')) {
    const found = /^\d+$/.test(entry) && (await readlink(`/proc/${entry}/cwd`).catch(() => undefined));
    if (found === cwd) return Number(entry);
  }
  return undefined;
}

async function client(dev: DevHandle) {
  const { url, apiKey } = await dev.address();
  const call = async (method: string, target: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`${url}${target}`, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  return {
    url,
    apiKey,
    call,
    run: (thread: unknown) =>
      call('POST', `/threads/${String(thread)}/runs/wait`, { assistant_id: 'agent', input: {} }),
  };
}

test('`dev` prints a link to the dashboard on request, and the link works only once', async () => {
  const dev = start(['--dashboard']);
  const line = await dev.until(/^dashboard: http/);
  const link = new URL(/http\S+/.exec(line)?.[0] ?? '');
  const signIn = () =>
    fetch(new URL('/_local/ui/api/session', link), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: link.hash.slice(1) }),
    });
  expect([(await signIn()).status, (await signIn()).status]).toEqual([201, 401]);
});

test('`dev` prints no link to the dashboard if its output is not a terminal', async () => {
  const dev = start();
  await dev.address();
  expect(dev.lines.filter((line) => line.includes('/_local/ui/'))).toEqual([]);
});

describe('the command `dev`', () => {
  // docs/dev.md#threads-are-kept
  test('deploys each save, continues after a broken edit, and keeps threads even in the next session', async () => {
    const dev = start();
    const agent = await client(dev);
    await dev.until(/^agent │ loaded v1$/);
    const { thread_id: thread } = await agent.call('POST', '/threads', {});
    expect(await agent.run(thread)).toEqual({ steps: ['v1 first'] });

    let from = dev.lines.length;
    await folder.write({ 'agent/src/agent.ts': graph('v2') });
    await dev.until(/^src\/agent\.ts: deployed in \d/, from);
    expect(await agent.run(thread)).toEqual({ steps: ['v1 first', 'v2 first'] });

    from = dev.lines.length;
    await folder.write({ 'agent/src/agent.ts': graph('v3', 'const x: = 1;') });
    await dev.until(/^src\/agent\.ts: BUILD_FAILED: .*src\/agent\.ts:12:9: /, from);
    await dev.until(/^The previous revision keeps serving\.$/, from);
    expect(await agent.run(thread)).toMatchObject({
      steps: [/v1/, /v2/, /v2/].map((one) => expect.stringMatching(one)),
    });

    from = dev.lines.length;
    await folder.write({ 'agent/src/agent.ts': graph('v3', 'throw new Error("no key");') });
    await dev.until(/DEPLOY_FAILED: The agent could not start: no key \(src\/agent\.ts:12:7\)/, from);

    from = dev.lines.length;
    await folder.write({ 'agent/src/agent.ts': graph('v4'), 'agent/.env': 'TOKEN=second\n' });
    await dev.until(/deployed in \d/, from);
    expect((await agent.run(thread))['steps']).toEqual(['v1 first', 'v2 first', 'v2 first', 'v4 second']);

    await dev.stop();
    const again = start();
    const later = await client(again);
    await again.until(/the deployed revision is up to date/);
    expect([later.url, later.apiKey]).toEqual([agent.url, agent.apiKey]);
    expect((await later.run(thread))['steps']).toHaveLength(5);
    await again.stop();

    // docs/dev.md#fresh
    const fresh = await client(start(['--fresh']));
    expect(await fresh.call('GET', `/threads/${String(thread)}`)).toHaveProperty('detail');
  });

  // docs/dev.md#spare-worker
  onLinux('loads each save into a spare worker, and continues after the spare worker crashed', async () => {
    const dev = start();
    const agent = await client(dev);
    const { thread_id: thread } = await agent.call('POST', '/threads', {});
    const waiting = path.join(await realpath(folder.path), 'data', 'spare-worker');
    const spare = () => until(() => processIn(waiting));
    const save = async (version: string, more?: string) => {
      const from = dev.lines.length;
      await folder.write({ 'agent/src/agent.ts': graph(version, more) });
      return dev.until(/^src\/agent\.ts: (?:deployed|DEPLOY_FAILED)/, from);
    };
    const isIn = async (pid: number) => readlink(`/proc/${pid}/cwd`).catch(() => undefined);

    const first = await spare();
    await save('v2');
    expect(await isIn(first)).toMatch(/revisions.*checkout$/);
    expect(await agent.run(thread)).toEqual({ steps: ['v2 first'] });

    process.kill(await spare(), 'SIGKILL');
    expect(await save('v3')).toContain('deployed');
    expect(await agent.run(thread)).toEqual({ steps: ['v2 first', 'v3 first'] });

    // A new process confirms a failure, and the output appears once.
    const third = await spare();
    expect(await save('v4', 'throw new Error("no key");')).toContain('no key (src/agent.ts:12:7)');
    expect(dev.lines.filter((line) => line === 'agent │ loaded v4')).toHaveLength(1);
    expect(await isIn(third)).toBeUndefined();
    expect(await agent.run(thread)).toHaveProperty('steps.2', 'v3 first');

    await save('v5');
    const last = await spare();
    await dev.stop();
    expect(await isIn(last)).toBeUndefined();
  });

  // docs/dev.md#try-it
  test('prints a command that runs the agent', async () => {
    await folder.write(
      Object.fromEntries(Object.entries(plainAgent()).map(([name, text]) => [`agent/${name}`, text ?? ''])),
    );
    const dev = start();
    const line = await dev.until(/^ {2}Try {6}curl/);
    const { url, apiKey } = await dev.address();
    expect(line).toContain(
      `curl -s ${url}/runs/wait -H 'X-Api-Key: ${apiKey}' -H 'Content-Type: application/json' -d '`,
    );
    const [, body = ''] = / -d '(.+)'$/.exec(line) ?? [];
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const response = await fetch(`${url}/runs/wait`, { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({
      messages: [{}, { content: expect.stringContaining('hello') }],
    });
  });

  // docs/dev.md#no-configuration
  test('prints one line and exits with code 2 if the folder contains no agent', async () => {
    const dev = startDev({ folder: folder.path, dataDir: path.join(folder.path, 'data') });
    expect(await dev.ended).toBe(2);
    expect(dev.lines).toEqual([
      `dev: ${folder.path}: langgraph.json does not exist; did you mean ${path.join(folder.path, 'agent')}?`,
    ]);
  });

  test('rejects a data folder that contains the agent', async () => {
    const dev = startDev({ folder: path.join(folder.path, 'agent'), dataDir: folder.path });
    expect(await dev.ended).toBe(2);
    expect(dev.lines).toEqual([expect.stringContaining('contains the agent itself')]);
  });

  test('prints one line and leaves no data folder if the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const dataDir = path.join(folder.path, 'state', 'of-dev');
    const flags = ['--port', String(port)];
    const dev = startDev({ folder: path.join(folder.path, 'agent'), dataDir, flags });
    expect(await dev.ended).toBe(2);
    expect(dev.lines).toEqual([expect.stringContaining(String(port))]);
    await expect(access(path.dirname(dataDir))).rejects.toThrow('ENOENT');
    server.close();
  });

  // docs/dev.md#next-port
  test('uses the next free port if another emulator uses the default port', async () => {
    const blocker = createServer();
    // The test also passes if another program of this machine already uses the port.
    const isTaken = new Promise((resolve) => {
      blocker.once('error', resolve).listen(4400, '127.0.0.1', () => resolve(undefined));
    });
    await isTaken;
    const dev = startDev({
      folder: path.join(folder.path, 'agent'),
      dataDir: path.join(folder.path, 'data'),
      onDefaultPort: true,
    });
    started.push(dev);
    const line = await dev.until(
      /^port 4400 is in use, so the control plane listens on http:\/\/127\.0\.0\.1:44\d\d$/,
    );
    const base = line.slice(line.indexOf('http'));
    expect((await fetch(`${base}/_local/health`)).status).toBe(401);
    await dev.stop();
    blocker.close();
  });

  // docs/dev.md#own-output
  test('can write its output to files in the watched folder without causing a deployment', async () => {
    const agentFolder = path.join(folder.path, 'agent');
    const dev = startDev({
      folder: agentFolder,
      dataDir: path.join(folder.path, 'data'),
      tee: ['dev.log', 'output.txt', 'output'].map((name) => path.join(agentFolder, name)),
    });
    started.push(dev);
    await dev.address();
    for (const version of ['v2', 'v3']) {
      const from = dev.lines.length;
      await folder.write({ 'agent/src/agent.ts': graph(version) });
      await dev.until(/^src\/agent\.ts: deployed in \d/, from);
    }
    expect(dev.lines.filter((line) => line.endsWith('building …'))).toEqual([
      'building …',
      'src/agent.ts: building …',
      'src/agent.ts: building …',
    ]);
  });

  // docs/dev.md#data-in-the-tree
  test('accepts an API key and a relative data folder in the watched folder', async () => {
    const agentFolder = path.join(folder.path, 'agent');
    const dev = startDev({
      folder: '.',
      cwd: agentFolder,
      dataDir: 'data/of/dev',
      env: { EMULATOR_API_KEY: 'a-key-of-the-author' },
    });
    started.push(dev);
    const agent = await client(dev);
    expect(agent.apiKey).toBe('a-key-of-the-author');
    const { thread_id: thread } = await agent.call('POST', '/threads', {});
    const from = dev.lines.length;
    await folder.write({ 'agent/src/agent.ts': graph('v2') });
    await dev.until(/^src\/agent\.ts: deployed in \d/, from);
    expect(await agent.run(thread)).toEqual({ steps: ['v2 first'] });
    // Each save is deployed exactly once.
    expect(dev.lines.filter((line) => line.endsWith('building …'))).toHaveLength(2);
    await dev.stop();
  });
});
