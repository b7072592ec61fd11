import { WHOLE_HEADER } from '../../../src/contract/dashboard/clip.ts';
import { parseExactJson } from '../../../src/contract/exact-json.ts';
import { inspect, request } from './api.ts';

export interface StepState {
  values: unknown;
  next: readonly string[];
  tasks: readonly unknown[];
  metadata: unknown;
}

/**
 * Reads the state of a thread at a step. Long texts are clipped.
 * @param path Path of the thread, such as `/d/<id>/threads/<thread>`.
 */
export const readStepState = (path: string, step: string): Promise<StepState> =>
  inspect.get<StepState>(`${path}/state/${step}`);

/** Reads the value of a store item without clipping texts. */
export async function readWholeItem(
  base: string,
  { namespace, key }: { namespace: readonly string[]; key: string },
): Promise<unknown> {
  const answer = await request('GET', `/inspect${base}/items`, {
    headers: { [WHOLE_HEADER]: 'true' },
    query: { namespace: namespace.join('.'), key, refresh_ttl: 'false' },
  });
  const item = parseExactJson(await answer.text());
  return typeof item === 'object' && item !== null && 'value' in item ? item.value : {};
}

/**
 * Reads the values of the state at a step, or of the newest state if `step` is empty. The texts in the values are not
 * clipped.
 */
export async function readWholeState(path: string, step: string): Promise<unknown> {
  const target = step === '' ? `${path}/state` : `${path}/state/${step}`;
  const answer = await request('GET', `/inspect${target}`, {
    headers: { [WHOLE_HEADER]: 'true' },
    query: { select: 'values' },
  });
  const state = parseExactJson(await answer.text());
  return typeof state === 'object' && state !== null && 'values' in state ? state.values : {};
}
