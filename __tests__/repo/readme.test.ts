import { describe, expect, test } from '@jest/globals';
import { tablesOf, withTables } from '../../scripts/readme/tables.ts';

const action = `
name: x
inputs:
  api-key:
    description: |
      The key | the secret,
      over two lines.
  wait:
    description: Wait for it.
    default: 'true'
outputs:
  outcome:
    description: How it ended.
`;

describe('the tables of the README', () => {
  test('hold every input with its default, and every output', () => {
    expect(tablesOf(action)).toEqual({
      inputs: [
        '| Input | Default | What it does |',
        '| --- | --- | --- |',
        '| `api-key` |  | The key \\| the secret, over two lines. |',
        '| `wait` | `true` | Wait for it. |',
      ].join('\n'),
      outputs: ['| Output | What it holds |', '| --- | --- |', '| `outcome` | How it ended. |'].join('\n'),
    });
  });

  test('replace what stands between their markers and nothing else', () => {
    const before = 'a\n<!-- t:start -->\nold\n<!-- t:end -->\nb\n';
    const after = withTables(before, { t: 'new' });
    expect(after).toBe('a\n<!-- t:start -->\n\nnew\n\n<!-- t:end -->\nb\n');
    expect(withTables(after, { t: 'new' })).toBe(after);
    expect(() => withTables('a\n<!-- t:end -->', { t: 'new' })).toThrow('<!-- t:start -->');
  });
});
