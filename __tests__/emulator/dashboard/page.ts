import { once } from 'node:events';
import http from 'node:http';
import type { StreamFrame } from '../../../src/contract/dashboard/stream.ts';
import type { Emulator, EmulatorOptions } from '../../../src/emulator/index.ts';
import { type Answer, startPlane } from '../server/plane.ts';

export const API = '/_local/ui/api';

/** Starts an emulator with a dashboard, and with a data plane that works only on request. */
export const startDashboard = (options: EmulatorOptions = {}) => startPlane({ ...options, dashboard: true });

/** Sends a request with unchanged headers, because `fetch` does not send headers that only browsers may set. */
export async function send(
  port: number,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Omit<Answer, 'headers'> & { headers: http.IncomingHttpHeaders; text: string }> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  const sent = http.request({
    port,
    host: '127.0.0.1',
    method,
    path,
    agent: false,
    headers: {
      ...(json === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
      ...headers,
    },
  });
  sent.end(json);
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  const isJson = response.headers['content-type'] === 'application/json';
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : undefined,
  };
}

export const tokenOf = (link: string | undefined): string => new URL(link ?? '').hash.slice(1);

/** Signs in, and returns a page with functions that send its requests. */
export async function signIn(emulator: Emulator) {
  const token = tokenOf(emulator.dashboardLink());
  const { body } = await send(emulator.port, 'POST', `${API}/session`, { body: { token } });
  const headers = { 'x-ui-session': String(body.session) };
  return {
    headers,
    call: (method: string, path: string, body?: unknown) =>
      send(emulator.port, method, API + path, { headers, body }),
    get: async (path: string) => (await send(emulator.port, 'GET', API + path, { headers })).body,
    stream: (query = '') => openStream(emulator.port, `${API}/stream${query}`, headers),
  };
}

/** Opens a stream of frames, where `next` waits for the next frame of a kind. */
async function openStream(port: number, path: string, headers: Record<string, string>) {
  const sent = http.request({ port, host: '127.0.0.1', path, agent: false, headers });
  sent.end();
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
  const frames = (async function* (): AsyncGenerator<StreamFrame, void> {
    let waiting = '';
    for await (const chunk of response.setEncoding('utf8')) {
      const lines = (waiting + String(chunk)).split('\n');
      waiting = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as StreamFrame;
    }
  })();
  return {
    status: response.statusCode,
    async next<Kind extends StreamFrame['kind']>(kind: Kind): Promise<Extract<StreamFrame, { kind: Kind }>> {
      for (;;) {
        const { value } = await frames.next();
        if (value === undefined) throw new Error(`the stream ended before a frame of kind ${kind}`);
        if (value.kind === kind) return value as Extract<StreamFrame, { kind: Kind }>;
      }
    },
    leave: () => void response.destroy(),
  };
}
