import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import type { FaultRule } from '../../../src/contract/dashboard/faults.ts';
import type { RecordedBody, RequestSummary } from '../../../src/contract/dashboard/requests.ts';

/** A recorded request with the bodies of the request and the response. */
export interface CopiedRequest {
  request: RequestSummary;
  sent: RecordedBody;
  received: RecordedBody;
}

const SHELL_SAFE = /^[\w@%+=:,./-]+$/;

/** Quotes a text as one word for a POSIX shell. */
export function shellWord(text: string): string {
  if (text === '') return "''";
  return SHELL_SAFE.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Returns a `curl` command that repeats a request. The command contains no secret: it reads the key from an
 * environment variable, and redacted values stay asterisks.
 */
export function curlCommand({ request, sent }: CopiedRequest, origin: string): string {
  const words = ['curl', '--request', shellWord(request.method), shellWord(urlOf(request, origin))];
  const parts = [words.join(' '), `--header "X-Api-Key: $EMULATOR_API_KEY"`];
  if (sent.kind === 'value') {
    parts.push(`--header 'Content-Type: application/json'`);
    parts.push(`--data-raw ${shellWord(stringifyExactJson(sent.value))}`);
  }
  const command = parts.join(' \\\n  ');
  return sent.kind === 'length'
    ? `# The request body (${sent.characters} characters) was not stored.\n${command}`
    : command;
}

function urlOf({ path, query }: RequestSummary, origin: string): string {
  return `${origin}${path}${query === null ? '' : `?${query}`}`;
}

/**
 * Returns requests as an archive in the HAR 1.2 format. The archive contains no headers, because the journal does not
 * record them; a comment in the archive explains this.
 */
export function harArchive(requests: readonly CopiedRequest[], origin: string): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'Agent Deploy emulator', version: '1' },
      comment: 'Headers are not stored, and secrets are redacted.',
      entries: requests.map((one) => harEntry(one, origin)),
    },
  };
}

function harEntry({ request, sent, received }: CopiedRequest, origin: string): object {
  const queryString = [...new URLSearchParams(request.query ?? '')].map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: new Date(request.at_ms).toISOString(),
    time: request.ms,
    comment: `Request ${request.seq} to the API ${request.surface}; the time is when the request ended.`,
    request: {
      method: request.method,
      url: urlOf(request, origin),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      queryString,
      headersSize: -1,
      bodySize: -1,
      ...(sent.kind === 'value'
        ? { postData: { mimeType: 'application/json', text: stringifyExactJson(sent.value) } }
        : {}),
    },
    response: {
      status: request.status,
      statusText: request.status === 0 ? 'Connection cut without a response' : '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      content: harContent(received),
    },
    cache: {},
    timings: { send: 0, wait: request.ms, receive: 0 },
  };
}

function harContent(body: RecordedBody): object {
  switch (body.kind) {
    case 'none':
      return { size: 0, mimeType: 'x-unknown' };
    case 'length':
      return { size: body.characters, mimeType: 'application/json', comment: 'too long to be stored' };
    default: {
      const text = stringifyExactJson(body.value);
      return { size: text.length, mimeType: 'application/json', text };
    }
  }
}

/** Returns a fault rule that matches requests of the same kind as this request, beginning with the next request. */
export function faultOf({ surface, method, path }: RequestSummary): FaultRule {
  return {
    match: { surface, method, path: globOf(path) },
    when: { times: 1 },
    // oxlint-disable-next-line unicorn/no-thenable -- the fixed shape calls it so, and nothing awaits a rule
    then: { status: 503, retry_after: 1 },
  };
}

/** Returns a body for `POST /_local/journal/verify` that expects this request. */
export function expectationOf({ surface, method, path, status }: RequestSummary): object {
  const match = { surface, method, path: globOf(path), ...(status === 0 ? {} : { status }) };
  return { expect: [{ match, at_least: 1 }] };
}

/**
 * Converts a path to a glob. Globs have no escapes, so an asterisk becomes `?`, the wildcard for any single
 * character.
 */
function globOf(path: string): string {
  return path.replaceAll('*', '?');
}
