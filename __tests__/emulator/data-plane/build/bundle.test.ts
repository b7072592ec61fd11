import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { bundleGraphs, retainBundler } from '../../../../src/emulator/data-plane/build/bundle.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bundle-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes graphs, so many that their bundling takes a while, and gives what bundles them. */
async function graphs(): Promise<() => Promise<string[]>> {
  const all: Parameters<typeof bundleGraphs>[1][number][] = [];
  for (let at = 0; at < 50; at += 1) {
    const file = join(folder, `agent-${at}.ts`);
    await writeFile(file, `export const graph: number = ${at};`);
    all.push({ id: `agent-${at}`, path: `./agent-${at}.ts`, exportName: 'graph', file });
  }
  const config = { graphs: {}, env: { kind: 'none' } } as unknown as Parameters<
    typeof bundleGraphs
  >[0]['config'];
  const loaded = { shown: 'langgraph.json', folder, folderName: '.', config, warnings: [] };
  return async () => Object.keys(await bundleGraphs(loaded, all, () => undefined));
}

describe('emulators of one process', () => {
  // docs/security.md#closing-one-emulator-stops
  test('build while another is closed, and after all of them were', async () => {
    const bundle = await graphs();
    const [first, second] = [retainBundler(), retainBundler()];
    await bundle();
    const building = bundle();
    // It is running by then.
    await setImmediate();
    // Closing twice counts once.
    await Promise.all([first(), first()]);
    expect(await building).toHaveLength(50);
    await second();
    const third = retainBundler();
    expect(await bundle()).toHaveLength(50);
    await third();
  });
});
