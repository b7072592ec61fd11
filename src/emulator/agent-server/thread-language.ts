import type { AgentLanguage, Repositories } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';

const NAMES: Record<AgentLanguage, string> = { javascript: 'JavaScript', python: 'Python' };

/** Error for a thread whose checkpoints were written by graphs of the other language. */
export class OtherLanguageError extends HttpError {
  override readonly name = 'OtherLanguageError';
  constructor(threadId: string, written: AgentLanguage, now: AgentLanguage) {
    super(
      409,
      `Thread ${threadId} was written by ${NAMES[written]} graphs, but this revision runs ${NAMES[now]} graphs, which cannot read their checkpoints: start a new thread, or deploy ${NAMES[written]} graphs again to continue this thread (GET /threads/${threadId} still returns its values)`,
    );
  }
}

/** @throws OtherLanguageError if the thread has checkpoints that graphs of `language` cannot read. */
export async function checkThreadLanguage(
  { checkpoints }: Pick<Repositories, 'checkpoints'>,
  threadId: string,
  language: AgentLanguage,
): Promise<void> {
  const written = await checkpoints.languageOf(threadId);
  if (written !== undefined && written !== language) {
    throw new OtherLanguageError(threadId, written, language);
  }
}
