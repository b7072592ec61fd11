import { outcome, type Outcome } from '../outcome.ts';

/**
 * What became of one case. `failed`: the agent did not do what was expected; `impossible`: it could not be asked, which
 * says nothing about it; `skipped`: not tried, because that could not be either.
 */
export interface CheckResult {
  name: string;
  result: 'passed' | 'failed' | 'timed-out' | 'impossible' | 'skipped';
  /** What is wrong, one short line each. */
  why: readonly string[];
  tookMs: number;
  threadId: string | undefined;
  runId: string | undefined;
}

/** What a verification found. */
export interface VerificationResult {
  results: readonly CheckResult[];
  /** The revision that answered, where the server says so. */
  revisionId: string | undefined;
}

/** Whether every case passed. */
export function allPassed({ results }: VerificationResult): boolean {
  return results.every(({ result }) => result === 'passed');
}

/** Such as `2 of 3 checks passed`. */
export function countPassed({ results }: VerificationResult): string {
  const passed = results.filter(({ result }) => result === 'passed').length;
  return `${passed} of ${countOf(results.length, 'check')} passed`;
}

/** The case that a reader wants to look at: the first that is not well, else the last one. */
export function mostTellingCheck({ results }: VerificationResult): CheckResult | undefined {
  return results.find(({ result }) => result !== 'passed') ?? results.at(-1);
}

/** What is wrong, case by case, for the page of the run. */
export function failureLines({ results }: VerificationResult): string[] {
  return results
    .filter(({ result }) => result !== 'passed' && result !== 'skipped')
    .flatMap(({ name, why }) => why.map((line) => `${name}: ${line}`));
}

/**
 * The failure that a verification comes to; undefined: every case passed. Only names of cases are told, because a comment
 * is public: what was expected and what was found stands in log and summary.
 */
export function failureOf(
  verified: VerificationResult,
  about: string,
): Extract<Outcome, { kind: 'failed' }> | undefined {
  const named = (result: CheckResult['result']) =>
    verified.results.filter((one) => one.result === result).map(({ name }) => name);
  const [failed, late, impossible] = [named('failed'), named('timed-out'), named('impossible')];
  const told = `Checked ${about}: ${countPassed(verified)}.`;
  const whys = [
    sentence('Failed', failed),
    sentence('Not done in time', late),
    sentence('Could not be tried', impossible),
  ];
  const message = [told, ...whys].filter((part) => part !== '').join(' ');
  const reason =
    failed.length > 0
      ? 'verification-failed'
      : late.length > 0
        ? 'verification-timed-out'
        : impossible.length > 0
          ? 'verification-impossible'
          : undefined;
  if (reason === undefined) return undefined;
  const end = outcome('failed', reason, message);
  return end.kind === 'failed' ? end : undefined;
}

const MOST_NAMES = 5;

function sentence(what: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const rest = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `${what}: ${names.slice(0, MOST_NAMES).join(', ')}${rest}.`;
}

const LONGEST = 120;

/** Shows what an agent or its server wrote: short, on one line, and free of secrets before anything of it is cut off. */
export interface ValueRenderer {
  /** Texts and numbers as they are, what is made of parts by its size alone: a state holds what users said. */
  value(value: unknown): string;
  text(text: string): string;
}

/** `redact` takes out the secrets that are known; half of one would not be known any more. */
export function createValueRenderer(redact: (text: string) => string): ValueRenderer {
  return {
    value(value) {
      if (value === undefined) return 'nothing';
      if (Array.isArray(value)) return `a list of ${value.length}`;
      if (typeof value === 'object' && value !== null) {
        return `an object with ${countOf(Object.keys(value).length, 'field')}`;
      }
      const json = JSON.stringify(typeof value === 'string' ? redact(value) : value);
      return shortened(json.replace(UNSEEN, escaped));
    },
    text: (text) => shortened(redact(text).replace(SPACE, ' ').trim()),
  };
}

/** Controls, those of eight bits too, marks of direction, and ends of lines: JSON leaves most of them as they are. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;
const SPACE = /[\s\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Such as `1 field`, `2 fields`. */
function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text;
}
