import type { ActionRun, Annotation, LogLine, PhaseRun } from '../types.ts';
import { joinedLines, readings } from './decodings.ts';
import { secretForms } from './forms.ts';

/** Where a secret was seen, and which (by its place in the list, never by its value). */
export interface Leak {
  secret: number;
  where: string;
}

/** What a run, or a job, gave away. */
export interface GivenAway {
  lines: readonly LogLine[];
  annotations: readonly Annotation[];
  phases: readonly PhaseRun[];
  outputs: Readonly<Record<string, string>>;
  state: Readonly<Record<string, string>>;
  exportedEnv: Readonly<Record<string, string>>;
  addedPaths: readonly string[];
}

/**
 * Looks for secrets in everything a run gave away: every line its processes printed but the `add-mask` commands (which
 * the runner never shows), before masking, each by itself and all together; what the runner printed, as shown; outputs,
 * state, exported environment and paths with their names; the raw files of each phase, summary and all; annotations with
 * title and file; argv.
 */
export function findLeaks(run: ActionRun, secrets: readonly string[]): Leak[] {
  const phases = [run.main, run.post].filter((phase) => phase !== null);
  return findLeaksIn({ ...run, phases }, secrets);
}

/** The same for a whole job. */
export function findLeaksIn(given: GivenAway, secrets: readonly string[]): Leak[] {
  const printed = given.lines.flatMap((line) => {
    const text = line.stream === 'runner' ? (line.text ?? '') : line.raw;
    return line.command === 'add-mask' ? [] : [{ name: `${line.phase} ${line.stream}`, text }];
  });
  const named = (kind: string, values: Readonly<Record<string, string>>) =>
    Object.entries(values).flatMap(([name, value], index): [string, string][] => [
      [`${kind} ${name}`, value],
      [`name of ${kind} ${index + 1}`, name],
    ]);
  const places: [string, string][] = [
    ...printed.map(({ name, text }, index): [string, string] => [`${name} line ${index + 1}`, text]),
    ...named('output', given.outputs),
    ...named('state', given.state),
    ...named('env', given.exportedEnv),
    ...given.addedPaths.map((path, index): [string, string] => [`path ${index + 1}`, path]),
    ...given.annotations.flatMap((item, index): [string, string][] => [
      [`annotation ${index + 1}`, item.message],
      [`title of annotation ${index + 1}`, item.title ?? ''],
      [`file of annotation ${index + 1}`, item.file ?? ''],
    ]),
    ...given.phases.flatMap((phase) => ofPhase(phase, given)),
  ];
  const leaks = places.flatMap(([where, text]) => searchText(text, secrets, where));
  // A secret may be broken over several lines: then no place by itself holds it.
  const whole = searchText(printed.map(({ text }) => text).join('\n'), secrets, 'log');
  return [...leaks, ...whole];
}

/** The raw files say more than what was read of them only when they could not be read to their end. */
function ofPhase(phase: PhaseRun, given: GivenAway): [string, string][] {
  const read = [given.outputs, given.state, given.exportedEnv].flatMap((values) => Object.values(values));
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
