// Runs the script of an agent's database on a real PostgreSQL server.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type PostgresServer, startPostgres } from '../../../../../../harness/postgres/server.ts';
import { INIT_SQL } from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/databases.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres({ isOwn: true });
  // The image creates its data with this superuser.
  await server.query(server.url, "CREATE ROLE postgres SUPERUSER LOGIN PASSWORD 'secret'");
  const url = new URL(server.url);
  url.username = 'postgres';
  const psql = promisify(execFile)(
    'psql',
    ['--no-psqlrc', '--variable', 'ON_ERROR_STOP=1', '--file', '-', url.href],
    { env: { ...process.env, POSTGRES_PASSWORD: 'a-password' } },
  );
  psql.child.stdin?.end(INIT_SQL);
  await psql;
});
afterAll(() => server.close());

const as = (user: string, database: string): string => {
  const url = new URL(server.url);
  url.username = user;
  url.pathname = `/${database}`;
  return url.href;
};

// docs/kubernetes/tenants.md#database-role
test("an agent's role owns its database, and cannot run programs, read files or become superuser", async () => {
  const agent = as('agent', 'agent');
  await server.query(agent, 'CREATE SCHEMA own; CREATE TABLE own.a (id int); INSERT INTO own.a VALUES (1)');
  await server.query(agent, 'CREATE TABLE public.b (id int)');
  expect(await server.query(agent, 'SELECT id FROM own.a')).toEqual([{ id: 1 }]);
  const attacks = [
    "COPY own.a FROM PROGRAM 'id'",
    "COPY own.a TO PROGRAM 'id'",
    "COPY own.a FROM '/etc/passwd'",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT lo_import('/etc/passwd')",
    'SET ROLE postgres',
    'ALTER ROLE agent SUPERUSER',
    "CREATE FUNCTION own.f() RETURNS int AS 'libc', 'getpid' LANGUAGE c",
    "ALTER SYSTEM SET archive_command = 'id'",
    'GRANT pg_execute_server_program TO agent',
  ];
  // The code of PostgreSQL for a missing permission.
  for (const sql of attacks) await expect(server.query(agent, sql)).rejects.toMatchObject({ code: '42501' });
});

test('no password gives access as superuser of a database, and the password of the agent is set', async () => {
  const roles = await server.query(
    server.url,
    "SELECT rolname, rolsuper, rolpassword IS NULL AS is_closed FROM pg_authid WHERE rolname IN ('postgres', 'agent') ORDER BY 1",
  );
  expect(roles).toEqual([
    { rolname: 'agent', rolsuper: false, is_closed: false },
    { rolname: 'postgres', rolsuper: true, is_closed: true },
  ]);
});
