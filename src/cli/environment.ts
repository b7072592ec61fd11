import type { RunEvent } from '../action/event.ts';
import { type InputSpec, INPUTS, variableOf, VERIFY_INPUTS } from '../action/inputs/registry.ts';
import { type Flags, VARIABLE_PREFIX, variableOfInput } from './flags.ts';
import { type EngineVerb, isVerifyVerb } from './verbs.ts';
import type { Ci } from './run-event.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** GitHub variables that also apply in other CIs. `GITHUB_API_URL` is needed for repositories on GitHub. */
const KEPT_OF_GITHUB: readonly string[] = ['GITHUB_API_URL'];

export interface EngineContext {
  verb: EngineVerb;
  inputs: Readonly<Record<string, InputSpec>>;
  flags: Pick<Flags, 'inputs'>;
  /** Content of the files that contain values of inputs, keyed by input. */
  fromFiles: Readonly<Record<string, string>>;
  ci: Ci;
  /** Event of the run, or `undefined` on GitHub, where the action's code reads the event. */
  event: RunEvent | undefined;
  /** Base folder of relative paths. */
  workspace: string;
  /** Version of this program, and its repository on GitHub, which contains the linked documentation. */
  release: { version: string; repository: string | undefined };
}

/**
 * Returns the environment for the action's code: the variables of the process without inputs of other GitHub steps, and
 * the inputs in the runner's form. A flag takes precedence over a variable.
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
  if (!isVerifyVerb(verb)) result[variableOf('action')] = verb;
  // The gate of `evaluate` is always on, because any value of `compare-with` turns the gate on.
  if (verb === 'evaluate') result[variableOf('compare-with')] ||= 'none';
  // Annotations are off by default, because only GitHub shows annotations, and the log contains the same texts.
  result[variableOf('annotations')] ??= 'false';
  if (release.repository !== undefined) {
    result['GITHUB_ACTION_REPOSITORY'] = release.repository;
    result['GITHUB_ACTION_REF'] = `v${release.version}`;
  }
  result['GITHUB_WORKSPACE'] = workspace;
  if (event === undefined) return result;
  // The GitHub client supports only repositories on GitHub.
  if (isGitHub(event.serverUrl, env) && event.repository !== '') {
    result['GITHUB_SERVER_URL'] = event.serverUrl;
    result['GITHUB_REPOSITORY'] = event.repository;
  }
  return result;
}

const isGitHub = (serverUrl: string, env: Env): boolean =>
  serverUrl === 'https://github.com' || serverUrl === env['GITHUB_SERVER_URL']?.replace(/(?<!\/)\/+$/, '');

/**
 * Returns the inputs from this program's environment variables, in the runner's form. Includes unknown inputs, because
 * the action's code reports unknown inputs.
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
    // An input of another verb is ignored, because the commands of a job share their variables.
    if (name !== undefined && !Object.hasOwn(inputs, name)) continue;
    const unknown = variable.slice(VARIABLE_PREFIX.length).replaceAll('_', '-');
    found[variableOf(name ?? unknown)] = text;
  }
  return found;
}
