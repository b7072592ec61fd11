import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import type { EmulatorInstance } from '../../src/emulator/instance.ts';
import { createInstanceManager, type RecoveryTiming } from '../../src/emulator/instance-manager.ts';
import { StoreError } from '../../src/emulator/ports/store-errors.ts';

const instance: EmulatorInstance = {
  workspaceId: 'workspace',
  listener: async (_, response) => void response.end('served'),
  replica: { others: () => [] },
  auditLog: {
    append: () => Promise.resolve(),
    list: () => Promise.resolve([]),
    expire: () => Promise.resolve(0),
  },
  planeId: () => Promise.resolve(undefined),
  wake: () => undefined,
  push: () => Promise.resolve([]),
  snapshot: () => Promise.reject(new Error('not part of this test')),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

const TIME = { pause: () => () => undefined };

/** Serves the requests of a manager, and returns a function that sends requests. */
async function serve(manager: ReturnType<typeof createInstanceManager>) {
  const server = createServer((request, response) => void manager.handle(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ask: async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Creates timing whose delays end only when the test ends them. `next` resolves with the length of the next delay and a
 * function that ends the delay.
 */
function controlledTiming(random = () => 0.5) {
  const pending: { ms: number; end: () => void }[] = [];
  let wake = Promise.withResolvers<void>();
  const timing: RecoveryTiming = {
    random,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
        pending.push({ ms, end: resolve });
        wake.resolve();
      }),
  };
  const next = async () => {
    for (;;) {
      const found = pending.shift();
      if (found !== undefined) return found;
      wake = Promise.withResolvers();
      await wake.promise;
    }
  };
  return { timing, next };
}

const AWAY = new StoreError('unavailable', 'The database is unreachable.');
const BEHIND = new StoreError('behind', 'The database has no tables.');

/** Sends a request to a manager without an instance, and returns once the manager has received the request. */
async function requestEarly() {
  const manager = createInstanceManager(TIME);
  const server = createServer((request, response) => void manager.handle(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const received = once(server, 'request');
  const answer = fetch(`http://127.0.0.1:${port}/`).then(async (one) => [one.status, await one.text()]);
  await received;
  return { manager, answer, [Symbol.asyncDispose]: async () => void server.close() };
}

describe('a request that arrives before the first instance', () => {
  test('waits for the instance', async () => {
    await using early = await requestEarly();
    await early.manager.open(() => Promise.resolve(instance));
    expect(await early.answer).toEqual([200, 'served']);
  });

  test('fails if the emulator closes before the first instance exists', async () => {
    await using early = await requestEarly();
    await early.manager.close();
    expect(await early.answer).toEqual([500, expect.any(String)]);
  });
});

describe('an emulator that starts without its database', () => {
  test('is alive but not ready until the database is reachable and migrated, and logs each reason once', async () => {
    const { timing, next } = controlledTiming();
    const manager = createInstanceManager(TIME, timing);
    await using server = await serve(manager);
    const failures = [AWAY, AWAY, BEHIND];
    const log: string[] = [];
    const opened = manager.open(
      async () => {
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        return instance;
      },
      { log: (line) => void log.push(line) },
    );
    const seen: unknown[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const { end } = await next();
      const [live, ready] = [await server.ask('/_local/live'), await server.ask('/ok')];
      seen.push([live.status, ready.status, ready.headers.get('retry-after'), ready.text]);
      end();
    }
    await opened;
    expect(seen).toEqual([
      [200, 503, '1', '{"detail":"This emulator is waiting for its database. Send the request again."}'],
      [200, 503, '1', '{"detail":"This emulator is waiting for its database. Send the request again."}'],
      [
        200,
        503,
        '1',
        '{"detail":"This emulator is waiting for the migration of its database. Send the request again."}',
      ],
    ]);
    expect(log).toEqual([
      'this emulator is not ready and waits: The database is unreachable.',
      'this emulator is not ready and waits: The database has no tables.',
    ]);
    expect((await server.ask('/ok')).text).toBe('served');
    expect((await server.ask('/_local/live?x')).text).toBe('{"ok":true}');
  });

  test('fails immediately if waiting does not help, or if several emulators cannot share the data', async () => {
    const { timing } = controlledTiming();
    const refused = new StoreError('unusable', 'no database with this name exists');
    const open = (error: Error, waiting: boolean) =>
      createInstanceManager(TIME, timing).open(
        async () => {
          throw error;
        },
        waiting ? { log: () => undefined } : undefined,
      );
    await expect(open(refused, true)).rejects.toBe(refused);
    await expect(open(AWAY, false)).rejects.toBe(AWAY);
  });

  test('stops waiting if the start is aborted', async () => {
    const { timing, next } = controlledTiming();
    const stop = new AbortController();
    const opened = createInstanceManager(TIME, timing).open(() => Promise.reject(AWAY), {
      log: () => undefined,
      signal: stop.signal,
    });
    await next();
    stop.abort();
    await expect(opened).rejects.toThrow('aborted');
  });
});

describe('emulators whose database was away', () => {
  /** Returns the delays before the first ten attempts of an emulator to start again. */
  async function delaysAfterLoss(random: () => number): Promise<number[]> {
    const { timing, next } = controlledTiming(random);
    const manager = createInstanceManager(TIME, timing);
    await manager.open(() => Promise.resolve(instance));
    let failures = 10;
    manager.restart(
      async () => {
        failures -= 1;
        if (failures >= 0) throw AWAY;
        return instance;
      },
      () => undefined,
    );
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const { ms, end } = await next();
      delays.push(ms);
      end();
    }
    await manager.current();
    return delays;
  }

  // docs/kubernetes/upgrades.md#jitter
  test('reconnect at different moments, up to five seconds apart', async () => {
    const shares = [0, 0.25, 0.5, 0.75, 0.999];
    const all = await Promise.all(shares.map((share) => delaysAfterLoss(() => share)));
    for (const delays of all) expect(Math.max(...delays)).toBeLessThanOrEqual(5_000);
    expect(all.map((delays) => delays[9])).toEqual([1_000, 2_000, 3_000, 4_000, 4_996]);
    expect(all.map((delays) => delays[0])).toEqual([200, 400, 600, 800, 999]);
  });

  test('are alive and return 503 until they have started again', async () => {
    const { timing, next } = controlledTiming();
    const manager = createInstanceManager(TIME, timing);
    await using server = await serve(manager);
    await manager.open(() => Promise.resolve(instance));
    const failures = [AWAY];
    const log: string[] = [];
    manager.restart(
      async () => {
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        return instance;
      },
      (line) => void log.push(line),
    );
    const { end } = await next();
    expect([(await server.ask('/_local/live')).status, (await server.ask('/ok')).status]).toEqual([200, 503]);
    end();
    await manager.current();
    expect((await server.ask('/ok')).text).toBe('served');
    expect(log).toEqual(['this emulator could not restart yet: StoreError: The database is unreachable.']);
  });

  test('return 503 also if the lease was lost while an earlier attempt was still starting', async () => {
    const { timing, next } = controlledTiming();
    const manager = createInstanceManager(TIME, timing);
    await using server = await serve(manager);
    const first = Promise.withResolvers<EmulatorInstance>();
    const opened = manager.open(() => first.promise, { log: () => undefined });
    const failures = [AWAY];
    manager.restart(
      async () => {
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        return instance;
      },
      () => undefined,
    );
    first.resolve(instance);
    await opened;
    const { end } = await next();
    expect((await server.ask('/ok')).status).toBe(503);
    end();
    await manager.current();
    expect((await server.ask('/ok')).text).toBe('served');
  });
});
