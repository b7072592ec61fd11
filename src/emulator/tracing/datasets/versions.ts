import { parseMoment } from '../../../contract/evaluation.ts';
import type { DatasetRow, DatasetTagRow, Repositories } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';

/** Tag that always refers to the newest version. */
export const LATEST = 'latest';

/** @throws HttpError 404 if the dataset does not exist or belongs to another workspace. */
export async function findDataset(tx: Repositories, workspaceId: string, id: string): Promise<DatasetRow> {
  const row = await tx.datasets.get(workspaceId, id);
  if (row === undefined) throw new HttpError(404, `Dataset with ID ${id} not found.`);
  return row;
}

/**
 * Returns the time of a version in epoch milliseconds. `version` is a time or a tag, or absent for the newest version.
 * @throws HttpError 404 for an unknown tag.
 */
export async function momentOf(
  tx: Repositories,
  datasetId: string,
  version: string | undefined,
): Promise<number> {
  const at = version === undefined ? undefined : parseMoment(version);
  if (at !== undefined) return at;
  if (version === undefined || version === LATEST) {
    return (await tx.datasets.findVersion(datasetId)) ?? 0;
  }
  const tag = (await tx.datasets.listTags(datasetId)).find((one) => one.tag === version);
  if (tag === undefined) throw new HttpError(404, `The dataset has no version with the tag ${version}.`);
  return tag.asOf;
}

/**
 * Returns the version that is valid at a time or has a tag, or the newest version if neither is given.
 * @throws HttpError 404 for an unknown tag, and for a time before the first version.
 */
export async function versionOf(
  tx: Repositories,
  datasetId: string,
  version: string | undefined,
): Promise<number> {
  const found = await tx.datasets.findVersion(datasetId, await momentOf(tx, datasetId, version));
  if (found === undefined) throw new HttpError(404, 'The dataset has no version at or before this time.');
  return found;
}

/** Returns the tags of a version, or null if the version has no tags. */
export function tagsOf(asOf: number, newest: number, tags: readonly DatasetTagRow[]): string[] | null {
  const named = tags.filter((one) => one.asOf === asOf).map(({ tag }) => tag);
  const all = asOf === newest ? [LATEST, ...named] : named;
  return all.length === 0 ? null : all;
}
