import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Attachment, attachmentProblem } from '../logic/attachments.ts';
import { formatBytes } from '../logic/format.ts';
import { Problem, UntrustedText } from './basics.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { errorText } from '../live/api.ts';
import { isApple } from '../live/keys.ts';

/** Maximum number of visible lines, above which the text scrolls. */
const MAX_LINES = 8;

const WAITING = 'The message is sent once the agent is loaded';

/**
 * The field for the next message, which is below a conversation and grows with its text. While a run is active, the
 * black button stops the run.
 */
export function Composer({
  text,
  files,
  placeholder,
  isRunning,
  isReady,
  disabled,
  onSend,
  onStop,
  onStopAndUndo,
  onEditLast,
  tools,
  children,
}: {
  text: Signal<string>;
  files: Signal<readonly Attachment[]>;
  placeholder: string;
  isRunning: boolean;
  /** True if the schema of the agent is loaded. A message that is sent earlier waits for the schema. */
  isReady: boolean;
  /** Reason why no message can be sent, or an empty string if a message can be sent. */
  disabled: string;
  onSend: () => Promise<void>;
  onStop: () => Promise<unknown>;
  onStopAndUndo: () => Promise<unknown>;
  /** Starts editing the user's last message. */
  onEditLast: () => void;
  /** Additional buttons below the text. */
  tools: ComponentChildren;
  /** Additional fields above the text. */
  children?: ComponentChildren;
}): JSX.Element {
  const problem = useSignal('');
  const { send, state } = useSending({ isReady, disabled, onSend, problem });
  const hint = state === 'waiting' ? WAITING : '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      void send();
    } else if (event.key === 'ArrowUp' && text.peek() === '') {
      event.preventDefault();
      onEditLast();
    }
  };
  const attach = useAttach(files, problem);
  return (
    <div
      class="composer"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void attach([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      {children}
      <AttachedFiles files={files} />
      <textarea
        aria-label="Message"
        data-composer=""
        placeholder={placeholder}
        rows={Math.min(MAX_LINES, text.value.split('\n').length)}
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const pasted = [...(event.clipboardData?.files ?? [])];
          if (pasted.length === 0) return;
          event.preventDefault();
          void attach(pasted);
        }}
      />
      <Problem text={problem.value} />
      <div class="composer-tools">
        <AttachButton onFiles={attach} />
        {tools}
        <span class="grow" />
        <SendButtons
          isRunning={isRunning}
          disabled={state === 'sending' ? 'The message is being sent' : hint || disabled}
          hint={hint}
          onSend={send}
          onStop={onStop}
          onStopAndUndo={onStopAndUndo}
        />
      </div>
    </div>
  );
}

/** Sends the message, or waits until the schema of the agent is loaded and then sends the message. */
function useSending({
  isReady,
  disabled,
  onSend,
  problem,
}: Pick<Parameters<typeof Composer>[0], 'isReady' | 'disabled' | 'onSend'> & { problem: Signal<string> }) {
  const state = useSignal<'idle' | 'waiting' | 'sending'>('idle');
  const send = async () => {
    if (disabled !== '' || state.peek() === 'sending') return;
    state.value = isReady ? 'sending' : 'waiting';
    if (!isReady) return;
    problem.value = '';
    try {
      await onSend();
    } catch (error) {
      problem.value = errorText(error);
    } finally {
      state.value = 'idle';
    }
  };
  useEffect(() => {
    if (!isReady || state.peek() !== 'waiting') return;
    state.value = 'idle';
    void send();
  }, [isReady]);
  return { send, state: state.value };
}

/**
 * The black button sends the message. While a run is active, the black button stops the run instead of sending a
 * message.
 */
function SendButtons({
  isRunning,
  disabled,
  hint,
  onSend,
  onStop,
  onStopAndUndo,
}: Pick<Parameters<typeof Composer>[0], 'isRunning' | 'disabled' | 'onSend' | 'onStop' | 'onStopAndUndo'> & {
  /** Text next to the button, or an empty string to show the shortcut of the button. */
  hint: string;
}): JSX.Element {
  return isRunning ? (
    <span class="send-buttons">
      <Button kind="bare" size="little" onAct={onStopAndUndo}>
        Stop and undo
      </Button>
      <Button kind="main" icon="stop" onAct={onStop}>
        Stop
      </Button>
    </span>
  ) : (
    <>
      {hint === '' ? (
        <span class="dim small wide-only">
          <kbd>{isApple() ? '⌘' : 'Ctrl'}</kbd> <kbd>↵</kbd>
        </span>
      ) : (
        <span class="dim small" role="status">
          {hint}
        </span>
      )}
      <Button kind="main" icon="send" label="Send" disabled={disabled} onAct={onSend} />
    </>
  );
}

/**
 * Returns a function that reads files and adds them to the attachments, or shows the reason why a file cannot be
 * attached.
 */
function useAttach(files: Signal<readonly Attachment[]>, problem: Signal<string>) {
  return async (added: readonly File[]): Promise<void> => {
    problem.value = attachmentProblem(files.peek(), added);
    if (problem.peek() !== '') return;
    try {
      const read = await Promise.all(added.map(readFile));
      files.value = [...files.peek(), ...read];
    } catch (error) {
      problem.value = `The file could not be read: ${errorText(error)}`;
    }
  };
}

async function readFile(file: File): Promise<Attachment> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { name: file.name, mime: file.type, bytes: file.size, data: toBase64(bytes) };
}

/** Number of bytes that are converted at a time, because a function call accepts a limited number of arguments. */
const CHUNK = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}

function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => Promise<void> }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          void onFiles(chosen);
        }}
      />
      <Button
        kind="bare"
        size="little"
        icon="plus"
        label="Attach images or files"
        onAct={() => input.current?.click()}
      >
        Files
      </Button>
    </>
  );
}

function AttachedFiles({ files }: { files: Signal<readonly Attachment[]> }): JSX.Element | null {
  if (files.value.length === 0) return null;
  return (
    <ul class="row wrap attached-files" aria-label="Attached files">
      {files.value.map((file, index) => (
        <li key={index} class="tag">
          <Icon name={file.mime.startsWith('image/') ? 'snapshot' : 'log'} size="small" />
          <UntrustedText text={file.name} limit={60} /> <span class="dim">{formatBytes(file.bytes)}</span>
          <Button
            kind="bare"
            size="little"
            icon="close"
            label="Remove the file"
            onAct={() => (files.value = files.peek().toSpliced(index, 1))}
          />
        </li>
      ))}
    </ul>
  );
}
