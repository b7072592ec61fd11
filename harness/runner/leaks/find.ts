import type { ActionRun, PhaseRun } from '../types.ts';
import { joinedLines, readings } from './decodings.ts';
import { secretForms } from './forms.ts';

/** Where a secret was seen, and which (by its place in the list, never by its value). */
export interface Leak {
  secret: number;
  where: string;
}

/**
 * Looks for secrets in everything a run gave away: every printed line but the `add-mask` commands (which the runner
 * never shows), before masking, each by itself and all together; outputs, state, exported environment and paths with
 * their names; the raw files of each phase, summary and all; annotations with title and file; argv.
 */
export function findLeaks(run: ActionRun, secrets: readonly string[]): Leak[] {
  const printed = run.lines.filter((line) => line.command !== 'add-mask');
  const named = (kind: string, values: Record<string, string>) =>
    Object.entries(values).flatMap(([name, value], index): [string, string][] => [
      [`${kind} ${name}`, value],
      [`name of ${kind} ${index + 1}`, name],
    ]);
  const places: [string, string][] = [
    ...printed.map((line, index): [string, string] => [
      `${line.phase} ${line.stream} line ${index + 1}`,
      line.raw,
    ]),
    ...named('output', run.outputs),
    ...named('state', run.state),
    ...named('env', run.exportedEnv),
    ...run.addedPaths.map((path, index): [string, string] => [`path ${index + 1}`, path]),
    ...run.annotations.flatMap((item, index): [string, string][] => [
      [`annotation ${index + 1}`, item.message],
      [`title of annotation ${index + 1}`, item.title ?? ''],
      [`file of annotation ${index + 1}`, item.file ?? ''],
    ]),
    ...[run.main, run.post].flatMap((phase) => (phase === null ? [] : ofPhase(phase, run))),
  ];
  const leaks = places.flatMap(([where, text]) => searchText(text, secrets, where));
  // A secret may be broken over several lines: then no place by itself holds it.
  const whole = searchText(printed.map((line) => line.raw).join('\n'), secrets, 'log');
  return [...leaks, ...whole];
}

/** The raw files say more than what was read of them only when they could not be read to their end. */
function ofPhase(phase: PhaseRun, run: ActionRun): [string, string][] {
  const read = [
    ...Object.values(run.outputs),
    ...Object.values(run.state),
    ...Object.values(run.exportedEnv),
  ];
  const { env, state, output, path } = phase.files;
  const rest = Object.entries({ env, state, output, path }).map(([name, text]): [string, string] => [
    `${phase.phase} file ${name}`,
    read.reduce((left, value) => (value === '' ? left : left.replaceAll(value, '')), text),
  ]);
  return [
    [`${phase.phase} summary`, phase.files.step_summary],
    [`${phase.phase} argv`, phase.argv.join('\0')],
    ...rest,
  ];
}

/** The same search in any text: a journal, a data file, a process table. */
export function searchText(text: string, secrets: readonly string[], where: string): Leak[] {
  if (text === '') return [];
  const texts = readings(text);
  const joined = texts.map(joinedLines);
  return secrets.flatMap((value, secret) => {
    const seen = secretForms(value).some(
      (form) =>
        texts.some((item) => item.includes(form.text)) ||
        (form.joined && joined.some((item) => item.includes(form.text))),
    );
    return seen ? [{ secret, where }] : [];
  });
}
