import type { Clock } from '../../clients/clock.ts';
import type { Store, WebhookRow } from '../ports/store.ts';

/** Sends one call; gives the status of the answer. Rejects when there is none. */
export type PostWebhook = (
  url: string,
  body: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<number>;

/** Makes the calls that runs asked for at their end, at least once each, whatever ends the emulator. */
export interface WebhookSender {
  /** There may be one to send. Returns at once. */
  wake(): void;
  /** Gives up what is on its way: it is sent again by the next start. */
  close(): Promise<void>;
}

/** After each failed try it waits so long, in milliseconds; then it is given up. */
const WAITS_MS = [1_000, 5_000, 30_000, 120_000];
/** How long an answer may take. */
const ANSWER_WITHIN_MS = 10_000;
/** Whoever takes one has so long for it: afterwards another one may. */
const TAKEN_FOR_MS = 30_000;
/** Calls on their way that may still be answered at once. */
const AT_ONCE = 32;
/** After so many milliseconds a call holds up no other. */
const SLOW_MS = 250;
/** Calls on their way to one receiver; to one of which a call is slow, no more. */
const TO_ONE = 4;
/** Calls on their way in all: each has a socket. */
const MOST = 512;
/** Emulators that share a store look after each other's. */
const LOOK_AGAIN_MS = 5_000;

export interface WebhookDependencies {
  store: Pick<Store, 'webhooks'>;
  clock: Clock;
  /** Takes one line for the emulator's own log. */
  log: (line: string) => void;
  post?: PostWebhook;
  /** Several emulators may be at work on the store. */
  shared?: boolean;
}

export function createWebhooks(deps: WebhookDependencies): WebhookSender {
  const { store, clock, log, post = postJson } = deps;
  const closing = new AbortController();
  const sending = new Map<Promise<void>, { receiver: string; isSlow: boolean }>();
  let waiting: AbortController | undefined;
  let looking: Promise<void> | undefined;
  let again = false;

  const send = async (row: WebhookRow): Promise<void> => {
    const body = { ...row.body, webhook_sent_at: new Date(clock.now()).toISOString() };
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    const trouble = await post(row.url, body, signal).then(troubleOf, (failure: unknown) => ({
      text: failure instanceof Error ? failure.message : String(failure),
      passes: true,
    }));
    if (trouble === undefined) return store.webhooks.remove(row.runId);
    const where = `webhook of run ${row.runId} to ${redactQuery(row.url)}`;
    if (closing.signal.aborted) {
      return store.webhooks.update(row.runId, { attempts: row.attempts, dueAt: clock.now() });
    }
    const wait = trouble.passes ? WAITS_MS[row.attempts] : undefined;
    if (wait === undefined) {
      log(`${where} is given up: ${trouble.text}`);
      return store.webhooks.remove(row.runId);
    }
    log(`${where} is tried again in ${wait / 1_000} s: ${trouble.text}`);
    return store.webhooks.update(row.runId, { attempts: row.attempts + 1, dueAt: clock.now() + wait });
  };

  const isFull = (): boolean =>
    sending.size >= MOST || [...sending.values()].filter(({ isSlow }) => !isSlow).length >= AT_ONCE;

  /** Receivers that get no more calls for now: those of one that hangs must not keep others from theirs. */
  const busyReceivers = (): string[] => {
    const counts = new Map<string, number>();
    for (const { receiver, isSlow } of sending.values()) {
      counts.set(receiver, (counts.get(receiver) ?? 0) + (isSlow ? TO_ONE : 1));
    }
    return [...counts].flatMap(([receiver, count]) => (count >= TO_ONE ? [receiver] : []));
  };

  const begin = (row: WebhookRow): void => {
    const one = { receiver: receiverOf(row.url), isSlow: false };
    const timer = setTimeout(() => {
      one.isSlow = true;
      poke();
    }, SLOW_MS);
    timer.unref();
    const sent = send(row)
      .catch((failure: unknown) => log(`a webhook could not be seen to: ${String(failure)}`))
      .finally(() => {
        clearTimeout(timer);
        sending.delete(sent);
        poke();
      });
    sending.set(sent, one);
  };

  const sendAll = async (): Promise<void> => {
    while (!closing.signal.aborted && !isFull()) {
      const now = clock.now();
      const row = await store.webhooks.claim(now, now + TAKEN_FOR_MS, busyReceivers());
      if (!row) break;
      begin(row);
    }
    await planNext();
  };

  const planNext = async (): Promise<void> => {
    waiting?.abort();
    const due = await store.webhooks.nextDue(busyReceivers());
    const wait = due === undefined ? undefined : Math.max(due - clock.now(), 0);
    const ms = deps.shared ? Math.min(wait ?? LOOK_AGAIN_MS, LOOK_AGAIN_MS) : wait;
    // Whatever is on its way pokes when it is done.
    if (ms === undefined || closing.signal.aborted || isFull()) return;
    waiting = new AbortController();
    clock.sleep(Math.max(ms, 1), waiting.signal).then(poke, () => undefined);
  };

  const poke = (): void => {
    again = true;
    if (looking || closing.signal.aborted) return;
    const look = async () => {
      while (again && !closing.signal.aborted) {
        again = false;
        await sendAll();
      }
    };
    looking = look()
      .catch((failure: unknown) => {
        log(`webhooks wait: ${String(failure)}`);
        const timer = setTimeout(poke, LOOK_AGAIN_MS);
        timer.unref();
      })
      .finally(() => {
        looking = undefined;
        if (again) poke();
      });
  };

  return {
    wake: poke,
    async close() {
      closing.abort(new Error('the emulator is closing'));
      waiting?.abort();
      await looking;
      await Promise.all(sending.keys());
    },
  };
}

/** Where a webhook goes, for the log: the URL's query may hold credentials. */
function redactQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

/** What the URLs of one receiver begin with. */
function receiverOf(url: string): string {
  return /^[^/]*\/\/[^/?#]*[/?#]?/.exec(url)?.[0] ?? url;
}

/** What is wrong with an answer, and whether it may be right another time. */
function troubleOf(status: number): { text: string; passes: boolean } | undefined {
  if (status >= 200 && status < 300) return undefined;
  const passes = status === 408 || status === 429 || status >= 500;
  return { text: `it answered ${status}`, passes };
}

const postJson: PostWebhook = async (url, body, signal) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // Who is called is for the client to say, and nobody else.
    redirect: 'manual',
    signal,
  });
  await answer.body?.cancel();
  return answer.status;
};
