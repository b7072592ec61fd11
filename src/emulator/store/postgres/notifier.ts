import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import type { Notifier } from '../../ports/store.ts';
import type { Tables } from '../schema.ts';
import { clientConfig, type DatabaseAddress } from './connection.ts';

const RECONNECT_MS = 1_000;

/** LISTEN and NOTIFY, one channel for each schema. A connection of its own listens; notifications use the pool's. */
export function createPostgresNotifier(db: Kysely<Tables>, address: DatabaseAddress): Notifier {
  const channel = `agent_deploy_${createHash('sha256')
    .update(address.schema ?? '')
    .digest('hex')
    .slice(0, 16)}`;
  return {
    async notify(from) {
      await sql`select pg_notify(${channel}, ${from})`.execute(db);
    },
    async subscribe(onNotify) {
      const closing = new AbortController();
      const listening = keepListening(address, channel, onNotify, closing.signal);
      await listening.first;
      return async () => {
        closing.abort();
        await listening.ended;
      };
    },
  };
}

/** `first`: the first connection is open, or failed. */
function keepListening(
  address: DatabaseAddress,
  channel: string,
  onNotify: (from: string) => void,
  closing: AbortSignal,
): { first: Promise<void>; ended: Promise<void> } {
  const first = Promise.withResolvers<void>();
  const keep = async () => {
    for (let reconnecting = false; !closing.aborted; reconnecting = true) {
      await listenOnce(address, channel, onNotify, closing, () => {
        first.resolve();
        // Notifications in between were lost.
        if (reconnecting) onNotify('');
      }).catch(() => undefined);
      first.resolve();
      await delay(RECONNECT_MS, undefined, { signal: closing }).catch(() => undefined);
    }
  };
  return { first: first.promise, ended: keep() };
}

/** Resolves when the connection is lost, or no longer needed. */
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
