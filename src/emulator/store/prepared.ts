import type { CompiledQuery, Insertable, QueryResult } from 'kysely';
import type { Context } from './context.ts';
import type { Tables } from './schema.ts';

/** Place of an argument in the parameters of a compiled statement. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A statement with its arguments, which has the methods of a query builder that read rows. */
export interface Prepared<Row> {
  execute(): Promise<Row[]>;
  executeTakeFirst(): Promise<Row | undefined>;
  executeTakeFirstOrThrow(): Promise<Row>;
  /** Executes a statement that changes rows, and returns the number of changed rows. */
  countChanged(): Promise<bigint>;
}

/**
 * Returns a statement that is built and compiled only on its first use in the store. Building a query takes several
 * times as long as executing it, and every run of an agent executes dozens of statements.
 *
 * @param name Unique name of the statement in the store.
 * @param args Arguments, of which each must be a single value. An argument that is `undefined` counts as missing.
 * @param build Builds the query for placeholders of the arguments. The query must depend only on which arguments are
 * present, because later calls use the same query for other arguments.
 */
export function prepared<Args extends object, Row>(
  context: Pick<Context, 'db' | 'statements'>,
  name: string,
  args: Args,
  build: (args: Args) => { compile(): CompiledQuery<Row> },
): Prepared<Row> {
  const values = new Map<string, unknown>();
  let key = name;
  for (const [arg, value] of Object.entries(args)) {
    if (value === undefined) continue;
    values.set(arg, value);
    key += ` ${arg}`;
  }
  const run = async (): Promise<QueryResult<Row>> => {
    const { db } = context;
    let statement = context.statements.get(key);
    if (statement === undefined) {
      const slots = Object.fromEntries([...values.keys()].map((arg) => [arg, new Slot(arg)]));
      // The cast is needed, because the query builder stores each placeholder like a value of the argument's type.
      statement = build(slots as Args).compile();
      context.statements.set(key, statement);
    }
    const parameters = statement.parameters.map((one) => (one instanceof Slot ? values.get(one.name) : one));
    return db.executeQuery<Row>({ ...statement, parameters });
  };
  const execute = async () => (await run()).rows;
  const executeTakeFirst = async () => (await execute())[0];
  return {
    execute,
    executeTakeFirst,
    async executeTakeFirstOrThrow() {
      const row = await executeTakeFirst();
      if (row === undefined) throw new Error(`the statement ${name} returned no row`);
      return row;
    },
    countChanged: async () => (await run()).numAffectedRows ?? 0n,
  };
}

/** Inserts one row. The statement is compiled only once per table and set of columns. */
export async function insertRow<T extends keyof Tables>(
  context: Context,
  table: T,
  columns: Insertable<Tables[T]>,
): Promise<void> {
  const insert = (values: Insertable<Tables[T]>) => context.db.insertInto(table).values(values);
  await prepared(context, `insert ${table}`, columns, insert).execute();
}
