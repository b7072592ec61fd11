import type { Clock } from '../../../../src/clients/clock.ts';
import { createAssistantService } from '../../../../src/emulator/agent-server/assistants.ts';
import { createCheckpointService } from '../../../../src/emulator/agent-server/checkpoint-service.ts';
import { createRunExecutor, type RunExecutor } from '../../../../src/emulator/agent-server/index.ts';
import { createRunService, type RunService } from '../../../../src/emulator/agent-server/run-service.ts';
import { type RunJob, type RunOutcome, WorkerGoneError } from '../../../../src/emulator/ports/worker.ts';
import { HttpError } from '../../../../src/emulator/server/http-error.ts';
import { loadKeyring, openStore } from '../../../../src/emulator/store/index.ts';
import { aDeployment, threadRow } from '../../store/samples.ts';
import { fakeLive } from '../fixture.ts';
import { inertWorker } from '../scripted-worker.ts';
import type { Command, Reply } from './run-model.ts';
import { toServiceClock } from '../../../../src/emulator/ports/clock.ts';

/** State of one thread, as a client can observe it. */
export interface Seen {
  status: string;
  resting: string;
  values: readonly string[];
  asks: boolean;
  runs: readonly { id: string; status: string; attempt: number; fence: number }[];
  history: readonly { by: string; question?: { by: string; open: boolean } }[];
  /** Runs that a worker is executing. */
  working: readonly string[];
}

const QUESTION = { taskId: 'task', index: -3, channel: '__interrupt__', valueType: 'json' };
const aTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Creates the agent server's real components over a separate store, with workers that the test controls. */
export async function createRig(threadCount: number, location: string) {
  const store = await openStore({ location, keyring: await loadKeyring({}), durable: false });
  const { id: deploymentId } = await aDeployment(store);
  const threads: string[] = [];
  for (let n = 0; n < threadCount; n += 1) {
    const row = threadRow(deploymentId);
    await store.threads.insert(row);
    threads.push(row.id);
  }
  const clock = manualClock();
  const desk = createCheckpointService(store, deploymentId, 'javascript');
  const live = fakeLive();
  const jobs = new Map<string, RunJob>();
  const working = new Map<string, { job: RunJob; ended: PromiseWithResolvers<RunOutcome> }>();
  let checkpoints = 0;

  const history = async (threadId: string): Promise<Seen['history']> => {
    const rows = (await store.checkpoints.list(threadId, '', {})).toReversed();
    return Promise.all(
      rows.map(async ({ id, runId }) => {
        const [write] = await store.checkpoints.writes(threadId, '', id);
        if (!write) return { by: runId ?? '' };
        return { by: runId ?? '', question: { by: write.runId ?? '', open: write.value[0] === 1 } };
      }),
    );
  };
  const state = async (threadId: string) => {
    const held = await history(threadId);
    const asks = held.at(-1)?.question?.open === true;
    return {
      values: { authors: held.map(({ by }) => by) },
      interrupts: asks ? { task: [{ value: '?' }] } : {},
    };
  };

  const aWorker = () =>
    inertWorker({
      deploymentId,
      revisionId: 'revision',
      async run(job, signal) {
        if (signal.aborted) return { kind: 'aborted' };
        const ended = Promise.withResolvers<RunOutcome>();
        jobs.set(`${job.runId} ${job.fence}`, job);
        working.set(job.runId, { job, ended });
        // Some runs stop immediately, and others take a while.
        signal.addEventListener('abort', () => {
          const turns = Number(job.runId.at(-1)) % 3;
          void Array.from({ length: turns })
            .reduce<Promise<unknown>>((before) => before.then(aTurn), Promise.resolve())
            .then(() => ended.resolve({ kind: 'aborted' }));
        });
        try {
          return await ended.promise;
        } finally {
          working.delete(job.runId);
        }
      },
      async query(_graph, query) {
        const threadId = 'threadId' in query ? query.threadId : '';
        const { values, interrupts } = await state(threadId);
        const tasks = Object.entries(interrupts).map(([id, asked]) => ({ id, interrupts: asked }));
        // Only this kind of query occurs.
        return { values, tasks, next: tasks.map(({ id }) => id) } as never;
      },
    });

  let executor: RunExecutor;
  let service: RunService;
  const start = async () => {
    executor = createRunExecutor({ store, live, clock: toServiceClock(clock), log: () => undefined });
    const deps = {
      store,
      live,
      executor,
      clock,
      log: () => undefined,
      runtime: 'process',
      newId: () => 'unused',
      version: 'test',
    } as const;
    service = createRunService(deps, createAssistantService(deps));
    await executor.start();
  };
  live.serve(deploymentId, aWorker());
  await start();

  const key = (thread: number, id: string) => ({ deploymentId, threadId: threads[thread] ?? '', id });
  const orRefused = async (work: Promise<unknown>): Promise<Reply> => {
    try {
      await work;
      return 'done';
    } catch (failure) {
      if (failure instanceof HttpError && [404, 409].includes(failure.status)) return 'refused';
      throw failure;
    }
  };

  const write = async ({ thread, run, fence, what }: Extract<Command, { kind: 'write' }>): Promise<Reply> => {
    const job = jobs.get(`${run} ${fence}`);
    const threadId = threads[thread] ?? '';
    const last = (await store.checkpoints.list(threadId, '', { limit: 1 }))[0];
    const bytes = new Uint8Array([what === 'question' ? 1 : 0]);
    checkpoints += 1;
    const answer =
      what === 'checkpoint' || last === undefined
        ? await desk(
            {
              op: 'put',
              runId: run,
              row: {
                threadId,
                ns: '',
                id: String(checkpoints).padStart(9, '0'),
                parentId: last?.id ?? null,
                checkpointType: 'json',
                checkpoint: bytes,
                metadataType: 'json',
                metadata: bytes,
                delta: false,
              },
            },
            () => job,
          )
        : await desk(
            {
              op: 'put-writes',
              runId: run,
              rows: [{ ...QUESTION, threadId, ns: '', checkpointId: last.id, value: bytes, taskPath: '' }],
            },
            () => job,
          );
    return answer.ok ? 'done' : 'refused';
  };

  const end = async ({ thread, run, how }: Extract<Command, { kind: 'end' }>): Promise<Reply> => {
    const { values, interrupts } = await state(threads[thread] ?? '');
    const asks = Object.keys(interrupts).length > 0;
    working
      .get(run)
      ?.ended.resolve(
        how === 'error'
          ? { kind: 'error', error: 'Error', message: 'it failed' }
          : asks
            ? { kind: 'interrupted', values, interrupts }
            : { kind: 'success', values },
      );
    return 'done';
  };

  return {
    /** Executes the command, and resolves with the response to its caller. */
    async does(command: Command): Promise<Reply> {
      switch (command.kind) {
        case 'create':
          return orRefused(
            service.create({
              deploymentId,
              threadId: threads[command.thread] ?? '',
              runId: command.run,
              body: {
                assistant_id: 'agent',
                multitask_strategy: command.strategy,
                after_seconds: command.after / 1_000,
              },
            }),
          );
        case 'cancel':
          return orRefused(
            service
              .cancel(key(command.thread, command.run), command.stop)
              .then(({ stopped: halted }) => halted),
          );
        case 'delete':
          return orRefused(
            service.remove(key(command.thread, command.run)).then(({ stopped: halted }) => halted),
          );
        case 'end':
          return end(command);
        case 'write':
          return write(command);
        case 'crash': {
          for (const { ended } of working.values()) ended.reject(new WorkerGoneError('killed'));
          live.serve(deploymentId, aWorker());
          return 'done';
        }
        case 'restart':
          await executor.close();
          await start();
          return 'done';
        case 'wait':
          clock.move(command.ms);
          return 'done';
      }
    },
    async sees(): Promise<Seen[]> {
      return Promise.all(
        threads.map(async (threadId) => {
          const thread = await store.threads.get(deploymentId, threadId);
          const runs = await store.runs.list(deploymentId, threadId, { limit: 1_000, offset: 0 });
          const { authors = [] } = (thread?.values ?? {}) as { authors?: string[] };
          return {
            status: thread?.status ?? 'gone',
            resting: thread?.restingStatus ?? 'gone',
            values: authors,
            asks: Object.keys(thread?.interrupts ?? {}).length > 0,
            runs: runs.toReversed().map(({ id, status, attempt, fence }) => ({ id, status, attempt, fence })),
            history: await history(threadId),
            working: [...working.values()]
              .filter(({ job }) => job.threadId === threadId)
              .map(({ job }) => job.runId),
          };
        }),
      );
    },
    async close() {
      await executor.close();
      await store.close();
    },
  };
}

/** Compares plain data that both sides write in the same field order. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns a clock that advances only on request. */
export function manualClock(): Clock & { move(ms: number): void; isAwaited(time: number): boolean } {
  let now = 1_000;
  const sleepers = new Set<{ until: number; wake: () => void }>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (ms <= 0) return resolve();
        const sleeper = { until: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    isAwaited: (time) => [...sleepers].some(({ until }) => until === time),
    move(ms) {
      now += ms;
      for (const sleeper of sleepers) {
        if (sleeper.until > now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}
