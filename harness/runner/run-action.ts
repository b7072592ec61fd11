import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { githubContext, phaseEnvironment, prepareJob, runnerContext, type JobFacts } from './environment.ts';
import { evaluateCondition, type ExpressionContext } from './expressions.ts';
import { createCommandFiles, readCommandFiles } from './file-commands.ts';
import { JobLog } from './job-log.ts';
import { inputEnvironment, loadManifest, type ActionManifest } from './manifest.ts';
import { runProcess } from './process.ts';
import type { ActionRun, Outcome, Phase, PhaseRun, RunActionOptions } from './types.ts';

const RUNNER_CANCEL_MS = { terminate: 7_500, kill: 2_500 };

/** What the phases of one step share. */
interface Step {
  options: RunActionOptions;
  manifest: ActionManifest;
  job: JobFacts;
  log: JobLog;
  context: ExpressionContext;
  inputs: Record<string, string>;
  state: Record<string, string>;
  outputs: Record<string, string>;
  exportedEnv: Record<string, string>;
  addedPaths: string[];
  summaries: string[];
}

/**
 * Runs an action as the GitHub runner runs a step with it: environment, inputs, event, file commands, workflow
 * commands, masks, post step and cancellation. Throws when the runner would not start the step at all (no manifest, an
 * unknown `using`, a missing entry file); everything else is in the result.
 */
export async function runAction(options: RunActionOptions): Promise<ActionRun> {
  const startedAt = performance.now();
  const manifest = await loadManifest(options.actionYml);
  const root = await mkdtemp(path.join(tmpdir(), 'agent-deploy-runner-'));
  try {
    const step = await prepareStep(options, manifest, root);
    const phases = options.phases ?? ['main', 'post'];
    const main = phases.includes('main') ? await runPhase(step, 'main', manifest.main) : null;
    step.context.jobStatus = main?.outcome ?? 'success';
    const wantsPost =
      phases.includes('post') && manifest.post !== null && evaluateCondition(manifest.postIf, step.context);
    const post = wantsPost && manifest.post !== null ? await runPhase(step, 'post', manifest.post) : null;
    return {
      outcome: main?.outcome ?? post?.outcome ?? 'success',
      exitCode: (main ?? post)?.exitCode ?? null,
      outputs: step.outputs,
      summary: step.log.masker.mask(step.summaries.filter((text) => text !== '').join('\n')),
      annotations: step.log.annotations,
      masks: step.log.masker.values,
      log: step.log.lines.flatMap((line) => line.text ?? []).join('\n'),
      rawLog: step.log.lines.map((line) => line.raw).join('\n'),
      lines: step.log.lines,
      state: step.state,
      exportedEnv: step.exportedEnv,
      addedPaths: step.addedPaths,
      deprecatedCommands: step.log.deprecatedCommands,
      commands: step.log.commands,
      durationMs: performance.now() - startedAt,
      main,
      post,
    };
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function prepareStep(options: RunActionOptions, manifest: ActionManifest, root: string): Promise<Step> {
  const folders = await prepareJob(root, options.workspace, options.event);
  const job: JobFacts = {
    event: options.event,
    folders,
    actionFolder: manifest.folder,
    github: options.github ?? {},
    debug: options.debug ?? false,
    runId: String(10_000_000 + Math.floor(Math.random() * 89_999_999)),
  };
  const context: ExpressionContext = {
    jobStatus: 'success',
    github: githubContext(job),
    runner: runnerContext(job),
  };
  const log = new JobLog({ debug: job.debug, onLine: options.onLine });
  log.startPhase('main');
  if (job.github.token) log.masker.add(job.github.token);
  const { env, warnings } = inputEnvironment(manifest, options.inputs ?? {}, context);
  for (const warning of warnings) log.say('warning', warning);
  return {
    options,
    manifest,
    job,
    log,
    context,
    inputs: env,
    state: { ...options.state },
    outputs: {},
    exportedEnv: {},
    addedPaths: [],
    summaries: [],
  };
}

async function runPhase(step: Step, phase: Phase, entry: string): Promise<PhaseRun> {
  const { options, job, log, manifest } = step;
  log.startPhase(phase);
  const startedAt = performance.now();
  const files = await createCommandFiles(job.folders.temp, randomUUID());
  const environment = phaseEnvironment(job, files, {
    env: options.env ?? {},
    inputs: step.inputs,
    state: phase === 'post' ? step.state : {},
    exported: step.exportedEnv,
    paths: step.addedPaths,
  });
  const command = options.node ?? process.execPath;
  const args = [...(options.nodeArguments ?? []), path.join(manifest.folder, entry)];
  const end = await runProcess({
    command,
    args,
    cwd: job.folders.workspace,
    env: environment,
    // A cancelled job still runs its post step, with a clock of its own.
    signal: phase === 'main' || step.options.phases?.length === 1 ? options.signal : undefined,
    cancelAfterMs: options.cancelAfterMs ?? RUNNER_CANCEL_MS,
    onStart: (pid) => options.onStart?.(pid, phase),
    onLine: (line, stream) => log.take(line, stream),
  });
  const written = await readCommandFiles(files);
  for (const error of written.errors) log.say('error', error);
  Object.assign(step.state, log.deprecated.state, written.state);
  Object.assign(step.outputs, log.deprecated.outputs, written.outputs);
  Object.assign(step.exportedEnv, written.env);
  step.addedPaths.push(...written.paths);
  step.summaries.push(written.summary);
  const outcome: Outcome = end.cancelled
    ? 'cancelled'
    : end.exitCode === 0 && !written.failed
      ? 'success'
      : 'failure';
  return {
    phase,
    outcome,
    exitCode: end.exitCode,
    endedBy: end.endedBy,
    durationMs: performance.now() - startedAt,
    argv: [command, ...args],
    environment,
    rawSummary: written.summary,
    summaryRefused: written.summaryRefused,
    leftRunning: end.leftRunning,
  };
}
