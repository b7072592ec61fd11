import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { BACKOFF, backoffMs } from '../../../clients/retry.ts';
import type { MessageTopic, Notifier } from '../../ports/store.ts';
import type { Tables } from '../schema.ts';
import { clientConfig, type DatabaseAddress } from './connection.ts';

/** Separator between the topic and the message in the payload of a notification. */
const TOPIC_END = '\n';

/**
 * Creates a notifier that uses LISTEN and NOTIFY with one channel per schema. A separate connection listens for all
 * topics, and connections of the pool send messages.
 */
export function createPostgresNotifier(db: Kysely<Tables>, address: DatabaseAddress): Notifier {
  const channel = `agent_deploy_${createHash('sha256')
    .update(address.schema ?? '')
    .digest('hex')
    .slice(0, 16)}`;
  const subscribers = new Set<{ topic: MessageTopic; onMessage: (message: string) => void }>();
  let listening: (ReturnType<typeof keepListening> & { stop: () => void }) | undefined;

  const deliver = (payload: string): void => {
    const end = payload.indexOf(TOPIC_END);
    const topic = payload.slice(0, Math.max(end, 0));
    for (const one of subscribers) {
      if (payload === '' || one.topic === topic) one.onMessage(payload.slice(end + 1));
    }
  };
  const listen = () => {
    const closing = new AbortController();
    return {
      ...keepListening(address, channel, deliver, closing.signal),
      stop: () => closing.abort(),
    };
  };
  return {
    async notify(topic, messages) {
      if (messages.length === 0) return;
      // The statement is prepared only once, because its text is the same for any number of messages.
      const payloads = JSON.stringify(messages.map((message) => `${topic}${TOPIC_END}${message}`));
      await sql`select pg_notify(${channel}, payload.value) from json_array_elements_text(${payloads}::json) as payload`.execute(
        db,
      );
    },
    async subscribe(topic, onMessage) {
      const own = { topic, onMessage };
      subscribers.add(own);
      listening ??= listen();
      await listening.first;
      return async () => {
        subscribers.delete(own);
        if (subscribers.size > 0 || listening === undefined) return;
        const { stop, ended } = listening;
        listening = undefined;
        stop();
        await ended;
      };
    },
  };
}

/**
 * Listens until `closing` is aborted, and reconnects after a lost connection. `first` resolves once the first
 * connection is open or has failed.
 */
function keepListening(
  address: DatabaseAddress,
  channel: string,
  onNotify: (from: string) => void,
  closing: AbortSignal,
): { first: Promise<void>; ended: Promise<void> } {
  const first = Promise.withResolvers<void>();
  const keep = async () => {
    let attempt = 0;
    for (let reconnecting = false; !closing.aborted; reconnecting = true) {
      attempt += 1;
      await listenOnce(address, channel, onNotify, closing, () => {
        first.resolve();
        attempt = 1;
        // Subscribers are notified, because messages that were sent while the connection was lost did not arrive.
        if (reconnecting) onNotify('');
      }).catch(() => undefined);
      first.resolve();
      const delayMs = backoffMs(attempt, Math.random, BACKOFF.database);
      await delay(delayMs, undefined, { signal: closing }).catch(() => undefined);
    }
  };
  return { first: first.promise, ended: keep() };
}

/** Listens on one connection. Resolves once the connection is lost or no longer needed. */
async function listenOnce(
  address: DatabaseAddress,
  channel: string,
  onNotify: (from: string) => void,
  closing: AbortSignal,
  onOpen: () => void,
): Promise<void> {
  const client = new Client(clientConfig(address));
  const over = Promise.withResolvers<void>();
  client.on('error', () => over.resolve());
  client.on('end', () => over.resolve());
  client.on('notification', ({ payload }) => onNotify(payload ?? ''));
  const stop = () => over.resolve();
  closing.addEventListener('abort', stop, { once: true });
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    onOpen();
    if (!closing.aborted) await over.promise;
  } finally {
    closing.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
  }
}
