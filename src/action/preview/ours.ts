import type { Deployment } from '../../contract/deployment.ts';
import { markOf, markerText, PREVIEW_MARKER, type PullRequestId, samePullRequest } from './marker.ts';
import { holdsNumber } from './name.ts';

/** Whether a deployment is the preview of a pull request; if not, why not, in words that follow "it". */
export type Verdict = { ours: true } | { ours: false; why: string };

/** What may stand in for a marker whose value the service hides. */
export interface InPlaceOfMarker {
  /** `force: true`: the author vouches for the name. */
  force: boolean;
  /** Something else proves whose it is. */
  proven?: boolean;
}

/**
 * Whether a deployment is this pull request's preview (DESIGN §5 "previews"): the name holds the number, and the marker
 * says so. Both, always: a name can be anybody's, and a marker can have been copied with other variables. Pure.
 */
export function judgePreview(
  deployment: Pick<Deployment, 'name' | 'secrets'>,
  of: PullRequestId,
  instead: InPlaceOfMarker,
): Verdict {
  if (!holdsNumber(deployment.name, of.number)) {
    return { ours: false, why: `does not hold the number ${of.number} in its name` };
  }
  const mark = markOf(deployment);
  switch (mark.kind) {
    case 'none':
      return { ours: false, why: `does not carry the variable ${PREVIEW_MARKER}, which every preview has` };
    case 'hidden':
      if (instead.force || instead.proven === true) return { ours: true };
      return {
        ours: false,
        why: `carries ${PREVIEW_MARKER}, but the service hides its value: set \`force: true\` if you are sure that it is the preview of ${markerText(of)}`,
      };
    case 'of':
      if (samePullRequest(mark.of, of)) return { ours: true };
      return { ours: false, why: `is the preview of ${markerText(mark.of)}` };
  }
}
