import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import {
  type Box,
  BOX_PATH,
  type BoxHost,
  type BoxOptions,
  type IsolationLevel,
  type IsolationReport,
  type RunningCommand,
} from '../../box/box.ts';
import { rejectOnAbort } from '../../clients/clock.ts';
import type { RunnerSettings } from '../inputs/sandbox-inputs.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { displayPath } from '../pack/sizes.ts';
import { errorMessage } from '../../os/errors.ts';
import { DISPLAY_MAX } from '../text.ts';
import { containsToken, includedFiles } from './checkout-tokens.ts';
import type { SandboxPaths } from './machine.ts';
import { type ConfiguredProxy, PROXY_USER, SANDBOX_ID } from './proxy.ts';
import type { SandboxContext } from './context.ts';

/** Strength of each isolation level. A greater number is stronger. */
const HOLDS: Readonly<Record<IsolationLevel, number>> = { none: 0, process: 1, namespaces: 2 };

/** Maximum number of files that a warning lists. */
const MAX_NAMED = 5;

type CommandSettings = RunnerSettings & { command: NonNullable<RunnerSettings['command']> };

/** Runs the command in a sandbox that reaches the network only through the credential proxy. Logs each output line. */
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
  const toolFolder = await findToolFolder(context);
  const box = await startBox(boxHost, settings, paths, serving, bindsOf(workspace, toolFolder));
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
      env: { ...commandEnvironment(host.env, { level: box.level, toolFolder }), ...serving.envVars, ...env },
      timeoutMs: timeLimitMs ?? null,
      terminal: null,
    });
    running.closeStdin();
    // If the step is cancelled, stopping the sandbox ends the command.
    const ended = await rejectOnAbort(signal, () => follow(running, (line) => logOutput(context, line)));
    record.command = { exitCode: ended.code, ended: ended.reason };
    if (await isGone(serving)) {
      throw new ActionError(
        'proxy-failed',
        'The credential proxy exited while the command ran. Its requests failed from then on; none bypassed the proxy.',
      );
    }
    return conclude(ended, timeLimitMs);
  } finally {
    await box.stop();
  }
}

/** Logs a line of the command's output. A long line is redacted first and then split. */
function logOutput({ host, redactor }: SandboxContext, line: string): void {
  if (line.length <= DISPLAY_MAX) {
    host.log(line);
    return;
  }
  const text = redactor.redact(line);
  for (let at = 0; at < text.length; at += DISPLAY_MAX) host.log(text.slice(at, at + DISPLAY_MAX));
}

/**
 * Returns whether the proxy has ended. A killed proxy may not be reported as ended yet, but no longer responds to
 * requests.
 */
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

/** Throws ActionError if the machine cannot provide the requested isolation. */
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

function missing({ level, findings, remedies }: IsolationReport, required: string): string {
  return [
    `isolation: ${required} is required, but this machine only supports ${level}.`,
    ...findings.map((finding) => `- ${finding}`),
    ...remedies.map((remedy) => `- To do: ${remedy}`),
  ].join('\n');
}

/**
 * Warns if `actions/checkout` left the job's token in the checkout, or in a file that the checkout includes, where
 * the command could read it.
 */
async function warnOfToken(
  { machine, record, host }: SandboxContext,
  workspace: string,
  isolation: IsolationLevel,
): Promise<void> {
  const isSeen = (file: string) => isolation !== 'namespaces' || file.startsWith(`${workspace}${path.sep}`);
  const holding = new Set<string>();
  const search = async (file: string, deeper: boolean): Promise<void> => {
    const config = await machine.readFile(file);
    if (config === undefined) return;
    if (containsToken(config)) holding.add(file);
    if (!deeper) return;
    for (const included of includedFiles(config, file).filter(isSeen)) await search(included, false);
  };
  for (const file of await machine.gitConfigs(workspace)) await search(file, true);
  if (holding.size === 0) return;
  const files = [...holding].map((file) =>
    file.startsWith(`${workspace}${path.sep}`) ? path.relative(workspace, file) : file,
  );
  const shown = files.slice(0, MAX_NAMED).map(displayPath).join(', ');
  const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
  const message = `The checkout contains a token of this job in ${shown}${more}, and the command can read it. Check out with \`persist-credentials: false\`.`;
  record.warnings.push(message);
  host.annotate({ level: 'warning', title: 'Agent Deploy: checkout', message });
}

/** Returns the folder of programs that actions such as `setup-node` installed, or `undefined` if it is missing. */
async function findToolFolder({ host, machine }: SandboxContext): Promise<string | undefined> {
  const toolFolder = host.env['RUNNER_TOOL_CACHE'];
  return toolFolder && (await machine.isFolder(toolFolder)) ? toolFolder : undefined;
}

function bindsOf(workspace: string, toolFolder: string | undefined): BoxOptions['binds'] {
  const checkout = { from: workspace, to: workspace, writable: true };
  return toolFolder === undefined
    ? [checkout]
    : [checkout, { from: toolFolder, to: toolFolder, writable: false }];
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

/** Names of the job's variables that the command receives. None of them is a credential or refers to one. */
const PASSED_VARIABLES = [
  'LANG',
  'CI',
  'GITHUB_ACTIONS',
  'GITHUB_WORKFLOW',
  'GITHUB_JOB',
  'GITHUB_RUN_ID',
  'GITHUB_RUN_NUMBER',
  'GITHUB_RUN_ATTEMPT',
  'GITHUB_REPOSITORY',
  'GITHUB_REPOSITORY_OWNER',
  'GITHUB_EVENT_NAME',
  'GITHUB_REF',
  'GITHUB_REF_NAME',
  'GITHUB_REF_TYPE',
  'GITHUB_HEAD_REF',
  'GITHUB_BASE_REF',
  'GITHUB_SHA',
  'GITHUB_ACTOR',
  'GITHUB_SERVER_URL',
  'GITHUB_API_URL',
  'GITHUB_WORKSPACE',
  'RUNNER_OS',
  'RUNNER_ARCH',
] as const;

/**
 * Returns the job's variables without credentials, for the command. `tools` is a folder with programs that the
 * sandbox gets in addition to the system's programs. With an isolated root, `PATH` contains only the folder `tools`
 * and the system's folders.
 */
function commandEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  box: { level: IsolationLevel; toolFolder: string | undefined },
): Record<string, string> {
  return { ...passedVariables(env), ...pathIn(env['PATH'], box) };
}

function pathIn(
  path: string | undefined,
  { level, toolFolder }: { level: IsolationLevel; toolFolder: string | undefined },
): Record<string, string> {
  if (level !== 'namespaces') return path === undefined ? {} : { PATH: path };
  const shown = (path ?? '')
    .split(':')
    .filter((entry) => toolFolder !== undefined && entry.startsWith(`${toolFolder}/`));
  return { PATH: [...shown, BOX_PATH].join(':') };
}

function passedVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    PASSED_VARIABLES.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns a script that exits at its first failing line, like the runner's `run` steps. */
function failFast(script: string, shell: string): string {
  const name = shell.slice(shell.lastIndexOf('/') + 1);
  if (name === 'bash') return `set -eo pipefail\n${script}`;
  return ['sh', 'dash', 'ash', 'zsh', 'ksh'].includes(name) ? `set -e\n${script}` : script;
}

/**
 * Maximum length of a line in characters. Longer lines are emitted in chunks, so that a program without line ends
 * cannot fill the memory.
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
