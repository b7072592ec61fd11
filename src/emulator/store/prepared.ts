import type { Compilable, CompiledQuery } from 'kysely';
import type { Context, SqlDialect } from './database.ts';

/** A query ready to be run with texts in the place of its parameters. */
export type Prepared<R> = (context: Context, ...given: string[]) => Promise<R[]>;

/**
 * A query that is built and compiled once for each dialect of database, and from then on only run: for what is read
 * most. `build` is given a text to stand for each parameter, and must use it as a value and nothing else.
 */
export function prepared<R>(
  build: (context: Context, parameter: (at: number) => string) => Compilable<R>,
): Prepared<R> {
  const compiled = new WeakMap<SqlDialect, { query: CompiledQuery<R>; slots: number[] }>();
  const compile = (context: Context) => {
    const stand = (at: number) => `\0parameter ${at}`;
    const query = build(context, stand).compile();
    const slots = query.parameters.map((value) => {
      const at = typeof value === 'string' ? /^\0parameter (\d+)$/.exec(value)?.[1] : undefined;
      if (at === undefined) throw new TypeError('a prepared query takes every value as a parameter');
      return Number(at);
    });
    const known = { query, slots };
    compiled.set(context.dialect, known);
    return known;
  };
  return async (context, ...given) => {
    const { query, slots } = compiled.get(context.dialect) ?? compile(context);
    const parameters = slots.map((at) => given[at]);
    const { rows } = await context.db.executeQuery<R>({ ...query, parameters });
    return rows;
  };
}
