import { findExisting, recordDeployment } from '../deploy/read.ts';
import type { JudgedAgent, PreparedGate } from '../gate/prepare.ts';
import type { Check, CommonSettings, Verification, VerifySettings } from '../inputs/settings.ts';
import { outcome, type Outcome, type OutcomeOf } from '../outcome.ts';
import type { VerbContext } from '../verb-context.ts';
import { connectAgent } from './connect-agent.ts';
import { allPassed, countPassed, failureOf, type VerificationResult } from './result.ts';
import { runChecks } from './run-checks.ts';

/**
 * Implements the verb verify, which changes nothing: runs the checks or the gate for an agent that its URL or its
 * deployment specifies.
 */
export async function verify(context: VerbContext<VerifySettings>): Promise<Outcome> {
  const { agent, verification } = context.settings;
  return withGate(context, verification, agent, async (gate) => {
    const target = await findAgent(context);
    if (context.settings.dryRun) {
      const cases = gate?.cases ?? givenCases(verification);
      await logDryRun(context, cases, gate, target.about);
      return outcome('planned', 'dry-run', `Nothing was sent to ${target.about}.`);
    }
    return gate === undefined ? checkAgent(context, target) : judgeAgent(context, gate, target);
  });
}

interface AgentToCheck {
  /** URL of the agent, or name of its deployment. */
  about: string;
  url: string | undefined;
  revisionId: string | undefined;
}

async function findAgent(context: VerbContext<VerifySettings>): Promise<AgentToCheck> {
  const { settings, record } = context;
  const { agent } = settings;
  if (agent.by === 'url') {
    record.agentUrl = agent.url;
    return { about: agent.url, url: agent.url, revisionId: undefined };
  }
  const { actual: current } = await findExisting({ ...context, settings: { ...settings, target: agent } });
  record.commit = current.active?.commit;
  return { about: current.name, url: record.deployment?.url, revisionId: current.activeRevisionId };
}

async function checkAgent(
  context: VerbContext<VerifySettings>,
  { about, url, revisionId }: AgentToCheck,
): Promise<Outcome> {
  const { settings, record } = context;
  const verified = await verifyLiveAgent(context, settings.verification, url, revisionId);
  record.verification = verified;
  return (
    failureOf(verified, about) ??
    outcome('verified', 'all-passed', `Checked ${about}: ${countPassed(verified)}.`)
  );
}

async function judgeAgent(
  context: VerbContext<VerifySettings>,
  gate: PreparedGate,
  { about, url, revisionId }: AgentToCheck,
): Promise<Outcome> {
  const { record } = context;
  const { runGate } = await import('../gate/gate.ts');
  const candidate = { url, revisionId, commit: record.commit, name: about, isPreview: false };
  const decision = await runGate(context, gate, candidate);
  if (decision.kind === 'stopped') return decision.failure;
  return outcome('verified', 'gate-passed', `Compared ${about}: ${decision.sentence}`);
}

/**
 * Prepares the gate, calls `work`, and releases the resources of the gate. Without a gate in the inputs, loads no
 * module of the gate, and calls `work` with `undefined`.
 */
export async function withGate<T>(
  context: VerbContext<CommonSettings>,
  verification: Verification | undefined,
  candidate: JudgedAgent,
  work: (gate: PreparedGate | undefined) => Promise<T>,
): Promise<T> {
  if (verification?.gate === undefined) return work(undefined);
  const { prepareGate } = await import('../gate/prepare.ts');
  const gate = await prepareGate(context, verification, verification.gate, candidate);
  try {
    return await work(gate);
  } finally {
    await gate.scorers.close();
  }
}

/** Logs the cases that the checks or the gate would send, and the number of runs. */
async function logDryRun(
  { log }: VerbContext<CommonSettings>,
  cases: readonly Check[],
  gate: PreparedGate | undefined,
  candidate: string,
): Promise<void> {
  const { describeGate } = await import('../gate/dry-run.ts');
  const lines = describeGate({
    names: cases.map(({ name }) => name),
    available: gate?.available ?? cases.length,
    candidate,
    baseline: gate?.baseline?.name,
    repeats: gate?.inputs.repeats ?? 1,
    hasCommand: gate?.inputs.command !== undefined,
    settings: gate?.settings,
  });
  for (const line of lines) log.line(line);
}

/**
 * Runs the checks of the input `verify`, or the gate, after a deployment. Checks our revision, or the active revision
 * if no deployment was needed, so that a re-run after a failed check fails too. Returns the outcome of the deployment
 * unchanged if our revision is not active.
 */
export async function verifyAfterDeploy(
  context: VerbContext,
  end: Outcome,
  gate: PreparedGate | undefined,
): Promise<Outcome> {
  const { settings, record, controlPlane, signal } = context;
  const { verification } = settings;
  const serves = end.kind === 'deployed' || (end.kind === 'unchanged' && end.reason === 'already-active');
  if (settings.dryRun && gate !== undefined && end.kind !== 'failed') {
    await logDryRun(context, gate.cases, gate, record.deployment?.name ?? 'the new deployment');
  }
  if (verification === undefined || !serves || settings.dryRun) return end;
  const { deployment } = record;
  if (deployment === undefined) throw new Error('the record of a serving deploy contains no deployment');
  // Some services set the URL only after the switch to the revision.
  if (deployment.url === undefined)
    recordDeployment(context, await controlPlane.getDeployment(deployment.id, signal));
  const url = record.deployment?.url;
  const failed = (failure: OutcomeOf<'failed'>) => {
    const notRolledBack = unrolled(context, end, failure.reason);
    return outcome('failed', failure.reason, `${end.message} ${failure.message}${notRolledBack}`);
  };
  if (gate !== undefined) {
    const { runGate } = await import('../gate/gate.ts');
    const decision = await runGate(context, gate, {
      url,
      revisionId: record.revision?.id,
      commit: record.revision?.commit ?? record.commit,
      name: deployment.name,
      isPreview: record.pullRequest !== undefined,
    });
    if (decision.kind === 'stopped') return failed(decision.failure);
    return { ...end, message: `${end.message} ${decision.sentence}` };
  }
  const verified = await verifyLiveAgent(context, verification, url, record.revision?.id);
  record.verification = verified;
  const failure = failureOf(verified, deployment.name);
  if (failure !== undefined) return failed(failure);
  if (!allPassed(verified)) throw new Error('a verification neither passed nor failed');
  return { ...end, message: `${end.message} ${countPassed(verified)}.` };
}

/** Returns a sentence that explains why `rollback-on-failure` did not roll back, or an empty string. */
function unrolled({ settings, record }: VerbContext, end: Outcome, reason: string): string {
  if (!settings.rollbackOnFailure) return '';
  if (reason === 'verification-impossible' || reason === 'gate-inconclusive')
    return ' Not rolled back: the revision may work.';
  const made =
    end.kind === 'deployed' && end.reason !== 'configuration-updated' && record.stage === 'waiting';
  return made ? '' : ' Not rolled back: this run did not create a revision.';
}

function givenCases({ checks }: Verification): readonly Check[] {
  if (checks.kind !== 'given') throw new Error('the file of cases was not read');
  return checks.cases;
}

/** Connects to the agent and runs the checks. If the agent is unreachable, the first check fails. */
async function verifyLiveAgent(
  context: VerbContext<CommonSettings>,
  verification: Verification,
  url: string | undefined,
  revisionId: string | undefined,
): Promise<VerificationResult> {
  const cases = givenCases(verification);
  const connected = await connectAgent(context, verification, url);
  if (connected.kind === 'ready') return runChecks(connected.context, { cases, revisionId });
  const untried = { tookMs: 0, threadId: undefined, runId: undefined };
  const results = cases.map(({ name }, index) => ({
    name,
    ...untried,
    ...(index === 0
      ? { result: 'impossible' as const, why: [connected.why] }
      : { result: 'skipped' as const, why: [] }),
  }));
  return { results, revisionId: undefined };
}
