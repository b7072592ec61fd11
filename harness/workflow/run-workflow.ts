import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Document, parseDocument } from 'yaml';
import type { RunnerEvent } from '../events.ts';
import type { Names, Scope } from '../runner/expressions.ts';
import { loadWorkflow } from './calls.ts';
import type { LoadedWorkflow, WorkflowOptions, WorkflowRun } from './types.ts';
import { ConcurrencyGroups, groupOf } from './concurrency.ts';
import { conclude, eventContext, runGraph } from './schedule.ts';
import { trigger } from './trigger.ts';
import { readRepositoryState } from './repository-state.ts';

/**
 * Runs a workflow file for an event, as GitHub would: its triggers, its concurrency group, its jobs by their needs
 * and matrices, the workflows they call, and their real steps. Throws `WorkflowError` before anything runs if GitHub
 * would refuse the file, or if it requires an unsupported feature: containers, or an unmapped action or reusable
 * workflow of another repository.
 */
export async function runWorkflow(options: WorkflowOptions): Promise<WorkflowRun> {
  const loaded = await loadWorkflow(options.file, options);
  const { workflow, place } = loaded;
  const name = workflow.name ?? place;
  const asked = withInputs(options.event, options.inputs);
  const details = readRepositoryState(asked, options.repository);
  const triggered = await trigger(workflow, asked, details);
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
  const leave = await groups.enter(
    concurrency,
    () => newer.abort(new Error('a newer run wants the place in the concurrency group')),
    options.signal,
  );
  if (leave === null) return { ...run, conclusion: 'cancelled', jobs: {} };
  try {
    const ends = await runGraph({
      loaded,
      root: { workflow, place },
      options,
      event: options.event,
      inputs,
      secrets: options.secrets ?? {},
      // GitHub's numbers of runs increase.
      runId: options.github?.runId ?? String(Date.now() * 100 + randomInt(100)),
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
    leave();
  }
}

function withInputs(event: RunnerEvent, inputs: Readonly<Record<string, string>> | undefined): RunnerEvent {
  if (inputs === undefined) return event;
  const given: unknown = event.payload['inputs'];
  const before: object = typeof given === 'object' && given !== null ? given : {};
  return { ...event, payload: { ...event.payload, inputs: { ...before, ...inputs } } };
}

/** A temporary object, with its cleanup. */
interface Created {
  remove: () => Promise<void>;
}

/** Returns a YAML file with other defaults for some of its inputs, or throws for an undeclared input. */
async function otherDefaults(
  file: string,
  place: readonly string[],
  defaults: Readonly<Record<string, string>>,
): Promise<Document> {
  const document = parseDocument(await readFile(file, 'utf8'));
  for (const [name, value] of Object.entries(defaults)) {
    if (!document.hasIn([...place, name])) throw new Error(`${file} declares no input '${name}'`);
    document.setIn([...place, name, 'default'], value);
  }
  return document;
}

/**
 * Copies an action to another folder, with other defaults for some of its inputs, so that an unchanged published
 * workflow reaches a test's own service. The action's files are linked, not copied.
 */
export async function withDefaults(
  actionYml: string,
  defaults: Readonly<Record<string, string>>,
): Promise<Created & { folder: string }> {
  const document = await otherDefaults(actionYml, ['inputs'], defaults);
  const created = await mkdtemp(path.join(tmpdir(), 'agent-deploy-action-'));
  const source = path.dirname(path.resolve(actionYml));
  // The program of an action in a subfolder is outside that subfolder.
  const beside = /^\.\.\/([\w-]+)\//.exec(String(document.getIn(['runs', 'main'])))?.[1];
  const folder = beside === undefined ? created : path.join(created, path.basename(source));
  if (beside !== undefined) {
    await mkdir(folder);
    await symlink(path.resolve(source, '..', beside), path.join(created, beside), 'junction');
  }
  await writeFile(path.join(folder, 'action.yml'), document.toString());
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (entry.name === path.basename(actionYml)) continue;
    // Windows requires the kind of a link's target.
    const kind = entry.isDirectory() ? 'junction' : 'file';
    await symlink(path.join(source, entry.name), path.join(folder, entry.name), kind);
  }
  return { folder, remove: () => rm(created, { recursive: true, force: true }) };
}

/** Copies a reusable workflow to another file, with other defaults for some of its inputs. */
export async function withCallDefaults(
  file: string,
  defaults: Readonly<Record<string, string>>,
): Promise<Created & { file: string }> {
  const document = await otherDefaults(file, ['on', 'workflow_call', 'inputs'], defaults);
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-workflow-'));
  const copy = path.join(folder, path.basename(file));
  await writeFile(copy, document.toString());
  return { file: copy, remove: () => rm(folder, { recursive: true, force: true }) };
}
