import { describe, expect, test } from '@jest/globals';
import { REASONS } from '../../src/action/outcome.ts';
import { explain } from '../../src/cli/explain.ts';

async function run(...argv: string[]) {
  let out = '';
  const log: string[] = [];
  const code = await explain(argv, {
    print: (text) => {
      out += text;
    },
    view: { print: (line) => void log.push(line), progress: undefined },
  });
  return { code, out, log };
}

// docs/cli.md#explain
describe('agent-deploy explain', () => {
  test.each(Object.values(REASONS).flatMap((reasons) => Object.entries(reasons)))(
    'explains %s without Markdown links',
    async (code, meaning) => {
      const { code: exit, out } = await run(code);
      expect(exit).toBe(0);
      expect(out.replaceAll(/\s+/g, ' ')).toContain(meaning);
      expect(out).not.toMatch(/\]\(|^#/m);
    },
  );

  test('accepts a reason code in the notation of an anchor', async () => {
    const plain = await run('build-failed');
    expect(plain.out).toContain('What to do.');
    expect(await run('docs/troubleshooting/rollout.md#build-failed')).toEqual(plain);
    expect(
      await run('https://github.com/acme/agent-deploy/blob/v0/docs/troubleshooting.md#build-failed'),
    ).toEqual(plain);
  });

  test('lists all reason codes', async () => {
    const { code, out } = await run();
    expect(code).toBe(0);
    for (const reasons of Object.values(REASONS))
      for (const reason of Object.keys(reasons)) expect(out).toContain(`  ${reason} `);
  });

  test('suggests a reason code for a misspelled reason code', async () => {
    expect(await run('bild-failed')).toEqual({
      code: 1,
      out: '',
      log: ['This reason code does not exist. Did you mean `agent-deploy explain build-failed`?'],
    });
    expect((await run('zzzzzzzzzzzzzzz')).log).toEqual([
      'This reason code does not exist. `agent-deploy explain` lists the reason codes.',
    ]);
    expect((await run('build-failed', 'deadline')).code).toBe(1);
  });
});
