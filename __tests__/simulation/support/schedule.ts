import type { ControlPlane } from '../../../src/clients/control-plane.ts';
import type { FaultPlan } from '../../../src/emulator/admin/fault-plan.ts';

/** Number of a source: a commit of the branch, or an image. Most runs desire source 0; 1 and 2 are other sources. */
export type Origin = 0 | 1 | 2;

/** Secrets that a client sets. `two` is another value for the variable of `one`; `empty` is an empty value. */
export type SecretsGiven = 'none' | 'one' | 'two' | 'empty';

/** State of the deployment before the runs. */
export type Before =
  | { kind: 'nothing' }
  /** A deployment whose active revision has this source; `then` is the state of a later revision. */
  | {
      kind: 'deployed';
      origin: Origin;
      secrets: SecretsGiven;
      /** True if another variable exists that no run sets. */
      keeps: boolean;
      buildOnPush: boolean;
      then: 'nothing' | 'failed' | 'underway';
      thenOrigin: Origin;
    }
  /** A deployment with the name is being deleted, for `forMs` milliseconds. */
  | { kind: 'dying'; forMs: number }
  /** A deployment with the name was deleted, but its tracing project still exists. */
  | { kind: 'left-over' };

/** Number of other deployments with similar names: none, a few, or more than a page. */
type Neighbours = 'none' | 'few' | 'crowd';

/** One run of the action. */
export interface RunPlan {
  startMs: number;
  origin: Origin;
  secrets: SecretsGiven;
  strategy: 'merge' | 'replace';
  /** A setting that requires no revision. */
  buildCommand: 'unsaid' | 'make';
  /** True if the run specifies the deployment by its ID, provided that the deployment exists when the run starts. */
  byId: boolean;
  event: 'push' | 'dispatch';
  wait: boolean;
  waitTimeoutS: number;
  pollIntervalS: number;
  force: boolean;
  dryRun: boolean;
  onTimeout: 'fail' | 'warn';
  onSuperseded: 'fail' | 'warn' | 'ignore';
  /** Duration of each call in order, which determines how two runs interleave. */
  latencyMs: number[];
  cancel: { kind: 'never' } | { kind: 'at'; ms: number } | { kind: 'during'; call: number };
}

/** Time of another client's action: after the start, or immediately before or after a call of a run. */
export type Moment =
  | { kind: 'at'; ms: number }
  | { kind: 'call'; run: number; side: 'before' | 'after'; method: keyof ControlPlane; nth: number };

/** Action of another client. */
export type Change =
  | { kind: 'origin'; origin: Origin; secrets: SecretsGiven }
  | { kind: 'secrets'; secrets: SecretsGiven }
  /** Removes all variables. */
  | { kind: 'clear' }
  | { kind: 'setting'; buildCommand: 'make' | 'other' }
  | { kind: 'create'; origin: Origin; secrets: SecretsGiven }
  | { kind: 'redeploy' }
  | { kind: 'interrupt' }
  | { kind: 'delete'; project: boolean }
  | { kind: 'push'; origin: Origin };
export interface ConcurrentChange {
  moment: Moment;
  change: Change;
}

/** Durations and faults with which the service moves a revision through its stages. */
export interface Pace {
  /** Duration of each stage in virtual time, in the order of STAGES. */
  durationsMs: number[];
  fault:
    | { kind: 'none' }
    | { kind: 'fail'; stage: string; nth: number }
    | { kind: 'stall'; stage: string; nth: number }
    | { kind: 'flap'; times: number }
    | { kind: 'status'; stage: string; status: string; forMs: number };
}
export const STAGES = [
  'CREATING',
  'QUEUED',
  'AWAITING_BUILD',
  'BUILDING',
  'AWAITING_DEPLOY',
  'DEPLOYING',
  'DEPLOYED',
] as const;

/** Effect of a fault on a request. */
export type FaultEffect =
  | { kind: 'status'; status: number }
  | { kind: 'later'; status: 429 | 503; seconds: number; asDate: boolean }
  | { kind: 'html'; status: number }
  | { kind: 'reset' }
  | { kind: 'drop'; how: 'close' | 'reset' | 'hang' }
  | { kind: 'hang' }
  | { kind: 'truncate'; at: number }
  /** Sends the response in this number of chunks, with gaps in real time. */
  | { kind: 'slow'; chunks: number; gapMs: number }
  | { kind: 'delay' }
  /** Returns an empty list. */
  | { kind: 'empty' };
const TARGETS = {
  any: { method: undefined, path: undefined },
  reads: { method: 'GET', path: undefined },
  find: { method: 'GET', path: '/v2/deployments' },
  deployment: { method: 'GET', path: '/v2/deployments/*' },
  revisions: { method: 'GET', path: '/v2/deployments/*/revisions' },
  revision: { method: 'GET', path: '/v2/deployments/*/revisions/*' },
  logs: { method: 'GET', path: '/v2/deployments/*/revisions/*/logs' },
  create: { method: 'POST', path: '/v2/deployments' },
  patch: { method: 'PATCH', path: '/v2/deployments/*' },
} as const;
type FaultTarget = keyof typeof TARGETS;
/** Selects the requests that have the fault. */
export type FaultSchedule =
  | { kind: 'nth'; nth: number[] }
  | { kind: 'times'; times: number }
  | { kind: 'chance'; probability: number }
  | { kind: 'all' };
export interface HttpFault {
  target: FaultTarget;
  effect: FaultEffect;
  which: FaultSchedule;
}

/** Complete, deterministic description of one simulation. */
export interface Schedule {
  source: 'git' | 'image';
  /** True if the service hides the values of secrets. */
  hides: boolean;
  /** True if the service knows the commits of branches. */
  tellsCommits: boolean;
  before: Before;
  neighbours: Neighbours;
  runs: RunPlan[];
  concurrentChanges: ConcurrentChange[];
  pace: Pace;
  httpFaults: HttpFault[];
  /** Changes of the service's clock by `byMs`, beginning at `atMs`. */
  skews: { atMs: number; byMs: number }[];
  /** Times when the control plane stops, to start again after `downMs`. */
  restarts: { atMs: number; downMs: number }[];
  seed: number;
}

/** Returns a run that desires source 0, with default settings. */
export function quietRun(over: Partial<RunPlan> = {}): RunPlan {
  return {
    startMs: 0,
    origin: 0,
    secrets: 'none',
    strategy: 'merge',
    buildCommand: 'unsaid',
    byId: false,
    event: 'push',
    wait: true,
    waitTimeoutS: 1800,
    pollIntervalS: 60,
    force: false,
    dryRun: false,
    onTimeout: 'fail',
    onSuperseded: 'fail',
    latencyMs: [],
    cancel: { kind: 'never' },
    ...over,
  };
}

/**
 * Returns a schedule with one run against a deployment of another image, without faults; each stage takes ten seconds.
 */
export function quietSchedule(over: Partial<Schedule> = {}): Schedule {
  return {
    source: 'image',
    hides: false,
    tellsCommits: true,
    before: {
      kind: 'deployed',
      origin: 1,
      secrets: 'none',
      keeps: false,
      buildOnPush: false,
      then: 'nothing',
      thenOrigin: 1,
    },
    neighbours: 'none',
    runs: [quietRun()],
    concurrentChanges: [],
    pace: { durationsMs: STAGES.map(() => 10_000), fault: { kind: 'none' } },
    httpFaults: [],
    skews: [],
    restarts: [],
    seed: 1,
    ...over,
  };
}

/** Returns a fault rule for a stage of this deployment, or for the nth revision in the stage. */
export function lifecycle(deployment: string, stage: string, then: Record<string, unknown>, nth?: number) {
  return { match: { deployment, stage }, ...(nth === undefined ? {} : { when: { nth: [nth] } }), then };
}

/** Converts the schedule's faults to the emulator's format. */
export function faultPlan({ pace, before, httpFaults: troubles, seed }: Schedule, name: string): FaultPlan {
  const { fault: trouble } = pace;
  const special =
    trouble.kind === 'fail'
      ? [lifecycle(name, trouble.stage, { fail: 'the machine caught fire' }, trouble.nth)]
      : trouble.kind === 'stall'
        ? [lifecycle(name, trouble.stage, { stall: true }, trouble.nth)]
        : trouble.kind === 'flap'
          ? [lifecycle(name, 'DEPLOYING', { flap: trouble.times })]
          : trouble.kind === 'status'
            ? [lifecycle(name, trouble.stage, { status: trouble.status, duration_ms: trouble.forMs })]
            : [];
  const durations = STAGES.flatMap((stage, index) => {
    const ms = pace.durationsMs[index] ?? 0;
    return ms > 0 ? [lifecycle(name, stage, { duration_ms: ms })] : [];
  });
  const dying =
    before.kind === 'dying' ? [lifecycle(name, 'AWAITING_DELETE', { duration_ms: before.forMs })] : [];
  const http = troubles.map(({ target, effect: blow, which }) => {
    const { method, path } = TARGETS[target];
    return {
      match: { ...(method && { method }), path: `/api-host${path ?? '/**'}` },
      ...whenOf(which),
      then: effectOf(blow),
    };
  });
  return { seed, rules: [...special, ...durations, ...dying, ...http] };
}

function whenOf(which: FaultSchedule): object {
  switch (which.kind) {
    case 'nth':
      return { when: { nth: which.nth } };
    case 'times':
      return { when: { times: which.times } };
    case 'chance':
      return { when: { probability: which.probability } };
    case 'all':
      return {};
  }
}

function effectOf(blow: FaultEffect): Record<string, unknown> {
  switch (blow.kind) {
    case 'status':
      return { status: blow.status, body: { detail: 'the machine caught fire' } };
    case 'later': {
      const retryAfter = blow.asDate ? { date_in_s: blow.seconds } : blow.seconds;
      return { status: blow.status, retry_after: retryAfter };
    }
    case 'html':
      return { status: blow.status, body: '<h1>Bad Gateway</h1>', content_type: 'text/html' };
    case 'reset':
      return { reset: true };
    case 'drop':
      return { drop_answer: true, ...(blow.how === 'close' ? {} : { [blow.how]: true }) };
    case 'hang':
      return { hang: true };
    case 'truncate':
      return { truncate_at: blow.at };
    case 'slow':
      return { slow: { chunks: blow.chunks, delay_ms: blow.gapMs } };
    case 'delay':
      return { delay_ms: 5 };
    case 'empty':
      return { status: 200, body: { resources: [], offset: 0 } };
  }
}
