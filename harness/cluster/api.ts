import { Agent, type Dispatcher, request } from 'undici';
import * as z from 'zod';

/** How a user reaches a cluster. */
export interface ClusterAccess {
  url: string;
  /** The certificate (PEM) that its API server is known by. */
  ca: string;
  token: string;
}

/** An answer of a cluster: an object, a list, or a Status that says what is wrong. */
export interface Answer {
  status: number;
  body: unknown;
}

/** An object as it is sent. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; [key: string]: unknown };
  [key: string]: unknown;
}

const WatchEvent = z.object({ type: z.string(), object: z.unknown() });
type WatchEvent = z.infer<typeof WatchEvent>;

/** A client for tests, which hides nothing that a cluster says. It shares no code with the product's. */
export interface ClusterApi {
  readonly access: ClusterAccess;
  request(
    method: Dispatcher.HttpMethod,
    path: string,
    body?: unknown,
    type?: string,
    signal?: AbortSignal,
  ): Promise<Answer>;
  /** Server-side apply: the object as it should be, whether it is there or not. `query`: more parameters. */
  apply(manifest: Manifest, query?: string): Promise<Answer>;
  /** What is there, then each change, until the connection ends, which is not an error, or the signal aborts it. */
  watch(path: string, signal: AbortSignal): AsyncGenerator<WatchEvent, void>;
  close(): Promise<void>;
}

/** Opens one for these credentials. */
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

/** The body of an answer that says yes. @throws Error with the cluster's own words for any other. */
export function accepted({ status, body }: Answer): unknown {
  if (status < 300) return body;
  throw new Error(`The cluster answered ${status}: ${messageOf(body)}`);
}

/** What a Status says, or the answer itself. */
export function messageOf(body: unknown): string {
  const status = z.looseObject({ kind: z.literal('Status'), message: z.string() }).safeParse(body);
  return status.success ? status.data.message : JSON.stringify(body);
}

const CLUSTER_WIDE =
  /^(?:Namespace|Node|Cluster\w+|CustomResourceDefinition|ValidatingAdmission\w+|ValidatingWebhook\w+)$/;

/** Where an object lives. */
export function pathOf({ apiVersion, kind, metadata }: Manifest): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const space = CLUSTER_WIDE.test(kind) ? '' : `/namespaces/${metadata.namespace ?? 'default'}`;
  const plural = kind.toLowerCase().replace(/y$/, 'ie').replace(/s$/, 'se');
  return `${root}${space}/${plural}s/${metadata.name}`;
}
