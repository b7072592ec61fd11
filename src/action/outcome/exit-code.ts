import type { OutcomeKind } from './outcome.ts';

/** What the workflow's author decides about outcomes that are neither success nor failure. */
export interface Policy {
  onTimeout: 'fail' | 'warn' | 'interrupt';
  onSuperseded: 'fail' | 'warn' | 'ignore';
}

/** Green says that our revision serves, so both are red unless the author says otherwise. */
export const DEFAULT_POLICY: Policy = { onTimeout: 'fail', onSuperseded: 'fail' };

/** How loudly an outcome is told. */
export type Severity = 'fine' | 'warning' | 'error';

const SUPERSEDED = { fail: 'error', warn: 'warning', ignore: 'fine' } as const;

/** The one place where an outcome and the policy inputs become green, a warning or red (DESIGN §5 "exit"). Pure. */
export function severityOf(kind: OutcomeKind, policy: Policy): Severity {
  switch (kind) {
    case 'deployed':
    case 'verified':
    case 'provided':
    case 'unchanged':
    case 'planned':
    case 'submitted':
    case 'skipped':
    case 'observed':
    case 'torn-down':
      return 'fine';
    case 'superseded':
      return SUPERSEDED[policy.onSuperseded];
    case 'timed-out':
      return policy.onTimeout === 'warn' ? 'warning' : 'error';
    // What was wanted does not serve.
    case 'rolled-back':
    case 'failed':
    case 'cancelled':
      return 'error';
  }
}

/** The process's exit code: 1 turns the step red. Pure. */
export function exitCodeOf(kind: OutcomeKind, policy: Policy): 0 | 1 {
  return severityOf(kind, policy) === 'error' ? 1 : 0;
}
