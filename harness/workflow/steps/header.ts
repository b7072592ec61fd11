import { splitLines } from '../../runner/process/lines.ts';
import type { StepLog } from '../../runner/job/step-log.ts';

type Values = Readonly<Record<string, string>>;

/** What the log says before an action runs. */
export function actionHeader(log: StepLog, title: string, inputs: Values, env: Values): void {
  log.print(`##[group]Run ${title}`);
  section(
    log,
    'with',
    Object.entries(inputs).filter(([, value]) => value !== ''),
  );
  section(log, 'env', Object.entries(env));
  log.print('##[endgroup]');
}

/** What the log says before a script runs. */
export function scriptHeader(log: StepLog, script: string, shell: string, env: Values): void {
  log.print(`##[group]Run ${firstLine(script)}`);
  for (const line of splitLines(script)) log.print(`\u001b[36;1m${line}\u001b[0m`);
  log.print(`shell: ${shell}`);
  section(log, 'env', Object.entries(env));
  log.print('##[endgroup]');
}

/** The first line of a script that is not empty: its name, when it has none. */
export function firstLine(script: string): string {
  return splitLines(script.trimStart())[0] ?? '';
}

function section(log: StepLog, name: string, entries: [string, string][]): void {
  if (entries.length === 0) return;
  log.print(`${name}:`);
  for (const [key, value] of entries) log.print(`  ${key}: ${value}`);
}
