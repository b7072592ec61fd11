import type { RunRecord } from '../run-record.ts';
import { outcome, type Outcome } from './outcome.ts';

/** What a cancelled run says: what remains of it, and how to go on (DESIGN §7). Pure. */
export function cancelledOutcome(record: RunRecord): Outcome {
  return outcome('cancelled', 'signal', `The run was cancelled. ${whatRemains(record)}`);
}

/** What a run leaves behind that ends where it stands. Pure. */
export function whatRemains({ stage, deployment, revision, created }: RunRecord): string {
  const name = deployment?.name ?? 'the deployment';
  switch (stage) {
    case 'reading':
    case 'reported':
      return 'Nothing was sent.';
    case 'uploading':
      return created
        ? `${name} was created, and its source was being uploaded: it waits for one. Run again: the upload begins anew, and no second deployment is made.`
        : `The source of ${name} was being uploaded, and no revision of it was asked for: what serves goes on. Run again.`;
    case 'writing':
      return `A change of ${name} was being sent; whether it arrived is not known. Look at the deployment, or run again: what arrived is found and waited for.`;
    case 'waiting': {
      const what = revision === undefined ? `The change of ${name}` : `Revision ${revision.id} of ${name}`;
      return `${what} was ${revision?.status ?? 'accepted'} and goes on without us. Run again to resume: a revision of this commit that is on its way is waited for, not built again.`;
    }
  }
}
