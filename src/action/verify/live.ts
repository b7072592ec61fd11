import { checkAgentUrl } from '../../clients/base-url.ts';
import type { Log, VerbContext } from '../deploy/tools.ts';
import { readWorkflowRun, runUrl } from '../github/workflow-run.ts';
import type { CommonSettings } from '../inputs/settings.ts';
import type { Verification } from './check.ts';
import type { VerificationResult } from './result.ts';
import { createValueRenderer } from './value-renderer.ts';
import { runChecks } from './verification.ts';

/** Connects to a live agent and runs the cases against it; one that cannot be reached so fails the first of them. */
export async function verifyLiveAgent(
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
        ? 'The service does not say at which address the agent is: use verify/action.yml with deployment-url in a later step.'
        : `The address of the agent ${check.problem}; \`allow-insecure-host: true\` allows it.`;
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
