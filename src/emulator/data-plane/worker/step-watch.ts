import type { RunJob } from '../../ports/worker.ts';
import type { GraphStep } from './step-events.ts';

/** Number of steps at which a run is first reported. Each further report follows when the number has doubled. */
const FIRST_REPORT = 100;

/** The number of steps that a run has taken. */
export interface CountedSteps {
  count: number;
  /** The subgraph of the last step, as named in checkpoints: `name:id|name:id`; empty for the graph itself. */
  ns: string;
  /** The node that the last step begins with, if it is known. */
  node?: string;
}

/** Counts the steps of one run. */
interface StepCounter {
  /** Counts a stored step. @param ns Its subgraph (see `CountedSteps`). */
  readonly addStep: (ns: string) => void;
  /** Counts a step that begins. A step that several nodes begin is counted once. */
  readonly beginStep: (step: GraphStep) => void;
}

/** @param report Receives the number of steps at the first report and whenever the number has doubled. */
export function createStepCounter(report: (steps: CountedSteps) => void): StepCounter {
  let count = 0;
  let reportAt = FIRST_REPORT;
  /** The number of the current step of each subgraph that runs. */
  const current = new Map<string, number>();
  const add = (last: Omit<CountedSteps, 'count'>): void => {
    count += 1;
    if (count < reportAt) return;
    reportAt *= 2;
    report({ count, ...last });
  };
  return {
    addStep: (ns) => add({ ns }),
    beginStep({ ns, number, node }) {
      if (current.get(ns) === number) return;
      // The subgraphs of the previous step have ended.
      const within = ns === '' ? '' : `${ns}|`;
      for (const inner of current.keys()) if (inner.startsWith(within)) current.delete(inner);
      current.set(ns, number);
      add({ ns, node });
    },
  };
}

/** Warns about the steps of one run. */
export interface StepWatch {
  /** Counts a stored step, and warns if there are many. @param ns Its subgraph (see `CountedSteps`). */
  addStep(ns: string): void;
  /** Warns about steps that the worker has counted, because the run stores none before its end. */
  report(steps: CountedSteps): void;
}

/**
 * Warns about runs with unusually many steps. An edge that leads back forever runs until the recursion limit, which
 * may be thousands of steps away, and would print nothing until then.
 *
 * @param job The run.
 * @param readNodes Reads the nodes that are currently running.
 * @param warn Writes a line to the agent's log.
 */
export function createStepWatch(
  job: Pick<RunJob, 'runId' | 'graphId' | 'config'>,
  readNodes: () => Promise<readonly string[]>,
  warn: (line: string) => void,
): StepWatch {
  const report = async ({ count, ns, node }: CountedSteps): Promise<void> => {
    // The nodes are unknown if the run has just ended or the worker has exited; the number of steps is still
    // reported.
    const nodes = node === undefined ? await readNodes().catch(() => []) : [node];
    const inner = ns.split('|').flatMap((part) => part.split(':')[0] || []);
    const within = inner.length === 0 ? '' : `, the last step in the subgraph ${inner.join(' > ')}`;
    const runs = nodes.length === 0 ? '' : ` It is running ${nodes.join(', ')}.`;
    const { recursion_limit: limit } = job.config;
    const atLimit = typeof limit === 'number' ? `its recursion limit of ${limit}` : 'its recursion limit';
    warn(
      `Run ${job.runId} of graph '${job.graphId}' has taken ${count} steps${within}.${runs} If the graph never reaches its end, the run fails at ${atLimit}.`,
    );
  };
  const { addStep } = createStepCounter((steps) => void report(steps));
  return { addStep, report: (steps) => void report(steps) };
}
