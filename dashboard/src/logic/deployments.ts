import type {
  DeploymentSummary,
  RevisionSummary,
  SourceLabel,
} from '../../../src/contract/dashboard/deployments.ts';
import { formatDuration, shortId } from './format.ts';
import type { Timeline, TimelineRow } from './timeline.ts';
import { revisionState, type State, STATES, stateOf } from './words.ts';

export const latestRevision = (one: DeploymentSummary): RevisionSummary | undefined => one.revisions.at(-1);

/** Returns the revision that serves the deployment, if any. */
export const activeRevision = (one: DeploymentSummary): RevisionSummary | undefined =>
  one.revisions.find(({ id }) => id === one.active_revision_id);

/** Returns whether a deployment's newest revision is in progress. */
export const isChanging = (one: DeploymentSummary): boolean => latestRevision(one)?.final === false;

/** Returns the newest revision if it failed. An older revision might still serve the deployment. */
export function failedTry(one: DeploymentSummary): RevisionSummary | undefined {
  const latest = latestRevision(one);
  return latest?.status.includes('FAILED') === true ? latest : undefined;
}

/** Returns the displayed state of a deployment: the state of the revision in progress, or else the serving state. */
export function deploymentState(one: DeploymentSummary): State {
  const latest = latestRevision(one);
  if (one.status !== 'READY' && one.status !== 'UNKNOWN') return stateOf(one.status);
  if (latest !== undefined && !latest.final) {
    const state = revisionState(latest.status);
    return { ...state, word: `${state.word} #${latest.number}` };
  }
  if (activeRevision(one) !== undefined) return STATES.serving;
  return latest === undefined ? STATES.empty : revisionState(latest.status);
}

export const DEPLOYMENT_FILTERS = ['', 'changing', 'failed', 'previews'] as const;
export type DeploymentFilter = (typeof DEPLOYMENT_FILTERS)[number];

const FILTERS: Readonly<Record<DeploymentFilter, (one: DeploymentSummary) => boolean>> = {
  '': () => true,
  changing: isChanging,
  failed: (one) => failedTry(one) !== undefined,
  previews: ({ preview }) => preview !== null,
};

/** Returns whether a deployment passes a filter and contains the text in its name, source or commits. */
export function matchesDeployment(one: DeploymentSummary, filter: DeploymentFilter, text: string): boolean {
  const texts = [one.name, ...one.revisions.map(({ source }) => sourceText(source)), sourceText(one.source)];
  return FILTERS[filter](one) && texts.some((own) => own.toLowerCase().includes(text.toLowerCase()));
}

/** Returns a one-line description of a deployment's source. */
export function sourceText(source: SourceLabel): string {
  if (source.image !== null) return source.image;
  if (source.tarball !== null) return source.tarball;
  const commit = source.commit === null ? '' : ` ${shortId(source.commit)}`;
  const ref = source.ref === null ? '' : `@${source.ref}`;
  return source.repository === null ? source.source : `${source.repository}${ref}${commit}`;
}

/** Returns why a revision exists, such as `push to refs/heads/main`. */
export function causeText({ cause }: Pick<RevisionSummary, 'cause'>): string {
  switch (cause.kind) {
    case 'create':
      return 'created with the deployment';
    case 'change':
      return 'settings changed';
    case 'redeploy':
      return 'deployed again';
    case 'push':
      return `push to ${cause.ref.replace('refs/heads/', '')}`;
  }
}

/** Returns the time from a revision's first phase to its last phase, in milliseconds. */
export function buildTime({ phases }: Pick<RevisionSummary, 'phases'>): number | undefined {
  const first = phases[0];
  const last = phases.at(-1);
  return first === undefined || last === undefined || first === last ? undefined : last.at_ms - first.at_ms;
}

/** Returns the phases with their durations, such as `Building 6.42 s, Starting 850 ms`. */
export function phasesText({ phases }: Pick<RevisionSummary, 'phases'>): string {
  return phases
    .flatMap(({ status, at_ms: at }, index) => {
      const next = phases[index + 1];
      return next === undefined ? [] : [`${revisionState(status).word} ${formatDuration(next.at_ms - at)}`];
    })
    .join(', ');
}

/** Returns a revision as a row of the timeline. */
export const timelineRow = (revision: RevisionSummary): TimelineRow => ({
  id: revision.id,
  label: `#${revision.number}`,
  phases: revision.phases,
  serving: revision.serving,
  reason: revision.message,
});

/** Describes the collapsed idle time of a timeline, or returns an empty string if no idle time is collapsed. */
export function foldedText({ collapsed }: Pick<Timeline, 'collapsed'>): string {
  const ms = collapsed.reduce((sum, gap) => sum + gap.ms, 0);
  return ms === 0 ? '' : `${formatDuration(ms)} without builds or starts, collapsed`;
}
