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
export async function wait(context: VerbContext<WaitSettings>): Promise<Outcome> {
  const { settings, controlPlane, signal, record } = context;
  const { deployment, actual: current } = await findExisting(context);
  const id = settings.revisionId ?? current.latest?.id;
  if (id === undefined) {
    throw new ActionError('revision-not-found', `${current.name} has no revision to wait for yet.`);
  }
  const at = current.revisions.findIndex((revision) => revision.id === id);
  const revision = current.revisions[at] ?? (await readRevision(controlPlane, current, id, signal));
  recordRevision(record, revision);
  record.prediction = predict(current.revisions);
  record.earlier = earlierRollouts(current.revisions);
  // What is older than ours may be active while the switch is still to come; what is newer took over.
  const older = at === -1 ? [] : current.revisions.slice(at + 1);
  const end = await rollOut(
    { ...context, settings: { ...settings, wait: true } },
    {
      deployment,
      revisionId: id,
      // Which commit it is of is not this verb's question.
      desired: { ...toDesired(revision, current), commit: undefined, imageUri: undefined },
      current: undefined,
      before: new Set(older.map((one) => one.id)),
      adopted: true,
    },
  );
  return end.kind === 'deployed' ? outcome('deployed', 'rolled-out', end.message) : end;
}
