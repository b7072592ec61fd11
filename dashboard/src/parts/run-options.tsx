import type { Signal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { namesOf, type RunOptions, STREAM_MODES, USUAL_MODES } from '../logic/run-options.ts';
import { Field } from './basics.tsx';
import { AsJsonButton, type Form, FormFields } from './schema-form.tsx';

/** Strategies for a run on a busy thread, each with its displayed text. */
const STRATEGIES = [
  ['', 'the default'],
  ['reject', 'Refuse this run'],
  ['enqueue', 'Wait for the previous run'],
  ['interrupt', 'Stop the previous run'],
  ['rollback', 'Stop and undo the previous run'],
] as const;

/** Returns the displayed text of a strategy. An unknown strategy is shown with the name that the agent uses. */
export const strategyWord = (strategy: string): string =>
  STRATEGIES.find(([value]) => value === strategy)?.[1] ?? strategy;

/** Changed options of a run, where `undefined` removes an option. */
type OptionChange = { [K in keyof RunOptions]?: RunOptions[K] | undefined };

/** Edits the settings of a run other than its input. */
export function RunOptionsForm({
  options,
  config,
  context,
}: {
  options: Signal<RunOptions>;
  /** Forms for `config` and `context`, whose fields are derived from the assistant's schemas. */
  config: Form;
  context: Form;
}): JSX.Element {
  const set = (change: OptionChange) => {
    const next = { ...options.peek(), ...change };
    options.value = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
  };
  return (
    <div class="form">
      <Field
        label="If the thread is busy"
        value={options.value.multitask_strategy ?? ''}
        options={STRATEGIES}
        onValue={(value) => {
          const [name] = STRATEGIES.find(([one]) => one === value) ?? [''];
          set({ multitask_strategy: name === '' ? undefined : name });
        }}
      />
      <TypedField
        label="Interrupt before nodes"
        placeholder="a, b or *"
        onValue={(value) => set({ interrupt_before: namesOf(value) })}
      />
      <TypedField
        label="Interrupt after nodes"
        placeholder="a, b or *"
        onValue={(value) => set({ interrupt_after: namesOf(value) })}
      />
      <TypedField
        label="Delay in seconds"
        type="number"
        onValue={(value) => set({ after_seconds: value === '' ? undefined : Number(value) })}
      />
      <TypedField
        label="Feedback keys"
        placeholder="user_score"
        onValue={(value) => {
          const names = namesOf(value);
          set({ feedback_keys: Array.isArray(names) ? names : undefined });
        }}
      />
      <Field
        label="Webhook"
        value={options.value.webhook ?? ''}
        placeholder="http://127.0.0.1:8000/done"
        onValue={(value) => set({ webhook: value === '' ? undefined : value })}
      />
      <StreamModes options={options.value} onChange={set} />
      <fieldset>
        <legend>Configurable</legend>
        <FormFields form={config} label="Configurable (JSON)" />
        <AsJsonButton form={config} />
      </fieldset>
      <fieldset>
        <legend>Context</legend>
        <FormFields form={context} label="Context (JSON)" />
        <AsJsonButton form={context} />
      </fieldset>
    </div>
  );
}

/** A field that stores the text that the user types, because the options contain only the parsed value. */
function TypedField({
  onValue,
  ...field
}: Pick<Parameters<typeof Field>[0], 'label' | 'placeholder' | 'type' | 'onValue'>): JSX.Element {
  const text = useSignal('');
  return (
    <Field
      {...field}
      value={text.value}
      onValue={(value) => {
        text.value = value;
        onValue(value);
      }}
    />
  );
}

function StreamModes({
  options,
  onChange,
}: {
  options: RunOptions;
  onChange: (change: OptionChange) => void;
}): JSX.Element {
  const modes = [options.stream_mode ?? USUAL_MODES].flat();
  return (
    <fieldset class="checks">
      <legend>Stream modes</legend>
      {STREAM_MODES.map((mode) => (
        <label key={mode} class="check">
          <input
            type="checkbox"
            checked={modes.includes(mode)}
            onChange={() =>
              onChange({
                stream_mode: STREAM_MODES.filter((one) =>
                  one === mode ? !modes.includes(one) : modes.includes(one),
                ),
              })
            }
          />
          {mode}
        </label>
      ))}
      <label class="check">
        <input
          type="checkbox"
          checked={options.stream_subgraphs !== false}
          onChange={() =>
            onChange({ stream_subgraphs: options.stream_subgraphs === false ? undefined : false })
          }
        />
        include inner graphs
      </label>
    </fieldset>
  );
}
