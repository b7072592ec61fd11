import { ApiError, isApiError, isNotServed, ignoreApiError } from '../../clients/errors.ts';
import { ONE_MINUTE_SCHEDULE, fixedPauses, poll, type Schedule } from '../../clients/poll.ts';
import type { Deployment, DeploymentCreate } from '../../contract/deployment.ts';
import { isBeingDeleted, statusKind } from '../../contract/statuses.ts';
import { possibleRevisions } from './identify.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import { ActionError } from '../outcome.ts';
import { conflictingFields, matchesDesired } from '../plan/conflicts.ts';
import type { CurrentDeployment } from '../plan/current.ts';
import { matchesOrigin } from '../plan/origin.ts';
import { makesRevision, type Plan } from '../plan/types.ts';
import type { ServiceContext } from '../verb-context.ts';
import { findByName, findListedDeployment, readCurrent, rereadBeforeWrite } from './read.ts';

/**
 * Result of a create request: our deployment, or a deployment with the same name that another client created earlier.
 */
export type Created =
  | { kind: 'created'; deployment: Deployment; afterLostAnswer: boolean }
  | { kind: 'exists'; deployment: Deployment };

/**
 * Pauses before the two polls that search for a deployment after the service refused the deployment's name as taken.
 */
const CONFLICT_SCHEDULE = fixedPauses(2000, 4000);

/**
 * Creates the deployment, and sends the POST only once. After a lost response, searches for a deployment with the name.
 * A deployment with this name counts as ours if none of its fields contradicts the fields that we sent. A 409 response
 * means that a deployment, or the remains of a deleted deployment, uses the name.
 */
export async function createDeployment(
  context: ServiceContext,
  body: DeploymentCreate,
  desired: DesiredDeployment,
): Promise<Created> {
  const there = await findUnfiltered(context, body.name);
  if (there !== undefined) return { kind: 'exists', deployment: there };
  try {
    const deployment = await context.controlPlane.createDeployment(body, context.signal);
    return { kind: 'created', deployment, afterLostAnswer: false };
  } catch (error) {
    if (isApiError(error, 409)) return onConflict(context, body.name, error);
    if (!isLostAnswer(error)) throw error;
    const found = await findAfterLostAnswer(context, () => findByName(context, body.name));
    if (found === undefined) {
      throw new ActionError(
        'lost-answer',
        `The response to creating ${body.name} was lost, and no deployment with this name appeared within a minute. The request was not repeated, so that no duplicate is created. Run the workflow again: it checks for the deployment first. (${error.message})`,
        { cause: error },
      );
    }
    const theirs = conflictingFields(await readCurrent(context, found), desired);
    return theirs.length > 0
      ? { kind: 'exists', deployment: found }
      : { kind: 'created', deployment: found, afterLostAnswer: true };
  }
}

/**
 * Searches for the name again in the unfiltered list before a deployment is created, because a wrong filter or a
 * truncated response could lead to a second deployment.
 */
async function findUnfiltered(context: ServiceContext, name: string): Promise<Deployment | undefined> {
  const all = await context.controlPlane.listDeployments({}, context.signal);
  return all.find((item) => item.name === name && !isBeingDeleted(item.status));
}

/** Returns a hint that explains how to delete the tracing project that still uses the name of a deleted deployment. */
function deleteProjectHint(name: string): string {
  return `Delete the tracing project ${name} on its page, or with \`DELETE /api/v1/sessions/{id}\` of the tracing API; \`GET /api/v1/sessions?name=${encodeURIComponent(name)}\` returns its ID.`;
}

async function onConflict(context: ServiceContext, name: string, cause: ApiError): Promise<Created> {
  const found = await poll(context, CONFLICT_SCHEDULE, () => findByName(context, name));
  if (found !== undefined) return { kind: 'exists', deployment: found };
  throw new ActionError(
    'name-taken',
    `The name ${name} is taken, but no deployment has it: most likely the tracing project of a deleted deployment remains, or the deployment is still being deleted. ${deleteProjectHint(name)} Alternatively, wait or choose another name. (${cause.detail ?? 'the service gave no reason'})`,
    { cause },
  );
}

/**
 * Reads the variables that a change keeps, because the values in the request replace the current values. The values
 * that are planned to stay must be in the deployment read by ID and in the deployment's entry in the list. Throws
 * ActionError before a request is sent if a planned value is missing in the deployment or in the list.
 */
async function requireAsPlanned(
  context: ServiceContext,
  before: CurrentDeployment,
  { body }: PatchPlan,
  desired: DesiredDeployment,
  fresh: Deployment | undefined,
): Promise<void> {
  const now = fresh ?? (await rereadBeforeWrite(context, before));
  const given = new Set(desired.secrets?.map(({ name }) => name));
  const kept = (body.secrets ?? []).filter(({ name }) => !given.has(name));
  if (desired.secretsStrategy !== 'merge' || !body.secrets) return;
  const listed = await findListedDeployment(context, before);
  for (const view of [now, listed]) {
    const shown = new Map(view?.secrets?.map(({ name, value }) => [name, value]));
    const others = [...shown.keys()].filter((name) => !given.has(name));
    const differ = kept.filter(({ name, value }) => shown.get(name) !== value).map(({ name }) => name);
    const more = others.filter((name) => !kept.some((one) => one.name === name));
    const names = [...differ, ...more];
    if (names.length === 0) continue;
    throw new ActionError(
      'contradictory-answers',
      `Two responses differ about ${names.join(', ')} of ${before.name}: the service hides values, or another client is changing them. The request would include these values, so nothing was sent. Run the workflow again, or set them in \`secrets\`.`,
    );
  }
}

export type PatchPlan = Extract<Plan, { kind: 'patch' }>;

/**
 * Sends the PATCH only once, because a second PATCH after a lost response could create a second revision.
 *
 * After a lost response, the PATCH counts as accepted if the deployment shows all sent fields and, if the PATCH must
 * create a revision, a new revision can be ours. If the caller has just read the deployment by ID, `fresh` is this
 * deployment.
 */
export async function patchDeployment(
  context: ServiceContext,
  before: CurrentDeployment,
  plan: PatchPlan,
  desired: DesiredDeployment,
  fresh?: Deployment,
): Promise<{ deployment: Deployment; afterLostAnswer: boolean }> {
  await requireAsPlanned(context, before, plan, desired, fresh);
  try {
    const deployment = await context.controlPlane.patchDeployment(before.id, plan.body, context.signal);
    return { deployment, afterLostAnswer: false };
  } catch (error) {
    if (!isLostAnswer(error)) throw error;
    const known = new Set(before.revisions.map(({ id }) => id));
    const fields = plan.changes.map(({ field }) => field);
    const deployment = await findAfterLostAnswer(context, async () => {
      const found = await context.controlPlane.getDeployment(before.id, context.signal);
      const now = await readCurrent(context, found);
      const arrived = makesRevision(plan)
        ? possibleRevisions(now.revisions, known, desired).length > 0
        : matchesDesired(now, desired, fields);
      // The path of our upload in a revision proves that the revision is ours, even if another client has changed
      // settings after our change.
      const proven =
        desired.archive !== undefined &&
        now.revisions.some((one) => !known.has(one.id) && matchesOrigin(one, desired));
      if (proven) return found;
      return arrived && conflictingFields(now, desired, before).length === 0 ? found : undefined;
    });
    if (deployment !== undefined) return { deployment, afterLostAnswer: true };
    throw new ActionError(
      'lost-answer',
      `The response to updating ${before.name} was lost, and no effect was visible within a minute. The request was not repeated, so that nothing is built twice. Run the workflow again: it checks for the change first. (${error.message})`,
      { cause: error },
    );
  }
}

/**
 * Requests a redeployment of a revision. Sends the request only once, because a second request after a lost response
 * could create a second revision. After a lost response, searches for the new revision. Resolves to `undefined` if the
 * service does not support redeployments.
 */
export async function redeploy(
  context: ServiceContext,
  before: CurrentDeployment,
  revisionId: string,
  desired: DesiredDeployment,
): Promise<{ deployment: Deployment; afterLostAnswer: boolean } | undefined> {
  await rereadBeforeWrite(context, before);
  try {
    const deployment = await context.controlPlane.redeployRevision(before.id, revisionId, context.signal);
    return { deployment, afterLostAnswer: false };
  } catch (error) {
    if (isNotServed(error)) return undefined;
    if (!isLostAnswer(error)) throw error;
    const known = new Set(before.revisions.map(({ id }) => id));
    const deployment = await findAfterLostAnswer(context, async () => {
      const found = await context.controlPlane.getDeployment(before.id, context.signal);
      const now = await readCurrent(context, found);
      return possibleRevisions(now.revisions, known, desired).length > 0 ? found : undefined;
    });
    if (deployment !== undefined) return { deployment, afterLostAnswer: true };
    throw new ActionError(
      'lost-answer',
      `The response to deploying revision ${revisionId} of ${before.name} again was lost, and no revision appeared within a minute. The request was not repeated, so that nothing is deployed twice. Run the workflow again: it checks for the revision first. (${error.message})`,
      { cause: error },
    );
  }
}

/** Result of interrupting a revision. `message` is a sentence for the outcome of the run. */
export interface InterruptResult {
  done: boolean;
  message: string;
}

/**
 * Interrupts a revision, and sends the request only once. If the response is lost or refuses the interruption, the
 * status of the revision determines the result. Throws only the signal's reason, because the run already has an
 * outcome.
 */
export async function interruptRevision(
  context: ServiceContext,
  deploymentId: string,
  revisionId: string,
): Promise<InterruptResult> {
  try {
    await context.controlPlane.interruptRevision(deploymentId, revisionId, context.signal);
    return { done: true, message: `Revision ${revisionId} was interrupted.` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const poll = () => context.controlPlane.getRevision(deploymentId, revisionId, context.signal);
    const status = (await ignoreApiError(poll))?.status;
    if (status !== undefined && statusKind(status) === 'interrupted') {
      return { done: true, message: `Revision ${revisionId} was interrupted.` };
    }
    const now = status === undefined ? '' : ` Its status is now ${status}.`;
    const what = isLostAnswer(error)
      ? 'it is unknown whether the service received the request'
      : 'the service rejected the request';
    return {
      done: false,
      message: `The action tried to interrupt revision ${revisionId}, but ${what}: ${error.message}${now}`,
    };
  }
}

/**
 * Maximum total duration of all polls in milliseconds. Limiting the number of polls would not be sufficient, because a
 * failing poll can take long.
 */
const MAX_WAIT_MS = 180_000;

/**
 * Polls for a minute for the effect of a write whose response was lost, because a gateway that timed out might still
 * forward the request. Never repeats the write, because the service could execute the write twice. Ignores failed
 * polls, because the caller reports the error of the write.
 */
function findAfterLostAnswer<T>(
  context: ServiceContext,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const schedule: Schedule = (state) =>
    state.elapsedMs > MAX_WAIT_MS ? undefined : ONE_MINUTE_SCHEDULE(state);
  return poll(context, schedule, () => ignoreApiError(find));
}

/** Returns whether a write might have taken effect because it was sent and its response was lost. */
function isLostAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'ambiguous';
}
