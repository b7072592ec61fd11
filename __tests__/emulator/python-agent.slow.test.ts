import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type DeployedAgent, deployAgent } from '../../harness/agents/deploy.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { fakePythonAgent, installFakePython, installFakeUv } from '../../harness/fake-python/install.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';

const Turns = z.object({ turn: z.int(), messages: z.array(z.object({ content: z.string() })) });
const Revisions = z.object({
  resources: z.array(z.object({ id: z.string(), status: z.string(), status_message: z.string().nullish() })),
});

let bin: string;
let emulator: EmulatorHandle;
let repository: FixtureRepository;
let agent: DeployedAgent;
let thread: string;

// The fake Python is a shell script, which does not run on Windows.
const onUnix = process.platform === 'win32' ? describe.skip : describe;

onUnix('a repository with a Python graph, in an emulator with Python and uv', () => {
  beforeAll(async () => {
    bin = await mkdtemp(join(tmpdir(), 'fake-python-'));
    // This Python takes precedence over the programs on PATH, because a real Python must not be used.
    const python = await installFakePython(bin);
    await installFakeUv(bin);
    emulator = await startEmulator({
      env: { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, EMULATOR_PYTHON: python },
    });
    const files = fakePythonAgent({ version: 'v1', preamble: 'NAME = "Echo"' });
    const config = z.looseObject({}).parse(JSON.parse(files['langgraph.json'] ?? ''));
    const http = {
      cors: { allow_origins: ['https://app.example.com'], expose_headers: ['content-location'] },
    };
    repository = await createRepository({ ...files, 'langgraph.json': JSON.stringify({ ...config, http }) });
    agent = await deployAgent(emulator, repository);
    thread = z.object({ thread_id: z.string() }).parse(await ask('POST', '/threads', {})).thread_id;
  });
  afterAll(async () => {
    await emulator.stop();
    await repository.remove();
    await rm(bin, { recursive: true, force: true });
  });

  /** Returns the body of a response at the agent's own URL. */
  async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
    return (await emulator.api(method, `${agent.url}${path}`, body)).body;
  }
  async function say(content: string, input: object = {}): Promise<unknown> {
    return ask('POST', `/threads/${thread}/runs/wait`, {
      assistant_id: 'agent',
      input: { messages: [{ role: 'user', content }], ...input },
    });
  }
  async function answer(content: string): Promise<string | undefined> {
    return Turns.parse(await say(content)).messages.at(-1)?.content;
  }
  async function newestRevision() {
    const { body } = await emulator.api('GET', `/v2/deployments/${agent.deploymentId}/revisions`);
    return Revisions.parse(body).resources[0];
  }
  async function buildLog(): Promise<string> {
    const revision = `/v2/deployments/${agent.deploymentId}/revisions/${(await newestRevision())?.id}`;
    return JSON.stringify((await emulator.api('GET', `${revision}/logs?type=build&limit=100`)).body);
  }
  /** Deploys a changed agent, and returns the failure reason of its revision. */
  async function failure(change: Parameters<typeof fakePythonAgent>[0]): Promise<string> {
    await repository.commit(fakePythonAgent(change));
    const source = { repo_ref: 'main', graph_config_path: 'langgraph.json' };
    await emulator.api('PATCH', `/v2/deployments/${agent.deploymentId}`, { source_revision_config: source });
    await until(async () => /FAILED|DEPLOYED/.test((await newestRevision())?.status ?? ''));
    const revision = await newestRevision();
    return `${revision?.status}: ${revision?.status_message}`;
  }

  test('a Python agent is built and started, and has the name from its configuration', async () => {
    expect(await answer('hello')).toBe('echo v1: hello (turn 1)');
    expect(await ask('GET', '/info')).toMatchObject({ langgraph_py_version: '1.2.3' });
    expect(await ask('GET', `/threads/${thread}/state`)).toMatchObject({ values: { turn: 1 } });
    expect(await ask('POST', '/assistants/search', {})).toMatchObject([
      { graph_id: 'agent', name: 'Echo', description: 'Says it again.' },
    ]);
    expect(await buildLog()).toContain('Python 3.11.7');
    const page = { headers: { origin: 'https://app.example.com' } };
    const { headers } = await fetch(`${agent.url}/ok`, page);
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    expect(headers.get('access-control-expose-headers')).toBe('content-location');
  });

  test('a Python agent streams its runs, and its next revision continues the threads', async () => {
    const streamed = await ask('POST', `/threads/${thread}/runs/stream`, {
      assistant_id: 'agent',
      input: { messages: [{ role: 'user', content: 'stream' }] },
      stream_mode: ['values'],
    });
    expect(streamed).toContain('echo v1: stream (turn 2)');
    await repository.commit(fakePythonAgent({ version: 'v2' }));
    await agent.again();
    expect(await answer('and now?')).toBe('echo v2: and now? (turn 3)');
    expect(await buildLog()).toContain('packages that an earlier revision installed');
  });

  test.each([
    ['does not parse', { preamble: '!' }, /BUILD_FAILED: .*cannot parse: agent\.py:1: invalid syntax/],
    [
      'does not have the configured name',
      { graph: './agent.py:grap' },
      /BUILD_FAILED: .*Did you mean "graph"\?/,
    ],
    [
      'requires a package that no index has',
      { requirements: 'no-such-package' },
      /BUILD_FAILED: .*no-such-package was not found/,
    ],
    ['fails on import', { preamble: 'raise ImportError("no key")' }, /DEPLOY_FAILED: .*ImportError: no key/],
    ['exits on import', { preamble: 'raise SystemExit(3)' }, /DEPLOY_FAILED: .*exit code 3/],
  ])(
    'a Python agent keeps its previous revision active when its next version %s',
    async (_, change, reason) => {
      expect(await failure(change)).toMatch(reason);
      expect(await answer('still there?')).toContain('echo v2: still there?');
    },
  );

  test('a Python agent is started again after a run that ended its worker three times', async () => {
    expect(await say('end', { do: 'exit' })).toMatchObject({
      __error__: { error: 'WorkerGoneError', message: expect.stringContaining('exit code 3') },
    });
    await until(async () => (await emulator.api('GET', `${agent.url}/ok`)).status === 200);
    expect(await answer('again')).toContain('echo v2: again');
  });
});
