import { Agent, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { deployAgent } from '../harness/agents/deploy.ts';
import { rootModulesInstall } from '../harness/agents/fixtures.ts';
import { startEmulator } from '../harness/emulator.ts';
import { createRepository } from '../harness/git.ts';
import { receiveEvents, open, startEvents, tellingAgent } from './support/events.ts';
import { memoryMb } from './support/process-usage.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';

const EVENTS = 10_000;
const ROUNDS = roundsToMeasure(40);
/** Number of clients that request the whole stream without reading it. */
const SLOW_READERS = 20;

/**
 * Compares the replay of the second half of a long finished stream with a bare server that has the same bytes in
 * memory.
 */
export async function measure(): Promise<Measurement> {
  const emulator = await startEmulator();
  const repository = await createRepository(tellingAgent());
  const undo: (() => Promise<unknown>)[] = [() => emulator.stop(), () => repository.remove()];
  try {
    const { url } = await deployAgent(emulator, repository, { installCommand: rootModulesInstall() });
    const headers = { 'x-api-key': emulator.apiKey, 'content-type': 'application/json' };
    const run = async (more: object): Promise<{ ms: number; place: string; body: Buffer }> => {
      const body = JSON.stringify({
        assistant_id: 'telling',
        input: { count: EVENTS },
        if_not_exists: 'create',
        ...more,
      });
      const began = performance.now();
      const answer = await open(new URL(`${url}/threads/${crypto.randomUUID()}/runs/stream`), {
        headers,
        body,
      });
      const parts: Buffer[] = [];
      for await (const part of answer as AsyncIterable<Buffer>) parts.push(part);
      const ms = performance.now() - began;
      return { ms, place: String(answer.headers.location), body: Buffer.concat(parts) };
    };
    // The first run compiles the code.
    await run({ stream_mode: 'values' });
    const quiet = await run({ stream_mode: 'values' });
    const reported = await run({ stream_mode: 'custom', stream_resumable: true });
    const stream = new URL(url + reported.place);
    const from = (id: number) => ({ headers: { ...headers, 'last-event-id': String(id) } });
    const half = await receiveEvents(stream, from(EVENTS / 2));
    if (!reported.body.subarray(-half.body.length).equals(half.body))
      throw new Error('the replay is not what was sent');
    const bare = await startEvents(half.body);
    undo.push(() => bare.stop());
    const sides = { middle: [] as number[], start: [] as number[], bare: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      sides.middle.push((await receiveEvents(stream, from(EVENTS / 2))).ms);
      sides.bare.push((await receiveEvents(bare.url, { headers })).ms);
      sides.start.push((await receiveEvents(stream, from(-1))).ms);
    }
    const before = memoryMb(emulator.pid);
    const agent = new Agent();
    const slow: IncomingMessage[] = [];
    for (let at = 0; at < SLOW_READERS; at += 1) slow.push(await open(stream, { ...from(-1), agent }));
    // The emulator would send everything in this time if the readers did not block it.
    await delay(1_000);
    const growth = memoryMb(emulator.pid) - before;
    for (const reader of slow) reader.destroy();
    return {
      claim: `the second half of a stream of ${EVENTS} events is sent again about as fast as bare HTTP sends the bytes`,
      sides: [
        { name: 'emulator, from the middle to the end', unit: 'ms', samples: sides.middle },
        { name: 'bare node:http, the same bytes', unit: 'ms', samples: sides.bare },
      ],
      ratio: {
        name: 'emulator to bare, medians',
        value: median(sides.middle) / median(sides.bare),
        aim: { atMost: 5 },
      },
      figures: [
        { name: 'the whole stream, from the start', value: median(sides.start), unit: 'ms' },
        { name: 'bytes of the second half', value: half.body.length / 1024, unit: 'KiB' },
        { name: `a run that tells ${EVENTS} events, to its end`, value: reported.ms, unit: 'ms' },
        { name: 'the same run when nothing of it is asked for', value: quiet.ms, unit: 'ms' },
        { name: `memory for ${SLOW_READERS} readers who do not read`, value: growth, unit: 'MB', aim: 40 },
      ],
    };
  } finally {
    for (const work of undo.toReversed()) await work();
  }
}
