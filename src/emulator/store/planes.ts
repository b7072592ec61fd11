import type { ControlPlanes } from '../ports/store.ts';
import type { Context } from './context.ts';

/** Key of the only row. */
const OWN = 'own';

/** Stores the ID by which a cluster knows this control plane. */
export function planes({ db }: Context): ControlPlanes {
  return {
    async idOf(propose) {
      await db
        .insertInto('planes')
        .values({ name: OWN, id: propose() })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      const { id } = await db
        .selectFrom('planes')
        .select('id')
        .where('name', '=', OWN)
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}
