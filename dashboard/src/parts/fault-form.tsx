import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import type { FaultRule } from '../../../src/contract/dashboard/faults.ts';
import {
  FAULT_FIELDS,
  type FaultField,
  type FaultKind,
  kindOfRule,
  ruleOfForm,
  textsOfRule,
} from '../logic/fault-forms.ts';
import { apiName } from '../logic/words.ts';
import { parseJson } from '../logic/input-form.ts';
import { ActionButton, Field } from './basics.tsx';

const KINDS: readonly (readonly [FaultKind, string])[] = [
  ['answer', 'a different response to a request'],
  ['silence', 'no response to a request'],
  ['shape', 'a truncated or slow response'],
  ['stage', 'a stage of a revision'],
  ['serving', 'health of a serving revision'],
];

const FLAGS: readonly FaultField[] = ['drop_answer', 'reset', 'hang', 'stall'];
const WHEN: readonly (readonly [string, string])[] = [
  ['', 'always'],
  ['times', 'only the first n matches'],
  ['nth', 'only these matches (1, 2, …)'],
  ['every', 'every n-th match'],
  ['probability', 'at random, with a probability'],
];

/** Edits a fault rule as JSON, or in a form that offers only fields that the emulator accepts together. */
export function FaultForm({
  rule,
  isNew,
  onSave,
  onClose,
}: {
  rule: FaultRule;
  isNew: boolean;
  onSave: (rule: unknown) => Promise<void>;
  onClose: () => void;
}): JSX.Element {
  const kind = useSignal<FaultKind>(kindOfRule(rule));
  const texts = useSignal(textsOfRule(rule));
  const asJson = useSignal(false);
  const json = useSignal(stringifyExactJson(rule, 2));
  const built = ruleOfForm(kind.value, texts.value);
  const parsed = parseJson(json.value);
  const toggle = () => {
    if (!asJson.value) json.value = stringifyExactJson('rule' in built ? built.rule : rule, 2);
    asJson.value = !asJson.value;
  };
  return (
    <div class="stack">
      {asJson.value ? (
        <Field
          label="Rule as JSON"
          type="textarea"
          value={json.value}
          onValue={(value) => (json.value = value)}
          problem={'problem' in parsed ? parsed.problem : ''}
        />
      ) : (
        <FaultFields kind={kind} texts={texts} problem={'problem' in built ? built.problem : ''} />
      )}
      <p class="row">
        <ActionButton
          kind="main-act"
          disabled={asJson.value ? 'problem' in parsed : 'problem' in built}
          onAct={async () => {
            if (asJson.value) {
              if ('value' in parsed) await onSave(parsed.value);
            } else if ('rule' in built) await onSave(built.rule);
          }}
        >
          {isNew ? 'Add' : 'Save'}
        </ActionButton>
        <button type="button" class="button" onClick={toggle}>
          {asJson.value ? 'Form' : 'JSON'}
        </button>
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </div>
  );
}

/** Shows the fields for a kind of rule. `texts` contains the values of the fields, keyed by field name. */
function FaultFields({
  kind,
  texts,
  problem,
}: {
  kind: Signal<FaultKind>;
  texts: Signal<ReturnType<typeof textsOfRule>>;
  problem: string;
}): JSX.Element {
  const set = (name: string) => (value: string) => {
    texts.value = { ...texts.peek(), [name]: value };
  };
  const isStage = kind.value === 'stage' || kind.value === 'serving';
  const text = (name: string) => texts.value[name] ?? '';
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()}>
      <Field
        label="Kind"
        value={kind.value}
        options={KINDS}
        onValue={(value) => (kind.value = KINDS.find(([one]) => one === value)?.[0] ?? 'answer')}
      />
      {isStage ? (
        <>
          <Field
            label="Deployment (glob)"
            value={text('match.deployment')}
            placeholder="every deployment"
            onValue={set('match.deployment')}
          />
          {kind.value === 'stage' ? (
            <Field label="Stage" value={text('match.stage')} onValue={set('match.stage')} />
          ) : null}
        </>
      ) : (
        <>
          <Field
            label="API"
            value={text('match.surface')}
            onValue={set('match.surface')}
            options={['', 'control-plane', 'agent-server', 'sandboxes', 'tracing'].map(
              (name) => [name, name === '' ? 'All' : apiName(name)] as const,
            )}
          />
          <Field
            label="Method"
            value={text('match.method')}
            placeholder="any"
            onValue={set('match.method')}
          />
          <Field
            label="Path (glob)"
            value={text('match.path')}
            placeholder="any"
            onValue={set('match.path')}
          />
        </>
      )}
      <Field label="When" value={text('when')} options={WHEN} onValue={set('when')} />
      {text('when') === '' ? null : (
        <Field label="Which" value={text('when.value')} onValue={set('when.value')} />
      )}
      {FAULT_FIELDS[kind.value].map((name) =>
        FLAGS.includes(name) ? (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={text(`then.${name}`) === 'true'}
              onChange={() => set(`then.${name}`)(text(`then.${name}`) === 'true' ? '' : 'true')}
            />
            {name}
          </label>
        ) : (
          <Field
            key={name}
            label={name}
            value={text(`then.${name}`)}
            type={name === 'body' ? 'textarea' : 'text'}
            onValue={set(`then.${name}`)}
          />
        ),
      )}
      {problem === '' ? null : <p class="problem">{problem}</p>}
    </form>
  );
}
