import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { conformanceAgent, rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { type EmulatorOptions, type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git.ts';
import { CASES } from '../emulator/clients/sdk/cases.ts';
import { methodsOf } from '../emulator/clients/sdk/methods.ts';
import { runCases } from '../emulator/clients/sdk/run-cases.ts';
import {
  importInstalled,
  installNpm,
  installPython,
  newestNpm,
  pythonVersion,
  run,
} from './support/installs.ts';
import {
  checkDeployFlow,
  EXAMPLES,
  JS_CLI_FLAGS,
  runCli,
  validateExamples,
  writeAgent,
  writeDockerfiles,
} from './support/official-cli.ts';

// Tests the newest clients, in addition to the pinned clients of clients.network.ts, so that a new kind of request is
// detected on the day after its release.

/** Cases that a version does not support on any server, because it lacks a call or does not send a field. */
const SDK_LACKS: Readonly<Record<string, readonly string[]>> = {
  // This version has a high number, but older code.
  '2.0.0': [
    'threads.get returns the time to live that threads.create set',
    'threads.update returns no body with returnMinimal',
    'threads.prune deletes threads, or all checkpoints except the newest of each thread',
    'threads.search extracts the values at the given paths',
    'runs.create without a thread keeps the temporary thread with onCompletion keep',
    'runs.cancelMany cancels the given runs',
    'crons.create accepts a time zone and an end time',
    'crons.search and crons.count find crons by metadata',
  ],
};
/** Calls of newer versions that no case makes, each with the reason. */
const SDK_ADDS: Readonly<Record<string, string>> = {};
/** Versions of the JavaScript command line without `deploy`, which are older code with a high number. */
const CLI_WITHOUT_DEPLOY = ['2.0.0'];

const PINNED_SDK = '1.9.31';
const PINNED_CLI = '1.5.1';
const LISTENER = '0f9e2d4c-1b3a-4c5d-8e7f-001122334455';

let scratch: string;
let agent: string;
let python: string;
/** Paths of the JavaScript command lines, by version. */
const clis = new Map<string, string>();
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'newest-clients-'));
  agent = await writeAgent(path.join(scratch, 'agent'));
  const installCli = async (version: string) => {
    const name = `@langchain/langgraph-cli@${version}`;
    const modules = await installNpm(path.join(scratch, `cli-${version}`), [name], ...JS_CLI_FLAGS);
    clis.set(version, path.join(modules, '.bin/langgraphjs'));
  };
  const names = await newestNpm('@langchain/langgraph-cli', PINNED_CLI);
  [python] = await Promise.all([
    installPython(path.join(scratch, 'python'), ['langgraph-cli', 'langgraph>=1,<2', 'langsmith[sandbox]']),
    Promise.all(names.map(installCli)),
  ]);
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function withEmulator(
  options: EmulatorOptions,
  use: (emulator: EmulatorHandle) => Promise<void>,
): Promise<void> {
  const emulator = await startEmulator({ runtime: 'stub', compat: 'hosted', ...options });
  try {
    await use(emulator);
  } finally {
    await emulator.stop();
  }
}

const reachedBy = ({ urls, apiKey }: EmulatorHandle) => ({
  LANGGRAPH_HOST_URL: urls.controlPlane,
  LANGGRAPH_HOST_API_KEY: apiKey,
});

const PROJECTS = `
import json, os, sys
from langsmith import Client

client = Client(api_url=sys.argv[1], api_key=os.environ["TRACING_KEY"])
listed = list(client.list_projects())
by_id = client.read_project(project_id=listed[0].id)
by_name = client.read_project(project_name="two")
print(json.dumps([sorted(one.name for one in listed), by_id.name == listed[0].name, by_name.name]))
`;

test('the newest tracing client lists and reads the projects of deployments', async () => {
  await withEmulator({}, async (emulator) => {
    for (const name of ['one', 'two']) {
      const source = { source: 'external_docker', source_config: {}, secrets: [] };
      const image = { source_revision_config: { image_uri: 'registry.example.org/agent:1' } };
      expect((await emulator.api('POST', '/v2/deployments', { name, ...source, ...image })).status).toBe(201);
    }
    const env = { ...process.env, TRACING_KEY: emulator.apiKey };
    const args = ['-c', PROJECTS, `${emulator.urls.tracing}/api/v1`];
    const reported = await run(path.join(python, 'python'), args, { env });
    // The log follows the output of the program.
    expect(JSON.parse(reported.split('\n')[0] ?? '')).toEqual([['one', 'two'], true, 'two']);
  });
});

describe('the newest official command line', () => {
  test('(Python) deploys, updates, lists, shows logs and deletes, with its default deployment type', async () => {
    expect(await pythonVersion(python, 'langgraph-cli')).toMatch(/^\d+\.\d+\.\d+/);
    await withEmulator({}, async (emulator) => {
      const file = path.join(python, 'langgraph');
      await checkDeployFlow(file, { emulator, folder: agent, env: reachedBy(emulator) });
      const created = (await emulator.journal()).find(({ method }) => method === 'POST');
      expect(created?.request).toMatchObject({ source_config: { deployment_type: 'dev_zero' } });
    });
  });

  test('(Python) does not change other deployments when it deploys an agent', async () => {
    await withEmulator({}, async (emulator) => {
      const cli = (...args: string[]) => {
        const deploy = ['deploy', '--remote', '--no-input', ...args];
        return runCli(path.join(python, 'langgraph'), deploy, agent, reachedBy(emulator));
      };
      expect(await cli('--name', 'other')).toMatchObject({ code: 0 });
      const { code, output } = await cli('--agent-id', 'an-agent', '--agent-environment', 'production');
      expect([code, output]).toEqual([1, expect.stringContaining('failed with status 422')]);
      const { body } = await emulator.api('GET', '/v2/deployments');
      expect(body).toMatchObject({ resources: [{ name: 'other' }] });
    });
  });

  test('(Python) reports a hint in a workspace that deploys through a listener', async () => {
    const seed = path.join(scratch, 'seed.yaml');
    const workspaces = [
      { id: LISTENER, listeners: [{ compute_id: 'c', compute_config: { k8s_namespaces: ['n'] } }] },
    ];
    await writeFile(seed, JSON.stringify({ workspaces }));
    await withEmulator({ edition: 'self-hosted', seed }, async (emulator) => {
      const args = ['deploy', '--remote', '--no-input', '--name', 'client-agent'];
      const { code, output } = await runCli(path.join(python, 'langgraph'), args, agent, reachedBy(emulator));
      expect(code).not.toBe(0);
      expect(output).toContain('This workspace deploys through a listener in your own cluster');
    });
  });

  test('(JavaScript) deploys, updates, lists, shows logs and deletes if its version supports deploy', async () => {
    expect(clis.size).toBeGreaterThan(0);
    for (const [version, file] of clis) {
      const help = await runCli(file, ['--help'], agent);
      expect([version, /^ {2}deploy\b/m.test(help.output)]).toEqual([
        version,
        !CLI_WITHOUT_DEPLOY.includes(version),
      ]);
      if (CLI_WITHOUT_DEPLOY.includes(version)) continue;
      await withEmulator({}, async (emulator) => {
        const flags = ['--host-url', emulator.urls.controlPlane, '--api-key', emulator.apiKey];
        await checkDeployFlow(file, { emulator, folder: agent, flags });
      });
    }
  });
});

describe('each example agent in the repository', () => {
  test('passes the validation of the official command lines', async () => {
    await validateExamples(path.join(python, 'langgraph'));
    for (const [version, file] of clis) {
      await writeDockerfiles(file, path.join(scratch, `dockerfiles-${version}`));
    }
  });

  test('passes its own tests with the newest library (Python agents only)', async () => {
    const cwd = path.join(EXAMPLES, 'python-agent');
    const env = { ...process.env, PYTHONPATH: path.join(cwd, 'src') };
    await run(path.join(python, 'python'), ['-B', '-m', 'unittest', 'discover', 'tests'], { cwd, env });
  });

  test('responds like a graph of the library even if it is a separate program', async () => {
    const program = `from graph import graph
print(graph.invoke({"messages": [("human", "hi")]})["messages"][-1].content)`;
    const cwd = path.join(EXAMPLES, 'command-agent');
    const output = await run(path.join(python, 'python'), ['-B', '-c', program], { cwd });
    expect(output.trim()).toBe('echo v1: hi (GREETING: no)');
  });
});

test('the newest JavaScript clients pass all cases of the pinned client, except for removed functions', async () => {
  const repository = await createRepository(conformanceAgent());
  const emulator = await startEmulator();
  try {
    const { url } = await deployAgent(emulator, repository, { installCommand: rootModulesInstall() });
    const pinned = methodsOf(new Client({ apiUrl: 'http://localhost:1' }));
    for (const version of await newestNpm('@langchain/langgraph-sdk', PINNED_SDK)) {
      const name = `@langchain/langgraph-sdk@${version}`;
      const modules = await installNpm(path.join(scratch, `sdk-${version}`), [name]);
      const sdk = await importInstalled(modules, '@langchain/langgraph-sdk');
      const { Client: ClientClass } = sdk as { Client: typeof Client };
      const lacks = SDK_LACKS[version] ?? [];
      const cases = CASES.filter(({ name: one }) => !lacks.includes(one));
      expect(cases).toHaveLength(CASES.length - lacks.length);
      const { seen } = await runCases(cases, { url, apiKey: emulator.apiKey, ClientClass });
      const differing = cases.filter(
        ({ name: one, expected }) => !isDeepStrictEqual(seen.get(one), expected),
      );
      const added = methodsOf(new ClientClass({ apiUrl: 'http://localhost:1' })).filter(
        (method) => !pinned.includes(method) && !(method in SDK_ADDS),
      );
      expect({ version, added, differing: differing.map(({ name: one }) => [one, seen.get(one)]) }).toEqual({
        version,
        added: [],
        differing: [],
      });
    }
  } finally {
    await emulator.stop();
    await repository.remove();
  }
});

test('the newest Python client of sandboxes passes for supported functions, and fails only as docs/clients.md lists', async () => {
  const program = path.join(import.meta.dirname, 'support/python_sandboxes.py');
  await withEmulator(
    { runtime: 'process', compat: 'spec', sandboxIsolation: 'process' },
    async (emulator) => {
      const env = { ...process.env, SANDBOX_API_KEY: emulator.apiKey };
      const args = ['-B', program, `${emulator.urls.sandboxes}/v2/sandboxes`];
      const output = await run(path.join(python, 'python'), args, { env });
      const served = {
        status: 'ready',
        run: ['hi\n', 3],
        'run, streamed': '1\n2\n',
        'write, read': [null, 'hello'],
        stat: 5,
        capture_snapshot: 'ready',
        list_snapshots: ['base'],
        list_sandboxes: ['python'],
        ls: [['/found/below', true]],
        glob: [['/found/below/a.py', 9]],
        grep: [['/found/below/a.py', 1, 'a needle']],
        'grep in other files': 0,
        'ls of no folder': 'ResourceNotFoundError',
        tunnel: ['from the box', 'from the box', 'from the box'],
        service: [200, 'from the box'],
        'capture_snapshot with a tag': ['v1'],
        list_snapshot_tags: ['v1', 'latest'],
        'get_snapshot by its tag': 'base',
        update_sandbox: 'renamed',
        delete_sandbox: null,
        get_sandbox: 'ResourceNotFoundError',
      };
      const refused = {
        generate_download_url: 'ResourceNotFoundError',
      };
      expect(JSON.parse(output)).toEqual({ ...served, ...refused });
    },
  );
});
