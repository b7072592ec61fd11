// A chat interface with a React hook of the official clients. The test reads the text on the page.
import { useStream } from 'react-hook';
import { createElement as element } from 'react';
import { createRoot } from 'react-dom/client';

const { url, key } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

function Chat() {
  const thread = new URLSearchParams(location.search).get('thread');
  const stream = useStream({
    apiUrl: url,
    apiKey: key,
    assistantId: 'agent',
    threadId: thread,
    fetchStateHistory: true,
    onThreadId: (id) => history.replaceState({}, '', `?thread=${id}${location.hash}`),
  });
  const submit = (event) => {
    event.preventDefault();
    const content = new FormData(event.target).get('say');
    void stream.submit({ messages: [{ type: 'human', content }] });
  };
  return element(
    'main',
    null,
    element(
      'ol',
      { id: 'lines' },
      // One hook returns messages of the graph library, and the other returns plain objects.
      stream.messages.map(({ id, type, text, content }) =>
        element('li', { key: id }, `${type}: ${text ?? content}`),
      ),
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
