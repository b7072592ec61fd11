import { Agent, type Dispatcher, request } from 'undici';
import * as z from 'zod';

/** URL and credentials with which a user accesses a cluster. */
export interface ClusterAccess {
  url: string;
  /** Certificate of the API server in PEM format. */
  ca: string;
  token: string;
}

/** A response of the API server: an object, a list, or a Status with the problem. */
export interface Answer {
  status: number;
  body: unknown;
}

/** A Kubernetes object to send. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; [key: string]: unknown };
  [key: string]: unknown;
}

const WatchEvent = z.object({ type: z.string(), object: z.unknown() });
type WatchEvent = z.infer<typeof WatchEvent>;

/**
 * A client for tests that returns all responses of the API server unchanged. This client shares no code with the
 * product's client.
 */
export interface ClusterApi {
  readonly access: ClusterAccess;
  request(
    method: Dispatcher.HttpMethod,
    path: string,
    body?: unknown,
    type?: string,
    signal?: AbortSignal,
  ): Promise<Answer>;
  /** Applies an object by server-side apply, whether the object exists or not. `query` contains further parameters. */
  apply(manifest: Manifest, query?: string): Promise<Answer>;
  /**
   * Yields the existing objects and then each change, until the signal aborts or the connection ends. The end of the
   * connection is not an error.
   */
  watch(path: string, signal: AbortSignal): AsyncGenerator<WatchEvent, void>;
  close(): Promise<void>;
}

/** Creates a client with these credentials. */
export function openClusterApi(access: ClusterAccess): ClusterApi {
  const dispatcher = new Agent({ connect: { ca: access.ca }, headersTimeout: 0, bodyTimeout: 0 });
  const authorization = `Bearer ${access.token}`;

  const send = async (
    method: Dispatcher.HttpMethod,
    path: string,
    body?: unknown,
    type = 'application/json',
    signal?: AbortSignal,
  ): Promise<Answer> => {
    const response = await request(access.url + path, {
      dispatcher,
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const text = await response.body.text();
    return { status: response.statusCode, body: text.startsWith('{') ? JSON.parse(text) : text };
  };

  return {
    access,
    request: send,
    apply(manifest, query = '') {
      const path = `${pathOf(manifest)}?fieldManager=test&force=true${query}`;
      return send('PATCH', path, manifest, 'application/apply-patch+yaml');
    },
    async *watch(path, signal) {
      const parameters =
        'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
      try {
        const response = await request(`${access.url}${path}${path.includes('?') ? '&' : '?'}${parameters}`, {
          dispatcher,
          headers: { authorization },
          signal,
        });
        const decoder = new TextDecoder();
        let rest = '';
        for await (const chunk of response.body as AsyncIterable<Buffer>) {
          const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines.filter(Boolean)) yield WatchEvent.parse(JSON.parse(line));
        }
      } catch (error) {
        if (error instanceof z.ZodError) throw error;
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/** Returns the body of a successful response. @throws Error with the API server's message for any other response. */
export function accepted({ status, body }: Answer): unknown {
  if (status < 300) return body;
  throw new Error(`The cluster answered ${status}: ${messageOf(body)}`);
}

/** Returns the message of a Status, or any other body as a string. */
export function messageOf(body: unknown): string {
  const status = z.looseObject({ kind: z.literal('Status'), message: z.string() }).safeParse(body);
  return status.success ? status.data.message : JSON.stringify(body);
}

const CLUSTER_WIDE =
  /^(?:Namespace|Node|Cluster\w+|CustomResourceDefinition|ValidatingAdmission\w+|ValidatingWebhook\w+)$/;

/** Returns the path of an object in the API. */
export function pathOf({ apiVersion, kind, metadata }: Manifest): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const space = CLUSTER_WIDE.test(kind) ? '' : `/namespaces/${metadata.namespace ?? 'default'}`;
  const plural = kind.toLowerCase().replace(/y$/, 'ie').replace(/s$/, 'se');
  return `${root}${space}/${plural}s/${metadata.name}`;
}
