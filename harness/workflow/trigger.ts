import type { RunnerEvent } from '../events.ts';
import { type Names, toText, type Value } from '../runner/expressions.ts';
import type { DispatchInputModel, Workflow } from './schema.ts';

/** Decision whether an event starts a workflow, or the reason why it does not. */
type Triggered = { starts: true; inputs: DispatchValues } | { starts: false; reason: string };

/** Data about the repository that the event does not contain. */
export interface RepositoryState {
  /** Returns the files that the event changed, as GitHub lists them, or null if there are too many commits. */
  changedFiles(): Promise<readonly string[] | null>;
  /** Returns the message of the event's commit, or null if the message is unknown. */
  message(): Promise<string | null>;
}

const SKIP = /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/;
/** Maximum number of changed files for which GitHub evaluates filters. */
const FILES_SEEN = 300;
const PULL_REQUEST_TYPES = ['opened', 'synchronize', 'reopened'];
const NO_INPUTS: DispatchValues = { inputs: {}, payload: {} };

/** Decides whether an event starts a workflow. Throws for an invalid pattern. */
export async function trigger(
  workflow: Workflow,
  event: RunnerEvent,
  details: RepositoryState,
): Promise<Triggered> {
  if (!Object.hasOwn(workflow.on, event.name)) {
    return { starts: false, reason: `'on' does not name ${event.name}` };
  }
  if (event.name === 'workflow_dispatch') {
    const given = dispatchInputs(workflow.on.workflow_dispatch?.inputs ?? {}, event.payload['inputs']);
    return 'problem' in given ? { starts: false, reason: given.problem } : { starts: true, inputs: given };
  }
  if (event.name === 'push' || event.name === 'pull_request') {
    const message = await details.message();
    if (message !== null && (SKIP.test(message) || /\n\nskip-checks: *true\s*$/.test(message))) {
      return { starts: false, reason: 'the commit message asks to skip workflows' };
    }
  }
  const reason = await refusal(workflow, event, details);
  return reason === null ? { starts: true, inputs: NO_INPUTS } : { starts: false, reason };
}

async function refusal(
  { on }: Workflow,
  event: RunnerEvent,
  details: RepositoryState,
): Promise<string | null> {
  switch (event.name) {
    case 'push':
      return pushRefusal(on.push ?? {}, event, details);
    case 'pull_request':
    case 'pull_request_target':
      return pullRefusal(on[event.name] ?? {}, event, details);
    case 'schedule': {
      const cron = event.payload['schedule'];
      return on.schedule?.some((entry) => entry.cron === cron)
        ? null
        : `no schedule of the workflow is '${String(cron)}'`;
    }
    default: {
      const config = on[event.name];
      const types =
        typeof config === 'object' && config !== null && 'types' in config ? config.types : undefined;
      return typeRefusal(typeof types === 'string' ? [types] : types, event);
    }
  }
}

type PushFilters = NonNullable<Workflow['on']['push']>;
type PullFilters = NonNullable<Workflow['on']['pull_request']>;

async function pushRefusal(
  filters: PushFilters,
  event: RunnerEvent,
  details: RepositoryState,
): Promise<string | null> {
  const ref = typeof event.payload['ref'] === 'string' ? event.payload['ref'] : event.ref;
  const [kind, other] = ref.startsWith('refs/tags/')
    ? (['tags', 'branches'] as const)
    : (['branches', 'tags'] as const);
  const name = ref.replace(/^refs\/(?:heads|tags)\//, '');
  const named = (which: 'tags' | 'branches') =>
    filters[which] !== undefined || filters[`${which}-ignore`] !== undefined;
  if (!named(kind) && named(other)) return `the push is for ${kind}, and only ${other} are named`;
  const refused = nameRefusal(kind, name, filters[kind], filters[`${kind}-ignore`]);
  // Path filters do not apply to tags.
  return refused ?? (kind === 'tags' ? null : pathRefusal(filters, details));
}

async function pullRefusal(
  filters: PullFilters,
  event: RunnerEvent,
  details: RepositoryState,
): Promise<string | null> {
  return (
    typeRefusal(filters.types ?? PULL_REQUEST_TYPES, event) ??
    nameRefusal('branches', event.baseRef || baseOf(event), filters.branches, filters['branches-ignore']) ??
    (await pathRefusal(filters, details))
  );
}

/** Returns the base branch of a pull request, also for `pull_request_target`. */
function baseOf(event: RunnerEvent): string {
  return event.ref.replace(/^refs\/heads\//, '');
}

function typeRefusal(types: unknown, event: RunnerEvent): string | null {
  const action = String(event.payload['action']);
  return Array.isArray(types) && !types.includes(action)
    ? `the activity '${action}' is not among the types ${types.join(', ')}`
    : null;
}

function nameRefusal(
  kind: string,
  name: string,
  wanted: readonly string[] | undefined,
  ignored: readonly string[] | undefined,
): string | null {
  if (wanted !== undefined && !passes(wanted, name)) return `'${name}' does not pass the filter of ${kind}`;
  if (ignored !== undefined && fits(ignored, name)) return `'${name}' is among the ignored ${kind}`;
  return null;
}

async function pathRefusal(
  filters: { paths?: string[] | undefined; 'paths-ignore'?: string[] | undefined },
  details: RepositoryState,
): Promise<string | null> {
  const { paths, 'paths-ignore': ignored } = filters;
  if (paths === undefined && ignored === undefined) return null;
  const all = await details.changedFiles();
  if (all === null) return null;
  const files = all.slice(0, FILES_SEEN);
  if (paths !== undefined && !files.some((file) => passes(paths, file))) {
    return 'no changed file passes the filter of paths';
  }
  if (ignored !== undefined && files.every((file) => fits(ignored, file))) {
    return 'every changed file is among the ignored paths';
  }
  return null;
}

/**
 * Returns whether a name (of a branch, a tag, or a path) passes a list of patterns. The last matching pattern decides:
 * it includes the name, or with `!` excludes it.
 */
export function passes(patterns: readonly string[], name: string): boolean {
  let inside = false;
  for (const pattern of patterns) {
    const negated = pattern.startsWith('!');
    if (filterPattern(negated ? pattern.slice(1) : pattern).test(name)) inside = !negated;
  }
  return inside;
}

/** Returns whether any of the patterns matches, for lists that exclude names. */
function fits(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => filterPattern(pattern).test(name));
}

/**
 * Converts a pattern of GitHub's filters: `*` matches any characters but `/`, `**` any at all, `?` and `+` repeat the
 * preceding character, `[]` matches one of several characters, `\` escapes a character. Throws for an invalid
 * pattern.
 */
function filterPattern(pattern: string): RegExp {
  let source = '';
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at);
    const [token, piece] = next(rest, pattern);
    source += piece;
    at += token;
  }
  try {
    return new RegExp(`^${source}$`, 's');
  } catch (cause) {
    throw new Error(`the pattern '${pattern}' cannot be read`, { cause });
  }
}

function next(rest: string, pattern: string): [length: number, source: string] {
  const [character = ''] = rest;
  // The pattern also matches without folders in between.
  if (rest.startsWith('**/')) return [3, '(?:.*/)?'];
  if (rest.startsWith('**')) return [2, '.*'];
  if (character === '*') return [1, '[^/]*'];
  if (character === '?' || character === '+') return [1, character];
  if (character === '[') {
    const close = rest.indexOf(']');
    if (close < 0) throw new Error(`the pattern '${pattern}' has a '[' that is not closed`);
    return [close + 1, `[${rest.slice(1, close).replaceAll(/[\\^]/g, '\\$&')}]`];
  }
  if (character === '\\' && rest.length > 1)
    return [2, `\\${rest[1] ?? ''}`.replace(/\\([A-Za-z0-9])/, '$1')];
  return [1, character.replace(/[.$^{}()|\\\]/]/, '\\$&')];
}

/** Inputs of a run: typed values for the `inputs` context, and strings for the event's payload. */
interface DispatchValues {
  inputs: Names;
  payload: Record<string, string>;
}

/** Maximum number of inputs on GitHub. */
const MOST_INPUTS = 25;

/**
 * Checks the given inputs against the workflow's declarations, and adds defaults.
 * @param given the `inputs` of the event's payload
 */
function dispatchInputs(
  declared: Readonly<Record<string, DispatchInputModel | null>>,
  given: unknown,
): DispatchValues | { problem: string } {
  const values: Readonly<Record<string, unknown>> =
    typeof given === 'object' && given !== null ? { ...given } : {};
  const names = Object.keys(declared);
  if (names.length > MOST_INPUTS) return { problem: `a workflow takes ${MOST_INPUTS} inputs at most` };
  const unexpected = Object.keys(values).filter((name) => !names.includes(name));
  if (unexpected.length > 0) return { problem: `Unexpected inputs provided: ${JSON.stringify(unexpected)}` };
  const result: { inputs: Record<string, Names[string]>; payload: Record<string, string> } = {
    inputs: {},
    payload: {},
  };
  for (const [name, input] of Object.entries(declared)) {
    const own = values[name];
    const byDefault = input?.default ?? (input?.type === 'boolean' ? 'false' : '');
    const value = own === undefined || own === null ? byDefault : toText(own as Value);
    const problem = wrong(name, input, value);
    if (problem !== null) return { problem };
    result.inputs[name] = typed(input, value);
    result.payload[name] = value;
  }
  return result;
}

function wrong(name: string, input: DispatchInputModel | null, value: string): string | null {
  if (value === '' && input?.required === true) return `Required input '${name}' not provided`;
  if (value === '') return null;
  switch (input?.type) {
    case 'boolean':
      return value === 'true' || value === 'false'
        ? null
        : `Provided value '${value}' for input '${name}' is not a boolean`;
    case 'number':
      return Number.isFinite(Number(value))
        ? null
        : `Provided value '${value}' for input '${name}' is not a number`;
    case 'choice':
      return input.options?.includes(value)
        ? null
        : `Provided value '${value}' for input '${name}' not in the list of allowed values`;
    default:
      return null;
  }
}

function typed(input: DispatchInputModel | null, value: string): Names[string] {
  if (input?.type === 'boolean') return value === 'true';
  if (input?.type === 'number' && value !== '') return Number(value);
  return value;
}
