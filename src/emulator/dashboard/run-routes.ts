import * as z from 'zod';
import {
  ReplayedRun,
  RunCounts,
  RunCountsQuery,
  RunDetail,
  RunListQuery,
  RunPage,
  RunReplay,
  RunRequest,
  RUN_STATES,
  RunStepDetail,
  RunStepPage,
  RunStepsQuery,
} from '../../contract/dashboard/runs.ts';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { percentile } from '../../judgement/intervals.ts';
import { metadataLine } from '../../contract/bounded-text.ts';
import { MAX_WORKER_STEP } from '../../contract/trace-event.ts';
import type { RunListFilter, RunListRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { createRunReplays } from './replay-run.ts';
import { createRunViews, toShownState, toStoredState } from './run-views.ts';

const api = routesOf('dashboard', 'session');
const RUNS = `${DASHBOARD_API}/runs`;
const notFound = { description: 'The run does not exist', schema: DetailError };
const RunPath = z.object({ run_id: z.guid().toLowerCase() });
const StepPath = RunPath.extend({ seq: z.coerce.number().int().min(1) });
/** Maximum number of failed steps that are searched for the innermost failed step. */
const FAILED_STEPS = 50;

/** Creates the routes of runs of all deployments, and of their steps. */
export function runRoutes(dependencies: DashboardDependencies): Route[] {
  return [...listRoutes(dependencies), ...detailRoutes(dependencies), ...replayRoutes(dependencies)];
}

function listRoutes({ host, context }: DashboardDependencies): Route[] {
  const { store, clock } = context;
  const { runSummaries } = store;
  const views = createRunViews(store, host.redactor);
  return [
    api.get(RUNS, {
      summary: 'Runs of all deployments, newest first',
      query: RunListQuery,
      responses: { 200: { description: 'Runs', schema: RunPage } },
      handler: async ({ query }) => {
        const { rows, next } = await runSummaries.list(toFilter(query), query);
        return {
          status: 200,
          body: {
            epoch: host.epoch,
            generation: host.generation(),
            now_ms: clock.now(),
            runs: await views.toSummaries(rows),
            next: next ?? null,
          },
        };
      },
    }),
    api.get(`${RUNS}/counts`, {
      summary: 'Numbers of runs by state, and by time',
      query: RunCountsQuery,
      responses: { 200: { description: 'Numbers', schema: RunCounts } },
      handler: async ({ query }) => {
        const { deployment_id: deploymentId, thread_id: threadId, from, to, width, periods } = query;
        const now = clock.now();
        // Periods begin at whole multiples of their width, so that bars do not change while time passes.
        const end = (Math.floor(now / width) + 1) * width;
        const first = end - periods * width;
        const [counted, chart, durations] = await Promise.all([
          runSummaries.count({ deploymentId, threadId, from, to }),
          runSummaries.histogram({ deploymentId }, { from: first, to: end, width }),
          deploymentId === undefined ? [] : runSummaries.durations(deploymentId, { from: first, to: end }),
        ]);
        const counts = Object.fromEntries(RUN_STATES.map((state) => [state, 0]));
        for (const [state, count] of Object.entries(counted)) {
          counts[toShownState(state as keyof typeof counted)] = count;
        }
        const bars = Array.from({ length: periods }, (): [number, number] => [0, 0]);
        for (const { at, failed, others } of chart) bars[at] = [failed, others];
        return {
          status: 200,
          body: {
            now_ms: now,
            counts,
            from_ms: first,
            width_ms: width,
            periods: bars,
            median_ms: durations.length === 0 ? null : percentile(durations, 0.5),
          },
        };
      },
    }),
  ];
}

function toFilter(query: z.infer<typeof RunListQuery>): RunListFilter {
  const [key = '', ...value] = query.metadata?.split('=') ?? [];
  return {
    state: query.state && toStoredState(query.state),
    deploymentId: query.deployment_id,
    threadId: query.thread_id,
    graphId: query.graph_id,
    source: query.source,
    replayOf: query.replay_of,
    metadata: query.metadata === undefined ? undefined : `\n${metadataLine(key, value.join('='))}\n`,
    words: query.text?.trim() === '' ? undefined : query.text?.trim().toLowerCase(),
    from: query.from,
    to: query.to,
  };
}

function detailRoutes({ host, context }: DashboardDependencies): Route[] {
  const { store, clock } = context;
  const { runSummaries } = store;
  const views = createRunViews(store, host.redactor);
  return [
    api.get(`${RUNS}/{run_id}`, {
      summary: 'A run, the step that failed, and how often this failure occurred',
      params: RunPath,
      responses: { 200: { description: 'The run', schema: RunDetail }, 404: notFound },
      handler: async ({ params: { run_id: runId } }) => {
        const row = await findSummary(runSummaries, runId);
        const [run] = await views.toSummaries([row]);
        const failed = innermost(await runSummaries.failedSteps(runId, FAILED_STEPS));
        const similar = row.state === 'error' ? await runSummaries.similarFailures(row) : [];
        const deployment = await store.deployments.findById(row.deploymentId);
        const revision = row.revisionId === null ? undefined : await store.revisions.findById(row.revisionId);
        const request = (await store.runs.findById(runId))?.kwargs ?? (await runSummaries.request(runId));
        return {
          status: 200,
          body: {
            epoch: host.epoch,
            now_ms: clock.now(),
            run,
            failed: failed ? views.toStep(failed) : null,
            similar: await Promise.all(
              similar.map(async ({ revisionId, runs, failed: count }) => ({
                revision: await views.revisionNumber(revisionId),
                runs,
                failed: count,
              })),
            ),
            serving_revision: await views.revisionNumber(deployment?.activeRevisionId ?? null),
            commit: revision?.config.repo_commit_sha ?? revision?.push?.commit ?? null,
            replayable: request !== null,
          },
        };
      },
    }),
    api.get(`${RUNS}/{run_id}/steps`, {
      summary: 'Steps of a run in the order of start, without inputs and outputs',
      params: RunPath,
      query: RunStepsQuery,
      responses: { 200: { description: 'Steps', schema: RunStepPage }, 404: notFound },
      handler: async ({ params: { run_id: runId }, query }) => {
        await findSummary(runSummaries, runId);
        const rows = await runSummaries.steps(runId, query);
        const later = rows.filter(({ seq }) => seq > query.after);
        const next = later.length < query.limit ? null : (later.at(-1)?.seq ?? null);
        return { status: 200, body: { now_ms: clock.now(), steps: rows.map(views.toStep), next } };
      },
    }),
    api.get(`${RUNS}/{run_id}/steps/{seq}`, {
      summary: 'A step with its input and output',
      params: StepPath,
      responses: { 200: { description: 'The step', schema: RunStepDetail }, 404: notFound },
      handler: async ({ params: { run_id: runId, seq } }) => {
        const row = await runSummaries.step(runId, seq);
        if (!row) throw new HttpError(404, `Step ${seq} of run ${runId} not found.`);
        return { status: 200, body: views.toStepDetail(row) };
      },
    }),
  ];
}

function replayRoutes(dependencies: DashboardDependencies): Route[] {
  const { host } = dependencies;
  const replays = createRunReplays(dependencies);
  return [
    api.get(`${RUNS}/{run_id}/request`, {
      summary: 'The input with which a run can be repeated, without secrets',
      params: RunPath,
      responses: { 200: { description: 'The input', schema: RunRequest }, 404: notFound },
      handler: async ({ params: { run_id: runId } }) => {
        const { run, request } = await replays.find(runId);
        const input = host.redactor.redact(request['input'] ?? null);
        return { status: 200, body: { input, assistant_id: run.assistantId } };
      },
    }),
    api.post(`${RUNS}/{run_id}/replay`, {
      summary: 'Repeat a run as a new run, on the revision that serves now',
      params: RunPath,
      body: RunReplay,
      passesOn: true,
      responses: {
        200: { description: 'The new run', schema: ReplayedRun },
        404: notFound,
        409: { description: 'The run cannot be repeated', schema: DetailError },
      },
      handler: async ({ params: { run_id: runId }, body, signal }) => ({
        status: 200,
        body: await replays.replay(runId, body, signal),
      }),
    }),
  ];
}

async function findSummary(
  runSummaries: { get(runId: string): Promise<RunListRow | undefined> },
  runId: string,
): Promise<RunListRow> {
  const row = await runSummaries.get(runId);
  if (!row) throw new HttpError(404, `Run ID ${runId} not found.`);
  return row;
}

/**
 * Returns the last failed step of the worker that contains no other failed step of the worker, or the innermost failed
 * span inside that step. If the worker reported a failed step, a failed span outside that step did not fail the run.
 *
 * @param steps Failed steps, last first, with the steps of the worker before spans.
 */
export function innermost<T extends { seq: number; parent: number | null }>(
  steps: readonly T[],
): T | undefined {
  const ofWorker = steps.filter(({ seq }) => seq <= MAX_WORKER_STEP);
  const candidates = ofWorker.length > 0 ? ofWorker : steps;
  const parents = new Set(candidates.map(({ parent }) => parent));
  let found = candidates.find(({ seq }) => !parents.has(seq)) ?? candidates[0];
  const left = new Set(steps.filter(({ seq }) => seq > MAX_WORKER_STEP));
  for (;;) {
    const inside = [...left].find(({ parent }) => parent === found?.seq);
    if (inside === undefined) return found;
    left.delete(inside);
    found = inside;
  }
}
