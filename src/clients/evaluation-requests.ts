import { credentialHeaders, USER_AGENT } from './headers.ts';
import type { Answer, Call, Transport } from './transport.ts';

export interface EvaluationApiOptions {
  transport: Transport;
  /** URL without a trailing slash, as returned by `checkAgentUrl`. The client appends the paths of the API. */
  baseUrl: string;
  apiKey: string;
  workspaceId?: string | undefined;
  /** Time limit of one attempt of a request, in milliseconds of wall-clock time. */
  requestTimeoutMs: number;
}

/**
 * A request to the API for datasets and experiments, by default a GET whose response must have the status 200. Like
 * reads, writes are retried after transient failures, because a write contains the IDs of the objects that it creates.
 */
export interface EvaluationRequest
  extends Partial<Pick<Call, 'method' | 'json' | 'bytes' | 'expect' | 'ignoreBody'>> {
  path: string;
  query?: Record<string, string | number | readonly string[]>;
  /** Content type of `bytes`. */
  contentType?: string;
  /** True if the request is sent without the key, because the share token in the path authorizes the request. */
  isPublic?: true;
  signal: AbortSignal;
}

export type SendEvaluation = (request: EvaluationRequest) => Promise<Answer>;

/** Creates the function that sends requests with the base URL and the credentials. */
export function createEvaluationSender(options: EvaluationApiOptions): SendEvaluation {
  const { transport, requestTimeoutMs } = options;
  // Newer self-hosted installations serve the API only below `/api/v1`.
  const baseUrl = options.baseUrl.replace(/\/api$/, '/api/v1');
  const credentials = credentialHeaders(options);
  return ({ path, query = {}, contentType, isPublic, ...call }) => {
    const url = new URL(`${baseUrl}${path}`);
    for (const [key, value] of Object.entries(query)) {
      for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(key, String(one));
    }
    return transport.call({
      method: 'GET',
      expect: [200],
      repeatable: true,
      ...call,
      url,
      headers: {
        ...(isPublic ? { 'user-agent': USER_AGENT } : credentials),
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
      // The path of a shared dataset is not shown, because it contains a token.
      ...(isPublic && { shownPath: '(the shared dataset)' }),
      attemptTimeoutMs: requestTimeoutMs,
    });
  };
}
