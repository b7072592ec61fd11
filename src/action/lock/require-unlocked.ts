import { isMissingPermission } from '../github/policy.ts';
import { ActionError } from '../outcome.ts';
import type { CommonSettings } from '../inputs/settings.ts';
import type { VerbContext } from '../verb-context.ts';
import { describeLock, isHeld } from './lock-state.ts';
import { type LockReading, readLock } from './lock-store.ts';

type LockContext = Pick<
  VerbContext<CommonSettings>,
  'settings' | 'github' | 'clock' | 'signal' | 'log' | 'record' | 'beforeChange'
>;

/** Reading of a lock in a run without a token or a repository. */
export const NO_GITHUB = {
  ok: false,
  why: 'The run has no `github-token` or no repository on GitHub. Remove an empty `github-token`: the default is the token of the job',
} as const satisfies LockReading;

/** How to remove a lock. */
const UNLOCK =
  'Run the action with `action: unlock` to release the lock, or comment `/unlock` where the workflow supports commands.';

/**
 * Throws ActionError if the deployment is locked, or if the lock cannot be read, because an unreadable lock might hold
 * the deployment. Must be called immediately before a change is sent.
 */
export async function requireUnlocked(context: LockContext, deployment: string): Promise<void> {
  await context.beforeChange?.();
  const reading = await readForDeploy(context, deployment);
  if (reading === undefined) return;
  if (!reading.ok) throw new ActionError('lock-unreadable', describeUnreadableLock(deployment, reading));
  const { state, at } = reading.lock;
  if (!isHeld(state, at)) return;
  context.record.lock = state;
  throw new ActionError(
    'locked',
    `${describeLock(state)}. The change of ${deployment} was not sent. ${UNLOCK}`,
  );
}

/** Records and logs the lock of a deployment, for a run that changes nothing. */
export async function noteLock(context: LockContext, deployment: string): Promise<void> {
  const reading = await readForDeploy(context, deployment);
  if (reading === undefined) return;
  if (!reading.ok) {
    context.log.line(describeUnreadableLock(deployment, reading));
    return;
  }
  const { state, at } = reading.lock;
  if (!isHeld(state, at)) return;
  context.record.lock = state;
  context.log.line(`${describeLock(state)}. Deploys and rollbacks are refused.`);
}

/** Reads the lock, or returns `undefined` if the settings do not require the lock to be read. */
async function readForDeploy(context: LockContext, deployment: string): Promise<LockReading | undefined> {
  const { settings, clock, signal, log } = context;
  if (settings.locks === 'ignore') return undefined;
  const connection = await context.github();
  if (connection === undefined) {
    if (settings.locks === 'required') return NO_GITHUB;
    log.line('The run has no GitHub token or repository, so locks are not checked.');
    return undefined;
  }
  const reading = await readLock(connection, deployment, { clock, signal });
  const lacksPermission =
    !reading.ok && reading.failure !== undefined && isMissingPermission(reading.failure);
  if (!lacksPermission || settings.locks === 'required') return reading;
  log.warn(
    'lock',
    `The token cannot read locks, so the action does not know whether ${deployment} is locked. Add \`contents: read\` under \`permissions:\` of the job, or set \`locks: ignore\` if the repository has no locks.`,
  );
  return undefined;
}

/** Returns a message about a lock that cannot be read, with the permission that the token might lack. */
export function describeUnreadableLock(
  deployment: string,
  { why, failure }: Extract<LockReading, { ok: false }>,
): string {
  const { status = null } = failure ?? {};
  const denied = status === 401 || status === 403 || status === 404;
  const hint = denied
    ? ' Add `contents: read` under `permissions:` of the job, or set `locks: ignore` to deploy without checking locks.'
    : `${failure === undefined ? ' Set' : ' Run the workflow again, or set'} \`locks: ignore\` to deploy without checking locks.`;
  return `The lock of ${deployment} could not be read, and an unreadable lock counts as a lock. ${why}.${hint}`;
}
