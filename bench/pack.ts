import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { ROOT } from './support/deploys.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(3);
const MB = 1_000_000;
const Line = z.object({
  ms: z.number(),
  packedMs: z.number(),
  before: z.number(),
  mostPacking: z.number(),
  most: z.number(),
  bytes: z.number(),
});

/**
 * Compares the upload of an agent with a large model, with the action's code and with `tar cz | curl -T`, to the same
 * bare server. The process first uploads 10 MB, and the result is the growth of its memory for fifteen times as much
 * data.
 */
export async function measure(): Promise<Measurement> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-pack-'));
  const sink = spawn(process.execPath, script('bench/support/counting-sink.ts'), {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const url = `http://127.0.0.1:${await firstLine(sink.stdout)}/archive`;
    const [small, large] = [path.join(folder, 'small'), path.join(folder, 'large')];
    await makeTree(small, 10);
    await makeTree(large, 150);
    const [ours, theirs]: [number[], number[]] = [[], []];
    const [growth, growthPacking, packing]: [number[], number[], number[]] = [[], [], []];
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const ran = await upload(url, small, large);
      ours.push(ran.ms);
      packing.push(ran.packedMs);
      growth.push((ran.most - ran.before) / MB);
      growthPacking.push((ran.mostPacking - ran.before) / MB);
      ({ bytes } = ran);
      theirs.push(await shell(`tar cz -C '${large}' . | curl -sSf -T - '${url}'`));
    }
    return {
      claim: `a source of 150 MB (${Math.round(bytes / MB)} MB packed) is uploaded in bounded memory`,
      sides: [
        { name: 'the action: packed for its size, and again', unit: 'ms', samples: ours },
        { name: 'tar cz | curl -T', unit: 'ms', samples: theirs },
      ],
      ratio: { name: 'medians', value: median(ours) / median(theirs), aim: { atMost: 2 } },
      figures: [
        { name: 'memory growth at most, after 10 MB', value: Math.max(...growth), unit: 'MB', aim: 40 },
        { name: 'of that, while it was packed for its size', value: Math.max(...growthPacking), unit: 'MB' },
        { name: 'packing for its size', value: median(packing), unit: 'ms' },
        { name: 'throughput', value: bytes / MB / (median(ours) / 1000), unit: 'MB/s' },
      ],
    };
  } finally {
    sink.stdin.end();
    await rm(folder, { recursive: true, force: true });
  }
}

const script = (file: string): string[] => [path.join(ROOT, 'scripts/run.mjs'), path.join(ROOT, file)];

/**
 * Creates a folder with 90 % incompressible files of up to 4 MB, and sources of a few kilobytes that compress to
 * half.
 */
async function makeTree(folder: string, megabytes: number): Promise<void> {
  const files: [string, Uint8Array][] = [['langgraph.json', Buffer.from('{}')]];
  for (let made = 0, count = 0; made < megabytes * MB * 0.9; count += 1) {
    const size = 4 * MB * (1 - (count % 8) / 10);
    files.push([`model/${count}.bin`, randomBytes(size)]);
    made += size;
  }
  for (let count = 0; count < megabytes * 12; count += 1) {
    files.push([`src/${count % 40}/${count}.ts`, Buffer.from(randomBytes(4200).toString('hex'))]);
  }
  for (const [name, content] of files) {
    const at = path.join(folder, name);
    await mkdir(path.dirname(at), { recursive: true });
    await writeFile(at, content);
  }
}

/** Uploads the folders in one process, and returns the measurement of the second folder. */
async function upload(url: string, ...folders: string[]): Promise<z.infer<typeof Line>> {
  const child = spawn(process.execPath, [...script('bench/support/pack-upload.ts'), url, ...folders], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await text(child.stdout);
  return Line.parse(JSON.parse(printed.trim().split('\n')[1] ?? ''));
}

function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => createInterface({ input: stream }).once('line', resolve));
}

async function shell(command: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn('bash', ['-o', 'pipefail', '-c', command], { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return performance.now() - startedAt;
}
