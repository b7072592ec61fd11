import { rollOut } from '../deploy/roll-out.ts';
import type { VerbContext } from '../deploy/tools.ts';
import type { WaitSettings } from '../inputs/settings.ts';
import { outcome, type Outcome, ActionError } from '../outcome/outcome.ts';
import { readRevision } from '../rollback/history.ts';
import { toDesired } from '../rollback/reissue.ts';
import { earlierRollouts } from '../rollout/earlier.ts';
import { predict } from '../rollout/polling.ts';
import { recordRevision } from '../run-record.ts';
import { findExisting } from './find.ts';

/**
 * The verb wait: waits for a revision that is there, by default the latest one, and judges it as a deploy judges its
 * own. Nothing is ever sent: a revision that this run did not ask for is not interrupted either.
 */
export async function wait(tools: VerbContext<WaitSettings>): Promise<Outcome> {
  const { settings, plane, signal, record } = tools;
  const { deployment, actual } = await findExisting(tools);
  const id = settings.revisionId ?? actual.latest?.id;
  if (id === undefined) {
    throw new ActionError('revision-not-found', `${actual.name} has no revision to wait for yet.`);
  }
  const at = actual.revisions.findIndex((revision) => revision.id === id);
  const revision = actual.revisions[at] ?? (await readRevision(plane, actual, id, signal));
  recordRevision(record, revision);
  record.prediction = predict(actual.revisions);
  record.earlier = earlierRollouts(actual.revisions);
  // What is older than ours may be active while the switch is still to come; what is newer took over.
  const older = at === -1 ? [] : actual.revisions.slice(at + 1);
  const end = await rollOut(
    { ...tools, settings: { ...settings, wait: true } },
    {
      deployment,
      revisionId: id,
      // Which commit it is of is not this verb's question.
      wanted: { ...toDesired(revision, actual), commit: undefined, imageUri: undefined },
      planned: undefined,
      before: new Set(older.map((one) => one.id)),
      adopted: true,
    },
  );
  return end.kind === 'deployed' ? outcome('deployed', 'rolled-out', end.message) : end;
}
