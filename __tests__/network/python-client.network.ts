import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { deployAgent } from '../../harness/agents/deploy.ts';
import {
  conformanceAgent,
  pythonConformanceAgent,
  rootModulesInstall,
} from '../../harness/agents/fixtures.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git.ts';
import { installPython, pythonVersion } from './support/installs.ts';

/** The version in docs/clients.md, and the newest version. */
const CLIENTS = { '0.4.14': 'langgraph-sdk==0.4.14', newest: 'langgraph-sdk' };
const execute = promisify(execFile);
const undo: (() => Promise<unknown>)[] = [];
const seen = new Map<string, { version: string; saw: unknown }>();
/** The same agent in both languages, as it is deployed. */
const AGENTS = {
  JavaScript: { files: conformanceAgent(), options: { installCommand: rootModulesInstall() } },
  Python: { files: pythonConformanceAgent(), options: {} },
};
const PAIRS = Object.keys(CLIENTS).flatMap((client) =>
  Object.keys(AGENTS).map((language) => [client, language] as const),
);

beforeAll(async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'python-client-'));
  undo.push(() => rm(scratch, { recursive: true, force: true }));
  const program = path.join(import.meta.dirname, 'support', 'python_client.py');
  const clients = new Map<string, string>();
  for (const [name, requirement] of Object.entries(CLIENTS)) {
    clients.set(name, await installPython(path.join(scratch, name), [requirement]));
  }
  const observe = async (language: string, { files, options }: (typeof AGENTS)['JavaScript' | 'Python']) => {
    const repository = await createRepository(files);
    undo.push(() => repository.remove());
    const observeWith = async ([name, bin]: [string, string]) => {
      // Each client searches for its own objects, so each client has a separate emulator.
      const emulator = await startEmulator();
      undo.push(() => emulator.stop());
      const { url } = await deployAgent(emulator, repository, options);
      const gates = path.join(scratch, name);
      const { stdout } = await execute(path.join(bin, 'python'), [program, url, gates], {
        env: { PATH: process.env['PATH'], AGENT_API_KEY: emulator.apiKey },
        timeout: WAIT_LIMIT_MS,
      });
      const version = await pythonVersion(bin, 'langgraph-sdk');
      seen.set(`${name} ${language}`, { version, saw: JSON.parse(stdout) });
    };
    // A scheduled run starts in the next minute, so all clients wait for it at the same time.
    await Promise.all([...clients].map(observeWith));
  };
  await Promise.all(Object.entries(AGENTS).map(([language, agent]) => observe(language, agent)));
});
afterAll(async () => {
  for (const work of undo.toReversed()) await work();
});

test.each(PAIRS)(
  'the Python client of agents (%s) works as documented with an agent in %s',
  (name, language) => {
    const { version, saw } = seen.get(`${name} ${language}`) ?? {};
    expect(version).toMatch(name === 'newest' ? /^\d+\.\d+\.\d+/ : name);
    expect(saw).toEqual({
      cron: ['* * * * *', 'America/New_York', '2099-01-01T00:00:00.000Z', { team: 'a' }, 'keep', true],
      crons: [[false, true], [true], [{ schedule: '0 0 1 1 *' }], 2, 1],
      'changed cron': [true, { n: 1 }, null],
      'no schedule': 'UnprocessableEntityError 422',
      'deleted cron': 'NotFoundError 404',
      scheduled: [{ steps: ['one', 'two'] }, { team: 'a', assistant_id: expect.any(String) }, true],
      metadata: { team: 'a', more: 1 },
      'unknown thread': 'NotFoundError 404',
      'no uuid': 'UnprocessableEntityError 422',
      wait: { steps: ['one', 'two'] },
      state: { steps: ['one', 'two'] },
      history: 4,
      copy: [{ steps: ['one', 'two', 'mine'] }, { steps: ['one', 'two'] }],
      // The search finds the copy, too.
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
  },
);
