import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import type { CommandEvent, IsolationLevel, RunningCommand } from '../../box/box.ts';
import { rejectOnAbort } from '../../clients/clock.ts';
import { proxySettings } from '../../clients/network-environment.ts';
import type { ProxyConfig } from '../../contract/sandbox.ts';
import type { ScoreRequest } from '../../contract/score-line.ts';
import { findRuleSecrets, literalSecretsOf, missingSecretProblems } from '../inputs/proxy-config.ts';
import { describeProblem } from '../inputs/problem.ts';
import type { CommonSettings, ScoreCommand, ScoreDefinition } from '../inputs/settings.ts';
import { errorMessage } from '../../os/errors.ts';
import { ActionError } from '../outcome.ts';
import { formatDuration } from '../run-record.ts';
import { findTokenWarning } from '../sandbox/checkout-tokens.ts';
import { type CommandBox, openCommandBox, requireIsolation, workspaceOf } from '../sandbox/command-box.ts';
import type { Machine } from '../sandbox/context.ts';
import { type SandboxPaths, sandboxPaths } from '../sandbox/machine.ts';
import { type ConfiguredProxy, configureProxy, isGone, startUnconfiguredProxy } from '../sandbox/proxy.ts';
import { createUsage, type UsageRow } from '../sandbox/record.ts';
import type { VerbContext } from '../verb-context.ts';
import { inert, parseScoreLines } from './score-lines.ts';

/**
 * Scores of a response by key, with the comments of the score command, or the reason why the response has no scores.
 */
export type ScoringResult =
  | { kind: 'scored'; scores: ReadonlyMap<string, number>; comments: ReadonlyMap<string, string> }
  | { kind: 'errored'; why: string };

/** A running box where the score command runs once for each response. */
export interface RunningScoreCommand {
  score(answer: Readonly<ScoreRequest>, signal: AbortSignal): Promise<ScoringResult>;
  close(): Promise<void>;
}

/** Fields of a verb's context that a score command needs. */
export type ScoreCommandContext = Pick<
  VerbContext<CommonSettings>,
  'env' | 'log' | 'signal' | 'masker' | 'redactor' | 'addCancelHook' | 'loadMachine'
>;

/** Minimum isolation of a score command, because the checkout is untrusted. */
const ISOLATION: IsolationLevel = 'namespaces';
const SHELL = 'bash';
/** Maximum size of the standard output of one process in bytes. */
const OUTPUT_MAX = 1024 * 1024;
/**
 * Number of bytes at the end of stderr that are stored, which is much more than messages show, so redaction sees whole
 * secrets.
 */
const STDERR_KEPT = 64 * 1024;
const TAIL_LINES = 20;
const TAIL_MAX = 2_000;

/**
 * Starts the box of a score command and, if the command has rules, the credential proxy. Leaves no process and no file
 * behind if the start fails.
 *
 * @throws ActionError `isolation-missing`, `invalid-input` or `proxy-failed`, or the reason of the context's signal.
 */
export async function startScoreCommand(
  command: ScoreCommand,
  definitions: ReadonlyMap<string, ScoreDefinition>,
  context: ScoreCommandContext,
): Promise<RunningScoreCommand> {
  const { env, log, signal } = context;
  const secrets = command.proxyConfig && readSecrets(command.proxyConfig, context);
  const machine = await context.loadMachine();
  const isolating = { machine, record: { isolation: undefined }, log: (line: string) => log.line(line) };
  const boxHost = await requireIsolation(isolating, ISOLATION);
  const warning = await findTokenWarning(machine, workspaceOf(env), ISOLATION);
  if (warning !== undefined) log.warn('checkout', warning);
  const resources = openResources(await machine.makeFolder(), machine, context);
  try {
    const paths = sandboxPaths(resources.folder);
    const proxy =
      command.proxyConfig &&
      (await startProxy(command.proxyConfig, secrets ?? {}, paths, { machine, context, resources }));
    const options = { isolation: ISOLATION, paths, proxy, isCheckoutWritable: false };
    const box = await openCommandBox({ env, machine, boxHost }, options);
    resources.add(() => box.stop());
    signal.throwIfAborted();
    await log.group('The score command', () => {
      for (const line of command.script.split('\n')) log.line(line);
      log.line(
        `shell: ${SHELL}, isolation: ${box.level}, network: ${proxy === undefined ? 'none' : 'proxy'}`,
      );
    });
    const score = (answer: Readonly<ScoreRequest>, stop: AbortSignal) =>
      scoreOne({ command, definitions, box, proxy, context }, answer, AbortSignal.any([stop, signal]));
    return { score, close: () => resources.close() };
  } catch (error) {
    await resources.close();
    throw error;
  }
}

/** Reads and masks the secrets of the proxy's rules. */
function readSecrets(
  config: ProxyConfig,
  { env, masker }: Pick<ScoreCommandContext, 'env' | 'masker'>,
): Record<string, string> {
  const { secrets, missing } = findRuleSecrets(config, env);
  for (const value of [...Object.values(secrets), ...literalSecretsOf(config)]) masker.maskSecret(value);
  const problems = missingSecretProblems(missing).map((problem) =>
    describeProblem({ path: 'proxy-config', ...problem }),
  );
  if (problems.length > 0) throw new ActionError('invalid-input', problems.join('\n'));
  return secrets;
}

/** Processes and files that belong to a score command and must be released. */
interface Resources {
  readonly folder: string;
  /** Adds a function that `close` calls, beginning with the function that was added last. */
  add(release: () => Promise<void>): void;
  /** Releases all resources once, even if releasing a resource fails. */
  close(): Promise<void>;
}

/**
 * Creates the resources of a score command, and releases the resources if the step is cancelled, because a cancelled
 * step does not wait for the verb.
 */
function openResources(
  folder: string,
  machine: Pick<Machine, 'removeFolder'>,
  { log, addCancelHook }: Pick<ScoreCommandContext, 'log' | 'addCancelHook'>,
): Resources {
  const releases = [() => machine.removeFolder(folder)];
  let closing: Promise<void> | undefined;
  const release = async () => {
    leave();
    for (const work of releases.toReversed()) {
      await work().catch((error: unknown) => log.line(`The cleanup failed: ${errorMessage(error)}`));
    }
  };
  const close = () => (closing ??= release());
  const leave = addCancelHook(close);
  return { folder, add: (work) => void releases.push(work), close };
}

async function startProxy(
  proxyConfig: ProxyConfig,
  secrets: Readonly<Record<string, string>>,
  paths: SandboxPaths,
  { machine, context, resources }: { machine: Machine; context: ScoreCommandContext; resources: Resources },
): Promise<ConfiguredProxy> {
  const { env, log, masker, signal } = context;
  const proxies = proxySettings(env);
  const proxy = await startUnconfiguredProxy(machine, paths.auditFile);
  resources.add(() => proxy.stop());
  const serving = await configureProxy(
    { machine, masker, random: (bytes, as) => randomBytes(bytes).toString(as) },
    {
      proxyConfig,
      secrets,
      privateNetworks: [],
      caFile: undefined,
      upstreamProxy: proxies.httpsProxy ?? proxies.httpProxy,
    },
    paths.socketPath,
    proxy,
  );
  for (const message of serving.warnings) log.warn('proxy-config', message);
  const usage = createUsage();
  proxy.onAudit((entry) => usage.add(entry));
  resources.add(async () => {
    // When the proxy has responded to another request, the audit log contains all earlier requests.
    if (!signal.aborted && !(await isGone(serving))) logUsage(usage.usage().rows, log);
  });
  return serving;
}

const USAGE_ROWS = 20;

function logUsage(rows: readonly UsageRow[], log: ScoreCommandContext['log']): void {
  for (const { rule, host, decision, reason, requests } of rows.slice(0, USAGE_ROWS)) {
    const what = rule === null ? reason : `rule ${rule}`;
    log.line(
      `Requests of the score command to ${host ?? 'an unknown host'}: ${requests} (${decision}, ${what})`,
    );
  }
}

interface ScoringContext {
  command: ScoreCommand;
  definitions: ReadonlyMap<string, ScoreDefinition>;
  box: CommandBox;
  proxy: ConfiguredProxy | undefined;
  context: ScoreCommandContext;
}

/**
 * Runs one process of the score command, which scores one response. If the signal is aborted, kills the process and
 * throws the signal's reason.
 */
async function scoreOne(
  { command, definitions, box, proxy, context }: ScoringContext,
  answer: Readonly<ScoreRequest>,
  signal: AbortSignal,
): Promise<ScoringResult> {
  signal.throwIfAborted();
  const redact = (text: string) => context.redactor.redact(text);
  const process = box.run({ script: command.script, shell: SHELL, timeLimitMs: command.timeLimitMs });
  const kill = () => process.kill();
  signal.addEventListener('abort', kill, { once: true });
  try {
    // Writes the input and reads the output at the same time, because a program can stop reading its input until its
    // output is read.
    void process.write(toInput(answer)).then(() => process.closeStdin());
    const ended = await rejectOnAbort(signal, () => collect(process));
    const failure = failureOf(ended, command) ?? ((await isProxyGone(proxy)) ? PROXY_GONE : undefined);
    if (failure !== undefined) return errored(failure, ended.stderr, redact);
    const keys = [...definitions];
    const parsed = parseScoreLines(ended.stdout, {
      required: keys.filter(([, { compare }]) => compare === undefined).map(([key]) => key),
      computed: new Set(keys.filter(([, { compare }]) => compare !== undefined).map(([key]) => key)),
      redact,
    });
    if (parsed.kind === 'scored') return parsed;
    return errored(`The score command exited with code 0. ${parsed.why}`, ended.stderr, redact);
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

const PROXY_GONE = 'The credential proxy exited, so the requests of the score command failed.';

async function isProxyGone(proxy: ConfiguredProxy | undefined): Promise<boolean> {
  return proxy !== undefined && (await isGone(proxy));
}

function toInput({ input, output, reference, other }: Readonly<ScoreRequest>): Buffer {
  const request: ScoreRequest = {
    input: input ?? null,
    output: output ?? null,
    reference: reference ?? null,
    other: other ?? null,
  };
  return Buffer.from(`${JSON.stringify(request)}\n`);
}

interface EndedProcess {
  exit: Extract<CommandEvent, { kind: 'exit' }>;
  stdout: string;
  stderr: string;
  /** True if the process was killed because its output was too long. */
  isTooLong: boolean;
}

async function collect(process: RunningCommand): Promise<EndedProcess> {
  const stdout: Buffer[] = [];
  let stdoutBytes = 0;
  let stderr = Buffer.alloc(0);
  let exit: EndedProcess['exit'] = { kind: 'exit', code: -1, reason: 'box-ended' };
  for await (const event of process.events) {
    if (event.kind === 'exit') exit = event;
    else if (event.kind === 'stderr') stderr = Buffer.concat([stderr, event.data]).subarray(-STDERR_KEPT);
    else if (event.kind === 'stdout') {
      if (stdoutBytes <= OUTPUT_MAX && stdoutBytes + event.data.length > OUTPUT_MAX) process.kill();
      stdoutBytes += event.data.length;
      if (stdoutBytes <= OUTPUT_MAX) stdout.push(event.data);
    }
  }
  return {
    exit,
    stdout: Buffer.concat(stdout).toString('utf8'),
    stderr: stderr.toString('utf8'),
    isTooLong: stdoutBytes > OUTPUT_MAX,
  };
}

/** Returns why the scores of an ended process do not count, or `undefined` if the process exited with code 0. */
function failureOf({ exit, isTooLong }: EndedProcess, { timeLimitMs }: ScoreCommand): string | undefined {
  const { code, reason } = exit;
  if (isTooLong) return `The score command was killed, because it printed more than ${OUTPUT_MAX} bytes.`;
  switch (reason) {
    case 'exit':
      return code === 0 ? undefined : `The score command exited with code ${code}.`;
    case 'timeout':
      return `The score command was killed, because it exceeded its time limit of ${formatDuration(timeLimitMs)}.`;
    case 'signal':
      return `The score command was killed by ${signalName(code - 128)}; a lack of memory can be the cause.`;
    case 'killed':
      return 'The score command was killed.';
    case 'box-ended':
      return 'The score command was killed, because its box ended; a lack of memory can be the cause.';
  }
}

function signalName(number: number): string {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found === undefined ? `signal ${number}` : found[0];
}

function errored(why: string, stderr: string, redact: (text: string) => string): ScoringResult {
  const tail = tailOf(redact(inert(stderr)));
  return { kind: 'errored', why: tail === '' ? why : `${why} The end of its stderr:\n${tail}` };
}

/** Returns the last lines of a redacted text. */
function tailOf(text: string): string {
  const lines = text.trimEnd().split('\n').slice(-TAIL_LINES);
  const tail = lines.map((line) => line.trimEnd()).join('\n');
  return tail.length <= TAIL_MAX ? tail : `…${tail.slice(-TAIL_MAX).toWellFormed()}`;
}
