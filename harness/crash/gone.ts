/** The emulator was gone before it answered: what was asked of it may have been done or not. */
export class Gone extends Error {
  override readonly name = 'Gone';
}

/** Runs parts of a scenario beside each other; when the emulator goes, waits for all of them before it says so. */
export async function together(...parts: Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(parts);
  const failed = ends.filter((end) => end.status === 'rejected').map(({ reason }): unknown => reason);
  const other = failed.find((reason) => !(reason instanceof Gone));
  if (other !== undefined) throw new Error('a part of the scenario failed', { cause: other });
  if (failed.length > 0) throw new Gone('a part of the scenario was not answered', { cause: failed[0] });
}
