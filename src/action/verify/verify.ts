import type { VerbContext } from '../deploy/tools.ts';
import type { VerifySettings } from '../inputs/settings.ts';
import { outcome, type Outcome } from '../outcome/outcome.ts';
import { findExisting } from '../watch/find.ts';
import { verifyLiveAgent } from './live.ts';
import { countPassed, failureOf } from './result.ts';

/** The verb verify: checks a live agent at its address, or at that of a deployment. Nothing is deployed or changed. */
export async function verify(context: VerbContext<VerifySettings>): Promise<Outcome> {
  const { settings, record } = context;
  const { agent, verification } = settings;
  let about: string;
  let revisionId: string | undefined;
  let url: string | undefined;
  if (agent.by === 'url') {
    about = url = agent.url;
    record.agentUrl = url;
  } else {
    const { actual: current } = await findExisting({ ...context, settings: { ...settings, target: agent } });
    about = current.name;
    revisionId = current.activeRevisionId;
    url = record.deployment?.url;
    record.commit = current.active?.commit;
  }
  const verified = await verifyLiveAgent(context, verification, url, revisionId);
  record.verification = verified;
  return (
    failureOf(verified, about) ??
    outcome('verified', 'all-passed', `Checked ${about}: ${countPassed(verified)}.`)
  );
}
