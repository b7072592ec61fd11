import { mkdir, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import path from 'node:path';
import type { RunnerEvent } from '../events/index.ts';
import type { CommandFiles } from './file-commands.ts';

export interface JobFolders {
  workspace: string;
  temp: string;
  toolCache: string;
  eventFile: string;
}

/** Makes the job's folders under `root` and writes the event file. */
export async function prepareJob(
  root: string,
  workspace: string | undefined,
  event: RunnerEvent,
): Promise<JobFolders> {
  const temp = path.join(root, '_temp');
  const folders: JobFolders = {
    workspace: workspace ?? path.join(root, 'work'),
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

export interface JobFacts {
  event: RunnerEvent;
  folders: JobFolders;
  actionFolder: string;
  github: { serverUrl?: string; apiUrl?: string; token?: string };
  debug: boolean;
  runId: string;
}

/** The `github` context (the properties an input's default may name) without the file paths. */
export function githubContext(job: JobFacts): Record<string, string> {
  const { event } = job;
  const server = job.github.serverUrl ?? 'https://github.com';
  const api = job.github.apiUrl ?? 'https://api.github.com';
  const [owner = ''] = event.repository.split('/');
  const tag = event.ref.startsWith('refs/tags/');
  return {
    action: '__self',
    action_path: job.actionFolder,
    action_ref: '',
    action_repository: '',
    actor: event.actor,
    actor_id: '583231',
    api_url: api,
    base_ref: event.baseRef,
    event_name: event.name,
    event_path: job.folders.eventFile,
    graphql_url: `${api}/graphql`,
    head_ref: event.headRef,
    job: 'deploy',
    ref: event.ref,
    ref_name: event.ref.replace(/^refs\/(heads|tags|pull)\//, ''),
    ref_protected: 'false',
    ref_type: tag ? 'tag' : 'branch',
    repository: event.repository,
    repository_id: String(event.repositoryId),
    repository_owner: owner,
    repository_owner_id: '9919',
    retention_days: '90',
    run_attempt: '1',
    run_id: job.runId,
    run_number: '7',
    server_url: server,
    sha: event.sha,
    token: job.github.token ?? '',
    triggering_actor: event.actor,
    workflow: 'Deploy',
    workflow_ref: `${event.repository}/.github/workflows/deploy.yml@${event.ref}`,
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

/** What a program needs of the machine to start at all; nothing else of this process reaches the action. */
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

/** The whole environment of one phase, in the runner's order of precedence. */
export function phaseEnvironment(
  job: JobFacts,
  files: CommandFiles,
  more: {
    env: Record<string, string>;
    inputs: Record<string, string>;
    state: Record<string, string>;
    exported: Record<string, string>;
    paths: string[];
  },
): Record<string, string> {
  const env: Record<string, string> = {
    ...machineEnvironment(),
    ...more.env,
    ...more.exported,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    RUNNER_TRACKING_ID: `github_${job.runId}`,
  };
  // The token reaches a step only where the workflow says so: it is a property of the context, not a variable.
  const { token: _token, ...github } = githubContext(job);
  for (const [name, value] of Object.entries(github)) env[`GITHUB_${name.toUpperCase()}`] = value;
  for (const [name, value] of Object.entries(runnerContext(job))) env[`RUNNER_${name.toUpperCase()}`] = value;
  env['GITHUB_OUTPUT'] = files.output;
  env['GITHUB_ENV'] = files.env;
  env['GITHUB_STATE'] = files.state;
  env['GITHUB_PATH'] = files.path;
  env['GITHUB_STEP_SUMMARY'] = files.step_summary;
  Object.assign(env, more.inputs);
  for (const [name, value] of Object.entries(more.state)) env[`STATE_${name}`] = value;
  if (more.paths.length > 0) {
    env['PATH'] = [...more.paths.toReversed(), env['PATH'] ?? ''].join(path.delimiter);
  }
  return env;
}
