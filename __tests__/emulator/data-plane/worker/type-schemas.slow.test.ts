import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../../harness/until.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import { listProcessesWith } from '../../../network/support/list-processes.ts';
import { createTypeSchemas } from '../../../../src/emulator/data-plane/worker/type-schemas.ts';

// The compiler is a package of the checkout, so these tests install hostile and broken programs as `typescript`.
// type-schemas.network.ts installs the real compiler, because the compiler version of this repository has no
// functions.

const ON_LINUX = process.platform === 'linux';
const onLinux = ON_LINUX ? test : test.skip;

let scratch: string;
let checkout: string;
beforeEach(async () => {
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'type-schemas-')));
  checkout = join(scratch, 'checkout');
  await write(join(checkout, 'agent.ts'), 'export const graph = 1;');
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/**
 * Installs a program as the compiler. In the program, `tell(object)` prints the object as the schema of the graph's
 * input.
 */
async function installCompiler(text: string, packages = join(checkout, 'node_modules')): Promise<void> {
  const tell =
    'const tell = (properties) => { process.stdout.write(JSON.stringify({ agent: { input: { properties } } })); process.exit(0); };';
  await write(join(packages, 'typescript/package.json'), '{"main":"main.cjs"}');
  await write(join(packages, 'typescript/main.cjs'), `${tell}\n${text}`);
}

const describeAgent = (
  file = join(checkout, 'agent.ts'),
  options: Parameters<typeof createTypeSchemas>[1] = {},
) =>
  createTypeSchemas(
    { agent: { module: 'unused', exportName: 'graph', source: { file, checkout } } },
    options,
  );
const inputOf = async (file?: string) => (await describeAgent(file)('agent'))?.input?.['properties'];

// docs/security/checkouts.md#compiler-checkout
describe('the compiler that reads the types of an agent', () => {
  test('has no environment variables, cannot write or start programs, and reads only the checkout', async () => {
    await write(join(scratch, 'secret.txt'), 'secret');
    await installCompiler(`
      const fs = require('node:fs');
      const code = (work) => { try { work(); return 'done'; } catch (error) { return error.code; } };
      tell({
        environment: Object.keys(process.env),
        inside: code(() => fs.readFileSync(${JSON.stringify(join(checkout, 'agent.ts'))})),
        outside: code(() => fs.readFileSync(${JSON.stringify(join(scratch, 'secret.txt'))})),
        written: code(() => fs.writeFileSync(${JSON.stringify(join(checkout, 'written'))}, '')),
        started: code(() => require('node:child_process').execFileSync(process.execPath, ['--version'])),
        threaded: code(() => new (require('node:worker_threads').Worker)('1', { eval: true })),
      });`);
    process.env['TYPE_SCHEMAS_SECRET'] = 'secret';
    try {
      expect(await inputOf()).toEqual({
        environment: [],
        inside: 'done',
        outside: 'ERR_ACCESS_DENIED',
        written: 'ERR_ACCESS_DENIED',
        started: 'ERR_ACCESS_DENIED',
        threaded: 'ERR_ACCESS_DENIED',
      });
    } finally {
      delete process.env['TYPE_SCHEMAS_SECRET'];
    }
    expect(existsSync(join(checkout, 'written'))).toBe(false);
  });

  test('can read shared packages outside of the checkout', async () => {
    const packages = join(scratch, 'modules/key/node_modules');
    await installCompiler('tell({ shared: {} });', packages);
    await symlink(packages, join(checkout, 'node_modules'), 'junction');
    expect(await inputOf()).toEqual({ shared: {} });
  });

  test('does not follow a node_modules link to a folder without shared packages', async () => {
    const elsewhere = join(scratch, 'home');
    await installCompiler('tell({ followed: {} });', elsewhere);
    await symlink(elsewhere, join(checkout, 'node_modules'), 'junction');
    expect(await inputOf()).toBeUndefined();
  });

  test('is never a compiler from outside of the checkout', async () => {
    await installCompiler('tell({ outside: {} });', join(scratch, 'node_modules'));
    expect(await inputOf()).toBeUndefined();
  });

  test('does not read a source through a link that leads out of the checkout', async () => {
    await installCompiler('tell({ read: {} });');
    await write(join(scratch, 'outside.ts'), '');
    await symlink(join(scratch, 'outside.ts'), join(checkout, 'linked.ts'));
    expect(await inputOf(join(checkout, 'linked.ts'))).toBeUndefined();
  });

  test.each([
    ['prints too much', 'process.stdout.write("x".repeat(2 * 1024 * 1024));'],
    [
      'prints JSON that is nested too deeply',
      'process.stdout.write(`{"agent":${\'{"a":\'.repeat(50_000)}1${"}".repeat(50_000)}}`); process.exit(0);',
    ],
    ['prints text that is not JSON', 'process.stdout.write("not JSON"); process.exit(0);'],
    ['fails', 'throw new Error("broken");'],
    ['lacks the required functions, as in version 7', 'exports.version = "7.0.2";'],
    ['needs more memory than its limit', 'const all = []; for (;;) all.push(new Array(1e6).fill({}));'],
  ])('leaves the types unknown if the compiler %s', async (_, text) => {
    await installCompiler(text);
    expect(await inputOf()).toBeUndefined();
  });
});

/** Returns the running parsers of this test. */
const parsers = () => listProcessesWith(checkout).filter((line) => line.includes('type-parser'));

test('a compiler that never ends is killed at its time limit, and its next start is logged', async () => {
  await installCompiler('for (;;);');
  const lines: string[] = [];
  const warn = (line: string) => void lines.push(line);
  expect(await describeAgent(undefined, { timeoutMs: 1_000, warn })('agent')).toEqual({});
  if (ON_LINUX) expect(parsers()).toEqual([]);
  expect(lines).toEqual([
    'The TypeScript compiler of the agent did not finish within 1 s. JSON schemas lack the types that only the TypeScript source contains. The compiler will be started again at the first request for schemas after 60 s.',
  ]);
});

test.each([
  // With the usual time limit, a loaded machine could stop the compiler of the attempt that succeeds.
  ['was killed', `process.kill(process.pid, 'SIGKILL');`, {}],
  ['exceeded its time limit', 'for (;;);', { timeoutMs: 1_000 }],
])('a compiler that %s is started again after a pause that doubles each time', async (_, text, options) => {
  await installCompiler(text);
  let now = 0;
  const lines: string[] = [];
  const warn = (line: string) => void lines.push(line);
  const describeTypes = describeAgent(undefined, { ...options, now: () => now, warn });
  for (const pauseMs of [60_000, 120_000]) {
    expect(await describeTypes('agent')).toEqual({});
    expect(lines.at(-1)).toContain(`after ${pauseMs / 1000} s`);
    now += pauseMs - 1;
    // The pause has not ended, so no further process is started.
    expect(await describeTypes('agent')).toBeUndefined();
    now += 1;
  }
  expect(lines).toHaveLength(2);
  if ('timeoutMs' in options) return;
  await installCompiler('tell({ parsed: {} });');
  expect(await describeTypes('agent')).toEqual({ input: { properties: { parsed: {} } } });
  expect(lines).toHaveLength(2);
});

test('the log does not mention a compiler if the agent has none', async () => {
  const lines: string[] = [];
  const describeTypes = describeAgent(undefined, { warn: (line: string) => void lines.push(line) });
  expect(await describeTypes('agent')).toEqual({});
  expect(lines).toEqual([]);
});

test('a compiler that crashes is not started again, and is logged once', async () => {
  await installCompiler('throw new Error("broken");');
  const lines: string[] = [];
  const describeTypes = describeAgent(undefined, { warn: (line: string) => void lines.push(line) });
  expect(await describeTypes('agent')).toEqual({});
  await installCompiler('tell({ parsed: {} });');
  expect(await describeTypes('agent')).toEqual({});
  expect(lines).toEqual([
    'The TypeScript compiler of the agent failed. JSON schemas lack the types that only the TypeScript source contains.',
  ]);
});

onLinux('a compiler that never ends is killed together with its worker', async () => {
  await installCompiler('for (;;);');
  const program = `
    import { createTypeSchemas } from ${JSON.stringify(new URL('../../../../src/emulator/data-plane/worker/type-schemas.ts', import.meta.url).href)};
    const source = { file: ${JSON.stringify(join(checkout, 'agent.ts'))}, checkout: ${JSON.stringify(checkout)} };
    await createTypeSchemas({ agent: { module: 'unused', exportName: 'graph', source } })('agent');`;
  const processes = createProcesses();
  const worker = processes.start({
    command: process.execPath,
    args: ['--input-type=module', '--eval', program],
    cwd: checkout,
    env: {},
    kind: 'worker',
    onLine: () => undefined,
  });
  try {
    await until(() => parsers().length > 0);
    await worker.stop(0);
    await until(() => parsers().length === 0);
  } finally {
    await processes.close();
  }
});

test('types are read only while enough memory is free, and a lack of memory is logged once', async () => {
  await installCompiler('tell({ parsed: {} });');
  let free = 1024;
  const warnings: string[] = [];
  const describeTypes = describeAgent(undefined, {
    freeMemory: () => free,
    warn: (line) => void warnings.push(line),
  });
  expect(await describeTypes('agent')).toBeUndefined();
  expect(await describeTypes('agent')).toBeUndefined();
  expect(warnings).toEqual([
    'The TypeScript compiler of the agent was not started, because 0 MB of memory are free and 768 MB are needed. JSON schemas lack the types that only the TypeScript source contains. Free some memory: the next request for schemas starts the compiler.',
  ]);
  free = 2 ** 40;
  expect(await describeTypes('agent')).toEqual({ input: { properties: { parsed: {} } } });
});

test('repeated requests for the same types get the first result without another compiler process', async () => {
  await installCompiler('tell({ pid: process.pid });');
  const describeTypes = describeAgent();
  const [first, second] = await Promise.all([describeTypes('agent'), describeTypes('agent')]);
  expect(second).toEqual(first);
  await installCompiler('tell({ changed: {} });');
  expect(await describeTypes('agent')).toEqual(first);
  expect(await describeTypes('unknown')).toBeUndefined();
});
