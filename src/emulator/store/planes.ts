import type { ControlPlanes } from '../ports/store.ts';
import type { Context } from './context.ts';

/** Key of the table's only row. */
const OWN = 'own';

/** Creates the methods that store and read the ID of this control plane in a cluster. */
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
