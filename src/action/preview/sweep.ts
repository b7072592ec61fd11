import type { VerbContext } from '../verb-context.ts';
import type { SweepSettings } from '../inputs/settings.ts';
import { outcome, type Outcome, ActionError } from '../outcome.ts';
import type { SweptPreview } from '../run-record.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { markerText } from './marker.ts';
import { couldBeNamed } from './names.ts';
import { NO_TOKEN, repositoryOf } from './pull-request.ts';
import { createPullRequestReader, type PullRequestReader } from './pull-request-reader.ts';
import { waitUntilDeleted, waitUntilUnlisted, stillDeleting } from './remove.ts';
import { createPreviewSweeper } from './broom.ts';
import { formatAge, lastDeployedAt } from './age.ts';
import { sweptLines } from './swept-lines.ts';

type SweepTools = VerbContext<SweepSettings>;

/**
 * The verb sweep: deletes this repository's previews whose pull request is closed, and with `preview-ttl` those that are
 * too old. What became of a pull request is asked of GitHub, one by one; a preview of which that cannot be learned is
 * left, and told. Several sweeps and teardowns may run at once.
 */
export async function sweep(context: SweepTools): Promise<Outcome> {
  const { settings, controlPlane, signal, record, log, event } = context;
  const repository = repositoryOf(event);
  const github = await context.github();
  if (github === undefined) {
    throw new ActionError(
      'pull-request-unknown',
      `A sweep has to ask GitHub which pull requests are closed. ${NO_TOKEN}`,
    );
  }
  const all = await controlPlane.listDeployments({}, signal);
  const { candidates, misnamed } = candidatesOf(all, repository, settings);
  log.line(`${all.length} deployments, ${candidates.length} of them previews of ${repository}.`);
  for (const one of misnamed) leaveMisnamed(context, one);
  const swept: SweptPreview[] = [];
  record.swept = swept;
  const reader = createPullRequestReader(context, github);
  const broom = createPreviewSweeper(context, swept);
  for (const [candidate, now] of await sweepClosed(context, candidates, reader, broom)) {
    await sweepOld(context, candidate, now, broom);
  }
  if (swept.length > 0) {
    await log.group('Previews', () => {
      for (const line of sweptLines(swept)) log.line(line);
    });
  }
  const left = settings.wait ? await waitUntilDeleted(context, broom.deleted) : [];
  if (left.length > 0) return stillDeleting(settings.waitTimeoutMs, left);
  await waitUntilUnlisted(context, settings.wait ? broom.deleted : broom.gone);
  return conclude(context, swept);
}

/** Deletes those of closed pull requests, and gives the others, each with the time it was asked about. */
async function sweepClosed(
  context: SweepTools,
  candidates: readonly Candidate[],
  reader: PullRequestReader,
  broom: ReturnType<typeof createPreviewSweeper>,
): Promise<[Candidate, number][]> {
  const { settings, log } = context;
  const open: [Candidate, number][] = [];
  for (const candidate of candidates) {
    const { deployment, of, hidden } = candidate;
    if (hidden && !settings.force) {
      log.line(
        `${deployment.name} looks like the preview of #${of.number}, but the service hides whose it is: \`force: true\` goes by the name.`,
      );
      broom.leave(candidate, 'unknown');
      continue;
    }
    const { closed, branch, at } = await reader.read(of.number);
    if (closed !== undefined && !couldBeNamed(deployment.name, settings, of, branch)) {
      leaveMisnamed(context, candidate);
    } else if (closed === undefined) broom.leave(candidate, 'unknown');
    else if (closed) await broom.sweep(candidate, 'pull-request-closed');
    else open.push([candidate, at]);
  }
  return open;
}

/** A mark that was copied with other variables is no reason to be red. */
function leaveMisnamed({ log }: SweepTools, { deployment: { name, id }, of }: Candidate): void {
  log.line(
    `${name} (${id}) carries the mark of ${markerText(of)}, but is named as none of its previews: left alone. If it is one, give the sweep the same preview-name-template.`,
  );
}

async function sweepOld(
  context: SweepTools,
  candidate: Candidate,
  now: number,
  broom: ReturnType<typeof createPreviewSweeper>,
): Promise<void> {
  const { ttlMs } = context.settings;
  if (ttlMs === undefined) return;
  const at = await lastDeployedAt(context, candidate.deployment);
  if (at === 'gone') return;
  if (at === undefined) broom.leave(candidate, 'unknown');
  else if (now - at > ttlMs) {
    context.log.line(`${candidate.deployment.name} was last deployed ${formatAge(now - at)} ago.`);
    await broom.sweep(candidate, 'too-old');
  }
}

function conclude({ settings }: SweepTools, swept: readonly SweptPreview[]): Outcome {
  const count = (did: SweptPreview['did']) => swept.filter((one) => one.did === did).length;
  const unknown = swept.filter(({ why }) => why === 'unknown').length;
  const capped = count('left') - unknown;
  const more = capped > 0 ? ` ${capped} more are left for the next sweep by sweep-limit.` : '';
  if (settings.dryRun && count('would-delete') > 0) {
    const also = unknown > 0 ? ` ${unknown} could not be judged.` : '';
    return outcome(
      'planned',
      'dry-run',
      `Nothing was sent. ${count('would-delete')} previews would be deleted.${more}${also}`,
    );
  }
  if (unknown + count('failed') > 0) {
    return outcome(
      'failed',
      'sweep-incomplete',
      `${count('deleted')} previews are deleted; ${count('failed')} could not be deleted, ${unknown} could not be judged and are left. The log says why.${more}`,
    );
  }
  if (swept.length === 0) return outcome('unchanged', 'nothing-to-sweep', 'No preview is left over.');
  return outcome('torn-down', 'swept', `${count('deleted')} previews are deleted.${more}`);
}
