import type { IconName } from './icon-names.ts';

/** Color of a verdict. For each color, the style sheet defines tokens for text, backgrounds and bars. */
export type Tone = 'ok' | 'bad' | 'wait' | 'live' | 'rest' | 'model' | 'tool';

/** A displayed state: a symbol, a color and a word. */
export interface State {
  icon: IconName;
  tone: Tone;
  word: string;
  /** True if the symbol rotates, because work is in progress. */
  moves?: boolean;
}

/** Displayed states of runs, steps, threads and revisions. */
export const STATES = {
  queued: { icon: 'queued', tone: 'rest', word: 'Queued' },
  running: { icon: 'running', tone: 'live', word: 'Running', moves: true },
  waiting: { icon: 'waiting', tone: 'wait', word: 'Waiting for you' },
  succeeded: { icon: 'succeeded', tone: 'ok', word: 'Succeeded' },
  finished: { icon: 'succeeded', tone: 'ok', word: 'Finished' },
  failed: { icon: 'failed', tone: 'bad', word: 'Failed' },
  stopped: { icon: 'stopped', tone: 'rest', word: 'Stopped' },
  timedOut: { icon: 'timed-out', tone: 'bad', word: 'Timed out' },
  building: { icon: 'running', tone: 'live', word: 'Building', moves: true },
  starting: { icon: 'running', tone: 'live', word: 'Starting', moves: true },
  buildFailed: { icon: 'failed', tone: 'bad', word: 'Build failed' },
  startFailed: { icon: 'failed', tone: 'bad', word: 'Start failed' },
  skipped: { icon: 'stopped', tone: 'rest', word: 'Skipped' },
  serving: { icon: 'serving', tone: 'ok', word: 'Serving' },
  served: { icon: 'served', tone: 'rest', word: 'Served before' },
  empty: { icon: 'queued', tone: 'rest', word: 'Nothing deployed' },
  deleting: { icon: 'running', tone: 'rest', word: 'Being deleted', moves: true },
  unknown: { icon: 'unclear', tone: 'rest', word: 'Unknown' },
} as const satisfies Readonly<Record<string, State>>;

/** Displayed states of verdicts in comparisons. */
export const VERDICTS = {
  worse: { icon: 'worse', tone: 'bad', word: 'Worse' },
  better: { icon: 'better', tone: 'ok', word: 'Better' },
  same: { icon: 'same', tone: 'rest', word: 'Same' },
  unclear: { icon: 'unclear', tone: 'wait', word: 'Unclear' },
  broken: { icon: 'broken', tone: 'bad', word: 'Broken' },
  fixed: { icon: 'fixed', tone: 'ok', word: 'Fixed' },
  flaky: { icon: 'flaky', tone: 'wait', word: 'Flaky' },
  changed: { icon: 'changed', tone: 'rest', word: 'Changed' },
  noResult: { icon: 'warning', tone: 'bad', word: 'No result' },
} as const satisfies Readonly<Record<string, State>>;

/** Returns the state for a status that only a newer emulator knows, with the status itself as its word. */
const otherState = (status: string): State => ({ ...STATES.unknown, word: status });

const RUN_STATES: Readonly<Record<string, State>> = {
  pending: STATES.queued,
  running: STATES.running,
  success: STATES.succeeded,
  error: STATES.failed,
  timeout: STATES.timedOut,
  interrupted: STATES.waiting,
  cancelled: STATES.stopped,
  stopped: STATES.stopped,
};

const THREAD_STATES: Readonly<Record<string, State>> = {
  idle: STATES.finished,
  busy: STATES.running,
  interrupted: STATES.waiting,
  error: STATES.failed,
};

/** Returns the state of a thread. */
export const threadState = (status: string): State => THREAD_STATES[status] ?? otherState(status);

const REVISION_STATES: Readonly<Record<string, State>> = {
  CREATING: STATES.queued,
  QUEUED: STATES.queued,
  AWAITING_BUILD: STATES.queued,
  BUILDING: STATES.building,
  AWAITING_DEPLOY: STATES.building,
  DEPLOYING: STATES.starting,
  DEPLOYED: STATES.served,
  CREATE_FAILED: { ...STATES.buildFailed, word: 'Not created' },
  BUILD_FAILED: STATES.buildFailed,
  DEPLOY_FAILED: STATES.startFailed,
  SKIPPED: STATES.skipped,
  INTERRUPTED: STATES.stopped,
};

/** Returns the state of a revision. `serves` is true for the active revision of a deployment. */
export function revisionState(status: string, { serves = false }: { serves?: boolean } = {}): State {
  if (serves) return STATES.serving;
  return REVISION_STATES[status] ?? otherState(status);
}

const SANDBOX_STATES: Readonly<Record<string, State>> = {
  provisioning: STATES.starting,
  ready: { ...STATES.serving, word: 'Ready' },
  failed: STATES.failed,
  stopped: STATES.stopped,
  deleting: STATES.deleting,
  deleted: { ...STATES.stopped, word: 'Deleted' },
};

/** Returns the state of a sandbox. */
export const sandboxState = (status: string): State => SANDBOX_STATES[status] ?? otherState(status);

/** Names of the APIs whose requests are recorded. */
const API_NAMES: Readonly<Record<string, string>> = {
  'agent-server': 'Agent',
  'control-plane': 'Deployments API',
};

/** Returns the displayed name of an API, or the name unchanged if it is unknown. */
export const apiName = (surface: string): string => API_NAMES[surface] ?? surface;

/** Returns the displayed name of a node, without the underscores of the start and end nodes. */
export const nodeName = (node: string): string => /^__(start|end)__$/.exec(node)?.[1] ?? node;

/** Returns the state for a status of a deployment, revision, run, thread or sandbox. */
export function stateOf(status: string, { serves = false }: { serves?: boolean } = {}): State {
  if (status === 'READY') return STATES.serving;
  if (status === 'UNUSED') return STATES.empty;
  if (status.includes('DELETE')) return STATES.deleting;
  if (status.startsWith('AWAITING_DATABASE')) return { ...STATES.queued, word: 'Waits for its database' };
  if (/^[A-Z_]+$/.test(status)) return revisionState(status, { serves });
  return SANDBOX_STATES[status] ?? RUN_STATES[status] ?? threadState(status);
}
