import type { VerbContext } from '../verb-context.ts';
import type { PreviewSettings } from '../inputs/settings.ts';
import { outcome, type Outcome, ActionError } from '../outcome.ts';
import { markerText } from './marker.ts';
import { currentPullRequestState } from './pull-request.ts';
import { removePreview, type PreviewQuery } from './remove.ts';

/**
 * Deploys, and takes it back when the pull request was closed meanwhile, or lost its label: its teardown may have come before there was
 * anything to tear down. Looked for after a failure too, because that leaves something as well.
 */
export async function withPreviewCleanup(
  context: VerbContext<PreviewSettings>,
  sought: PreviewQuery,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  let end: Outcome;
  try {
    end = await work();
  } catch (error) {
    context.signal.throwIfAborted();
    // What is not ours to change is not ours to delete.
    if (error instanceof ActionError && error.outcome.reason === 'not-a-preview') throw error;
    const removed = await removeIfUnwanted(context, sought);
    if (removed !== undefined) return removed;
    throw error;
  }
  const sent = end.kind !== 'unchanged' && end.kind !== 'planned';
  return (sent ? await removeIfUnwanted(context, sought) : undefined) ?? end;
}

async function removeIfUnwanted(
  context: VerbContext<PreviewSettings>,
  sought: PreviewQuery,
): Promise<Outcome | undefined> {
  if (context.settings.dryRun) return undefined;
  const fate = await currentPullRequestState(context);
  if (fate === undefined || fate === 'open') return undefined;
  context.log.line(`The pull request ${fate === 'closed' ? 'was closed' : 'lost its label'} meanwhile.`);
  const end = await removePreview(context, sought);
  if (end.kind !== 'torn-down' || fate !== 'closed') return end;
  return outcome(
    'torn-down',
    'closed-meanwhile',
    `Pull request ${markerText(sought.of)} was closed while its preview was deployed, so that is deleted again.`,
  );
}
