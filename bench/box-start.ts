import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createBoxHost, removeBoxFolder } from '../src/box/host.ts';
import type { BoxHost } from '../src/box/box.ts';
import { least, type Measurement, median, roundsToMeasure } from './support/measure.ts';

const execute = promisify(execFile);
const ROUNDS = roundsToMeasure(30);
const AIM_MS = 100;
const BARE = ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', 'true'];
const PROGRAM = path.resolve(import.meta.dirname, '../src/box/supervisor');

/** Returns the milliseconds that the start of bubblewrap with `true` takes. */
async function bareBubblewrap(): Promise<number> {
  const startedAt = performance.now();
  await execute('bwrap', BARE);
  return performance.now() - startedAt;
}

/** Returns the milliseconds until a box is ready, and from then until the end of its first command. */
async function startBox(host: BoxHost, folder: string): Promise<{ ready: number; first: number }> {
  const startedAt = performance.now();
  const box = await host.start({
    id: 'bench',
    folder: path.join(folder, 'box'),
    binds: [],
    proxySocket: path.join(folder, 'proxy', 'p.sock'),
    proxyAddress: null,
    proxyUser: null,
    caPem: '',
    noProxy: [],
    env: {},
    limits: { memoryBytes: 1024 ** 3, cpuMillicores: 2000, processes: 500 },
    level: 'namespaces',
  });
  const readyAt = performance.now();
  const plain = { shell: '/bin/sh', cwd: null, env: {}, timeoutMs: null, terminal: null };
  for await (const event of box.run({ command: 'true', ...plain }).events) {
    if (event.kind === 'exit' && event.code !== 0) throw new Error('`true` failed in a box');
  }
  const endedAt = performance.now();
  await box.stop();
  return { ready: readyAt - startedAt, first: endedAt - readyAt };
}

/**
 * Compares the start of a box with bare bubblewrap. The difference is the cost of the box's folders, limits,
 * supervisor and proxy connection.
 */
export async function measure(): Promise<Measurement> {
  const host = createBoxHost({
    supervisor: { entry: path.join(PROGRAM, 'main.ts'), folder: PROGRAM },
    node: process.execPath,
    sudo: false,
  });
  const { level, findings } = await host.report();
  if (level !== 'namespaces') throw new Error(`needs bubblewrap: ${findings.join(' ')}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'box-start-'));
  const [bare, ready, first]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await bareBubblewrap());
      const times = await startBox(host, folder);
      ready.push(times.ready);
      first.push(times.first);
    }
  } finally {
    removeBoxFolder(folder);
  }
  return {
    claim: `a box is ready at most ${AIM_MS} ms after bubblewrap alone would be`,
    sides: [
      { name: 'until a box is ready', unit: 'ms', samples: ready },
      { name: 'bubblewrap alone, with `true` in it', unit: 'ms', samples: bare },
    ],
    ratio: { name: 'ready to bubblewrap alone', value: median(ready) / median(bare) },
    figures: [
      { name: 'beyond bubblewrap, median', value: median(ready) - median(bare), unit: 'ms', aim: AIM_MS },
      { name: 'beyond bubblewrap, least', value: least(ready) - least(bare), unit: 'ms' },
      { name: 'a command in a box, `true`', value: median(first), unit: 'ms' },
    ],
  };
}
