import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { forward, inspect } from '../live/api.ts';
import { readStepState, readWholeState } from '../live/step-state.ts';
import { parseJson } from '../logic/input-form.ts';
import type { ThreadRoute } from '../logic/paths.ts';
import { containsClipped, containsHidden, HIDDEN_SECRET } from '../logic/state-changes.ts';
import type { Timeline, TimelineRow } from '../logic/thread-steps.ts';
import { Field, Problem, UntrustedText } from './basics.tsx';
import { Button } from './button.tsx';
import { JsonView } from './json-view.tsx';
import { useLoaded } from './loading.ts';

/**
 * Changes the state after a step, as if a node had returned the new values. The form initially contains the state,
 * and only the changed fields are sent.
 */
export function StateEditor({
  route: { id, thread },
  row,
  timeline,
  assistant,
  onClose,
  onDone,
}: {
  route: ThreadRoute;
  row: TimelineRow;
  timeline: Timeline;
  assistant: string;
  onClose: () => void;
  onDone: (checkpoint: string) => Promise<void>;
}): JSX.Element {
  const path = `/d/${id}/threads/${thread}`;
  const state = useLoaded(() => readStepState(path, row.step.id), [path, row.step.id]);
  const graph = useLoaded(
    async () =>
      assistant === ''
        ? null
        : await inspect.get<{ nodes?: { id?: unknown }[] }>(`/d/${id}/assistants/${assistant}/graph`),
    [id, assistant],
  );
  const drawn = (graph.value.value?.nodes ?? []).flatMap(({ id: name }) =>
    typeof name === 'string' && !name.startsWith('__') ? [name] : [],
  );
  const nodes = drawn.length > 0 ? drawn : [...new Set(timeline.rows.map(({ title }) => title))];
  if (state.value.value === null) return <Problem text={state.problem.value} />;
  return (
    <StateForm
      path={path}
      checkpoint={row.step.id}
      values={state.value.value.values}
      nodes={nodes}
      onDone={onDone}
      onCancel={onClose}
    />
  );
}

function StateForm({
  path,
  checkpoint,
  values,
  nodes,
  onDone,
  onCancel,
}: {
  /** Path of the thread, such as `/d/<id>/threads/<thread>`. */
  path: string;
  checkpoint: string;
  values: unknown;
  /** Names of the nodes that the user can attribute the change to. */
  nodes: readonly string[];
  onDone: (checkpoint: string) => Promise<void>;
  onCancel: () => void;
}): JSX.Element {
  const whole = useSignal<unknown>(undefined);
  const written = useSignal<Readonly<Record<string, string>>>({});
  const node = useSignal('');
  const state = whole.value === undefined ? values : whole.value;
  const fields = typeof state === 'object' && state !== null ? Object.entries(state) : [];
  const names = [...fields.map(([name]) => name), ...Object.keys(written.value)];
  const changed = changesOf(written.value, fields);
  const problems = Object.values(changed).filter((one) => 'problem' in one);
  const save = async () => {
    const update = Object.fromEntries(
      Object.entries(changed).flatMap(([name, one]) => ('value' in one ? [[name, one.value]] : [])),
    );
    const made = await forward<{ checkpoint?: { checkpoint_id?: string } }>('POST', `${path}/state`, {
      values: update,
      checkpoint: { checkpoint_id: checkpoint, checkpoint_ns: '' },
      ...(node.peek() === '' ? {} : { as_node: node.peek() }),
    });
    await onDone(made.checkpoint?.checkpoint_id ?? '');
  };
  const loadWhole = async () => {
    whole.value = await readWholeState(path, checkpoint);
  };
  return (
    <section class="card state-editor" aria-label="Change the state">
      <header>
        <h2>Change the state</h2>
        <span class="dim">a change creates a branch from this step</span>
      </header>
      <div class="state-editor-fields">
        {[...new Set(names)].map((name) => (
          <EditedField
            key={name}
            name={name}
            value={fields.find(([one]) => one === name)?.[1]}
            text={written.value[name]}
            problem={problemOf(changed[name])}
            onText={(text) => (written.value = { ...written.peek(), [name]: text })}
            onLoad={loadWhole}
          />
        ))}
      </div>
      <div class="panel-pad">
        <AddField onAdd={(name) => (written.value = { ...written.peek(), [name]: '' })} />
        <Field
          label="Save as the result of node"
          value={node.value}
          options={[['', 'the node that ran last'], ...nodes.map((one) => [one, one] as const)]}
          onValue={(value) => (node.value = value)}
        />
        <p class="dim">
          A field with a reducer, such as messages, merges the new value into the old one. All other fields
          are replaced.
        </p>
        <div class="row">
          <Button
            kind="main"
            disabled={
              problems.length > 0
                ? 'A field is not valid JSON, or contains a hidden secret'
                : Object.keys(changed).length === 0
                  ? 'Nothing is changed yet'
                  : ''
            }
            onAct={save}
          >
            Save as a branch
          </Button>
          <Button onAct={onCancel}>Cancel</Button>
        </div>
      </div>
    </section>
  );
}

function AddField({ onAdd }: { onAdd: (name: string) => void }): JSX.Element {
  const name = useSignal('');
  return (
    <div class="row wrap">
      <Field label="Another field" value={name.value} onValue={(value) => (name.value = value)} />
      <Button
        size="little"
        icon="plus"
        disabled={name.value.trim() === '' ? 'Enter the name of the field first' : ''}
        onAct={() => {
          onAdd(name.peek().trim());
          name.value = '';
        }}
      >
        Add the field
      </Button>
    </div>
  );
}

type Parsed = { value: unknown } | { problem: string };

const problemOf = (parsed: Parsed | undefined): string =>
  parsed !== undefined && 'problem' in parsed ? parsed.problem : '';

/**
 * Returns the parsed value of each changed field. If the old value of a field was a string, the new value is a string
 * too.
 */
function changesOf(
  written: Readonly<Record<string, string>>,
  fields: readonly (readonly [string, unknown])[],
): Record<string, Parsed> {
  const before = new Map(fields);
  return Object.fromEntries(
    Object.entries(written).flatMap(([name, text]): [string, Parsed][] => {
      const old = before.get(name);
      if (text === textOf(old)) return [];
      if (containsHidden(old) && containsHidden(text)) return [[name, { problem: HIDDEN_SECRET }]];
      if (typeof old === 'string') return [[name, { value: text }]];
      if (old === undefined) {
        const parsed = parseJson(text);
        return [[name, 'value' in parsed ? parsed : { value: text }]];
      }
      return [[name, parseJson(text)]];
    }),
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : stringifyExactJson(value, 2);

function EditedField({
  name,
  value,
  text,
  problem,
  onText,
  onLoad,
}: {
  name: string;
  value: unknown;
  text: string | undefined;
  /** Reason why the text cannot be saved, or an empty string. */
  problem: string;
  onText: (text: string) => void;
  onLoad: () => Promise<void>;
}): JSX.Element {
  const id = useId();
  const isClipped = containsClipped(value);
  const shown = text ?? textOf(value);
  return (
    <div class="edited-field">
      <div class="stack">
        <label for={id}>
          <code>
            <UntrustedText text={name} limit={100} />
          </code>
        </label>
        {isClipped ? (
          <div class="stack">
            <p class="dim">The value is too long to be shown in full.</p>
            <Button size="little" onAct={onLoad}>
              Load the full value to edit it
            </Button>
          </div>
        ) : (
          <textarea
            id={id}
            class="input"
            spellcheck={false}
            rows={Math.min(8, shown.split('\n').length)}
            aria-invalid={problem !== ''}
            value={shown}
            onInput={({ currentTarget }) => onText(currentTarget.value)}
          />
        )}
        {problem === '' ? null : <span class="problem">{problem}</span>}
      </div>
      <div class="stack old-value">
        <span class="dim small">Now</span>
        {value === undefined ? (
          <span class="dim">none</span>
        ) : (
          <JsonView value={value} label={`${name} now`} open={1} />
        )}
      </div>
    </div>
  );
}
