import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { conformanceAgent, rootModulesInstall } from '../../harness/agents/index.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git/index.ts';

/** The version that docs/clients.md names. */
const VERSION = '0.4.14';
const run = promisify(execFile);
const undo: (() => Promise<unknown>)[] = [];
let seen: Record<string, unknown> = {};

beforeAll(async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'python-client-'));
  undo.push(() => rm(scratch, { recursive: true, force: true }));
  const python = path.join(scratch, 'venv', 'bin', 'python');
  await run('python3', ['-m', 'venv', path.join(scratch, 'venv')]);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  await run(python, [...install, `langgraph-sdk==${VERSION}`]);
  const repository = await createRepository(conformanceAgent());
  undo.push(() => repository.remove());
  const emulator = await startEmulator();
  undo.push(() => emulator.stop());
  const { url } = await deployAgent(emulator, repository, { installCommand: rootModulesInstall() });
  const program = path.join(import.meta.dirname, 'support', 'python_client.py');
  const { stdout } = await run(python, [program, url, scratch], {
    env: { PATH: process.env['PATH'], AGENT_API_KEY: emulator.apiKey },
    timeout: 60_000,
  });
  seen = JSON.parse(stdout) as Record<string, unknown>;
});
afterAll(async () => {
  for (const work of undo.toReversed()) await work();
});

test(`the Python client ${VERSION} of agents does with a deployed agent what it is documented to`, () => {
  expect(seen).toEqual({
    metadata: { team: 'a', more: 1 },
    'unknown thread': 'NotFoundError 404',
    'no uuid': 'UnprocessableEntityError 422',
    wait: { steps: ['one', 'two'] },
    state: { steps: ['one', 'two'] },
    history: 4,
    copy: [{ steps: ['one', 'two', 'mine'] }, { steps: ['one', 'two'] }],
    // The copy has what is asked for, too.
    search: 2,
    deleted: 'NotFoundError 404',
    events: [
      'checkpoints',
      'custom',
      'debug',
      'events',
      'feedback',
      'metadata',
      'tasks',
      'updates',
      'values',
    ],
    feedback: ['liked'],
    words: 'one two',
    'read again': [{ one: { steps: ['one'] } }, { two: { steps: ['two'] } }],
    failed: [{ error: 'RangeError', message: 'out of range' }],
    asked: 'sure?',
    status: 'interrupted',
    answered: ['answer yes', 'after'],
    reject: 'ConflictError 409',
    rollback: { steps: ['one', 'two'] },
    'rolled back': 'NotFoundError 404',
    cancelled: 'interrupted',
    runs: ['interrupted', 'success'],
    assistant: 'user grace',
    versions: [2, 1],
    nodes: ['__start__', 'one', 'two', '__end__'],
    item: { a: 1 },
    items: ['k'],
  });
});
