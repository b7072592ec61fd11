import type { RunEvent } from '../action/event.ts';
import { type InputSpec, INPUTS, variableOf, VERIFY_INPUTS } from '../action/inputs/registry.ts';
import { type Flags, type EngineVerb, VARIABLE_PREFIX, variableOfInput } from './flags.ts';
import type { Ci } from './run-event.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** GitHub's variables that also count in other CIs: the URL of its API, for a repository on GitHub. */
const KEPT_OF_GITHUB: readonly string[] = ['GITHUB_API_URL'];

export interface EngineContext {
  verb: EngineVerb;
  inputs: Readonly<Record<string, InputSpec>>;
  flags: Pick<Flags, 'inputs'>;
  /** Texts read from files. */
  fromFiles: Readonly<Record<string, string>>;
  ci: Ci;
  /** The event of the run; absent on GitHub, whose own variables provide it. */
  event: RunEvent | undefined;
  /** Folder to which relative paths refer. */
  workspace: string;
  /** Version of this program, and its repository on GitHub for links to documentation. */
  release: { version: string; repository: string | undefined };
}

/**
 * Returns the environment of a run for the engine: that of the process, with inputs in the form in which the runner
 * passes them. A flag has precedence over a variable. Inputs of other GitHub steps are dropped.
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
  // If the run has no page, the log contains everything that an annotation would show.
  result[variableOf('annotations')] ??= 'false';
  if (release.repository !== undefined) {
    result['GITHUB_ACTION_REPOSITORY'] = release.repository;
    result['GITHUB_ACTION_REF'] = `v${release.version}`;
  }
  result['GITHUB_WORKSPACE'] = workspace;
  if (event === undefined) return result;
  // GitHub's client is only for repositories on GitHub.
  if (isGitHub(event.serverUrl, env) && event.repository !== '') {
    result['GITHUB_SERVER_URL'] = event.serverUrl;
    result['GITHUB_REPOSITORY'] = event.repository;
  }
  return result;
}

const isGitHub = (serverUrl: string, env: Env): boolean =>
  serverUrl === 'https://github.com' || serverUrl === env['GITHUB_SERVER_URL']?.replace(/(?<!\/)\/+$/, '');

/**
 * Returns the inputs set in variables of this program, in the form in which the runner passes them. An input that no
 * verb has is passed on, and the engine refuses it.
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
    // Commands of a job share its variables, so an input that only another verb has is not an error.
    if (name !== undefined && !Object.hasOwn(inputs, name)) continue;
    const unknown = variable.slice(VARIABLE_PREFIX.length).replaceAll('_', '-');
    found[variableOf(name ?? unknown)] = text;
  }
  return found;
}
