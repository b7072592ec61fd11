import { NAME_MAX, SELF_HOSTED_NAME_MAX } from '../../contract/limits.ts';
import { PLAIN_DEPLOYMENT_NAME } from '../../contract/patterns.ts';

export interface NameValues {
  number: number;
  owner: string;
  repo: string;
  /** Head branch, if known. */
  branch: string | undefined;
  name: string | undefined;
}

export type Digest = (text: string) => string;

type Placeholder = keyof NameValues;
/** A split template: literals at even indexes, placeholders at odd ones. */
type SplitTemplate = readonly string[];

/** Matches the suffix of a name with a hash. No other name may end in this way. */
const HASHED = /-x[0-9a-z]{8}$/;
const HASH_SPACE = 36n ** 8n;

/** Returns the default template. */
export function defaultTemplate(baseName: string | undefined): string {
  return baseName === undefined ? '{repo}-pr-{number}' : '{name}-pr-{number}';
}

/**
 * Returns the maximum length of a name, which is shorter on self-hosted clusters because they derive object names
 * from it. `external_docker` always runs on a self-hosted cluster.
 */
export function nameLimit({ source, hosted }: { source: string; hosted: boolean }): number {
  return hosted && source !== 'external_docker' ? NAME_MAX : SELF_HOSTED_NAME_MAX;
}

/** Every limit that may have applied to a preview's name, so that it can be looked up without knowing its source. */
export const NAME_LIMITS: readonly number[] = [NAME_MAX, SELF_HOSTED_NAME_MAX];

/**
 * Returns the name of a preview: valid, at most `limit` characters long, containing the number, and unique to a pull
 * request. A text that meets all conditions is used directly; any other is cut and gets a hash of the whole. Returns
 * `undefined` if the template needs an unknown value.
 */
export function previewName(
  template: string,
  values: NameValues,
  limit: number,
  digest: Digest,
): string | undefined {
  const parts = template.split(/\{([a-z]+)\}/);
  const used: [Placeholder, string][] = [];
  for (const placeholder of placeholdersOf(parts)) {
    const value = valueOf(values, placeholder);
    if (value === undefined) return undefined;
    used.push([placeholder, value]);
  }
  const text = render(parts, new Map(used)).toLowerCase();
  if (text.length <= limit && isPlain(parts, used, text, values.number)) return text;
  // The hash covers the values, not only the text, because `a1` and 2 read like `a` and 12.
  const hash = base36(digest(JSON.stringify([template, used])));
  const tail = `-${values.number}-x${hash}`;
  return `${stemOf(parts, new Map(used))
    .slice(0, limit - tail.length)
    .replace(/(?<!-)-+$/, '')}${tail}`;
}

/** Returns whether a name contains exactly this number: `agents-pr17` contains 17, not 7. */
export function containsNumber(name: string, number: number): boolean {
  return name.match(/\d+/g)?.includes(String(number)) ?? false;
}

function placeholdersOf(parts: SplitTemplate): Placeholder[] {
  return parts.filter((_, index) => index % 2 === 1).filter(isPlaceholder);
}

function isPlaceholder(text: string): text is Placeholder {
  return ['number', 'owner', 'repo', 'branch', 'name'].includes(text);
}

/** GitHub's owners and repositories are case-insensitive. */
function valueOf(values: NameValues, placeholder: Placeholder): string | undefined {
  const value = values[placeholder];
  if (typeof value === 'number') return String(value);
  return placeholder === 'owner' || placeholder === 'repo' ? value?.toLowerCase() : value;
}

function render(parts: SplitTemplate, values: ReadonlyMap<string, string>): string {
  return parts.map((part, index) => (index % 2 === 0 ? part : (values.get(part) ?? ''))).join('');
}

/**
 * Returns whether the text can be used as the name: valid, its values unchanged, and unambiguous. The latter holds if
 * a dash separates every two placeholders, and at most one value itself contains a dash.
 */
function isPlain(
  parts: SplitTemplate,
  used: readonly (readonly [Placeholder, string])[],
  text: string,
  number: number,
): boolean {
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
 * Returns the recognizable part of a shortened name: the text without its number, in letters, digits and single
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
