import type {
  RunStep,
  RunStepDetail,
  RunState as ShownState,
  RunSummary,
} from '../../contract/dashboard/runs.ts';
import { stringifyExactJson, tryParseExactJson } from '../../contract/exact-json.ts';
import type { RunListRow, RunState, RunStepHead, RunStepRow, Store } from '../ports/store.ts';
import type { Redactor } from '../server/journal-redactor.ts';

/**
 * Maximum number of cached names and numbers; a cached value never changes, except the name of a deleted deployment.
 */
const KEPT = 10_000;

const STATES: Readonly<Record<RunState, ShownState>> = {
  pending: 'queued',
  running: 'running',
  waiting: 'waiting',
  success: 'succeeded',
  error: 'failed',
  timeout: 'timed-out',
  stopped: 'stopped',
};

/** Returns the store's state for a state of the dashboard. */
export function toStoredState(shown: ShownState): RunState {
  const found = Object.entries(STATES).find(([, one]) => one === shown);
  // The table contains every state that the dashboard displays.
  return (found?.[0] ?? 'success') as RunState;
}

/** Returns the dashboard's name of a run's state. */
export const toShownState = (state: RunState): ShownState => STATES[state];

/** Creates the conversion of runs to the format of the dashboard, without secrets. */
export function createRunViews(store: Pick<Store, 'deployments' | 'revisions'>, redactor: Redactor) {
  const names = createMemory((id: string) => store.deployments.findById(id).then((row) => row?.name ?? id));
  const numbers = createMemory((id: string) => store.revisions.findById(id).then((row) => row?.seq ?? null));
  const withoutSecrets = (text: string): string => {
    const shown = redactor.redact(text);
    return typeof shown === 'string' ? shown : '';
  };
  const toStep = (row: RunStepHead): RunStep => ({
    seq: row.seq,
    parent: row.parent,
    kind: row.kind,
    state: row.state,
    attempt: row.attempt,
    name: withoutSecrets(row.name),
    note: withoutSecrets(row.note),
    started_at_ms: row.startedAt,
    ended_at_ms: row.endedAt,
    first_token_at_ms: row.firstTokenAt,
    tokens: row.tokens,
    graph_step: row.graphStep,
    error: row.error && {
      ...row.error,
      type: withoutSecrets(row.error.type),
      message: withoutSecrets(row.error.message),
      frames: row.error.frames.map(({ place, name, code }) => ({
        place: withoutSecrets(place),
        name: withoutSecrets(name),
        code: withoutSecrets(code),
      })),
    },
  });
  return {
    toStep,
    /** Converts a step with its input and output, and redacts secret fields of both. */
    toStepDetail(row: RunStepRow): RunStepDetail {
      const texts = [row.input, row.output];
      const values = texts.map((text) => tryParseExactJson(text));
      redactor.addSecretsFrom(values);
      const [input = '', output = ''] = values.map((value, index) =>
        value === undefined
          ? withoutSecrets(texts[index] ?? '')
          : (stringifyExactJson(redactor.redact(value)) ?? ''),
      );
      return { step: toStep(row), input, output };
    },
    revisionNumber: (id: string | null): Promise<number | null> =>
      id === null ? Promise.resolve(null) : numbers(id),
    toSummaries: (rows: readonly RunListRow[]): Promise<RunSummary[]> =>
      Promise.all(
        rows.map(async (row) => ({
          run_id: row.runId,
          position: row.ordinal,
          deployment_id: row.deploymentId,
          deployment: await names(row.deploymentId),
          thread_id: row.threadId,
          assistant_id: row.assistantId,
          graph_id: row.graphId,
          revision_id: row.revisionId,
          revision: row.revisionId === null ? null : await numbers(row.revisionId),
          state: STATES[row.state],
          source: row.source,
          replay_of: row.replayOf,
          title: withoutSecrets(row.title),
          answer: withoutSecrets(row.answer),
          error: row.errorKind === null ? null : withoutSecrets(row.errorKind),
          current: withoutSecrets(row.current),
          created_at_ms: row.createdAt,
          started_at_ms: row.startedAt,
          ended_at_ms: row.endedAt,
          tokens: row.tokens,
          steps: row.steps,
          bars: row.bars,
        })),
      ),
  };
}

/** Caches the results of `read`, which must not change. */
function createMemory<T>(read: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const known = new Map<string, T>();
  return async (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const found = await read(id);
    if (known.size >= KEPT) known.clear();
    known.set(id, found);
    return found;
  };
}
