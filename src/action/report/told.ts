import type { Outcome } from '../outcome/outcome.ts';
import type { RunRecord } from '../run-record.ts';

/**
 * Outcome and record as they may be told: free of secrets before any of it is shortened or escaped, because half a
 * secret, or one behind the escapes of Markdown, is no longer recognized. Pure.
 */
export function told(
  outcome: Outcome,
  record: RunRecord,
  redact: (text: string) => string,
): { outcome: Outcome; record: RunRecord } {
  const { deployment, revision, plan, timeline, logTail, swept, earlier, verification } = record;
  const some = <T extends string | null | undefined>(text: T) => (text ? redact(text) : text);
  return {
    outcome: { ...outcome, message: redact(outcome.message) },
    record: {
      ...record,
      deployment: deployment && {
        id: deployment.id,
        name: redact(deployment.name),
        url: some(deployment.url),
      },
      revision: revision && { ...revision, status: redact(revision.status) },
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
      logTail: logTail && { ...logTail, lines: logTail.lines.map(redact) },
    },
  };
}
