import type { Tools } from '../deploy/tools.ts';
import type { PreviewSettings } from '../inputs/settings.ts';
import { outcome, type Outcome, Stop } from '../outcome/outcome.ts';
import { markerText } from './marker.ts';
import { isClosedNow } from './pull-request.ts';
import { removePreview, type Sought } from './remove.ts';

/**
 * Deploys, and takes it back when the pull request was closed meanwhile: its teardown may have come before there was
 * anything to tear down. Looked for after a failure too, because that leaves something as well.
 */
export async function unlessClosed(
  tools: Tools<PreviewSettings>,
  sought: Sought,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  let end: Outcome;
  try {
    end = await work();
  } catch (error) {
    tools.signal.throwIfAborted();
    // What is not ours to change is not ours to delete.
    if (error instanceof Stop && error.outcome.reason === 'not-a-preview') throw error;
    const removed = await removeIfClosed(tools, sought);
    if (removed !== undefined) return removed;
    throw error;
  }
  const sent = end.kind !== 'unchanged' && end.kind !== 'planned';
  return (sent ? await removeIfClosed(tools, sought) : undefined) ?? end;
}

async function removeIfClosed(tools: Tools<PreviewSettings>, sought: Sought): Promise<Outcome | undefined> {
  if (tools.settings.dryRun || (await isClosedNow(tools)) !== true) return undefined;
  tools.log.line('The pull request was closed meanwhile.');
  const end = await removePreview(tools, sought);
  if (end.kind !== 'torn-down') return end;
  return outcome(
    'torn-down',
    'closed-meanwhile',
    `Pull request ${markerText(sought.of)} was closed while its preview was deployed, so that is deleted again.`,
  );
}
