import { outcome, type OutcomeOf } from '../outcome.ts';
import { countOf } from '../text.ts';

/**
 * Result of one check. The result `failed` means that the agent did not behave as expected. The result `impossible`
 * means that no run could be evaluated, which proves nothing about the agent. The result `skipped` means that the check
 * was not attempted, because its result would also be `impossible`.
 */
export interface CheckResult {
  name: string;
  result: 'passed' | 'failed' | 'timed-out' | 'impossible' | 'skipped';
  why: readonly string[];
  tookMs: number;
  threadId: string | undefined;
  runId: string | undefined;
}

export interface VerificationResult {
  results: readonly CheckResult[];
  revisionId: string | undefined;
}

/** Returns whether all checks passed. */
export function allPassed({ results }: VerificationResult): boolean {
  return results.every(({ result }) => result === 'passed');
}

/** Returns the number of passed checks as text, such as `2 of 3 checks passed`. */
export function countPassed({ results }: VerificationResult): string {
  const passed = results.filter(({ result }) => result === 'passed').length;
  return `${passed} of ${countOf(results.length, 'check')} passed`;
}

/** Returns the first check that did not pass, or else the last check. */
export function decisiveCheck({ results }: VerificationResult): CheckResult | undefined {
  return results.find(({ result }) => result !== 'passed') ?? results.at(-1);
}

/** Returns the mismatches of all checks, for the run's page on GitHub. */
export function failureLines({ results }: VerificationResult): string[] {
  return results
    .filter(({ result }) => result !== 'passed' && result !== 'skipped')
    .flatMap(({ name, why }) => why.map((line) => `${name}: ${line}`));
}

/**
 * Returns the outcome of a failed verification, or `undefined` if all checks passed. The message contains only the
 * names of checks, because comments can be public. Expected and actual values are shown only in the log and the
 * summary.
 */
export function failureOf(verified: VerificationResult, about: string): OutcomeOf<'failed'> | undefined {
  const named = (result: CheckResult['result']) =>
    verified.results.filter((one) => one.result === result).map(({ name }) => name);
  const [failed, late, impossible] = [named('failed'), named('timed-out'), named('impossible')];
  const summary = `Checked ${about}: ${countPassed(verified)}.`;
  const whys = [
    sentence('Failed', failed),
    sentence('Not finished in time', late),
    sentence('Could not be run', impossible),
  ];
  const message = [summary, ...whys].filter((part) => part !== '').join(' ');
  const reason =
    failed.length > 0
      ? 'verification-failed'
      : late.length > 0
        ? 'verification-timed-out'
        : impossible.length > 0
          ? 'verification-impossible'
          : undefined;
  return reason && outcome('failed', reason, message);
}

const MAX_NAMES = 5;

function sentence(what: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${what}: ${names.slice(0, MAX_NAMES).join(', ')}${rest}.`;
}

const LONGEST = 120;

/** Formats values from an agent or its server: redacts the values, then shortens the values to one line. */
export interface ValueRenderer {
  /**
   * Returns strings and numbers verbatim, but only the size of composite values, because composite values can contain
   * users' messages.
   */
  value(value: unknown): string;
  text(text: string): string;
}

/** Creates a renderer of values. `redact` must remove known secrets, and is called before a text is shortened. */
export function createValueRenderer(redact: (text: string) => string): ValueRenderer {
  return {
    value(value) {
      if (value === undefined) return 'nothing';
      if (Array.isArray(value)) return `a list of ${countOf(value.length, 'element')}`;
      if (typeof value === 'object' && value !== null) {
        return `an object with ${countOf(Object.keys(value).length, 'field')}`;
      }
      const json = JSON.stringify(typeof value === 'string' ? redact(value) : value);
      return shortened(json.replace(UNSEEN, escaped));
    },
    text: (text) => shortened(redact(text).replace(SPACE, ' ').trim()),
  };
}

/**
 * Matches control characters, direction marks and line ends, most of which JSON does not escape. The ranges of
 * characters are explicit, because the equivalent Unicode classes take long to compile.
 */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const SPACE = /[\s\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text;
}
