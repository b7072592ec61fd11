import { describe, expect, test } from '@jest/globals';
import { quote } from '../../../src/action/inputs/problem.ts';

// docs/security/secrets.md#message-repeats-no-key
describe('a message about a value in the wrong input', () => {
  test.each([
    'lsv2_pt_short',
    'sk-proj-x',
    'Bearer ghp_0',
    'key=AKIA0',
    'https://example.org/?token=eyJhbGciOi',
    'f3a1c27be94d5508a6b1',
    'soon 9f8e7d6c5b4a3f2e1d0c9b8a',
    'Zm9vYmFyYmF6MTIzNDU2',
  ])('does not repeat %s, which looks like a key', (value) => {
    expect(quote(value)).toBe(`a text of ${value.length} characters`);
  });

  test.each([
    'soon',
    '30 minutes',
    'refs/heads/feature/a-branch-with-a-long-name',
    'my-agent-2',
    '1h 30m',
    'Ünïcode',
  ])('repeats %s, which does not look like a key', (value) => {
    expect(quote(value)).toBe(JSON.stringify(value));
  });
});
