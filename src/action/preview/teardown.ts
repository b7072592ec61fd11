import type { VerbContext } from '../verb-context.ts';
import type { TeardownSettings } from '../inputs/settings.ts';
import type { Outcome } from '../outcome.ts';
import { possibleNames } from './names.ts';
import { askGitHub, pullRequestIdOf } from './pull-request.ts';
import { removePreview } from './remove.ts';

/**
 * The verb teardown (DESIGN §5 "previews"): deletes the pull request's preview, whatever became of the pull request.
 * GitHub is asked only for a branch that the name holds and the event does not tell.
 */
export async function teardown(context: VerbContext<TeardownSettings>): Promise<Outcome> {
  const { settings, record } = context;
  record.pullRequest = settings.pullRequest;
  const of = pullRequestIdOf(context);
  return removePreview(context, { names: possibleNames(settings, of, await branchOf(context)), of });
}

async function branchOf(context: VerbContext<TeardownSettings>): Promise<string | undefined> {
  const { event, settings } = context;
  if (settings.nameTemplate?.includes('{branch}') !== true) return undefined;
  if (event.pullRequest?.number === settings.pullRequest && event.ref !== undefined) return event.ref;
  const reading = await askGitHub(context, settings.pullRequest);
  return reading?.kind === 'read' ? reading.pull.branch : undefined;
}
