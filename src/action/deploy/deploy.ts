import type { DesiredDeployment } from '../inputs/settings.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { createDeployment } from './write.ts';
import { findTarget, recordDeployment } from './read.ts';
import { type Outcome, ActionError } from '../outcome.ts';
import { planCreate } from '../plan/plan.ts';
import { loadVerify } from '../verify/load.ts';
import { checkApproval } from './plan-id.ts';
import { chooseIntegration, chooseListener } from './workspace-defaults.ts';
import { checkPullRequestPaths } from '../paths/check-paths.ts';
import { setStage, awaitResult, dryRunOutcome, showPlan } from './rollout.ts';
import type { VerbContext } from '../verb-context.ts';
import { update } from './update.ts';

/**
 * The verb deploy (DESIGN §7): reads what is there, plans, applies, and waits until our revision is the active one.
 * Gives the outcome; what it learns on the way goes into the record. Throws Stop, ApiError, or the signal's reason.
 */
export async function deploy(context: VerbContext): Promise<Outcome> {
  const live = await bringAbout(context);
  const end =
    context.settings.verification === undefined
      ? live
      : await (await loadVerify()).verifyAfterDeploy(context, live);
  if (!context.settings.rollbackOnFailure) return end;
  return (await import('../rollback/on-failure.ts')).rollBackOnFailure(context, end);
}

async function bringAbout(context: VerbContext): Promise<Outcome> {
  const { settings, controlPlane, signal, record, log } = context;
  const desired = await settleCommit(context);
  record.commit = desired.commit;
  const untouched = await checkPullRequestPaths(context);
  if (untouched !== undefined) return untouched;
  const found = await findTarget(controlPlane, settings.target, signal);
  if (desired.source === 'internal_source') return fromSource(context, desired, found);
  if (found !== undefined) return update(context, desired, found);
  if (settings.target.by === 'id')
    throw new ActionError('deployment-not-found', 'There is no such deployment.');
  log.line(`There is no deployment ${settings.target.name} yet.`);
  return create(context, desired, settings.target.name);
}

/** Deploys what is packed here; packed before anything is sent, so that what cannot be leaves everything as it was. */
async function fromSource(
  context: VerbContext,
  wished: DesiredDeployment,
  found: Deployment | undefined,
): Promise<Outcome> {
  const { target } = context.settings;
  const { packForDeploy: packFor } = await import('./source.ts');
  const { wanted: desired, source } = await packFor(context, wished, found);
  const equipped = { ...context, source };
  if (found !== undefined) return update(equipped, desired, found);
  if (target.by === 'id') throw new ActionError('deployment-not-found', 'There is no such deployment.');
  context.log.line(`There is no deployment ${target.name} yet.`);
  return create(equipped, desired, target.name);
}

/** The first revision of a deployment from a source waits for one, and never gets any: the next one does. */
async function sendFirst(
  context: VerbContext,
  desired: DesiredDeployment,
  created: Deployment,
): Promise<Outcome> {
  const { uploadSource } = await import('./source.ts');
  const uploaded = await uploadSource(context, created, desired);
  const now = await context.controlPlane.getDeployment(created.id, context.signal);
  return update(context, uploaded, now, { paths: true, created: true });
}

/** An explicitly given ref has its commit looked up, as far as possible. */
async function settleCommit({ settings, log, resolveRef, signal }: VerbContext): Promise<DesiredDeployment> {
  const { wanted: desired } = settings;
  if (!settings.resolveCommit || desired.repoUrl === undefined || desired.ref === undefined) return desired;
  const commit = await resolveRef(desired.repoUrl, desired.ref, signal);
  log.line(
    commit === undefined
      ? `The commit of ${desired.ref} could not be found out, so it will not be compared.`
      : `${desired.ref} is at ${commit}.`,
  );
  return { ...desired, commit };
}

async function create(context: VerbContext, desired: DesiredDeployment, name: string): Promise<Outcome> {
  const { settings, controlPlane, clock, signal, record } = context;
  context.writeGuard?.create(desired);
  const complete = await chooseListener(context, await chooseIntegration(context, desired));
  const plan = planCreate(name, complete, settings.endpoint.dialect);
  const stopped =
    (await showPlan(context, plan, `create ${name}`)) ?? checkApproval(context, plan, undefined, complete);
  if (stopped !== undefined) return stopped;
  if (plan.kind !== 'create') throw new Error(`a create was planned as ${plan.kind}`);
  if (settings.dryRun) return dryRunOutcome(plan);
  await setStage(context, 'writing');
  const created = await createDeployment(controlPlane, clock, plan.body, complete, signal);
  if (created.kind === 'exists') {
    context.log.line(`Somebody else created ${name} in the meantime; going on as an update.`);
    record.stage = 'reading';
    return update(context, desired, created.deployment);
  }
  record.created = true;
  record.changed = true;
  recordDeployment(context, created.deployment);
  if (created.afterLostAnswer) context.log.line('The answer was lost, but the deployment is there.');
  if (complete.source === 'internal_source') return sendFirst(context, complete, created.deployment);
  const answer = { deployment: created.deployment, lost: created.afterLostAnswer };
  return awaitResult(context, complete, answer, undefined, plan);
}
