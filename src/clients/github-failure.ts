import { oneLine } from './errors.ts';

/** What a failed GitHub call comes down to, for one warning: status, GitHub's words, and the permission it names. */
export interface GitHubFailure {
  /** Null: GitHub did not answer, or answered another question. */
  status: number | null;
  /** Redacted, one line. */
  message: string;
  /** The whole as a sentence without its full stop: that GitHub answered, did not, or answered another question. */
  description: string;
  /** Lines to add under `permissions:`, such as `pull-requests: write`: all are needed. Empty when GitHub named none. */
  permissions: string[];
}

/** An answer of GitHub, or of what stands before it, that is about something else than was asked for. */
export class MismatchedAnswerError extends Error {
  override readonly name = 'OtherAnswerError';

  /** Both in words, such as `pull request #7`. */
  constructor(asked: string, answered: string) {
    super(`GitHub was asked about ${asked} and answered about ${answered}`);
  }
}

/** Reads any error of a GitHub call; shows no header and no body. */
export function toGitHubFailure(error: unknown, redact: (text: string) => string): GitHubFailure {
  const message = oneLine(redact(wordsOf(error)));
  // The client makes a 500 of what was never answered.
  const status = fieldAt(error, 'response') === undefined ? null : numberAt(error, 'status');
  return {
    status,
    message,
    description: describe(error, status, message),
    permissions: permissionsNeeded(error),
  };
}

/** The client hides behind `fetch failed` why it did. */
function wordsOf(error: unknown): string {
  const message = fieldAt(error, 'message');
  if (typeof message !== 'string') return 'unknown error';
  const cause = fieldAt(error, 'cause');
  return message === 'fetch failed' && cause !== undefined ? wordsOf(cause) : message;
}

function describe(error: unknown, status: number | null, message: string): string {
  if (error instanceof MismatchedAnswerError) return message;
  // What stands before GitHub answers pages.
  const words = message.trimStart().startsWith('<') ? '' : `: ${message}`;
  return status === null ? `GitHub did not answer${words}` : `GitHub answered ${status}${words}`;
}

/**
 * From the header `X-Accepted-GitHub-Permissions` of a refusal: in `contents=write,workflows=write; administration=write`
 * the semicolon parts choices, of which one is enough, and the comma what a choice needs together.
 */
function permissionsNeeded(error: unknown): string[] {
  const header = fieldAt(fieldAt(fieldAt(error, 'response'), 'headers'), 'x-accepted-github-permissions');
  if (typeof header !== 'string') return [];
  const [first = ''] = header.split(';');
  return Array.from(
    first.matchAll(/([a-z_]+)=([a-z]+)/g),
    ([, name = '', level = '']) => `${name.replaceAll('_', '-')}: ${level}`,
  );
}

function fieldAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function numberAt(value: unknown, key: string): number | null {
  const field = fieldAt(value, key);
  return typeof field === 'number' ? field : null;
}
