import type { Annotation } from '../host/host.ts';
import type { Outcome, Severity } from '../outcome.ts';
import type { RunRecord } from '../run-record.ts';
import { failureLines } from '../verify/result.ts';

const MAX_LINES = 10;
const MAX_CHARACTERS = 4000;

/**
 * The one annotation of a run: the reason, the end of the log that shows it, and where the docs say what to do. None when
 * all is fine. Pure.
 */
export function annotationOf(
  outcome: Outcome,
  severity: Severity,
  record: RunRecord,
  help: string,
): Annotation | undefined {
  if (severity === 'fine') return undefined;
  const checks = record.verification ? failureLines(record.verification).slice(0, MAX_LINES) : [];
  const tail = record.logTail?.lines.slice(-MAX_LINES) ?? checks;
  const text = [outcome.message, ...(tail.length > 0 ? ['', ...tail] : [])].join('\n');
  return {
    level: severity,
    title: `Agent Deploy: ${outcome.kind} (${outcome.reason})`,
    message: `${text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text}\n\nWhat to do: ${help}`,
  };
}
