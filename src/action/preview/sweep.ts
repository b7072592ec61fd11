import { ApiError, isApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import type { VerbContext } from '../verb-context.ts';
import type { SweepSettings } from '../inputs/settings.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { sweptLines, formatAge } from '../report/log-lines.ts';
import type { SweptPreview } from '../run-record.ts';
import { countOf } from '../text.ts';
import { isPossibleName, namesWithoutBranch, type NamingInputs } from './names.ts';
import {
  checkOwnership,
  readEvidence,
  markerText,
  type Ownership,
  type PullRequestId,
  readMarker,
  sameRepositoryName,
} from './ownership.ts';
import { createPullRequestReader, NO_TOKEN, type PullRequestReader, repositoryOf } from './pull-request.ts';
import { deletePreview, stillDeletingOutcome, waitUntilDeleted, waitUntilUnlisted } from './teardown.ts';

type SweepContext = VerbContext<SweepSettings>;

/**
 * Implements the verb sweep: deletes this repository's previews whose pull request is closed and, with `preview-ttl`,
 * previews that are too old. Reads the state of each pull request from GitHub. Keeps and reports a preview if the state
 * of its pull request is unknown. Sweeps and teardowns can run at the same time.
 */
export async function sweep(context: SweepContext): Promise<Outcome> {
  const { settings, controlPlane, signal, record, log, event } = context;
  const repository = repositoryOf(event);
  const github = await context.github();
  if (github === undefined) {
    throw new ActionError(
      'pull-request-unknown',
      `A sweep has to read from GitHub which pull requests are closed. ${NO_TOKEN}`,
    );
  }
  const all = await controlPlane.listDeployments({}, signal);
  const { candidates, misnamed } = findCandidates(all, repository, settings);
  log.line(`Found ${all.length} deployments, of which ${candidates.length} are previews of ${repository}.`);
  for (const one of misnamed) warnOfMisnamed(context, one);
  const swept: SweptPreview[] = [];
  record.swept = swept;
  const reader = createPullRequestReader(context, github);
  const sweeper = createPreviewSweeper(context, swept);
  for (const [candidate, now] of await sweepClosed(context, candidates, reader, sweeper)) {
    await sweepOld(context, candidate, now, sweeper);
  }
  if (swept.length > 0) {
    await log.group('Previews', () => {
      for (const line of sweptLines(swept)) log.line(line);
    });
  }
  const left = settings.wait ? await waitUntilDeleted(context, sweeper.deleted) : [];
  if (left.length > 0) return stillDeletingOutcome(settings.waitTimeoutMs, left);
  await waitUntilUnlisted(context, settings.wait ? sweeper.deleted : sweeper.gone);
  return conclude(context, swept);
}

/**
 * Finds the repository's previews among all deployments, by marker and name. `misnamed` contains deployments whose
 * marker matches but whose name cannot be the name of the pull request's preview.
 */
export function findCandidates(
  deployments: readonly Deployment[],
  repository: string,
  naming: NamingInputs,
): { candidates: Candidate[]; misnamed: Candidate[] } {
  const marked = deployments.flatMap((deployment): Candidate[] => {
    if (isBeingDeleted(deployment.status)) return [];
    const mark = readMarker(deployment);
    if (mark.kind === 'none') return [];
    if (mark.kind === 'hidden') return hiddenCandidate(deployment, repository, naming);
    const ours = sameRepositoryName(mark.of.repository, repository);
    return ours ? [{ deployment, of: mark.of, hidden: false }] : [];
  });
  const fits = ({ deployment, of }: Candidate) => isPossibleName(deployment.name, naming, of, undefined);
  return { candidates: marked.filter(fits), misnamed: marked.filter((one) => !fits(one)) };
}

export interface Candidate {
  deployment: Deployment;
  of: PullRequestId;
  /** True if the service hides the marker's value, so only the name identifies the pull request. */
  hidden: boolean;
}

/** Returns the deployment as a candidate if its name is exactly the name of a preview of the repository. */
function hiddenCandidate(deployment: Deployment, repository: string, naming: NamingInputs): Candidate[] {
  const numbers = (deployment.name.match(/\d+/g) ?? ([] as string[])).map(Number);
  const number = numbers.find((one) =>
    namesWithoutBranch(naming, { repository, number: one }).includes(deployment.name),
  );
  return number === undefined ? [] : [{ deployment, of: { repository, number }, hidden: true }];
}

/**
 * Deletes previews of closed pull requests, and returns the remaining previews, each with the time of its state on
 * GitHub.
 */
async function sweepClosed(
  context: SweepContext,
  candidates: readonly Candidate[],
  reader: PullRequestReader,
  sweeper: ReturnType<typeof createPreviewSweeper>,
): Promise<[Candidate, number][]> {
  const { settings, log } = context;
  const open: [Candidate, number][] = [];
  for (const candidate of candidates) {
    const { deployment, of, hidden } = candidate;
    if (hidden && !settings.force) {
      log.line(
        `${deployment.name} looks like the preview of #${of.number}, but the service hides the marker. Set \`force: true\` to trust the name.`,
      );
      sweeper.leave(candidate, 'unknown');
      continue;
    }
    const { closed, branch, at } = await reader.read(of.number);
    if (closed !== undefined && !isPossibleName(deployment.name, settings, of, branch)) {
      warnOfMisnamed(context, candidate);
    } else if (closed === undefined) sweeper.leave(candidate, 'unknown');
    else if (closed) await sweeper.sweep(candidate, 'pull-request-closed');
    else open.push([candidate, at]);
  }
  return open;
}

/**
 * Logs a deployment whose name does not match its marker. A deployment with a wrong name is not a failure, because the
 * marker might have been copied together with other variables.
 */
function warnOfMisnamed({ log }: SweepContext, { deployment: { name, id }, of }: Candidate): void {
  log.line(
    `${name} (${id}) has the marker of ${markerText(of)}, but its name matches none of that pull request's previews, so it was not deleted. If it is a preview, use the preview-name-template it was created with.`,
  );
}

async function sweepOld(
  context: SweepContext,
  candidate: Candidate,
  now: number,
  sweeper: ReturnType<typeof createPreviewSweeper>,
): Promise<void> {
  const { ttlMs } = context.settings;
  if (ttlMs === undefined) return;
  const at = await lastDeployedAt(context, candidate.deployment);
  if (at === 'gone') return;
  if (at === undefined) sweeper.leave(candidate, 'unknown');
  else if (now - at > ttlMs) {
    context.log.line(`${candidate.deployment.name} was last deployed ${formatAge(now - at)} ago.`);
    await sweeper.sweep(candidate, 'too-old');
  }
}

function conclude({ settings }: SweepContext, swept: readonly SweptPreview[]): Outcome {
  const count = (did: SweptPreview['did']) => swept.filter((one) => one.did === did).length;
  const unknown = swept.filter(({ why }) => why === 'unknown').length;
  const capped = count('left') - unknown;
  const more = capped > 0 ? ` sweep-limit leaves ${capped} more for the next sweep.` : '';
  if (settings.dryRun && count('would-delete') > 0) {
    const also = unknown > 0 ? ` ${unknown} could not be evaluated.` : '';
    return outcome(
      'planned',
      'dry-run',
      `Nothing was sent. ${countOf(count('would-delete'), 'preview')} would be deleted.${more}${also}`,
    );
  }
  if (unknown + count('failed') > 0) {
    return outcome(
      'failed',
      'sweep-incomplete',
      `${countOf(count('deleted'), 'preview was', 'previews were')} deleted, ${count('failed')} could not be deleted, and ${unknown} could not be evaluated, so ${unknown === 1 ? 'it was' : 'they were'} kept. See the log for the reasons.${more}`,
    );
  }
  if (swept.length === 0) return outcome('unchanged', 'nothing-to-sweep', 'There are no previews to delete.');
  return outcome(
    'torn-down',
    'swept',
    `${countOf(count('deleted'), 'preview was', 'previews were')} deleted.${more}`,
  );
}

/** Deletes previews up to the limit of a sweep, and records the results. */
export interface PreviewSweeper {
  readonly deleted: readonly Deployment[];
  /** Previews that had already been deleted when the sweep sent the request for deletion. */
  readonly gone: readonly Deployment[];
  sweep(candidate: Candidate, why: SweptPreview['why']): Promise<void>;
  leave(candidate: Candidate, why: SweptPreview['why']): void;
}

export function createPreviewSweeper(
  context: VerbContext<SweepSettings>,
  swept: SweptPreview[],
): PreviewSweeper {
  const { settings, record, log } = context;
  const deleted: Deployment[] = [];
  const gone: Deployment[] = [];
  let tried = 0;
  const note = ({ deployment: { name, id }, of }: Candidate, why: SweptPreview['why']) => ({
    as: (did: SweptPreview['did']) => void swept.push({ name, id, of: markerText(of), why, did }),
  });
  return {
    deleted,
    gone,
    leave: (candidate, why) => note(candidate, why).as('left'),
    async sweep(candidate, why) {
      const entry = note(candidate, why);
      if (tried >= settings.limit) return entry.as('left');
      tried += 1;
      if (settings.dryRun) return entry.as('would-delete');
      const { deployment } = candidate;
      try {
        const still = await isStillOurs(context, candidate);
        if (still === false) return;
        if (still === 'gone') gone.push(deployment);
        else {
          log.line(`Deleting ${deployment.name} (${deployment.id}).`);
          await deletePreview(context, deployment);
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        log.line(`${deployment.name} could not be deleted: ${error.message}`);
        return entry.as('failed');
      }
      deleted.push(deployment);
      record.retired.push(deployment.name);
      return entry.as('deleted');
    },
  };
}

/**
 * Reads a deployment again, which might have changed since the sweep read the list, and returns whether the deployment
 * is still a preview. Returns `gone` if the deployment was deleted.
 */
async function isStillOurs(
  context: VerbContext<SweepSettings>,
  { deployment, of }: Candidate,
): Promise<boolean | 'gone'> {
  const { controlPlane, signal, log } = context;
  try {
    const now = await controlPlane.getDeployment(deployment.id, signal);
    const same = now.id === deployment.id && now.name === deployment.name;
    const verdict: Ownership = same
      ? checkOwnership(now, of, readEvidence(context))
      : { ours: false, why: 'has another name or ID' };
    if (!verdict.ours) {
      log.line(
        `${deployment.name} (${deployment.id}) changed after the sweep read it: it ${verdict.why}. It was not deleted.`,
      );
    }
    return verdict.ours;
  } catch (error) {
    // A 404 means that another sweep or a teardown deleted the deployment first.
    if (isApiError(error, 404)) return 'gone';
    throw error;
  }
}

/**
 * Returns when the last revision of a preview was created, in epoch milliseconds, or `undefined` if the time is
 * unknown.
 */
export async function lastDeployedAt(
  { controlPlane, signal, log }: Pick<VerbContext, 'controlPlane' | 'signal' | 'log'>,
  { id, name, created_at: createdAt }: Deployment,
): Promise<number | 'gone' | undefined> {
  try {
    const [latest] = await controlPlane.listRevisions(id, { limit: 1 }, signal);
    const at = Date.parse((latest === undefined ? createdAt : latest.created_at) ?? '');
    return Number.isNaN(at) ? undefined : at;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return 'gone';
    log.line(`The age of ${name} is unknown: ${error.message}`);
    return undefined;
  }
}
