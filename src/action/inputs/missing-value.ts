import { invalid, valid, type Parsed } from './problem.ts';

/** An authorization scheme with nothing behind it: what `Bearer ${{ secrets.MISSING }}` comes to. */
const SCHEME_ALONE = /^\s*(?:bearer|basic|token|api-?key|digest|negotiate)\s+$/i;
const CAUSE =
  'A secret that does not exist in GitHub, or that this event does not get, is empty: check its name and where it is kept';

/**
 * The value of a variable as it was written after `NAME=`. GitHub fills in nothing for a secret that is missing, which
 * would empty the variable without a word: an empty value has to be written `NAME=""`.
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
    `${CAUSE}. For an empty value write ${name}="".`,
  );
}

/**
 * What is wrong with a value of YAML or JSON that should hold a secret; `instead`: how to write that there is none.
 * `isCredential`: a scheme alone is none, though YAML took away the blank behind it.
 */
export function findMissingValue(
  value: unknown,
  instead: string,
  isCredential = false,
): { problem: string; cure: string } | undefined {
  const text = value === null ? '' : value;
  if (typeof text !== 'string') return undefined;
  const problem = problemOf(isCredential ? `${text} ` : text);
  return problem === undefined ? undefined : { problem, cure: `${CAUSE}. ${instead}` };
}

function problemOf(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (SCHEME_ALONE.test(text)) return 'is the name of a scheme with nothing behind it';
  return undefined;
}
