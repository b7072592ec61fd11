import type { Signal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { namesOf, type RunOptions, STREAM_MODES, USUAL_MODES } from '../logic/run-options.ts';
import { Field } from './basics.tsx';
import { AsJsonButton, type Form, FormFields } from './schema-form.tsx';

const STRATEGIES = ['', 'reject', 'enqueue', 'interrupt', 'rollback'] as const;

/** Edits the settings of a run other than its input. */
export function RunOptionsForm({
  options,
  config,
  context,
}: {
  options: Signal<RunOptions>;
  /** Forms for `config` and `context`, derived from the assistant's schemas. */
  config: Form;
  context: Form;
}): JSX.Element {
  const before = useSignal('');
  const after = useSignal('');
  const seconds = useSignal('');
  const keys = useSignal('');
  const set = (change: { [K in keyof RunOptions]?: RunOptions[K] | undefined }) => {
    const next = { ...options.peek(), ...change };
    options.value = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
  };
  const modes = [options.value.stream_mode ?? USUAL_MODES].flat();
  return (
    <details>
      <summary>Run options</summary>
      <div class="form">
        <Field
          label="If the thread is busy"
          value={options.value.multitask_strategy ?? ''}
          options={STRATEGIES.map((name) => [name, name === '' ? 'the default' : name] as const)}
          onValue={(value) =>
            set({ multitask_strategy: STRATEGIES.find((name) => name !== '' && name === value) || undefined })
          }
        />
        <Field
          label="Interrupt before nodes"
          value={before.value}
          placeholder="a, b or *"
          onValue={(value) => {
            before.value = value;
            set({ interrupt_before: namesOf(value) });
          }}
        />
        <Field
          label="Interrupt after nodes"
          value={after.value}
          placeholder="a, b or *"
          onValue={(value) => {
            after.value = value;
            set({ interrupt_after: namesOf(value) });
          }}
        />
        <Field
          label="Start after seconds"
          value={seconds.value}
          type="number"
          onValue={(value) => {
            seconds.value = value;
            set({ after_seconds: value === '' ? undefined : Number(value) });
          }}
        />
        <Field
          label="Feedback keys"
          value={keys.value}
          placeholder="user_score"
          onValue={(value) => {
            keys.value = value;
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
        <fieldset class="checks">
          <legend>Stream modes</legend>
          {STREAM_MODES.map((mode) => (
            <label key={mode} class="check">
              <input
                type="checkbox"
                checked={modes.includes(mode)}
                onChange={() =>
                  set({
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
              checked={options.value.stream_subgraphs !== false}
              onChange={() =>
                set({ stream_subgraphs: options.peek().stream_subgraphs === false ? undefined : false })
              }
            />
            include inner graphs
          </label>
        </fieldset>
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
    </details>
  );
}
