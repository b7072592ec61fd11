import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPodServer } from '../src/emulator/data-plane/places/kubernetes/pod/pod-server.ts';
import { WORKER_LINK, type Frame } from '../src/emulator/data-plane/link/frames.ts';
import { median, type Measurement, percentile, roundsToMeasure } from './support/measure.ts';

const MIB = 1024 * 1024;
const TEXT_BYTES = 60 * MIB;
/** Duration of one attack, in milliseconds. */
const ATTACK_MS = 20_000;
/** Milliseconds between two messages. The pod keeps at most 512 MiB of unsent messages. */
const PAUSE_MS = 3_000;
/** Milliseconds between two requests of another deployment. */
const EVERY_MS = 20;

/** Fills a text with copies of `unit` to 60 MiB. */
function fill(head: string, unit: string, tail: string): Buffer {
  return Buffer.from(
    head + unit.repeat(Math.floor((TEXT_BYTES - head.length - tail.length) / unit.length)) + tail,
  );
}

const list = (count: number, item: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => item(at)).join(',');

/** Texts that take long to parse or to check. */
function attacks(): Buffer[] {
  return [
    Buffer.from(
      `{"type":"store-call","id":3,"call":{"op":"put-writes","runId":"r","rows":[${list(900_000, () => `1${' '.repeat(60)}`)}]}}`,
    ),
    Buffer.from(
      `{"type":"answer","id":2,"answer":{${list(390_000, (at) => `"${at}${'x'.repeat(140)}":1`)}}}`,
    ),
    Buffer.from(
      `{"type":"run-ended","runId":"r","outcome":{"kind":"success","values":{${list(190_000, (at) => `"${at}${'x'.repeat(250)}":12345678901234567890`)}}}}`,
    ),
    fill(
      '{"type":"run-ended","runId":"r","outcome":{"kind":"success","values":{"a":"',
      String.raw`\"`,
      '"}}}',
    ),
    fill('{"type":"answer","id":2,"answer":[', '[],', '1]}'),
  ];
}

interface Attacked {
  /** Response times of the other deployment's requests, in milliseconds. */
  waits: number[];
  /** Processor time of the replica for each second of the attack, in milliseconds. */
  cpuShare: number;
  maxRss: number;
}

/** Attacks a replica from a pod for some seconds, and measures the requests of another deployment in the meantime. */
async function attack(mode: 'loop' | 'threads', texts: readonly Buffer[], forMs: number): Promise<Attacked> {
  const [podUid, token] = ['uid', 'token'];
  let isOver = false;
  let sent = 0;
  const pod = await startPodServer({
    port: 0,
    host: '127.0.0.1',
    token,
    revisionId: 'r',
    podUid,
    introduction: () => ({
      type: 'facts',
      deploymentId: 'd',
      revisionId: 'r',
      language: 'javascript',
      pid: 1,
      graphs: {},
      protocol: true,
    }),
    forwarder: {
      attach(toReplica: (frame: Frame) => void) {
        const next = (): void => {
          const text = texts[sent % texts.length];
          if (isOver || text === undefined) return;
          sent += 1;
          toReplica({ link: WORKER_LINK, text, bytes: Buffer.alloc(0) });
          setTimeout(next, PAUSE_MS);
        };
        // The first message on a link is the pod's introduction.
        setTimeout(next, 100);
        return { fromReplica: () => undefined, end: () => (isOver = true) };
      },
      fromWorker: () => undefined,
      detached: () => undefined,
    },
    readUi: () => Promise.reject(new Error('no files')),
    log: () => undefined,
  });
  const replica = fork(path.join(import.meta.dirname, 'support/hostile-link.ts'), [
    `http://127.0.0.1:${pod.port}`,
    mode,
    podUid,
    token,
  ]);
  try {
    const [{ port }] = (await Promise.race([
      once(replica, 'message'),
      once(replica, 'exit').then(() => Promise.reject(new Error('the replica could not open its link'))),
    ])) as [{ port: number }];
    const ask = async () =>
      (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as { cpuMs: number; maxRss: number };
    const before = await ask();
    const waits: number[] = [];
    const begun = performance.now();
    while (performance.now() - begun < forMs) {
      const asked = performance.now();
      await ask();
      waits.push(performance.now() - asked);
      await delay(EVERY_MS);
    }
    const after = await ask();
    const seconds = (performance.now() - begun) / 1_000;
    return { waits, cpuShare: (after.cpuMs - before.cpuMs) / seconds, maxRss: after.maxRss };
  } finally {
    isOver = true;
    replica.kill('SIGKILL');
    await pod.close();
  }
}

/**
 * Compares a replica that decodes the frames of a hostile agent in its event loop, without limits of the link, with a
 * replica that decodes them in threads and limits the link.
 */
export async function measure(): Promise<Measurement> {
  const texts = attacks();
  const forMs = roundsToMeasure(20) === 1 ? 2_000 : ATTACK_MS;
  const threads = await attack('threads', texts, forMs);
  const loop = await attack('loop', texts, forMs);
  const worst = (one: Attacked): number => Math.max(...one.waits);
  return {
    claim:
      'while an agent sends hostile messages of 60 MiB, the requests of another deployment wait less than half a second',
    sides: [
      { name: 'requests of another deployment, threads', unit: 'ms', samples: threads.waits },
      { name: 'requests of another deployment, event loop', unit: 'ms', samples: loop.waits },
    ],
    ratio: {
      name: 'longest wait, threads to event loop',
      value: worst(threads) / worst(loop),
      aim: { atMost: 0.5 },
    },
    figures: [
      { name: 'longest wait, threads', value: worst(threads), unit: 'ms', aim: 500 },
      { name: 'longest wait, event loop', value: worst(loop), unit: 'ms' },
      { name: '99 % of the waits, threads', value: percentile(threads.waits, 0.99), unit: 'ms' },
      { name: '99 % of the waits, event loop', value: percentile(loop.waits, 0.99), unit: 'ms' },
      { name: 'processor time per second, threads', value: threads.cpuShare, unit: 'ms' },
      { name: 'processor time per second, event loop', value: loop.cpuShare, unit: 'ms' },
      { name: 'peak memory, threads', value: threads.maxRss, unit: 'MiB' },
      { name: 'peak memory, event loop', value: loop.maxRss, unit: 'MiB' },
    ],
    moreRatios: [
      { name: 'median wait, threads to event loop', value: median(threads.waits) / median(loop.waits) },
    ],
  };
}
