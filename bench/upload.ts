import { spawn } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmulatorHandle, startEmulator } from '../harness/emulator.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';
import { startSink } from './support/sink.ts';

const ROUNDS = roundsToMeasure(7);
const MB = 1_000_000;
const SOURCE_BYTES = 150 * MB;
/** Milliseconds between two measurements of the emulator's memory during an upload. */
const LOOK_MS = 10;

/**
 * Compares the MB per second of `tar cz | curl -T` to the emulator, which checks, hashes and stores the data, and to a
 * bare server that writes the data to a file. Also measures how much the emulator's memory grows. The data is
 * incompressible, so that tar and gzip, which are the same on both sides, take little time.
 */
export async function measure(): Promise<Measurement> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-upload-'));
  const running: { stop(): Promise<void> }[] = [];
  try {
    const source = path.join(folder, 'source');
    await mkdir(source);
    await writeRandom(path.join(source, 'blob'), SOURCE_BYTES);
    const emulator = await startEmulator({ runtime: 'stub' });
    running.push(emulator);
    const file = path.join(folder, 'sink');
    const sink = await startSink(file);
    running.push(sink);
    const ask = await asker(emulator);

    // Each side runs once before the measurement, so that the code is compiled and the source is cached.
    await send(source, sink.url.href);
    await send(source, await ask());
    const size = (await stat(file)).size / MB;
    const before = await residentMb(emulator.pid);
    const sides = { ours: [] as number[], bare: [] as number[] };
    let most = before;
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = async () => {
        const url = await ask();
        const look = setInterval(() => {
          void residentMb(emulator.pid).then((now) => {
            most = Math.max(most, now);
          });
        }, LOOK_MS);
        sides.ours.push(size / (await send(source, url)));
        clearInterval(look);
      };
      const bare = async () => void sides.bare.push(size / (await send(source, sink.url.href)));
      // The order alternates, so that each side comes first equally often.
      for (const side of round % 2 === 0 ? [ours, bare] : [bare, ours]) await side();
    }
    return {
      claim: `tar cz | curl -T of ${Math.round(size)} MB: into the emulator, against a bare server that writes to disk`,
      sides: [
        { name: 'emulator', unit: 'MB/s', samples: sides.ours },
        { name: 'bare node:http', unit: 'MB/s', samples: sides.bare },
      ],
      ratio: {
        name: 'emulator / bare, MB/s',
        value: median(sides.ours) / median(sides.bare),
        aim: { atLeast: 0.8 },
      },
      figures: [{ name: 'growth of the emulator’s memory', value: most - before, unit: 'MB', aim: 40 }],
    };
  } finally {
    for (const one of running) await one.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeRandom(file: string, bytes: number): Promise<void> {
  const handle = await open(file, 'w');
  const piece = Buffer.alloc(MB);
  for (let written = 0; written < bytes; written += MB) await handle.write(randomFillSync(piece));
  await handle.close();
}

/** Returns a function that returns another upload URL of a deployment with each call. */
async function asker(emulator: EmulatorHandle): Promise<() => Promise<string>> {
  const created = await emulator.api('POST', '/v2/deployments', {
    name: 'uploaded',
    source: 'internal_source',
    source_config: {},
    source_revision_config: { graph_config_path: 'langgraph.json' },
    secrets: [],
  });
  const { id } = created.body as { id: string };
  return async () => {
    const { body } = await emulator.api('POST', `/v2/deployments/${id}/upload-url`);
    return (body as { upload_url: string }).upload_url;
  };
}

/** Packs and uploads the source, and returns the seconds. */
async function send(source: string, url: string): Promise<number> {
  const began = performance.now();
  // The URL is passed in the environment, because every user can read command-line arguments.
  const child = spawn('sh', ['-c', 'tar -C "$SOURCE" -cz . | curl --silent --fail -T - "$URL"'], {
    env: { PATH: process.env['PATH'], SOURCE: source, URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended: unknown[] = await once(child, 'exit');
  const [code] = ended;
  if (code !== 0) throw new Error(`the upload failed: curl ended with ${String(code)}`);
  return (performance.now() - began) / 1000;
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1000;
}
