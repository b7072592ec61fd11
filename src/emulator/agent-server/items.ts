import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { Namespace } from '../../contract/store-item.ts';
import { freeForm, text } from '../../contract/primitives.ts';
import type { ItemRow, Repositories } from '../seams/store.ts';
import { cutTo, isFiltered, isWithin } from './item-matching.ts';

const page = { limit: z.int().min(0).optional(), offset: z.int().min(0).optional() };
const labels = z.array(z.string());

/** What clients and graphs ask of a deployment's items. */
export const ItemOperation = z.discriminatedUnion('op', [
  z.object({ op: z.literal('get'), namespace: labels, key: z.string() }),
  z.object({ op: z.literal('put'), namespace: Namespace, key: text, value: freeForm }),
  z.object({ op: z.literal('delete'), namespace: labels, key: z.string() }),
  z.object({ op: z.literal('search'), prefix: labels, filter: freeForm.optional(), ...page }),
  z.object({
    op: z.literal('namespaces'),
    match: z.array(z.object({ end: z.enum(['prefix', 'suffix']), pattern: labels })),
    depth: z.int().min(1).optional(),
    ...page,
  }),
]);
export type ItemOperation = z.infer<typeof ItemOperation>;
type Operation<K extends ItemOperation['op']> = Extract<ItemOperation, { op: K }>;

/** Items looked into at a time. */
const LOOKED_AT = 50;

/** Those below a prefix that are as a filter asks, last changed first. */
export async function searchItems(
  tx: Pick<Repositories, 'items'>,
  deploymentId: string,
  { prefix, filter, limit = 10, offset = 0 }: Omit<Operation<'search'>, 'op'>,
): Promise<ItemRow[]> {
  if (!filter || Object.keys(filter).length === 0)
    return tx.items.list(deploymentId, prefix, { limit, offset });
  const found: ItemRow[] = [];
  let left = offset;
  for (let at = 0; found.length < limit; at += LOOKED_AT) {
    // Some at a time, and with a pause: a deployment may have many, and large ones.
    const rows = await tx.items.list(deploymentId, prefix, { limit: LOOKED_AT, offset: at });
    for (const row of rows.filter(({ value }) => isFiltered(value, filter))) {
      if (left > 0) left -= 1;
      else if (found.length < limit) found.push(row);
    }
    if (rows.length < LOOKED_AT) break;
    await setImmediate();
  }
  return found;
}

/** The namespaces that hold items, in order. */
export async function listNamespaces(
  tx: Pick<Repositories, 'items'>,
  deploymentId: string,
  { match, depth, limit = 100, offset = 0 }: Omit<Operation<'namespaces'>, 'op'>,
): Promise<string[][]> {
  const all = await tx.items.namespaces(deploymentId);
  const matching = all.filter((one) => match.every(({ end, pattern }) => isWithin(one, pattern, end)));
  return cutTo(matching, depth).slice(offset, offset + limit);
}

/** Does what a graph asks, in this order, in the caller's transaction. Gives the answer to each. */
export async function doOperations(
  tx: Pick<Repositories, 'items'>,
  deploymentId: string,
  operations: readonly ItemOperation[],
): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const operation of operations) answers.push(await doOperation(tx, deploymentId, operation));
  return answers;
}

async function doOperation(
  tx: Pick<Repositories, 'items'>,
  deploymentId: string,
  operation: ItemOperation,
): Promise<unknown> {
  switch (operation.op) {
    case 'get':
      return (await tx.items.get(deploymentId, operation.namespace, operation.key)) ?? null;
    case 'put': {
      const { namespace, key, value } = operation;
      await tx.items.put({ deploymentId, namespace, key, value });
      return null;
    }
    case 'delete':
      await tx.items.remove(deploymentId, operation.namespace, operation.key);
      return null;
    case 'search':
      return searchItems(tx, deploymentId, operation);
    case 'namespaces':
      return listNamespaces(tx, deploymentId, operation);
  }
}
