import type { ControlPlane } from '../../../src/clients/control-plane.ts';

/** One of a few origins: 0 is what most runs want, 1 and 2 are others. A commit of the branch, or an image. */
export type Origin = 0 | 1 | 2;

/** Which secrets somebody sets. `two` is another value for the variable of `one`; `empty` an empty one. */
export type SecretsGiven = 'none' | 'one' | 'two' | 'empty';

/** What is there before anybody acts. */
export type Before =
  | { kind: 'nothing' }
  /** A deployment that answers with this origin; `then`: what became of a later revision. */
  | {
      kind: 'deployed';
      origin: Origin;
      secrets: SecretsGiven;
      /** Another variable, which nobody's run names. */
      keeps: boolean;
      buildOnPush: boolean;
      then: 'nothing' | 'failed' | 'underway';
      thenOrigin: Origin;
    }
  /** One of the name is being deleted, for so long. */
  | { kind: 'dying'; forMs: number }
  /** One of the name was deleted, its tracing project was not. */
  | { kind: 'left-over' };

/** Others whose names nearly match: none, a few, or more than a page of them. */
export type Neighbours = 'none' | 'few' | 'crowd';

/** One run of the action. */
export interface RunPlan {
  startMs: number;
  origin: Origin;
  secrets: SecretsGiven;
  strategy: 'merge' | 'replace';
  /** A setting that needs no revision. */
  buildCommand: 'unsaid' | 'make';
  /** Names the deployment by its ID, when there is one as the run begins. */
  byId: boolean;
  event: 'push' | 'dispatch';
  wait: boolean;
  waitTimeoutS: number;
  pollIntervalS: number;
  force: boolean;
  dryRun: boolean;
  onTimeout: 'fail' | 'warn';
  onSuperseded: 'fail' | 'warn' | 'ignore';
  /** How long each of its calls takes, in turn: sets two runs against each other. */
  latencyMs: number[];
  cancel: { kind: 'never' } | { kind: 'at'; ms: number } | { kind: 'during'; call: number };
}

/** When somebody else acts: so long after the start, or right before or after a call of a run. */
export type Moment =
  | { kind: 'at'; ms: number }
  | { kind: 'call'; run: number; side: 'before' | 'after'; method: keyof ControlPlane; nth: number };

/** What somebody else does. */
export type Deed =
  | { kind: 'origin'; origin: Origin; secrets: SecretsGiven }
  | { kind: 'secrets'; secrets: SecretsGiven }
  /** Takes every variable away. */
  | { kind: 'clear' }
  | { kind: 'setting'; buildCommand: 'make' | 'other' }
  | { kind: 'create'; origin: Origin; secrets: SecretsGiven }
  | { kind: 'redeploy' }
  | { kind: 'interrupt' }
  | { kind: 'delete'; project: boolean }
  | { kind: 'push'; origin: Origin };
export interface Rival {
  moment: Moment;
  deed: Deed;
}

/** How the service carries a revision through its stages. */
export interface Pace {
  /** Product time per stage, in the order of STAGES. */
  durationsMs: number[];
  trouble:
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

/** What a request meets on the wire. */
export type Blow =
  | { kind: 'status'; status: number }
  | { kind: 'later'; status: 429 | 503; seconds: number; asDate: boolean }
  | { kind: 'html'; status: number }
  | { kind: 'reset' }
  | { kind: 'drop'; how: 'close' | 'reset' | 'hang' }
  | { kind: 'hang' }
  | { kind: 'truncate'; at: number }
  /** In so many pieces, so long apart in real time. */
  | { kind: 'slow'; chunks: number; gapMs: number }
  | { kind: 'delay' }
  /** A list that shows nothing yet. */
  | { kind: 'empty' };
export const TARGETS = {
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
export type FaultTarget = keyof typeof TARGETS;
/** Which of the requests are hit. */
export type Which =
  | { kind: 'nth'; nth: number[] }
  | { kind: 'times'; times: number }
  | { kind: 'chance'; probability: number }
  | { kind: 'all' };
export interface HttpTrouble {
  target: FaultTarget;
  blow: Blow;
  which: Which;
}

/** Everything that happens in one try, and nothing that depends on chance. */
export interface Schedule {
  source: 'git' | 'image';
  /** The service answers without the values of secrets. */
  hides: boolean;
  /** Whether the service ever learns which commit a branch is at. */
  tellsCommits: boolean;
  before: Before;
  neighbours: Neighbours;
  runs: RunPlan[];
  rivals: Rival[];
  pace: Pace;
  troubles: HttpTrouble[];
  /** The service's own clock is off by so much from then on. */
  skews: { atMs: number; byMs: number }[];
  /** The control plane is ended, and started again after so long. */
  restarts: { atMs: number; downMs: number }[];
  seed: number;
}
