import { type Insertable, type Kysely, sql } from 'kysely';
import { MAX_SPANS, MAX_WORKER_STEP } from '../../contract/trace-event.ts';
import type {
  RunCount,
  RunListFilter,
  RunListRow,
  RunState,
  RunSummaries,
} from '../ports/store-run-summaries.ts';
import {
  RUN_OUTCOMES,
  type NewRunSpan,
  RUN_STEP_HEAD_COLUMNS,
  RUN_SUMMARY_HEAD_COLUMNS,
  runStepHeadRows,
  runStepRows,
  runSummaryHeadRows,
  runSummaryRows,
} from '../tables/run-summaries.ts';
import { batches, columnBatches } from './batches.ts';
import type { Context } from './context.ts';
import { fromJson } from './json.ts';
import { placeSpans } from './place-spans.ts';
import { insertRow, prepared } from './prepared.ts';
import type { Tables } from './schema.ts';

/**
 * Number of rows that one statement of a search inspects. `SEARCHED_ROWS` is small, because SQLite blocks this process.
 */
const SEARCHED_ROWS = 2_000;
/** Maximum number of statements of a search per page. The caller continues the search with the next page. */
const MAX_SEARCH_STATEMENTS = 10;
/** Number of most recent ended runs that are searched for failures with an equal error. */
const COMPARED_RUNS = 500;
/** Number of most recent runs of a deployment that are searched for active runs. */
const SEARCHED_RUNS = 1_000;
/** Maximum number of a worker's steps that can contain spans. */
const MAX_OUTLINES = 20_000;
/** Number that is greater than every stored ordinal. */
const AFTER_LAST = Number.MAX_SAFE_INTEGER;
/**
 * Statuses of unfinished runs. Queries must contain the statuses as literals, because the database uses partial indexes
 * only for literals.
 */
const UNFINISHED = ['pending', 'running'] as const;

/** Creates the methods that store and read the summaries and steps of runs. */
export function runSummaries(context: Context): RunSummaries {
  return {
    ...runLists(context),
    ...runCounts(context),
    ...runSteps(context),
    ...runSpans(context),
    async insert(row) {
      const { title, answer } = row;
      const words = { titleWords: title.toLowerCase(), answerWords: answer.toLowerCase() };
      await insertRow(context, 'run_summaries', runSummaryRows.toColumns({ ...row, ...words }));
    },
    async end(runId, end, kept) {
      await updateSummary(context, runId, {
        ...end,
        answerWords: end.answer.toLowerCase(),
        ...(kept && { threadId: null, request: kept.request }),
      });
    },
    async markAnswered(threadId) {
      const rows = await prepared(context, 'mark as answered', { threadId }, (of) =>
        context.db
          .updateTable('run_summaries')
          .set({ outcome: 'success' })
          .where('thread_id', '=', of.threadId)
          // The outcome is an SQL literal, because the database does not use the index of waiting runs for a parameter.
          .where('outcome', '=', sql.lit<'waiting'>('waiting'))
          .returning('run_id'),
      ).execute();
      return rows.map(({ run_id: id }) => id);
    },
    async markWaiting(threadId) {
      const rows = await context.db
        .updateTable('run_summaries')
        .set({ outcome: 'waiting' })
        .where('run_id', '=', (e) =>
          e
            .selectFrom('run_summaries')
            .select('run_id')
            .where('thread_id', '=', threadId)
            .where('outcome', 'is not', null)
            .where('started_at', 'is not', null)
            .orderBy('ordinal', 'desc')
            .limit(1),
        )
        .where('outcome', '=', 'success')
        .returning('run_id')
        .execute();
      return rows.map(({ run_id: id }) => id);
    },
    async prune({ endedBefore, keep, limit }) {
      const detached = () =>
        context.db
          .selectFrom('run_summaries')
          .select('run_id')
          .where('thread_id', 'is', null)
          .where('ended_at', 'is not', null);
      const ended = await detached().where('ended_at', '<', endedBefore).limit(limit).execute();
      const found =
        ended.length > 0
          ? ended
          : await detached().orderBy('ended_at', 'desc').offset(keep).limit(limit).execute();
      if (found.length === 0) return 0;
      const ids = found.map(({ run_id: id }) => id);
      await context.db.deleteFrom('run_summaries').where('run_id', 'in', ids).execute();
      return found.length;
    },
    async request(runId) {
      const row = await context.db
        .selectFrom('run_summaries')
        .select('request_json')
        .where('run_id', '=', runId)
        .executeTakeFirst();
      return row ? fromJson(row.request_json) : null;
    },
  };
}

/** Changes the summary of a run, and returns the number of changed rows. */
function updateSummary(
  context: Context,
  runId: string,
  change: Parameters<typeof runSummaryRows.toChanges>[0],
): Promise<bigint> {
  const args = { ...runSummaryRows.toChanges(change), whereRunId: runId };
  return prepared(context, 'update summary', args, ({ whereRunId, ...columns }) =>
    context.db.updateTable('run_summaries').set(columns).where('run_id', '=', whereRunId),
  ).countChanged();
}

/** Selects the summaries of runs, including the current state of runs that have not ended. */
function selectSummaries(db: Kysely<Tables>, { dialect }: Pick<Context, 'dialect'>, filter: RunListFilter) {
  let query = db
    .selectFrom('run_summaries as s')
    .leftJoin('runs as r', (join) => join.onRef('r.id', '=', 's.run_id').on('s.outcome', 'is', null))
    .select(RUN_SUMMARY_HEAD_COLUMNS.map((column) => `s.${column}` as const))
    .select([
      's.ordinal as position',
      'r.status as queued',
      'r.updated_at as claimed_at',
      'r.revision_id as claimed_revision',
    ]);
  const { state, deploymentId, threadId, graphId, source, replayOf, metadata, words, from, to } = filter;
  const outcome = RUN_OUTCOMES.find((one) => one === state);
  if (outcome !== undefined) query = query.where('s.outcome', '=', outcome);
  else if (state === 'pending' || state === 'running') {
    query = query.where('s.outcome', 'is', null).where('r.status', '=', state);
  }
  if (deploymentId !== undefined) query = query.where('s.deployment_id', '=', deploymentId);
  if (threadId !== undefined) query = query.where('s.thread_id', '=', threadId);
  if (graphId !== undefined) query = query.where('s.graph_id', '=', graphId);
  if (source !== undefined) query = query.where('s.source', '=', source);
  if (replayOf !== undefined) query = query.where('s.replay_of', '=', replayOf);
  if (from !== undefined) query = query.where('s.created_at', '>=', from);
  if (to !== undefined) query = query.where('s.created_at', '<', to);
  if (metadata !== undefined) query = query.where((e) => dialect.contains(e.ref('s.metadata'), metadata));
  if (words !== undefined) {
    query = query.where((e) =>
      e.or([
        dialect.contains(e.ref('s.title_words'), words),
        dialect.contains(e.ref('s.answer_words'), words),
      ]),
    );
  }
  return query;
}

type SelectedSummary = Awaited<ReturnType<ReturnType<typeof selectSummaries>['execute']>>[number];

function toListRow(selected: SelectedSummary): RunListRow {
  const head = runSummaryHeadRows.toRow(selected);
  // The tokens are not added, because a call that both the worker and a span report must not count twice.
  const [steps, tokens] = [head.steps + head.spans, Math.max(head.tokens, head.spanTokens)];
  const row = { ...head, steps, tokens };
  const { position: ordinal, queued, claimed_at: claimedAt, claimed_revision: claimedRevision } = selected;
  if (row.outcome !== null) return { ...row, ordinal, state: row.outcome };
  if (queued === 'running') {
    return { ...row, ordinal, state: 'running', startedAt: claimedAt, revisionId: claimedRevision };
  }
  // The run of a summary was deleted if the run has no row.
  return { ...row, ordinal, state: queued === 'pending' ? 'pending' : 'stopped' };
}

function runLists(context: Context): Pick<RunSummaries, 'get' | 'getMany' | 'list'> {
  const getMany = async (runIds: readonly string[]): Promise<RunListRow[]> => {
    if (runIds.length === 0) return [];
    const rows = await selectSummaries(context.db, context, {}).where('s.run_id', 'in', runIds).execute();
    return rows.map(toListRow);
  };
  /** Returns the ordinal where the next rows to inspect begin, or `undefined` if no more rows exist. */
  const searchFrom = async (filter: RunListFilter, before: number): Promise<number | undefined> => {
    let query = context.db.selectFrom('run_summaries').select('ordinal').where('ordinal', '<', before);
    if (filter.deploymentId !== undefined) query = query.where('deployment_id', '=', filter.deploymentId);
    const last = await query
      .orderBy('ordinal', 'desc')
      .offset(SEARCHED_ROWS - 1)
      .limit(1)
      .executeTakeFirst();
    return last?.ordinal;
  };
  return {
    getMany,
    get: async (runId) => (await getMany([runId]))[0],
    async list(filter, { before = AFTER_LAST, limit }) {
      const select = (from: number | undefined, to: number, size: number) => {
        let query = selectSummaries(context.db, context, filter).where('s.ordinal', '<', to);
        if (from !== undefined) query = query.where('s.ordinal', '>=', from);
        return query.orderBy('s.ordinal', 'desc').limit(size).execute();
      };
      const { words, metadata, graphId, source } = filter;
      // A search inspects few rows at a time, because no index contains the columns of the filters `words`, `metadata`,
      // `graphId` and `source`.
      const isSearch = [words, metadata, graphId, source].some((one) => one !== undefined);
      if (!isSearch) {
        const rows = (await select(undefined, before, limit + 1)).map(toListRow);
        const page = rows.slice(0, limit);
        return { rows: page, next: rows.length > limit ? page.at(-1)?.ordinal : undefined };
      }
      const found: RunListRow[] = [];
      let to = before;
      for (let count = 0; count < MAX_SEARCH_STATEMENTS; count += 1) {
        const from = await searchFrom(filter, to);
        const wanted = limit - found.length;
        const rows = await select(from, to, wanted + 1);
        found.push(...rows.slice(0, wanted).map(toListRow));
        if (rows.length > wanted) return { rows: found, next: found.at(-1)?.ordinal };
        if (from === undefined) return { rows: found, next: undefined };
        to = from;
      }
      return { rows: found, next: to };
    },
  };
}

/** Selects the summaries of a deployment, a thread and a period, as far as the filter specifies them. */
function within({ db }: Pick<Context, 'db'>, { deploymentId, threadId, from, to }: RunListFilter) {
  let query = db.selectFrom('run_summaries');
  if (deploymentId !== undefined) query = query.where('deployment_id', '=', deploymentId);
  if (threadId !== undefined) query = query.where('thread_id', '=', threadId);
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<', to);
  return query;
}

async function countOf(query: ReturnType<typeof within>): Promise<number> {
  const { runs } = await query
    .select(({ fn }) => fn.countAll<number | string>().as('runs'))
    .executeTakeFirstOrThrow();
  return Number(runs);
}

function runCounts(
  context: Context,
): Pick<RunSummaries, 'count' | 'histogram' | 'durations' | 'similarFailures'> {
  const countUnfinished = async (filter: RunListFilter): Promise<Partial<Record<RunState, number>>> => {
    const counts: Partial<Record<RunState, number>> = {};
    const { deploymentId, from, to, threadId } = filter;
    if (from === undefined && to === undefined && threadId === undefined) {
      for (const status of UNFINISHED) {
        let query = context.db
          .selectFrom('runs')
          .select(({ fn }) => fn.countAll<number | string>().as('runs'))
          .where('status', '=', sql.lit(status));
        if (deploymentId !== undefined) query = query.where('deployment_id', '=', deploymentId);
        counts[status] = Number((await query.executeTakeFirstOrThrow()).runs);
      }
      return counts;
    }
    for (const status of UNFINISHED) {
      const rows = await selectSummaries(context.db, context, {
        deploymentId,
        from,
        to,
        threadId,
        state: status,
      })
        .clearSelect()
        .select(({ fn }) => fn.countAll<number | string>().as('runs'))
        .executeTakeFirstOrThrow();
      counts[status] = Number(rows.runs);
    }
    return counts;
  };
  return {
    async count(filter) {
      const counts = await countUnfinished(filter);
      // Each count is a separate statement, because a statement on SQLite blocks this process.
      for (const outcome of RUN_OUTCOMES) {
        const query = within(context, filter).where('outcome', '=', outcome);
        counts[outcome] = await countOf(query);
      }
      return counts;
    },
    async histogram({ deploymentId }, { from, to, width }) {
      const periods: RunCount[] = [];
      for (let start = from; start < to; start += width) {
        const query = within(context, { deploymentId, from: start, to: Math.min(start + width, to) });
        const runs = await countOf(query);
        if (runs === 0) continue;
        const failed = await countOf(query.where('outcome', 'in', ['error', 'timeout']));
        periods.push({ at: (start - from) / width, failed, others: runs - failed });
      }
      return periods;
    },
    async durations(deploymentId, period) {
      const rows = await within(context, { deploymentId, ...period })
        .select(['started_at', 'ended_at'])
        .where('started_at', 'is not', null)
        .where('ended_at', 'is not', null)
        .orderBy('ordinal', 'desc')
        .limit(COMPARED_RUNS)
        .execute();
      return rows.map((row) => Number(row.ended_at) - Number(row.started_at));
    },
    async similarFailures({ deploymentId, answer, errorKind }) {
      const rows = await context.db
        .selectFrom((e) =>
          e
            .selectFrom('run_summaries')
            .select(['revision_id', 'answer', 'error_kind'])
            .where('deployment_id', '=', deploymentId)
            .where('outcome', 'is not', null)
            .orderBy('ordinal', 'desc')
            .limit(COMPARED_RUNS)
            .as('last'),
        )
        .select([
          'revision_id as revisionId',
          ({ fn }) => fn.countAll<number | string>().as('runs'),
          sql<
            number | string
          >`sum(case when answer = ${answer} and error_kind is not distinct from ${errorKind}
            then 1 else 0 end)`.as('failed'),
        ])
        .groupBy('revision_id')
        .execute();
      return rows.map((row) => ({ ...row, runs: Number(row.runs), failed: Number(row.failed) }));
    },
  };
}

function runSteps(
  context: Context,
): Pick<RunSummaries, 'record' | 'reported' | 'steps' | 'step' | 'failedSteps'> {
  const heads = (runId: string) =>
    context.db.selectFrom('run_steps').select(RUN_STEP_HEAD_COLUMNS).where('run_id', '=', runId);
  /** Sets the parents of spans. Rows of workers' steps already contain their parents. */
  const placed = async <T extends { seq: number; parent: number | null }>(
    runId: string,
    rows: readonly T[],
  ): Promise<T[]> => {
    if (!rows.some(({ seq }) => seq > MAX_WORKER_STEP)) return [...rows];
    const places = await readPlaces(context, runId);
    return rows.map((row) => ({ ...row, parent: places.get(row.seq) ?? row.parent }));
  };
  return {
    record: (runId, steps, progress) =>
      context.atomically(async (tx) => {
        if ((await updateSummary(tx, runId, progress)) === 0n) return;
        for await (const rows of columnBatches(steps, runStepRows.toColumns)) {
          const [only, ...others] = rows;
          // Most runs of small agents report a single step at a time.
          if (only !== undefined && others.length === 0) {
            await prepared(tx, 'record step', only, (values) => putSteps(tx, [values])).execute();
          } else await putSteps(tx, rows).execute();
        }
      }),
    async reported(runId) {
      const { last, tokens } = await context.db
        .selectFrom('run_steps')
        .select(({ fn }) => [fn.max('seq').as('last'), fn.sum<number | string | null>('tokens').as('tokens')])
        .where('run_id', '=', runId)
        .where('seq', '<=', MAX_WORKER_STEP)
        .executeTakeFirstOrThrow();
      return { lastStep: last ?? 0, tokens: Number(tokens ?? 0) };
    },
    async steps(runId, { after, again = [], limit }) {
      const earlier = again.filter((seq) => seq <= after);
      const [before, later] = await Promise.all([
        earlier.length === 0
          ? []
          : runStepHeadRows.all(heads(runId).where('seq', 'in', earlier).orderBy('seq')),
        runStepHeadRows.all(heads(runId).where('seq', '>', after).orderBy('seq').limit(limit)),
      ]);
      return placed(runId, [...before, ...later]);
    },
    async step(runId, seq) {
      const query = context.db.selectFrom('run_steps').selectAll().where('run_id', '=', runId);
      const row = await runStepRows.first(query.where('seq', '=', seq));
      return row && (await placed(runId, [row]))[0];
    },
    async failedSteps(runId, limit) {
      const failed = () => heads(runId).where('state', '=', sql.lit<'error'>('error')).orderBy('seq', 'desc');
      const steps = await runStepHeadRows.all(failed().where('seq', '<=', MAX_WORKER_STEP).limit(limit));
      const spans = await runStepHeadRows.all(failed().where('seq', '>', MAX_WORKER_STEP).limit(limit));
      return placed(runId, [...steps, ...spans]);
    },
  };
}

/** Inserts steps, and updates the steps that are already stored. */
const putSteps = ({ db }: Context, rows: readonly Insertable<Tables['run_steps']>[]) =>
  db
    .insertInto('run_steps')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'seq']).doUpdateSet((e) => ({
        state: e.ref('excluded.state'),
        ended_at: e.ref('excluded.ended_at'),
        first_token_at: e.ref('excluded.first_token_at'),
        tokens: e.ref('excluded.tokens'),
        note: e.ref('excluded.note'),
        error_json: e.ref('excluded.error_json'),
        output: e.ref('excluded.output'),
      })),
    );

/** Returns the numbers of the steps that contain the spans of a run. */
async function readPlaces({ db }: Pick<Context, 'db'>, runId: string): Promise<Map<number, number | null>> {
  const outlines = () =>
    db
      .selectFrom('run_steps')
      .select([
        'seq',
        'parent',
        'kind',
        'name',
        'started_at as startedAt',
        'ended_at as endedAt',
        'trace_id as traceId',
        'span_id as spanId',
        'parent_span_id as parentSpanId',
      ])
      .where('run_id', '=', runId)
      .orderBy('seq');
  const steps = await outlines().where('seq', '<=', MAX_WORKER_STEP).limit(MAX_OUTLINES).execute();
  const spans = await outlines().where('seq', '>', MAX_WORKER_STEP).limit(MAX_SPANS).execute();
  return placeSpans(steps, spans);
}

function runSpans(context: Context): Pick<RunSummaries, 'addSpans' | 'activeBetween' | 'runsOfTraces'> {
  return {
    addSpans: (runId, spans) =>
      context.atomically(async ({ db }) => {
        // Updates the summary first, so only one transaction at a time numbers the spans of a run.
        const { numUpdatedRows } = await db
          .updateTable('run_summaries')
          .set((e) => ({ spans: e.ref('spans') }))
          .where('run_id', '=', runId)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return { refused: spans.length };
        const { spans: count } = await db
          .selectFrom('run_summaries')
          .select('spans')
          .where('run_id', '=', runId)
          .executeTakeFirstOrThrow();
        const added = await withoutStored(db, runId, spans);
        const stored = added.slice(0, Math.max(0, MAX_SPANS - count));
        const rows = stored.map((span, index) => ({
          ...span,
          seq: MAX_WORKER_STEP + count + index + 1,
          parent: null,
        }));
        for await (const columns of columnBatches(rows, runStepRows.toColumns)) {
          await db.insertInto('run_steps').values(columns).execute();
        }
        const tokens = stored.reduce((sum, span) => sum + span.tokens, 0);
        await db
          .updateTable('run_summaries')
          .set((e) => ({
            spans: e('spans', '+', stored.length),
            span_tokens: e('span_tokens', '+', tokens),
          }))
          .where('run_id', '=', runId)
          .execute();
        return { refused: added.length - stored.length };
      }),
    async activeBetween(deploymentId, from, to) {
      const last = context.db
        .selectFrom('run_summaries')
        .select(['run_id', 'thread_id', 'outcome', 'started_at', 'ended_at'])
        .where('deployment_id', '=', deploymentId)
        .orderBy('ordinal', 'desc')
        .limit(SEARCHED_RUNS);
      const rows = await context.db
        .selectFrom(last.as('s'))
        .leftJoin('runs as r', (join) => join.onRef('r.id', '=', 's.run_id').on('s.outcome', 'is', null))
        .select(['s.run_id as runId', 's.thread_id as threadId', 's.ended_at as endedAt'])
        .select((e) => e.fn.coalesce('s.started_at', 'r.updated_at').as('startedAt'))
        .where((e) =>
          e.or([
            e('r.status', '=', sql.lit<'running'>('running')),
            e.and([e('s.outcome', 'is not', null), e('s.ended_at', '>=', from)]),
          ]),
        )
        .execute();
      return rows.flatMap(({ startedAt, ...row }) =>
        startedAt === null || startedAt > to ? [] : [{ ...row, startedAt }],
      );
    },
    async runsOfTraces(deploymentId, traceIds) {
      const found: { traceId: string; runId: string }[] = [];
      for (const ids of batches(traceIds)) {
        const rows = await context.db
          .selectFrom('run_steps as t')
          .innerJoin('run_summaries as s', 's.run_id', 't.run_id')
          .select(['t.trace_id as traceId', 't.run_id as runId'])
          .distinct()
          .where('t.trace_id', 'in', ids)
          .where('t.trace_id', 'is not', null)
          .where('s.deployment_id', '=', deploymentId)
          .execute();
        found.push(...rows.flatMap(({ traceId, runId }) => (traceId === null ? [] : [{ traceId, runId }])));
      }
      return found;
    },
  };
}

/** Returns the spans that the run does not contain yet, without duplicates. */
async function withoutStored(
  db: Kysely<Tables>,
  runId: string,
  spans: readonly NewRunSpan[],
): Promise<NewRunSpan[]> {
  const keyOf = ({ traceId, spanId }: { traceId: string | null; spanId: string }) => `${traceId}/${spanId}`;
  const known = new Set<string>();
  for (const some of batches(spans)) {
    const rows = await db
      .selectFrom('run_steps')
      .select(['trace_id as traceId', 'span_id as spanId'])
      .where('trace_id', 'is not', null)
      .where('trace_id', 'in', [...new Set(some.map(({ traceId }) => traceId))])
      .where('span_id', 'in', [...new Set(some.map(({ spanId }) => spanId))])
      .where('run_id', '=', runId)
      .execute();
    for (const row of rows) known.add(keyOf(row));
  }
  return spans.filter((span) => {
    const key = keyOf(span);
    return !known.has(key) && known.add(key);
  });
}
