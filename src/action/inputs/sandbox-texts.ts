import { C_IDENTIFIER } from '../../contract/patterns.ts';
import { parseSecretValue } from './missing-value.ts';
import { invalid, valid, type Parsed, quote } from './problem.ts';

/** The name or ID of a template or snapshot, with a tag or without. */
export function parseTemplate(text: string): Parsed<string> {
  if (/^[A-Za-z0-9][\w.:/-]{0,127}$/.test(text)) return valid(text);
  return invalid(
    `${quote(text)} is no name of a template or snapshot`,
    'Copy it from the service, such as default or tools:v2.',
  );
}

/** A shell by its name. */
export function parseShell(text: string): Parsed<string> {
  if (/^(\/[\w./-]+|[\w.-]+)$/.test(text) && !text.split('/').includes('..')) return valid(text);
  return invalid(`${quote(text)} is no shell`, 'Such as bash or sh.');
}

/** A path as the system takes it. */
export function parsePath(text: string): Parsed<string> {
  return text.includes('\0') ? invalid('it holds a NUL character', 'Write a path.') : valid(text);
}

/** Networks in CIDR form, one per line or with commas between them. */
export function parseNetworks(text: string): Parsed<string[]> {
  const networks = text.split(/[\s,]+/).filter((part) => part !== '');
  const wrong = networks.filter((network) => !/^[0-9A-Fa-f.:]+\/\d{1,3}$/.test(network));
  if (wrong.length === 0) return valid(networks);
  return invalid(
    `${wrong.map(quote).join(', ')}: not a network`,
    'Write address/bits, such as 10.1.2.0/24 or 10.1.2.3/32.',
  );
}

/** Variables for a command: one `NAME=VALUE` per line, an empty one as `NAME=""`; empty lines and `#` are skipped. */
export function parseCommandEnv(text: string): Parsed<Record<string, string>> {
  const found = new Map<string, string>();
  const problems: { problem: string; cure: string }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const equals = line.indexOf('=');
    const name = line.slice(0, Math.max(equals, 0)).trim();
    // What stands before "=" may be a piece of a value, so it is not repeated.
    if (!C_IDENTIFIER.test(name)) {
      problems.push({ problem: `line ${index + 1} is not NAME=VALUE`, cure: 'Write one variable per line.' });
      continue;
    }
    const read = parseSecretValue(name, line.slice(equals + 1), index + 1);
    if (read.ok) found.set(name, read.value);
    else problems.push(...read.problems);
  }
  return problems.length > 0 ? { ok: false, problems } : valid(Object.fromEntries(found));
}
