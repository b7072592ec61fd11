import {
  evaluateTemplate,
  fill,
  toText,
  type Names,
  type Scope,
  type Value,
} from '../../runner/expressions/index.ts';
import type { CallInputModel, CallJobModel, Workflow } from '../model/schema.ts';

/** Why a job cannot call a workflow; null when it can. Only what is known before anything runs. */
export function misfit(job: CallJobModel, { on }: Workflow): string | null {
  if (!Object.hasOwn(on, 'workflow_call')) return "its 'on' does not name workflow_call";
  const inputs = on.workflow_call?.inputs ?? {};
  const secrets = on.workflow_call?.secrets ?? {};
  for (const [name, value] of Object.entries(job.with)) {
    const input = inputs[name];
    if (input === undefined) return `Invalid input, ${name} is not defined in the referenced workflow.`;
    if (typeof value === 'string' && value.includes('${{')) continue;
    if (!fits(input, value)) return `the input '${name}' is no ${input.type}: '${String(value)}'`;
  }
  for (const [name, input] of Object.entries(inputs)) {
    if (input.required === true && !Object.hasOwn(job.with, name)) {
      return `Input ${name} is required, but not provided while calling.`;
    }
  }
  if (job.secrets === 'inherit') return null;
  for (const name of Object.keys(job.secrets)) {
    if (!Object.hasOwn(secrets, name)) {
      return `Invalid secret, ${name} is not defined in the referenced workflow.`;
    }
  }
  for (const [name, secret] of Object.entries(secrets)) {
    if (secret?.required === true && !Object.hasOwn(job.secrets, name)) {
      return `Secret ${name} is required, but not provided while calling.`;
    }
  }
  return null;
}

/**
 * The `inputs` context of a called workflow. Throws for a value that is not of its type: unlike a literal, an expression
 * shows that only now (a text 'true' is no boolean).
 * @param around the scope of the job that calls
 * @param own the scope in which the called workflow's defaults stand
 */
export function callInputs(job: CallJobModel, called: Workflow, around: Scope, own: Scope): Names {
  const values: Record<string, Value> = {};
  for (const [name, input] of Object.entries(called.on.workflow_call?.inputs ?? {})) {
    const given = job.with[name];
    const value = given === undefined ? byDefault(input, own) : evaluated(given, around);
    if (!fits(input, value)) {
      throw new Error(`the input '${name}' of ${job.uses} is no ${input.type}: '${toText(value)}'`);
    }
    values[name] = input.type === 'string' ? toText(value) : value;
  }
  return values;
}

/** The secrets of a called workflow: all of its caller's, or those it is given by name. */
export function callSecrets(
  job: CallJobModel,
  secrets: Readonly<Record<string, string>>,
  around: Scope,
): Record<string, string> {
  if (job.secrets === 'inherit') return { ...secrets };
  const scope = { ...around, contexts: { ...around.contexts, secrets } };
  return Object.fromEntries(Object.entries(job.secrets).map(([name, text]) => [name, fill(text, scope)]));
}

function byDefault(input: CallInputModel, own: Scope): Value {
  if (input.default !== undefined) return evaluated(input.default, own);
  return { boolean: false, number: 0, string: '' }[input.type];
}

function evaluated(value: string | number | boolean, scope: Scope): Value {
  return typeof value === 'string' ? evaluateTemplate(value, scope) : value;
}

/** Any scalar makes a text; nothing but their own kind makes a boolean or a number. */
function fits(input: CallInputModel, value: Value): boolean {
  return input.type === 'string' ? value === null || typeof value !== 'object' : typeof value === input.type;
}
