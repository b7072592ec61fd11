// Tests typical repositories of Python agents, one of each kind, which are built with packages of PyPI and run.
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { pythonRepository, pythonShapes } from '../../harness/agents/python-repositories.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { installPython, run } from './support/installs.ts';

interface Shape {
  shape: string;
  /** Path of the configuration, by default in the root of the repository. */
  configPath?: string;
  /** Input of the graphs, by the graphs' names, by default a greeting. */
  input?: unknown;
  answers: Readonly<Record<string, unknown>>;
}

/** Agent with a model that streams, and with a node that fails. */
const SPEAKER = `
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langgraph.graph import MessagesState, StateGraph


class OutOfStock(Exception):
    pass


async def answer(state: MessagesState):
    if state["messages"][-1].content == "fail":
        raise OutOfStock("no more answers")
    model = GenericFakeChatModel(messages=iter([AIMessage("one two")]))
    return {"messages": [await model.ainvoke(state["messages"])]}


graph = StateGraph(MessagesState).add_node(answer).add_edge("__start__", "answer").compile()
`;

const reported = (content: string) => ({ messages: [{ type: 'human' }, { type: 'ai', content }] });

const SHAPES: readonly Shape[] = [
  { shape: 'src-layout', answers: { agent: reported('src layout: hi') } },
  {
    shape: 'requirements-only',
    input: { question: 'hi' },
    answers: { agent: { question: 'hi', answer: 'requirements only: hi' } },
  },
  { shape: 'flat-package', answers: { agent: reported('flat package: hi') } },
  { shape: 'dotted-path', answers: { agent: reported('dotted path, calm: hi') } },
  { shape: 'setup-py', answers: { agent: reported('setup.py: hi') } },
  { shape: 'locked', answers: { agent: reported('locked: hi') } },
  {
    shape: 'uv-workspace',
    configPath: 'apps/agent/langgraph.json',
    answers: { agent: reported('uv workspace: hi') },
  },
  {
    shape: 'monorepo',
    configPath: 'apps/billing/langgraph.json',
    answers: { agent: reported('monorepo: hi!') },
  },
  { shape: 'context-manager', answers: { agent: reported('context manager: hi') } },
  { shape: 'env-map', answers: { agent: reported('env map, calm: hi') } },
  {
    shape: 'several-graphs',
    answers: {
      'Research Crew': reported('research: hi'),
      editor: reported('editor: hi'),
      writer: reported('writer: hi'),
    },
  },
  { shape: 'functional', input: 'good day', answers: { agent: 'functional: GOOD DAY' } },
  {
    shape: 'tool-agent',
    answers: {
      agent: {
        messages: [
          { type: 'human', content: 'hi' },
          { type: 'ai', tool_calls: [{ name: 'weather', args: { city: 'hi' } }] },
          { type: 'tool', content: 'sunny in hi' },
          { type: 'ai', content: 'tool agent: sunny in hi' },
        ],
      },
    },
  },
];
/** Repositories that have separate tests. */
const APART = ['model-key'];

let scratch: string;
let emulator: EmulatorHandle;
let uv: string;
let officialCli: string;
const repositories: FixtureRepository[] = [];

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'python-repositories-'));
  // The official command line decides whether the hosted service would build a repository.
  const bin = await installPython(path.join(scratch, 'tools'), ['uv', 'langgraph-cli']);
  [uv, officialCli] = [path.join(bin, 'uv'), path.join(bin, 'langgraph')];
  const programs = path.join(scratch, 'programs');
  await mkdir(programs);
  await symlink(uv, path.join(programs, 'uv'));
  const env = { PATH: `${programs}${path.delimiter}${process.env['PATH'] ?? ''}` };
  emulator = await startEmulator({ dataDir: path.join(scratch, 'data'), env });
});
afterEach(() => Promise.all(repositories.splice(0).map((repository) => repository.remove())));
afterAll(async () => {
  await emulator?.stop();
  await rm(scratch, { recursive: true, force: true });
});

async function repositoryOf(files: Record<string, string>): Promise<FixtureRepository> {
  const repository = await createRepository(files);
  repositories.push(repository);
  return repository;
}

/** Makes the official command line write the hosted service's build plan, and throws with its reason if it fails. */
const planOfficially = ({ dir }: FixtureRepository, config = 'langgraph.json') =>
  run(officialCli, ['dockerfile', '--config', config, path.join(scratch, 'Dockerfile')], { cwd: dir });

const ask = async (url: string, graph: string, input: unknown) =>
  (await emulator.api('POST', `${url}/runs/wait`, { assistant_id: graph, input })).body;

describe('a repository of a Python agent', () => {
  test('is tested in this suite for each known layout', async () => {
    expect([...SHAPES.map(({ shape }) => shape), ...APART].toSorted()).toEqual(await pythonShapes());
  });

  // docs/emulator.md#python-repositories
  test.each(SHAPES)(
    'is built as written, and its graphs respond: $shape',
    async ({ shape, configPath, input, answers }) => {
      const repository = await repositoryOf(await pythonRepository(shape));
      if (shape === 'uv-workspace') {
        await run(uv, ['lock', '--quiet'], { cwd: repository.dir });
        await repository.commit({}, 'Lock');
      }
      await planOfficially(repository, configPath);
      const { url } = await deployAgent(emulator, repository, configPath === undefined ? {} : { configPath });
      const { body } = await emulator.api('POST', `${url}/assistants/search`, {});
      const graphs = (body as { graph_id: string }[]).map(({ graph_id }) => graph_id);
      expect(graphs.toSorted()).toEqual(Object.keys(answers));
      const given = input ?? { messages: [{ role: 'user', content: 'hi' }] };
      for (const [graph, answer] of Object.entries(answers)) {
        const got = await ask(url, graph, given);
        if (typeof answer === 'string') expect(got).toBe(answer);
        else expect(got).toMatchObject(answer as object);
      }
    },
  );

  // docs/emulator.md#python-mistakes
  test("without its model's key fails to deploy with the library’s message, and deploys with the key", async () => {
    const repository = await repositoryOf(await pythonRepository('model-key'));
    await expect(deployAgent(emulator, repository)).rejects.toThrow(
      /DEPLOY_FAILED: .*OpenAIError: .*OPENAI_API_KEY/s,
    );
    const secrets = [{ name: 'OPENAI_API_KEY', value: 'sk-of-no-account' }];
    const { url } = await deployAgent(emulator, repository, { secrets });
    expect(await ask(url, 'agent', { messages: [{ role: 'user', content: 'hi' }] })).toMatchObject(
      reported('model key: gpt-4o-mini'),
    );
  });

  // docs/departures/graphs.md#python-packages
  test('with contradictory requirements is rejected with the installer’s reason', async () => {
    const files = await pythonRepository('requirements-only');
    const repository = await repositoryOf({ ...files, 'requirements.txt': 'langgraph>=1\nlanggraph<1\n' });
    await expect(deployAgent(emulator, repository)).rejects.toThrow(
      /BUILD_FAILED: .*langgraph<1.*langgraph>=1|BUILD_FAILED: .*langgraph>=1.*langgraph<1/s,
    );
  });

  test("with a package that requires an old graph library is rejected with the package's name", async () => {
    const files = await pythonRepository('requirements-only');
    const repository = await repositoryOf({ ...files, 'requirements.txt': 'langgraph-supervisor==0.0.20\n' });
    await expect(deployAgent(emulator, repository)).rejects.toThrow(
      /BUILD_FAILED: .*resolve to langgraph 0\.4\.5.* langgraph-supervisor==0\.0\.20 cannot be installed with a newer langgraph/s,
    );
  });

  test("with a file as a dependency is rejected with the file's name, as by the official command line", async () => {
    const files = await pythonRepository('src-layout');
    const config = { dependencies: ['./pyproject.toml'], graphs: { agent: './src/agent/graph.py:graph' } };
    const repository = await repositoryOf({ ...files, 'langgraph.json': JSON.stringify(config) });
    await expect(deployAgent(emulator, repository)).rejects.toThrow(/BUILD_FAILED: .*pyproject\.toml/s);
    await expect(planOfficially(repository)).rejects.toThrow('pyproject.toml');
  });
});

describe('a deployed Python graph', () => {
  let url: string;
  beforeAll(async () => {
    const files = await pythonRepository('src-layout');
    const repository = await createRepository({ ...files, 'src/agent/graph.py': SPEAKER });
    try {
      ({ url } = await deployAgent(emulator, repository));
    } finally {
      await repository.remove();
    }
  });

  /** Returns the data of all events of one kind in a stream. */
  async function stream(mode: string, kind: RegExp): Promise<unknown[]> {
    const input = { messages: [{ role: 'user', content: 'hi' }] };
    const body = { assistant_id: 'agent', input, stream_mode: mode };
    const answer = await emulator.api('POST', `${url}/runs/stream`, body);
    const events = String(answer.body).split(/\r?\n\r?\n/);
    return events
      .filter((event) => kind.test(/^event: (.*)$/m.exec(event)?.[1] ?? ''))
      .map((event): unknown => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? 'null'));
  }

  // docs/departures/graphs.md#python-streams
  test('streams messages in the same way as the library', async () => {
    const pieces = (await stream('messages-tuple', /^messages$/)) as [{ type: string; content: string }][];
    expect(pieces.map(([{ content }]) => content).join('')).toBe('one two');
    expect(new Set(pieces.map(([{ type }]) => type))).toEqual(new Set(['AIMessageChunk']));
    const messages = (await stream('messages', /^messages\/(partial|complete)$/)) as { type: string }[][];
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.flat().filter(({ type }) => type === 'human')).toEqual([]);
  });

  // docs/departures/graphs.md#python-errors
  test('is reported with the type and message of its exception if it fails', async () => {
    const input = { messages: [{ role: 'user', content: 'fail' }] };
    expect(await ask(url, 'agent', input)).toMatchObject({
      __error__: { error: 'OutOfStock', message: 'no more answers' },
    });
  });
});
