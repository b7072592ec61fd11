import type { VerbContext } from '../deploy/tools.ts';
import type { CommonSettings } from '../inputs/settings.ts';
import { outcome, type Outcome } from '../outcome/outcome.ts';
import { rollBackAfterFailure } from './after-failure.ts';

/** When the live agent is asked, as pauses in milliseconds: a gateway may fail for a while after the switch. */
const PAUSES_MS = [0, 2000, 5000, 10_000, 20_000, 30_000] as const;

/** Failures that say nothing about the revision. */
const SAYS_NOTHING: readonly string[] = ['deployment-gone', 'verification-impossible'];

/** What asking the live agent came to. `unknown`: it did not answer, which may be this runner's network. */
type Health = 'well' | 'ill' | 'unknown';

/**
 * `rollback-on-failure`, after a deploy that waited: a revision that failed, or that is deployed and whose agent says
 * that it is not well, gives way to what was active before. Every other outcome stays as it is: a time-out, for one,
 * leaves the earlier revision serving, and ours may still come.
 */
export async function rollBackOnFailure(
  context: VerbContext<CommonSettings>,
  end: Outcome,
): Promise<Outcome> {
  switch (end.kind) {
    case 'failed':
      return context.record.stage === 'waiting' && !SAYS_NOTHING.includes(end.reason)
        ? rollBackAfterFailure(context, end)
        : end;
    case 'deployed':
      return end.reason === 'configuration-updated' ? end : checkHealth(context, end);
    default:
      return end;
  }
}

async function checkHealth(context: VerbContext<CommonSettings>, end: Outcome): Promise<Outcome> {
  const { record, log } = context;
  const url = record.deployment?.url;
  if (url === undefined) return end;
  const health = await ask(context, url);
  if (health === 'unknown') {
    log.line('The live agent did not answer this runner: its health is not known, and not judged.');
  }
  if (health !== 'ill') return end;
  const failure = outcome(
    'failed',
    'unhealthy',
    `Revision ${record.revision?.id ?? ''} of ${record.deployment?.name ?? 'the deployment'} is deployed and active, but the live agent answers every check of its health with an error.`,
  );
  return failure.kind === 'failed' ? rollBackAfterFailure(context, failure) : failure;
}

/** Ill is only who says so each time. */
async function ask(
  { probeStatus: knock, clock, signal, log }: VerbContext<CommonSettings>,
  base: string,
): Promise<Health> {
  const url = `${base.replace(/\/+$/, '')}/ok`;
  let health: Health = 'unknown';
  for (const pause of PAUSES_MS) {
    if (pause > 0) await clock.sleep(pause, signal);
    const status = await knock(url, signal);
    if (status === undefined) return 'unknown';
    if (status < 500) return 'well';
    log.line(`The live agent answers ${status} to a check of its health.`);
    health = 'ill';
  }
  return health;
}
