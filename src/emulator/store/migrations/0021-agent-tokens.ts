import type { Kysely } from 'kysely';

/** What agent pods and the control plane know one another by. */
export async function agentTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('agent_tokens')
    .addColumn('revision_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addForeignKeyConstraint('agent_tokens_owner', ['revision_id'], 'revisions', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
}
