import type { Secret } from '../../contract/secret.ts';
import type { ShownSecret } from './current.ts';
import type { Change } from './types.ts';

/** What is to become of a deployment's secrets. */
export type SecretsPlan =
  | { kind: 'keep' }
  | { kind: 'send'; secrets: Secret[]; changes: Change[] }
  /** These would be lost: they are not in the given set, and their values cannot be re-sent. None: not even named. */
  | { kind: 'hidden'; names: string[] };

/**
 * A PATCH replaces the whole set (facts: service §1.4), so keeping the others means re-sending them. Pure.
 * `given` undefined leaves everything as it is; hidden values cannot be compared, so given ones are sent (DESIGN §5).
 */
export function planSecrets(
  given: readonly Secret[] | undefined,
  shown: readonly ShownSecret[] | undefined,
  strategy: 'merge' | 'replace',
): SecretsPlan {
  if (given === undefined) return { kind: 'keep' };
  if (shown === undefined && strategy === 'merge') return { kind: 'hidden', names: [] };
  const now = new Map((shown ?? []).map((one) => [one.name, one]));
  const wanted = new Set(given.map(({ name }) => name));
  const others = (shown ?? []).filter(({ name }) => !wanted.has(name));
  const changes = [
    ...given.flatMap((secret) => changeOf(secret, now)),
    ...(strategy === 'replace' ? others.map(({ name }) => change(name, '(set)', null)) : []),
  ];
  if (changes.length === 0) return { kind: 'keep' };
  if (strategy === 'replace') return { kind: 'send', secrets: [...given], changes };
  const hidden = others.filter(({ value }) => !value).map(({ name }) => name);
  if (hidden.length > 0) return { kind: 'hidden', names: hidden };
  const kept = others.flatMap(({ name, value }) => (value ? [{ name, value }] : []));
  return { kind: 'send', secrets: [...kept, ...given], changes };
}

function changeOf(secret: Secret, now: ReadonlyMap<string, ShownSecret>): Change[] {
  const is = now.get(secret.name);
  if (is === undefined) return [change(secret.name, null, '(set)')];
  const { value, placeholder } = is;
  // What was given may itself look like a placeholder.
  if (value === secret.value || placeholder === secret.value) return [];
  // An empty value is how some services hide one.
  if (!value) return [change(secret.name, '(hidden)', '(sent again)')];
  return [change(secret.name, '(set)', '(new value)')];
}

function change(name: string, from: string | null, to: string | null): Change {
  return { field: `secrets.${name}`, from, to, revision: true };
}
