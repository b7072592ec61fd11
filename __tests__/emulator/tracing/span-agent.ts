import { graphConfig } from '../../../harness/agents/fixtures.ts';
import type { FileTree } from '../../../harness/git.ts';

/** Name of a span that tries to inject markup and to reverse the direction of the text. */
export const HOSTILE_SPAN = '<img src=x onerror=alert(1)>\u202Espan';

/**
 * Returns an agent that sends spans with the variables in its environment: a span around a failed model call, as
 * instrumentations write them, from the node `answer`. The agent's reply is JSON with the names of the variables, and
 * with the statuses of the span request and of a request that tries to read with the same token.
 */
export function spanAgent(): FileTree {
  return {
    'package.json': '{"private":true,"type":"module"}',
    'langgraph.json': graphConfig(),
    'src/agent.ts': `import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AIMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

const id = (bytes: number) => randomBytes(bytes).toString('hex');
const now = () => String(BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)));
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

async function call() {
  const names = Object.keys(process.env).filter((one) => one.startsWith('OTEL_'));
  const endpoint = process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? '';
  if (endpoint === '') return { names };
  const [name = '', token = ''] = (process.env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? '').split('=');
  console.log('the headers are ' + name + ' and ' + token);
  const headers = { 'content-type': 'application/json', [name]: decodeURIComponent(token) };
  const [traceId, outer, inner] = [id(16), id(8), id(8)];
  const begun = now();
  await setTimeout(20);
  const from = now();
  await setTimeout(20);
  const to = now();
  const model = {
    traceId, spanId: inner, parentSpanId: outer, name: 'chat', startTimeUnixNano: from, endTimeUnixNano: to,
    attributes: [
      text('gen_ai.operation.name', 'chat'),
      text('gen_ai.request.model', 'gpt-4o'),
      { key: 'gen_ai.usage.input_tokens', value: { intValue: '7' } },
      { key: 'gen_ai.usage.output_tokens', value: { intValue: '5' } },
    ],
    events: [{
      timeUnixNano: to, name: 'exception',
      attributes: [text('exception.type', 'RateLimitError'), text('exception.message', 'slow <b>down</b>')],
    }],
    status: { code: 2 },
  };
  const parent = {
    traceId, spanId: outer, name: ${JSON.stringify(HOSTILE_SPAN)}, startTimeUnixNano: begun, endTimeUnixNano: now(),
    attributes: [text('note', '<script>alert(1)</script>')],
  };
  // Exporters send the inner span first, because it ends first.
  const statuses: number[] = [];
  for (const span of [model, parent]) {
    const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    statuses.push((await fetch(endpoint, { method: 'POST', headers, body })).status);
  }
  const read = await fetch(new URL('/_local/journal', endpoint), { headers });
  return { statuses, read: read.status, names };
}

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('plan', async () => ({}))
  .addNode('answer', async () => ({
    messages: [new AIMessage(JSON.stringify(await call()))],
  }))
  .addEdge(START, 'plan')
  .addEdge('plan', 'answer')
  .addEdge('answer', END)
  .compile();
`,
  };
}
