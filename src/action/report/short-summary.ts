import type { Outcome, Severity } from '../outcome.ts';
import { headlineOf, meaningOf } from './headline.ts';
import { cell, code, details, inertLines, safeUrl, shorten, table } from './markdown.ts';

const MESSAGE_MAX = 20_000;

/**
 * Returns a line with a link to the explanation of a reason code, or with the path of the explanation in the project.
 */
export function whatToDo(help: string, reason: string): string {
  const url = safeUrl(help);
  return `**What to do:** ${url === undefined ? `see \`${help}\`` : `[see ${code(reason)}](<${url}>)`}`;
}

/** Returns a message as an alert, or as text if the severity requires no alert. */
export function messageText(message: string, severity: Severity): string {
  const text = inertLines(shorten(message, MESSAGE_MAX));
  if (severity === 'fine' || text === '') return text;
  return `> [!${severity === 'error' ? 'CAUTION' : 'WARNING'}]\n> ${text}`;
}

/**
 * Returns the Markdown parts of a short job summary: a sentence, the message, one line with the notes that have a
 * value, and folded details.
 */
export function shortSummary(
  name: string,
  end: Outcome,
  { severity, help, notes }: { severity: Severity; help: string; notes: [string, string | undefined][] },
): string[] {
  const nothing = { pullRequest: undefined, rollback: undefined, plan: undefined };
  const { icon, text } = headlineOf(end, { ...nothing, name });
  const line = notes.flatMap(([label, value]) => (value ? [`${label} ${cell(value)}`] : []));
  return [
    `## ${icon} ${cell(text)}`,
    messageText(end.message, severity),
    line.join(' · '),
    severity === 'fine' ? '' : whatToDo(help, end.reason),
    details(
      'Details',
      table(
        ['What', 'Value'],
        [
          ['result', `${end.kind} (${end.reason})`],
          ['meaning', meaningOf(end)],
        ],
      ),
    ),
  ].filter((part) => part !== '');
}
