import { C_IDENTIFIER } from '../../contract/patterns.ts';
import { isReservedName } from '../../contract/deployment-rules.ts';
import type { Secret } from '../../contract/source.ts';
import { PREVIEW_MARKER } from '../preview/ownership.ts';
import { parseSecretValue } from './missing-value.ts';
import type { Parsed } from './problem.ts';

type UnlocatedProblem = { problem: string; cure: string };

/**
 * Reads the block of secrets: one `NAME=VALUE` per line, or `NAME<<MARK`, lines, `MARK` for a value of several lines.
 * Nothing but the newline separates; a value is taken as it stands, with its commas, quotes and spaces; an empty one is
 * written `NAME=""`. Empty lines and lines that start with `#` are skipped. Complaints give line numbers and names, never a value.
 */
export function parseSecrets(text: string, where: { selfHosted: boolean }): Parsed<Secret[]> {
  const lines = text.split(/\r?\n/);
  const secrets: Secret[] = [];
  const problems: UnlocatedProblem[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const entry = readEntry(line);
    const number = at + 1;
    if (entry === undefined) {
      problems.push({
        problem: `line ${number} has neither "=" nor "<<"`,
        cure: 'Write NAME=VALUE; for a value of several lines write NAME<<MARK, the lines, and MARK on its own.',
      });
      continue;
    }
    let value = entry.rest;
    if (entry.form === 'block') {
      const end = lines.indexOf(entry.rest, at + 1);
      if (entry.rest === '' || end === -1) {
        problems.push({
          problem: `the block opened on line ${number} is never closed`,
          cure: 'Write NAME<<MARK, the lines, and a line that is exactly MARK.',
        });
        // Without its end the rest cannot be told apart from the value.
        break;
      }
      value = lines.slice(at + 1, end).join('\n');
      at = end;
    }
    const complaint = judge(entry.name, value, number, secrets, where);
    if (complaint) {
      problems.push(complaint);
      continue;
    }
    const read = parseSecretValue(entry.name, value, number, entry.form);
    if (read.ok) secrets.push({ name: entry.name, value: read.value });
    else problems.push(...read.problems);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: secrets };
}

/**
 * Every piece of the block that may be a secret, whether the block can be read or not, with the name it has: what has to
 * be hidden before anything is said of it. Names are none.
 */
export function secretFragments(text: string): { name?: string; text: string }[] {
  const pieces: { name?: string; text: string }[] = [];
  let block: { name: string; mark: string } | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (block !== undefined) {
      if (line === block.mark) block = undefined;
      else pieces.push({ name: block.name, text: line });
      continue;
    }
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const entry = readEntry(line);
    if (entry === undefined) pieces.push({ text: line });
    else if (entry.form === 'block') block = { name: entry.name, mark: entry.rest };
    else if (C_IDENTIFIER.test(entry.name)) pieces.push({ name: entry.name, text: entry.rest });
    // What is no name may be the beginning of a value, such as a line of base64.
    else pieces.push({ text: line }, { text: entry.rest });
  }
  return pieces;
}

function readEntry(line: string): { form: 'line' | 'block'; name: string; rest: string } | undefined {
  const [equals, marks] = [line.indexOf('='), line.indexOf('<<')];
  if (equals === -1 && marks === -1) return undefined;
  if (marks === -1 || (equals !== -1 && equals < marks)) {
    return { form: 'line', name: line.slice(0, equals).trim(), rest: line.slice(equals + 1) };
  }
  return { form: 'block', name: line.slice(0, marks).trim(), rest: line.slice(marks + 2).trim() };
}

function judge(
  name: string,
  value: string,
  line: number,
  before: readonly Secret[],
  where: { selfHosted: boolean },
): UnlocatedProblem | undefined {
  if (name === '') {
    return { problem: `line ${line} has a value without a name`, cure: 'Write NAME=VALUE.' };
  }
  if (!C_IDENTIFIER.test(name)) {
    // What stands before "=" may itself be a piece of a value, so it is not repeated.
    return {
      problem: `the name on line ${line} cannot be an environment variable`,
      cure: 'Use letters, digits and underscores, no digit first; a value of several lines needs NAME<<MARK.',
    };
  }
  if (isReservedName(name, where)) {
    return { problem: `${name} is reserved: the platform sets it itself`, cure: 'Remove it.' };
  }
  if (name === PREVIEW_MARKER) {
    return { problem: `${name} is reserved: it marks previews, and is set for them`, cure: 'Remove it.' };
  }
  if (before.some((secret) => secret.name === name)) {
    return { problem: `${name} is set more than once`, cure: 'Keep one of them.' };
  }
  if (value.includes('\0')) {
    return { problem: `the value of ${name} holds a NUL character`, cure: 'Encode it, such as in base64.' };
  }
  return undefined;
}
