import { isDeepStrictEqual } from 'node:util';
import type { ReplayedRun, RunReplay } from '../../contract/dashboard/runs.ts';
import { parseExactJson, stringifyExactJson, tryParseExactJson } from '../../contract/exact-json.ts';
import { fieldOf, isJsonObject } from '../../contract/json-safety.ts';
import type { RunListRow, Store } from '../ports/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import type { Redactor } from '../server/journal-redactor.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { fillSecrets, lacksSecret } from './replay.ts';

/** Fields of a run's request that a replay repeats. A replay does not repeat the webhook. */
const REPEATED = [
  'command',
  'config',
  'context',
  'interrupt_before',
  'interrupt_after',
  'durability',
] as const;
/** Configuration keys that the server has added, or that identify the position of the original run. */
const SERVER_KEY =
  /^(langgraph_|__|x-|user-agent$|cron_id$|thread_id$|run_id$|graph_id$|assistant_id$|checkpoint_|langsmith)/;
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * Returns a run and the body of its request. @throws HttpError 404 if the run is no longer stored, 409 if its request
 * is no longer stored.
 */
async function findRequest(
  { runs, runSummaries }: DashboardDependencies['context']['store'],
  runId: string,
): Promise<{ run: RunListRow; request: Record<string, unknown> }> {
  const run = await runSummaries.get(runId);
  if (!run) throw new HttpError(404, `Run ID ${runId} not found.`);
  const request = (await runs.findById(runId))?.kwargs ?? (await runSummaries.request(runId)) ?? undefined;
  if (!request) {
    throw new HttpError(
      409,
      'The request of this run is no longer stored, because its thread was deleted and the request was long. Create a new run in the playground.',
    );
  }
  return { run, request };
}

/** Repeats runs as new runs, with the same requests that a client would send. */
export function createRunReplays({
  context,
  host,
  send,
}: Pick<DashboardDependencies, 'context' | 'host' | 'send'>) {
  const { store } = context;

  const find = (runId: string) => findRequest(store, runId);

  /** Sends a request to the agent server of the run's deployment. @throws HttpError with the server's refusal. */
  const call = async (
    { deploymentId }: Pick<RunListRow, 'deploymentId'>,
    [method, path, body]: readonly [method: 'POST', path: string, body: unknown],
    { signal, isReadOnly = false }: { signal: AbortSignal; isReadOnly?: boolean },
  ): Promise<unknown> => {
    const deployment = await store.deployments.findById(deploymentId);
    if (!deployment) throw new HttpError(404, `Deployment ID ${deploymentId} not found.`);
    const answer = await send({
      isReadOnly,
      method,
      path: `/d/${deploymentId}${path}`,
      workspaceId: deployment.workspaceId,
      headers: [['content-type', 'application/json']],
      body: Buffer.from(stringifyExactJson(body) ?? 'null'),
      signal,
    });
    const text = await readText(answer.body);
    if (answer.status >= 400) {
      const detail = fieldOf(tryParseExactJson(text), 'detail');
      throw new HttpError(answer.status, typeof detail === 'string' ? detail : text.slice(0, 2_000));
    }
    return parseExactJson(text);
  };

  /** Returns the checkpoint where the replay begins, or `undefined` for a new thread. */
  const startOf = async (
    run: RunListRow,
    { from_step: seq }: RunReplay,
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    const { threadId, runId } = run;
    if (threadId === null) {
      if (seq === undefined) return undefined;
      throw new HttpError(409, 'The thread of this run was deleted, so only the whole run can be repeated.');
    }
    if (seq === undefined) return stateBefore(store, { ...run, threadId });
    const graphStep = (await store.runSummaries.step(runId, seq))?.graphStep ?? null;
    if (graphStep === null)
      throw new HttpError(409, 'Only a node of the graph can be repeated: choose a node.');
    const history = await call(
      run,
      [
        'POST',
        `/threads/${threadId}/history`,
        { limit: 1, metadata: { run_id: runId, step: graphStep - 1 } },
      ],
      { signal, isReadOnly: true },
    );
    const id = fieldOf(fieldOf(fieldOf(history, '0'), 'checkpoint'), 'checkpoint_id');
    if (typeof id === 'string') return id;
    throw new HttpError(
      409,
      'The state before this step is not stored. Repeat the whole run, or choose another step.',
    );
  };

  const replay = async (runId: string, given: RunReplay, signal: AbortSignal): Promise<ReplayedRun> => {
    const { run, request } = await find(runId);
    const { deploymentId, threadId } = run;
    const start = await startOf(run, given, signal);
    // A copy of the thread keeps the original conversation unchanged.
    const thread =
      start === undefined
        ? await call(run, ['POST', '/threads', { metadata: { replay_of: runId } }], { signal })
        : await call(run, ['POST', `/threads/${threadId}/copy`, {}], { signal });
    const newThreadId = String(fieldOf(thread, 'thread_id'));
    const fromStep = given.from_step !== undefined;
    const metadata = isJsonObject(request['metadata']) ? request['metadata'] : {};
    const body = {
      ...(fromStep ? {} : repeatedFields(request)),
      ...(fromStep ? { input: null } : inputOf(request, given, host.redactor)),
      assistant_id: run.assistantId,
      metadata: { ...metadata, replay_of: runId, ...(fromStep && { replay_from: given.from_step }) },
      ...(start !== undefined && { checkpoint_id: start }),
    };
    const created = await call(run, ['POST', `/threads/${newThreadId}/runs`, body], { signal });
    return {
      run_id: String(fieldOf(created, 'run_id')),
      thread_id: newThreadId,
      deployment_id: deploymentId,
    };
  };
  return { find, replay };
}

/**
 * Returns the checkpoint before a run, or `undefined` if the thread was empty. A run that failed before its first
 * checkpoint began at the start of the next run that wrote a checkpoint, or else at the thread's newest checkpoint.
 */
export async function stateBefore(
  { checkpoints, runSummaries }: Pick<Store, 'checkpoints' | 'runSummaries'>,
  { threadId, runId, ordinal }: Pick<RunListRow, 'runId' | 'ordinal'> & { threadId: string },
): Promise<string | undefined> {
  const own = await checkpoints.firstOfRun(threadId, runId);
  if (own) return own.parentId ?? undefined;
  const later: string[] = [];
  for (let before: number | undefined; ; ) {
    const { rows, next } = await runSummaries.list({ threadId }, { before, limit: 100 });
    later.push(...rows.filter((row) => row.ordinal > ordinal).map((row) => row.runId));
    if (next === undefined || next <= ordinal) break;
    before = next;
  }
  for (const id of later.toReversed()) {
    const first = await checkpoints.firstOfRun(threadId, id);
    if (first) return first.parentId ?? undefined;
  }
  return (await checkpoints.outlines(threadId, { limit: 1, bytes: 0 }))[0]?.id;
}

/**
 * Returns the input of a replay. The secrets of a changed input are filled in again, and the changed input replaces the
 * command of the original run.
 * @throws HttpError 422 if a secret cannot be filled in.
 */
function inputOf(
  request: Readonly<Record<string, unknown>>,
  { input }: RunReplay,
  redactor: Pick<Redactor, 'redact'>,
): Record<string, unknown> {
  const original = request['input'] ?? null;
  const shown = redactor.redact(original);
  if (input === undefined || isDeepStrictEqual(input, shown)) return { input: original };
  const filled = fillSecrets(input, shown, original);
  if (lacksSecret(filled, shown, original)) {
    throw invalidField(
      ['body', 'input'],
      'contains *** in a place where the recorded secret is not known. Write the secret itself there',
    );
  }
  return { input: filled, command: null };
}

function repeatedFields(request: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of REPEATED) if (request[name] !== undefined) fields[name] = request[name];
  const { config, context } = fields;
  if (!isJsonObject(config)) return fields;
  const { configurable, metadata: _, ...rest } = config;
  const own = isJsonObject(configurable)
    ? Object.fromEntries(Object.entries(configurable).filter(([key]) => !SERVER_KEY.test(key)))
    : {};
  // A request with both the configuration and the context is refused, because each is derived from the other.
  const hasContext = isJsonObject(context) && Object.keys(context).length > 0;
  const { context: _context, ...others } = fields;
  return {
    ...others,
    config: { ...rest, ...(!hasContext && { configurable: own }) },
    ...(hasContext && {
      context: Object.fromEntries(Object.entries(context).filter(([key]) => !SERVER_KEY.test(key))),
    }),
  };
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new HttpError(502, 'The response of the agent server is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
