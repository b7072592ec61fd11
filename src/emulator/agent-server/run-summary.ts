import { metadataText, toLine } from '../../contract/bounded-text.ts';
import { stringifyExactJson } from '../../contract/exact-json.ts';
import { replyLine, questionLine, titleOfRequest } from '../../contract/messages.ts';
import { sourceOfRun } from '../../contract/run-source.ts';
import type { NewRunSummary, RunRow, RunSummaryEnd, ThreadRow } from '../ports/store.ts';

/** Maximum length of a request body that outlives the run's temporary thread, in characters. */
const MAX_KEPT_REQUEST = 256 * 1024;

/** Creates the summary of a new run. */
export function toRunSummary(run: RunRow): Omit<NewRunSummary, 'titleWords' | 'answerWords'> {
  const { metadata, kwargs } = run;
  return {
    runId: run.id,
    deploymentId: run.deploymentId,
    threadId: run.threadId,
    assistantId: run.assistantId,
    graphId: run.graphId,
    outcome: null,
    ...sourceOfRun(kwargs, metadata),
    revisionId: null,
    createdAt: run.createdAt,
    startedAt: null,
    endedAt: null,
    tokens: 0,
    steps: 0,
    spans: 0,
    spanTokens: 0,
    current: '',
    errorKind: null,
    title: titleOfRequest(kwargs),
    answer: '',
    bars: [],
    metadata: metadataText(metadata),
    request: null,
  };
}

/** Returns a run's end for its summary. `run` is the state before the end; `thread` is the change of the thread. */
export function toSummaryEnd(
  run: RunRow,
  ended: Pick<RunRow, 'status' | 'error'>,
  thread: Partial<ThreadRow> & { updatedAt: number },
): RunSummaryEnd {
  const began = run.status === 'running';
  const own = {
    revisionId: run.revisionId,
    startedAt: began ? run.updatedAt : null,
    endedAt: thread.updatedAt,
    errorKind: ended.error ? toLine(ended.error.error, 200) : null,
  };
  if (ended.status === 'error' || ended.status === 'timeout') {
    return { ...own, outcome: ended.status, answer: toLine(ended.error?.message ?? '') };
  }
  if (ended.status === 'interrupted') return { ...own, outcome: 'stopped', answer: '' };
  return thread.restingStatus === 'interrupted'
    ? { ...own, outcome: 'waiting', answer: questionLine(thread.interrupts ?? {}) }
    : { ...own, outcome: 'success', answer: replyLine(thread.values) };
}

/** Returns the request body that outlives the run's temporary thread, or null if the body is too long. */
export function keptRequest({ kwargs }: Pick<RunRow, 'kwargs'>): Record<string, unknown> | null {
  const { stateless: _, ...request } = kwargs;
  return (stringifyExactJson(request)?.length ?? 0) <= MAX_KEPT_REQUEST ? request : null;
}
