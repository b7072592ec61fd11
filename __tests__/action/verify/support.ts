import { parseChecks } from '../../../src/action/inputs/checks.ts';
import { createRunRecord } from '../../../src/action/run-record.ts';
import { type CheckResult, createValueRenderer } from '../../../src/action/verify/result.ts';
import { runChecks } from '../../../src/action/verify/run-checks.ts';
import { createAgentServer } from '../../../src/clients/agent-server.ts';
import { testTransport } from '../../clients/support.ts';

/** Runs one check against the agent server at `url`. Also returns the printed and the masked texts. */
export async function checkAgentAt(
  url: URL,
  check: string,
): Promise<CheckResult & { lines: string[]; secrets: string[] }> {
  await using transport = testTransport({ attemptTimeoutMs: 500 });
  const parsed = parseChecks(check);
  if (!parsed.ok || parsed.value.kind !== 'given') throw new Error('the case is wrong');
  const lines: string[] = [];
  const secrets: string[] = [];
  const { results } = await runChecks(
    {
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
    },
    { cases: parsed.value.cases, revisionId: undefined },
  );
  const [result] = results;
  if (result === undefined) throw new Error('the check has no result');
  return { ...result, lines, secrets };
}
