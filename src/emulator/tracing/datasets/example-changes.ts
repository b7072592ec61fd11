import {
  type AttachmentOperations,
  type ExampleUpload,
  type MetadataOperations,
  SPLITS,
} from '../../../contract/evaluation.ts';
import { isJsonObject } from '../../../contract/json-safety.ts';
import { ATTACHMENTS_MAX, DATASET_TAGS_MAX } from '../../../contract/limits.ts';
import type { AttachmentRef } from '../../ports/store.ts';
import { HttpError, invalidField } from '../../server/http-error.ts';

type Json = Record<string, unknown>;

const DEFAULT_SPLIT = 'base';

/**
 * Returns the metadata of an example with the example's splits. The splits are the value of `split`, or else the splits
 * in the new metadata, or else the previous splits. An example without splits gets the split `base`.
 */
export function withSplits(
  metadata: Json | null,
  split: ExampleUpload['split'],
  before: Json | null = null,
): Json {
  const own = split ?? metadata?.[SPLITS] ?? before?.[SPLITS] ?? DEFAULT_SPLIT;
  const splits = [...new Set([own].flat())];
  return { ...metadata, [SPLITS]: splits };
}

/** Applies operations to metadata lists. @throws HttpError 422 for an operation on an object, or too many values. */
export function applyOperations(metadata: Json | null, operations: MetadataOperations['operations']): Json {
  const changed: Json = { ...metadata };
  for (const { key, operation, values } of operations) {
    const before = Object.hasOwn(changed, key) ? changed[key] : undefined;
    if (isJsonObject(before)) {
      throw invalidField(
        ['body', 'operations', key],
        'The metadata of an example contains an object under this key, so no values can be added.',
      );
    }
    const list: unknown[] = before === undefined || before === null ? [] : [before].flat();
    const rest = list.filter((one) => !values.some((value) => value === one));
    const after = operation === 'array_add' ? [...rest, ...new Set<unknown>(values)] : rest;
    if (after.length > DATASET_TAGS_MAX) {
      throw new HttpError(422, `The metadata list ${key} would have more than ${DATASET_TAGS_MAX} values.`);
    }
    Object.defineProperty(changed, key, {
      value: after,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return changed;
}

/**
 * Returns the attachments of an example, or of another owner, after an update. If the update contains operations, all
 * attachments that the operations neither rename nor retain are removed. A new attachment replaces an attachment with
 * the same name.
 * @throws HttpError 422 for an operation on an unknown attachment, or too many attachments.
 */
export function changeAttachments(
  before: readonly AttachmentRef[],
  added: readonly AttachmentRef[],
  operations: AttachmentOperations | null | undefined,
  owner: 'An example' | 'A run' = 'An example',
): AttachmentRef[] {
  const renamed = new Map(Object.entries(operations?.rename ?? {}));
  const retained = new Set(operations?.retain);
  for (const name of [...renamed.keys(), ...retained]) {
    if (before.some((one) => one.name === name)) continue;
    throw invalidField(['body', 'attachments_operations'], `The example has no attachment named ${name}.`);
  }
  const kept = operations
    ? before.flatMap((one) => {
        const name = renamed.get(one.name) ?? (retained.has(one.name) ? one.name : undefined);
        return name === undefined ? [] : [{ ...one, name }];
      })
    : before;
  const byName = new Map([...kept, ...added].map((one) => [one.name, one]));
  if (byName.size > ATTACHMENTS_MAX) {
    throw new HttpError(422, `${owner} has ${byName.size} attachments; the maximum is ${ATTACHMENTS_MAX}.`);
  }
  return [...byName.values()];
}
