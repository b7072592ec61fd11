import { interruptRevision } from '../apply/interrupt.ts';
import type { CommonSettings } from '../inputs/settings.ts';
import { type Outcome, outcome } from '../outcome/outcome.ts';
import { recordRevision } from '../run-record.ts';
import type { VerbContext } from './tools.ts';

/**
 * `on-timeout: interrupt`: gives our revision up after the deadline, and says what became of it. One that was on its way
 * without us is never interrupted, nor one that is deployed already.
 */
export async function interruptOnTimeout(
  context: VerbContext<CommonSettings>,
  end: Outcome,
): Promise<Outcome> {
  const { settings, record, controlPlane, signal, log } = context;
  if (settings.policy.onTimeout !== 'interrupt' || end.kind !== 'timed-out' || end.reason !== 'deadline') {
    return end;
  }
  const { deployment, revision, ownRevisionId } = record;
  if (deployment === undefined || revision === undefined || ownRevisionId !== revision.id) {
    return add(end, 'It is not of this run, so it is not interrupted.');
  }
  const { done, message } = await interruptRevision(controlPlane, deployment.id, revision.id, signal);
  log.line(message);
  if (!done) return add(end, message);
  recordRevision(record, { ...revision, status: 'INTERRUPTED' });
  return outcome(
    'timed-out',
    'deadline',
    `Revision ${revision.id} of ${deployment.name} was still ${revision.status} when wait-timeout ran out, and is interrupted, as \`on-timeout: interrupt\` asks. Run again to build it anew, with a longer wait-timeout if it always takes this long.`,
  );
}

function add(end: Extract<Outcome, { kind: 'timed-out' }>, message: string): Outcome {
  return outcome('timed-out', end.reason, `${end.message} ${message}`);
}
