import { errorMessage } from '../../os/errors.ts';
import { stringifyExactJson } from '../../contract/exact-json.ts';
import { isoTime, type ServiceClock } from '../ports/clock.ts';
import type { HttpSettings, WebhookSettings } from '../ports/agent-http.ts';
import type { Store, WebhookAttempt, WebhookRow } from '../ports/store.ts';

/**
 * Sends one webhook, calls `onText` with the beginning of the response's body, and returns the response's status.
 * Rejects if no response arrives.
 */
export type PostWebhook = (
  url: string,
  body: Record<string, unknown>,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>>,
  onText?: (text: string) => void,
  /** The only addresses to which the request may connect. */
  addresses?: readonly string[],
) => Promise<number>;

/** Sends the webhooks of ended runs. Each webhook is sent at least once, even if the emulator crashes. */
export interface WebhookSender {
  /** Starts to look for webhooks that are due, and returns immediately. */
  wake(): void;
  /** Aborts running requests. The next start sends the webhooks of the aborted requests again. */
  close(): Promise<void>;
}

/** Delays before retries, in milliseconds (docs/api/threads-and-runs.md#webhook-retries). */
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000];
/** Delay in milliseconds before unknown settings are read again. The settings are unknown until a worker runs. */
const SETTINGS_MS = 1_000;
const ANSWER_TIMEOUT_MS = 10_000;
/** Milliseconds after which the claim of a webhook ends, and another emulator may send the webhook. */
const CLAIM_MS = 30_000;
/** Maximum number of simultaneous requests that do not count as slow. */
const MAX_FAST = 32;
/**
 * Milliseconds after which a request counts as slow. A slow request no longer counts toward `MAX_FAST`, but blocks
 * further requests to its receiver.
 */
const SLOW_MS = 250;
/** Maximum number of simultaneous requests to one receiver. A slow request counts as `MAX_PER_RECEIVER` requests. */
const MAX_PER_RECEIVER = 4;
/** Maximum number of simultaneous requests. The number is limited, because each request uses a socket. */
const MAX_ALL = 512;
/** Maximum length of a stored response, in characters. */
const MAX_RESPONSE = 2_000;
/** Minimum length of a header value that is redacted in stored texts, in characters. */
const MIN_HEADER = 6;
/** Polling interval of emulators that share a store, and delay after a failure of the store, in milliseconds. */
const POLL_MS = 5_000;

export interface WebhookDependencies {
  store: Pick<Store, 'webhooks'>;
  clock: Pick<ServiceClock, 'now' | 'sleep' | 'delayMoves'>;
  log: (line: string) => void;
  post?: PostWebhook;
  /**
   * Returns the webhook settings of a deployment's configuration, or `wait` if the serving revision's configuration is
   * not known yet. The function is absent if no deployment has settings.
   */
  settingsOf?: (
    deploymentId: string,
  ) => Promise<Pick<HttpSettings, 'disableWebhooks' | 'webhooks'> | 'wait' | undefined>;
  /** Private networks that webhooks may reach; absent if webhooks may reach every address. */
  networks?: readonly string[] | undefined;
  /** Removes the known secrets from the problem or the response of an attempt. */
  redactText?: (text: string) => string;
  /** True if several emulators share the store. */
  shared?: boolean;
}

export function createWebhooks(dependencies: WebhookDependencies): WebhookSender {
  const { store, clock, log } = dependencies;
  const closing = new AbortController();
  const send = createDelivery(dependencies, closing.signal);
  const requests = createOpenRequests(() => wake());
  let waiting: AbortController | undefined;
  let sendingDue: Promise<void> | undefined;
  let retry = false;

  const sendAll = async (): Promise<void> => {
    while (!closing.signal.aborted && !requests.isFull()) {
      const now = clock.now();
      const row = await store.webhooks.claim(now, now + CLAIM_MS, requests.busyReceivers());
      if (!row) break;
      const allowMoves = clock.delayMoves();
      const sent = send(row)
        .catch((failure: unknown) => log(`a webhook could not be updated: ${String(failure)}`))
        .finally(allowMoves);
      requests.add(receiverOf(row.url), sent);
    }
    await planNext();
  };

  const planNext = async (): Promise<void> => {
    waiting?.abort();
    const due = await store.webhooks.nextDue(requests.busyReceivers());
    const wait = due === undefined ? undefined : Math.max(due - clock.now(), 0);
    const ms = dependencies.shared ? Math.min(wait ?? POLL_MS, POLL_MS) : wait;
    // If no more requests can be sent now, the sender is woken when the next request ends.
    if (ms === undefined || closing.signal.aborted || requests.isFull()) return;
    waiting = new AbortController();
    clock.sleep(Math.max(ms, 1), waiting.signal).then(wake, () => undefined);
  };

  const wake = (): void => {
    retry = true;
    if (sendingDue || closing.signal.aborted) return;
    const allowMoves = clock.delayMoves();
    const sendDue = async () => {
      while (retry && !closing.signal.aborted) {
        retry = false;
        await sendAll();
      }
    };
    sendingDue = sendDue()
      .catch((failure: unknown) => {
        log(`webhooks wait: ${String(failure)}`);
        const timer = setTimeout(wake, POLL_MS);
        timer.unref();
      })
      .finally(() => {
        sendingDue = undefined;
        allowMoves();
        if (retry) wake();
      });
  };

  return {
    wake,
    async close() {
      closing.abort(new Error('the emulator is closing'));
      waiting?.abort();
      await sendingDue;
      await requests.ended();
    },
  };
}

/** Creates the function that sends a due webhook and stores the time of the next attempt, if any. */
function createDelivery(
  {
    store,
    clock,
    log,
    post = postJson,
    settingsOf,
    networks,
    redactText = (text) => text,
  }: WebhookDependencies,
  closing: AbortSignal,
): (row: WebhookRow) => Promise<void> {
  const attempt = async (
    row: WebhookRow,
    { headers = {}, allowedFields, policy }: Partial<WebhookSettings>,
    observed: { status: number | null; response: string },
  ): Promise<{ text: string; isTransient: boolean } | undefined> => {
    // The policy is checked again, because the revision that created the run might have had a less strict policy.
    const checked =
      policy === undefined && networks === undefined
        ? undefined
        : await (await import('./webhook-policy.ts')).checkWebhook(row.url, { policy, networks });
    if (checked?.refused !== undefined) return { text: `its URL ${checked.refused}`, isTransient: false };
    const all = { ...row.body, webhook_sent_at: isoTime(clock.now()) };
    const body = allowedFields?.length
      ? Object.fromEntries(Object.entries(all).filter(([name]) => allowedFields.includes(name)))
      : all;
    const signal = AbortSignal.any([closing, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
    const onText = (text: string) => (observed.response = text);
    return post(row.url, body, signal, headers, onText, checked?.addresses).then(
      (status) => {
        observed.status = status;
        return problemOf(status);
      },
      (failure: unknown) => ({ text: errorMessage(failure), isTransient: true }),
    );
  };

  return async (row) => {
    const settings = await settingsOf?.(row.deploymentId);
    if (settings === 'wait') return store.webhooks.update(row.id, { dueAt: clock.now() + SETTINGS_MS });
    if (settings?.disableWebhooks === true) return store.webhooks.remove(row.id);
    const observed = { status: null, response: '' };
    const [at, startedAt] = [clock.now(), performance.now()];
    const problem = await attempt(row, settings?.webhooks ?? {}, observed);
    if (problem !== undefined && closing.aborted) {
      return store.webhooks.update(row.id, { dueAt: clock.now() });
    }
    const ms = Math.round(performance.now() - startedAt);
    const clean = (text: string) =>
      redactText(withoutHeaders(text.replaceAll(row.url, redactQuery(row.url)), settings?.webhooks?.headers));
    const made: WebhookAttempt = {
      at,
      ms,
      status: observed.status,
      problem: clean(problem?.text ?? ''),
      response: clean(observed.response).slice(0, MAX_RESPONSE).toWellFormed(),
    };
    const attempts = [...row.attempts, made];
    if (problem === undefined) return store.webhooks.finish(row, attempts);
    const where = `webhook of run ${row.runId} to ${redactQuery(row.url)}`;
    const wait = problem.isTransient ? RETRY_DELAYS_MS[row.attempts.length] : undefined;
    if (wait === undefined) {
      log(`${where} failed and is not retried: ${problem.text}`);
      return store.webhooks.finish(row, attempts);
    }
    log(`${where} is retried in ${wait / 1_000} s: ${problem.text}`);
    return store.webhooks.update(row.id, { attempts, dueAt: clock.now() + wait });
  };
}

/**
 * Removes the values of the configured headers from a text, because a receiver might repeat the values. A header value
 * can be a secret, with or without a scheme such as `Bearer`.
 */
function withoutHeaders(text: string, headers: Readonly<Record<string, string>> = {}): string {
  const values = Object.values(headers).flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)]);
  return values
    .filter((value) => value.length >= MIN_HEADER)
    .reduce((clean, value) => clean.replaceAll(value, '***'), text);
}

/** Creates the set of running requests. `onChange` is called when another webhook can be sent. */
function createOpenRequests(onChange: () => void) {
  const sending = new Map<Promise<void>, { receiver: string; isSlow: boolean }>();
  return {
    isFull: (): boolean =>
      sending.size >= MAX_ALL || [...sending.values()].filter(({ isSlow }) => !isSlow).length >= MAX_FAST,
    /**
     * Returns the receivers that currently get no more requests, because they would delay requests to other receivers.
     */
    busyReceivers(): string[] {
      const counts = new Map<string, number>();
      for (const { receiver, isSlow } of sending.values()) {
        counts.set(receiver, (counts.get(receiver) ?? 0) + (isSlow ? MAX_PER_RECEIVER : 1));
      }
      return [...counts].flatMap(([receiver, count]) => (count >= MAX_PER_RECEIVER ? [receiver] : []));
    },
    /** Adds a request. `sent` resolves when the request has ended, and never rejects. */
    add(receiver: string, sent: Promise<void>): void {
      const one = { receiver, isSlow: false };
      const timer = setTimeout(() => {
        one.isSlow = true;
        onChange();
      }, SLOW_MS);
      timer.unref();
      const ended = sent.finally(() => {
        clearTimeout(timer);
        sending.delete(ended);
        onChange();
      });
      sending.set(ended, one);
    },
    async ended(): Promise<void> {
      await Promise.all(sending.keys());
    },
  };
}

/** Returns the URL for the log, without the query, because a query can contain credentials. */
function redactQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

function receiverOf(url: string): string {
  return /^[^/]*\/\/[^/?#]*[/?#]?/.exec(url)?.[0] ?? url;
}

/**
 * Returns the problem that a response's status indicates, and whether a retry might help, or `undefined` for success.
 */
function problemOf(status: number): { text: string; isTransient: boolean } | undefined {
  if (status >= 200 && status < 300) return undefined;
  const isTransient = status === 408 || status === 429 || status >= 500;
  return { text: `it answered ${status}`, isTransient };
}

const postJson: PostWebhook = async (url, body, signal, headers, onText, addresses) => {
  if (addresses !== undefined) {
    const { postPinned } = await import('./webhook-post.ts');
    return postPinned({ url, text: stringifyExactJson(body), headers, addresses, signal, onText });
  }
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: stringifyExactJson(body),
    // Redirects are not followed, because only the client may choose the receiver of a webhook.
    redirect: 'manual',
    signal,
  });
  // Only the beginning of the body is read, because the receiver might send a body without an end.
  const reader = answer.body?.getReader();
  const first = await reader?.read().catch(() => undefined);
  await reader?.cancel().catch(() => undefined);
  if (first?.value !== undefined) onText?.(new TextDecoder().decode(first.value as Uint8Array));
  return answer.status;
};
