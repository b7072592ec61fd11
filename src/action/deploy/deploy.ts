import type { DesiredDeployment } from '../inputs/settings.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { createDeployment } from '../apply/create.ts';
import { findTarget } from '../apply/read.ts';
import { type Outcome, ActionError } from '../outcome/outcome.ts';
import { planCreate } from '../plan/plan.ts';
import { loadVerify } from '../verify/load.ts';
import { checkApproval } from './approve.ts';
import { chooseIntegration } from './integration.ts';
import { chooseListener } from './listener.ts';
import { recordDeployment } from './note.ts';
import { checkPullRequestPaths } from './paths.ts';
import { setStage, awaitResult, dryRunOutcome, showPlan } from './steps.ts';
import type { VerbContext } from './tools.ts';
import { update } from './update.ts';

/**
 * The verb deploy (DESIGN §7): reads what is there, plans, applies, and waits until our revision is the active one.
 * Gives the outcome; what it learns on the way goes into the record. Throws Stop, ApiError, or the signal's reason.
 */
export async function deploy(tools: VerbContext): Promise<Outcome> {
  const live = await bringAbout(tools);
  const end =
    tools.settings.verification === undefined
      ? live
      : await (await loadVerify()).verifyAfterDeploy(tools, live);
  if (!tools.settings.rollbackOnFailure) return end;
  return (await import('../rollback/on-failure.ts')).rollBackOnFailure(tools, end);
}

async function bringAbout(tools: VerbContext): Promise<Outcome> {
  const { settings, plane, signal, record, log } = tools;
  const wanted = await settleCommit(tools);
  record.commit = wanted.commit;
  const untouched = await checkPullRequestPaths(tools);
  if (untouched !== undefined) return untouched;
  const found = await findTarget(plane, settings.target, signal);
  if (wanted.source === 'internal_source') return fromSource(tools, wanted, found);
  if (found !== undefined) return update(tools, wanted, found);
  if (settings.target.by === 'id')
    throw new ActionError('deployment-not-found', 'There is no such deployment.');
  log.line(`There is no deployment ${settings.target.name} yet.`);
  return create(tools, wanted, settings.target.name);
}

/** Deploys what is packed here; packed before anything is sent, so that what cannot be leaves everything as it was. */
async function fromSource(
  tools: VerbContext,
  wished: DesiredDeployment,
  found: Deployment | undefined,
): Promise<Outcome> {
  const { target } = tools.settings;
  const { packForDeploy: packFor } = await import('./source.ts');
  const { wanted, source } = await packFor(tools, wished, found);
  const equipped = { ...tools, source };
  if (found !== undefined) return update(equipped, wanted, found);
  if (target.by === 'id') throw new ActionError('deployment-not-found', 'There is no such deployment.');
  tools.log.line(`There is no deployment ${target.name} yet.`);
  return create(equipped, wanted, target.name);
}

/** The first revision of a deployment from a source waits for one, and never gets any: the next one does. */
async function sendFirst(
  tools: VerbContext,
  wanted: DesiredDeployment,
  created: Deployment,
): Promise<Outcome> {
  const { uploadSource } = await import('./source.ts');
  const uploaded = await uploadSource(tools, created, wanted);
  const now = await tools.plane.getDeployment(created.id, tools.signal);
  return update(tools, uploaded, now, { paths: true, created: true });
}

/** An explicitly given ref has its commit looked up, as far as possible. */
async function settleCommit({ settings, log, resolveRef, signal }: VerbContext): Promise<DesiredDeployment> {
  const { wanted } = settings;
  if (!settings.resolveCommit || wanted.repoUrl === undefined || wanted.ref === undefined) return wanted;
  const commit = await resolveRef(wanted.repoUrl, wanted.ref, signal);
  log.line(
    commit === undefined
      ? `The commit of ${wanted.ref} could not be found out, so it will not be compared.`
      : `${wanted.ref} is at ${commit}.`,
  );
  return { ...wanted, commit };
}

async function create(tools: VerbContext, wanted: DesiredDeployment, name: string): Promise<Outcome> {
  const { settings, plane, clock, signal, record } = tools;
  tools.guard?.create(wanted);
  const complete = await chooseListener(tools, await chooseIntegration(tools, wanted));
  const plan = planCreate(name, complete, settings.endpoint.dialect);
  const stopped =
    (await showPlan(tools, plan, `create ${name}`)) ?? checkApproval(tools, plan, undefined, complete);
  if (stopped !== undefined) return stopped;
  if (plan.kind !== 'create') throw new Error(`a create was planned as ${plan.kind}`);
  if (settings.dryRun) return dryRunOutcome(plan);
  await setStage(tools, 'writing');
  const created = await createDeployment(plane, clock, plan.body, complete, signal);
  if (created.kind === 'exists') {
    tools.log.line(`Somebody else created ${name} in the meantime; going on as an update.`);
    record.stage = 'reading';
    return update(tools, wanted, created.deployment);
  }
  record.created = true;
  record.changed = true;
  recordDeployment(tools, created.deployment);
  if (created.afterLostAnswer) tools.log.line('The answer was lost, but the deployment is there.');
  if (complete.source === 'internal_source') return sendFirst(tools, complete, created.deployment);
  const answer = { deployment: created.deployment, lost: created.afterLostAnswer };
  return awaitResult(tools, complete, answer, undefined, plan);
}
