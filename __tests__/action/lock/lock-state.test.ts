import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  decodeLock,
  describeLock,
  encodeLock,
  isHeld,
  lockRefOf,
} from '../../../src/action/lock/lock-state.ts';
import { lockState } from './support.ts';

const AT = Date.parse('2026-01-05T10:00:00Z');

describe('the ref of a lock', () => {
  test('contains the name of the deployment', () => {
    expect(lockRefOf('my-agent')).toBe('refs/agent-deploy/locks/my-agent/lock');
  });

  test('differs for different names, and is a valid ref for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
        const ref = lockRefOf(one);
        expect(ref === lockRefOf(other)).toBe(one === other);
        expect(ref).toMatch(/^refs\/agent-deploy\/locks\/[A-Za-z0-9_-]*\/lock$/);
      }),
    );
  });

  test('is not a prefix of the ref of a longer name', () => {
    expect(lockRefOf('my-agent-staging').startsWith(lockRefOf('my-agent'))).toBe(false);
  });
});

describe('a stored lock', () => {
  test('is read as it was written', () => {
    const state = lockState({
      until: '2026-01-05T12:00:00.000Z',
      run: 'https://github.com/o/r/actions/runs/1',
    });
    expect(decodeLock(encodeLock(state), 'my-agent')).toEqual({ ok: true, state });
  });

  test.each([
    ['empty', '', /not JSON/],
    ['text', 'Lock my-agent', /not JSON/],
    ['of a later version', encodeLock({ ...lockState(), version: 2 as 1 }), /version/],
    ['of another deployment', encodeLock(lockState({ deployment: 'other' })), /another deployment/],
    ['without a time', encodeLock(lockState({ at: 'yesterday' })), /field at is missing or invalid/],
    ['with a line break in its reason', encodeLock(lockState({ reason: 'a\nb' })), /field reason is/],
    ['with a terminal sequence as user', encodeLock(lockState({ by: '\u001b[2J' })), /field by is/],
    ['with a reason that is too long', encodeLock(lockState({ reason: 'r'.repeat(301) })), /field reason is/],
  ])('is refused if it is %s', (_what, message, why) => {
    expect(decodeLock(message, 'my-agent')).toEqual({ ok: false, why: expect.stringMatching(why) });
  });

  test('is never read from random text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        expect(decodeLock(message, 'my-agent').ok).toBe(false);
      }),
    );
  });
});

describe('a lock', () => {
  test('holds until its end, and without an end until it is removed', () => {
    const until = new Date(AT + 1000).toISOString();
    expect(isHeld(lockState({ until }), AT + 999)).toBe(true);
    expect(isHeld(lockState({ until }), AT + 1000)).toBe(false);
    expect(isHeld(lockState(), Number.MAX_SAFE_INTEGER)).toBe(true);
    expect(isHeld(lockState({ locked: false }), AT)).toBe(false);
    expect(isHeld(undefined, AT)).toBe(false);
  });

  test('is described with its user, its time, its end and its reason', () => {
    expect(describeLock(lockState({ until: '2026-01-05T12:00:00.000Z' }))).toBe(
      'my-agent is locked by octocat since 2026-01-05 10:00 UTC, until 2026-01-05 12:00 UTC: migrating the store',
    );
  });
});
