import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { bundleGraphs, holdBundler } from '../../../../src/emulator/data-plane/build/bundle.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bundle-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function bundle(): Promise<string[]> {
  const graphs = [];
  // So many that a helper that ends is noticed while they are being built.
  for (let at = 0; at < 50; at += 1) {
    const file = join(folder, `agent-${at}.ts`);
    await writeFile(file, `export const graph: number = ${at};`);
    graphs.push({ id: `agent-${at}`, path: `./agent-${at}.ts`, exportName: 'graph', file });
  }
  const config = { graphs: {}, env: { kind: 'none' } } as unknown as Parameters<
    typeof bundleGraphs
  >[0]['config'];
  const loaded = { shown: 'langgraph.json', folder, folderName: '.', config };
  return Object.keys(await bundleGraphs(loaded, graphs, () => undefined));
}

describe('emulators of one process', () => {
  test('build while another is closed, and after all of them were', async () => {
    const [first, second] = [holdBundler(), holdBundler()];
    await bundle();
    const building = bundle();
    // Closing twice counts once.
    await Promise.all([first(), first()]);
    expect(await building).toHaveLength(50);
    await second();
    const third = holdBundler();
    expect(await bundle()).toHaveLength(50);
    await third();
  });
});
