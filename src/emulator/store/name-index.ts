import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';

/** Finds the deployments whose name holds a part. */
export interface NameIndex {
  /** Makes it for the table `deployments` as it is. From then on it keeps itself. */
  create(db: Kysely<unknown>): Promise<void>;
  /**
   * A condition that every deployment meets whose name holds `part`, and hardly any other. Undefined: so many do that
   * going through all of them in order soon fills a page.
   */
  narrow<T>(db: Kysely<T>, part: string): Promise<Expression<SqlBool> | undefined>;
}

/** Names are at most 63 characters long (spec §1.4); parts that begin later than this in a longer one are not found. */
const LONGEST = 255;
/** From so many on, a page is sooner found in order: of 100,000 every hundredth is met then. */
const MANY = 1_000;

const putEnds = sql`insert into deployment_name_ends
  select substr(new.name, place), new.ordinal from name_places where place <= length(new.name)`;
const dropEnds = sql`delete from deployment_name_ends where ordinal = old.ordinal
  and text in (select substr(old.name, place) from name_places where place <= length(old.name))`;

/**
 * Every end of every name, in alphabetical order: the names that hold a part are those with an end that begins with it.
 * That is one place in the index, however long the part is and however many other names there are. (An index of
 * trigrams looks through the lists of all the trigrams of the part; with 100,000 alike names that took 2.7 ms.)
 */
export const sqliteNameIndex: NameIndex = {
  async create(db) {
    const statements = [
      sql`create table name_places (place integer primary key) strict`,
      sql`insert into name_places
        with recursive counted(place) as (select 1 union all select place + 1 from counted where place < ${sql.lit(LONGEST)})
        select place from counted`,
      sql`create table deployment_name_ends (
        text text not null, ordinal integer not null, primary key (text, ordinal)
      ) without rowid, strict`,
      sql`insert into deployment_name_ends
        select substr(name, place), ordinal from deployments join name_places on place <= length(name) order by 1, 2`,
      sql`create trigger deployment_name_made after insert on deployments begin ${putEnds}; end`,
      sql`create trigger deployment_name_gone after delete on deployments begin ${dropEnds}; end`,
      sql`create trigger deployment_name_changed after update of name on deployments when old.name is not new.name
        begin ${dropEnds}; ${putEnds}; end`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
  async narrow(db, part) {
    const begins = sql`text >= ${part} and text < ${`${part}\u{10ffff}`}`;
    const { rows } = await sql`
      select 1 from deployment_name_ends where ${begins} limit 1 offset ${sql.lit(MANY)}`.execute(db);
    if (rows.length > 0) return undefined;
    return sql`ordinal in (select ordinal from deployment_name_ends where ${begins})`;
  },
};
