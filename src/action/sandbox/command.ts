import { StringDecoder } from 'node:string_decoder';
import type { BoxHost, RunningCommand } from '../../box/box.ts';
import { rejectOnAbort } from '../../clients/clock.ts';
import type { RunnerSettings } from '../inputs/sandbox-inputs.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { DISPLAY_MAX } from '../text.ts';
import { findTokenWarning } from './checkout-tokens.ts';
import { openCommandBox, workspaceOf } from './command-box.ts';
import type { SandboxPaths } from './machine.ts';
import { type ConfiguredProxy, isGone } from './proxy.ts';
import type { SandboxContext } from './context.ts';

type CommandSettings = RunnerSettings & { command: NonNullable<RunnerSettings['command']> };

/**
 * Runs the command in a sandbox that reaches the network only through the credential proxy, and logs each line of
 * output.
 */
export async function runInBox(
  context: SandboxContext,
  settings: CommandSettings,
  paths: SandboxPaths,
  serving: ConfiguredProxy,
  boxHost: BoxHost,
): Promise<Outcome> {
  const { host, machine, signal, record } = context;
  const { env } = host;
  const { isolation, command } = settings;
  const warning = await findTokenWarning(machine, workspaceOf(env), isolation);
  if (warning !== undefined) {
    record.warnings.push(warning);
    host.annotate({ level: 'warning', title: 'Agent Deploy: checkout', message: warning });
  }
  const options = { isolation, paths, proxy: serving, isCheckoutWritable: true };
  const box = await openCommandBox({ env, machine, boxHost }, options);
  try {
    host.startGroup('The command');
    for (const line of command.script.split('\n')) host.log(line);
    host.log(`shell: ${command.shell}, isolation: ${box.level}`);
    host.endGroup();
    const running = box.run(command);
    running.closeStdin();
    // If the step is cancelled, the sandbox is stopped, which ends the command.
    const ended = await rejectOnAbort(signal, () => follow(running, (line) => logOutput(context, line)));
    record.command = { exitCode: ended.code, ended: ended.reason };
    if (await isGone(serving)) {
      throw new ActionError(
        'proxy-failed',
        'The credential proxy exited while the command ran. The requests of the command failed from then on, and none bypassed the proxy.',
      );
    }
    return conclude(ended, command.timeLimitMs);
  } finally {
    await box.stop();
  }
}

/** Logs a line of the command's output, redacting a long line before splitting it. */
function logOutput({ host, redactor }: SandboxContext, line: string): void {
  if (line.length <= DISPLAY_MAX) {
    host.log(line);
    return;
  }
  const text = redactor.redact(line);
  for (let at = 0; at < text.length; at += DISPLAY_MAX) host.log(text.slice(at, at + DISPLAY_MAX));
}

interface Ended {
  code: number;
  reason: string;
}

async function follow(running: RunningCommand, onLine: (line: string) => void): Promise<Ended> {
  const [out, err] = [createLineSplitter(onLine), createLineSplitter(onLine)];
  let ended: Ended = { code: -1, reason: 'box-ended' };
  for await (const event of running.events) {
    if (event.kind === 'stdout') out.take(event.data);
    else if (event.kind === 'stderr') err.take(event.data);
    else if (event.kind === 'exit') ended = { code: event.code, reason: event.reason };
  }
  out.end();
  err.end();
  return ended;
}

function conclude({ code, reason }: Ended, timeLimitMs: number | undefined): Outcome {
  switch (reason) {
    case 'exit':
      if (code === 0) return outcome('provided', 'command-passed', 'The command exited with code 0.');
      return outcome(
        'failed',
        'command-failed',
        `The command exited with code ${code}. The log above contains its output.`,
      );
    case 'timeout': {
      const limit = timeLimitMs === undefined ? '' : ` of ${timeLimitMs / 1000} s`;
      return outcome(
        'timed-out',
        'command-timed-out',
        `The command exceeded its time limit${limit}, and was killed together with all processes it started.`,
      );
    }
    default:
      return outcome(
        'failed',
        'command-failed',
        `The command was killed (${reason}); exceeding a memory or process limit can be the cause.`,
      );
  }
}

/**
 * Maximum length of a line in characters; a longer line is emitted in chunks, so a program without line ends cannot
 * fill the memory.
 */
const LONGEST = 1024 * 1024;

/** Creates an object that splits a program's output into lines. */
export function createLineSplitter(onLine: (line: string) => void): {
  take(data: Buffer): void;
  end(): void;
} {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const cut = (text: string) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
    if (rest.length > LONGEST) {
      onLine(rest);
      rest = '';
    }
  };
  return {
    take: (data) => cut(decoder.write(data)),
    end: () => {
      cut(decoder.end());
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
