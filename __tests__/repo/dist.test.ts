import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { differences, readDist, startProblems, textProblems } from '../../scripts/package/inspect.ts';
import { joinModules } from '../../scripts/package/join.ts';
import { tidy } from '../../scripts/package/tidy.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const files = (tree: Record<string, string>): Map<string, Buffer> =>
  new Map(Object.entries(tree).map(([name, text]) => [name, Buffer.from(text)]));
const sound = { 'main.js': 'export {};\n', 'package.json': '{ "type": "module" }' };

describe('the comparison of two builds of dist', () => {
  test('lists every different, missing or additional file', () => {
    expect(differences(files({ a: '1', b: '2', c: '3' }), files({ a: '1', b: '22', d: '4' }))).toEqual([
      'b differs: 1 bytes committed, 2 built',
      'c is in dist but no longer built',
      'd is missing from dist',
    ]);
    expect(differences(files(sound), files(sound))).toEqual([]);
  });
});

describe('the post-processed output of the bundler', () => {
  test('has short names and tabs, and no comments', async () => {
    const written = [
      'const modules = { 1: ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {',
      '  /* of the bundler */',
      '  var _clients_errors_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2);',
      '  console.log(_clients_errors_js__WEBPACK_IMPORTED_MODULE_3__.a, `one',
      '  two`);',
      '}) };',
    ].join('\n');
    expect((await tidy(written)).split('\n')).toEqual([
      'const modules = { 1: ((__module, __exports, __require) => {',
      '\tvar $$errors3 = __require(2);',
      '\tconsole.log($$errors3.a, `one',
      '  two`);',
      '}) };',
      '',
    ]);
  });

  test('has no assets folder, and is rejected if a module requires an asset', async () => {
    const runtime = `if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = import.meta.url;\n`;
    expect(await tidy(`${runtime}export const one = 1;`)).toMatch(/^const one = 1;/);
    await expect(tidy(`${runtime}open(__nccwpck_require__.ab + 'x');`)).rejects.toThrow('asks for an asset');
  });

  test("imports Node's built-in modules from Node", async () => {
    const written = `import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
      export const fs = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");`;
    expect(await tidy(written)).toMatch(/^const fs = process\.getBuiltinModule\("node:fs"\);/);
  });

  test('is ASCII with escaped strings, and is rejected with patterns that cannot be escaped', async () => {
    expect(await tidy("export const dots = '…';")).toContain('"\\u2026"');
    await expect(tidy('export const dots = /…/;')).rejects.toThrow('dist must be ASCII');
  });

  test('is rejected if a short name is already in use', async () => {
    await expect(tidy('const $$errors3 = 1;')).rejects.toThrow('$$errors3 is a name of the sources already');
  });
});

describe('the modules that every phase loads', () => {
  let lib: string;
  beforeEach(async () => {
    lib = await mkdtemp(path.join(tmpdir(), 'dist-join-'));
  });
  afterEach(() => rm(lib, { recursive: true, force: true }));

  const write = async (tree: Record<string, string>) => {
    for (const [name, text] of Object.entries(tree)) {
      await mkdir(path.dirname(path.join(lib, name)), { recursive: true });
      await writeFile(path.join(lib, name), text);
    }
  };
  const read = (name: string) => readFile(path.join(lib, name), 'utf8');

  test("are joined into one module, apart from other processes' modules, and all other modules stay unchanged", async () => {
    await write({
      'action/start.js': `import fs from 'node:fs'; import { parse } from './a/parse.js'; import { parse as other, mask } from '../mask.js';
        export const start = async () => [fs, parse(), other, mask, (await import('./later.js')).later];`,
      'action/a/parse.js': 'export const parse = () => 1;',
      'action/later.js': `import { parse } from './a/parse.js'; export const later = parse;`,
      'mask.js': 'export const mask = 2; export const parse = 3;',
      'credential-proxy/main.js': `await import('./serve.js');`,
      'credential-proxy/serve.js': `import { mask } from '../mask.js'; export const serve = mask;`,
      'box/supervisor/main.js': '',
    });
    await joinModules(lib);
    expect(await read('action/start.js')).toBe(`export { start as start } from '../phase.js';\n`);
    expect(await read('action/a/parse.js')).toBe(`export { parse as parse } from '../../later.js';\n`);
    expect(await read('mask.js')).toBe(`export { mask as mask, parse as parse } from './shared.js';\n`);
    expect(await read('action/later.js')).toContain(`from './a/parse.js'`);
    expect(await read('shared.js')).not.toContain('import');
    const phase = await read('phase.js');
    expect(phase).toContain('from "./mask.js"');
    expect(phase).toContain('import("./action/later.js")');
    const { start } = (await import(path.join(lib, 'phase.js'))) as { start(): Promise<unknown[]> };
    const [, parsed, other, mask, later] = await start();
    expect([parsed, other, mask]).toEqual([1, 3, 2]);
    // Both modules export the same function instead of two copies.
    const { parse } = (await import(path.join(lib, 'later.js'))) as { parse: unknown };
    expect(later).toBe(parse);
  });
});

describe('the inspection of a bundle', () => {
  test('accepts a valid bundle', () => {
    expect(textProblems(files(sound), root)).toEqual([]);
  });

  test.each([
    ['a module that was not found', 'throw webpackMissingModule();\n', 'webpackMissingModule'],
    [
      'a library that is included twice',
      'class DispatcherBase extends Dispatcher {}\n'.repeat(2),
      '2 copies of undici',
    ],
    ['a path of the machine that built it', `// ${root}/src/x.ts\n`, 'a folder of this machine'],
    ['minified code', 'a'.repeat(1_000), 'minified'],
    ['Windows line ends', 'a;\r\n', 'Windows line ends'],
  ])('reports this problem: %s', (_name, text, problem) => {
    expect(textProblems(files({ ...sound, 'x.js': text }), root)).toEqual([expect.stringContaining(problem)]);
  });

  test('reports a bundle that Node would not treat as ES modules', () => {
    expect(textProblems(files({ 'main.js': 'export {};\n' }), root)).toEqual([
      expect.stringContaining('"type": "module"'),
    ]);
  });
});

describe('the committed dist', () => {
  const folder = path.join(root, 'dist');

  // docs/security.md#built-dist-sound-what
  test('is valid, and each entry ignores the debugger signal before it loads a module', () => {
    const dist = readDist(folder);
    expect(textProblems(dist, root)).toEqual([]);
    const entry = (name: string) =>
      `process.on('SIGUSR1', () => {});\nconst { ${name} } = await import('./index.js');\n\nawait ${name}();\n`;
    expect(dist.get('main.js')?.toString()).toBe(entry('main'));
    expect(dist.get('post.js')?.toString()).toBe(entry('post'));
    expect(dist.get('licenses.txt')?.toString()).toContain('undici');
  });

  test('reports missing inputs with its own message, and leaves no files behind', () => {
    expect(startProblems(folder)).toEqual([]);
  });
});
