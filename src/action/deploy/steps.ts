import type { Deployment } from '../../contract/deployment.ts';
import { identifyRevision, findLaterTwin, isIdentifiedByOrigin } from '../apply/identify.ts';
import type { CommonSettings, DesiredDeployment } from '../inputs/settings.ts';
import { outcome, type Outcome, ActionError } from '../outcome/outcome.ts';
import { makesRevision, type Plan, sendsOrigin } from '../plan/types.ts';
import { planLines } from '../report/plan-text.ts';
import type { CurrentDeployment } from '../plan/current.ts';
import { recordRevision, type Stage } from '../run-record.ts';
import { detectConcurrentChange } from './foreign.ts';
import { rollOut } from './roll-out.ts';
import type { RolloutTarget, VerbContext } from './tools.ts';

/** Finds our revision in what a change brought about, and waits for it. `lost`: its answer was. */
export async function awaitResult(
  context: VerbContext<CommonSettings>,
  desired: DesiredDeployment,
  { deployment, lost }: { deployment: Deployment; lost: boolean },
  planned: CurrentDeployment | undefined,
  plan: Plan,
): Promise<Outcome> {
  const { controlPlane, clock, signal } = context;
  const before = new Set(planned?.revisions.map(({ id }) => id));
  await setStage(context, 'waiting');
  const change = { sentOrigin: sendsOrigin(plan), lost };
  const revisionId = await identifyRevision(controlPlane, clock, deployment, before, desired, change, signal);
  if (revisionId === undefined) {
    throw new ActionError(
      'no-revision',
      `The change of ${deployment.name} was accepted, but no revision of it appeared within a minute. Look at the deployment; running again is safe.`,
    );
  }
  const secrets = 'body' in plan ? (plan.body.secrets ?? undefined) : undefined;
  const of = { deployment, revisionId, desired, current: planned, secrets, before, adopted: false };
  const foreign = detectConcurrentChange(of, deployment);
  // Nothing would show that another one has our secrets as well.
  if (foreign === undefined)
    return lost && isIdentifiedByOrigin(desired) ? rollOutEither(context, of) : rollOut(context, of);
  recordRevision(context.record, { id: revisionId, status: 'UNKNOWN', commit: undefined });
  return foreign;
}

/**
 * After a lost answer, the one taken for ours is the oldest that can be it. Where a later one of the same commit or
 * image took over, that may be ours as well: it is waited for like one that is on its way without us, which is told
 * apart by nothing but its settings, and never given up.
 */
async function rollOutEither(context: VerbContext<CommonSettings>, of: RolloutTarget): Promise<Outcome> {
  const { settings, clock, log } = context;
  const startedAt = clock.now();
  const end = await rollOut(context, of);
  if (end.kind !== 'superseded' || !TOOK_OVER.includes(end.reason)) return end;
  const twin = await findLaterTwin(context.controlPlane, of, context.signal);
  if (twin === undefined) return end;
  log.line(`Revision ${twin.id} is of the same and came later. The answer was lost, so it may be ours.`);
  const waitTimeoutMs = Math.max(0, settings.waitTimeoutMs - (clock.now() - startedAt));
  return rollOut(
    { ...context, settings: { ...settings, waitTimeoutMs } },
    { ...of, revisionId: twin.id, before: new Set([...of.before, ...twin.before]), adopted: true },
  );
}

const TOOK_OVER: readonly string[] = ['newer-revision', 'skipped-by-service'];

/** Shows the plan and keeps it; gives the outcome when it cannot be carried out. */
export async function showPlan(
  context: VerbContext<CommonSettings>,
  plan: Plan,
  title: string,
): Promise<Outcome | undefined> {
  context.record.plan = plan;
  await context.log.group(`Plan: ${title}`, () => {
    for (const line of planLines(plan)) context.log.line(line);
  });
  if (plan.kind !== 'refused') return undefined;
  const [first] = plan.refusals;
  const all = plan.refusals.map(({ field, problem, cure }) => `${field}: ${problem}. ${cure}`).join('\n');
  return outcome('failed', first?.reason ?? 'invalid-plan', all);
}

/** The outcome of a dry run. */
export function dryRunOutcome(plan: Plan): Outcome {
  const effect = makesRevision(plan) ? 'A revision would result.' : 'No revision would result.';
  return outcome('planned', 'dry-run', `Nothing was sent. ${effect}`);
}

/** Notes how far the run is, for whoever stops it. */
export async function setStage(context: VerbContext<CommonSettings>, stage: Stage): Promise<void> {
  context.record.stage = stage;
  await context.checkpoint();
}
