import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { messagesOfState } from '../../../src/contract/messages.ts';
import { setQuery } from '../live/navigation.ts';
import { readWholeState, type StepState } from '../live/step-state.ts';
import type { ChatMessage } from '../logic/chat-messages.ts';
import { containsClipped } from '../logic/state-changes.ts';
import { nodeName } from '../logic/words.ts';
import { Button } from './button.tsx';
import { Chat, type ChatActions } from './chat.tsx';
import { JsonView } from './json-view.tsx';
import { StateChanges } from './state-changes.tsx';

/** Names of a step's tabs. */
export const TABS = ['changes', 'state', 'messages', 'next', 'raw'] as const;
export type Tab = (typeof TABS)[number];

/** Shows the tabs of a step. */
export function StepTabs({
  shown,
  next,
  messages,
}: {
  shown: Tab;
  next: readonly string[];
  messages: number;
}): JSX.Element {
  return (
    <div class="tabs" role="tablist" aria-label="Views of the step">
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === shown}
          onClick={() => setQuery({ tab: name })}
        >
          {name === 'next' && next.length > 0
            ? `Next: ${next.map(nodeName).join(', ').slice(0, 60)}`
            : TAB_WORDS[name]}
          {name === 'messages' && messages > 0 ? <span class="count">{messages}</span> : null}
        </button>
      ))}
    </div>
  );
}

const TAB_WORDS: Readonly<Record<Tab, string>> = {
  changes: 'Changes',
  state: 'State',
  messages: 'Messages',
  next: 'Next',
  raw: 'Raw',
};

/** Shows the content of a step's tab. */
export function TabView({
  tab,
  path,
  step,
  state: { after, before },
  messages,
  compare,
}: {
  tab: Tab;
  path: string;
  step: string;
  state: { after: StepState; before: unknown };
  messages: readonly ChatMessage[];
  compare: JSX.Element;
}): JSX.Element {
  switch (tab) {
    case 'changes':
      return <StateChanges before={before} after={after.values} foot={compare} />;
    case 'state':
      return <WholeState path={path} step={step} values={after.values} />;
    case 'messages':
      return (
        <div class="panel-pad">
          {messages.length === 0 ? <p class="dim">The state has no messages.</p> : null}
          <Chat
            messages={messages}
            forks={new Map()}
            isStreaming
            editing=""
            onEditing={() => undefined}
            acts={readOnly(path, step)}
            runNote={null}
          />
        </div>
      );
    case 'next':
      return (
        <div class="panel-pad">
          {after.next.length === 0 ? <p class="dim">Nothing runs after this step.</p> : null}
          {after.tasks.length === 0 ? null : <JsonView value={after.tasks} label="the tasks" open={3} />}
        </div>
      );
    case 'raw':
      return (
        <div class="panel-pad">
          <JsonView value={after} label="the step" open={2} />
        </div>
      );
  }
}

const nothing = async (): Promise<void> => undefined;

/** Actions on the messages at a step. The only action of `readOnly` reads the complete text of a message. */
const readOnly = (path: string, step: string): ChatActions => ({
  edit: nothing,
  fork: nothing,
  retry: nothing,
  rate: nothing,
  goToBranch: () => undefined,
  readWhole: async (index) => messagesOfState(await readWholeState(path, step))[index],
});

function WholeState({ path, step, values }: { path: string; step: string; values: unknown }): JSX.Element {
  const whole = useSignal<unknown>(undefined);
  const isClipped = whole.value === undefined && containsClipped(values);
  return (
    <div class="panel-pad">
      {isClipped ? (
        <div class="row">
          <span class="dim">Long strings are truncated.</span>
          <Button
            size="little"
            onAct={async () => {
              whole.value = await readWholeState(path, step);
            }}
          >
            Show all
          </Button>
        </div>
      ) : null}
      <JsonView value={whole.value ?? values} label="the state" open={2} />
    </div>
  );
}
