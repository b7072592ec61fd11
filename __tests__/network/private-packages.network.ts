// Tests private Python packages with uv and pip. The public packages come from PyPI.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FileTree } from '../../harness/git.ts';
import { type PrivateRegistry, startPrivateRegistry } from '../../harness/private-registry.ts';
import type { ActionRun } from '../../harness/runner/types.ts';
import { errorsOf, useTestEnvironment } from '../acceptance/support/environment.ts';
import { searchFiles } from '../acceptance/support/files.ts';

const TEXT = 'tomatoes-and-basil-0815';
const TOKEN = 'index-token-of-the-test-4711';

const root = await mkdtemp(path.join(tmpdir(), 'private-packages-'));
const dataDir = path.join(root, 'data');
const world = useTestEnvironment({ runtime: 'process', dataDir, env: { HOME: path.join(root, 'home') } });
let registry: PrivateRegistry;
/** Run that installed the private package with the token. */
let withToken: ActionRun;
beforeAll(async () => {
  registry = await startPrivateRegistry({ token: TOKEN, text: TEXT });
  withToken = await deploy(agent(PINNED, namedIndex()), named);
});
afterAll(async () => {
  await registry.close();
  await rm(root, { recursive: true, force: true });
});

const AGENT = `from typing import TypedDict

from acme_recipes import recipe
from langgraph.graph import END, START, StateGraph


class State(TypedDict):
    text: str


graph = (
    StateGraph(State)
    .add_node("answer", lambda state: {"text": recipe})
    .add_edge(START, "answer")
    .add_edge("answer", END)
    .compile()
)
`;

/** Returns an agent that replies with the text of the private package. */
function agent(requirements: string, more: FileTree = {}, config: Record<string, unknown> = {}): FileTree {
  return {
    'langgraph.json': JSON.stringify({
      dependencies: ['.'],
      graphs: { agent: './agent.py:graph' },
      ...config,
    }),
    'agent.py': AGENT,
    'requirements.txt': `${requirements}\nlanggraph>=1,<2\n`,
    ...more,
  };
}

/** Deploys a new repository as a new deployment. */
async function deploy(files: FileTree, secrets: Record<string, string> = {}): Promise<ActionRun> {
  const repository = await world.repository(files);
  return world.deploy({
    event: await world.push(repository),
    inputs: {
      'deployment-name': world.name(),
      'repo-url': repository.url,
      // The time of the action is accelerated.
      'wait-timeout': '6h',
      secrets: Object.entries(secrets)
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    },
    secrets: [TOKEN],
  });
}

async function expectDeployed(run: ActionRun): Promise<void> {
  expect([run.outputs['outcome'], errorsOf(run)]).toEqual(['deployed', []]);
  const url = run.outputs['deployment-url'] ?? '';
  const answer = await world.emulator.api('POST', `${url}/runs/wait`, {
    assistant_id: 'agent',
    input: { text: 'hello' },
  });
  expect(answer.body).toEqual({ text: TEXT });
  const revision = path.join(dataDir, 'revisions', run.outputs['revision-id'] ?? '');
  expect(await readdir(revision)).not.toContain('package-cache');
  expect(await searchFiles(revision, [TOKEN])).toEqual([]);
}

const PINNED = 'acme-recipes==1.0.0';
/** An index with a name, whose address contains no credentials. */
const namedIndex = (): FileTree => ({
  'pyproject.toml': `[project]
name = "agent"
version = "1.0.0"
dependencies = ["acme-recipes==1.0.0", "langgraph>=1,<2"]
[tool.setuptools]
py-modules = ["agent"]
[[tool.uv.index]]
name = "acme"
url = "${registry.simpleIndex()}"
`,
  'requirements.txt': null,
});
const named = { UV_INDEX_ACME_USERNAME: 'reader', UV_INDEX_ACME_PASSWORD: TOKEN };

// docs/private-packages/python.md#named-index
describe('a Python agent with a private package', () => {
  test('is built by uv with the credentials of a named index', async () => {
    await expectDeployed(withToken);
  });

  test('is built by pip with the URL of an index in PIP_EXTRA_INDEX_URL', async () => {
    const secrets = { PIP_EXTRA_INDEX_URL: registry.simpleIndex(`reader:${TOKEN}`) };
    await expectDeployed(await deploy(agent(PINNED, {}, { pip_installer: 'pip' }), secrets));
  });
});

// docs/private-packages.md#not-shared
describe('a deployment without the token, after a deployment with the token installed the private package', () => {
  test.each<[string, () => FileTree, Record<string, string>, RegExp]>([
    [
      'the same index',
      () => agent(PINNED, namedIndex()),
      {},
      /UV_INDEX_ACME_USERNAME and UV_INDEX_ACME_PASSWORD/,
    ],
    [
      'a wrong password',
      () => agent(PINNED, namedIndex()),
      { ...named, UV_INDEX_ACME_PASSWORD: 'wrong-token-of-the-test-12' },
      /UV_INDEX_ACME_USERNAME and UV_INDEX_ACME_PASSWORD/,
    ],
    ['only the name of the package', () => agent(PINNED), {}, /acme-recipes/],
    [
      'pip, and the URL of the index without a password',
      () => agent(`--extra-index-url ${registry.simpleIndex()}\n${PINNED}`, {}, { pip_installer: 'pip' }),
      {},
      /PIP_EXTRA_INDEX_URL/,
    ],
    [
      'the URL and the hash of the archive',
      () => agent(`acme-recipes @ http://${registry.host}/files/acme_recipes-1.0.0-py3-none-any.whl`),
      {},
      /401/,
    ],
  ])('does not get the package with %s', async (_what, files, secrets, message) => {
    const before = registry.served.length;
    const run = await deploy(files(), secrets);
    expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'build-failed' });
    expect(errorsOf(run)[0]).toMatch(message);
    expect(registry.served.slice(before)).toEqual([]);
  });
});
