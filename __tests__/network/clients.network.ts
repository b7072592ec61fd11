import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';

// The service's own clients, as their registries have them, and a client generated from our description: none of them is
// changed, each runs as a process of its own. The versions are the ones docs/clients.md names.
const JS_CLI = '1.5.1';
const PYTHON_CLI = '0.4.31';
const GENERATOR = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'];

const run = promisify(execFile);
interface Ended {
  code: number;
  output: string;
}

let scratch: string;
let agent: string;
let emulator: EmulatorHandle;
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'official-clients-'));
  agent = path.join(scratch, 'agent');
  await mkdir(agent);
  await writeFile(path.join(agent, 'package.json'), '{"type":"module","private":true}');
  await writeFile(
    path.join(agent, 'langgraph.json'),
    '{"node_version":"22","graphs":{"agent":"./agent.mjs:graph"}}',
  );
  await writeFile(path.join(agent, 'agent.mjs'), 'export const graph = { invoke: async (input) => input };');
});
afterAll(() => rm(scratch, { recursive: true, force: true }));
beforeEach(async () => {
  emulator = await startEmulator({ runtime: 'stub', compat: 'hosted' });
});
afterEach(() => emulator.stop());

/** Installs packages of the npm registry into a folder of their own. */
async function installed(name: string, packages: string[], ...flags: string[]): Promise<string> {
  const folder = path.join(scratch, name);
  await mkdir(folder);
  await writeFile(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', ...flags, ...packages];
  await run('npm', args, { cwd: folder });
  return folder;
}

/** Runs a client in the agent's folder; its exit code and all it printed. */
async function client(file: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const given = { ...process.env, LANGGRAPH_CLI_NO_ANALYTICS: '1', ...env };
  try {
    const { stdout, stderr } = await run(file, args, { cwd: agent, env: given });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

/** The last event of a client's JSON lines. */
function resultOf({ output }: Ended): Record<string, string> {
  const line = output
    .split('\n')
    .findLast((one) => one.includes('"event":"result"') || one.includes('"event": "result"'));
  return JSON.parse(line ?? '{}') as Record<string, string>;
}

/** What was asked, without IDs, each run of equal requests once. */
async function asked(): Promise<string[]> {
  const entries = await emulator.journal();
  return entries
    .map(
      ({ method, path: target, status }) => `${method} ${target.replaceAll(/[0-9a-f-]{36}/g, '…')} ${status}`,
    )
    .filter((line, index, all) => line !== all[index - 1]);
}

const DEPLOYS = [
  'POST /v2/deployments/…/upload-url 200',
  'PUT /v2/deployments/…/uploads/… 200',
  'PATCH /v2/deployments/… 200',
  'GET /v2/deployments/…/revisions 200',
  'GET /v2/deployments/…/revisions/… 200',
  'GET /v2/deployments/… 200',
];

/** What both do alike: a first deploy, one that updates, and what can be asked afterwards. */
async function flow(file: string, at: string[], env: Record<string, string> = {}): Promise<void> {
  const deploy = ['deploy', ...at, '--remote', '--no-input', '--json', '--name', 'client-agent'];
  const first = await client(file, deploy, env);
  expect(first).toEqual({ code: 0, output: expect.stringContaining('succeeded') });
  expect(resultOf(first)).toMatchObject({ status: 'succeeded', url: expect.stringMatching(/^http:\/\/127/) });
  expect(await asked()).toEqual(['GET /v2/deployments 200', 'POST /v2/deployments 201', ...DEPLOYS]);

  const second = await client(file, deploy, env);
  const id = resultOf(first)['deployment_id'] ?? '';
  expect(resultOf(second)).toMatchObject({ status: 'succeeded', deployment_id: id });
  const { body } = await emulator.api('GET', `/v2/deployments/${id}/revisions`);
  const { resources } = body as { resources: { status: string }[] };
  expect(resources.map(({ status }) => status)).toEqual(['DEPLOYED', 'DEPLOYED', 'SKIPPED']);

  const list = await client(file, ['deploy', 'list', ...at], env);
  expect(list).toEqual({ code: 0, output: expect.stringContaining('client-agent') });
  const revisions = await client(file, ['deploy', 'revisions', 'list', id, ...at], env);
  expect(revisions).toEqual({ code: 0, output: expect.stringContaining('DEPLOYED') });
  const logs = await client(file, ['deploy', 'logs', ...at, '--deployment-id', id, '--type', 'build'], env);
  expect(logs.code).toBe(0);
  const gone = await client(file, ['deploy', 'delete', id, '--force', ...at], env);
  expect(gone.code).toBe(0);
  expect((await asked()).at(-1)).toBe('DELETE /v2/deployments/… 204');
}

describe('the official clients, unmodified', () => {
  test(`the JavaScript CLI ${JS_CLI} deploys, updates, lists, shows logs and deletes`, async () => {
    const flags = ['--omit=dev', '--omit=peer', '--omit=optional', '--legacy-peer-deps'];
    const folder = await installed('js', [`@langchain/langgraph-cli@${JS_CLI}`], ...flags);
    const at = ['--host-url', emulator.urls.controlPlane, '--api-key', emulator.apiKey];
    await flow(path.join(folder, 'node_modules/.bin/langgraphjs'), at);
  });

  test(`the Python CLI ${PYTHON_CLI} deploys, updates, lists, shows logs and deletes`, async () => {
    const folder = path.join(scratch, 'python');
    await run('python3', ['-m', 'venv', folder]);
    const pip = ['install', '--quiet', '--disable-pip-version-check', `langgraph-cli==${PYTHON_CLI}`];
    await run(path.join(folder, 'bin/pip'), pip);
    await flow(path.join(folder, 'bin/langgraph'), [], {
      LANGGRAPH_HOST_URL: emulator.urls.controlPlane,
      LANGGRAPH_HOST_API_KEY: emulator.apiKey,
    });
  });
});

/** What a reader would write over the generated types; the compiler judges it before it runs. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './api';
const [baseUrl = '', key = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { 'X-Api-Key': key } });
const made = await api.POST('/v2/deployments', { body: {
  name: 'generated', source: 'external_docker', source_config: {},
  source_revision_config: { image_uri: 'registry.example/agent:1' }, secrets: [],
} });
if (made.data === undefined) throw new Error(JSON.stringify(made.error));
const { id, latest_revision_id: first } = made.data;
if (first === null) throw new Error('no revision');
const path = { deployment_id: id };
for (;;) {
  const { data } = await api.GET('/v2/deployments/{deployment_id}/revisions/{revision_id}', { params: { path: { ...path, revision_id: first } } });
  if (data?.status === 'DEPLOYED') break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
const patched = await api.PATCH('/v2/deployments/{deployment_id}', { params: { path }, body: { secrets: [{ name: 'A', value: 'b' }] } });
if (patched.data?.latest_revision_id === first) throw new Error('no new revision');
const deleted = await api.DELETE('/v2/deployments/{deployment_id}', { params: { path } });
console.log(deleted.response.status, patched.data?.secrets[0]?.name);
`;

test('a client generated from /openapi.json compiles, and creates, polls, patches and deletes', async () => {
  const folder = await installed('generated', GENERATOR);
  const { body } = await emulator.api('GET', '/openapi.json');
  await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(body));
  const bin = path.join(folder, 'node_modules/.bin');
  await run(path.join(bin, 'openapi-typescript'), ['openapi.json', '-o', 'api.d.ts'], { cwd: folder });
  const strict = ['--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const globals = `declare const process: { argv: string[] };\n`;
  await writeFile(path.join(folder, 'program.ts'), globals + PROGRAM);
  await run(path.join(bin, 'tsc'), [...strict, '--skipLibCheck', 'program.ts'], { cwd: folder });
  const { stdout } = await run(
    process.execPath,
    ['program.js', emulator.urls.controlPlane, emulator.apiKey],
    {
      cwd: folder,
    },
  );
  expect(stdout.trim()).toBe('204 A');

  // The types tell wrong from right.
  await writeFile(path.join(folder, 'wrong.ts'), globals + PROGRAM.replace("name: 'generated'", 'name: 5'));
  await expect(
    run(path.join(bin, 'tsc'), [...strict, '--noEmit', 'wrong.ts'], { cwd: folder }),
  ).rejects.toThrow();
});
