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
  const steps = entries.map((entry) => (entry.kind === 'expression' ? entry.program.length : 0));
  if (steps.reduce((sum, count) => sum + count, 0) > POLICY_LIMITS.expressionSteps) {
    problems.push({ loc: ['access', 'patterns'], msg: 'the regular expressions are too large together' });
  }
  return { kind: access.kind, entries };
}
