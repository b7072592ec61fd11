// A page that shows a user interface component of an agent with the official loader.
import { Client } from '@langchain/langgraph-sdk';
import { LoadExternalComponent } from '@langchain/langgraph-sdk/react-ui';
import { createElement as element } from 'react';
import { createRoot } from 'react-dom/client';

const { url, key } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const client = new Client({ apiUrl: url, apiKey: key, callerOptions: { maxRetries: 0 } });
const stream = { client, assistantId: 'agent', thread: 'the thread of the page' };
const message = { id: 'm', type: 'ui', name: 'card', props: { city: 'Oslo' } };

document.body.replaceChildren();
createRoot(document.body.appendChild(document.createElement('div'))).render(
  element(LoadExternalComponent, { stream, message, fallback: 'loading' }),
);
