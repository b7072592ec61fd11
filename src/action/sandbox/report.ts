import { SHOWN_MAX, shorten, TEXT_MAX } from '../shorten.ts';
import { DEFAULT_POLICY, exitCodeOf, severityOf } from '../outcome/exit-code.ts';
import type { Display } from '../inputs/settings.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { troubleshootingLink } from '../report/links.ts';
import { errorMessage } from '../error-message.ts';
import { sandboxOutputs } from './outputs.ts';
import type { SandboxRecord } from './record.ts';
import { sandboxSummary } from './summary.ts';
import type { SandboxContext } from './world.ts';

/**
 * Tells how a run of `sandbox/action.yml` ended: outputs in every outcome, one annotation, the job summary. Gives the
 * exit code. What GitHub refuses is one more line in the log and changes no outcome.
 */
export async function reportSandbox(context: SandboxContext, end: Outcome, display: Display): Promise<0 | 1> {
  const { host, record, clock, redactor } = context;
  const severity = severityOf(end.kind, DEFAULT_POLICY);
  for (const [name, value] of Object.entries(sandboxOutputs(end, record, clock.now()))) {
    await attempt(context, `output ${name}`, () => host.setOutput(name, value));
  }
  const redact = (text: string) => redactor.redact(text);
  // Before any of it is escaped: a secret behind the escapes of Markdown is no longer recognized.
  const message = shorten(redact(end.message), SHOWN_MAX);
  const help = troubleshootingLink(host.env, end.reason);
  if (severity !== 'fine' && display.annotations) {
    const title = `Agent Deploy: ${end.kind} (${end.reason})`;
    host.annotate({ level: severity, title, message: `${message.slice(0, 4000)}\n\nWhat to do: ${help}` });
  } else for (const line of message.split('\n')) host.log(line);
  host.log(`Outcome: ${end.kind} (${end.reason})`);
  if (severity !== 'fine') host.log(`What to do: ${help}`);
  if (display.summary) {
    await attempt(context, 'job summary', () => {
      const shown = { ...end, message };
      return host.addSummary(
        sandboxSummary(shown, severity, told(record, redact), { now: clock.now(), help }),
      );
    });
  }
  record.stage = 'reported';
  await context.checkpoint();
  return exitCodeOf(end.kind, DEFAULT_POLICY);
}

/** What others chose the words of, free of secrets. */
function told(record: SandboxRecord, hide: (text: string) => string): SandboxRecord {
  const { usage, isolation, sandbox } = record;
  const redact = (text: string) => shorten(hide(text), TEXT_MAX);
  return {
    ...record,
    sandbox: sandbox && {
      ...sandbox,
      name: redact(sandbox.name),
      status: sandbox.status && redact(sandbox.status),
    },
    warnings: record.warnings.map(redact),
    isolation: isolation && { ...isolation, findings: isolation.findings.map(redact) },
    usage: usage && {
      ...usage,
      rows: usage.rows.map((row) => ({ ...row, host: row.host === null ? null : redact(row.host) })),
    },
  };
}

async function attempt(context: SandboxContext, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    context.host.log(`The ${what} could not be written: ${errorMessage(error)}`);
  }
}
