import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import {
  type ChatMessage,
  chatMessage,
  conversationOf,
  type MessagePart,
  type ShownMessage,
  textOfParts,
} from '../logic/chat-messages.ts';
import { formatBytes, formatNumber, visibleText } from '../logic/format.ts';
import type { Fork } from '../logic/thread-steps.ts';
import { CopyButton, UntrustedText } from './basics.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { JsonView } from './json-view.tsx';
import { LongText } from './long-text.tsx';
import { ToolCallCard } from './tool-call.tsx';

/** Number of messages that are displayed at first, and number of earlier messages that each click adds. */
const SHOWN = 60;

export interface ChatActions {
  /** Sends an edited human message as a new branch. */
  edit(message: ChatMessage, text: string): Promise<void>;
  /** Starts a run from the state directly after the message. */
  fork(message: ChatMessage): Promise<void>;
  /** Repeats the step that wrote the message. */
  retry(message: ChatMessage): Promise<void>;
  rate(score: 0 | 1): Promise<void>;
  /** Shows the branch whose newest step is `tip`. */
  goToBranch(tip: string): void;
  /** Reads the complete texts of a clipped message. `index` is the message's index in the state. */
  readWhole(index: number): Promise<unknown>;
}

/** Shows a conversation. Texts of people and tools are plain text, and the agent's texts are Markdown. */
export function Chat({
  messages,
  forks,
  isStreaming,
  editing,
  onEditing,
  acts,
  runNote,
}: {
  messages: readonly ChatMessage[];
  /** Forks of the thread, keyed by the position of the first message that differs. */
  forks: ReadonlyMap<number, Fork>;
  isStreaming: boolean;
  /** ID of the message that the user edits, or an empty string if the user edits no message. */
  editing: string;
  onEditing: (id: string) => void;
  acts: ChatActions;
  /** Tokens and duration of the last run. */
  runNote: ComponentChildren;
}): JSX.Element {
  const count = useSignal(SHOWN);
  const all = conversationOf(messages);
  const shown = all.slice(-count.value);
  const hidden = all.length - shown.length;
  return (
    <>
      {hidden === 0 ? null : (
        <div class="row earlier">
          <Button size="little" onAct={() => (count.value += SHOWN)}>
            {formatNumber(hidden)} earlier {hidden === 1 ? 'message' : 'messages'}
          </Button>
        </div>
      )}
      <ol class="messages" aria-label="Messages">
        {shown.map((one, index) => (
          <Message
            key={one.message.id}
            shown={one}
            fork={forks.get(one.index)}
            isStreaming={isStreaming}
            isLast={index === shown.length - 1}
            isEdited={editing === one.message.id}
            onEditing={onEditing}
            acts={acts}
            runNote={index === shown.length - 1 ? runNote : null}
          />
        ))}
      </ol>
    </>
  );
}

const WHO: Readonly<Record<string, string>> = { tool: 'Tool', system: 'System' };

interface MessageProps {
  shown: ShownMessage;
  fork: Fork | undefined;
  isStreaming: boolean;
  isLast: boolean;
  isEdited: boolean;
  onEditing: (id: string) => void;
  acts: ChatActions;
  runNote: ComponentChildren;
}

function Message(props: MessageProps): JSX.Element {
  const { shown, isEdited, onEditing, acts, isStreaming } = props;
  const { message } = shown;
  const isHuman = message.type === 'human';
  const isAgent = message.type === 'ai';
  if (isHuman && isEdited) {
    return (
      <li class="message editing">
        <EditMessage
          text={textOfParts(message.parts)}
          onCancel={() => onEditing('')}
          onSend={async (text) => {
            await acts.edit(message, text);
            onEditing('');
          }}
        />
      </li>
    );
  }
  return (
    <li class={`message ${isHuman ? 'from-human' : isAgent ? 'from-agent' : 'from-other'}`}>
      {isHuman || isAgent ? null : (
        <span class="dim small">
          {WHO[message.type] ?? <UntrustedText text={message.type || 'message'} limit={60} />}{' '}
          <UntrustedText text={message.name} limit={60} />
        </span>
      )}
      <div class="message-body">
        {message.parts.map((part, index) => (
          <Part key={index} part={part} markdown={isAgent} readWhole={readerOf(props, index)} />
        ))}
        {shown.calls.map(({ call, answer, answerIndex }, index) => (
          <ToolCallCard
            key={index}
            call={call}
            answer={answer}
            isRunning={isStreaming}
            {...(answer === null ? {} : { readAnswer: () => readText(acts, answer, answerIndex) })}
          />
        ))}
        {message.partial && isStreaming ? <span class="caret" aria-hidden="true" /> : null}
      </div>
      <MessageActs {...props} />
    </li>
  );
}

/** Returns the function that reads the complete content of a clipped part. */
function readerOf({ shown, acts }: MessageProps, index: number): () => Promise<MessagePart | undefined> {
  return async () => {
    const whole = chatMessage(await acts.readWhole(shown.index), shown.message.id);
    return whole?.parts[index];
  };
}

async function readText(acts: ChatActions, answer: ChatMessage, index: number): Promise<string> {
  const whole = chatMessage(await acts.readWhole(index), answer.id);
  return textOfParts(whole?.parts ?? answer.parts);
}

function Part({
  part,
  markdown,
  readWhole,
}: {
  part: MessagePart;
  markdown: boolean;
  readWhole: () => Promise<MessagePart | undefined>;
}): JSX.Element {
  const loaded = useSignal<MessagePart | null>(null);
  const shown = loaded.value ?? part;
  switch (shown.kind) {
    case 'text':
    case 'reasoning': {
      const text = (
        <LongText
          text={shown.text}
          characters={shown.characters}
          markdown={markdown}
          readWhole={async () => {
            const whole = await readWhole();
            return whole?.kind === 'text' || whole?.kind === 'reasoning' ? whole.text : shown.text;
          }}
        />
      );
      if (shown.kind === 'text') return text;
      return (
        <details class="reasoning">
          <summary class="dim">Reasoning</summary>
          {text}
        </details>
      );
    }
    case 'image':
      return <img class="attached-image" src={shown.source} alt={visibleText(shown.name || 'Image')} />;
    case 'link':
      return (
        <a class="link" href={shown.target} target="_blank" rel="noopener noreferrer">
          <UntrustedText text={shown.name} limit={200} />
        </a>
      );
    case 'file':
      return <AttachedFile part={shown} />;
    case 'held':
      return (
        <div class="row attached-file">
          <Icon name={shown.image ? 'snapshot' : 'log'} size="small" />
          <UntrustedText text={shown.name || (shown.image ? 'Image' : 'File')} limit={100} />
          <Button
            size="little"
            onAct={async () => {
              loaded.value = (await readWhole()) ?? null;
            }}
          >
            Load {formatBytes(Math.floor(shown.characters * 0.75))}
          </Button>
        </div>
      );
    case 'other':
      return <JsonView value={shown.value} label="part of the message" open={1} />;
  }
}

function AttachedFile({ part }: { part: Extract<MessagePart, { kind: 'file' }> }): JSX.Element {
  const { name, mime, source } = part;
  return (
    <div class="row attached-file">
      <Icon name="log" size="small" />
      <UntrustedText text={name} limit={100} />
      <span class="dim">
        <UntrustedText text={mime} limit={60} />
      </span>
      {source === null ? null : (
        <Button size="little" icon="save" label="Save the file" onAct={() => saveFile(name, source)} />
      )}
    </div>
  );
}

/**
 * Saves a file that a message contains. The file gets the media type of unknown data, so that the browser stores the
 * file instead of opening it.
 */
function saveFile(name: string, source: string): void {
  const bytes = Uint8Array.from(atob(source.slice(source.indexOf(',') + 1)), (one) => one.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, '_').slice(0, 100);
  link.click();
  URL.revokeObjectURL(url);
}

function MessageActs({
  shown,
  fork,
  isStreaming,
  isLast,
  onEditing,
  acts,
  runNote,
}: MessageProps): JSX.Element {
  const { message } = shown;
  const isHuman = message.type === 'human';
  const text = textOfParts(message.parts);
  return (
    <div class={`message-acts ${isLast || fork !== undefined ? 'always' : ''}`}>
      {fork === undefined ? null : <BranchStepper fork={fork} onGo={(tip) => acts.goToBranch(tip)} />}
      {text === '' ? null : <CopyButton text={text} label="Copy the message" />}
      {isStreaming ? null : (
        <>
          {isHuman ? (
            <Button
              kind="bare"
              size="little"
              icon="edit"
              label="Edit the message"
              onAct={() => onEditing(message.id)}
            />
          ) : null}
          {message.type === 'ai' && isLast ? (
            <>
              <Button kind="bare" size="little" icon="good" label="Good answer" onAct={() => acts.rate(1)} />
              <Button kind="bare" size="little" icon="poor" label="Poor answer" onAct={() => acts.rate(0)} />
            </>
          ) : null}
          {message.type === 'ai' ? (
            <Button
              kind="bare"
              size="little"
              icon="replay"
              label="Try this step again"
              onAct={() => acts.retry(message)}
            />
          ) : null}
          <Button kind="bare" size="little" icon="fork" onAct={() => acts.fork(message)}>
            Fork from here
          </Button>
        </>
      )}
      <span class="dim numeric">
        {message.tokens === null ? '' : `${formatNumber(message.tokens)} tokens`}
        {message.tokens === null || runNote === null || runNote === '' ? '' : ' · '}
        {runNote}
      </span>
    </div>
  );
}

/** Buttons that switch between the branches that differ from a message on, with the number of the branch: `2 / 3`. */
function BranchStepper({ fork, onGo }: { fork: Fork; onGo: (tip: string) => void }): JSX.Element {
  const go = (by: number) => {
    const tip = fork.tips[fork.index + by];
    if (tip !== undefined) onGo(tip);
  };
  return (
    <span class="row branch-stepper" role="group" aria-label="Branches">
      <Button
        kind="bare"
        size="little"
        icon="left"
        label="Previous branch"
        disabled={fork.index === 0 ? 'This is the first branch' : ''}
        onAct={() => go(-1)}
      />
      <span class="numeric">
        {fork.index + 1} / {fork.tips.length}
      </span>
      <Button
        kind="bare"
        size="little"
        icon="right"
        label="Next branch"
        disabled={fork.index === fork.tips.length - 1 ? 'This is the last branch' : ''}
        onAct={() => go(1)}
      />
    </span>
  );
}

function EditMessage({
  text,
  onSend,
  onCancel,
}: {
  text: string;
  onSend: (text: string) => Promise<void>;
  onCancel: () => void;
}): JSX.Element {
  const written = useSignal(text);
  return (
    <div class="stack edit-message">
      <textarea
        class="input"
        aria-label="Edited message"
        rows={Math.min(8, written.value.split('\n').length)}
        value={written.value}
        ref={(element) => {
          if (element !== null && element.dataset['focused'] === undefined) {
            element.dataset['focused'] = '';
            element.focus();
          }
        }}
        onInput={({ currentTarget }) => (written.value = currentTarget.value)}
      />
      <div class="row">
        <Button kind="main" onAct={() => onSend(written.peek())}>
          Send as a branch
        </Button>
        <Button onAct={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}
