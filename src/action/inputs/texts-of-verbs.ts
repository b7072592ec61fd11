import { invalid, valid, type Parsed, quote } from './problem.ts';
import { parseRef, parseUuid } from './scalars.ts';
import type { RollbackTo, Target } from './settings.ts';
import { parseDeploymentName } from './texts.ts';

export { parseDeploymentName } from './texts.ts';

/** A list, one thing per line; empty lines and lines that start with `#` are left out. */
export function parseLines(text: string): Parsed<string[]> {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.length > 0
    ? valid(lines)
    : invalid('it holds no line that counts', 'Give one thing per line.');
}

const PLACEHOLDERS: readonly string[] = ['number', 'repo', 'owner', 'branch', 'name'];

/** A preview's name with placeholders. Without the number two pull requests would share one preview. */
export function parseNameTemplate(text: string): Parsed<string> {
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const strange = used.find((name) => !PLACEHOLDERS.includes(name));
  if (strange !== undefined) {
    return invalid(`there is no {${strange}}`, `Use {${PLACEHOLDERS.join('}, {')}}.`);
  }
  if (!used.includes('number')) {
    return invalid(
      `${quote(text)} has no {number}, so that pull requests would share one preview`,
      'Add it, such as {repo}-pr-{number}.',
    );
  }
  if (!/^[A-Za-z0-9-]*$/.test(text.replaceAll(/\{[^{}]*\}/g, ''))) {
    return invalid(`${quote(text)} holds what no name may`, 'Use letters, digits, dashes and placeholders.');
  }
  return valid(text);
}

/** A deployment by its ID or its name. */
export function parseTarget(text: string): Parsed<Target> {
  const id = parseUuid(text);
  if (id.ok) return valid({ by: 'id', id: id.value });
  const name = parseDeploymentName(text);
  return name.ok ? valid({ by: 'name', name: name.value }) : name;
}

/** Where a rollback goes: `previous`, a revision's ID, or a ref. */
export function parseRollbackTo(text: string): Parsed<RollbackTo> {
  if (text === 'previous') return valid({ kind: 'previous' });
  const id = parseUuid(text);
  if (id.ok) return valid({ kind: 'revision', id: id.value });
  const ref = parseRef(text);
  return ref.ok ? valid({ kind: 'ref', ref: ref.value }) : ref;
}

/** A fingerprint as the output `plan-id` gives it. */
export function parsePlanId(text: string): Parsed<string> {
  if (/^[0-9a-f]{64}$/.test(text)) return valid(text);
  return invalid(`${quote(text)} is no plan-id`, 'Give the output plan-id of the run that planned, whole.');
}

/** The key of the feedback that a verification gives; `none` gives none. */
export function parseFeedbackKey(text: string): Parsed<{ key: string | undefined }> {
  if (text === 'none') return valid({ key: undefined });
  if (/^[A-Za-z0-9_.-]{1,100}$/.test(text)) return valid({ key: text });
  return invalid(
    `${quote(text)} is no feedback key`,
    'Use letters, digits, dots, _ and dashes; `none` gives no feedback.',
  );
}
