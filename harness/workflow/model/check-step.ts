import { checkCondition, checkTemplate } from '../../runner/expressions/index.ts';
import { PLACES, type Place } from './places.ts';
import type { StepModel } from './schema.ts';

/** Checks a step of a job or of a composite action. Throws for the first problem. */
export function checkStep(step: StepModel, at: string): void {
  if ((step.run === undefined) === (step.uses === undefined)) {
    throw new Error(`${at}: exactly one of 'uses' and 'run' is needed`);
  }
  if (step.id !== undefined && !/^(?!__)[A-Za-z_][A-Za-z0-9_-]*$/.test(step.id)) {
    throw new Error(`${at}: the identifier '${step.id}' is invalid`);
  }
  const onlyRun = step.shell ?? step['working-directory'];
  if (step.uses !== undefined && onlyRun !== undefined) {
    throw new Error(`${at}: 'shell' and 'working-directory' go with 'run' only`);
  }
  if (step.run !== undefined && Object.keys(step.with).length > 0) {
    throw new Error(`${at}: 'with' goes with 'uses' only`);
  }
  condition(`${at}.if`, step.if, 'step if');
  for (const key of [
    'name',
    'run',
    'shell',
    'working-directory',
    'continue-on-error',
    'timeout-minutes',
  ] as const) {
    filled(`${at}.${key}`, step[key], 'step settings');
  }
  each(`${at}.env`, step.env, 'step settings');
  each(`${at}.with`, step.with, 'step settings');
}

/** Checks every expression of some values by where they stand. */
export function each(at: string, values: Readonly<Record<string, string | undefined>>, place: Place): void {
  for (const [name, value] of Object.entries(values)) filled(`${at}.${name}`, value, place);
}

/** Checks the expressions of a text by where it stands. */
export function filled(at: string, value: string | undefined, place: Place): void {
  within(at, () => checkTemplate(value ?? '', PLACES[place]));
}

/** Checks an `if`. */
export function condition(at: string, value: string | undefined, place: Place): void {
  within(at, () => checkCondition(value ?? '', PLACES[place]));
}

function within(at: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    throw new Error(`${at}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
