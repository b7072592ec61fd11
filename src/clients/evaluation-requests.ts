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
 * A request to the API for datasets and experiments. The default is a GET whose response must have the status 200.
 * Writes contain the IDs of the objects that they create, so they are repeated after transient failures like reads.
 */
export interface EvaluationRequest
  extends Partial<Pick<Call, 'method' | 'json' | 'bytes' | 'expect' | 'ignoreBody'>> {
  path: string;
  query?: Record<string, string | number | readonly string[]>;
  /** Content type of `bytes`. */
  contentType?: string;
  /** True if the share token in the path authorizes the request, so the key is not sent. */
  isPublic?: true;
  signal: AbortSignal;
}

export type SendEvaluation = (request: EvaluationRequest) => Promise<Answer>;

/** Adds the base URL and the credentials to the transport. */
export function createEvaluationSender(options: EvaluationApiOptions): SendEvaluation {
  const { transport, requestTimeoutMs } = options;
  // Newer self-hosted installations do not serve paths below `/api` without a version.
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
      // Hides the path of a shared dataset, because its token is a credential.
      ...(isPublic && { shownPath: '(the shared dataset)' }),
      attemptTimeoutMs: requestTimeoutMs,
    });
  };
}
