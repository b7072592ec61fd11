import type { Host } from '../host/host.ts';
import type { Display } from '../inputs/settings.ts';
import { exitCodeOf, type Outcome, type Policy, severityOf } from '../outcome.ts';
import type { RunRecord } from '../run-record.ts';
import { saveState } from '../state.ts';
import { annotationOf } from './annotation.ts';
import { pullRequestLink, troubleshootingLink } from './links.ts';
import { outputsOf } from './outputs.ts';
import { redactReport } from './told.ts';
import { errorMessage } from '../text.ts';

/**
 * Tells how the run ended: outputs in every outcome, a line in the log, one annotation, the job summary. Gives the exit
 * code. What GitHub refuses (a missing file, a full disk) is one more line in the log and changes no outcome.
 */
export async function report(
  host: Host,
  outcome: Outcome,
  record: RunRecord,
  context: {
    policy: Policy;
    display: Display;
    now: number;
    redact: (text: string) => string;
    outputsOf?: (outcome: Outcome, record: RunRecord, now: number) => Record<string, string>;
  },
): Promise<0 | 1> {
  const { policy, display, now, redact } = context;
  const severity = severityOf(outcome.kind, policy);
  await attempt(host, 'outputs', () =>
    setOutputs(host, (context.outputsOf ?? outputsOf)(outcome, record, now)),
  );
  const shown = redactReport(outcome, record, redact);
  const help = troubleshootingLink(host.env, outcome.reason);
  const annotation = display.annotations
    ? annotationOf(shown.outcome, severity, shown.record, help)
    : undefined;
  if (annotation !== undefined) host.annotate(annotation);
  else for (const line of outcome.message.split('\n')) host.log(line);
  host.log(`Outcome: ${outcome.kind} (${outcome.reason})`);
  if (severity !== 'fine') host.log(`What to do: ${help}`);
  if (record.deployment?.url !== undefined) host.log(`Agent: ${record.deployment.url}`);
  if (display.summary) {
    await attempt(host, 'job summary', async () => {
      const { summaryOf } = await import('./summary.ts');
      const pullUrl = pullRequestLink(host.env, record.pullRequest);
      const serverUrl = host.env['GITHUB_SERVER_URL'];
      const context = { now, help, pullUrl, serverUrl };
      await host.addSummary(summaryOf(shown.outcome, severity, shown.record, context));
    });
  }
  record.stage = 'reported';
  await attempt(host, 'state', () => saveState(host, record));
  return exitCodeOf(outcome.kind, policy);
}

/** One output that cannot be written does not keep the others from it. */
async function setOutputs(host: Host, outputs: Record<string, string>): Promise<void> {
  const errors: unknown[] = [];
  for (const [name, value] of Object.entries(outputs)) {
    try {
      await host.setOutput(name, value);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

async function attempt(host: Host, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    host.log(`The ${what} could not be written: ${errorMessage(error)}`);
  }
}
