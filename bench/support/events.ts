import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BareServer, startBareServer } from './bare-server.ts';

/** Agent with one open connection at a time, so that only the response is measured. */
const kept = new Agent({ keepAlive: true, maxSockets: 1 });

export interface ReceivedEvents {
  body: Buffer;
  /** Milliseconds from the request to the end of the body. */
  ms: number;
}

/** Requests a stream of events, with POST if `body` is given, and returns the response before reading it. */
export async function open(
  url: URL,
  options: { headers: Record<string, string>; body?: string; agent?: Agent },
): Promise<IncomingMessage> {
  const { headers, body, agent = kept } = options;
  const asked = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${url.pathname} answered ${answer.statusCode}`);
  return answer;
}

/** Requests a stream of events, and reads it to the end. */
export async function receiveEvents(url: URL, options: Parameters<typeof open>[1]): Promise<ReceivedEvents> {
  const began = performance.now();
  const answer = await open(url, options);
  const parts: Buffer[] = [];
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part);
  }
  return { body: Buffer.concat(parts), ms: performance.now() - began };
}

/** Starts a bare node:http server with these events in memory, in a separate process. */
export async function startEvents(events: Buffer): Promise<BareServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-events-'));
  const file = path.join(folder, 'events');
  await writeFile(file, events);
  const server = await startBareServer('events-server.ts', { args: [file] });
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns an agent of the graph library that writes a given number of events. */
export function tellingAgent(): Record<string, string> {
  return {
    'package.json': '{"name":"telling-agent","private":true,"type":"module"}\n',
    'langgraph.json': '{"node_version":"22","graphs":{"telling":"./agent.ts:telling"}}\n',
    'agent.ts': `
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
const State = Annotation.Root({ count: Annotation<number>() });
export const telling = new StateGraph(State)
  .addNode('tell', ({ count }, { writer }) => {
    for (let at = 0; at < count; at += 1) writer?.({ at, text: 'a piece of what a model says' });
    return {};
  })
  .addEdge(START, 'tell').addEdge('tell', END).compile();
`,
  };
}
