import { SHOWN_MAX, shorten, TEXT_MAX } from '../text.ts';
import type { Outcome } from '../outcome.ts';
import type { RunRecord } from '../run-record.ts';

/**
 * Outcome and record as they may be told, none of it without end: free of secrets before any of it is shortened or escaped, because half a
 * secret, or one behind the escapes of Markdown, is no longer recognized. Pure.
 */
export function redactReport(
  outcome: Outcome,
  record: RunRecord,
  hide: (text: string) => string,
): { outcome: Outcome; record: RunRecord } {
  const redact = (text: string) => shorten(hide(text), TEXT_MAX);
  const { deployment, revision, plan, timeline, logTail, swept, earlier, verification } = record;
  const some = <T extends string | null | undefined>(text: T) => (text ? redact(text) : text);
  return {
    outcome: { ...outcome, message: shorten(hide(outcome.message), SHOWN_MAX) },
    record: {
      ...record,
      deployment: deployment && {
        id: redact(deployment.id),
        name: redact(deployment.name),
        url: some(deployment.url),
      },
      revision: revision && {
        ...revision,
        id: redact(revision.id),
        status: redact(revision.status),
        commit: some(revision.commit),
      },
      plan: plan && {
        ...plan,
        changes: plan.changes.map((change) => ({
          ...change,
          from: some(change.from),
          to: some(change.to),
        })),
      },
      timeline: timeline.map((span) => ({ ...span, status: redact(span.status) })),
      earlier: earlier.map((one) => ({ ...one, id: redact(one.id), commit: some(one.commit) })),
      swept: swept?.map((one) => ({ ...one, name: redact(one.name), of: redact(one.of) })),
      agentUrl: some(record.agentUrl),
      verification: verification && {
        revisionId: some(verification.revisionId),
        results: verification.results.map((one) => ({
          ...one,
          name: redact(one.name),
          why: one.why.map(redact),
        })),
      },
      // A secret may be broken over several lines.
      logTail: logTail && {
        ...logTail,
        lines: hide(logTail.lines.join('\n'))
          .split('\n')
          .map((line) => shorten(line, TEXT_MAX)),
      },
    },
  };
}
