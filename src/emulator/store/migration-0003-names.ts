import type { Kysely } from 'kysely';
import type { Flavour } from './flavour.ts';

/** Parts of deployments' names are found by an index. */
export async function names(db: Kysely<unknown>, { nameIndex }: Flavour): Promise<void> {
  await nameIndex.make(db);
}
