import type { VerbContext } from '../deploy/tools.ts';
import type { StatusSettings } from '../inputs/settings.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { recordRevision } from '../run-record.ts';
import { findExisting } from './find.ts';
import { statusOutcome, revisionLines } from './revision-table.ts';

/** The verb status: says how a deployment and its last revisions are. Nothing is sent. */
export async function status(context: VerbContext<StatusSettings>): Promise<Outcome> {
  const { record, log, clock } = context;
  const { actual: current } = await findExisting(context);
  if (current.latest !== undefined) recordRevision(record, current.latest);
  record.commit = current.active?.commit;
  await log.group(`Revisions of ${current.name} (* is active)`, () => {
    for (const line of revisionLines(current, clock.now())) log.line(line);
  });
  return statusOutcome(current);
}
