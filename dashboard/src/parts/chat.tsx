import type { JSX } from 'preact';
import { visibleText } from '../logic/format.ts';
import type { ChatMessage } from '../logic/run-view.ts';

const WHO: Readonly<Record<string, string>> = {
  human: 'User',
  ai: 'Agent',
  tool: 'Tool',
  system: 'System',
};

/** Shows a conversation as plain text, never as markup. */
export function Chat({ messages }: { messages: readonly ChatMessage[] }): JSX.Element {
  return (
    <ol class="chat" aria-label="Messages">
      {messages.map((message) => (
        <li key={message.id} class={message.type}>
          <strong>{WHO[message.type] ?? visibleText(message.type)}</strong>
          <bdi class="text">{visibleText(message.text)}</bdi>
          {message.toolCalls.map((call, index) => (
            <code key={index}>{visibleText(`${call.name}(${call.args})`)}</code>
          ))}
          {message.partial ? <span aria-hidden="true">▍</span> : null}
        </li>
      ))}
    </ol>
  );
}
