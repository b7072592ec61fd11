import { NAME_MAX, SELF_HOSTED_NAME_MAX } from '../../contract/limits.ts';
import { PLAIN_DEPLOYMENT_NAME } from '../../contract/patterns.ts';

export interface NameValues {
  number: number;
  owner: string;
  repo: string;
  /** Head branch of the pull request, or `undefined` if the branch is unknown. */
  branch: string | undefined;
  name: string | undefined;
}

export type Digest = (text: string) => string;

type Placeholder = keyof NameValues;
/** Parts of a template: literals at even indexes and placeholders at odd indexes. */
type SplitTemplate = readonly string[];

/**
 * Matches the suffix of a name that contains a hash. A name without a hash must not end with the suffix of a name with
 * a hash.
 */
const HASHED = /-x[0-9a-z]{8}$/;
const HASH_SPACE = 36n ** 8n;

/** Returns the template that applies if the input `preview-name-template` is unset. */
export function defaultTemplate(baseName: string | undefined): string {
  return baseName === undefined ? '{repo}-pr-{number}' : '{name}-pr-{number}';
}

/**
 * Returns the maximum length of a name in characters. The limit for self-hosted clusters is lower, because a cluster
 * derives the names of objects from the deployment's name. A deployment with the source `external_docker` always runs
 * on a self-hosted cluster.
 */
export function nameLimit({ source, hosted }: { source: string; hosted: boolean }): number {
  return hosted && source !== 'external_docker' ? NAME_MAX : SELF_HOSTED_NAME_MAX;
}

/**
 * All length limits of preview names. If the source is unknown, the preview is searched for under the name for each
 * limit.
 */
export const NAME_LIMITS: readonly number[] = [NAME_MAX, SELF_HOSTED_NAME_MAX];

/**
 * Returns the name of a preview. The name of a preview is valid, has at most `limit` characters, contains the number,
 * and is unique to the pull request. Returns a rendered template without changes if it meets all requirements for the
 * name. Shortens a rendered template that does not meet the requirements, and appends a hash of the template and its
 * values. Returns `undefined` if the template requires an unknown value.
 */
export function previewName(
  template: string,
  values: NameValues,
  limit: number,
  digest: Digest,
): string | undefined {
  const rendered = renderName(template, values);
  if (rendered === undefined) return undefined;
  const { parts, used, text } = rendered;
  if (text.length <= limit && isPlain(parts, used, text, values.number)) return text;
  const tail = `-${values.number}-x${hashOf(template, used, digest)}`;
  return `${cutStem(parts, used, limit - tail.length)}${tail}`;
}

type UsedValues = readonly (readonly [Placeholder, string])[];

/** Returns the rendered template with its parts and values, or `undefined` if a value is unknown. */
function renderName(
  template: string,
  values: NameValues,
): { parts: SplitTemplate; used: UsedValues; text: string } | undefined {
  const parts = template.split(/\{([a-z]+)\}/);
  const used: [Placeholder, string][] = [];
  for (const placeholder of placeholdersOf(parts)) {
    const value = valueOf(values, placeholder);
    if (value === undefined) return undefined;
    used.push([placeholder, value]);
  }
  return { parts, used, text: render(parts, new Map(used)).toLowerCase() };
}

/**
 * Returns the hash of a template and its values. Hashes the separate values, because a template such as `{a}{b}`
 * renders `a1` and 2 to the same text as `a` and 12.
 */
function hashOf(template: string, used: UsedValues, digest: Digest): string {
  return base36(digest(JSON.stringify([template, used])));
}

function cutStem(parts: SplitTemplate, used: UsedValues, length: number): string {
  return stemOf(parts, new Map(used))
    .slice(0, length)
    .replace(/(?<!-)-+$/, '');
}

/** Characters of a commit's SHA in the name of its preview. */
const SHORT_SHA = 7;

/** Names of the previews of a pull request's commits, as the texts before and after the short SHA of the commit. */
export interface CommitNameForm {
  before: string;
  after: string;
  /** Name of the preview that the pull request has without separate previews of its commits. */
  pullRequestName: string;
}

/**
 * Returns the form of the names for the previews of a pull request's commits: the name of the pull request's preview,
 * followed by the short SHA. If this name is too long or ambiguous, the form contains the number, the short SHA and a
 * hash of the template and its values. Returns `undefined` if the template requires an unknown value, or if the number
 * is too long.
 */
export function commitNameForm(
  template: string,
  values: NameValues,
  limit: number,
  digest: Digest,
): CommitNameForm | undefined {
  const rendered = renderName(template, values);
  const pullRequestName = previewName(template, values, limit, digest);
  if (rendered === undefined || pullRequestName === undefined) return undefined;
  const { parts, used, text } = rendered;
  if (text.length + 1 + SHORT_SHA <= limit && isPlain(parts, used, text, values.number)) {
    return { before: `${text}-`, after: '', pullRequestName };
  }
  // The names of self-hosted deployments have room for only half of the hash.
  const hash = hashOf(template, used, digest).slice(limit < 40 ? 4 : 0);
  const [start, after] = [`-${values.number}-`, `x${hash}`];
  const room = limit - start.length - SHORT_SHA - after.length;
  if (room < 1) return undefined;
  return { before: `${cutStem(parts, used, room)}${start}`, after, pullRequestName };
}

/** Returns the name of the preview of one commit. */
export function nameOfCommit({ before, after }: CommitNameForm, commit: string): string {
  return `${before}${commit.slice(0, SHORT_SHA).toLowerCase()}${after}`;
}

/** Returns the short SHA in a name and the form that the name has, or `undefined` if no form matches. */
export function commitInName(
  name: string,
  forms: readonly CommitNameForm[],
): { commit: string; form: CommitNameForm } | undefined {
  for (const form of forms) {
    const { before } = form;
    const commit = name.slice(before.length, before.length + SHORT_SHA);
    if (/^[0-9a-f]{7}$/.test(commit) && name === nameOfCommit(form, commit)) return { commit, form };
  }
  return undefined;
}

/** Returns whether a name contains exactly this number: `agents-pr17` contains 17 but not 7. */
export function containsNumber(name: string, number: number): boolean {
  return name.match(/\d+/g)?.includes(String(number)) ?? false;
}

function placeholdersOf(parts: SplitTemplate): Placeholder[] {
  return parts.filter((_, index) => index % 2 === 1).filter(isPlaceholder);
}

function isPlaceholder(text: string): text is Placeholder {
  return ['number', 'owner', 'repo', 'branch', 'name'].includes(text);
}

/**
 * Returns the value of a placeholder. Owners and repositories are in lower case, because GitHub ignores letter case.
 */
function valueOf(values: NameValues, placeholder: Placeholder): string | undefined {
  const value = values[placeholder];
  if (typeof value === 'number') return String(value);
  return placeholder === 'owner' || placeholder === 'repo' ? value?.toLowerCase() : value;
}

function render(parts: SplitTemplate, values: ReadonlyMap<string, string>): string {
  return parts.map((part, index) => (index % 2 === 0 ? part : (values.get(part) ?? ''))).join('');
}

/**
 * Returns whether the rendered template can be the name: the template is valid, contains the values without changes,
 * and is unambiguous. A rendered template is unambiguous if dashes separate all placeholders and, with several values
 * besides the number, no value contains a dash.
 */
function isPlain(parts: SplitTemplate, used: UsedValues, text: string, number: number): boolean {
  const texts = used.filter(([placeholder]) => placeholder !== 'number').map(([, value]) => value);
  const between = parts.slice(1, -1).filter((_, index) => index % 2 === 1);
  return (
    PLAIN_DEPLOYMENT_NAME.test(text) &&
    !HASHED.test(text) &&
    containsNumber(text, number) &&
    texts.every((value) => /^[a-z0-9-]+$/.test(value)) &&
    between.every((literal) => literal.includes('-')) &&
    (texts.length <= 1 || texts.every((value) => !value.includes('-')))
  );
}

/**
 * Returns the readable part of a shortened name: the text without the number, reduced to letters, digits and single
 * dashes.
 */
function stemOf(parts: SplitTemplate, values: ReadonlyMap<string, string>): string {
  const text = render(parts, new Map([...values, ['number', '']]));
  const stem = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return /^[a-z]/.test(stem) ? stem : `p${stem}`;
}

function base36(hex: string): string {
  return (BigInt(`0x${hex.slice(0, 16)}`) % HASH_SPACE).toString(36).padStart(8, '0');
}
