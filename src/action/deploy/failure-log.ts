import { ApiError } from '../../clients/errors.ts';
import type { RevisionLogLine } from '../../clients/control-plane.ts';
import type { RevisionView } from '../plan/current.ts';
import type { CommonSettings } from '../inputs/settings.ts';
import type { RolloutTarget, VerbContext } from './tools.ts';

/** How long a log that cannot be read is asked for. */
const LIMIT_MS = 10_000;

/**
 * Why a revision failed: the service's own words where it has any, else the last telling line of its log. The end of
 * the log goes into the record, for log, summary and annotation (facts: service §7.11).
 */
export async function explainFailure(
  context: VerbContext<CommonSettings>,
  of: RolloutTarget,
  revision: RevisionView,
): Promise<string> {
  const lines = await tailOf(context, of, revision);
  const said = revision.statusMessage ?? mostTellingLine(lines);
  const reason = said === undefined ? 'The service gave no reason.' : `Reason: ${said}`;
  const serving =
    context.record.previousRevisionId === undefined
      ? ''
      : ` The earlier revision ${context.record.previousRevisionId} serves on.`;
  return `Revision ${revision.id} of ${of.deployment.name} ended as ${revision.status}. ${reason}${serving}`;
}

/** Reads the end of the log of the stage a revision is in, into the record. Never fails: a log is an extra. */
export async function tailOf(
  context: VerbContext<CommonSettings>,
  of: RolloutTarget,
  revision: RevisionView,
): Promise<string[]> {
  const { settings, log, record } = context;
  if (settings.logLines === 0) return [];
  for (const kind of kindsFor(revision.status)) {
    const lines = await readTail(context, of, kind);
    if (lines.length === 0) continue;
    record.logTail = { kind, lines };
    await log.group(`End of the ${kind} log (${lines.length} lines)`, () => {
      for (const line of lines) log.line(line);
    });
    return lines;
  }
  return [];
}

async function readTail(
  context: VerbContext<CommonSettings>,
  of: RolloutTarget,
  kind: 'build' | 'deploy',
): Promise<string[]> {
  const { controlPlane, clock, signal, settings, log } = context;
  context.setReadDeadline(clock.now() + LIMIT_MS);
  try {
    const lines = await controlPlane.tailLog(
      of.deployment.id,
      of.revisionId,
      kind,
      settings.logLines,
      signal,
    );
    // Before they are told one by one: a secret may be broken over several lines.
    const text = lines.slice(-settings.logLines).map(formatLine).join('\n');
    return text === '' ? [] : context.redactor.redact(text).split('\n');
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError)) throw error;
    log.line(`The ${kind} log could not be read: ${error.message}`);
    return [];
  } finally {
    context.setReadDeadline(undefined);
  }
}

/** Which logs to try, the likeliest first. */
function kindsFor(status: string): ('build' | 'deploy')[] {
  return /DEPLOY/.test(status) ? ['deploy', 'build'] : ['build', 'deploy'];
}

function formatLine({ level, message }: RevisionLogLine): string {
  const prefix = level === null || /^info$/i.test(level) ? '' : `${level}: `;
  return `${prefix}${message}`.replace(/\s+$/, '');
}

/** The last line that names an error, else the last line that says anything. Pure. */
export function mostTellingLine(lines: readonly string[]): string | undefined {
  const spoken = lines.filter((line) => line.trim() !== '');
  return (
    spoken.findLast((line) => /error|fail|missing|not found|cannot/i.test(line)) ?? spoken.at(-1)
  )?.trim();
}
