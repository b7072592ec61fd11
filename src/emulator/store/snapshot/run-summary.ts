import { metadataText, toLine } from '../../../contract/bounded-text.ts';
import { objectOf } from '../../../contract/json-safety.ts';
import { titleOfRequest } from '../../../contract/messages.ts';
import type { SnapshotRow } from '../../ports/store.ts';
import type { NewRunSummary, RunOutcomeName } from '../../tables/run-summaries.ts';

const OUTCOMES: Readonly<Record<string, RunOutcomeName>> = {
  success: 'success',
  error: 'error',
  timeout: 'timeout',
  interrupted: 'stopped',
};

/** Creates the summary of a run in a snapshot. Snapshots contain neither the times of attempts nor the run's reply. */
export function summaryOfRun(row: SnapshotRow): Omit<NewRunSummary, 'titleWords' | 'answerWords'> {
  const [kwargs, metadata, error] = [row['kwargs'], row['metadata'], row['error']].map(objectOf);
  const outcome = OUTCOMES[String(row['status'])] ?? null;
  const { replay_of: replayOf } = metadata ?? {};
  const { message = '', error: kind = null } = error ?? {};
  return {
    runId: String(row['id']),
    deploymentId: String(row['deployment_id']),
    threadId: String(row['thread_id']),
    assistantId: String(row['assistant_id']),
    graphId: String(row['graph_id']),
    outcome,
    source: typeof replayOf === 'string' ? 'replay' : 'api',
    replayOf: typeof replayOf === 'string' ? replayOf : null,
    revisionId: typeof row['revision_id'] === 'string' ? row['revision_id'] : null,
    createdAt: Date.parse(String(row['created_at'])),
    startedAt: null,
    endedAt: outcome === null ? null : Date.parse(String(row['updated_at'])),
    tokens: 0,
    steps: 0,
    spans: 0,
    spanTokens: 0,
    current: '',
    errorKind: typeof kind === 'string' ? kind : null,
    title: titleOfRequest(kwargs ?? {}),
    answer: toLine(String(message)),
    bars: [],
    metadata: metadataText(metadata ?? {}),
    request: null,
  };
}
