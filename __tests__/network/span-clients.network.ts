import { afterEach, expect, test } from '@jest/globals';
import { graphConfig } from '../../harness/agents/fixtures.ts';
import { createRepository, type FileTree } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';
import { startCloud } from '../emulator/admin/cloud.ts';
import { Cleanup } from '../emulator/agent-server/fixture.ts';
import { signIn } from '../emulator/dashboard/page.ts';
import { gitDeployment } from '../emulator/server/plane.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const SCRIPT: FileTree = {
  'package.json': JSON.stringify({
    private: true,
    type: 'module',
    dependencies: {
      '@langchain/core': '1.2.13',
      '@langchain/langgraph': '1.3.7',
      '@opentelemetry/api': '1.9.0',
      '@opentelemetry/exporter-trace-otlp-proto': '0.223.1',
      '@opentelemetry/sdk-trace-node': '2.12.0',
    },
  }),
  'langgraph.json': graphConfig('./src/agent.ts:graph'),
  'src/agent.ts': `import { SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] }).register();
const tracer = trace.getTracer('agent');
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', async () => {
    await tracer.startActiveSpan('own work', async (outer) => {
      await tracer.startActiveSpan('chat gpt-4o', async (span) => {
        span.setAttributes({
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'gpt-4o',
          'gen_ai.usage.input_tokens': 3,
          'gen_ai.usage.output_tokens': 4,
        });
        await wait(30);
        span.recordException(new RangeError('too long'));
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      outer.end();
    });
    await wait(30);
    return { messages: [{ role: 'ai', content: 'done' }] };
  })
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile();
`,
};

const PYTHON: FileTree = {
  'langgraph.json': JSON.stringify({
    python_version: '3.11',
    dependencies: ['.'],
    graphs: { agent: './agent.py:graph' },
  }),
  'requirements.txt': `langgraph
openinference-instrumentation-langchain
opentelemetry-exporter-otlp-proto-http
opentelemetry-sdk
`,
  'agent.py': `import time

from langchain_core.language_models import FakeListChatModel
from langgraph.graph import END, START, MessagesState, StateGraph
from openinference.instrumentation.langchain import LangChainInstrumentor
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

provider = TracerProvider()
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(provider)
LangChainInstrumentor().instrument(tracer_provider=provider)
tracer = trace.get_tracer("agent")
model = FakeListChatModel(responses=["done"], sleep=0.05)


def answer(state: MessagesState):
    with tracer.start_as_current_span("own work"):
        time.sleep(0.03)
    return {"messages": [model.invoke(state["messages"])]}


builder = StateGraph(MessagesState)
builder.add_node("answer", answer)
builder.add_edge(START, "answer")
builder.add_edge("answer", END)
graph = builder.compile()
`,
};

interface Step {
  seq: number;
  parent: number | null;
  kind: string;
  name: string;
  state: string;
  error: { type: string; frames: { place: string }[] } | null;
}

/** Deploys an agent, runs it once, and waits until its run has this number of steps. */
async function stepsOf(files: FileTree, count: number) {
  const repository = await createRepository(files);
  cleanup.add(() => repository.remove());
  const { emulator, deploy, api } = await startCloud({ runtime: 'process', dashboard: true });
  const { id, revisionStatus } = await deploy(gitDeployment({ source_config: { repo_url: repository.url } }));
  expect(revisionStatus).toBe('DEPLOYED');
  const input = { messages: [{ role: 'user', content: 'hello' }] };
  const { body } = await api('POST', `/d/${id}/runs/wait`, { assistant_id: 'agent', input });
  expect(body.messages.at(-1).content).toBe('done');
  const page = await signIn(emulator);
  const [run] = (await page.get('/runs')).runs;
  const steps = await until(async () => {
    const read = (await page.get(`/runs/${run.run_id}/steps`)).steps as Step[];
    return read.length >= count && read;
  });
  const nameOf = (seq: number | null) => steps.find((step) => step.seq === seq)?.name ?? null;
  return {
    run: (await page.get(`/runs/${run.run_id}`)).run as { tokens: number },
    steps,
    outline: steps.map(({ kind, name, parent }) => [kind, name, nameOf(parent)]),
  };
}

// docs/local-controls/spans.md#end-to-end
test('the JavaScript SDK sends spans without additional settings', async () => {
  const { run, steps, outline } = await stepsOf(SCRIPT, 4);
  expect(outline).toEqual([
    ['graph', 'agent', null],
    ['node', 'answer', 'agent'],
    ['model', 'gpt-4o', 'own work'],
    ['span', 'own work', 'answer'],
  ]);
  expect(run.tokens).toBe(7);
  const failed = steps.find(({ state }) => state === 'error');
  expect(failed?.error).toMatchObject({ type: 'RangeError' });
  expect(failed?.error?.frames[0]?.place).toMatch(/agent/);
});

// docs/local-controls/spans.md#end-to-end
test("the Python SDK and OpenInference's instrumentation send spans without additional settings", async () => {
  const { steps, outline } = await stepsOf(PYTHON, 7);
  expect(outline.slice(0, 3)).toEqual([
    ['graph', 'agent', null],
    ['node', 'answer', 'agent'],
    ['model', 'FakeListChatModel', 'answer'],
  ]);
  // The instrumentation also reports the model call, the node and the graph.
  const spans = steps.slice(3);
  expect(spans.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
    'model FakeListChatModel',
    'span agent',
    'span answer',
    'span own work',
  ]);
  expect(outline).toContainEqual(['span', 'own work', 'answer']);
  expect(spans.find(({ kind }) => kind === 'model')?.parent).toBe(3);
});
