import type { RunEvent } from '../action/event.ts';
import { type InputSpec, INPUTS, variableOf, VERIFY_INPUTS } from '../action/inputs/registry.ts';
import { type Flags, type EngineVerb, VARIABLE_PREFIX, variableOfInput } from './flags.ts';
import type { Ci } from './run-event.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Variables of GitHub that also count elsewhere: where its API is, for a repository that is there. */
const KEPT_OF_GITHUB: readonly string[] = ['GITHUB_API_URL'];

export interface EngineContext {
  verb: EngineVerb;
  inputs: Readonly<Record<string, InputSpec>>;
  flags: Pick<Flags, 'inputs'>;
  /** Texts that were read from files. */
  fromFiles: Readonly<Record<string, string>>;
  ci: Ci;
  /** Absent on GitHub, whose own variables say it. */
  event: RunEvent | undefined;
  /** The folder that paths start from. */
  workspace: string;
  /** The version of this program and its repository on GitHub, for links to its documentation. */
  release: { version: string; repository: string | undefined };
}

/**
 * The environment of a run as the engine reads it: that of the process, with the inputs as the runner would pass them. A
 * flag takes precedence over a variable. What another step of GitHub left of its own inputs is dropped.
 */
export function engineEnvironment(env: Env, context: EngineContext): Record<string, string | undefined> {
  const { verb, inputs, flags, fromFiles, ci, event, workspace, release } = context;
  const result: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(env)) {
    const ofRunner = /^(?:INPUT|STATE)_/.test(name);
    const ofGitHub = /^(?:GITHUB|RUNNER)_/.test(name) && !KEPT_OF_GITHUB.includes(name) && ci !== 'github';
    if (!ofRunner && !ofGitHub && !name.startsWith(VARIABLE_PREFIX)) result[name] = value;
  }
  Object.assign(result, inputVariables(env, inputs));
  for (const [name, text] of Object.entries({ ...flags.inputs, ...fromFiles })) {
    result[variableOf(name)] = text;
  }
  if (verb !== 'verify') result[variableOf('action')] = verb;
  // There is no page of the run: what an annotation would say is in the log.
  result[variableOf('annotations')] ??= 'false';
  if (release.repository !== undefined) {
    result['GITHUB_ACTION_REPOSITORY'] = release.repository;
    result['GITHUB_ACTION_REF'] = `v${release.version}`;
  }
  result['GITHUB_WORKSPACE'] = workspace;
  if (event === undefined) return result;
  // The client of GitHub is for a repository there.
  if (isGitHub(event.serverUrl, env) && event.repository !== '') {
    result['GITHUB_SERVER_URL'] = event.serverUrl;
    result['GITHUB_REPOSITORY'] = event.repository;
  }
  return result;
}

const isGitHub = (serverUrl: string, env: Env): boolean =>
  serverUrl === 'https://github.com' || serverUrl === env['GITHUB_SERVER_URL']?.replace(/(?<!\/)\/+$/, '');

/**
 * The inputs in variables of this program, as the runner would pass them. One that no verb has is passed on, and refused
 * by the engine.
 */
export function inputVariables(
  env: Env,
  inputs: Readonly<Record<string, InputSpec>>,
): Record<string, string> {
  const names = new Map(
    Object.keys({ ...INPUTS, ...VERIFY_INPUTS }).map((name) => [variableOfInput(name), name]),
  );
  const found: Record<string, string> = {};
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith(VARIABLE_PREFIX) || text === undefined) continue;
    const name = names.get(variable);
    // A job's variables are shared by its commands: what only another verb has is no mistake.
    if (name !== undefined && !Object.hasOwn(inputs, name)) continue;
    const unknown = variable.slice(VARIABLE_PREFIX.length).replaceAll('_', '-');
    found[variableOf(name ?? unknown)] = text;
  }
  return found;
}
