import { randomInt } from 'node:crypto';
import type { RunnerEvent } from '../events/index.ts';
import type { Names, Scope } from '../runner/expressions/index.ts';
import { loadWorkflow, type LoadedWorkflow } from './calls/load.ts';
import { ConcurrencyGroups } from './concurrency.ts';
import { runGraph } from './jobs/graph.ts';
import { groupOf } from './jobs/group.ts';
import { conclude } from './jobs/status.ts';
import { eventContext } from './event-context.ts';
import { trigger } from './trigger/match.ts';
import { repositoryFacts } from './trigger/repository.ts';
import type { WorkflowOptions, WorkflowRun } from './types.ts';

/**
 * Runs a workflow file for an event, as GitHub would: whether it starts at all, its concurrency group, its jobs by their
 * needs and matrices, the workflows they call, their steps for real.
 * Throws `WorkflowError` for a file GitHub would not take, and for what this harness does not do: containers, an action
 * or a reusable workflow from elsewhere that nobody maps. Nothing has run then.
 */
export async function runWorkflow(options: WorkflowOptions): Promise<WorkflowRun> {
  const loaded = await loadWorkflow(options.file, options);
  const { workflow, place } = loaded;
  const name = workflow.name ?? place;
  const asked = withInputs(options.event, options.inputs);
  const facts = repositoryFacts(asked, options.repository, options.changedFiles);
  const triggered = await trigger(workflow, asked, facts);
  if (!triggered.starts) {
    return {
      name,
      started: false,
      reason: triggered.reason,
      conclusion: 'skipped',
      concurrency: null,
      jobs: {},
    };
  }
  const { inputs, payload } = triggered.inputs;
  const event = asked.name === 'workflow_dispatch' ? withInputs(asked, payload) : asked;
  return inGroup(loaded, { ...options, event }, name, inputs);
}

async function inGroup(
  loaded: LoadedWorkflow,
  options: WorkflowOptions,
  name: string,
  inputs: Names,
): Promise<WorkflowRun> {
  const { workflow, place } = loaded;
  const scope: Scope = {
    contexts: { github: eventContext(workflow, options, place), inputs, vars: options.vars ?? {} },
    functions: {},
  };
  const concurrency = groupOf(workflow.concurrency, scope);
  const groups = options.groups ?? new ConcurrencyGroups();
  const newer = new AbortController();
  const signal =
    options.signal === undefined ? newer.signal : AbortSignal.any([options.signal, newer.signal]);
  const run = { name, started: true, reason: null, concurrency };
  const admission =
    concurrency === null
      ? { admitted: true as const, leave: () => {} }
      : await groups.enter(
          concurrency.group,
          concurrency.cancelInProgress,
          () => newer.abort(new Error('a newer run wants the place in the concurrency group')),
          options.signal,
        );
  if (!admission.admitted) return { ...run, conclusion: 'cancelled', jobs: {} };
  try {
    const ends = await runGraph({
      loaded,
      root: { workflow, place },
      options,
      event: options.event,
      inputs,
      secrets: options.secrets ?? {},
      runId: options.github?.runId ?? String(randomInt(10_000_000, 99_999_999)),
      groups,
      held: concurrency === null ? [] : [concurrency.group],
      prefix: { id: '', name: '' },
      signal,
      runAll: runGraph,
    });
    const jobs = ends.flatMap((end) => end.runs);
    return {
      ...run,
      conclusion: conclude(jobs, signal.aborted),
      jobs: Object.fromEntries(jobs.map((job) => [job.id, job])),
    };
  } finally {
    admission.leave();
  }
}

function withInputs(event: RunnerEvent, inputs: Readonly<Record<string, string>> | undefined): RunnerEvent {
  if (inputs === undefined) return event;
  const given: unknown = event.payload['inputs'];
  const before: object = typeof given === 'object' && given !== null ? given : {};
  return { ...event, payload: { ...event.payload, inputs: { ...before, ...inputs } } };
}
