import type { Deployment } from '../../contract/deployment.ts';
import type { VerbContext } from '../verb-context.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import { ActionError } from '../outcome.ts';
import { toCurrent } from '../plan/current.ts';
import { normalizeRepoUrl } from '../plan/fields.ts';
import { markerText, readMarker, PREVIEW_MARKER, type PullRequestId } from './marker.ts';
import { checkOwnership, type OwnershipEvidence } from './ownership.ts';

/**
 * The secrets of a preview: the given ones and the marker, whatever the strategy. Where none are given and the service
 * hides values, a preview that is there keeps what it has: its marker could only be sent again together with all.
 */
export function withMarker(
  desired: DesiredDeployment,
  of: PullRequestId,
  found: Deployment | undefined,
): DesiredDeployment {
  const marker = { name: PREVIEW_MARKER, value: markerText(of) };
  if (desired.secrets !== undefined) return { ...desired, secrets: [...desired.secrets, marker] };
  const hidden = found !== undefined && readMarker(found).kind === 'hidden';
  return { ...desired, secrets: hidden ? undefined : [marker], secretsStrategy: 'merge' };
}

/**
 * Keeps a preview from being made without its marker, and from changing what is not this pull request's preview: asked
 * at the last moment, because somebody else may have put a deployment under the name since we looked. Where the value
 * is hidden, being built from our repository proves as much: no other pull request of it has this number.
 */
export function previewGuard({
  of,
  wanted: desired,
  evidence,
}: {
  of: PullRequestId;
  wanted: DesiredDeployment;
  evidence: OwnershipEvidence;
}): NonNullable<VerbContext['writeGuard']> {
  return {
    create: ({ secrets }) => {
      if (secrets?.some(({ name }) => name === PREVIEW_MARKER)) return;
      throw new ActionError(
        'deployment-gone',
        `The preview of ${markerText(of)} disappeared while it was being updated. Run the workflow again.`,
      );
    },
    update: (found) => {
      const { repoUrl } = toCurrent(found, []);
      const proven =
        desired.source === 'git_host' &&
        repoUrl !== undefined &&
        normalizeRepoUrl(repoUrl) === normalizeRepoUrl(desired.repoUrl ?? '');
      const verdict = checkOwnership(found, of, { ...evidence, proven });
      if (verdict.ours) return;
      throw new ActionError(
        'not-a-preview',
        `${found.name} (${found.id}) ${verdict.why}: it is left as it is. Give another preview-name-template, or delete it if it is to be replaced.`,
      );
    },
  };
}
