import { checkAgentUrl } from '../../clients/base-url.ts';
import type { CommonSettings, Verification } from '../inputs/settings.ts';
import { readWorkflowRun, runUrl } from '../report/links.ts';
import type { Log, VerbContext } from '../verb-context.ts';
import { createValueRenderer } from './result.ts';
import type { VerificationContext } from './run-check.ts';

/** Returns the context for checking an agent, or the reason why requests to the agent's URL are not allowed. */
export async function connectAgent(
  context: VerbContext<CommonSettings>,
  verification: Omit<Verification, 'checks'>,
  url: string | undefined,
): Promise<{ kind: 'ready'; context: VerificationContext } | { kind: 'refused'; why: string }> {
  const { settings, record, redactor, masker, env, log } = context;
  if (url === undefined) {
    const why =
      "The service does not return the agent's URL: use verify/action.yml with deployment-url in a later step.";
    return { kind: 'refused', why };
  }
  const check = checkAgentUrl(url, settings.endpoint);
  if (check.kind === 'refused') {
    const why = `The address of the agent ${check.problem}; set \`allow-insecure-host: true\` to allow it.`;
    return { kind: 'refused', why };
  }
  record.isAgentCalled = true;
  const place = readWorkflowRun(env);
  const commit = record.revision?.commit ?? record.commit ?? place.sha;
  const link = runUrl(place);
  const origin = [commit && `Commit ${commit}.`, link].filter(Boolean).join(' ');
  return {
    kind: 'ready',
    context: {
      ...context,
      server: await context.agentServer(check.url),
      warn: once(log),
      shown: createValueRenderer((text) => redactor.redact(text)),
      maskSecret: (value) => masker.maskSecret(value),
      verification,
      origin,
    },
  };
}

function once(log: Log): Log['warn'] {
  let warned = false;
  return (about, text) => {
    if (warned) log.line(text);
    else log.warn(about, text);
    warned = true;
  };
}
