import path from 'node:path';
import type { CommandFiles } from '../commands/command-files.ts';
import { toText, type Names } from '../expressions/index.ts';

/** Properties of the `github` context that a step also gets as GITHUB_*: the token and the event are not among them. */
const AS_VARIABLES = [
  'action',
  'action_path',
  'action_ref',
  'action_repository',
  'actor',
  'actor_id',
  'api_url',
  'base_ref',
  'event_name',
  'event_path',
  'graphql_url',
  'head_ref',
  'job',
  'ref',
  'ref_name',
  'ref_protected',
  'ref_type',
  'repository',
  'repository_id',
  'repository_owner',
  'repository_owner_id',
  'retention_days',
  'run_attempt',
  'run_id',
  'run_number',
  'server_url',
  'sha',
  'triggering_actor',
  'workflow',
  'workflow_ref',
  'workflow_sha',
  'workspace',
];

/** What a program needs of the machine to start at all; nothing else of this process reaches a step. */
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

export interface EnvironmentParts {
  /** The `github` context of the step. */
  github: Names;
  runner: Record<string, string>;
  files: CommandFiles;
  trackingId: string;
  /** The `env` context: workflow, job, GITHUB_ENV, step. */
  env: Record<string, string>;
  inputs: Record<string, string>;
  state: Record<string, string>;
  /** What GITHUB_PATH asked for, oldest first. */
  paths: readonly string[];
  /** Addresses and token of the services only actions reach. */
  services: Record<string, string>;
}

/** The whole environment of one process, in the runner's order: GITHUB_* and RUNNER_* cannot be set by anybody else. */
export function stepEnvironment(parts: EnvironmentParts): Record<string, string> {
  const env: Record<string, string> = {
    ...machineEnvironment(),
    CI: 'true',
    ...parts.env,
    GITHUB_ACTIONS: 'true',
    RUNNER_TRACKING_ID: parts.trackingId,
  };
  for (const [name, value] of Object.entries(parts.state)) env[`STATE_${name}`] = value;
  Object.assign(env, parts.inputs);
  if (parts.paths.length > 0) {
    env['PATH'] = [...parts.paths.toReversed(), env['PATH'] ?? ''].join(path.delimiter);
  }
  for (const name of AS_VARIABLES) {
    const value = parts.github[name];
    if (value !== undefined) env[`GITHUB_${name.toUpperCase()}`] = toText(value);
  }
  for (const [name, value] of Object.entries(parts.runner)) env[`RUNNER_${name.toUpperCase()}`] = value;
  env['GITHUB_OUTPUT'] = parts.files.output;
  env['GITHUB_ENV'] = parts.files.env;
  env['GITHUB_STATE'] = parts.files.state;
  env['GITHUB_PATH'] = parts.files.path;
  env['GITHUB_STEP_SUMMARY'] = parts.files.step_summary;
  Object.assign(env, parts.services);
  delete env['NODE_ICU_DATA'];
  return env;
}
