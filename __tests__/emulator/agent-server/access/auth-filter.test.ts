import { describe, expect, test } from '@jest/globals';
import { parseAuthFilter } from '../../../../src/emulator/agent-server/access/auth-filter.ts';

const DOCUMENT = {
  owner: 'alice',
  team: 'red',
  members: ['bob', 'carol'],
  level: 3,
  place: { city: 'Rome' },
  rooms: [{ of: ['x'], id: 1 }, { id: 2n ** 53n + 1n }],
};

describe('the filter that an author’s authorization handler returns', () => {
  test.each<[string, Record<string, unknown>, boolean]>([
    ['a value that is equal', { owner: 'alice' }, true],
    ['another value', { owner: 'bob' }, false],
    ['a key that is missing', { tenant: 'x' }, false],
    ['null for a key that is missing', { tenant: null }, false],
    ['every one of several keys', { owner: 'alice', team: 'red' }, true],
    ['one of several keys alone', { owner: 'alice', team: 'blue' }, false],
    ['a number, and not its text', { level: '3' }, false],
    ['$eq', { owner: { $eq: 'alice' } }, true],
    ['$eq of another value', { owner: { $eq: 'bob' } }, false],
    ['$eq of an object', { place: { $eq: { city: 'Rome' } } }, true],
    ['$contains of an element', { members: { $contains: 'bob' } }, true],
    ['$contains of what is no element', { members: { $contains: 'alice' } }, false],
    ['$contains of several elements', { members: { $contains: ['carol', 'bob'] } }, true],
    ['$contains of one too many', { members: { $contains: ['bob', 'dave'] } }, false],
    [
      '$contains of an object, in another order of keys',
      { rooms: { $contains: { id: 1, of: ['x'] } } },
      true,
    ],
    ['$contains of an object with other values', { rooms: { $contains: { id: 1, of: ['y'] } } }, false],
    [
      '$contains of a text that reads like an element',
      { rooms: { $contains: '{"id":1,"of":["x"]}' } },
      false,
    ],
    ['$contains of a text, which is no list', { owner: { $contains: 'ali' } }, false],
    ['$or with one that holds', { $or: [{ owner: 'bob' }, { members: { $contains: 'bob' } }] }, true],
    ['$or with none that holds', { $or: [{ owner: 'bob' }, { owner: 'carol' }] }, false],
    ['$or beside a key that does not hold', { $or: [{ owner: 'alice' }, { team: 'x' }], team: 'y' }, false],
    ['$and', { $and: [{ owner: 'alice' }, { team: 'red' }] }, true],
    ['$and with one that does not hold', { $and: [{ owner: 'alice' }, { team: 'blue' }] }, false],
    ['$or in $and', { $and: [{ team: 'red' }, { $or: [{ owner: 'x' }, { owner: 'alice' }] }] }, true],
    [
      '$or of a filter without conditions and a filter that does not hold',
      { $or: [{}, { owner: 'x' }] },
      false,
    ],
    ['$contains of an object with an exact integer', { rooms: { $contains: { id: 2n ** 53n + 1n } } }, true],
    ['$contains of an object with the next integer', { rooms: { $contains: { id: 2n ** 53n } } }, false],
    ['a name of Object’s own', { toString: 'x' }, false],
  ])('compares the values of an object by the operator %s', (_, filter, holds) => {
    expect(parseAuthFilter(filter)?.(DOCUMENT)).toBe(holds);
  });

  test('allows every object if the filter has no conditions', () => {
    expect(parseAuthFilter({})).toBeUndefined();
    expect(parseAuthFilter({ $or: [{}, {}] })).toBeUndefined();
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['an unknown operator', { owner: { $ne: 'bob' } }, '"owner" must be a plain value'],
    ['two operators', { owner: { $eq: 'a', $contains: 'b' } }, '"owner" must be a plain value'],
    ['no operator', { owner: {} }, '"owner" must be a plain value'],
    ['one alternative', { $or: [{ owner: 'a' }] }, '$or requires a list'],
    ['alternatives that are not filters', { $and: ['a', 'b'] }, '$and requires a list'],
    [
      'filters nested too deep',
      { $or: [{ $or: [{ $or: [{ a: 1 }, { b: 1 }] }, { c: 1 }] }, { d: 1 }] },
      '2 levels deep',
    ],
  ])('is refused if it contains %s', (_, filter, reason) => {
    expect(() => parseAuthFilter(filter)).toThrow(reason);
  });
});
