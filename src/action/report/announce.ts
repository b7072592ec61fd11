import type { Host } from '../host/host.ts';
import type { Outcome, Severity } from '../outcome.ts';

/**
 * Logs a step's outcome, and adds an annotation to the run's page unless the outcome is a success. The caller must
 * redact and shorten `end`.
 */
export function announce(
  host: Pick<Host, 'annotate' | 'log'>,
  end: Outcome,
  { severity, help, annotations }: { severity: Severity; help: string; annotations: boolean },
): void {
  if (severity !== 'fine' && annotations) {
    const title = `Agent Deploy: ${end.kind} (${end.reason})`;
    host.annotate({
      level: severity,
      title,
      message: `${end.message.slice(0, 4000)}\n\nWhat to do: ${help}`,
    });
  } else for (const line of end.message.split('\n')) host.log(line);
  host.log(`Outcome: ${end.kind} (${end.reason})`);
  if (severity !== 'fine') host.log(`What to do: ${help}`);
}
