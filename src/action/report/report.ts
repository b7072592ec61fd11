import type { Host } from '../host/port.ts';
import type { Display } from '../inputs/settings.ts';
import { exitCodeOf, type Policy, severityOf } from '../outcome/exit-code.ts';
import type { Outcome } from '../outcome/outcome.ts';
import type { RunRecord } from '../run-record.ts';
import { saveState } from '../state.ts';
import { annotationOf } from './annotation.ts';
import { outputsOf } from './outputs.ts';

/**
 * Tells how the run ended: outputs in every outcome, a line in the log, one annotation, the job summary. Gives the exit
 * code. What GitHub refuses (a missing file, a full disk) is one more line in the log and changes no outcome.
 */
export async function report(
  host: Host,
  outcome: Outcome,
  record: RunRecord,
  context: { policy: Policy; display: Display; now: number },
): Promise<0 | 1> {
  const { policy, display, now } = context;
  const severity = severityOf(outcome.kind, policy);
  const outputs = outputsOf(outcome, record, now);
  await attempt(host, 'outputs', async () => {
    for (const [name, value] of Object.entries(outputs)) await host.setOutput(name, value);
  });
  const annotation = display.annotations ? annotationOf(outcome, severity, record) : undefined;
  if (annotation !== undefined) host.annotate(annotation);
  else for (const line of outcome.message.split('\n')) host.log(line);
  host.log(`Outcome: ${outcome.kind} (${outcome.reason})`);
  if (record.deployment?.url !== undefined) host.log(`Agent: ${record.deployment.url}`);
  if (display.summary) {
    await attempt(host, 'job summary', async () => {
      const { summaryOf } = await import('./summary.ts');
      await host.addSummary(summaryOf(outcome, severity, record, now));
    });
  }
  record.stage = 'reported';
  await attempt(host, 'state', () => saveState(host, record));
  return exitCodeOf(outcome.kind, policy);
}

async function attempt(host: Host, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    host.log(`The ${what} could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
