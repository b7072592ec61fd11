import { describe, expect, test } from '@jest/globals';
import { oneJob, outcomes, printed, run } from './fixture.ts';

describe('the steps of a job', () => {
  test('run one after the other, share what they export, and see each other by id', async () => {
    const result = await run(
      oneJob([
        `id: first\nrun: |\n  echo "url=http://x" >> "$GITHUB_OUTPUT"\n  echo "MINE=1" >> "$GITHUB_ENV"\n  echo "$PWD" >> "$GITHUB_PATH"`,
        `run: echo "\${{ steps.first.outputs.url }} \${{ steps.FIRST.conclusion }} $MINE \${{ env.MINE }} \${PATH%%:*}"`,
        `if: steps.first.outputs.url == 'http://y'\nrun: echo never`,
        `env: { MINE: 2 }\nrun: echo "$MINE"`,
        `run: echo "$MINE"`,
      ]),
    );
    expect(outcomes(result)).toEqual(['success', 'success', 'success', 'skipped', 'success', 'success']);
    expect(printed(result)).toEqual([
      expect.stringMatching(/^http:\/\/x success 1 1 \/.*work$/),
      '2',
      '1',
    ]);
  });
});
