import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunnerEvent } from '../events.ts';
import {
  githubContext,
  type JobFolders,
  type JobInfo,
  LOCAL_STEP,
  runnerContext,
  type StepIdentity,
} from './contexts.ts';
import type { Scope } from './expressions.ts';
import { JobLog } from './log.ts';
import { endOrphans } from './process.ts';
import type { CancelPauses, Outcome, Phase, RunActionOptions } from './types.ts';

interface JobOptions
  extends Partial<{
    [Key in
      | 'workspace'
      | 'github'
      | 'debug'
      | 'node'
      | 'nodeArguments'
      | 'cancelAfterMs'
      | 'onStart'
      | 'onLine']: RunActionOptions[Key] | undefined;
  }> {
  event: RunnerEvent;
  /** Name of the job in its workflow. */
  name?: string;
  workflow?: { name: string; path: string };
  runId?: string;
  /**
   * Environment variables that only node actions receive and the workflow does not contain, such as the URL of a
   * clock.
   */
  actionEnv?: Readonly<Record<string, string>> | undefined;
}

/** State of a job that its steps share. */
export interface Job {
  readonly info: JobInfo;
  readonly log: JobLog;
  /** Environment variables of the workflow and the job, and the variables that GITHUB_ENV added. */
  readonly env: Record<string, string>;
  /** Folders that GITHUB_PATH added, oldest first. */
  readonly paths: string[];
  /** Process groups that are still running after their step. */
  readonly leftGroups: Set<number>;
  /** Environment variables with the URLs and the token of services that only actions can use. */
  readonly services: Readonly<Record<string, string>>;
  readonly node: { command: string; arguments: readonly string[] };
  readonly cancelAfterMs: CancelPauses;
  readonly onStart: (pid: number, phase: Phase) => void;
  /** Outcome of the job so far. */
  status: Outcome;
}

const RUNNER_CANCEL_MS: CancelPauses = { terminate: 7_500, kill: 2_500 };

/**
 * Starts a job by creating its folders, its event file and its log. The tokens are masked before anything is printed.
 */
export async function openJob(options: JobOptions): Promise<Job> {
  const folders = await makeFolders(options.event, options.workspace);
  const github = options.github ?? {};
  const info: JobInfo = {
    event: options.event,
    folders,
    github,
    debug: options.debug ?? false,
    // GitHub's numbers of runs increase.
    runId: options.runId ?? String(Date.now() * 100 + Math.floor(Math.random() * 100)),
    job: options.name ?? 'deploy',
    workflow: options.workflow ?? { name: 'Deploy', path: '.github/workflows/deploy.yml' },
    trackingId: `github_${randomUUID()}`,
  };
  const log = new JobLog(options.onLine);
  const runtimeToken = `runtime-token-${randomUUID()}`;
  log.hide(runtimeToken, 'the token of the services');
  if (github.token !== undefined && github.token !== '') {
    log.hide(github.token, 'github.token');
    log.hide(Buffer.from(`x-access-token:${github.token}`).toString('base64'), 'github.token');
  }
  return {
    info: info,
    log,
    env: {},
    paths: [],
    leftGroups: new Set(),
    services: {
      ACTIONS_RUNTIME_URL: 'https://pipelines.actions.invalid/',
      ACTIONS_RUNTIME_TOKEN: runtimeToken,
      ACTIONS_CACHE_URL: 'https://cache.actions.invalid/',
      ACTIONS_RESULTS_URL: 'https://results.actions.invalid/',
      ...options.actionEnv,
    },
    node: { command: options.node ?? process.execPath, arguments: options.nodeArguments ?? [] },
    cancelAfterMs: options.cancelAfterMs ?? RUNNER_CANCEL_MS,
    onStart: options.onStart ?? (() => {}),
    status: 'success',
  };
}

/** Ends a job: stops the remaining processes of its steps, and removes its folders. */
export async function closeJob(job: Job): Promise<void> {
  await endOrphans(`RUNNER_TRACKING_ID=${job.info.trackingId}`, job.leftGroups);
  await removeFolders(job.info.folders);
}

/** Returns the scope of all expressions in a step: the job's contexts, and functions that return its status. */
export function jobScope(job: Job, place: StepIdentity = LOCAL_STEP): Scope {
  return {
    contexts: {
      github: githubContext(job.info, place),
      runner: runnerContext(job.info),
      job: { status: job.status },
      strategy: { 'fail-fast': true, 'job-index': 0, 'job-total': 1, 'max-parallel': 1 },
      matrix: null,
      env: { ...job.env },
    },
    functions: {
      always: () => true,
      success: () => job.status === 'success',
      failure: () => job.status === 'failure',
      cancelled: () => job.status === 'cancelled',
    },
  };
}

/** Creates the folders of a job, and writes its event file. */
async function makeFolders(event: RunnerEvent, workspace?: string): Promise<JobFolders> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-deploy-runner-')));
  const temp = path.join(root, '_temp');
  const folders: JobFolders = {
    root,
    workspace: workspace ?? path.join(root, 'work', 'work'),
    temp,
    toolCache: path.join(root, '_tool'),
    eventFile: path.join(temp, '_github_workflow', 'event.json'),
  };
  await mkdir(folders.workspace, { recursive: true });
  await mkdir(folders.toolCache, { recursive: true });
  await mkdir(path.dirname(folders.eventFile), { recursive: true });
  await writeFile(folders.eventFile, JSON.stringify(event.payload, null, 2));
  return folders;
}

/** Removes the folders of a job, except a workspace that the caller specified. */
async function removeFolders(folders: JobFolders): Promise<void> {
  await rm(folders.root, { recursive: true, force: true, maxRetries: 3 });
}
