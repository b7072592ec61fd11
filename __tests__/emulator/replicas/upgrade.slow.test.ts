import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { Client } from 'pg';
import { freePorts } from '../../../harness/free-ports.ts';
import { until } from '../../../harness/until.ts';
import { migrateWhenAvailable } from '../../../src/emulator/cli/migrate.ts';
import type { Emulator } from '../../../src/emulator/index.ts';
import { type Migration, MIGRATIONS, NEWEST_SCHEMA } from '../../../src/emulator/store/migrations.ts';
import { parseDatabaseUrl } from '../../../src/emulator/store/postgres/connection.ts';
import { migratePostgres } from '../../../src/emulator/store/postgres/migrate.ts';
import { TABLES } from '../../../src/emulator/store/schema.ts';
import { type Catalog, postgresCatalog, readFirstSchema } from '../store/catalog.ts';
import { migrateDatabase } from '../store/migrate-database.ts';
import { controlPlanes } from './control-planes.ts';

// Tests of upgrades and rollbacks under load, with the real tables of earlier schemas and with invented migrations.

const { server, start, call, create, isServed, health, close } = controlPlanes();

/** Invented migration of a next version, which changes every table. */
const EXPAND: Migration = {
  name: '9001_everywhere',
  kind: 'expand',
  up: async (db) => {
    for (const { name } of TABLES) {
      await sql`alter table ${sql.table(name)} add column added_later text default 'new'`.execute(db);
      await sql`alter table ${sql.table(name)} add column also_later bigint`.execute(db);
    }
    await sql`create index deployments_added on deployments (added_later)`.execute(db);
    await sql`create table later (id text primary key, deployment_id text references deployments (id) on delete cascade)`.execute(
      db,
    );
  },
};

/** Requests of clients to the replicas of a Service, until `stop` is called. */
function load(workers: number) {
  const serving: { replica: Emulator; open: number }[] = [];
  const failures: string[] = [];
  const created: string[] = [];
  const over = new AbortController();
  let requests = 0;
  let turn = 0;
  const ask = async (work: (replica: Emulator) => Promise<{ status: number; body: unknown }>) => {
    const target = serving[(turn += 1) % serving.length];
    if (target === undefined) throw new Error('no replica serves');
    target.open += 1;
    const answer = await work(target.replica).catch((error: unknown) => ({ status: 0, body: String(error) }));
    target.open -= 1;
    requests += 1;
    if (answer.status < 200 || answer.status > 299) {
      failures.push(`${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer;
  };
  const worker = async (index: number) => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      const made = await ask((replica) => create(replica, `agent-${index}-${round}`));
      const { id } = made.body as { id?: string };
      if (id === undefined) continue;
      const place = `/v2/deployments/${id}`;
      await ask((replica) => call(replica, 'GET', place));
      await ask((replica) => call(replica, 'GET', '/v2/deployments?limit=20'));
      const change = { source_revision_config: { image_uri: 'registry.test/agent:2' } };
      await ask((replica) => call(replica, 'PATCH', place, change));
      if (round % 2 === 0) await ask((replica) => call(replica, 'DELETE', place));
      else created.push(id);
    }
  };
  const done: Promise<void>[] = [];
  return {
    /** Adds a replica, as a Service does when the replica is ready. */
    add(replica: Emulator) {
      serving.push({ replica, open: 0 });
      if (done.length === 0) done.push(...Array.from({ length: workers }, (_, index) => worker(index)));
    },
    /** Sends no more requests to a replica, as before a pod is stopped, and then stops the replica. */
    async remove(replica: Emulator) {
      const [target] = serving.splice(
        serving.findIndex((one) => one.replica === replica),
        1,
      );
      await until(() => target?.open === 0);
      await close(replica);
    },
    /** Resolves when the workers have sent this many more requests. */
    async more(count: number) {
      const goal = requests + count;
      await until(() => requests >= goal);
    },
    async stop() {
      over.abort();
      await Promise.all(done);
      return { failures, created };
    },
  };
}

/**
 * Returns statements that read and write every column of a schema, as the queries of that schema's program do. The
 * statements change no row.
 */
function statementsOf({ tables }: Catalog): string[] {
  return Object.entries(tables).flatMap(([table, { columns }]) => {
    const names = Object.keys(columns).map((name) => `"${name}"`);
    return [
      `select ${names.join(', ')} from "${table}" limit 1`,
      `update "${table}" set ${names
        .filter((name) => name !== '"ordinal"')
        .map((name) => `${name} = ${name}`)
        .join(', ')} where false`,
      `insert into "${table}" (${names.join(', ')}) select ${names.join(', ')} from "${table}" where false`,
      `delete from "${table}" where false`,
    ];
  });
}

describe('an upgrade under load', () => {
  // docs/kubernetes/upgrades.md#upgrade-under-load
  test('fails no request while the schema changes, replicas are replaced, and the upgrade is rolled back', async () => {
    const url = await server().freshDatabase();
    const [a, b] = [await start(url), await start(url)];
    const leases = [(await health(a)).id, (await health(b)).id];
    const clients = load(3);
    clients.add(a);
    clients.add(b);
    await clients.more(12);
    await migrateDatabase(url, [...MIGRATIONS, EXPAND]);
    await clients.more(24);
    expect([(await health(a)).id, (await health(b)).id]).toEqual(leases);
    const next = await start(url);
    clients.add(next);
    await clients.remove(a);
    await clients.more(12);
    await clients.remove(b);
    await clients.more(12);
    const back = await start(url);
    clients.add(back);
    await clients.remove(next);
    await clients.more(12);
    const { failures, created } = await clients.stop();
    expect(failures).toEqual([]);
    expect(created.length).toBeGreaterThan(2);
    for (const id of created) await until(isServed(back, id));
    const columns = await server().query(
      url,
      "select added_later from deployments where added_later <> 'new'",
    );
    expect(columns).toEqual([]);
  });

  // docs/kubernetes/upgrades.md#last-two-schemas
  test.each(MIGRATIONS.slice(-2).map(({ name }) => [name]))(
    'from the schema %s keeps every statement of the version before working',
    async (from) => {
      const url = await server().freshDatabase();
      await server().query(url, await readFirstSchema('postgres'));
      await migrateDatabase(
        url,
        MIGRATIONS.filter(({ name }) => name <= from),
      );
      const statements = statementsOf(await postgresCatalog(server(), url));
      const old = new Client(url);
      await old.connect();
      try {
        let rounds = 0;
        const over = new AbortController();
        const run = async () => {
          for (const text of statements) await old.query(text);
          rounds += 1;
        };
        await run();
        const running = (async () => {
          while (!over.signal.aborted) {
            await run();
            await setImmediate();
          }
        })();
        await migrateDatabase(url, [...MIGRATIONS, EXPAND]);
        const after = rounds;
        await until(() => rounds > after + 1);
        // The new version serves alongside the old version.
        const replica = await start(url);
        const { body } = await create(replica, 'one');
        await until(isServed(replica, body.id));
        over.abort();
        await running;
        await run();
      } finally {
        await old.end();
      }
    },
  );
});

describe('a migration', () => {
  const migrating = (url: string, onBlocked?: () => void) =>
    migratePostgres(parseDatabaseUrl(url), {
      known: [...MIGRATIONS, EXPAND],
      ...(onBlocked && { onBlocked }),
    });

  // docs/kubernetes/upgrades.md#one-migration
  test('waits while another process migrates, and then finds nothing to do', async () => {
    const url = await server().freshDatabase();
    await migrateDatabase(url, MIGRATIONS);
    const other = new Client(url);
    await other.connect();
    try {
      await other.query("begin; select pg_advisory_xact_lock(1097286768, hashtext('public'))");
      // The URLs select the same schema in different ways.
      const named = new URL(url);
      named.searchParams.set('schema', 'public');
      const both = Promise.all([migrating(url), migrating(named.href)]);
      await until(async () => {
        const waiting = await server().query(
          url,
          `select from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        );
        return waiting.length === 2;
      });
      expect(await server().query(url, "select from pg_tables where tablename = 'later'")).toEqual([]);
      await other.query('commit');
      const results = await both;
      expect(results.map(({ applied }) => applied.length).toSorted()).toEqual([0, 1]);
      expect(results.map(({ schema }) => schema)).toEqual([EXPAND.name, EXPAND.name]);
    } finally {
      await other.end();
    }
  });

  // docs/kubernetes/upgrades.md#blocked-migration
  test('that a long statement blocks gives way to other statements, and is repeated', async () => {
    const url = await server().freshDatabase();
    await migrateDatabase(url, MIGRATIONS);
    const long = new Client(url);
    await long.connect();
    try {
      await long.query('begin; select from deployments');
      const blocked = Promise.withResolvers<void>();
      const migrated = migrating(url, () => blocked.resolve());
      await blocked.promise;
      expect(await server().query(url, 'select from deployments')).toEqual([]);
      await long.query('commit');
      expect(await migrated).toEqual({ applied: [EXPAND.name], schema: EXPAND.name });
    } finally {
      await long.end();
    }
  });

  // docs/kubernetes/upgrades.md#command
  test('by the command is repeated if the connection is lost during the commit', async () => {
    const url = await server().freshDatabase();
    await server().query(url, await readFirstSchema('postgres'));
    await server().query(
      url,
      `create sequence commits;
       create function cut() returns trigger language plpgsql as $$ begin
         if nextval('commits') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
         return null;
       end $$;
       create constraint trigger cut after insert on agent_deploy_migrations
         deferrable initially deferred for each row execute function cut()`,
    );
    const { schema } = await migrateWhenAvailable(url, {
      log: () => undefined,
      sleep: async () => undefined,
    });
    expect(schema).toBe(NEWEST_SCHEMA);
  });

  // docs/kubernetes/upgrades.md#command
  test('by the command waits for the database, with jitter', async () => {
    const url = await server().freshDatabase();
    const log: string[] = [];
    const delays: number[] = [];
    await server().stop();
    const result = await migrateWhenAvailable(url, {
      log: (line) => void log.push(line),
      random: () => 0.5,
      sleep: async (ms) => {
        delays.push(ms);
        if (delays.length === 4) await server().start();
      },
    });
    expect(result).toEqual({ applied: MIGRATIONS.map(({ name }) => name), schema: NEWEST_SCHEMA });
    expect(delays.slice(0, 4)).toEqual([600, 1_200, 2_400, 3_000]);
    expect(log).toEqual([expect.stringMatching(/^migrate: waiting for the database: /)]);
  });
});

describe('a replica that starts', () => {
  const ask = async (port: number, at: string) => (await fetch(`http://127.0.0.1:${port}${at}`)).status;
  const probes = async (port: number) => [await ask(port, '/_local/live'), await ask(port, '/ok')];

  // docs/kubernetes/upgrades.md#start-without-database
  test('without its database is alive, becomes ready when the database is back, and migrates nothing itself', async () => {
    const url = await server().freshDatabase();
    const [port = 0, metricsPort = 0] = await freePorts(2);
    const failing = async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return [...text.matchAll(/^agent_deploy_check_failing\{check="(.+)"\} 1$/gm)].map(([, name]) => name);
    };
    await server().stop();
    const log: string[] = [];
    const starting = start(url, {
      port,
      metricsPort,
      kubernetes: { waitForMigrations: true },
      log: (line) => void log.push(line),
    });
    try {
      await until(() => log.some((line) => line.includes('database is unreachable')));
      expect(await probes(port)).toEqual([200, 503]);
      expect(await failing()).toEqual(['database']);
    } finally {
      await server().start();
    }
    await until(() => log.some((line) => line.includes('The database has no tables')));
    expect(await probes(port)).toEqual([200, 503]);
    expect(await failing()).toEqual(['schema']);
    expect(await server().query(url, "select from pg_tables where schemaname = 'public'")).toEqual([]);
    await migrateDatabase(url, MIGRATIONS);
    const replica = await starting;
    expect(await probes(port)).toEqual([200, 200]);
    expect(await failing()).toEqual([]);
    await until(isServed(replica, (await create(replica, 'one')).body.id));
  });

  // docs/kubernetes/upgrades.md#start-stopped
  test('without its database can be stopped', async () => {
    const url = new URL(await server().freshDatabase());
    url.searchParams.set('host', '/nowhere');
    const stop = new AbortController();
    const waiting = Promise.withResolvers<void>();
    const starting = start(url.href, { signal: stop.signal, log: () => waiting.resolve() });
    await waiting.promise;
    stop.abort(new Error('SIGTERM'));
    await expect(starting).rejects.toThrow();
  });
});
