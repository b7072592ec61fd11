import { ApiError, isApiError, isNotServed } from '../../clients/errors.ts';
import { ONE_MINUTE_SCHEDULE, poll } from '../../clients/poll.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import type { CommonSettings, DesiredDeployment } from '../inputs/settings.ts';
import { outcome, type Outcome } from '../outcome.ts';
import {
  checkSettings,
  conflictingSecrets,
  driftedFields,
  overwrittenFields,
  secretVisibility,
} from '../plan/conflicts.ts';
import {
  type CurrentDeployment,
  type RevisionView,
  toCurrent,
  toRevisionView,
  toSecretView,
} from '../plan/current.ts';
import { planUpdate } from '../plan/plan.ts';
import type { RolloutTarget, ServiceContext, VerbContext } from '../verb-context.ts';
import { evaluateRollout } from './evaluate-rollout.ts';
import { findByName, findListedDeployment, revisionPages } from './read.ts';

/** A deployment and one of its revisions, either both read by ID or both from lists. */
interface View {
  deployment: Deployment | undefined;
  revision: RevisionView | undefined;
}

/**
 * Reason why a read contradicts the success of the run, where `outcome` is missing if the read might show an outdated
 * state.
 */
interface Objection {
  what: string;
  outcome?: Outcome;
}

/**
 * Confirms a success with a second source: the list endpoints must show one deployment with the name and our active
 * revision, with our origin and settings. Returns `undefined` if the list endpoints confirm the success, or else the
 * outcome. `direct` is the last read of the deployment and its revision by ID.
 */
export async function confirmServing(
  context: VerbContext<CommonSettings>,
  of: RolloutTarget,
  direct?: View,
): Promise<Outcome | undefined> {
  const objections = new Set<string>();
  let failed: ApiError | undefined;
  let known = direct;
  const agreed = await poll(context, ONE_MINUTE_SCHEDULE, async () => {
    try {
      const byId = known ?? (await viewById(context, of));
      const found = [byId, await viewInLists(context, of)].map((view) => objectionTo(of, view));
      const [one, other] = found;
      if (one === undefined && other === undefined) return { end: undefined };
      // If both reads show the same failure, the failure is the outcome and not a contradiction.
      if (one?.outcome !== undefined && other?.outcome?.reason === one.outcome.reason)
        return { end: one.outcome };
      for (const objection of found) if (objection !== undefined) objections.add(objection.what);
      failed = undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed = error;
    }
    known = undefined;
    return undefined;
  });
  if (agreed !== undefined) return agreed.end;
  if (failed !== undefined && objections.size === 0) throw failed;
  const { name } = of.deployment;
  return outcome(
    'failed',
    'contradictory-answers',
    `One response shows revision ${of.revisionId} of ${name} as deployed and active with all desired settings, but another does not: ${[...objections].join('; ')}. Check the deployment, and run the workflow again when both responses agree.`,
  );
}

async function viewById(
  { controlPlane, signal }: VerbContext<CommonSettings>,
  of: RolloutTarget,
): Promise<View> {
  const revision = toRevisionView(await controlPlane.getRevision(of.deployment.id, of.revisionId, signal));
  return { deployment: await controlPlane.getDeployment(of.deployment.id, signal), revision };
}

async function viewInLists(context: VerbContext<CommonSettings>, of: RolloutTarget): Promise<View> {
  const revision = await findListed(context, of.deployment.id, of.revisionId);
  return { deployment: await findInList(context, of.deployment), revision };
}

/**
 * Returns the deployment from the list endpoint. Throws ActionError if several deployments have the name and the inputs
 * contain no ID.
 */
async function findInList(
  context: VerbContext<CommonSettings>,
  { id, name }: Pick<Deployment, 'id' | 'name'>,
): Promise<Deployment | undefined> {
  const { settings, record } = context;
  const byId = 'target' in settings && isTargetById(settings.target);
  // If this run created the deployment, the whole list is searched, because another client might have created a
  // deployment with the same name at the same time. If the deployment already existed, an earlier step has searched the
  // whole list.
  if (!byId) return findByName(context, name, record.created ? undefined : id);
  try {
    return await findListedDeployment(context, { id, name });
  } catch (error) {
    // An API key that is limited to one deployment can read this deployment by ID but not in the list.
    if (!isNotServed(error) && !isApiError(error, 401) && !isApiError(error, 403)) throw error;
    return context.controlPlane.getDeployment(id, context.signal);
  }
}

function isTargetById(target: unknown): boolean {
  return typeof target === 'object' && target !== null && 'by' in target && target.by === 'id';
}

async function findListed(
  context: ServiceContext,
  deploymentId: string,
  revisionId: string,
): Promise<RevisionView | undefined> {
  for await (const page of revisionPages(context, deploymentId)) {
    const found = page.find(({ id }) => id === revisionId);
    if (found !== undefined) return toRevisionView(found);
  }
  return undefined;
}

function objectionTo(of: RolloutTarget, { deployment, revision }: View): Objection | undefined {
  const { name, id } = of.deployment;
  if (deployment === undefined) return { what: `the list does not show ${name}` };
  if (deployment.id !== id) return { what: `the list shows ${name} as ${deployment.id}, not ${id}` };
  if (isBeingDeleted(deployment.status))
    return { what: `${name} is ${deployment.status}`, outcome: goneOutcome(of) };
  if (revision === undefined) return { what: `revision ${of.revisionId} is not in the list` };
  const verdict = evaluateRollout(
    {
      revisionId: of.revisionId,
      commit: of.desired.commit,
      imageUri: of.desired.imageUri,
      tarballPath: of.desired.tarballPath,
      before: of.before,
    },
    {
      revision,
      deployment: {
        activeRevisionId: deployment.active_revision_id ?? undefined,
        latestRevisionId: deployment.latest_revision_id ?? undefined,
      },
    },
  );
  if (verdict.kind === 'superseded') {
    const by = verdict.by === undefined ? '' : ` by ${verdict.by}`;
    const what = `revision ${of.revisionId} is superseded${by} (${verdict.why})`;
    return { what, outcome: outcome('superseded', verdict.why, `${capital(what)}. Run the workflow again.`) };
  }
  if (verdict.kind !== 'deployed') {
    const active = deployment.active_revision_id ?? 'none';
    return { what: `revision ${of.revisionId} is ${revision.status}, and the active revision is ${active}` };
  }
  const concurrentChange = detectConcurrentChange(of, deployment);
  if (concurrentChange !== undefined)
    return { what: concurrentChange.message.replace(/\.$/, ''), outcome: concurrentChange };
  return objectionToSettings(of, deployment);
}

/**
 * Returns an objection if the deployment lacks settings of our change. If a later revision exists, the deployment shows
 * the settings of the later revision, so the settings are not compared.
 */
function objectionToSettings(of: RolloutTarget, deployment: Deployment): Objection | undefined {
  if (of.adopted && of.secrets === undefined) return undefined;
  const latest = deployment.latest_revision_id;
  if (latest && latest !== of.revisionId && !of.before.has(latest)) return undefined;
  const now = toCurrent(deployment, []);
  const { ignored } = checkSettings(
    of.current,
    now,
    of.desired,
    latest === of.revisionId ? of.secrets : undefined,
    of.deployment.secrets?.map(toSecretView),
  );
  if (ignored.length === 0) return undefined;
  return {
    what: `${of.deployment.name} does not show the ${ignored.join(', ')} that was sent`,
    outcome: settingsIgnored(of.deployment.name, ignored),
  };
}

function goneOutcome({ deployment }: RolloutTarget): Outcome {
  const message = `The deployment ${deployment.name} is being deleted.`;
  return outcome('failed', 'deployment-gone', message);
}

function settingsIgnored(name: string, fields: readonly string[]): Outcome {
  return outcome(
    'failed',
    'settings-ignored',
    `The service accepted the change of ${name}, but shows different values for ${fields.join(', ')} than were sent. Check that the service knows and allows these settings; omit the inputs where it does not.`,
  );
}

/**
 * After a change that created no revision, confirms by ID and in the list that the deployment has the changed settings,
 * because a service can accept a change without storing it. Returns the outcome if the settings were not stored, and
 * the changed fields that the deployment read by ID or its entry in the list does not show.
 */
export async function confirmSettings(
  context: VerbContext<CommonSettings>,
  planned: CurrentDeployment,
  desired: DesiredDeployment,
): Promise<{ end: Outcome | undefined; unseen: readonly string[] }> {
  const { controlPlane, signal } = context;
  let ignored: string[] = [];
  let unseen: string[] = [];
  const kept = await poll(context, ONE_MINUTE_SCHEDULE, async () => {
    const views = [await controlPlane.getDeployment(planned.id, signal), await findInList(context, planned)];
    const same = views.filter((view) => view?.id === planned.id);
    const shown = same.flatMap((view) =>
      view === undefined ? [] : [checkSettings(planned, toCurrent(view, []), desired, undefined)],
    );
    ignored = same.length < views.length ? ['id'] : [...new Set(shown.flatMap((one) => one.ignored))];
    if (same.length === views.length) unseen = [...new Set(shown.flatMap((one) => one.unseen))];
    return ignored.length === 0 || undefined;
  });
  return { end: kept ? undefined : settingsIgnored(planned.name, ignored), unseen };
}

/**
 * Confirms the outcome `unchanged` with a second read of the deployment and of the active revision by ID. If the run
 * first read the deployment by ID, also reads the deployment from the list. `found` is the deployment at the start of
 * the run.
 */
export async function confirmUnchanged(
  context: VerbContext<CommonSettings>,
  current: CurrentDeployment,
  desired: DesiredDeployment,
  found: Deployment | undefined,
): Promise<boolean> {
  const { controlPlane, signal, settings } = context;
  const listed = 'target' in settings && !isTargetById(settings.target) ? found : undefined;
  const { activeRevisionId } = current;
  const deployments = [
    await controlPlane.getDeployment(current.id, signal),
    listed ?? (await findInList(context, current)),
  ];
  const active =
    activeRevisionId === undefined
      ? undefined
      : toRevisionView(await controlPlane.getRevision(current.id, activeRevisionId, signal));
  return deployments.every((deployment) => {
    if (deployment === undefined || deployment.id !== current.id || isBeingDeleted(deployment.status))
      return false;
    const seen = toCurrent(deployment, []);
    if (seen.activeRevisionId !== activeRevisionId) return false;
    const revisions = current.revisions.map((one) => (one.id === active?.id ? active : one));
    const latest = revisions.find(({ id }) => id === seen.latestRevisionId) ?? revisions[0];
    return planUpdate({ ...seen, revisions, active, latest }, desired, { force: false }).kind === 'unchanged';
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Returns the outcome if another client changed our revision's settings between our read and our change, or right after
 * our change. Returns `undefined` if the settings are ours, or if a newer revision hides our settings, because a
 * deployment shows the settings of its latest revision. A response to our change that contains no revision ID, or the
 * previous ID, shows at least the settings on which our revision is based. If a setting had our value in the response
 * to our change and has another value now, another client changed the setting.
 */
export function detectConcurrentChange(of: RolloutTarget, seen: Deployment | undefined): Outcome | undefined {
  if (seen === undefined) return undefined;
  const latest = seen.latest_revision_id;
  const ours = latest === of.revisionId;
  if (latest && !ours && !of.before.has(latest)) return undefined;
  const now = toCurrent(seen, []);
  const answered = toCurrent(of.deployment, []);
  const shows = {
    ...secretVisibility(of.current ?? { secrets: undefined }),
    around: { before: of.current?.secrets, answered: answered.secrets },
  };
  const theirs = new Set([
    ...(of.current === undefined ? [] : driftedFields(of.current, now, of.desired)),
    ...(ours ? conflictingSecrets(of.desired, now.secrets, shows) : []),
  ]);
  const since = overwrittenFields(answered, now, of.desired).filter((field) => !theirs.has(field));
  if (theirs.size + since.length === 0) return undefined;
  const { revisionId, deployment } = of;
  const all = [...theirs, ...since].join(', ');
  return outcome(
    'superseded',
    'settings-mismatch',
    theirs.size > 0
      ? `Revision ${revisionId} of ${deployment.name} does not have the requested ${all}, because another client changed the deployment at the same time. Run the workflow again.`
      : `Revision ${revisionId} is active, but ${deployment.name} no longer has the requested ${all}, because another client changed it after this run did. Run the workflow again.`,
  );
}
