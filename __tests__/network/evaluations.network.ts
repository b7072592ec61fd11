import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { type InfoChange, startInfoProxy } from './support/info-proxy.ts';
import { installNpm, installPython, newestNpm, pythonVersion } from './support/installs.ts';

// Runs the evaluations and test runners of the official clients, unmodified, against the emulator. The suite then
// reads the stored experiments, feedback and comparisons.

const PINNED = { JavaScript: '0.12.0', Python: '0.15.0' };
const RUNNERS = { vitest: '4.1.12', jest: '30.5.2', pytest: '9.0.2' };
const SUPPORT = path.join(import.meta.dirname, 'support');

/** Changes to the emulator's reported abilities, each with a request that shows that the client uses them. */
const VARIANTS: Record<string, InfoChange & { uses: Partial<Record<Language, string>> }> = {
  'zstd, if the client supports it': {
    uses: { JavaScript: 'POST /runs/multipart zstd', Python: 'POST /runs/multipart zstd' },
  },
  gzip: {
    instance_flags: { zstd_compression_enabled: false },
    uses: { JavaScript: 'POST /runs/multipart gzip', Python: 'POST /runs/multipart' },
  },
  'no compression': {
    instance_flags: { zstd_compression_enabled: false, gzip_body_enabled: false },
    uses: { JavaScript: 'POST /runs/multipart', Python: 'POST /runs/multipart' },
  },
  batches: {
    instance_flags: { zstd_compression_enabled: false, gzip_body_enabled: false },
    batch_ingest_config: { use_multipart_endpoint: false },
    uses: { JavaScript: 'POST /runs/batch', Python: 'POST /runs/batch' },
  },
  'queries of the second version': {
    instance_flags: { ch_query_enabled: false, sdb_query_enabled: true },
    uses: { JavaScript: 'POST /api/v2/runs/query', Python: 'POST /api/v2/runs/query' },
  },
};

type Language = keyof typeof PINNED;
/** An installed client, with its folder and the command that runs the evaluation program. */
interface Installed {
  language: Language;
  version: string;
  folder: string;
  command: [file: string, ...args: string[]];
}

let scratch: string;
let emulator: EmulatorHandle;
const clients: Installed[] = [];

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'evaluations-'));
  emulator = await startEmulator({ runtime: 'stub' });
  const newest = await newestNpm('langsmith', PINNED.JavaScript);
  for (const version of new Set([PINNED.JavaScript, ...newest])) {
    const folder = path.join(scratch, `javascript-${version}`);
    const isPinned = version === PINNED.JavaScript;
    const runners = ['vitest', 'jest'] as const;
    await installNpm(folder, [
      `langsmith@${version}`,
      ...runners.map((name) => (isPinned ? `${name}@${RUNNERS[name]}` : name)),
    ]);
    const program = path.join(folder, 'program.mjs');
    await copyFile(path.join(SUPPORT, 'evaluation-program.mjs'), program);
    clients.push({ language: 'JavaScript', version, folder, command: [process.execPath, program] });
  }
  for (const packages of [
    [`langsmith==${PINNED.Python}`, `pytest==${RUNNERS.pytest}`],
    ['langsmith', 'pytest'],
  ]) {
    const folder = path.join(scratch, `python-${packages.length}-${clients.length}`);
    const bin = await installPython(folder, packages);
    const version = await pythonVersion(bin, 'langsmith');
    const program = path.join(SUPPORT, 'evaluation_program.py');
    if (clients.some((one) => one.language === 'Python' && one.version === version)) continue;
    clients.push({ language: 'Python', version, folder, command: [path.join(bin, 'python'), '-B', program] });
  }
});
afterAll(async () => {
  await emulator.stop();
  await rm(scratch, { recursive: true, force: true });
});

function environment(url: string, more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    LANGSMITH_ENDPOINT: url,
    LANGSMITH_API_KEY: emulator.apiKey,
    LANGSMITH_TRACING: 'true',
    ...more,
  };
}

async function read<T>(method: string, target: string, body?: unknown): Promise<T> {
  const answer = await emulator.api(method, `${emulator.urls.tracing}${target}`, body);
  expect([target, answer.status]).toEqual([target, 200]);
  return answer.body as T;
}

interface Session {
  id: string;
  name: string;
}
interface ProgramOutput {
  dataset: string;
  experiments: [string, string];
  rows: number[];
  statuses: string[];
  listed: string[];
}

const scores = (n: number, avg: number) => ({ n, avg: expect.closeTo(avg, 6) });

/** Checks the data that the emulator has stored after a client's evaluation program. */
async function checkStored(
  { dataset, experiments }: ProgramOutput,
  { name, language }: { name: string; language: Language },
): Promise<void> {
  const found = await read<Session[]>('GET', `/sessions?reference_dataset=${dataset}&include_stats=true`);
  const byName = new Map(found.map((session) => [session.name, session]));
  expect([...byName.keys()].toSorted()).toEqual(experiments.toSorted());
  // The Python program evaluates its first experiment twice.
  const [good, bad] = experiments.map((experiment) => byName.get(experiment));
  expect(good).toMatchObject({
    reference_dataset_id: dataset,
    run_count: 4,
    error_rate: 0,
    feedback_stats: { exact: scores(language === 'Python' ? 8 : 4, 1) },
    session_feedback_stats: { share: scores(1, 1) },
    extra: { metadata: { commit: 'abc', dataset_version: expect.any(String) } },
  });
  expect(bad).toMatchObject({
    run_count: 4,
    error_rate: 0.25,
    feedback_stats: { exact: scores(4, 0.1235) },
    session_feedback_stats: { share: scores(1, 1) },
  });
  expect(await read('GET', `/datasets/${dataset}/comparative`)).toMatchObject([
    {
      experiments_info: [
        { id: good?.id, feedback_stats: { preferred: scores(4, 1) } },
        { id: bad?.id, feedback_stats: { preferred: scores(4, 0) } },
      ],
      feedback_stats: { preferred: scores(8, 0.5) },
    },
  ]);
  const rows = await read<{ runs: { status: string }[] }[]>('POST', `/datasets/${dataset}/runs`, {
    session_ids: [good?.id, bad?.id],
  });
  expect(rows.map(({ runs }) => runs.map(({ status }) => status))).toEqual([
    ['success', 'success'],
    ['success', 'success'],
    ['success', 'success'],
    ['success', 'error'],
  ]);
  const [example] = await read<{ attachment_urls: Record<string, { presigned_url: string }> }[]>(
    'GET',
    `/examples?dataset=${dataset}&splits=base&limit=1`,
  );
  const url = example?.attachment_urls['attachment.note']?.presigned_url ?? '';
  expect(await (await fetch(url)).text()).toBe('a note');
  const copies = await read('GET', `/datasets?name=${encodeURIComponent(`${name} copy`)}`);
  // The Python program adds an example from a run.
  expect(copies).toMatchObject([{ example_count: language === 'Python' ? 5 : 4 }]);
}

test('the suite runs the pinned and the newest version of each client', () => {
  for (const [language, pinned] of Object.entries(PINNED)) {
    const versions = clients.filter((one) => one.language === language).map(({ version }) => version);
    expect([language, versions]).toEqual([language, expect.arrayContaining([pinned])]);
  }
});

describe.each(Object.keys(PINNED) as Language[])('evaluations of the %s client', (language) => {
  test.each(Object.entries(VARIANTS))(
    'store experiments, feedback and a comparison, and clone a shared dataset, with %s',
    async (variant, { uses, ...change }) => {
      for (const client of clients.filter((one) => one.language === language)) {
        const name = `words ${language} ${client.version} ${variant}`;
        const proxy = await startInfoProxy(emulator.urls.tracing, change);
        try {
          const [file, ...args] = client.command;
          const output = await runToEnd(file, [...args, name], environment(proxy.url));
          expect(output.code).toBe(0);
          const reported = JSON.parse(output.stdout.trim().split('\n').at(-1) ?? '') as ProgramOutput;
          expect(reported).toMatchObject({
            rows: [4, 4],
            statuses: ['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS'],
            listed: [name, `${name} copy`],
            ...(language === 'JavaScript'
              ? { compared: 4 }
              : {
                  again: 4,
                  read: [1, 1, 1, 1],
                  queried: 4,
                  sourced: [
                    { word: 'e' },
                    { said: 'E' },
                    change.batch_ingest_config ? {} : { note: 'of a run' },
                    1,
                  ],
                }),
          });
          await checkStored(reported, { name, language });
          expect(proxy.seen).toContain(uses[language]);
          expect(proxy.seen.some((one) => /\/public\/[^/]+\/examples/.test(one))).toBe(true);
        } finally {
          proxy.close();
        }
      }
    },
  );
});

/** Runs a program to its end, and returns the exit code and the output. */
async function runToEnd(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd?: string,
): Promise<{ code: number; stdout: string }> {
  const options = { env, cwd, timeout: WAIT_LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      if (error !== null && child.exitCode === null) reject(error);
      else if (error !== null && stdout === '') reject(new Error(stderr, { cause: error }));
      else resolve({ code: child.exitCode ?? 0, stdout });
    });
  });
}

/** A suite of three cases for a test runner, of which the second fails. */
const JS_CASES = `
ls.describe(NAME, () => {
  ls.test('first', { inputs: { word: 'a' }, referenceOutputs: { said: 'A' } }, async ({ inputs }) => {
    ls.logOutputs({ said: inputs.word.toUpperCase() });
    ls.logFeedback({ key: 'length', score: 0.5 });
  });
  ls.test('second', { inputs: { word: 'b' }, referenceOutputs: { said: 'B' } }, async ({ referenceOutputs }) => {
    ls.logOutputs({ said: 'b' });
    expect({ said: 'b' }).toEqual(referenceOutputs);
  });
  ls.test.each([{ inputs: { word: 'c' }, referenceOutputs: { said: 'C' } }])('third', async () => {
    ls.logOutputs({ said: 'C' });
  });
});
`;
const PYTHON_CASES = `
import pytest
from langsmith import testing

@pytest.mark.langsmith
def test_first():
    testing.log_inputs({"word": "a"})
    testing.log_reference_outputs({"said": "A"})
    testing.log_outputs({"said": "A"})
    testing.log_feedback(key="length", score=0.5)

@pytest.mark.langsmith(output_keys=["said"])
@pytest.mark.parametrize("word,said", [("b", "b"), ("c", "C")])
def test_others(word, said):
    testing.log_outputs({"said": word.upper()})
    assert word.upper() == said
`;

type Start = (client: Installed, name: string, url: string) => Promise<{ code: number }>;
const RUNS: Record<string, { language: Language; start: Start }> = {
  vitest: {
    language: 'JavaScript',
    async start({ folder }, name, url) {
      const at = path.join(folder, 'with-vitest');
      await mkdir(at);
      const head = `import * as ls from 'langsmith/vitest';\nimport { expect } from 'vitest';\n`;
      await writeFile(path.join(at, 'cases.eval.ts'), head + JS_CASES.replace('NAME', JSON.stringify(name)));
      await writeFile(
        path.join(at, 'vitest.config.ts'),
        `export default { test: { include: ['*.eval.ts'], reporters: ['langsmith/vitest/reporter'] } };`,
      );
      const file = path.join(folder, 'node_modules/.bin/vitest');
      return runToEnd(file, ['run', '--root', at], environment(url), at);
    },
  },
  jest: {
    language: 'JavaScript',
    async start({ folder }, name, url) {
      const at = path.join(folder, 'with-jest');
      await mkdir(at);
      const head = `import * as ls from 'langsmith/jest';\nimport { expect } from '@jest/globals';\n`;
      await writeFile(path.join(at, 'cases.eval.mjs'), head + JS_CASES.replace('NAME', JSON.stringify(name)));
      await writeFile(
        path.join(at, 'jest.config.mjs'),
        `export default {
          testMatch: ['**/*.eval.mjs'],
          reporters: ['langsmith/jest/reporter'],
          transform: {},
          moduleFileExtensions: ['mjs', 'js'],
        };`,
      );
      const env = environment(url, { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' });
      return runToEnd(path.join(folder, 'node_modules/.bin/jest'), ['--config', 'jest.config.mjs'], env, at);
    },
  },
  pytest: {
    language: 'Python',
    async start({ folder }, name, url) {
      const at = path.join(folder, 'with-pytest');
      await mkdir(at);
      await writeFile(path.join(at, 'test_cases.py'), PYTHON_CASES);
      const env = environment(url, { LANGSMITH_TEST_SUITE: name });
      return runToEnd(
        path.join(folder, 'bin/python'),
        ['-B', '-m', 'pytest', '-p', 'no:cacheprovider'],
        env,
        at,
      );
    },
  },
};

test.each(Object.entries(RUNS))(
  'the cases of %s are stored as an experiment with one run and one verdict per case',
  async (runner, { language, start }) => {
    for (const client of clients.filter((one) => one.language === language)) {
      const name = `${runner} ${client.version}`;
      const { code } = await start(client, name, emulator.urls.tracing);
      expect(code).toBe(1);
      const found = await read<{ id: string }[]>('GET', `/datasets?name=${encodeURIComponent(name)}`);
      expect(found).toMatchObject([{ example_count: 3, session_count: 1 }]);
      const target = `/sessions?reference_dataset=${found[0]?.id}&include_stats=true`;
      expect(await read('GET', target)).toMatchObject([
        { run_count: 3, feedback_stats: { pass: scores(3, 2 / 3), length: scores(1, 0.5) } },
      ]);
    }
  },
);
