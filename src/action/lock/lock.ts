import { LOCK_LIMITS, LOCK_VERSION, type LockState } from '../../contract/deploy-lock.ts';
import { findTarget, recordDeployment } from '../deploy/read.ts';
import type { GitHubConnection, GitHubFailure } from '../github/client.ts';
import type { LockSettings, UnlockSettings } from '../inputs/settings.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import type { VerbContext } from '../verb-context.ts';
import { describeLock, isHeld } from './lock-state.ts';
import { readLock, type StoredLock, writeLock } from './lock-store.ts';
import { describeUnreadableLock, NO_GITHUB } from './require-unlocked.ts';

type LockVerbContext = VerbContext<LockSettings | UnlockSettings>;

/**
 * Implements the verb lock: holds all deploys and rollbacks of an existing deployment until the lock is removed or
 * expires. Another user's lock is never replaced.
 */
export async function lock(context: VerbContext<LockSettings>): Promise<Outcome> {
  const { settings, record, clock } = context;
  const { name, connection, stored } = await readState(context);
  const by = actorOf(context);
  if (isHeld(stored.state, stored.at) && stored.state.by !== by) {
    record.lock = stored.state;
    throw new ActionError('locked', `${describeLock(stored.state)}. The lock was not changed.`);
  }
  const until = settings.forMs === undefined ? null : isoTime(clock.now() + settings.forMs);
  const state = {
    ...stateOf(context, name),
    locked: true,
    reason: connection.redact(settings.reason),
    until,
  };
  if (settings.dryRun) return outcome('planned', 'dry-run', `Nothing was sent. ${name} would be locked.`);
  await write(context, connection, state, stored);
  record.lock = state;
  return outcome(
    'observed',
    'lock-set',
    `${describeLock(state)}. Deploys and rollbacks of ${name} from this repository are refused.`,
  );
}

/** Implements the verb unlock: removes the lock of a deployment, also the lock of another user. */
export async function unlock(context: VerbContext<UnlockSettings>): Promise<Outcome> {
  const { settings } = context;
  const { name, connection, stored } = await readState(context);
  if (!isHeld(stored.state, stored.at)) {
    return outcome('unchanged', 'not-locked', `${name} is not locked.`);
  }
  if (settings.dryRun) return outcome('planned', 'dry-run', `Nothing was sent. ${name} would be unlocked.`);
  await write(context, connection, stateOf(context, name), stored);
  return outcome(
    'observed',
    'lock-removed',
    `The lock of ${name} was removed. Before: ${describeLock(stored.state)}.`,
  );
}

/** Reads the deployment, which must exist because a lock with a misspelled name would hold nothing, and its lock. */
async function readState(
  context: LockVerbContext,
): Promise<{ name: string; connection: GitHubConnection; stored: StoredLock }> {
  const { settings, clock, signal } = context;
  const found = await findTarget(context, settings.target);
  if (found === undefined) {
    const name = settings.target.by === 'name' ? settings.target.name : settings.target.id;
    throw new ActionError(
      'deployment-not-found',
      `No deployment ${name} exists, so nothing was changed. Correct deployment-name.`,
    );
  }
  recordDeployment(context, found);
  const { name } = found;
  const connection = await context.github();
  if (connection === undefined) {
    throw new ActionError('lock-unreadable', describeUnreadableLock(name, NO_GITHUB));
  }
  const reading = await readLock(connection, name, { clock, signal });
  if (!reading.ok) throw new ActionError('lock-unreadable', describeUnreadableLock(name, reading));
  return { name, connection, stored: reading.lock };
}

async function write(
  context: LockVerbContext,
  connection: GitHubConnection,
  state: LockState,
  { commit }: StoredLock,
): Promise<void> {
  const { record, clock, signal } = context;
  const written = await writeLock(connection, state, commit, { clock, signal });
  switch (written.kind) {
    case 'written':
      record.changed = true;
      await context.checkpoint();
      return;
    case 'changed':
      throw new ActionError(
        'lock-changed',
        `Another run changed the lock of ${state.deployment} at the same time, so this run did not change the lock. \`action: status\` shows the lock.`,
      );
    case 'failed':
      throw new ActionError('lock-not-stored', describeFailure(state, written.failure));
  }
}

function describeFailure({ deployment }: LockState, { status, description }: GitHubFailure): string {
  const denied = status === 401 || status === 403 || status === 404;
  const hint = denied ? 'Add `contents: write` under `permissions:` of the job.' : 'Run the workflow again.';
  return `The lock of ${deployment} could not be stored, so it is unchanged. ${description}. ${hint}`;
}

/** Returns the state of a removed lock, changed now by the user of this run. */
function stateOf(context: LockVerbContext, deployment: string): LockState {
  const { env, clock } = context;
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = env;
  const run = server && repository && id ? `${server}/${repository}/actions/runs/${id}` : '';
  return {
    version: LOCK_VERSION,
    deployment,
    locked: false,
    by: actorOf(context),
    at: isoTime(clock.now()),
    reason: '',
    until: null,
    run: run.slice(0, LOCK_LIMITS.run),
  };
}

/** Returns the author of the command, or the user who started this attempt of the run. */
function actorOf({ env, settings }: Pick<LockVerbContext, 'env' | 'settings'>): string {
  return (
    settings.command?.comment.author ||
    env['GITHUB_TRIGGERING_ACTOR'] ||
    env['GITHUB_ACTOR'] ||
    ''
  ).slice(0, LOCK_LIMITS.login);
}

const isoTime = (at: number): string => new Date(at).toISOString();
