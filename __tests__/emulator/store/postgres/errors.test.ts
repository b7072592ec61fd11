import { expect, test } from '@jest/globals';
import { StoreError } from '../../../../src/emulator/ports/store-errors.ts';
import {
  findContention,
  isConflict,
  isContention,
  translate,
} from '../../../../src/emulator/store/postgres/errors.ts';

test('a transaction conflict is recognized inside other errors, and suggests a retry', () => {
  const conflict = translate(
    Object.assign(new Error('could not serialize'), { code: '40001' }),
    'nothing-kept',
  );
  const hidden = new StoreError('misuse', 'This transaction has failed already.', { cause: conflict });
  expect(findContention(hidden)).toBe(conflict);
  expect(findContention(hidden)).toMatchObject({ code: 'busy' });
  expect([isContention(hidden), isConflict(hidden)]).toEqual([true, false]);
});

test('no other database error counts as a transaction conflict', () => {
  const refused = translate(Object.assign(new Error('duplicate key'), { code: '23505' }), 'nothing-kept');
  expect([findContention(refused), isConflict(refused)]).toEqual([undefined, true]);
  expect(findContention(new Error('else'))).toBeUndefined();
});
