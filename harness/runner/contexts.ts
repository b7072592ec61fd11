import { arch, platform } from 'node:os';
import path from 'node:path';
import type { RunnerEvent } from '../events.ts';
import type { CommandFiles } from './command-files.ts';
import { type Names, toText, type Value } from './expressions.ts';
import type { GitHubEndpoint } from './types.ts';

/** Properties of a job from which its contexts are created. */
export interface JobInfo {
  event: RunnerEvent;
  folders: JobFolders;
  github: GitHubEndpoint;
  debug: boolean;
  runId: string;
  /** Name of the job in its workflow. */
  job: string;
  workflow: { name: string; path: string };
  /** Value of RUNNER_TRACKING_ID, which identifies the processes of this job. */
  trackingId: string;
}

/** Properties of the running step that the `github` context contains. */
export interface StepIdentity {
  /** Value of GITHUB_ACTION: the ID of the step, or a generated ID. */
  action: string;
  /** `owner/name` of a remote action, whose ref is `actionRef`. */
  actionRepository: string;
  actionRef: string;
}

export const LOCAL_STEP: StepIdentity = {
  action: '__self',
  actionRepository: '',
  actionRef: '',
};

/** Returns the `github` context without the paths of the command files. */
export function githubContext(job: JobInfo, step: StepIdentity): Names {
  const { event } = job;
  const api = job.github.apiUrl ?? 'https://api.github.com';
  const [owner = ''] = event.repository.split('/');
  const protectedNames = event.ref.startsWith('refs/tags/') ? 'tag' : 'branch';
  return {
    action: step.action,
    action_ref: step.actionRef,
    action_repository: step.actionRepository,
    actor: event.actor,
    actor_id: '583231',
    api_url: api,
    base_ref: event.baseRef,
    event: event.payload as Value,
    event_name: event.name,
    event_path: job.folders.eventFile,
    graphql_url: `${api.replace(/\/v3$/, '')}/graphql`,
    head_ref: event.headRef,
    job: job.job,
    ref: event.ref,
    ref_name: event.ref.replace(/^refs\/(heads|tags|pull)\//, ''),
    ref_protected: 'false',
    ref_type: protectedNames,
    repository: event.repository,
    repository_id: String(event.repositoryId),
    repository_owner: owner,
    repository_owner_id: '9919',
    repositoryUrl: `${(job.github.serverUrl ?? 'https://github.com').replace(/^https/, 'git')}/${event.repository}.git`,
    retention_days: '90',
    run_attempt: String(job.github.attempt ?? 1),
    run_id: job.runId,
    run_number: '7',
    secret_source: 'Actions',
    server_url: job.github.serverUrl ?? 'https://github.com',
    sha: event.sha,
    token: job.github.token ?? '',
    triggering_actor: event.actor,
    workflow: job.workflow.name,
    workflow_ref: `${event.repository}/${job.workflow.path}@${event.ref}`,
    workflow_sha: event.sha,
    workspace: job.folders.workspace,
  };
}

/** Returns the `runner` context. */
export function runnerContext(job: JobInfo): Record<string, string> {
  const systems: Record<string, string> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };
  const architectures: Record<string, string> = { x64: 'X64', arm64: 'ARM64', ia32: 'X86', arm: 'ARM' };
  return {
    os: systems[platform()] ?? 'Linux',
    arch: architectures[arch()] ?? 'X64',
    name: 'harness',
    environment: 'self-hosted',
    temp: job.folders.temp,
    tool_cache: job.folders.toolCache,
    workspace: path.dirname(job.folders.workspace),
    ...(job.debug ? { debug: '1' } : {}),
  };
}

/** Properties of the `github` context that a step does not receive as GITHUB_* variables. */
const NO_VARIABLES = new Set(['event', 'repositoryUrl', 'secret_source', 'token']);

/**
 * Returns the variables of this machine that every program needs to start. A step receives no other variables of this
 * process.
 */
function machineEnvironment(): Record<string, string> {
  const windows = ['SystemRoot', 'USERPROFILE', 'PATHEXT', 'COMSPEC', 'TEMP', 'TMP'];
  const names = ['PATH', 'HOME', ...(process.platform === 'win32' ? windows : [])];
  const env: Record<string, string> = {};
  for (const name of names) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

interface StepEnvironment {
  /** The `github` context of the step. */
  github: Names;
  runner: Record<string, string>;
  files: CommandFiles;
  trackingId: string;
  /** The `env` context: variables of the workflow, the job, GITHUB_ENV and the step. */
  env: Record<string, string>;
  inputs: Record<string, string>;
  state: Record<string, string>;
  /** Folders that GITHUB_PATH added, oldest first. */
  paths: readonly string[];
  /** Environment variables with the URLs and the token of services that only actions can use. */
  services: Record<string, string>;
}

/**
 * Returns the complete environment of one process. As in the runner, no other source can override GITHUB_* and
 * RUNNER_*.
 */
export function stepEnvironment(step: StepEnvironment): Record<string, string> {
  const env: Record<string, string> = {
    ...machineEnvironment(),
    CI: 'true',
    ...step.env,
    GITHUB_ACTIONS: 'true',
    RUNNER_TRACKING_ID: step.trackingId,
  };
  for (const [name, value] of Object.entries(step.state)) env[`STATE_${name}`] = value;
  Object.assign(env, step.inputs);
  if (step.paths.length > 0) {
    env['PATH'] = [...step.paths.toReversed(), env['PATH'] ?? ''].join(path.delimiter);
  }
  for (const [name, value] of Object.entries(step.github)) {
    if (!NO_VARIABLES.has(name)) env[`GITHUB_${name.toUpperCase()}`] = toText(value);
  }
  for (const [name, value] of Object.entries(step.runner)) env[`RUNNER_${name.toUpperCase()}`] = value;
  env['GITHUB_OUTPUT'] = step.files.output;
  env['GITHUB_ENV'] = step.files.env;
  env['GITHUB_STATE'] = step.files.state;
  env['GITHUB_PATH'] = step.files.path;
  env['GITHUB_STEP_SUMMARY'] = step.files.step_summary;
  Object.assign(env, step.services);
  delete env['NODE_ICU_DATA'];
  return env;
}

export interface JobFolders {
  /** Parent folder of all files of the job, except a workspace elsewhere that the caller specifies. */
  root: string;
  workspace: string;
  temp: string;
  toolCache: string;
  eventFile: string;
}
