import { describe, expect, test } from '@jest/globals';
import { hideKeys } from '../../src/redaction/key-words.ts';

/** The keys are assembled, so that no source contains a string with the format of a key. */
const KEYS = ['lsv2_pt_', 'sk-proj-', 'ghp_', 'AIzaSy'].map((prefix) => `${prefix}0123456789abcdefABCDEF`);

// docs/security/secrets.md#message-repeats-no-key
describe('a message about wrong command-line arguments', () => {
  test.each(KEYS)('does not contain %s', (key) => {
    for (const message of [
      `unknown flag --${key}; it knows --port`,
      `--port ${key}: must be a number`,
      `--seed=${key}`,
      `${key}: the folder does not exist`,
      `scandir '/tmp/${key}'`,
    ]) {
      expect(hideKeys(message)).toBe(message.replace(key, '***'));
    }
  });

  test.each([
    'sk-learn-agent: the folder does not exist',
    '--port 44: must be',
    '/tmp/emulator-a1b2c3d4e5f6/data',
  ])('still contains a name that is not a key: %s', (message) => {
    expect(hideKeys(message)).toBe(message);
  });
});
