import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import type { VerbContext } from '../verb-context.ts';
import type { SweepSettings } from '../inputs/settings.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { sweptLines, formatAge } from '../report/log-lines.ts';
import type { SweptPreview } from '../run-record.ts';
import { countOf } from '../text.ts';
import { commitFormsOf, isPossibleName, namesWithoutBranch, type NamingInputs } from './names.ts';
import { markerText, readMarker, sameRepositoryName } from './ownership.ts';
import { commitInName } from './preview-name.ts';
import { createPullRequestReader, NO_TOKEN, type PullRequestReader, repositoryOf } from './pull-request.ts';
import { sweepRebuilds } from '../rebuild/sweep-rebuilds.ts';
import { type Candidate, createPreviewSweeper, lastDeployedAt, type PreviewSweeper } from './sweeper.ts';
import { stillDeletingOutcome, waitUntilDeleted, waitUntilUnlisted } from './teardown.ts';

type SweepContext = VerbContext<SweepSettings>;

/**
 * Implements the verb sweep: deletes this repository's previews whose pull request is closed, with `preview-ttl`
 * previews that are too old, and with `preview-idle` announced previews that are still inactive. Reads the state of
 * each pull request from GitHub. Keeps and reports a preview if the state of its pull request is unknown. Sweeps and
 * teardowns can run at the same time.
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
  const young: Candidate[] = [];
  for (const [candidate, now] of await sweepClosed(context, candidates, reader, sweeper)) {
    if ((await sweepOld(context, candidate, now, sweeper)) === 'young') young.push(candidate);
  }
  await sweepRebuilds(context, all, repository, swept);
  const { idle } = settings;
  if (idle !== undefined && young.length > 0) {
    const { sweepIdle } = await import('./idle-sweep.ts');
    await sweepIdle({ ...context, settings: { ...settings, idle } }, young, { github, reader, sweeper });
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

/** Returns the deployment as a candidate if its name is exactly the name of a preview of the repository. */
function hiddenCandidate(deployment: Deployment, repository: string, naming: NamingInputs): Candidate[] {
  const numbers = (deployment.name.match(/\d+/g) ?? ([] as string[])).map(Number);
  const number = numbers.find((one) => {
    const of = { repository, number: one };
    if (namesWithoutBranch(naming, of).includes(deployment.name)) return true;
    return commitInName(deployment.name, commitFormsOf(naming, of, undefined)) !== undefined;
  });
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
  sweeper: PreviewSweeper,
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

/**
 * Deletes a preview that is older than `preview-ttl`, and returns `young` if the preview is younger or has no maximum
 * age.
 */
async function sweepOld(
  context: SweepContext,
  candidate: Candidate,
  now: number,
  sweeper: PreviewSweeper,
): Promise<'young' | 'done'> {
  const { ttlMs } = context.settings;
  if (ttlMs === undefined) return 'young';
  const at = await lastDeployedAt(context, candidate.deployment);
  if (at === 'gone') return 'done';
  if (at === undefined) sweeper.leave(candidate, 'unknown');
  else if (now - at > ttlMs) {
    context.log.line(`${candidate.deployment.name} was last deployed ${formatAge(now - at)} ago.`);
    await sweeper.sweep(candidate, 'too-old');
  } else return 'young';
  return 'done';
}

function conclude({ settings }: SweepContext, swept: readonly SweptPreview[]): Outcome {
  const count = (did: SweptPreview['did']) => swept.filter((one) => one.did === did).length;
  const deleted = countDeleted(swept, 'deleted');
  const unknown = swept.filter(({ why }) => why === 'unknown' || why === 'activity-unknown').length;
  const announced = countOf(count('announced'), 'preview was', 'previews were');
  const notices = count('announced') > 0 ? ` ${announced} announced in comments.` : '';
  const capped = count('left') - unknown;
  const more = capped > 0 ? ` sweep-limit leaves ${capped} more for the next sweep.` : '';
  if (settings.dryRun && count('would-delete') + count('would-announce') > 0) {
    const also = unknown > 0 ? ` ${unknown} could not be evaluated.` : '';
    const then =
      count('would-announce') > 0
        ? ` ${countOf(count('would-announce'), 'preview')} would be announced.`
        : '';
    return outcome(
      'planned',
      'dry-run',
      `Nothing was sent. ${countDeleted(swept, 'would-delete').replace(/ (?:was|were)$/, '')} would be deleted.${then}${more}${also}`,
    );
  }
  if (unknown + count('failed') > 0) {
    return outcome(
      'failed',
      'sweep-incomplete',
      `${deleted} deleted, ${count('failed')} could not be deleted${settings.idle === undefined ? '' : ' or announced'}, and ${unknown} could not be evaluated, so ${unknown === 1 ? 'it was' : 'they were'} kept. See the log for the reasons.${notices}${more}`,
    );
  }
  if (swept.length === 0) return outcome('unchanged', 'nothing-to-sweep', 'There are no previews to delete.');
  if (count('deleted') === 0 && count('announced') > 0) {
    return outcome(
      'unchanged',
      'idle-announced',
      `${announced} announced in comments. A later sweep deletes each of them that is still inactive.${more}`,
    );
  }
  return outcome('torn-down', 'swept', `${deleted} deleted.${notices}${more}`);
}

/** Returns the number of previews and of deployments of rebuilds with this result, such as `2 previews were`. */
function countDeleted(swept: readonly SweptPreview[], did: SweptPreview['did']): string {
  const all = swept.filter((one) => one.did === did);
  const rebuilds = all.filter(({ why }) => why === 'rebuild-ended').length;
  const previews = all.length - rebuilds;
  if (rebuilds === 0) return countOf(previews, 'preview was', 'previews were');
  const [one, several] = ['deployment of a rebuild', 'deployments of rebuilds'];
  if (previews === 0) return countOf(rebuilds, `${one} was`, `${several} were`);
  return `${countOf(previews, 'preview')} and ${countOf(rebuilds, one, several)} were`;
}
