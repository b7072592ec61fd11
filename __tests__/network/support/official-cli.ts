import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import type { EmulatorHandle } from '../../../harness/emulator.ts';

const execute = promisify(execFile);

/** Flags for installing the command lines without their development and build tools. */
export const JS_CLI_FLAGS = ['--omit=dev', '--omit=peer', '--omit=optional', '--legacy-peer-deps'];

export const EXAMPLES = path.resolve(import.meta.dirname, '../../../examples');

export interface CliResult {
  code: number;
  output: string;
}

/** Writes an agent that a command line can upload, and returns the agent's folder. */
export async function writeAgent(folder: string): Promise<string> {
  await mkdir(folder);
  await writeFile(path.join(folder, 'package.json'), '{"type":"module","private":true}');
  await writeFile(
    path.join(folder, 'langgraph.json'),
    '{"node_version":"22","graphs":{"agent":"./agent.mjs:graph"}}',
  );
  await writeFile(path.join(folder, 'agent.mjs'), 'export const graph = { invoke: async (input) => input };');
  return folder;
}

/** Runs a command line in a folder, and returns its exit code and its output. */
export async function runCli(
  file: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<CliResult> {
  const given = { ...process.env, LANGGRAPH_CLI_NO_ANALYTICS: '1', ...env };
  try {
    const { stdout, stderr } = await execute(file, args, { cwd, env: given });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

/** Returns the last event in a client's JSON lines. */
function resultOf({ output }: CliResult): Record<string, string> {
  const line = output
    .split('\n')
    .findLast((one) => one.includes('"event":"result"') || one.includes('"event": "result"'));
  return JSON.parse(line ?? '{}') as Record<string, string>;
}

/** Returns the requests without IDs, where a series of equal requests counts as one. */
async function requests(emulator: EmulatorHandle): Promise<string[]> {
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

/** Parameters that a command line needs to find the emulator. */
export interface CliTarget {
  emulator: EmulatorHandle;
  /** Folder of the agent. */
  folder: string;
  flags?: string[];
  env?: Record<string, string>;
}

/** Checks the behavior of a command line: a first deploy, an update, and later requests. */
export async function checkDeployFlow(file: string, target: CliTarget): Promise<void> {
  const { emulator, folder, flags = [], env = {} } = target;
  const cli = (...args: string[]) => runCli(file, ['deploy', ...args, ...flags], folder, env);
  const deploy = ['--remote', '--no-input', '--json', '--name', 'client-agent'];
  const first = await cli(...deploy);
  expect(first).toEqual({ code: 0, output: expect.stringContaining('succeeded') });
  expect(resultOf(first)).toMatchObject({ status: 'succeeded', url: expect.stringMatching(/^http:\/\/127/) });
  expect(await requests(emulator)).toEqual([
    'GET /v2/deployments 200',
    'POST /v2/deployments 201',
    ...DEPLOYS,
  ]);

  const second = await cli(...deploy);
  const id = resultOf(first)['deployment_id'] ?? '';
  expect(resultOf(second)).toMatchObject({ status: 'succeeded', deployment_id: id });
  const { body } = await emulator.api('GET', `/v2/deployments/${id}/revisions`);
  const { resources } = body as { resources: { status: string }[] };
  expect(resources.map(({ status }) => status)).toEqual(['DEPLOYED', 'DEPLOYED', 'SKIPPED']);

  expect(await cli('list')).toEqual({ code: 0, output: expect.stringContaining('client-agent') });
  const revisions = await cli('revisions', 'list', id);
  expect(revisions).toEqual({ code: 0, output: expect.stringContaining('DEPLOYED') });
  expect(await cli('logs', '--deployment-id', id, '--type', 'build')).toMatchObject({ code: 0 });
  expect(await cli('delete', id, '--force')).toMatchObject({ code: 0 });
  expect((await requests(emulator)).at(-1)).toBe('DELETE /v2/deployments/… 204');
}

/** Returns the folders of the example agents in this repository, as paths relative to {@link EXAMPLES}. */
async function exampleFolders(): Promise<string[]> {
  const entries = await readdir(EXAMPLES, { recursive: true });
  const folders = entries
    .filter((name) => path.basename(name) === 'langgraph.json' && !name.includes('node_modules'))
    .map((name) => path.dirname(name));
  expect(folders.length).toBeGreaterThan(1);
  return folders;
}

/** Checks that the Python command line accepts the configuration of each example agent. */
export async function validateExamples(file: string): Promise<void> {
  for (const folder of await exampleFolders()) {
    const args = ['validate', '--config', 'langgraph.json'];
    const judged = await runCli(file, args, path.join(EXAMPLES, folder));
    expect({ folder, ...judged }).toEqual({ folder, code: 0, output: expect.stringContaining('is valid') });
  }
}

/** Checks that the JavaScript command line writes a Dockerfile for each example agent, and creates `target` for it. */
export async function writeDockerfiles(file: string, target: string): Promise<void> {
  await mkdir(target);
  for (const folder of await exampleFolders()) {
    const dockerfile = path.join(target, folder.replaceAll(path.sep, '-'));
    const args = ['dockerfile', '--config', 'langgraph.json', dockerfile];
    const { code } = await runCli(file, args, path.join(EXAMPLES, folder));
    expect([folder, code]).toEqual([folder, 0]);
    expect(await readFile(dockerfile, 'utf8')).toContain('FROM langchain/langgraph');
  }
}
