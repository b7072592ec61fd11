import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isDatabaseUrl } from '../../../../src/emulator/store/database.ts';
import {
  fromStorable,
  parseDatabaseUrl,
  toStorable,
} from '../../../../src/emulator/store/postgres/connection.ts';
import { isContention, translate } from '../../../../src/emulator/store/postgres/errors.ts';

test('the address of a PostgreSQL database is shown without user and password', () => {
  const {
    display: shown,
    schema,
    config,
  } = parseDatabaseUrl('postgresql://u:se%40cret@db.test:5433/agents?schema=a%20b');
  expect(shown).toBe('"agents" on db.test:5433, schema "a b"');
  expect(schema).toBe('a b');
  expect(config).toMatchObject({ user: 'u', password: 'se@cret', host: 'db.test', port: 5433 });
});

test('a PostgreSQL socket is specified by its folder, with or without a host', () => {
  for (const host of ['localhost', '']) {
    const { display: shown, config } = parseDatabaseUrl(`postgres://u@${host}/agents?host=%2Frun%2Fpg`);
    expect(shown).toBe('"agents" on the socket in /run/pg');
    expect(config.host).toBe('/run/pg');
  }
});

test.each(['postgresql://u:secret@ho st/db', 'postgresql://[secret', 'file.sqlite'])(
  'an invalid PostgreSQL address is rejected without being repeated: %j',
  (url) => {
    const refusal: unknown = (() => {
      try {
        return parseDatabaseUrl(url);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toMatchObject({ code: 'unusable', message: expect.not.stringContaining('secret') });
    expect(refusal).not.toHaveProperty('cause.input');
  },
);

test('a file path is not a PostgreSQL address', () => {
  expect(isDatabaseUrl('/data/postgres://x')).toBe(false);
  expect(isDatabaseUrl(':memory:')).toBe(false);
});

test('every string is stored in PostgreSQL without NUL, and is read back unchanged', () => {
  const text = fc.string({ unit: fc.constantFrom('\0', '\u{10fffe}', '\u{10ffff}', 'a', '0', '\u{1f600}') });
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (given) => {
      expect(toStorable(given)).not.toContain('\0');
      expect(fromStorable(toStorable(given))).toBe(given);
    }),
  );
});

test.each([
  ['23505', 'conflict'],
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['53100', 'full'],
  ['57P01', 'unavailable'],
  ['ECONNREFUSED', 'unavailable'],
  ['28P01', 'unusable'],
])('the PostgreSQL error code %s means %s', (code, means) => {
  const given = Object.assign(new Error('it says'), { code, detail: 'Key (name)=(a value)' });
  const error = translate(given, 'nothing-kept');
  expect(error).toMatchObject({ code: means });
  expect(error).not.toHaveProperty('cause.detail');
  expect(isContention(new Error('made of it', { cause: error }))).toBe(means === 'busy');
});

test('the result of a write counts as unknown after its connection was lost', () => {
  const given = new Error('Connection terminated unexpectedly');
  expect(translate(given, 'unknown')).toMatchObject({ code: 'uncertain' });
  expect(translate(given, 'nothing-kept')).toMatchObject({ code: 'unavailable' });
});
