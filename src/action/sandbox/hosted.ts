import { isApiError } from '../../clients/errors.ts';
import { limitPolls, poll } from '../../clients/poll.ts';
import type { SandboxRequest, SandboxService } from '../../clients/sandboxes.ts';
import type { Sandbox } from '../../contract/sandbox.ts';
import type { HostedSettings } from '../inputs/sandbox-inputs.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { shortenRedacted } from '../text.ts';
import { nameOfRun } from './name.ts';
import type { SandboxContext } from './context.ts';

/** Polling interval in milliseconds, which equals the interval of the service's own clients. */
const POLL_MS = 1000;
const FIND_ATTEMPTS = 5;
/** Maximum time in seconds that one request waits for the sandbox; the run polls during the remaining time. */
const MAX_WAIT_S = 300;

/**
 * Creates a sandbox through the service's API and waits until it is `ready`. Saves the sandbox's name before the
 * request, so that the post step deletes the sandbox even if this process is killed. After a lost response, searches
 * for the sandbox's name instead of repeating the request.
 */
export async function createSandbox(context: SandboxContext, settings: HostedSettings): Promise<Outcome> {
  const { record, clock } = context;
  const { access, timeoutMs, waitForReady } = settings;
  record.apiUrl = access.baseUrl;
  await warnOfRules(context, settings);
  const name = nameOfRun(context, settings.prefix);
  record.sandbox = { name, id: undefined, status: undefined, url: undefined };
  record.stage = 'creating';
  context.state.sandbox = settings.keep ? null : name;
  context.state.apiUrl = access.baseUrl;
  await context.checkpoint();
  const connection = await context.openService(access, connectOptions(context));
  try {
    const deadlineAt = clock.now() + timeoutMs;
    const made = await create(context, connection.service, settings, name);
    if (made === undefined) return notReady(name, timeoutMs, undefined);
    note(context, made);
    record.stage = 'created';
    await context.checkpoint();
    if (waitForReady) return await awaitReady(context, connection.service, settings, made, deadlineAt);
    const message = `Sandbox ${name} was requested; \`wait-for-ready: false\` skips the wait.`;
    return outcome('submitted', 'sandbox-requested', message);
  } finally {
    await connection.close();
  }
}

async function warnOfRules(
  { machine, record, host }: SandboxContext,
  { proxyConfig }: HostedSettings,
): Promise<void> {
  if (proxyConfig === undefined) return;
  record.warnings.push(...(await machine.warnings(proxyConfig)));
  for (const message of record.warnings) {
    host.annotate({ level: 'warning', title: 'Agent Deploy: proxy-config', message });
  }
}

export function connectOptions({
  host,
  clock,
  redactor,
}: SandboxContext): Parameters<SandboxContext['openService']>[1] {
  return {
    env: host.env,
    clock,
    redact: (text) => redactor.redact(text),
    log: (line) => host.log(line),
  };
}

/**
 * Sends the request that creates a sandbox, or resolves to `undefined` if the service stopped waiting and no sandbox
 * exists.
 */
async function create(
  context: SandboxContext,
  service: SandboxService,
  settings: HostedSettings,
  name: string,
): Promise<Sandbox | undefined> {
  const { template, snapshot, proxyConfig, waitForReady, timeoutMs } = settings;
  const body: SandboxRequest = {
    name,
    ...(template !== undefined && { template_name: template }),
    ...(snapshot !== undefined && { snapshot }),
    ...(proxyConfig !== undefined && { proxy_config: proxyConfig }),
    wait_for_ready: waitForReady,
    ...(waitForReady && { timeout: Math.min(Math.ceil(timeoutMs / 1000), MAX_WAIT_S) }),
  };
  context.host.log(`Making sandbox ${name}.`);
  try {
    return await service.create(body, context.signal);
  } catch (error) {
    if (!isApiError(error)) throw error;
    // A 408 response means that the service created the sandbox, but the sandbox is not ready yet. After a 408, the
    // action polls the status of the sandbox.
    if (error.kind !== 'ambiguous' && error.status !== 408) {
      if (isRefusal(error.status)) await disown(context);
      throw refusal(error.status, error.message, name) ?? error;
    }
    context.host.log(
      error.status === 408
        ? 'The service stopped waiting for the sandbox; checking its state.'
        : 'The response was lost; checking whether the sandbox was created.',
    );
    const found = await findByName(context, service, name);
    if (found === undefined && error.status !== 408) throw error;
    return found;
  }
}

function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

/**
 * Removes the sandbox's name from the state. The request created no sandbox, so a sandbox with this name is not ours,
 * and the post step must not delete it.
 */
async function disown(context: SandboxContext): Promise<void> {
  context.state.sandbox = null;
  await context.checkpoint();
}

/**
 * Searches for the sandbox several times, because the create request might still take effect. Only this run uses the
 * name of the sandbox.
 */
function findByName(
  context: SandboxContext,
  service: SandboxService,
  name: string,
): Promise<Sandbox | undefined> {
  return poll(
    context,
    limitPolls(FIND_ATTEMPTS, () => POLL_MS),
    () => service.get(name, context.signal),
  );
}

function refusal(status: number | undefined, message: string, name: string): ActionError | undefined {
  switch (status) {
    case 409:
      return new ActionError(
        'sandbox-name-taken',
        `A sandbox with the name ${name} already exists. ${message}`,
      );
    case 429:
      return new ActionError('sandbox-quota', `The workspace has reached its limit of sandboxes. ${message}`);
    default:
      return undefined;
  }
}

async function awaitReady(
  context: SandboxContext,
  service: SandboxService,
  { timeoutMs }: HostedSettings,
  made: Sandbox,
  deadlineAt: number,
): Promise<Outcome> {
  const { clock, signal, record, redactor } = context;
  const redact = (text: string) => redactor.redact(text);
  const key = made.id ?? made.name;
  let latest: Sandbox | undefined;
  let status: string | undefined;
  const pauseMs = () => (status === 'ready' ? 0 : Math.min(POLL_MS, Math.max(1, deadlineAt - clock.now())));
  return poll(context, pauseMs, async () => {
    // Reads the sandbox again even if the first response shows `ready`, because a new sandbox might not be readable on
    // every replica yet.
    const isFirst = latest === undefined;
    const found = isFirst
      ? made
      : latest === made
        ? await findByName(context, service, key)
        : await service.get(key, signal, deadlineAt);
    if (found === undefined) {
      throw new ActionError(
        'sandbox-failed',
        `Another client deleted sandbox ${record.sandbox?.name ?? ''}.`,
      );
    }
    latest = found;
    if (!isFirst) note(context, found);
    const shown = shortenRedacted(found.status ?? 'unknown', redact);
    if (shown !== status) context.host.log(`Sandbox ${found.name}: ${shown}`);
    status = shown;
    if (status === 'ready') {
      return isFirst ? undefined : outcome('provided', 'sandbox-ready', `Sandbox ${found.name} is ready.`);
    }
    const why = found.status_message && shortenRedacted(found.status_message, redact);
    if (status === 'failed' || status === 'deleting' || status === 'stopped') {
      throw new ActionError('sandbox-failed', `Sandbox ${found.name} is ${status}${why ? `: ${why}` : ''}.`);
    }
    return clock.now() >= deadlineAt ? notReady(found.name, timeoutMs, why) : undefined;
  });
}

function notReady(name: string, timeoutMs: number, why: string | null | undefined): Outcome {
  const last = why ? ` Message of the service: ${why}` : '';
  return outcome(
    'timed-out',
    'sandbox-not-ready',
    `Sandbox ${name} was not ready within ${timeoutMs / 1000} s.${last}`,
  );
}

function note({ record, state }: SandboxContext, { name, id, status, dataplane_url: url }: Sandbox): void {
  state.seen = true;
  record.sandbox = { name, id: id ?? undefined, status: status ?? undefined, url: url ?? undefined };
}
