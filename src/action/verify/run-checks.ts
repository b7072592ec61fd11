import { isApiError } from '../../clients/errors.ts';
import { ONE_MINUTE_SCHEDULE, poll } from '../../clients/poll.ts';
import { formatDuration } from '../run-record.ts';
import type { Check } from '../inputs/settings.ts';
import type { CheckResult, ValueRenderer, VerificationResult } from './result.ts';
import {
  type CheckVerdict,
  runCheck,
  type VerificationContext,
  type VerificationTarget,
} from './run-check.ts';
import { evaluateError } from './evaluate.ts';

/**
 * Runs the checks against an agent, one after another, and logs each result. Skips a check whose result would prove
 * nothing. Throws only the signal's reason.
 */
export async function runChecks(
  context: VerificationContext,
  { cases, revisionId }: VerificationTarget,
): Promise<VerificationResult> {
  const { log } = context;
  const results: CheckResult[] = [];
  const prepared = await prepareAgent(context, { cases, revisionId });
  const verdict = prepared.kind === 'refused' ? prepared.verdict : undefined;
  const assistants = prepared.kind === 'ready' ? prepared.assistants : new Map<Check, string>();
  for (const [index, one] of cases.entries()) {
    if (verdict !== undefined) {
      results.push({ ...(index === 0 ? verdict : SKIPPED), ...UNTRIED, name: one.name });
      continue;
    }
    const title = `Check ${index + 1} of ${cases.length}: ${one.name}`;
    const assistant = assistants.get(one) ?? '';
    const { result } = await log.group(title, () => runCheck(context, one, { assistant, revisionId }));
    results.push(result);
    logResult(context, result);
    // The cause that made this check impossible also affects the remaining checks.
    if (result.result === 'impossible' && index + 1 < cases.length) {
      results.push(...cases.slice(index + 1).map(({ name }) => ({ ...SKIPPED, ...UNTRIED, name })));
      break;
    }
  }
  if (verdict !== undefined && results[0] !== undefined) logResult(context, results[0]);
  return { results, revisionId: prepared.revisionId };
}

/**
 * Result of the requests before the first run, where `revisionId` is the revision that responds, if the server reports
 * the revision.
 */
export type PreparedAgent = { revisionId: string | undefined } & (
  | { kind: 'ready'; assistants: ReadonlyMap<Check, string> }
  | { kind: 'refused'; verdict: CheckVerdict }
);

/**
 * Waits until the expected revision responds, and chooses the assistant of each case. Throws only the signal's reason.
 */
export async function prepareAgent(
  context: VerificationContext,
  { cases, revisionId }: VerificationTarget,
): Promise<PreparedAgent> {
  let answers: string | undefined;
  const refused = (verdict: CheckVerdict): PreparedAgent => ({
    kind: 'refused',
    verdict,
    revisionId: answers,
  });
  try {
    answers = await findAnsweringRevision(context, revisionId);
    if (answers !== undefined && revisionId !== undefined && answers !== revisionId)
      return refused(another(answers, revisionId, context.shown));
    const chosen = await chooseAssistants(context, cases);
    return 'why' in chosen ? refused(chosen) : { kind: 'ready', assistants: chosen, revisionId: answers };
  } catch (error) {
    if (!isApiError(error)) throw error;
    return refused(evaluateError(error, context.shown));
  }
}

const SKIPPED: CheckVerdict = { result: 'skipped', why: [] };
const UNTRIED = { tookMs: 0, threadId: undefined, runId: undefined };
const MARKS = { passed: '✓', failed: '✗', 'timed-out': '✗', impossible: '✗', skipped: '–' } as const;

function logResult({ log }: VerificationContext, { name, result, why, tookMs }: CheckResult): void {
  log.line(`${MARKS[result]} ${name}: ${result} (${formatDuration(tookMs)})`);
  for (const line of why) log.line(`    ${line}`);
}

/**
 * Returns the ID of the revision that responds, or `undefined` if the server does not report the ID. Waits until the
 * server reports our revision, because a gateway might still route to the earlier revision.
 */
export async function findAnsweringRevision(
  context: Pick<VerificationContext, 'log' | 'signal' | 'shown' | 'clock'> & {
    server: Pick<VerificationContext['server'], 'revision'>;
  },
  ours: string | undefined,
): Promise<string | undefined> {
  const { server, log, signal, shown } = context;
  let answers: string | undefined;
  await poll(context, ONE_MINUTE_SCHEDULE, async () => {
    answers = await server.revision(signal);
    if (ours === undefined || answers === undefined || answers === ours) return true;
    log.line(`Revision ${shown.text(answers)} still responds instead of ${ours}.`);
    return undefined;
  });
  return answers;
}

function another(answers: string, ours: string, shown: ValueRenderer): CheckVerdict {
  return {
    result: 'impossible',
    why: [
      `Revision ${shown.text(answers)} responds at this address instead of ${ours}. No check was run, because it would not test the revision of this run.`,
    ],
  };
}

/**
 * Returns the assistant of each check: the assistant that the check specifies, or else the agent's only assistant.
 */
async function chooseAssistants(
  { server, signal, shown }: VerificationContext,
  cases: readonly Check[],
): Promise<ReadonlyMap<Check, string> | CheckVerdict> {
  const chosen = new Map(
    cases.flatMap((one) => (one.assistant === undefined ? [] : [[one, one.assistant] as const])),
  );
  if (chosen.size === cases.length) return chosen;
  const there = await server.assistants(signal);
  const names = [...new Set(there.map(({ graph_id, assistant_id }) => graph_id ?? assistant_id))];
  const [only] = names;
  if (only === undefined)
    return { result: 'failed', why: ['The deployment has no assistant that can be run.'] };
  if (names.length > 1) {
    const warning = names
      .slice(0, 10)
      .map((name) => shown.text(name))
      .join(', ');
    return {
      result: 'impossible',
      why: [`The deployment has ${names.length} assistants: ${warning}. Choose one with \`assistant\`.`],
    };
  }
  return new Map(cases.map((one) => [one, one.assistant ?? only]));
}
