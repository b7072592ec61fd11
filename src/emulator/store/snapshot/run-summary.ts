import { metadataText, toLine } from '../../../contract/bounded-text.ts';
import { objectOf } from '../../../contract/json-safety.ts';
import { questionLine, titleOfRequest } from '../../../contract/messages.ts';
import { sourceOfRun } from '../../../contract/run-source.ts';
import type { SnapshotRow } from '../../ports/store.ts';
import type { NewRunSummary, RunOutcomeName } from '../../tables/run-summaries.ts';
import type { Tables } from '../schema.ts';

const OUTCOMES: Readonly<Record<string, RunOutcomeName>> = {
  success: 'success',
  error: 'error',
  timeout: 'timeout',
  interrupted: 'stopped',
};

type Summary = Omit<NewRunSummary, 'titleWords' | 'answerWords'>;

/**
 * Creates the summaries of the runs in a snapshot. The summaries lack the times of attempts and the replies of runs,
 * because snapshots do not contain these values. If the last run of an interrupted thread succeeded, the run's summary
 * shows that the run waits for an answer.
 */
export function* summariesOfRuns(
  tables: ReadonlyMap<keyof Tables, readonly SnapshotRow[]>,
): Generator<Summary> {
  const rowsOf = (name: keyof Tables) => tables.get(name) ?? [];
  const interrupted = new Set(
    rowsOf('threads').flatMap(({ id, status }) => (status === 'interrupted' ? [id] : [])),
  );
  const questions = new Map(
    rowsOf('thread_interrupts').map((row) => [row['thread_id'], questionLine(objectOf(row['interrupts']))]),
  );
  const lastSuccess = new Map<unknown, unknown>();
  for (const { id, thread_id: thread, status } of rowsOf('runs')) {
    if (status === 'success') lastSuccess.set(thread, id);
  }
  for (const row of rowsOf('runs')) {
    const summary = summaryOfRun(row);
    const thread = row['thread_id'];
    const answer = questions.get(thread);
    const isWaiting =
      interrupted.has(thread) && lastSuccess.get(thread) === row['id'] && answer !== undefined;
    yield isWaiting ? { ...summary, outcome: 'waiting', answer } : summary;
  }
}

function summaryOfRun(row: SnapshotRow): Summary {
  const [kwargs, metadata, error] = [row['kwargs'], row['metadata'], row['error']].map(objectOf);
  const outcome = OUTCOMES[String(row['status'])] ?? null;
  const { message = '', error: kind = null } = error ?? {};
  return {
    runId: String(row['id']),
    deploymentId: String(row['deployment_id']),
    threadId: String(row['thread_id']),
    assistantId: String(row['assistant_id']),
    graphId: String(row['graph_id']),
    outcome,
    ...sourceOfRun(kwargs ?? {}, metadata ?? {}),
    revisionId: typeof row['revision_id'] === 'string' ? row['revision_id'] : null,
    createdAt: Date.parse(String(row['created_at'])),
    startedAt: null,
    endedAt: outcome === null ? null : Date.parse(String(row['updated_at'])),
    tokens: 0,
    steps: 0,
    spans: 0,
    spanTokens: 0,
    current: '',
    errorKind: typeof kind === 'string' ? toLine(kind, 200) : null,
    title: titleOfRequest(kwargs ?? {}),
    answer: toLine(String(message)),
    bars: [],
    metadata: metadataText(metadata ?? {}),
    request: null,
  };
}
