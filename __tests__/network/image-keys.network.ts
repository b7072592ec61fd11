// Tests agents that require an image, which podman builds and runs: the configuration's Dockerfile lines, packages
// from the network, and a worker in its container. The base of the image is built here from Debian's packages, because
// no image registry can be reached.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { langGraphAgent, rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { createRepository, type FileTree } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';
import { isFinal } from '../../src/contract/statuses.ts';
import { createEmulator, type Emulator } from '../../src/emulator/index.ts';
import { call } from '../emulator/server/plane.ts';
import { buildDebianBase } from './support/debian-base.ts';

const run = promisify(execFile);
const NEEDED = 'This suite builds images: install podman, runc and mmdebstrap (.ci/engine does so).';
const DEBIAN = 'localhost/agent-deploy-image-keys-debian:test';
const BASE = 'localhost/agent-deploy-image-keys';
const TAGS = ['3.13', '24'];

let folder = '';
let emulator: Emulator;
const revisions = new Set<string>();
const before = process.env['CONTAINERS_CONF'];

// Runs podman in the test's own environment, because by default a child inherits the environment of the whole run.
const podman = async (...args: string[]): Promise<string> =>
  (await run('podman', args, { env: process.env, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();

beforeAll(async () => {
  for (const program of ['podman', 'mmdebstrap']) {
    if (spawnSync(program, ['--version']).status !== 0) throw new Error(NEEDED);
  }
  folder = await mkdtemp(join(tmpdir(), 'image-keys-'));
  const conf = join(folder, 'containers.conf');
  await writeFile(
    conf,
    '[engine]\nruntime = "runc"\n[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]\n',
  );
  process.env['CONTAINERS_CONF'] = conf;
  await buildDebianBase(podman, { folder: join(folder, 'base'), release: 'trixie', tag: DEBIAN });
  const file = join(folder, 'Dockerfile');
  await writeFile(
    file,
    `FROM ${DEBIAN}\nRUN apt-get update && apt-get install -y --no-install-recommends python3 python3-pip\n`,
  );
  const tags = TAGS.flatMap((tag) => ['--tag', `${BASE}:${tag}`]);
  await podman('build', '--quiet', '--network', 'host', ...tags, '--file', file, folder);
  emulator = await createEmulator();
});
afterAll(async () => {
  await emulator?.close();
  await podman('rmi', '--force', ...TAGS.map((tag) => `${BASE}:${tag}`), DEBIAN).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
  if (before === undefined) delete process.env['CONTAINERS_CONF'];
  else process.env['CONTAINERS_CONF'] = before;
});

const LINES = ['ENV FROM_THE_IMAGE=yes', 'COPY data /opt/data', 'RUN test -f /opt/data/words'];

async function deploy(name: string, files: FileTree, source: Record<string, string> = {}) {
  const repository = await createRepository(files);
  try {
    const { body: made, status } = await call(emulator, 'POST', '/v2/deployments', {
      name,
      source: 'git_host',
      source_config: { repo_url: repository.url, deployment_type: 'dev', ...source },
      source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
      secrets: [{ name: 'GREETING', value: 'a secret greeting' }],
    });
    expect([status, made.detail]).toEqual([201, undefined]);
    revisions.add(String(made.latest_revision_id));
    const path = `/v2/deployments/${made.id}/revisions/${made.latest_revision_id}`;
    const revision = await until(
      async () => {
        const { body } = await call(emulator, 'GET', path);
        return isFinal(body.status) && body;
      },
      'the end of the revision',
      250_000,
    );
    return { id: String(made.id), revision };
  } finally {
    await repository.remove();
  }
}
const ask = async (id: string, content: string): Promise<string> => {
  const input = { messages: [{ role: 'user', content }] };
  const { body } = await call(emulator, 'POST', `/d/${id}/runs/wait`, { assistant_id: 'agent', input });
  return JSON.stringify(body);
};

// docs/emulator.md#image-keys
describe('an agent whose configuration requests a container image', () => {
  test('runs in Python with its packages, Dockerfile lines and secrets', async () => {
    const { id, revision } = await deploy('python-image', {
      'langgraph.json': JSON.stringify({
        dependencies: ['.'],
        graphs: { agent: './agent.py:graph' },
        python_version: '3.13',
        base_image: BASE,
        dockerfile_lines: LINES,
        keep_pkg_tools: ['wheel'],
      }),
      'requirements.txt': 'langgraph>=1,<2\n',
      'data/words': 'words of the image',
      'agent.py': `import importlib.util, os, pathlib
from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph


def answer(state: MessagesState):
    words = pathlib.Path("/opt/data/words").read_text()
    tools = [name for name in ("pip", "setuptools") if importlib.util.find_spec(name)]
    text = f"{state['messages'][-1].text}: {words}, {os.environ['FROM_THE_IMAGE']}, {os.environ['GREETING']}, {tools}"
    return {"messages": [AIMessage(text)]}


graph = StateGraph(MessagesState).add_node("answer", answer).add_edge(START, "answer").add_edge("answer", END).compile()
`,
    });
    expect([revision.status, revision.status_message]).toEqual(['DEPLOYED', null]);
    expect(await ask(id, 'hello')).toContain('hello: words of the image, yes, a secret greeting, []');
    const { stdout } = await run('ps', ['-eo', 'args']);
    expect(stdout).not.toContain('a secret greeting');
  });

  test("runs in TypeScript with the agent's version of the graph library", async () => {
    const { id, revision } = await deploy(
      'typescript-image',
      {
        ...langGraphAgent({ version: 'v1' }),
        'langgraph.json': JSON.stringify({
          graphs: { agent: './src/agent.ts:graph' },
          node_version: '24',
          base_image: BASE,
          dockerfile_lines: LINES,
        }),
        'data/words': 'words of the image',
        // The ignore file must not exclude the bundle from the image.
        '.dockerignore': 'node_modules\n.*\n',
      },
      { install_command: rootModulesInstall() },
    );
    expect([revision.status, revision.status_message]).toEqual(['DEPLOYED', null]);
    expect(await ask(id, 'hello')).toContain('graph v1: hello');
    const running = await podman('ps', '--filter', 'label=dev.agent-deploy.owner', '--format', '{{.Image}}');
    expect(running).toContain(`localhost/agent-deploy:${revision.id}`);
  });

  test('fails with the Dockerfile line that failed', async () => {
    const { revision } = await deploy('broken-image', {
      ...langGraphAgent(),
      'langgraph.json': JSON.stringify({
        graphs: { agent: './src/agent.ts:graph' },
        node_version: '24',
        base_image: BASE,
        dockerfile_lines: ['RUN echo is there an ffmpegg; exit 3'],
      }),
    });
    expect(revision.status).toBe('BUILD_FAILED');
    expect(revision.status_message).toMatch(
      /^podman could not build the image: .*is there an ffmpegg.*exit status 3/,
    );
  });

  test('leaves no containers or images behind', async () => {
    await emulator.close();
    const images = (await podman('images', '--format', '{{.Tag}}')).split('\n');
    expect(images.filter((tag) => revisions.has(tag))).toEqual([]);
    expect(await podman('ps', '--all', '--quiet', '--filter', 'label=dev.agent-deploy.owner')).toBe('');
  });
});
