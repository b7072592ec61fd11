import type { PushProblem, SandboxPush } from '../push.ts';
import { type Access, parseAccessEntry } from './access.ts';
import { POLICY_LIMITS } from './limits.ts';
import { parseEach } from './parse-each.ts';

/** Reads the one access list that there may be. An empty allow list allows nothing. */
export function compileAccess(access: SandboxPush['access'], problems: PushProblem[]): Access {
  if (access.kind === 'open') return { kind: 'open' };
  const entries = parseEach(
    access.patterns,
    ['access', 'patterns'],
    POLICY_LIMITS.access,
    parseAccessEntry,
    problems,
  );
  return { kind: access.kind, entries };
}
