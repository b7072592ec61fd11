import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { splitLines } from '../../runner/process.ts';
import { renderTemplate } from '../../runner/expressions.ts';
import { runStepProcess } from '../../runner/step-process.ts';
import { firstLine, type Frame, header, openLog, refused } from '../session.ts';
import type { StepModel } from '../schema.ts';
import type { StepResult } from '../types.ts';

/** The runner's arguments for the shells that it knows, where `{0}` is the script. */
const SHELLS: Readonly<Record<string, { args: string; extension: string }>> = {
  bash: { args: '--noprofile --norc -e -o pipefail {0}', extension: '.sh' },
  sh: { args: '-e {0}', extension: '.sh' },
  python: { args: '{0}', extension: '.py' },
};

/** Runs a `run:` step: writes the script to a file, and runs it with the requested shell in the requested folder. */
export async function runScript(frame: Frame, step: StepModel, signal: AbortSignal): Promise<StepResult> {
  const { session, env, scope } = frame;
  const { defaults } = session;
  const log = openLog(frame);
  try {
    const script = renderTemplate(step.run ?? '', scope);
    const asked = renderTemplate(step.shell ?? '', scope) || defaults.shell || '';
    const folder =
      renderTemplate(step['working-directory'] ?? '', scope) || defaults['working-directory'] || '';
    // bash runs by default with the arguments of sh; if a workflow specifies only a shell's name, the runner adds its
    // own arguments.
    const { args, extension } = SHELLS[asked] ?? { args: '', extension: '' };
    const shell = asked === '' ? 'bash -e {0}' : `${asked} ${args}`.trim();
    if (!shell.includes('{0}')) throw new Error(`Invalid shell option: '${shell}' does not contain '{0}'`);
    const file = path.join(session.job.info.folders.temp, `${randomUUID()}${extension}`);
    const shown = splitLines(script).map((line) => `\u001b[36;1m${line}\u001b[0m`);
    header(log, firstLine(script), [...shown, `shell: ${shell}`], {}, env);
    await writeFile(file, script);
    const [command = '', ...words] = shell.split(/\s+/);
    const end = await runStepProcess(session.job, log, {
      phase: frame.phase,
      place: frame.place,
      command,
      args: words.map((word) => word.replaceAll('{0}', file)),
      cwd: path.resolve(session.job.info.folders.workspace, folder),
      env,
      inputs: {},
      state: {},
      services: false,
      signal,
      failed: (code) => `Process completed with exit code ${code}.`,
    });
    session.job.log.summarize(frame.phase, end.rawSummary);
    return { outcome: end.outcome, outputs: end.outputs, processes: [end] };
  } catch (error) {
    return refused(log, frame.phase, error);
  }
}
