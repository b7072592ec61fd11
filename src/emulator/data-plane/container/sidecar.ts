import { describeProcessEnd } from '../../ports/process-end.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { WriteLog } from '../build/step-context.ts';
import { type ContainerRun, describeTail } from './container-run.ts';
import type { ContainerPlan } from './plan.ts';

/** A container that is kept running beside the agent. */
export interface Sidecar {
  /** Rejects with the reason when it ends before the pod is settled; never resolves. */
  readonly failed: Promise<never>;
  /** The pod is healthy: from now on it is started again when it ends. */
  allowRestarts(): void;
  /** It ended well, and is not to be started again. */
  isDone(): boolean;
  /** What the engine calls the one that runs now. */
  running(): string[];
  /** What the engine called all of them. */
  names(): string[];
  /** Resolves when nothing of it goes on, once its signal was aborted and its container is gone. */
  stopped(): Promise<void>;
}

export interface SidecarOptions {
  container: Pick<ContainerPlan, 'name' | 'restart'>;
  /** `count`: how many there were before. */
  start: (count: number) => Promise<ContainerRun>;
  log: WriteLog;
  /** Aborted when the pod ends. */
  signal: AbortSignal;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

/**
 * Starts a sidecar and starts it again when it ends: `on-failure` only when it failed (spec §2.8 restartPolicy). Before
 * the pod is healthy there is no second try: a sidecar that cannot stay is a failure of the revision.
 */
export function superviseSidecar({ container, start, log, signal }: SidecarOptions): Sidecar {
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const names: string[] = [];
  let current: ContainerRun | undefined;
  let settled = false;
  let done = false;

  const keep = async (): Promise<void> => {
    for (let count = 0, pause = FIRST_DELAY_MS; !signal.aborted; count += 1) {
      const run = await start(count);
      current = run;
      names.push(run.name);
      const end = await run.process.ended;
      current = undefined;
      if (signal.aborted) return;
      const how = `The sidecar ${container.name} ${describeProcessEnd(end)}.`;
      if (container.restart === 'on-failure' && end.kind === 'exit' && end.code === 0) {
        log(how);
        done = true;
        return;
      }
      if (!settled) throw new Error(`${how} ${describeTail(run.tail())}`);
      log(`${how} It is started again in ${pause} ms.`, 'ERROR');
      await delay(pause, undefined, { signal });
      pause = Math.min(pause * 2, LONGEST_DELAY_MS);
    }
  };
  const kept = keep().catch((error: unknown) => {
    if (!signal.aborted) failed.reject(error);
  });
  return {
    failed: failed.promise,
    allowRestarts: () => {
      settled = true;
    },
    isDone: () => done,
    running: () => (current === undefined ? [] : [current.name]),
    names: () => names,
    async stopped() {
      await current?.process.stop(0);
      await kept;
    },
  };
}
