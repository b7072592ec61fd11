// A chat page with the official client, as a developer would write it. The test reads the text on the page.
import { Client } from '@langchain/langgraph-sdk';

const { url, key } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const client = new Client({ apiUrl: url, apiKey: key, callerOptions: { maxRetries: 0 } });
const lines = document.querySelector('#lines');
const show = (text) => {
  const line = document.createElement('li');
  line.textContent = text;
  lines.append(line);
};

let thread;
async function send(content) {
  try {
    thread ??= await client.threads.create();
    const stream = client.runs.stream(thread.thread_id, 'agent', {
      input: { messages: [{ type: 'human', content }] },
      streamMode: 'updates',
      onRunCreated: ({ run_id }) => show(`run ${run_id}`),
    });
    for await (const { event: name, data } of stream) {
      if (name !== 'updates') continue;
      for (const [node, update] of Object.entries(data)) show(`${node}: ${update.messages.at(-1).content}`);
    }
    const { values } = await client.threads.getState(thread.thread_id);
    show(`messages: ${values.messages.length}`);
  } catch (error) {
    show(`failed: ${error.message}`);
  }
}
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  void send(new FormData(event.target).get('say'));
});
