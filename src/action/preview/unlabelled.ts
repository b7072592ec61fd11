import type { VerbContext } from '../verb-context.ts';
import type { PreviewSettings } from '../inputs/settings.ts';
import { outcome, type Outcome } from '../outcome.ts';
import { markerText, type PullRequestId } from './marker.ts';
import { possibleNames } from './names.ts';
import { evidenceOf, checkOwnership } from './ownership.ts';
import type { CurrentPullRequest } from './pull-request.ts';
import { removePreview, findByNames } from './remove.ts';

/**
 * A pull request without any of the labels gets no preview, and loses the one it got while it had one. What only has
 * the name is not asked about: nothing was to be deleted.
 */
export async function tearDownUnlabelled(
  context: VerbContext<PreviewSettings>,
  of: PullRequestId,
  pull: CurrentPullRequest,
): Promise<Outcome> {
  const { settings } = context;
  const names = possibleNames(settings, of, pull.branch);
  const there = await findByNames(context, names);
  if (there.some((item) => checkOwnership(item, of, evidenceOf(context)).ours)) {
    context.log.line('The label that asks for a preview was taken off.');
    return removePreview(context, { names, of });
  }
  return outcome(
    'skipped',
    'label-missing',
    `Pull request ${markerText(of)} has none of the labels ${settings.labels.join(', ')}, so it gets no preview.`,
  );
}
