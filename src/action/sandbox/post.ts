import type { Clock } from '../../clients/clock.ts';
import { limitPolls, poll } from '../../clients/poll.ts';
import { isJsonObject, parseJson } from '../../contract/json-safety.ts';
import type { AuditEntry } from '../../credential-proxy/messages.ts';
import { readSandboxInputs } from '../inputs/sandbox-inputs.ts';
import { redactRunner } from '../secret-masker.ts';
import { errorMessage } from '../../os/errors.ts';
import { isNameOfRun } from './name.ts';
import { maskSandboxInputs, withVariables } from './main.ts';
import { type SandboxPaths, sandboxPaths } from './machine.ts';
import { loadSandboxState, type SandboxState } from './state.ts';
import { usagePart } from './summary.ts';
import { type CountedFields, countUsage } from './record.ts';
import type { Machine, OpenService, SandboxHost } from './context.ts';

export interface PostDependencies {
  host: SandboxHost;
  machine: Pick<Machine, 'readFile' | 'readLines' | 'folderOwner' | 'removeFolder' | 'stopDetached'>;
  openService: OpenService;
  clock: Clock;
  readAudit: () => Promise<(line: string) => AuditEntry | undefined>;
}

/** Number of attempts to delete a sandbox that might not exist yet at the first attempt. */
const LATE_ATTEMPTS = 5;
const PAUSE_MS = 1000;

/**
 * Runs the post phase of `sandbox/action.yml`: deletes the sandbox, restores variables before the post steps of other
 * actions, stops the proxy, and reports the usage of each rule. Each part of the post phase runs even if another part
 * or the main phase failed, and no error fails the job.
 */
export async function runSandboxPost(dependencies: PostDependencies): Promise<void> {
  const state = loadSandboxState(dependencies.host.env);
  if (state === undefined) return;
  const { host: redacted, masker, redact } = redactRunner(dependencies.host);
  const host = withVariables(redacted, dependencies.host);
  maskSandboxInputs(host.env, masker);
  const post: Post = { ...dependencies, host, redact, state };
  if (state.stage !== 'reported') reportUnreported(post);
  if (state.folder !== null) await restoreIfOurs(post, state.folder);
  if (state.sandbox !== null)
    await part(post, `Sandbox ${state.sandbox}`, () => remove(post, state.sandbox ?? ''));
}

interface Post extends PostDependencies {
  redact: (text: string) => string;
  state: SandboxState;
}

function reportUnreported({ host, state }: Post): void {
  if (state.stage === 'reading') return;
  host.annotate({
    level: 'warning',
    title: 'Agent Deploy: no report',
    message: 'The main step ended before it could report. The post step cleans up.',
  });
}

/**
 * Restores the machine if this action created the folder in the saved state. Verifies the folder's owner before
 * restoring anything, because any program of this user can write the state file.
 */
async function restoreIfOurs(post: Post, folder: string): Promise<void> {
  const { host, machine } = post;
  const owner = await machine.folderOwner(folder);
  if (owner === 'ours') return restoreMachine(post, sandboxPaths(folder));
  if (owner === 'foreign') {
    host.annotate({
      level: 'warning',
      title: 'Agent Deploy: clean-up',
      message: `${folder} is not a folder that this action creates in the runner's temporary folder, so it was not deleted and no variable was restored.`,
    });
  }
  await stopProxy(post);
}

/**
 * Restores the variables before cleaning up the machine, because the post steps of other actions need the variables.
 */
async function restoreMachine(post: Post, paths: SandboxPaths): Promise<void> {
  const { host, machine } = post;
  await part(post, 'The variables', async () => {
    const values = readValues(await machine.readFile(paths.restoreFile));
    const pairs = Object.entries(values ?? {});
    for (const [name, value] of pairs) await host.setVariable(name, value);
    if (pairs.length > 0) host.log(`${pairs.length} variables were restored to their previous values.`);
  });
  await stopProxy(post);
  await part(post, 'The summary', () => summarize(post, paths));
  await part(post, paths.folder, () => machine.removeFolder(paths.folder));
}

async function stopProxy(post: Post): Promise<void> {
  const { host, machine, state } = post;
  const { proxy } = state;
  if (proxy === null) return;
  await part(post, 'The credential proxy', async () => {
    const stopped = await machine.stopDetached(proxy);
    host.log(stopped ? 'The credential proxy was stopped.' : 'The credential proxy had already exited.');
  });
}

/**
 * Reports the usage of a proxy that kept running after the main phase. The main phase has already reported the usage of
 * a proxy that it stopped.
 */
async function summarize(
  { host, machine, state, readAudit, redact }: Post,
  paths: SandboxPaths,
): Promise<void> {
  if (state.proxy === null && state.stage === 'reported') return;
  if (host.env['INPUT_SUMMARY']?.toLowerCase() === 'false') return;
  const read = await readAudit();
  const usage = await countUsage(machine.readLines(paths.auditFile), (line): CountedFields | undefined => {
    const entry = read(line);
    return entry && { ...entry, host: entry.host === null ? null : redact(entry.host) };
  });
  await host.addSummary(() => `${usagePart(usage)}\n`);
}

async function remove(post: Post, name: string): Promise<void> {
  const { host, state, clock } = post;
  if (!isNameOfRun(host.env, name)) {
    host.log(
      `Sandbox ${name} was not deleted: no run of this number in this repository creates a sandbox with that name.`,
    );
    return;
  }
  // Environment variables of the post step, which parses the inputs of the main phase without the proxy's rules.
  const env = {
    ...host.env,
    'INPUT_PROXY-CONFIG': '',
    // The client must verify certificates, even if a later step set `NODE_TLS_REJECT_UNAUTHORIZED` to disable
    // verification.
    NODE_TLS_REJECT_UNAUTHORIZED: undefined,
    // A later step might have changed the variable with the service's URL, so the saved URL is used.
    ...(state.apiUrl !== null && !host.env['INPUT_SANDBOX-URL'] && { 'INPUT_SANDBOX-URL': state.apiUrl }),
  };
  const reading = await readSandboxInputs(env, () => Promise.resolve(() => []));
  if (!reading.ok || reading.settings.mode !== 'hosted') {
    host.log(`Sandbox ${name} could not be deleted, because the inputs can no longer be read.`);
    return;
  }
  const options = { env: host.env, redact: post.redact, log: (line: string) => host.log(line) };
  const connection = await post.openService(reading.settings.access, options);
  try {
    const signal = AbortSignal.timeout(120_000);
    const schedule = limitPolls(state.seen ? 1 : LATE_ATTEMPTS, () => PAUSE_MS);
    const isDeleted = await poll({ clock, signal }, schedule, async () => {
      return (await connection.service.remove(name, signal)) || undefined;
    });
    host.log(`Sandbox ${name} ${isDeleted ? 'was deleted' : 'was already deleted'}.`);
  } finally {
    await connection.close();
  }
}

/** Runs one part of the post phase, and logs a failure, so that the remaining parts run too. */
async function part({ host, redact }: Post, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const message = redact(`${what}: ${errorMessage(error)}`);
    host.annotate({
      level: 'warning',
      title: 'Agent Deploy: clean-up',
      message: `${message} \`mode: sweep\` deletes sandboxes that are left over.`,
    });
  }
}

/** Parses the content of `restore.json`, or returns `undefined` if the content is invalid. */
export function readValues(text: string | undefined): Record<string, string> | undefined {
  const value = parseJson(text ?? '');
  if (!isJsonObject(value)) return undefined;
  const pairs = Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return Object.fromEntries(pairs);
}
