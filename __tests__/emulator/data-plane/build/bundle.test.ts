import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DEFAULT_LIMITS } from '../../../../src/emulator/data-plane/build/step.ts';
import type { LoadedGraphConfig } from '../../../../src/graph-config/load.ts';
import { bundleModules, retainBundler } from '../../../../src/emulator/data-plane/build/bundle.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bundle-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const CONTEXT = { log: () => undefined, signal: new AbortController().signal, limits: DEFAULT_LIMITS };

function loaded(): Parameters<typeof bundleModules>[0] {
  const config = { graphs: [], env: { kind: 'none' } } as unknown as LoadedGraphConfig['config'];
  return { shown: 'langgraph.json', folder, folderName: '.', config, warnings: [] };
}

/** Writes many graphs, so that bundling takes a while, and returns a function that bundles them. */
async function graphs(): Promise<() => Promise<string[]>> {
  const all: Parameters<typeof bundleModules>[1][number][] = [];
  for (let at = 0; at < 50; at += 1) {
    const file = join(folder, `agent-${at}.ts`);
    await writeFile(file, `export const graph: number = ${at};`);
    all.push({ key: `graphs.agent-${at}`, path: `./agent-${at}.ts`, exportName: 'graph', file });
  }
  return async () => [...(await bundleModules(loaded(), all, CONTEXT)).modules.keys()];
}

test('configured modules are bundled together with the graphs, and share common imports', async () => {
  await writeFile(join(folder, 'shared.ts'), 'export const state = { users: 0 };');
  await writeFile(join(folder, 'agent.ts'), `export { state as graph } from './shared.ts';`);
  await writeFile(join(folder, 'auth.ts'), `export { state as auth } from './shared.ts';`);
  const release = retainBundler();
  const module = (key: string, name: string, exportName: string) => ({
    key,
    path: `./${name}.ts`,
    exportName,
    file: join(folder, `${name}.ts`),
  });
  const bundle = (...modules: Parameters<typeof bundleModules>[1]) =>
    bundleModules(loaded(), modules, CONTEXT);
  const graph = module('graphs.agent', 'agent', 'graph');
  const { modules: made } = await bundle(graph, module('auth.path', 'auth', 'auth'));
  const load = async (key: string): Promise<Record<string, unknown>> =>
    (await import(made.get(key)?.module ?? '')) as Record<string, unknown>;
  expect((await load('auth.path'))['auth']).toBe((await load('graphs.agent'))['graph']);
  await expect(bundle(graph, module('auth.path', 'auth', 'auht'))).rejects.toThrow(
    'the key "auth.path" names the export "auht", but ./auth.ts does not export this name. Did you mean "auth"?',
  );
  await release();
});

describe('several emulators in one process', () => {
  // docs/security/emulator.md#closing-one-emulator-stops
  test('can build while one of the emulators is being closed, and again after all were closed', async () => {
    const bundle = await graphs();
    const [first, second] = [retainBundler(), retainBundler()];
    await bundle();
    const building = bundle();
    // The bundler is running after this turn.
    await setImmediate();
    // A second release by the same user has no effect.
    await Promise.all([first(), first()]);
    expect(await building).toHaveLength(50);
    await second();
    const third = retainBundler();
    expect(await bundle()).toHaveLength(50);
    await third();
  });
});
