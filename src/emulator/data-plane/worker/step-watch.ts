import type { RunJob } from '../../ports/worker.ts';
import type { GraphStep } from './step-events.ts';

/**
 * Number of steps after which a run is first reported. Another report follows whenever the number of steps has doubled.
 */
const FIRST_REPORT = 100;

/** Number of steps that a run has taken, and its last step. */
export interface CountedSteps {
  count: number;
  /** Path of the last step's subgraph in checkpoints, `name:id|name:id`, or empty for the graph itself. */
  ns: string;
  /** First node of the last step, if known. */
  node?: string;
}

interface StepCounter {
  /** Counts a stored step. @param ns Path of the step's subgraph (see `CountedSteps`). */
  readonly addStep: (ns: string) => void;
  /** Counts a step when one of its nodes begins. A step with several nodes is counted once. */
  readonly beginStep: (step: GraphStep) => void;
}

/**
 * Creates a counter for one run. @param report Called after `FIRST_REPORT` steps, and whenever the number of steps has
 * doubled.
 */
export function createStepCounter(report: (steps: CountedSteps) => void): StepCounter {
  let count = 0;
  let reportAt = FIRST_REPORT;
  /** Number of the current step of each running subgraph. */
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
      // When a graph begins a step, the subgraphs of its previous step have ended.
      const within = ns === '' ? '' : `${ns}|`;
      for (const inner of current.keys()) if (inner.startsWith(within)) current.delete(inner);
      current.set(ns, number);
      add({ ns, node });
    },
  };
}

export interface StepWatch {
  /**
   * Counts a stored step, and warns if the run has executed many steps. @param ns Path of the step's subgraph (see
   * `CountedSteps`).
   */
  addStep(ns: string): void;
  /** Warns about many steps that the worker itself has counted, because the run stores no checkpoint before its end. */
  report(steps: CountedSteps): void;
}

/**
 * Creates the watch of one run. The watch warns about unusually many steps, because a graph that loops forever prints
 * nothing until it reaches its recursion limit.
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
    // The nodes cannot be read if the run has just ended or the worker has exited.
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
