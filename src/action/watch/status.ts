import type { VerbContext } from '../deploy/tools.ts';
import type { StatusSettings } from '../inputs/settings.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { recordRevision } from '../run-record.ts';
import { findExisting } from './find.ts';
import { statusOutcome, revisionLines } from './revision-table.ts';

/** The verb status: says how a deployment and its last revisions are. Nothing is sent. */
export async function status(tools: VerbContext<StatusSettings>): Promise<Outcome> {
  const { record, log, clock } = tools;
  const { actual } = await findExisting(tools);
  if (actual.latest !== undefined) recordRevision(record, actual.latest);
  record.commit = actual.active?.commit;
  await log.group(`Revisions of ${actual.name} (* is active)`, () => {
    for (const line of revisionLines(actual, clock.now())) log.line(line);
  });
  return statusOutcome(actual);
}
