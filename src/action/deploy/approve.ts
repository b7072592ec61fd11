import type { DesiredDeployment } from '../inputs/settings.ts';
import { outcome, type Outcome } from '../outcome/outcome.ts';
import type { CurrentDeployment } from '../plan/current.ts';
import { describeSituation } from '../plan/situation.ts';
import type { Plan } from '../plan/types.ts';
import { planSummary } from '../report/plan-text.ts';
import { fingerprint } from './fingerprint.ts';
import type { VerbContext } from './tools.ts';

/** Notes the plan's fingerprint; gives the outcome when another plan than this one was approved. */
export function checkApproval(
  { settings, record }: Pick<VerbContext, 'settings' | 'record'>,
  plan: Plan,
  current: CurrentDeployment | undefined,
  desired: DesiredDeployment,
): Outcome | undefined {
  const { apiKey, expectedPlan } = settings;
  record.planId = fingerprint(
    apiKey,
    describeSituation(plan, current, desired.commit ?? desired.archive?.sha256),
  );
  if (expectedPlan === undefined || expectedPlan === record.planId) return undefined;
  return outcome(
    'failed',
    'plan-changed',
    `Nothing was sent: the plan is another one than the approved ${expectedPlan.slice(0, 12)}…. Now: ${planSummary(plan)} Since then the deployment, its revisions, the commit, the inputs or the API key changed. Plan again, and have that approved.`,
  );
}
