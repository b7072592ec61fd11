import { toText, type Names, type Value } from '../../runner/expressions/index.ts';
import type { DispatchInputModel } from '../model/schema.ts';

/** The inputs of a run: for the `inputs` context by their types, and for the event's payload as texts. */
export interface DispatchValues {
  inputs: Names;
  payload: Record<string, string>;
}

/** What the button offers at most. */
const MOST_INPUTS = 25;

/**
 * Checks what was given against what a workflow takes, and fills in defaults.
 * @param given the `inputs` of the event's payload
 */
export function dispatchInputs(
  declared: Readonly<Record<string, DispatchInputModel | null>>,
  given: unknown,
): DispatchValues | { problem: string } {
  const values: Readonly<Record<string, unknown>> =
    typeof given === 'object' && given !== null ? { ...given } : {};
  const names = Object.keys(declared);
  if (names.length > MOST_INPUTS) return { problem: `a workflow takes ${MOST_INPUTS} inputs at most` };
  const unexpected = Object.keys(values).filter((name) => !names.includes(name));
  if (unexpected.length > 0) return { problem: `Unexpected inputs provided: ${JSON.stringify(unexpected)}` };
  const result: { inputs: Record<string, Names[string]>; payload: Record<string, string> } = {
    inputs: {},
    payload: {},
  };
  for (const [name, input] of Object.entries(declared)) {
    const own = values[name];
    const byDefault = input?.default ?? (input?.type === 'boolean' ? 'false' : '');
    const value = own === undefined || own === null ? byDefault : toText(own as Value);
    const problem = wrong(name, input, value);
    if (problem !== null) return { problem };
    result.inputs[name] = typed(input, value);
    result.payload[name] = value;
  }
  return result;
}

function wrong(name: string, input: DispatchInputModel | null, value: string): string | null {
  if (value === '' && input?.required === true) return `Required input '${name}' not provided`;
  if (value === '') return null;
  switch (input?.type) {
    case 'boolean':
      return value === 'true' || value === 'false'
        ? null
        : `Provided value '${value}' for input '${name}' is not a boolean`;
    case 'number':
      return Number.isFinite(Number(value))
        ? null
        : `Provided value '${value}' for input '${name}' is not a number`;
    case 'choice':
      return input.options?.includes(value)
        ? null
        : `Provided value '${value}' for input '${name}' not in the list of allowed values`;
    default:
      return null;
  }
}

function typed(input: DispatchInputModel | null, value: string): Names[string] {
  if (input?.type === 'boolean') return value === 'true';
  if (input?.type === 'number' && value !== '') return Number(value);
  return value;
}
