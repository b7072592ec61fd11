import { isJsonObject } from '../../contract/json-safety.ts';
import { createHmac } from 'node:crypto';
import type { DesiredDeployment } from '../inputs/settings.ts';
import { outcome, type Outcome } from '../outcome.ts';
import type { CurrentDeployment } from '../plan/current.ts';
import type { Plan } from '../plan/types.ts';
import { planSummary } from '../report/log-lines.ts';
import type { VerbContext } from '../verb-context.ts';

/** Stores the plan's fingerprint in the record, and returns an outcome if the approved plan has another fingerprint. */
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
    `Nothing was sent: the plan differs from the approved plan ${expectedPlan.slice(0, 12)}…. It is now: ${planSummary(plan)} The deployment, its revisions, the commit, the inputs or the API key changed since the approval. Create a new plan and have it approved.`,
  );
}

/**
 * Returns a keyed fingerprint of a string. Equal strings have equal fingerprints, and a fingerprint reveals nothing
 * without the key. A hash without a key would allow an attacker to confirm a guessed secret.
 */
function fingerprint(key: string, text: string): string {
  return createHmac('sha256', key).update('agent-deploy plan\n').update(text).digest('hex');
}

/**
 * Returns a string with everything that determines the changes of a run: the deployment and its state, the commit, and
 * the inputs. Equal situations result in equal strings. The string contains secrets, so only a keyed fingerprint of the
 * string may be shown.
 */
function describeSituation(
  plan: Plan,
  current: Pick<CurrentDeployment, 'id' | 'latestRevisionId' | 'activeRevisionId'> | undefined,
  commit: string | undefined,
): string {
  return canonicalJson({
    version: 1,
    deployment: current?.id ?? null,
    latest: current?.latestRevisionId ?? null,
    active: current?.activeRevisionId ?? null,
    commit: commit ?? null,
    kind: plan.kind,
    revision: 'revisionId' in plan ? plan.revisionId : null,
    body: 'body' in plan ? plan.body : null,
  });
}

/** Returns JSON with sorted object keys, and with arrays in their original order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, held: unknown) =>
    isJsonObject(held) ? Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1))) : held,
  );
}
