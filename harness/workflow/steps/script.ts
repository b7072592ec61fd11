import { randomUUID } from 'node:crypto';
import { access, constants, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { splitLines } from '../../runner/process.ts';
import { renderTemplate } from '../../runner/expressions.ts';
import { runStepProcess } from '../../runner/step-process.ts';
import { firstLine, type Frame, header, openLog, refused } from '../session.ts';
import type { StepModel } from '../schema.ts';
import type { StepResult } from '../types.ts';

/** How the runner calls the shells it knows; `{0}` is the script. */
const SHELLS: Readonly<Record<string, { args: string; extension: string }>> = {
  bash: { args: '--noprofile --norc -e -o pipefail {0}', extension: '.sh' },
  sh: { args: '-e {0}', extension: '.sh' },
  python: { args: '{0}', extension: '.py' },
};

/** Runs a `run:` step: the script in a file, by the shell it asks for, in the folder it asks for. */
export async function runScript(frame: Frame, step: StepModel, signal: AbortSignal): Promise<StepResult> {
  const { session, env, scope } = frame;
  const log = openLog(frame);
  try {
    const script = renderTemplate(step.run ?? '', scope);
    const { defaults } = session;
    const asked = renderTemplate(step.shell ?? '', scope) || defaults.shell || '';
    const folder =
      renderTemplate(step['working-directory'] ?? '', scope) || defaults['working-directory'] || '';
    const shell = await chooseShell(asked, env['PATH'], session.job.paths);
    const file = path.join(
      session.job.info.folders.temp,
      `${randomUUID()}${SHELLS[shell.name]?.extension ?? ''}`,
    );
    const shown = splitLines(script).map((line) => `\u001b[36;1m${line}\u001b[0m`);
    header(log, firstLine(script), [...shown, `shell: ${shell.command} ${shell.format}`], {}, env);
    await writeFile(file, script);
    const end = await runStepProcess(session.job, log, {
      phase: frame.phase,
      place: frame.place,
      command: shell.command,
      args: split(shell.format).map((word) => word.replaceAll('{0}', file)),
      cwd: path.resolve(session.job.info.folders.workspace, folder),
      env,
      inputs: {},
      state: {},
      services: false,
      signal,
      failed: (code) => `Process completed with exit code ${code}.`,
    });
    session.job.log.summarize(frame.index, frame.phase, end.rawSummary);
    return { outcome: end.outcome, outputs: end.outputs, processes: [end] };
  } catch (error) {
    return refused(log, frame.phase, error);
  }
}

interface Shell {
  name: string;
  command: string;
  format: string;
}

/** The shell a step asks for; without a wish bash, called as sh is. Throws when there is none, or `{0}` is missing. */
async function chooseShell(
  asked: string,
  ownPath: string | undefined,
  paths: readonly string[],
): Promise<Shell> {
  const places = [...paths.toReversed(), ...(ownPath ?? process.env['PATH'] ?? '').split(path.delimiter)];
  if (asked === '') {
    const command = (await which('bash', places)) ?? (await need('sh', places));
    return { name: 'sh', command, format: SHELLS['sh']?.args ?? '' };
  }
  const space = asked.indexOf(' ');
  const name = space < 0 ? asked : asked.slice(0, space);
  const given = space < 0 ? '' : asked.slice(space + 1).trimStart();
  const command = await need(name, places);
  const format = given === '' ? (SHELLS[name]?.args ?? '') : given;
  if (!format.includes('{0}')) {
    throw new Error(
      "Invalid shell option. Shell must be a valid built-in (bash, sh, cmd, powershell, pwsh) or a format string containing '{0}'",
    );
  }
  return { name, command, format };
}

async function need(name: string, places: readonly string[]): Promise<string> {
  const found = await which(name, places);
  if (found === null) {
    throw new Error(`${name}: command not found. Please verify that it is installed and on PATH.`);
  }
  return found;
}

async function which(name: string, places: readonly string[]): Promise<string | null> {
  for (const place of name.includes('/') ? [''] : places) {
    const file = path.join(place, name);
    const fits = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (fits) return file;
  }
  return null;
}

/** Words of a command line, quoted ones as one. */
function split(format: string): string[] {
  return [...format.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
}
