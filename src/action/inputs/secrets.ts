import { fieldOf } from '../../contract/json-safety.ts';
import { C_IDENTIFIER, PLAIN_DEPLOYMENT_NAME } from '../../contract/patterns.ts';
import { isReservedName } from '../../contract/reserved-names.ts';
import type { Secret } from '../../contract/source.ts';
import { looksRandom } from '../../redaction/classify.ts';
import type { RunEvent } from '../event.ts';
import { invalid, type Parsed, valid, type UnlocatedProblem } from './problem.ts';

/**
 * Name of the secret that marks a deployment as a preview. The secret's value identifies the pull request, such as
 * `acme/agents#7`, and is public. The marker is a secret because deployments store no other free text. The inputs
 * `secrets` and `secret-references` must not contain the marker's name.
 */
export const PREVIEW_MARKER = 'AGENT_DEPLOY_PREVIEW';
/**
 * Name of the secret that marks a deployment as a shared preview. The name differs from {@link PREVIEW_MARKER}, so a
 * sweep or a teardown of a pull request's preview can never mistake a shared preview for it.
 */
export const SHARED_PREVIEW_MARKER = 'AGENT_DEPLOY_SHARED_PREVIEW';

/**
 * Name of the secret that marks a throw-away deployment of a rebuild. The secret's value identifies the repository and
 * the rebuilt deployment, and is public. The inputs must not contain the marker's name either.
 */
export const REBUILD_MARKER = 'AGENT_DEPLOY_REBUILD';

/** Variables that the action sets to mark deployments, with what each variable marks. */
export const MARKERS: ReadonlyMap<string, string> = new Map([
  [PREVIEW_MARKER, 'previews'],
  [SHARED_PREVIEW_MARKER, 'shared previews'],
  [REBUILD_MARKER, 'the throw-away deployments of rebuilds'],
]);

interface Entry {
  /** Number of the entry's first line, counted from 1. */
  line: number;
  text: string;
  /**
   * `none` means an entry with neither "=" nor "<<". `open` means a block without an end mark, which includes all later
   * lines.
   */
  form: 'line' | 'block' | 'open' | 'none';
  name: string;
  value: string;
}

/** Splits the input `secrets` into entries, for both parsing and redaction. */
function entriesOf(text: string): Entry[] {
  const lines = text.split(/\r?\n/);
  const entries: Entry[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const entry = { line: at + 1, text: line };
    const [equals, marks] = [line.indexOf('='), line.indexOf('<<')];
    if (equals === -1 && marks === -1) {
      entries.push({ ...entry, form: 'none', name: '', value: line });
    } else if (marks === -1 || (equals !== -1 && equals < marks)) {
      const name = line.slice(0, equals).trim();
      entries.push({ ...entry, form: 'line', name, value: line.slice(equals + 1) });
    } else {
      const mark = line.slice(marks + 2).trim();
      const end = mark === '' ? -1 : lines.indexOf(mark, at + 1);
      const value = lines.slice(at + 1, end === -1 ? undefined : end).join('\n');
      const name = line.slice(0, marks).trim();
      entries.push({ ...entry, form: end === -1 ? 'open' : 'block', name, value });
      if (end === -1) break;
      at = end;
    }
  }
  return entries;
}

/**
 * Parses the input `secrets`: one `NAME=VALUE` per line, or `NAME<<MARK`, lines, `MARK` for a multi-line value. Entries
 * are separated only by newlines. Values are verbatim, including commas, quotes and spaces. An empty value is written
 * as `NAME=""`. Skips empty lines and lines that start with `#`. Problems contain line numbers and names, never a
 * value.
 */
export function parseSecrets(text: string, where: { selfHosted: boolean }): Parsed<Secret[]> {
  const secrets: Secret[] = [];
  const problems: UnlocatedProblem[] = [];
  for (const { line, form, name, value } of entriesOf(text)) {
    if (form === 'none') {
      problems.push({
        message: `line ${line} has neither "=" nor "<<"`,
        hint: 'Write NAME=VALUE; for a value of several lines write NAME<<MARK, the lines, and then MARK on a separate line.',
      });
    } else if (form === 'open') {
      problems.push({
        message: `the block opened on line ${line} is never closed`,
        hint: 'Write NAME<<MARK, the lines, and a line that is exactly MARK.',
      });
    } else {
      const problem = checkEntry(name, value, line, secrets, where);
      const parsed = problem === undefined ? parseSecretValue(name, value, line, form) : undefined;
      if (parsed?.ok === true) secrets.push({ name, value: parsed.value });
      else problems.push(...(parsed?.problems ?? (problem ? [problem] : [])));
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: secrets };
}

/**
 * Returns all parts of the input `secrets` that might be secret, with their names, even if the input is invalid. The
 * caller must redact the returned parts before any message about the input. The names of secrets are not secret.
 */
export function secretFragments(text: string): { name?: string; text: string }[] {
  return entriesOf(text).flatMap(({ text: line, form, name, value }) => {
    if (form === 'none') return [{ text: line }];
    if (form === 'line') {
      // If the text before "=" is not a valid name, it might be the beginning of a value, such as a line of base64.
      return C_IDENTIFIER.test(name) ? [{ name, text: value }] : [{ text: line }, { text: value }];
    }
    const lines = value.split('\n').map((part) => ({ name, text: part }));
    // Without an end mark, the end of the value is unknown, so each following line might also be an entry.
    return form === 'block' ? [{ name, text: value }, ...lines] : [...lines, ...secretFragments(value)];
  });
}

function checkEntry(
  name: string,
  value: string,
  line: number,
  before: readonly Secret[],
  where: { selfHosted: boolean },
): UnlocatedProblem | undefined {
  if (name === '') {
    return { message: `line ${line} has a value but no name`, hint: 'Write NAME=VALUE.' };
  }
  if (!C_IDENTIFIER.test(name)) {
    // Does not quote the text before "=", because the text might be part of a secret value.
    return {
      message: `the name on line ${line} is not a valid name for an environment variable`,
      hint: 'Use letters, digits and underscores, and do not begin with a digit; a value of several lines needs NAME<<MARK.',
    };
  }
  if (isReservedName(name, where)) {
    return { message: `${name} is reserved, because the platform sets it`, hint: 'Remove it.' };
  }
  const marked = MARKERS.get(name);
  if (marked !== undefined) {
    return {
      message: `${name} is reserved, because the action sets it to mark ${marked}`,
      hint: 'Remove it.',
    };
  }
  if (before.some((secret) => secret.name === name)) {
    return { message: `${name} is set more than once`, hint: 'Keep only one of them.' };
  }
  if (value.includes('\0')) {
    return {
      message: `the value of ${name} contains a NUL character`,
      hint: 'Encode the value, for example in base64.',
    };
  }
  return undefined;
}

/** Matches an authorization scheme without credentials, such as the result of `Bearer ${{ secrets.MISSING }}`. */
const SCHEME_ALONE = /^\s*(?:bearer|basic|token|api-?key|digest|negotiate)\s+$/i;
const CAUSE =
  'A secret is empty if it does not exist in GitHub or is not available to this event: check its name and where it is stored';

/**
 * Parses the value that follows `NAME=`. Refuses an empty string, because GitHub expands a missing secret to an empty
 * string, which would silently clear the variable. An intentionally empty value is written as `NAME=""`.
 */
export function parseSecretValue(
  name: string,
  text: string,
  line: number,
  form: 'line' | 'block' = 'line',
): Parsed<string> {
  if (form === 'line' && text === '""') return valid('');
  const problem = problemOf(text);
  if (problem === undefined) return valid(text);
  return invalid(
    `line ${line}: the value of ${name} ${problem}`,
    `${CAUSE}. To set an empty value, write ${name}="".`,
  );
}

/**
 * Returns the problem with a YAML or JSON value that should contain a secret but does not, or `undefined` if the value
 * is valid. `instead` explains how to write that no secret exists. With `isCredential`, an authorization scheme without
 * credentials is a problem even though YAML removed the space after the scheme.
 */
export function findMissingValue(
  value: unknown,
  instead: string,
  isCredential = false,
): UnlocatedProblem | undefined {
  const text = value === null ? '' : value;
  if (typeof text !== 'string') return undefined;
  const problem = problemOf(isCredential ? `${text} ` : text);
  return problem === undefined ? undefined : { message: problem, hint: `${CAUSE}. ${instead}` };
}

function problemOf(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (SCHEME_ALONE.test(text)) return 'is an authentication scheme without a credential';
  return undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Inputs whose values are names that the workflow defines, and which are shown even if they look random. */
const NAMES = ['deployment-name', 'environment', 'comment-key'] as const;
/** Inputs whose values are shown unless the value looks like a misplaced secret. */
const OTHERS = [
  'deployment-id',
  'workspace-id',
  'listener-id',
  'integration-id',
  'revision-id',
  'k8s-namespace',
  'image-uri',
  'image-version',
  'ref',
  'commit',
  'repo-url',
  'custom-url',
] as const;
/** Beginning of the hidden mark in our pull request comments. */
const MARK = 'agent-deploy';
/** Environment variables whose values GitHub publishes for every run. */
const OF_RUN =
  `REPOSITORY REPOSITORY_OWNER REPOSITORY_ID REPOSITORY_OWNER_ID REF REF_NAME HEAD_REF BASE_REF SHA ACTOR
   ACTOR_ID TRIGGERING_ACTOR RUN_ID RUN_NUMBER WORKFLOW JOB EVENT_NAME SERVER_URL API_URL GRAPHQL_URL`.split(
    /\s+/,
  );

const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{40}|[0-9a-f]{64}|\d+)$/i;

/**
 * Origin of an identifier that is not secret. `isName` means that the workflow defines the identifier, so its words are
 * not secret either.
 */
export interface Identifier {
  where: string;
  isName: boolean;
}

/**
 * Returns the names and IDs that identify deployments, comments and environments, keyed by the name or ID. Masking
 * names and IDs would make all logs, outputs and comments unreadable, and the next run would not find its comment.
 */
export function identifiersOf(
  env: Env,
  raw: Readonly<Record<string, string | undefined>>,
  event?: Pick<RunEvent, 'ref' | 'commit' | 'pullRequest'>,
): Map<string, Identifier> {
  const found = new Map<string, Identifier>();
  const note = (text: string | undefined, where: string, isName = true) => {
    // A URL with credentials stays secret, even where no URL is expected.
    if (text && !text.includes('@') && !/[?\s]/.test(text) && !found.has(text))
      found.set(text, { where, isName });
  };
  for (const input of NAMES) {
    const text = raw[input];
    if (input !== 'deployment-name' || PLAIN_DEPLOYMENT_NAME.test(text ?? '')) note(text, input);
  }
  const repository = env['GITHUB_REPOSITORY'];
  for (const part of [repository, ...(repository?.split('/') ?? [])]) note(part, 'GITHUB_REPOSITORY');
  const number = raw['pull-request'] ?? event?.pullRequest?.number;
  const base = raw['deployment-name'] ?? repository?.split('/')[1];
  if (number !== undefined && base !== undefined) note(`${base}-pr-${number}`, 'the name of the preview');
  const rest: [string, string | undefined][] = [
    ['the mark of comments', MARK],
    ['the commit of the event', event?.commit],
    ['the ref of the event', event?.ref],
    ...OTHERS.map((input): [string, string | undefined] => [input, raw[input]]),
    ...OF_RUN.map((name): [string, string | undefined] => [`GITHUB_${name}`, env[`GITHUB_${name}`]]),
  ];
  for (const [where, text] of rest) {
    if (text !== undefined && (ID.test(text) || !looksRandom(text))) note(text, where, false);
  }
  return found;
}

/** Minimum length in characters of a masked value, because shorter values, such as ports, occur in too many URLs. */
const SHORTEST = 8;

/**
 * Returns the values of container variables in a resource specification. Values of container variables should not be
 * secret but might be, so callers redact them. Accepts any value, including responses of the service.
 */
export function containerValues(spec: unknown): string[] {
  return ['init_containers', 'sidecars']
    .flatMap((key) => list(fieldOf(spec, key)))
    .flatMap((container) => list(fieldOf(container, 'env')))
    .map((variable) => fieldOf(variable, 'value'))
    .filter((value) => typeof value === 'string')
    .filter((value) => value.length >= SHORTEST);
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
