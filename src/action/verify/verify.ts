import { checkAgentUrl } from '../../clients/base-url.ts';
import { findExisting, recordDeployment } from '../deploy/read.ts';
import { readWorkflowRun, runUrl } from '../report/links.ts';
import type { CommonSettings, Verification, VerifySettings } from '../inputs/settings.ts';
import { outcome, type Outcome } from '../outcome.ts';
import type { Log, VerbContext } from '../verb-context.ts';
import { allPassed, countPassed, createValueRenderer, failureOf, type VerificationResult } from './result.ts';
import { runChecks } from './run-checks.ts';

/** Implements the verb verify: checks an agent at its URL, or at the URL of a deployment. Changes nothing. */
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

/**
 * Runs the checks of the input `verify` after a deployment. Checks our revision, or the active revision if no
 * deployment was needed, so that a re-run after a failed check fails too. If our revision does not serve, returns the
 * outcome unchanged.
 */
export async function verifyAfterDeploy(context: VerbContext, end: Outcome): Promise<Outcome> {
  const { settings, record, controlPlane, signal } = context;
  const { verification } = settings;
  const serves = end.kind === 'deployed' || (end.kind === 'unchanged' && end.reason === 'already-active');
  if (verification === undefined || !serves || settings.dryRun) return end;
  const { deployment } = record;
  if (deployment === undefined) throw new Error('a deploy that serves names no deployment');
  // Some services set the URL only after they have switched to the revision.
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

/** Returns a sentence that explains why `rollback-on-failure` did not roll back, or an empty text. */
function unrolled({ settings, record }: VerbContext, end: Outcome, reason: string): string {
  if (!settings.rollbackOnFailure) return '';
  if (reason === 'verification-impossible') return ' Not rolled back: the revision may work.';
  const made =
    end.kind === 'deployed' && end.reason !== 'configuration-updated' && record.stage === 'waiting';
  return made ? '' : ' Not rolled back: this run did not create a revision.';
}

/** Connects to the agent and runs the checks. If the agent is unreachable, the first check fails. */
async function verifyLiveAgent(
  context: VerbContext<CommonSettings>,
  verification: Verification,
  url: string | undefined,
  revisionId: string | undefined,
): Promise<VerificationResult> {
  const { settings, record, redactor, masker, env, log } = context;
  if (verification.checks.kind !== 'given') throw new Error('the file of cases was not read');
  const { cases } = verification.checks;
  const check = url === undefined ? undefined : checkAgentUrl(url, settings.endpoint);
  if (check === undefined || check.kind === 'refused') {
    const why =
      check === undefined
        ? "The service does not return the agent's URL: use verify/action.yml with deployment-url in a later step."
        : `The address of the agent ${check.problem}; set \`allow-insecure-host: true\` to allow it.`;
    const untried = { tookMs: 0, threadId: undefined, runId: undefined };
    const results = cases.map(({ name }, index) => ({
      name,
      ...untried,
      ...(index === 0
        ? { result: 'impossible' as const, why: [why] }
        : { result: 'skipped' as const, why: [] }),
    }));
    return { results, revisionId: undefined };
  }
  const place = readWorkflowRun(env);
  const commit = record.revision?.commit ?? record.commit ?? place.sha;
  const link = runUrl(place);
  const origin = [commit && `Commit ${commit}.`, link].filter(Boolean).join(' ');
  return runChecks(
    {
      ...context,
      server: await context.agentServer(check.url),
      warn: once(log),
      shown: createValueRenderer((text) => redactor.redact(text)),
      maskSecret: (value) => masker.maskSecret(value),
      verification,
      origin,
    },
    { cases, revisionId },
  );
}

function once(log: Log): Log['warn'] {
  let warned = false;
  return (about, text) => {
    if (warned) log.line(text);
    else log.warn(about, text);
    warned = true;
  };
}
