import { describe, expect, test } from '@jest/globals';
import { levelOfLine } from '../../../../src/emulator/data-plane/reconcile/line-level.ts';

describe('a line that a program printed without a level', () => {
  test.each([
    'error: Failed to parse `pyproject.toml`',
    '  × No solution found when resolving dependencies:',
    'ERROR: no matching version of invoice-templates@^4',
    'npm error code ETARGET',
    'fatal: could not read Username',
    'error[E0308]: mismatched types',
  ])('is an error: %s', (line) => {
    expect(levelOfLine(line)).toBe('ERROR');
  });

  test.each(['warning: `tool.uv` is deprecated', 'WARNING: pip is old', 'npm warn deprecated x'])(
    'is a warning: %s',
    (line) => {
      expect(levelOfLine(line)).toBe('WARNING');
    },
  );

  test.each(['Resolved 12 packages', 'errors: 0', 'The error was fixed', 'warnings are on', 'errorless'])(
    'is neither: %s',
    (line) => {
      expect(levelOfLine(line)).toBe('INFO');
    },
  );
});
