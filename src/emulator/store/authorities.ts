import type { Authorities } from '../ports/store.ts';
import { authorityRows } from '../tables/workspaces.ts';
import type { Context } from './context.ts';

const PURPOSE = 'plane-authorities';
const place = (id: string) => ({ resource: 'authority', id, field: 'key' });

/** Creates the methods that store and read the CAs of this control plane, with their encrypted private keys. */
export function authorities(context: Context): Authorities {
  const { db, vault } = context;

  return {
    async insert(row, key) {
      await context.atomically(async (tx) => {
        const sealer = await tx.vault.sealer(row.workspaceId, PURPOSE);
        await tx.db
          .insertInto('authorities')
          .values({ ...authorityRows.toColumns(row), sealed: sealer.seal(place(row.id), key) })
          .onConflict((conflict) => conflict.column('generation').doNothing())
          .execute();
      });
    },
    list: () => authorityRows.all(db.selectFrom('authorities').selectAll().orderBy('generation', 'desc')),
    async keyOf(id) {
      const row = await db
        .selectFrom('authorities')
        .select(['workspace_id', 'sealed'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return (await vault.open(row.workspace_id, PURPOSE, [{ place: place(id), sealed: row.sealed }]))[0];
    },
    async removeExpired(before) {
      await db.deleteFrom('authorities').where('expires_at', '<', before).execute();
    },
  };
}
