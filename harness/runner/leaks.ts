import { encodings } from './mask.ts';
import type { ActionRun } from './types.ts';

/** Where a secret was seen, and which (by its place in the list, never by its value). */
export interface Leak {
  secret: number;
  where: string;
}

/**
 * Looks for secrets in everything a run gave away: every printed line but the `add-mask` commands (which the runner
 * never shows), in order, before masking; outputs, summary, state, exported environment, annotations and argv.
 * Multi-line secrets are looked for whole and line by line, each in every encoding the masker knows.
 */
export function findLeaks(run: ActionRun, secrets: readonly string[]): Leak[] {
  const places: [string, string][] = [
    ...run.lines
      .filter((line) => line.command !== 'add-mask')
      .map((line, index): [string, string] => [`${line.phase} ${line.stream} line ${index + 1}`, line.raw]),
    ...Object.entries(run.outputs).map(([name, value]): [string, string] => [`output ${name}`, value]),
    ...Object.entries(run.state).map(([name, value]): [string, string] => [`state ${name}`, value]),
    ...Object.entries(run.exportedEnv).map(([name, value]): [string, string] => [`env ${name}`, value]),
    ...run.annotations.map((item, index): [string, string] => [`annotation ${index + 1}`, item.message]),
    ['log', run.log],
    ['main summary', run.main?.rawSummary ?? ''],
    ['post summary', run.post?.rawSummary ?? ''],
    ['main argv', run.main?.argv.join('\0') ?? ''],
    ['post argv', run.post?.argv.join('\0') ?? ''],
  ];
  return places.flatMap(([where, text]) => searchText(text, secrets, where));
}

/** The same search in any text: a journal, a data file, a process table. */
export function searchText(text: string, secrets: readonly string[], where: string): Leak[] {
  return secrets.flatMap((value, secret) => {
    const parts = [value, ...value.split(/[\r\n]+/).filter((line) => line.trim().length >= 4)];
    return parts.some((part) => encodings(part).some((form) => text.includes(form)))
      ? [{ secret, where }]
      : [];
  });
}
