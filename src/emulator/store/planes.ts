import type { Planes } from '../ports/store.ts';
import type { Context } from './context.ts';

/** The only row. */
const OWN = 'own';

/** What this control plane is known by in a cluster. */
export function planes({ db }: Context): Planes {
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
