import type { UnlocatedProblem } from './problem.ts';
import type { YamlPath } from './yaml.ts';

const PROBLEMS_MAX = 20;

const SECRET: UnlocatedProblem = {
  message: 'the text contains a secret of this step',
  hint: 'Remove the secret, because the agent and its users can read the data. Give secrets to the preview with `secrets`.',
};
const PROTO: UnlocatedProblem = {
  message: 'the key __proto__ is not allowed',
  hint: 'Use another name.',
};
const UNSTORABLE: UnlocatedProblem = {
  message: 'the text contains a NUL character or an unpaired surrogate, which a database cannot store',
  hint: 'Remove the character.',
};

/** A problem with a key or a string in a value. */
type UnsafePart = UnlocatedProblem & { path: YamlPath; shown?: YamlPath };

/**
 * Returns problems with the keys and strings in a value, at any depth: secrets, the key `__proto__`, and characters
 * that a database cannot store. A problem does not contain the key or string.
 */
export function findUnsafe(value: unknown, isSecret: (text: string) => boolean): UnsafePart[] {
  const problems: UnsafePart[] = [];
  // Each object is searched only once, because several aliases can refer to an object, and an object can contain itself.
  const seen = new Set<object>();
  const left: { value: unknown; path: YamlPath }[] = [{ value, path: [] }];
  const problemOf = (text: string): UnlocatedProblem | undefined => {
    if (text.includes('\0') || !text.isWellFormed()) return UNSTORABLE;
    return isSecret(text) ? SECRET : undefined;
  };
  for (let next = left.pop(); next !== undefined && problems.length < PROBLEMS_MAX; next = left.pop()) {
    const { value: part, path } = next;
    if (typeof part === 'string') {
      const problem = problemOf(part);
      if (problem !== undefined) problems.push({ path, ...problem });
    }
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    for (const key of Object.keys(part).toReversed()) {
      const at = [...path, Array.isArray(part) ? Number(key) : key];
      const problem = key === '__proto__' ? PROTO : Array.isArray(part) ? undefined : problemOf(key);
      if (problem === undefined) left.push({ value: Reflect.get(part, key), path: at });
      else problems.push({ path: at, shown: path, ...problem });
    }
  }
  return problems;
}
