import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createEmulator, type Emulator } from '../../../src/emulator/index.ts';
import type { Repositories, Store } from '../../../src/emulator/ports/store.ts';
import { createBackend } from '../../../src/emulator/backend.ts';
import { call, gitDeployment } from '../server/plane.ts';

const PATH = '/v2/deployments';

/** Numbers of event loop turns that the data plane waits before each use of the store, as a repeating sequence. */
let delays: readonly number[] = [0];
let used = 0;
let store: Store;
let emulator: Emulator;

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const wait = () => {
  used += 1;
  return turns(delays[used % delays.length] ?? 0);
};

/** Wraps a store so that its responses are delayed. */
function slow(given: Store): Store {
  const repository = <T extends object>(one: T): T =>
    new Proxy(one, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]): Promise<unknown> => {
          await wait();
          const answer: unknown = await Reflect.apply(member, target, args);
          await wait();
          return answer;
        };
      },
    });
  const slowed: Store = {
    ...given,
    transaction: async (work) => {
      await wait();
      const result = await given.transaction(work);
      await wait();
      return result;
    },
  };
  for (const name of ['revisions', 'deployments', 'logs'] as const satisfies (keyof Repositories)[]) {
    Object.assign(slowed, { [name]: repository(given[name]) });
  }
  return slowed;
}

beforeAll(async () => {
  emulator = await createEmulator({
    runtime: 'stub',
    clock: 'virtual',
    createBackend: (context, links) => {
      store = context.store;
      return createBackend({ ...context, store: slow(context.store) }, links);
    },
  });
});
afterAll(() => emulator.close());

const api = (method: string, path: string, body?: unknown) => call(emulator, method, path, body);
const until = async (condition: () => Promise<boolean>) => {
  while (!(await condition())) await turns(1);
};

describe('an interruption of a revision while the deployment switches to that revision', () => {
  // docs/departures.md#revision-status-interruption-switch
  test('either succeeds or fails, but never stops the deployed revision', async () => {
    const outcomes = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 7 }),
        fc.nat({ max: 120 }),
        fc.boolean(),
        async (pauses, after, second) => {
          delays = [0];
          const { id, latest_revision_id: first } = (await api('POST', PATH, gitDeployment())).body;
          await emulator.clock.advance(0);
          delays = pauses;
          const target = `${PATH}/${id}`;
          const revise = async () => (await api('POST', `${target}/revisions`)).body.id as string;
          const victim = await revise();
          const later = second ? await revise() : undefined;
          await turns(after);
          const answer = await api('POST', `${target}/revisions/${victim}/interrupt`);
          await until(async () => (await store.revisions.unfinishedOf(id)).length === 0);
          await emulator.clock.advance(0);

          const row = (await store.revisions.get(id, victim))!;
          const passed = row.history.map(({ status }) => status);
          outcomes.add(answer.status);
          if (answer.status === 200) {
            expect(row.status).toBe('INTERRUPTED');
            expect(passed).not.toContain('DEPLOYED');
          } else {
            expect(answer.status).toBe(400);
            expect(['DEPLOYED', 'SKIPPED']).toContain(row.status);
            expect(passed).not.toContain('INTERRUPTED');
          }
          const deployed = row.status === 'DEPLOYED' ? victim : first;
          const active = later ?? deployed;
          const shown = (await api('GET', target)).body;
          expect(shown.active_revision_id).toBe(active);
          const info = await api('GET', `/d/${id}/info`);
          expect(info.body.host.revision_id).toBe(active);
        },
      ),
      { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 250) / 5) },
    );
    // Either the interruption or the data plane can win.
    expect([...outcomes].toSorted()).toEqual([200, 400]);
  });
});
