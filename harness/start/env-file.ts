import { parseEnv } from 'node:util';

/** Secrets as read from an env file, and as the action's `secrets` input wants them. */
export interface EnvSecrets {
  names: string[];
  values: string[];
  /** `NAME=value` lines, and `NAME<<MARK` blocks for values of several lines. */
  input: string;
}

/** Reads the text of an env file (the grammar of Node's own `--env-file`). */
export function readEnvSecrets(text: string): EnvSecrets {
  const entries = Object.entries(parseEnv(text)).map(([name, value]): [string, string] => [
    name,
    value ?? '',
  ]);
  return {
    names: entries.map(([name]) => name),
    values: entries.map(([, value]) => value).filter((value) => value !== ''),
    input: entries.map(([name, value]) => secretEntry(name, value)).join('\n'),
  };
}

/** One secret in the form of the action's `secrets` input; a value of several lines gets a mark it does not hold. */
export function secretEntry(name: string, value: string): string {
  if (value === '') return `${name}=""`;
  if (!value.includes('\n') && value !== '""') return `${name}=${value}`;
  const lines = new Set(value.split('\n'));
  let mark = 'END';
  while (lines.has(mark)) mark += '_';
  return `${name}<<${mark}\n${value}\n${mark}`;
}
