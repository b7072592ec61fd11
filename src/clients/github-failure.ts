import { oneLine } from './problem.ts';

/** What a failed GitHub call comes down to, for one warning: status, GitHub's words, and the permission it names. */
export interface GitHubFailure {
  status: number | null;
  /** Redacted, one line. */
  message: string;
  /** Lines to add under `permissions:`, such as `pull-requests: write`: all are needed. Empty when GitHub named none. */
  permissions: string[];
}

/** Reads any error of a GitHub call; shows no header and no body. */
export function readGitHubFailure(error: unknown, redact: (text: string) => string): GitHubFailure {
  const message = error instanceof Error ? error.message : 'unknown error';
  return {
    status: numberAt(error, 'status'),
    message: oneLine(redact(message)),
    permissions: permissionsNeeded(error),
  };
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
