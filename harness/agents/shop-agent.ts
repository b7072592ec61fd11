// The agent of a shop, which calls tools, asks before a refund, fails for an order that does not exist, and returns
// texts and images that a page must not run. Tests copy this file into an agent's repository, so it imports only
// packages.
import { AIMessage, ToolMessage } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { Annotation, END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

const Shop = Annotation.Root({
  ...MessagesAnnotation.spec,
  order: Annotation<string>(),
  total: Annotation<number>(),
  approved: Annotation<boolean>(),
});
type State = typeof Shop.State;

const lastText = ({ messages }: State): string => messages.at(-1)?.text ?? '';

const ORDER = { order: 'SO-1042', total: 160, status: 'shipped', items: '2 × A-1' };

/** Streams a sentence, then calls two tools. */
async function plan(state: State) {
  if (/no order/.test(lastText(state))) throw new RangeError('There is no order SO-0 in the shop');
  const model = new FakeListChatModel({ responses: ['I will look up your order first.'] });
  const said = await model.invoke(state.messages);
  return {
    messages: [
      new AIMessage({
        id: said.id ?? 'plan',
        content: said.content,
        tool_calls: [
          {
            id: `order-${state.messages.length}`,
            name: 'lookup_order',
            args: { customer: 'C-77', fields: ['order', 'total', 'status'] },
          },
          { id: `policy-${state.messages.length}`, name: 'refund_policy', args: { order: 'SO-1042' } },
        ],
      }),
    ],
  };
}

/** Responds to the tool calls of the last message. */
function lookup({ messages }: State) {
  const last = messages.at(-1);
  const calls = last instanceof AIMessage ? (last.tool_calls ?? []) : [];
  return {
    order: ORDER.order,
    total: ORDER.total,
    messages: calls.map(
      ({ id = '', name }) =>
        new ToolMessage({
          tool_call_id: id,
          name,
          content: JSON.stringify(
            name === 'lookup_order' ? ORDER : { refundable: true, until: '3 December' },
          ),
        }),
    ),
  };
}

const SUMMARY = `The order came to **160.00 EUR** and can be refunded until **3 December**:

| Item | Qty | Price |
| --- | --- | --- |
| Skur rain jacket, M | 1 | 139.00 |
| Wool socks | 2 | 21.00 |`;

const USAGE = { usage_metadata: { input_tokens: 1_000, output_tokens: 208, total_tokens: 1_208 } };

const answer = () => ({ messages: [new AIMessage(Object.assign({ content: SUMMARY }, USAGE as object))] });

function ask({ total, order }: State) {
  const answered: unknown = interrupt({
    question: `Refund ${total.toFixed(2)} EUR for ${order}?`,
    choices: ['Yes', 'No'],
  });
  return { approved: answered === 'Yes' };
}

const settle = ({ approved }: State) => ({
  messages: [new AIMessage(approved ? 'Done: the money is on its way.' : 'Then the order stays as it is.')],
});

/** A shop assistant that calls tools, and asks before it refunds. */
export const shop = new StateGraph(Shop)
  .addNode('plan', plan)
  .addNode('lookup', lookup)
  .addNode('answer', answer)
  .addNode('ask', ask)
  .addNode('settle', settle)
  .addEdge(START, 'plan')
  .addEdge('plan', 'lookup')
  .addEdge('lookup', 'answer')
  .addEdge('answer', 'ask')
  .addEdge('ask', 'settle')
  .addEdge('settle', END)
  .compile();

const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SCRIPT = '<script>globalThis.stolen = 1</script>';
const SVG = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.stolen = 1">${SCRIPT}</svg>`,
);

/** Returns what the message requests: hostile texts, a long text, or the attached files. */
function mirror(state: State) {
  const text = lastText(state);
  const [, size] = /^long (\d+)$/.exec(text) ?? [];
  if (size !== undefined) {
    const body = 'lorem ipsum '.repeat(Math.ceil(Number(size) / 12)).slice(0, Number(size) - 4);
    return { messages: [new AIMessage(`${body} end`)] };
  }
  if (text === 'attack') {
    return {
      order: `<img src=x onerror="globalThis.stolen = 1">`,
      messages: [
        new AIMessage({
          content: [
            {
              type: 'text',
              text: `${SCRIPT} <img src=x onerror="globalThis.stolen = 1"> [click](javascript:globalThis.stolen=1) ![pic](https://attacker.example/pixel.png)`,
            },
            { type: 'image_url', image_url: { url: `data:image/svg+xml;base64,${SVG.toString('base64')}` } },
            { type: 'image_url', image_url: { url: 'https://attacker.example/pixel.png' } },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${IMAGE}` } },
            {
              type: 'file',
              source_type: 'base64',
              mime_type: 'text/html',
              data: Buffer.from(SCRIPT).toString('base64'),
              metadata: { filename: `${SCRIPT}.html` },
            },
            { type: 'reasoning', reasoning: SCRIPT },
            { type: SCRIPT, value: SCRIPT },
          ] as never,
          tool_calls: [{ id: 'evil', name: SCRIPT, args: { [SCRIPT]: SCRIPT } }],
        }),
        new ToolMessage({ tool_call_id: 'evil', name: SCRIPT, content: SCRIPT, artifact: { html: SCRIPT } }),
        new AIMessage('\u202egnp.exe \u0007'),
      ],
    };
  }
  const content = state.messages.at(-1)?.content;
  const files = Array.isArray(content) ? content.filter(({ type }) => type !== 'text').length : 0;
  return { messages: [new AIMessage(`You sent ${files} files.`)] };
}
export const mirrored = new StateGraph(Shop)
  .addNode('mirror', mirror)
  .addEdge(START, 'mirror')
  .addEdge('mirror', END)
  .compile();
