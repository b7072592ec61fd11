import { parseExactJson } from '../../contract/exact-json.ts';
import type { Store } from '../ports/store.ts';
import { streamJsonWith } from '../server/respond.ts';
import type { RouteResponse } from '../server/route.ts';
import type { ThreadKey } from './thread-state.ts';
import { threadNotFound } from './threads.ts';

/** Number of characters above which values are sent as stored text, because parsing would block other requests. */
const LARGE_CHARACTERS = 256 * 1024;

/** Returns the JSON of a thread's values. @throws HttpError 404 if the thread does not exist in the deployment. */
async function readValuesText(
  store: Pick<Store, 'threads'>,
  { deploymentId, id }: { deploymentId: string; id: string },
): Promise<string> {
  const text = await store.threads.valuesText(deploymentId, id);
  if (text === undefined) throw threadNotFound(id);
  return text;
}

/** Returns the values of a thread, or an empty object without values. @throws HttpError 404 for an unknown thread. */
export async function readValues(
  store: Pick<Store, 'threads'>,
  { deploymentId, threadId }: ThreadKey,
): Promise<unknown> {
  return parseExactJson(await readValuesText(store, { deploymentId, id: threadId })) ?? {};
}

/**
 * Responds with 200 and a JSON object: `fields`, and the thread's values as the field `values`.
 * @throws HttpError 404 if the thread does not exist in the deployment.
 */
export async function respondWithValues(
  store: Pick<Store, 'threads'>,
  thread: { deploymentId: string; id: string },
  { fields, signal }: { fields: Record<string, unknown>; signal: AbortSignal },
): Promise<RouteResponse> {
  const text = await readValuesText(store, thread);
  if (text.length >= LARGE_CHARACTERS) return streamJsonWith(fields, { field: 'values', text, signal });
  return { status: 200, body: { ...fields, values: parseExactJson(text) ?? {} } };
}
