import path from 'node:path';
import type {
  Box,
  BoxHost,
  BoxOptions,
  IsolationLevel,
  IsolationReport,
  RunningCommand,
} from '../../box/box.ts';
import { SHOWN_MAX } from '../shorten.ts';
import type { RunnerSettings } from '../inputs/sandbox-settings.ts';
import { outcome, type Outcome, ActionError } from '../outcome/outcome.ts';
import { shownPath } from '../pack/sizes.ts';
import { errorMessage } from '../error-message.ts';
import { holdsToken, includedFiles } from './checkout-tokens.ts';
import { commandEnvironment, failFast } from './command-environment.ts';
import { createLineSplitter } from './lines.ts';
import type { SandboxPaths } from './paths.ts';
import { PROXY_USER, SANDBOX_ID, type ConfiguredProxy } from './serving.ts';
import type { SandboxContext } from './world.ts';

/** How well boxes hold, one level against another. */
const HOLDS: Readonly<Record<IsolationLevel, number>> = { none: 0, process: 1, namespaces: 2 };

/** So many files are named in a warning. */
const MOST_NAMED = 5;

type CommandSettings = RunnerSettings & { command: NonNullable<RunnerSettings['command']> };

/** Runs the command in a box whose way out is the proxy, its output line by line in the log. */
export async function runInBox(
  context: SandboxContext,
  settings: CommandSettings,
  paths: SandboxPaths,
  serving: ConfiguredProxy,
  boxHost: BoxHost,
): Promise<Outcome> {
  const { host, signal, record } = context;
  const workspace = host.env['GITHUB_WORKSPACE'] || process.cwd();
  await warnOfToken(context, workspace, settings.isolation);
  const tools = await toolsOf(context);
  const box = await startBox(boxHost, settings, paths, serving, bindsOf(workspace, tools));
  try {
    const { script, shell, workingDirectory, env, timeLimitMs } = settings.command;
    host.startGroup('The command');
    for (const line of script.split('\n')) host.log(line);
    host.log(`shell: ${shell}, isolation: ${box.level}`);
    host.endGroup();
    const running = box.run({
      command: failFast(script, shell),
      shell,
      cwd: path.resolve(workspace, workingDirectory ?? ''),
      env: { ...commandEnvironment(host.env, { level: box.level, tools }), ...serving.envVars, ...env },
      timeoutMs: timeLimitMs ?? null,
      terminal: null,
    });
    const stop = () => running.kill();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    running.closeStdin();
    const ended = await follow(running, (line) => sayWhole(context, line));
    signal.removeEventListener('abort', stop);
    signal.throwIfAborted();
    record.command = { exitCode: ended.code, ended: ended.reason };
    if (await isGone(serving)) {
      throw new ActionError(
        'proxy-failed',
        'The credential proxy ended while the command ran. Its requests failed from then on, and none went around the proxy.',
      );
    }
    return conclude(ended, timeLimitMs);
  } finally {
    await box.stop();
  }
}

/** What the command prints is shown whole, in pieces that are free of secrets before they are cut. */
function sayWhole({ host, redactor }: SandboxContext, line: string): void {
  if (line.length <= SHOWN_MAX) {
    host.log(line);
    return;
  }
  const text = redactor.redact(line);
  for (let at = 0; at < text.length; at += SHOWN_MAX) host.log(text.slice(at, at + SHOWN_MAX));
}

/** One that was killed a moment ago may not be known to be gone, but answers no more. */
async function isGone({ gone, proxy }: ConfiguredProxy): Promise<boolean> {
  if (gone()) return true;
  return proxy.metrics().then(
    () => false,
    () => true,
  );
}

interface Ended {
  code: number;
  reason: string;
}

async function follow(running: RunningCommand, say: (line: string) => void): Promise<Ended> {
  const [out, err] = [createLineSplitter(say), createLineSplitter(say)];
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
      if (code === 0) return outcome('provided', 'command-passed', 'The command ended with 0.');
      return outcome(
        'failed',
        'command-failed',
        `The command ended with ${code}. Its output stands in the log above.`,
      );
    case 'timeout': {
      const limit = timeLimitMs === undefined ? '' : ` of ${timeLimitMs / 1000} s`;
      return outcome(
        'timed-out',
        'command-timed-out',
        `The command had not ended within its time limit${limit}, and was killed with all it started.`,
      );
    }
    default:
      return outcome(
        'failed',
        'command-failed',
        `The command did not end by itself (${reason}); a limit of memory or processes does that, too.`,
      );
  }
}

/** What is asked for has to be there, and nothing less is taken instead. */
export async function requireIsolation(
  context: SandboxContext,
  { isolation }: RunnerSettings,
): Promise<BoxHost> {
  const boxHost = await context.machine.boxHost();
  const report = await boxHost.report();
  context.record.isolation = { level: isolation, findings: report.findings };
  for (const finding of report.findings) context.host.log(finding);
  if (HOLDS[report.level] >= HOLDS[isolation]) return boxHost;
  context.record.isolation = { level: report.level, findings: report.findings };
  throw new ActionError('isolation-missing', missing(report, isolation));
}

function missing({ level, findings, remedies }: IsolationReport, wanted: string): string {
  return [
    `isolation: ${wanted} is asked for, and this machine gives ${level}.`,
    ...findings.map((finding) => `- ${finding}`),
    ...remedies.map((remedy) => `- To do: ${remedy}`),
  ].join('\n');
}

/** `actions/checkout` leaves the job's token in the checkout, or in a file beside it, where the command would find it. */
async function warnOfToken(
  { machine, record, host }: SandboxContext,
  workspace: string,
  isolation: IsolationLevel,
): Promise<void> {
  const isSeen = (file: string) => isolation !== 'namespaces' || file.startsWith(`${workspace}${path.sep}`);
  const holding = new Set<string>();
  const look = async (file: string, deeper: boolean): Promise<void> => {
    const config = await machine.readFile(file);
    if (config === undefined) return;
    if (holdsToken(config)) holding.add(file);
    if (!deeper) return;
    for (const included of includedFiles(config, file).filter(isSeen)) await look(included, false);
  };
  for (const file of await machine.gitConfigs(workspace)) await look(file, true);
  if (holding.size === 0) return;
  const files = [...holding].map((file) =>
    file.startsWith(`${workspace}${path.sep}`) ? path.relative(workspace, file) : file,
  );
  const shown = files.slice(0, MOST_NAMED).map(shownPath).join(', ');
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : '';
  const message = `The checkout holds a token of this job in ${shown}${more}, which the command can read. Check out with \`persist-credentials: false\`.`;
  record.warnings.push(message);
  host.annotate({ level: 'warning', title: 'Agent Deploy: checkout', message });
}

/** Programs that actions such as `setup-node` put beside those of the system. */
async function toolsOf({ host, machine }: SandboxContext): Promise<string | undefined> {
  const tools = host.env['RUNNER_TOOL_CACHE'];
  return tools && (await machine.isFolder(tools)) ? tools : undefined;
}

function bindsOf(workspace: string, tools: string | undefined): BoxOptions['binds'] {
  const checkout = { from: workspace, to: workspace, writable: true };
  return tools === undefined ? [checkout] : [checkout, { from: tools, to: tools, writable: false }];
}

async function startBox(
  boxHost: BoxHost,
  { isolation }: CommandSettings,
  paths: SandboxPaths,
  { proxy, token, caPem, noProxy }: ConfiguredProxy,
  binds: BoxOptions['binds'],
): Promise<Box> {
  try {
    return await boxHost.start({
      id: SANDBOX_ID,
      folder: paths.boxFolder,
      binds,
      proxySocket: isolation === 'namespaces' ? paths.socketPath : null,
      proxyAddress: isolation === 'namespaces' ? null : proxy.address,
      proxyUser: { name: PROXY_USER, token },
      caPem,
      noProxy: [...noProxy],
      env: {},
      limits: { memoryBytes: null, cpuMillicores: null, processes: null },
      level: isolation,
    });
  } catch (error) {
    throw new ActionError('isolation-missing', `The box could not be started: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}
