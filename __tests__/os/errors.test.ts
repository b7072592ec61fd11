import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { errorMessage, toError } from '../../src/os/errors.ts';

const foreign: unknown = runInNewContext('new Error("of another realm")');

describe('the message of a thrown value', () => {
  test.each([
    [new TypeError('of an error'), 'of an error'],
    [foreign, 'of another realm'],
    [{ message: 'of an object' }, 'of an object'],
    ['a text', 'a text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [Symbol('s'), 'Symbol(s)'],
    [{ message: 1 }, 'an unknown failure'],
    [Object.create(null), 'an unknown failure'],
  ])('is, for %p, the string: %s', (thrown, message) => {
    expect(errorMessage(thrown)).toBe(message);
  });
});

test('toError wraps a thrown value in an error with message and cause, and returns an error unchanged', () => {
  const error = new RangeError('the same');
  expect(toError(error)).toBe(error);
  expect(toError('text')).toMatchObject({ message: 'text', cause: 'text' });
});
