import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../../../os/errors.ts';
import { withTimeout } from '../../../os/timeout.ts';
import { ControlPlaneRefusedError, type PlaneClient } from '../artifacts/plane-client.ts';
import { LINE_CHARACTERS, type PodLines, StoredLines } from './protocol.ts';

type Line = PodLines['lines'][number];

export interface PodLogSenderOptions {
  plane: Pick<PlaneClient, 'json'>;
  /** Uid of the pod. */
  pod: string;
  /** ID of this start of the pod's program. */
  run: string;
  now: () => number;
  /** Writes text to the standard output of the container. */
  print: (text: string) => void;
  /** Aborts when the sender must stop, even if it has not sent all lines. */
  signal: AbortSignal;
  limits?: Partial<typeof LIMITS>;
}

/** Prints the output of an agent pod, and sends it to the control plane, in order and without duplicates. */
export interface PodLogSender {
  /** Writes text of one or more lines. */
  write(text: string): void;
  /** Resolves once the control plane has stored all lines, or after `withinMs` milliseconds. */
  flush(withinMs: number): Promise<void>;
}

const LIMITS = {
  /** Milliseconds for which lines are collected before they are sent in one request. */
  gatherMs: 300,
  /** Maximum number of lines and characters in one request. */
  requestLines: 500,
  requestCharacters: 256 * 1024,
  /** Maximum number of lines and characters that wait for the control plane. */
  waitingLines: 20_000,
  waitingCharacters: 8 * 1024 * 1024,
  /** Milliseconds before a refused request is repeated, for example after a rollback of the control plane. */
  refusedMs: 30_000,
};
/** Statuses of requests that would be refused again. */
const INVALID: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * Creates the sender. All lines go to the standard output in the order in which they are sent, so the control plane can
 * find the lines that a killed pod has not sent in the output that the cluster stores.
 */
export function createPodLogSender(options: PodLogSenderOptions): PodLogSender {
  const { plane, pod, run, now, print, signal } = options;
  const limits = { ...LIMITS, ...options.limits };
  const startedAt = now();
  const waiting: Line[] = [];
  let characters = 0;
  /** Number of lines that the control plane no longer needs. */
  let stored = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  const remove = (count: number) => {
    for (const { message } of waiting.splice(0, count)) characters -= message.length;
  };
  const nextLines = (): Line[] => {
    let size = 0;
    const end = waiting.findIndex(({ message }, index) => {
      size += message.length;
      return index > 0 && (index >= limits.requestLines || size > limits.requestCharacters);
    });
    return end === -1 ? waiting.slice() : waiting.slice(0, end);
  };
  const send = async () => {
    while (waiting.length > 0 && !signal.aborted) {
      const lines = nextLines();
      const json: PodLines = { pod, run, started_at: startedAt, from: stored, lines };
      try {
        const answer = await plane.json('/log', { method: 'POST', body: { json } });
        const { stored: position } = StoredLines.parse(answer);
        // The control plane may have read later lines from the cluster.
        remove(Math.max(0, position - stored));
        stored = Math.max(stored, position);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ControlPlaneRefusedError && INVALID.has(error.status)) {
          remove(lines.length);
          stored += lines.length;
          dropped += lines.length;
          continue;
        }
        print(`agent: the log cannot be sent to the control plane yet: ${errorMessage(error)}\n`);
        await delay(limits.refusedMs, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const start = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= send().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const add = (line: string) => {
    const at = now();
    print(`${line}\n`);
    if (waiting.length >= limits.waitingLines || characters >= limits.waitingCharacters) {
      dropped += 1;
      return;
    }
    for (let from = 0; from === 0 || from < line.length; from += LINE_CHARACTERS) {
      const message = line.slice(from, from + LINE_CHARACTERS);
      waiting.push({ at, message });
      characters += message.length;
    }
    if (waiting.length >= limits.requestLines) void start();
    else timer ??= setTimeout(() => void start(), limits.gatherMs);
  };
  /** Adds a line about dropped lines once the control plane has stored half of the waiting lines. */
  const reportDropped = () => {
    const hasRoom = waiting.length <= limits.waitingLines / 2 && characters <= limits.waitingCharacters / 2;
    if (dropped === 0 || !hasRoom) return;
    const count = dropped;
    dropped = 0;
    add(
      `agent: ${count} ${count === 1 ? 'line was' : 'lines were'} not sent to the control plane, which could not store them in time.`,
    );
  };
  return {
    write(text) {
      reportDropped();
      for (const line of text.toWellFormed().split('\n')) add(line);
    },
    async flush(withinMs) {
      const drain = async () => {
        do await start();
        while (waiting.length > 0 && !signal.aborted);
        reportDropped();
        if (waiting.length > 0) await start();
      };
      await withTimeout(drain(), withinMs).catch(() => undefined);
    },
  };
}
