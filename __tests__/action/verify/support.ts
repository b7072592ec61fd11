import { parseChecks } from '../../../src/action/inputs/cases.ts';
import type { Check } from '../../../src/action/inputs/settings.ts';
import { createRunRecord } from '../../../src/action/run-record.ts';
import { type CheckResult, createValueRenderer } from '../../../src/action/verify/result.ts';
import { runCheck, type VerificationContext } from '../../../src/action/verify/run-check.ts';
import { runChecks } from '../../../src/action/verify/run-checks.ts';
import { createAgentServer } from '../../../src/clients/agent-server.ts';
import { testTransport } from '../../clients/support.ts';

/**
 * Runs one check against the agent server at `url`. Also returns the printed and the masked strings. With
 * `createsThread`, the run creates its thread, as in the gate.
 */
export async function checkAgentAt(
  url: URL,
  check: string,
  { createsThread = false }: { createsThread?: boolean } = {},
): Promise<CheckResult & { lines: string[]; secrets: string[] }> {
  await using transport = testTransport({ attemptTimeoutMs: 500 });
  const parsed = parseChecks(check);
  if (!parsed.ok || parsed.value.kind !== 'given') throw new Error('the case is wrong');
  const lines: string[] = [];
  const secrets: string[] = [];
  const context: VerificationContext = {
    server: createAgentServer({
      transport,
      baseUrl: url.origin,
      apiKey: 'k',
      requestTimeoutMs: 500,
    }),
    clock: transport.clock,
    signal: new AbortController().signal,
    record: createRunRecord(0),
    log: {
      line: (text) => void lines.push(text),
      warn: () => {},
      group: async (_title, work) => work(),
    },
    addCancelHook: () => () => {},
    warn: () => {},
    shown: createValueRenderer((text) => text),
    maskSecret: (secret) => void secrets.push(secret),
    verification: { feedbackKey: 'unknown', keepThreads: 'never', gate: undefined },
    origin: '',
  };
  const { cases } = parsed.value;
  const [result] = createsThread
    ? await Promise.all(cases.map((one) => runCheckOf(context, one)))
    : (await runChecks(context, { cases, revisionId: undefined })).results;
  if (result === undefined) throw new Error('the check has no result');
  return { ...result, lines, secrets };
}

async function runCheckOf(context: VerificationContext, one: Check): Promise<CheckResult> {
  const target = { assistant: one.assistant ?? 'agent', revisionId: undefined };
  return (await runCheck(context, one, target, { createsThread: true })).result;
}
