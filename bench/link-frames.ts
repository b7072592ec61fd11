import { randomBytes, randomUUID } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { createFrameReader, decodeFrame, encodeFrame } from '../src/emulator/data-plane/link/frames.ts';
import { packCall, unpackCall } from '../src/emulator/data-plane/link/parts.ts';
import { median, type Measurement, roundsToMeasure, type Side } from './support/measure.ts';

const ROUNDS = 40;
const TIMES = 50;

const row = {
  threadId: randomUUID(),
  ns: '',
  id: randomUUID(),
  parentId: null,
  checkpointType: 'json',
  checkpoint: randomBytes(10_000),
  metadataType: 'json',
  metadata: randomBytes(300),
  delta: false,
};
const call = { op: 'put' as const, runId: randomUUID(), row };
const events = Array.from({ length: 500 }, (_, at) => ({
  event: 'messages/partial',
  data: JSON.stringify([{ id: `run-${at}`, type: 'AIMessageChunk', content: 'a token of the model' }]),
}));

/** Returns the message as the emulator reads it from a worker's frames. */
function throughFrames(message: object, parts: readonly Uint8Array[] = []): unknown {
  let received: unknown;
  const reader = createFrameReader((frame) => {
    const decoded = decodeFrame(frame);
    received = unpackCall(decoded.message['call'], decoded.parts) ?? decoded.message;
  });
  for (const chunk of encodeFrame(message, parts)) reader.push(Buffer.from(chunk));
  return received;
}

/**
 * Compares the cost of writing and reading a worker's messages as frames with the cost of V8's format for IPC
 * channels.
 */
export function measure(): Promise<Measurement> {
  const work = {
    'a checkpoint of 10 kB, frames': () => {
      const packed = packCall(call);
      throughFrames({ type: 'store-call', id: 1, call: packed.call }, packed.parts);
    },
    'a checkpoint of 10 kB, V8': () => deserialize(serialize({ type: 'store-call', id: 1, call })) as unknown,
    '500 events, frames': () => throughFrames({ type: 'events', runId: 'r', events }),
    '500 events, V8': () => deserialize(serialize({ type: 'events', runId: 'r', events })) as unknown,
  };
  const sides = Object.keys(work).map((name): Side => ({ name, unit: 'ms', samples: [] }));
  for (let round = 0; round < roundsToMeasure(ROUNDS) + 5; round += 1) {
    for (const [at, run] of Object.values(work).entries()) {
      const began = performance.now();
      for (let times = 0; times < TIMES; times += 1) run();
      if (round >= 5) sides[at]?.samples.push((performance.now() - began) / TIMES);
    }
  }
  const of = (at: number): number => median(sides[at]?.samples ?? []);
  const [first, second, ...rest] = sides;
  if (first === undefined || second === undefined) throw new Error('nothing was measured');
  return Promise.resolve({
    claim:
      '500 events cost less than half a millisecond more as frames, with the search for excess, than as V8 writes them',
    sides: [first, second, ...rest],
    ratio: { name: 'a checkpoint, frames to V8', value: of(0) / of(1), aim: { atMost: 2 } },
    moreRatios: [{ name: '500 events, frames to V8', value: of(2) / of(3) }],
    figures: [
      { name: 'more for a checkpoint', value: of(0) - of(1), unit: 'ms', aim: 0.05 },
      { name: 'more for 500 events', value: of(2) - of(3), unit: 'ms', aim: 0.5 },
    ],
  });
}
