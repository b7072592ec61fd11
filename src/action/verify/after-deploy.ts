import { recordDeployment } from '../deploy/note.ts';
import type { VerbContext } from '../deploy/tools.ts';
import { outcome, type Outcome } from '../outcome/outcome.ts';
import { verifyLiveAgent } from './live.ts';
import { allPassed, countPassed, failureOf } from './result.ts';

/**
 * Verifies what a deploy left serving, by the input `verify`: our revision, or where nothing had to be done the active
 * one, so that running again after a red check does not turn the step green. Every other outcome stays as it is.
 */
export async function verifyAfterDeploy(context: VerbContext, end: Outcome): Promise<Outcome> {
  const { settings, record, controlPlane, signal } = context;
  const { verification } = settings;
  const serves = end.kind === 'deployed' || (end.kind === 'unchanged' && end.reason === 'already-active');
  if (verification === undefined || !serves || settings.dryRun) return end;
  const { deployment } = record;
  if (deployment === undefined) throw new Error('a deploy that serves names no deployment');
  // Some services name the address only after the switch.
  if (deployment.url === undefined)
    recordDeployment(context, await controlPlane.getDeployment(deployment.id, signal));
  const url = record.deployment?.url;
  const verified = await verifyLiveAgent(context, verification, url, record.revision?.id);
  record.verification = verified;
  const failure = failureOf(verified, deployment.name);
  if (failure === undefined && allPassed(verified)) {
    return { ...end, message: `${end.message} ${countPassed(verified)}.` };
  }
  if (failure === undefined) throw new Error('a verification neither passed nor failed');
  return outcome(
    'failed',
    failure.reason,
    `${end.message} ${failure.message}${unrolled(context, end, failure.reason)}`,
  );
}

/** Why `rollback-on-failure` does not act, where it does not. */
function unrolled({ settings, record }: VerbContext, end: Outcome, reason: string): string {
  if (!settings.rollbackOnFailure) return '';
  if (reason === 'verification-impossible') return ' Not rolled back: it is not known to be bad.';
  const made =
    end.kind === 'deployed' && end.reason !== 'configuration-updated' && record.stage === 'waiting';
  return made ? '' : ' Not rolled back: this run made no revision.';
}
