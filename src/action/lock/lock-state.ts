import { LOCK_VERSION, LockState } from '../../contract/deploy-lock.ts';

/** Namespace of the refs that store locks. A ref outside `heads` and `tags` starts no workflow. */
const NAMESPACE = 'refs/agent-deploy/locks/';

/** Returns the full ref that stores the lock of a deployment. Different names have different refs. */
export function lockRefOf(deployment: string): string {
  const name = deployment.replaceAll(
    /[^A-Za-z0-9-]/gu,
    (sign) => `_${(sign.codePointAt(0) ?? 0).toString(16)}_`,
  );
  // The last segment ends the name, because GitHub searches refs by prefix.
  return `${NAMESPACE}${name}/lock`;
}

/** Returns the commit message that stores a lock: a sentence for people, and the state as one line of JSON. */
export function encodeLock(state: LockState): string {
  const what = state.locked ? 'Lock' : 'Unlock';
  return `${what} ${state.deployment}\n\n${JSON.stringify(state)}`;
}

export type DecodedLock = { ok: true; state: LockState } | { ok: false; why: string };

/** Reads the lock of a deployment from a commit message. */
export function decodeLock(message: string, deployment: string): DecodedLock {
  const line = message.trimEnd().split('\n').at(-1) ?? '';
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return { ok: false, why: 'The last line of the commit message is not JSON' };
  }
  const parsed = LockState.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') || 'version';
    return {
      ok: false,
      why: `The field ${field} is missing or invalid for version ${LOCK_VERSION} of locks`,
    };
  }
  if (parsed.data.deployment !== deployment) {
    return { ok: false, why: 'The stored lock belongs to another deployment' };
  }
  return { ok: true, state: parsed.data };
}

/** Returns whether a deployment is locked at `now`, in epoch milliseconds. */
export function isHeld(state: LockState | undefined, now: number): state is LockState {
  if (state?.locked !== true) return false;
  return state.until === null || now < Date.parse(state.until);
}

/** Describes a lock in a sentence without the final period, such as `my-agent is locked by octocat since …`. */
export function describeLock({ deployment, by, at, reason, until }: LockState): string {
  const who = by === '' ? 'without a recorded user' : `by ${by}`;
  const end = until === null ? 'until it is unlocked' : `until ${formatTime(until)}`;
  return `${deployment} is locked ${who} since ${formatTime(at)}, ${end}: ${reason}`;
}

const formatTime = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;
