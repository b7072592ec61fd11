import type { AccessControl } from '../../contract/sandbox.ts';
import type { PushedAccess, PushProblem } from '../push.ts';

/** The one access list that a configuration may have; both, none, or one that allows nothing, is a mistake. */
export function resolveAccess(
  access: AccessControl | null | undefined,
  problems: PushProblem[],
): PushedAccess {
  const allowed = access?.allow_list ?? [];
  const denied = access?.deny_list ?? [];
  if (allowed.length > 0 && denied.length > 0) {
    problems.push({ loc: ['access_control'], msg: 'give allow_list or deny_list, not both' });
  }
  if (allowed.length > 0) return { kind: 'allow', patterns: allowed };
  if (denied.length > 0) return { kind: 'deny', patterns: denied };
  if (access && !access.allow_list && !access.deny_list) {
    // A misspelt list is an unknown field, which counts for nothing: it must not leave every host open.
    problems.push({ loc: ['access_control'], msg: 'has no list in it: give allow_list or deny_list' });
  }
  if (access?.allow_list) {
    problems.push({
      loc: ['access_control', 'allow_list'],
      msg: 'an empty allow list could mean all or nothing: leave it out to allow all, or name the hosts',
    });
  }
  return { kind: 'open' };
}
