import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunnerEvent } from '../events/index.ts';
import type { Names, Scope } from '../runner/expressions/index.ts';
import { ConcurrencyGroups } from './concurrency.ts';
import { runGraph } from './jobs/graph.ts';
import { groupOf } from './jobs/group.ts';
import { conclude } from './jobs/status.ts';
import { readWorkflow, WorkflowError } from './model/read.ts';
import type { Workflow } from './model/schema.ts';
import { eventContext } from './event-context.ts';
import { isKnown } from './steps/uses.ts';
import { trigger } from './trigger/match.ts';
import { repositoryFacts } from './trigger/repository.ts';
import type { WorkflowOptions, WorkflowRun } from './types.ts';

/**
 * Runs a workflow file for an event, as GitHub would: whether it starts at all, its concurrency group, its jobs by their
 * needs, their steps for real.
 * Throws `WorkflowError` for a file GitHub would not take, and for what this harness does not do: a matrix, containers,
 * reusable workflows, an action from elsewhere that nobody plays. Nothing has run then.
 */
export async function runWorkflow(options: WorkflowOptions): Promise<WorkflowRun> {
  const place = `.github/workflows/${path.basename(options.file)}`;
  const workflow = readWorkflow(await readFile(options.file, 'utf8'), options.file);
  const source = options.actions ?? (() => null);
  for (const step of Object.values(workflow.jobs).flatMap((job) => job.steps)) {
    if (step.uses !== undefined && !isKnown(step.uses, source)) {
      throw new WorkflowError(
        `${options.file}: ${step.uses} is not here: say in \`actions\` where it is, or who plays it`,
      );
    }
  }
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
  return inGroup(workflow, { ...options, event }, name, inputs, place);
}

async function inGroup(
  workflow: Workflow,
  options: WorkflowOptions,
  name: string,
  inputs: Names,
  place: string,
): Promise<WorkflowRun> {
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
    const jobs = await runGraph({
      workflow,
      place,
      options,
      event: options.event,
      inputs,
      runId: String(randomInt(10_000_000, 99_999_999)),
      groups,
      signal,
    });
    return { ...run, conclusion: conclude(Object.values(jobs), signal.aborted), jobs };
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
