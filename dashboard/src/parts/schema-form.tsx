import { type Signal, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { formOf, type FormField, parseJson, valueOfForm, toFormTexts } from '../logic/input-form.ts';
import { Field } from './basics.tsx';
import { Button } from './button.tsx';

/** State of a form for one value. The user enters the value in fields derived from a schema, or as JSON. */
export interface Form {
  fields: readonly FormField[] | undefined;
  written: Signal<Readonly<Record<string, string>>>;
  json: Signal<string>;
  asJson: Signal<boolean>;
  problems: Signal<Readonly<Record<string, string>>>;
  /** Returns the entered value, or returns `undefined` and shows the problem if the value is invalid. */
  read(): { value: unknown } | undefined;
  fill(value: unknown): void;
}

const TEXT_KINDS: ReadonlySet<FormField['kind']> = new Set(['text', 'number', 'choice']);

/** Creates a form for values of a schema. If the schema changes, the form keeps the user's input. */
export function useForm(schema: unknown, json = '{}'): Form {
  const kept = useMemo(
    () => ({
      written: signal<Readonly<Record<string, string>>>({}),
      json: signal(json),
      asJson: signal(false),
      problems: signal<Readonly<Record<string, string>>>({}),
    }),
    [],
  );
  const fields = useMemo(() => formOf(schema), [schema]);
  const { written, asJson, problems } = kept;
  return {
    ...kept,
    fields,
    read() {
      if (asJson.peek() || fields === undefined) {
        const parsed = parseJson(kept.json.peek());
        return 'value' in parsed ? parsed : undefined;
      }
      const result = valueOfForm(fields, written.peek());
      problems.value = 'problems' in result ? result.problems : {};
      return 'value' in result ? result : undefined;
    },
    fill(value) {
      kept.json.value = stringifyExactJson(value, 2);
      written.value = fields === undefined ? {} : toFormTexts(fields, value);
      problems.value = {};
    },
  };
}

/** Shows the fields of a form. The label of the field for JSON is `label`. */
export function FormFields({ form, label }: { form: Form; label: string }): JSX.Element {
  const { fields, written, json, asJson, problems } = form;
  const write = (name: string, value: string) => (written.value = { ...written.peek(), [name]: value });
  if (asJson.value || fields === undefined) {
    const parsed = parseJson(json.value);
    return (
      <Field
        label={label}
        type="textarea"
        value={json.value}
        onValue={(value) => (json.value = value)}
        problem={'problem' in parsed ? parsed.problem : ''}
      />
    );
  }
  return (
    <>
      {fields.map((field) =>
        field.kind === 'boolean' ? (
          <label key={field.name} class="check">
            <input
              type="checkbox"
              checked={written.value[field.name] === 'true'}
              onChange={() => write(field.name, written.value[field.name] === 'true' ? 'false' : 'true')}
            />
            {field.label}
          </label>
        ) : (
          <Field
            key={field.name}
            label={`${field.label}${field.required ? ' (required)' : ''}`}
            type={TEXT_KINDS.has(field.kind) ? 'text' : 'textarea'}
            placeholder={placeholderOf(field)}
            {...(field.kind === 'choice'
              ? { options: ['', ...field.choices].map((one) => [one, one] as const) }
              : {})}
            value={written.value[field.name] ?? ''}
            onValue={(value) => write(field.name, value)}
            problem={problems.value[field.name] ?? ''}
          />
        ),
      )}
    </>
  );
}

function placeholderOf({ kind, description }: FormField): string {
  if (kind === 'messages') return "The user's message, or a list of messages as JSON";
  if (description !== '') return description;
  return kind === 'json' ? 'JSON' : kind === 'any' ? 'Text or JSON' : '';
}

/** A button that switches between fields and JSON and keeps the input. Renders nothing for a schema without fields. */
export function AsJsonButton({ form }: { form: Form }): JSX.Element | null {
  const { fields, asJson, json } = form;
  if (fields === undefined) return null;
  const change = () => {
    if (asJson.peek()) {
      const parsed = parseJson(json.peek());
      if ('value' in parsed) form.fill(parsed.value);
    } else {
      const written = form.read();
      if (written !== undefined) form.fill(written.value);
      form.problems.value = {};
    }
    asJson.value = !asJson.peek();
  };
  return (
    <Button kind="bare" size="little" onAct={change}>
      {asJson.value ? 'As a form' : 'As JSON'}
    </Button>
  );
}
