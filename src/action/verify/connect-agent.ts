import type { AgentServer } from '../../clients/agent-server.ts';
import { checkAgentUrl } from '../../clients/base-url.ts';
import type { CommonSettings, Verification } from '../inputs/settings.ts';
import { readWorkflowRun, runUrl } from '../report/links.ts';
import type { Log, VerbContext } from '../verb-context.ts';
import { createValueRenderer } from './result.ts';
import type { VerificationContext } from './run-check.ts';

/** Client of an agent server at a URL to which the key may be sent, or the reason why no request may be sent. */
type OpenedAgent = { kind: 'ready'; url: string; server: AgentServer } | { kind: 'refused'; why: string };

/** Returns a client of the agent server at a URL that the service returned, if the key may be sent to the URL. */
export async function openAgent(
  { settings, agentServer }: Pick<VerbContext<CommonSettings>, 'settings' | 'agentServer'>,
  url: string | undefined,
): Promise<OpenedAgent> {
  if (url === undefined) return { kind: 'refused', why: "The service does not return the agent's URL." };
  const check = checkAgentUrl(url, settings.endpoint);
  if (check.kind === 'refused') {
    const why = `The address of the agent ${check.problem}; set \`allow-insecure-host: true\` to allow it.`;
    return { kind: 'refused', why };
  }
  return { kind: 'ready', url: check.url, server: await agentServer(check.url) };
}

/** Returns the context for checking an agent, or the reason why requests to the agent's URL are not allowed. */
export async function connectAgent(
  context: VerbContext<CommonSettings>,
  verification: Omit<Verification, 'checks'>,
  url: string | undefined,
): Promise<{ kind: 'ready'; context: VerificationContext } | { kind: 'refused'; why: string }> {
  const { record, redactor, masker, env, log } = context;
  if (url === undefined) {
    const why =
      "The service does not return the agent's URL: use verify/action.yml with deployment-url in a later step.";
    return { kind: 'refused', why };
  }
  const agent = await openAgent(context, url);
  if (agent.kind === 'refused') return agent;
  record.isAgentCalled = true;
  const place = readWorkflowRun(env);
  const commit = record.revision?.commit ?? record.commit ?? place.sha;
  const link = runUrl(place);
  const origin = [commit && `Commit ${commit}.`, link].filter(Boolean).join(' ');
  return {
    kind: 'ready',
    context: {
      ...context,
      server: agent.server,
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
