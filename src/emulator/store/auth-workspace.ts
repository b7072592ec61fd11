import type { Context } from './context.ts';
import { StoreError } from './errors.ts';

/** The workspace of a provider. @throws StoreError `conflict` when there is no such provider. */
export async function workspaceOf({ db }: Pick<Context, 'db'>, id: string): Promise<string> {
  const row = await db
    .selectFrom('auth_providers')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new StoreError('conflict', `There is no sign-in provider ${id} to write to.`);
  return row.workspace_id;
}
