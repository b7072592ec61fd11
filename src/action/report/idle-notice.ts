import { DOUBTFUL, NEUTRAL } from './headline.ts';
import { code } from './markdown.ts';
import { formatAge } from './log-lines.ts';

/** Facts in the comment about an inactive preview. Times are in epoch milliseconds. */
export interface NoticeText {
  name: string;
  idleMs: number;
  activeAt: number;
  /** Earliest time of the deletion. */
  dueAt: number;
  keepLabel: string;
}

/** Returns the Markdown of the notice before the deletion. */
export function noticeBody({ name, idleMs, activeAt, dueAt, keepLabel }: NoticeText): string {
  return [
    `### ${DOUBTFUL} The preview ${code(name)} will be deleted`,
    `The pull request and the threads of its preview have been inactive since ${utc(activeAt)}, longer than ${formatAge(idleMs)}. The first sweep after ${utc(dueAt)} deletes the preview.`,
    [
      '- **To keep the preview,** push a commit, write a comment, or use the preview.',
      `- **To keep an inactive preview,** add the label ${code(keepLabel)} to the pull request.`,
      `- **To get a deleted preview back,** ${RETURN}`,
    ].join('\n'),
  ].join('\n\n');
}

/** Returns the Markdown that replaces the notice after the deletion. */
export function deletedBody({ name, activeAt, keepLabel }: NoticeText): string {
  return [
    `### ${NEUTRAL} The preview ${code(name)} was deleted`,
    `The pull request and the threads of its preview had been inactive since ${utc(activeAt)}.`,
    [
      `- **To get the preview back,** ${RETURN}`,
      `- **To keep an inactive preview,** add the label ${code(keepLabel)} to the pull request.`,
    ].join('\n'),
  ].join('\n\n');
}

/** Completes a sentence about how a deleted preview comes back. */
const RETURN =
  'push a commit. If the preview depends on a label, you can also remove the label and add it again.';

/** Returns the message of a deletion in the comment of the agent. */
export function deletedMessage(): string {
  return `The preview was deleted because of inactivity. To get the preview back, ${RETURN}`;
}

function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
