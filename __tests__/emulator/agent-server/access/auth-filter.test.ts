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

describe('the filter that a custom authorization handler returns', () => {
  test.each<[string, Record<string, unknown>, boolean]>([
    ['an equal value', { owner: 'alice' }, true],
    ['a different value', { owner: 'bob' }, false],
    ['a missing key', { tenant: 'x' }, false],
    ['null for a missing key', { tenant: null }, false],
    ['all of several keys', { owner: 'alice', team: 'red' }, true],
    ['one of several keys', { owner: 'alice', team: 'blue' }, false],
    ['a number instead of its string', { level: '3' }, false],
    ['$eq', { owner: { $eq: 'alice' } }, true],
    ['$eq of a different value', { owner: { $eq: 'bob' } }, false],
    ['$eq of an object', { place: { $eq: { city: 'Rome' } } }, true],
    ['$contains of an element', { members: { $contains: 'bob' } }, true],
    ['$contains of a value that is not an element', { members: { $contains: 'alice' } }, false],
    ['$contains of several elements', { members: { $contains: ['carol', 'bob'] } }, true],
    [
      '$contains of several elements, one of which is missing',
      { members: { $contains: ['bob', 'dave'] } },
      false,
    ],
    [
      '$contains of an object with its keys in another order',
      { rooms: { $contains: { id: 1, of: ['x'] } } },
      true,
    ],
    ['$contains of an object with different values', { rooms: { $contains: { id: 1, of: ['y'] } } }, false],
    [
      '$contains of a string that resembles an element',
      { rooms: { $contains: '{"id":1,"of":["x"]}' } },
      false,
    ],
    ['$contains for a string instead of a list', { owner: { $contains: 'ali' } }, false],
    [
      '$or with one filter that matches',
      { $or: [{ owner: 'bob' }, { members: { $contains: 'bob' } }] },
      true,
    ],
    ['$or with no filter that matches', { $or: [{ owner: 'bob' }, { owner: 'carol' }] }, false],
    ['$or next to a key that does not match', { $or: [{ owner: 'alice' }, { team: 'x' }], team: 'y' }, false],
    ['$and', { $and: [{ owner: 'alice' }, { team: 'red' }] }, true],
    ['$and with one filter that does not match', { $and: [{ owner: 'alice' }, { team: 'blue' }] }, false],
    ['$or in $and', { $and: [{ team: 'red' }, { $or: [{ owner: 'x' }, { owner: 'alice' }] }] }, true],
    ['$or of an empty filter and a filter that does not match', { $or: [{}, { owner: 'x' }] }, false],
    ['$contains of an object with an exact integer', { rooms: { $contains: { id: 2n ** 53n + 1n } } }, true],
    ['$contains of an object with the next integer', { rooms: { $contains: { id: 2n ** 53n } } }, false],
    ['a name of a property of Object', { toString: 'x' }, false],
  ])('has the documented result for %s', (_, filter, holds) => {
    expect(parseAuthFilter(filter)?.(DOCUMENT)).toBe(holds);
  });

  test('allows every object if it has no conditions', () => {
    expect(parseAuthFilter({})).toBeUndefined();
    expect(parseAuthFilter({ $or: [{}, {}] })).toBeUndefined();
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['an unknown operator', { owner: { $ne: 'bob' } }, '"owner" must be a plain value'],
    ['two operators', { owner: { $eq: 'a', $contains: 'b' } }, '"owner" must be a plain value'],
    ['no operator', { owner: {} }, '"owner" must be a plain value'],
    ['a single alternative', { $or: [{ owner: 'a' }] }, '$or requires a list'],
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
