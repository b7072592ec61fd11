import { arch, platform } from 'node:os';
import path from 'node:path';
import type { RunnerEvent } from '../../events/index.ts';
import type { Names, Value } from '../expressions/index.ts';
import type { GitHubPlace } from '../types.ts';
import type { JobFolders } from './folders.ts';

/** What a job is: everything its contexts are made of. */
export interface JobFacts {
  event: RunnerEvent;
  folders: JobFolders;
  github: GitHubPlace;
  debug: boolean;
  runId: string;
  /** The job's name in its workflow. */
  job: string;
  workflow: { name: string; path: string };
  /** RUNNER_TRACKING_ID: tells the processes of this job from all others. */
  trackingId: string;
}

/** What the `github` context says of the step that runs. */
export interface StepPlace {
  /** GITHUB_ACTION: the step's id, or one the runner makes up. */
  action: string;
  /** `owner/name` and the ref of a remote action. */
  actionRepository: string;
  actionRef: string;
  /** Folder of a composite action, for its own steps. */
  actionPath: string | null;
}

export const LOCAL_STEP: StepPlace = {
  action: '__self',
  actionRepository: '',
  actionRef: '',
  actionPath: null,
};

/** The `github` context, the paths of the command files excepted. */
export function githubContext(job: JobFacts, step: StepPlace): Names {
  const { event } = job;
  const api = job.github.apiUrl ?? 'https://api.github.com';
  const [owner = ''] = event.repository.split('/');
  const protectedNames = event.ref.startsWith('refs/tags/') ? 'tag' : 'branch';
  return {
    action: step.action,
    ...(step.actionPath === null ? {} : { action_path: step.actionPath }),
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

/** The `runner` context. */
export function runnerContext(job: JobFacts): Record<string, string> {
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
