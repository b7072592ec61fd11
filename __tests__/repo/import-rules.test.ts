import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { readSourceGraph } from '../../scripts/import-rules/graph.ts';
import { findViolations } from '../../scripts/import-rules/check.ts';
import { IMPURE_GLOBALS, PURE } from '../../scripts/import-rules/rules.ts';

const roots: string[] = [];
afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true });
});

async function breachesOf(tree: Record<string, string>, pure = PURE): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'import-rules-'));
  roots.push(root);
  for (const [file, source] of Object.entries(tree)) {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    await writeFile(path.join(root, file), source);
  }
  return findViolations(await readSourceGraph(root, Object.keys(tree), IMPURE_GLOBALS), pure);
}

describe('the check of import rules', () => {
  test('accepts imports in an allowed direction', async () => {
    expect(
      await breachesOf({
        'src/contract/a.ts': `import { z } from 'zod';\nexport const a = z.string();`,
        'src/clients/b.ts': `import { a } from '../contract/a.ts';\nimport { request } from 'undici';\nexport const b = [a, request];`,
        'src/action/c.ts': `import { b } from '../clients/b.ts';\nexport const c = b;`,
        'src/emulator/index.ts': `import { d } from './tracing/d.ts';\nexport const e = d;`,
        'src/emulator/tracing/d.ts': `import type { Store } from '../ports/store.ts';\nexport const d: Store = 1;`,
        'src/emulator/ports/store.ts': `export type Store = number;`,
        'harness/h.ts': `import { e } from '../src/emulator/index.ts';\nexport const h = e;`,
      }),
    ).toEqual([]);
  });

  test.each([
    ['the action importing the emulator', 'src/action/x.ts', '../emulator/index.ts', 'src/emulator/index.ts'],
    ['the emulator importing the action', 'src/emulator/x.ts', '../action/plan.ts', 'src/action/plan.ts'],
    ['the contract importing a client', 'src/contract/x.ts', '../clients/y.ts', 'src/clients/y.ts'],
    ['the clients importing the action', 'src/clients/x.ts', '../action/y.ts', 'src/action/y.ts'],
    [
      'a surface importing another surface',
      'src/emulator/admin/x.ts',
      '../tracing/y.ts',
      'src/emulator/tracing/y.ts',
    ],
    ['the store importing a surface', 'src/emulator/store/x.ts', '../admin/y.ts', 'src/emulator/admin/y.ts'],
    ['source importing the harness', 'src/emulator/x.ts', '../../harness/y.ts', 'harness/y.ts'],
    ['source importing a script', 'src/action/x.ts', '../../scripts/y.ts', 'scripts/y.ts'],
    ['the harness opening the emulator', 'harness/x.ts', '../src/emulator/y.ts', 'src/emulator/y.ts'],
    ['an example importing source', 'examples/a/src/x.ts', '../../../src/clients/y.ts', 'src/clients/y.ts'],
  ])('rejects %s', async (_name, from, specifier, to) => {
    const target = { [to]: 'export const y = 1;\nexport type Y = number;' };
    const plain = await breachesOf({
      ...target,
      [from]: `import { y } from '${specifier}';\nexport const x = y;`,
    });
    expect(plain).toEqual([expect.stringContaining(`${from}:1: imports ${to}: `)]);
    const typeOnly = await breachesOf({
      ...target,
      [from]: `import type { Y } from '${specifier}';\nexport const x: Y = 1;`,
    });
    expect(typeOnly).toEqual(plain);
  });

  // docs/security/checkouts.md#programs-lint
  test.each([
    "import { spawn } from 'node:child_process';",
    "const { spawn } = await import('child_process');",
  ])('rejects the start of programs outside of src/os/programs.ts: %s', async (line) => {
    const use = 'export const used = spawn;';
    expect(
      await breachesOf({
        'src/os/programs.ts': `${line}\n${use}`,
        'src/clients/a.ts': `import type { ChildProcess } from 'node:child_process';\nexport type A = ChildProcess;`,
        'src/git/b.ts': `${line}\n${use}`,
      }),
    ).toEqual([expect.stringMatching(/^src\/git\/b\.ts:1: .*programs are started by src\/os\/programs\.ts/)]);
  });

  test('detects dynamic imports, re-exports and imports over several lines', async () => {
    const tree = { 'src/emulator/y.ts': 'export const y = 1;\nexport const z = 2;\nexport type Y = 1;' };
    for (const source of [
      `export const x = () => import('../emulator/y.ts');`,
      `export * from '../emulator/y.ts';`,
      `export type { Y } from '../emulator/y.ts';`,
      `import {\n  y,\n  z,\n} from '../emulator/y.ts';\nexport const x = [y, z];`,
      `import type {\n  Y,\n} from '../emulator/y.ts';\nexport const x: Y = 1;`,
    ]) {
      expect(await breachesOf({ ...tree, 'src/action/x.ts': source })).toHaveLength(1);
    }
  });

  test('treats the import of a file inside a package as an import of the package', async () => {
    const inner = `import { x } from '../../node_modules/@actions/core/lib/x.js';\nexport const y = x;`;
    expect(await breachesOf({ 'src/action/x.ts': inner })).toEqual([]);
    expect(await breachesOf({ 'src/contract/x.ts': inner })).toEqual([
      expect.stringContaining('packages zod only'),
    ]);
  });

  test('allows the contract to import only the package zod', async () => {
    expect(
      await breachesOf({
        'src/contract/x.ts': `import { request } from 'undici';\nexport const x = request;`,
      }),
    ).toEqual([expect.stringContaining('packages zod only')]);
  });
});

describe('an import cycle', () => {
  const circle = (imports: string) => ({
    'src/contract/a.ts': `export const one = 1;\n${imports}\nexport const a = 1;\nexport type A = number;`,
    'src/contract/b.ts': `import { c } from './c.ts';\nexport const b = c;\nexport type B = number;`,
    'src/contract/c.ts': `import { a } from './a.ts';\nexport const c = a;`,
  });

  test.each([
    ['of values', `import { b } from './b.ts';`],
    ['of only types', `import type { B } from './b.ts';`],
  ])('%s is reported once, with a file, a line and a hint', async (_name, imports) => {
    expect(await breachesOf(circle(imports))).toEqual([
      'src/contract/a.ts:2: imports src/contract/b.ts: a circle through b.ts, c.ts: move what both need into a file of its own, or merge the files',
    ]);
  });

  test('is not reported for files that only share an import', async () => {
    expect(await breachesOf(circle(''))).toEqual([]);
  });
});

describe('the modules that the emulator loads at its start', () => {
  const schemas = {
    'src/contract/s.ts': `import * as z from 'zod';\nexport const s = z.string();\nexport type S = string;`,
  };
  const start = (imports: string) =>
    breachesOf({
      ...schemas,
      'src/emulator/index.ts': `export { a } from './tracing/a.ts';`,
      'src/emulator/tracing/a.ts': `${imports}\nexport const a = 1;`,
    });

  test('include no schema, and an import of a schema is reported with its import path', async () => {
    expect(await start(`import { s } from '../../contract/s.ts';\nexport const b = s;`)).toEqual([
      'src/contract/s.ts:1: imports zod: every start of the emulator would load it, through index.ts, tracing/a.ts, contract/s.ts: load it, or a file on the way, at its first use by a dynamic import',
    ]);
  });

  test.each([
    `import type { S } from '../../contract/s.ts';\nexport type B = S;`,
    `export const b = () => import('../../contract/s.ts');`,
  ])('can import the types of a schema, and load the schema later', async (imports) => {
    expect(await start(imports)).toEqual([]);
  });
});

describe('the modules that a run of the action loads at its start', () => {
  const run = (imports: string) =>
    breachesOf({
      'src/action/gate/judge.ts': `export const judge = 1;\nexport type Verdict = string;`,
      'src/action/report/outputs.ts': `${imports}\nexport const outputs = 1;`,
      'src/action/deploy/deploy.ts': `export { outputs } from '../report/outputs.ts';`,
    });

  test('include no module of the gate', async () => {
    expect(await run(`import { judge } from '../gate/judge.ts';\nexport const b = judge;`)).toEqual([
      'src/action/report/outputs.ts:1: imports src/action/gate/judge.ts: every run of the action without a gate would load it, through action/deploy/deploy.ts, action/report/outputs.ts: load it, or a file on the way, at its first use by a dynamic import',
    ]);
  });

  test.each([
    `import type { Verdict } from '../gate/judge.ts';\nexport type B = Verdict;`,
    `export const b = () => import('../gate/judge.ts');`,
  ])('can import the types of the gate, and load its modules later', async (imports) => {
    expect(await run(imports)).toEqual([]);
  });
});

describe('the pure modules', () => {
  test('import only types from modules that are not pure, but no values', async () => {
    const port = { 'src/clients/port.ts': `export interface Port {}\nexport const port = {};` };
    const pure = /^src\/clients\/decide\.ts$/;
    const at = 'src/clients/decide.ts';
    const types = `import type { Port } from './port.ts';\nexport const x: Port = {};`;
    const values = `import { port } from './port.ts';\nexport const x = port;`;
    expect(await breachesOf({ ...port, [at]: types }, [pure])).toEqual([]);
    expect(await breachesOf({ ...port, [at]: values }, [pure])).toEqual([
      expect.stringContaining('pure modules only'),
    ]);
    const reads = `import { readFileSync } from 'node:fs';\nexport const x = readFileSync;`;
    expect(await breachesOf({ [at]: reads }, [pure])).toEqual([expect.stringContaining('no I/O')]);
  });

  test('use no clock, no randomness, no environment and no I/O', async () => {
    const uses = [
      'Date.now()',
      'Math.random()',
      'process.env',
      'setTimeout(() => {}, 1)',
      `fetch('x')`,
      'console.log(1)',
    ];
    for (const use of uses) {
      expect(await breachesOf({ 'src/contract/x.ts': `export const x = () => ${use};` })).toEqual([
        expect.stringContaining('a pure module is handed what it needs'),
      ]);
    }
  });

  test('can mention a clock in comments, strings and names', async () => {
    expect(
      await breachesOf({
        'src/contract/x.ts': `// Date.now() and process.env are not used here\nexport const x = 'process.env';\nexport const f = (process: { env: string }) => process.env;`,
      }),
    ).toEqual([]);
  });
});
