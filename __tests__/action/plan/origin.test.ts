import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { imagesDiffer } from '../../../src/action/plan/origin.ts';

const D = (digit: string) => `sha256:${digit.repeat(64)}`;

describe('the comparison of two image references', () => {
  test.each([
    ['r.example.org/a:1', 'r.example.org/a:2'],
    ['r.example.org/a:1', 'r.example.org/a'],
    ['r.example.org/a:1', 'r.example.org/b:1'],
    ['r.example.org/a:1', 'other.example.org/a:1'],
    [`a@${D('1')}`, `a@${D('2')}`],
    [`a:1@${D('1')}`, 'a:2'],
    ['localhost:5000/a:1', 'localhost:5000/a:2'],
  ])('finds that %s and %s are different', (one, other) => {
    expect(imagesDiffer(one, other)).toBe(true);
    expect(imagesDiffer(other, one)).toBe(true);
  });

  test.each([
    ['a:1', 'docker.io/library/a:1'],
    ['a', 'a:latest'],
    ['r.example.org/a:1', `r.example.org/a@${D('1')}`],
    [`a:1@${D('1')}`, `a@${D('1')}`],
    ['localhost:5000/a', 'localhost:5000/a:latest'],
  ])('finds that %s and %s might be the same', (one, other) => {
    expect(imagesDiffer(one, other)).toBe(false);
    expect(imagesDiffer(other, one)).toBe(false);
  });

  test('never finds a difference between equal references', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(imagesDiffer(text, text)).toBe(false);
      }),
    );
  });
});
