import http from 'node:http';
import fc from 'fast-check';
import type { EmulatorOptions } from '../../../../src/emulator/index.ts';
import { call } from '../../server/plane.ts';
import { checkAnswer } from './check-answer.ts';
import { addressed, type Remembered, send } from './send.ts';
import { seedRuns, seedSome } from './seeds.ts';
import { generateRequests } from './generate-requests.ts';
import { startQuietEmulator } from './world.ts';

/** Result of a series of generated requests. */
export interface Storm {
  requests: number;
  /** Number of responses by status, where 0 counts requests without a response in time. */
  statuses: Map<number, number>;
  /** Operations with at least one 2xx response, such as `GET /path`. */
  succeeded: Set<string>;
  /** Operations with at least one request. */
  asked: Set<string>;
  /** Each kind of problem, with the first request that caused it. */
  findings: Map<string, string>;
}

const SESSION = 40;
/** Number of requests per emulator, after which a new emulator starts because names and listeners run out. */
const PIECE = 2_000;

/** Sends `count` generated requests, one after another, to emulators with these options. */
export async function storm(options: EmulatorOptions, count: number, seed: number): Promise<Storm> {
  const found: Storm = {
    requests: 0,
    statuses: new Map(),
    succeeded: new Set(),
    asked: new Set(),
    findings: new Map(),
  };
  for (let piece = 0; found.requests < count; piece += 1) {
    await onePiece(options, Math.min(count, found.requests + PIECE), seed + piece * 7_919, found);
  }
  return found;
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/**
 * Sends requests to one emulator until `count` requests are counted. For every second seed, the emulator has a
 * listener.
 */
async function onePiece(options: EmulatorOptions, count: number, seed: number, found: Storm): Promise<void> {
  const world = await startQuietEmulator(options);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const { emulator } = world;
    const wishes = generateRequests((await call(emulator, 'GET', '/openapi.json')).body);
    const remembered: Remembered = new Map();
    for (let session = 0; found.requests < count; session += 1) {
      await world.tidy((at) => seedSome(emulator, at, remembered, seed % 2 === 0 && at === 1));
      await seedRuns(emulator, world.tables());
      let before = world.tables();
      let version = world.version();
      for (const wish of fc.sample(wishes, { numRuns: SESSION, seed: seed + session })) {
        if (version !== world.version()) {
          version = world.version();
          before = world.tables();
        }
        const files = world.objects();
        const sent = addressed(wish, emulator.apiKey, before, remembered);
        const operation = `${wish.operation.method} ${wish.operation.path}`;
        const got = await send(sent, emulator.port, agent).catch(asError);
        found.requests += 1;
        found.asked.add(operation);
        const status = got instanceof Error || got === undefined ? 0 : got.status;
        found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1);
        if (status >= 200 && status < 300 && wish.method === wish.operation.method)
          found.succeeded.add(operation);
        const problems = [
          ...(got instanceof Error
            ? [`no answer: ${got.message}`]
            : await checkAnswer({ world, wish, sent, got, before, version, files, remembered })),
          ...world.failures(),
        ];
        for (const problem of problems) {
          const kind = `${wish.method} ${wish.operation.path}: ${problem.slice(0, 300)}`;
          if (found.findings.has(kind)) continue;
          found.findings.set(
            kind,
            `${status} after ${sent.method} ${sent.target.slice(0, 500)}\n${String(sent.body).slice(0, 1_500)}`,
          );
        }
        if (found.requests >= count) break;
      }
    }
  } finally {
    agent.destroy();
    await world
      .close()
      .catch((error: unknown) => found.findings.set('close', asError(error).message.slice(0, 2_000)));
  }
}
