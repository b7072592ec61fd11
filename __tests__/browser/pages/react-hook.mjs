// A chat interface with the hook of `@langchain/react`. The test reads the text on the page.
import { useStream } from '@langchain/react';
import { createElement as element } from 'react';
import { createRoot } from 'react-dom/client';

const { url, key } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

function Chat() {
  const stream = useStream({
    apiUrl: url,
    apiKey: key,
    assistantId: 'agent',
    threadId: new URLSearchParams(location.search).get('thread'),
    onThreadId: (id) => history.replaceState({}, '', `?thread=${id}${location.hash}`),
  });
  const submit = (event) => {
    event.preventDefault();
    const content = new FormData(event.target).get('say');
    const [asked] = stream.interrupts;
    if (asked) void stream.respond(content, { interruptId: asked.id });
    else void stream.submit({ messages: [{ type: 'human', content }] });
  };
  const list = (id, items) =>
    element(
      'ol',
      { id },
      items.map((text, at) => element('li', { key: at }, text)),
    );
  return element(
    'main',
    null,
    list(
      'lines',
      stream.messages.map((message) => `${message.type}: ${message.text}`),
    ),
    list(
      'questions',
      stream.interrupts.map(({ value }) => `${value}`),
    ),
    list(
      'subgraphs',
      [...stream.subgraphs.values()].map(({ nodeName, status }) => `${nodeName} ${status}`),
    ),
    element(
      'output',
      null,
      stream.error ? `failed: ${stream.error.message}` : stream.isLoading ? 'busy' : 'idle',
    ),
    element('form', { onSubmit: submit }, element('input', { name: 'say' }), element('button', null, 'Send')),
  );
}

document.body.replaceChildren();
createRoot(document.body.appendChild(document.createElement('div'))).render(element(Chat));
