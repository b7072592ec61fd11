import { errorMessage } from '../../os/errors.ts';
import { shorten, DISPLAY_MAX, TEXT_MAX } from '../text.ts';
import type { GateResult } from '../gate/result.ts';
import type { Annotation, Host } from '../host/host.ts';
import type { Display } from '../inputs/settings.ts';
import { exitCodeOf, type Outcome, type Policy, type Severity, severityOf } from '../outcome.ts';
import type { RunRecord } from '../run-record.ts';
import { saveState } from '../state.ts';
import { failureLines } from '../verify/result.ts';
import { commitUrl, pullRequestLink, readWorkflowRun, troubleshootingLink } from './links.ts';
import { outputsOf } from './outputs.ts';
import { summaryOf } from './summary.ts';

/**
 * Reports the outcome in the outputs, the log, one annotation and the job summary, and returns the exit code. A failed
 * write, for example to a missing file or a full disk, adds a log line and does not change the outcome.
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
  const shown = redactReport(outcome, record, redact);
  await attempt(host, 'outputs', () =>
    setOutputs(host, (context.outputsOf ?? outputsOf)(outcome, { ...record, gate: shown.record.gate }, now)),
  );
  const help = troubleshootingLink(host.env, outcome.reason);
  const annotation = display.annotations
    ? annotationOf(shown.outcome, severity, shown.record, help)
    : undefined;
  if (annotation !== undefined) host.annotate(annotation);
  else for (const line of outcome.message.split('\n')) host.log(line);
  const gateSummary = await reportGate(host, record, { ...context, severity });
  host.log(`Outcome: ${outcome.kind} (${outcome.reason})`);
  if (severity !== 'fine') host.log(`What to do: ${helpLine(host, outcome.reason)}`);
  if (record.deployment?.url !== undefined) host.log(`Agent: ${record.deployment.url}`);
  if (display.summary) {
    await attempt(host, 'job summary', async () => {
      await host.addSummary(() => {
        const pullUrl = pullRequestLink(host.env, record.pullRequest);
        const serverUrl = host.env['GITHUB_SERVER_URL'];
        const workflowRun = readWorkflowRun(host.env);
        const context = {
          now,
          help,
          pullUrl,
          serverUrl,
          commitUrl: workflowRun.repository === '' ? undefined : (sha: string) => commitUrl(workflowRun, sha),
          gate: gateSummary,
        };
        return summaryOf(shown.outcome, severity, shown.record, context);
      });
    });
  }
  record.stage = 'reported';
  await attempt(host, 'state', () => saveState(host, record));
  return exitCodeOf(outcome.kind, policy);
}

/**
 * Adds annotations for the cases that made the gate red. Returns the gate's part of the summary, or `undefined` if the
 * gate did not run or its part could not be rendered. Loads the modules of the gate only if the gate ran.
 */
async function reportGate(
  host: Host,
  { gate }: RunRecord,
  { severity, display, redact }: { severity: Severity; display: Display; redact: (text: string) => string },
): Promise<string | undefined> {
  let summary: string | undefined;
  if (gate === undefined) return summary;
  await attempt(host, 'report of the gate', async () => {
    const { renderAnnotations, renderSummary } = await import('../gate/report/render.ts');
    if (display.annotations && severity !== 'fine') {
      for (const one of renderAnnotations(gate, redact, severity)) host.annotate(one);
    }
    if (display.summary) summary = renderSummary(gate, redact);
  });
  return summary;
}

/** Returns a line for the log that states where a reason code is explained. */
function helpLine({ env, explainCommand }: Host, reason: string): string {
  const link = troubleshootingLink(env, reason);
  if (explainCommand === undefined) return link;
  const command = `${explainCommand} ${reason}`;
  // Does not show a path in the project, because the command line's package contains no documentation files.
  return link.startsWith('http') ? `${command}, or ${link}` : command;
}

/** Sets all outputs, even if setting an output fails. */
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

const MAX_LINES = 10;
const MAX_CHARACTERS = 4000;

/**
 * Returns the annotation of a run: the reason, the last lines of a log that explain more, and the page of the docs.
 * Returns `undefined` for a successful run.
 */
export function annotationOf(
  outcome: Outcome,
  severity: Severity,
  record: RunRecord,
  help: string,
): Annotation | undefined {
  if (severity === 'fine') return undefined;
  const checks = record.verification ? failureLines(record.verification).slice(0, MAX_LINES) : [];
  const tail = logExcerpt(outcome, record) ?? checks;
  const text = [outcome.message, ...(tail.length > 0 ? ['', ...tail] : [])].join('\n');
  return {
    level: severity,
    title: `Agent Deploy: ${outcome.kind} (${outcome.reason})`,
    message: `${text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text}\n\nWhat to do: ${help}`,
  };
}

/**
 * Returns the last lines of the log, or `undefined` without a log. Returns an empty list if the last line is the
 * reason, because the reason is always shown.
 */
function logExcerpt(outcome: Outcome, { logTail }: RunRecord): string[] | undefined {
  const last = logTail?.lines.at(-1)?.replace(/^[A-Z]+: /, '');
  if (last !== undefined && last !== '' && outcome.message.includes(last)) return [];
  return logTail?.lines.slice(-MAX_LINES);
}

/**
 * Redacts and shortens the outcome and the record for publication. Redacts the texts before shortening or escaping
 * them, because a truncated or escaped secret would not be recognized.
 */
export function redactReport(
  outcome: Outcome,
  record: RunRecord,
  hide: (text: string) => string,
): { outcome: Outcome; record: RunRecord } {
  const redact = (text: string) => shorten(hide(text), TEXT_MAX);
  const { deployment, revision, plan, timeline, logTail, swept, earlier, verification, gate } = record;
  const some = <T extends string | null | undefined>(text: T) => (text ? redact(text) : text);
  return {
    outcome: { ...outcome, message: shorten(hide(outcome.message), DISPLAY_MAX) },
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
      commitPreviews: record.commitPreviews.map((one) => ({
        ...one,
        name: redact(one.name),
        url: some(one.url),
      })),
      swept: swept?.map((one) => ({ ...one, name: redact(one.name), of: redact(one.of) })),
      head: record.head && { ...record.head, subject: redact(record.head.subject) },
      agentUrl: some(record.agentUrl),
      verification: verification && {
        revisionId: some(verification.revisionId),
        results: verification.results.map((one) => ({
          ...one,
          name: redact(one.name),
          why: one.why.map(redact),
        })),
      },
      gate: gate && redactGate(gate, redact),
      // Redacts all lines of the log together, because a secret can span several lines.
      logTail: logTail && {
        ...logTail,
        lines: hide(logTail.lines.join('\n'))
          .split('\n')
          .map((line) => shorten(line, TEXT_MAX)),
      },
    },
  };
}

/** Redacts the verdict of the gate, and removes the cases, because each report redacts the cases that it shows. */
function redactGate(gate: GateResult, redact: (text: string) => string): GateResult {
  const { judgement, report: about } = gate;
  return {
    ...gate,
    cases: [],
    locations: new Map(),
    judgement: {
      ...judgement,
      sentence: redact(judgement.sentence),
      reasons: judgement.reasons.map((reason) =>
        'key' in reason ? { ...reason, key: redact(reason.key) } : reason,
      ),
      scores: judgement.scores.map((score) => ({ ...score, key: redact(score.key) })),
      cases: [],
    },
    report: { ...about, compareUrl: about.compareUrl && redact(about.compareUrl) },
    endedEarly: gate.endedEarly && redact(gate.endedEarly),
    history: undefined,
  };
}
