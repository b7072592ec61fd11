import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { AGENT, commitTree, makeTree } from '../action/support/checkout.ts';
import { errorsOf, useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });

/** Creates a checkout with special files of these names that never return data. */
function checkout(names: readonly string[], put: (file: string) => void): string {
  const workspace = makeTree({ ...AGENT, 'deep/file': 'x' });
  commitTree(workspace);
  for (const name of names) put(path.join(workspace, name));
  return workspace;
}
const pipe = (file: string) => void execFileSync('mkfifo', [file]);
const device = (file: string) => symlinkSync('/dev/ptmx', file);
const inputs = () => ({
  'deployment-name': world.name(),
  source: 'internal_source',
  'wait-timeout': '5m',
});

// docs/security/checkouts.md#hostile-sources
(process.platform === 'linux' ? describe : describe.skip)(
  'the built action, in a workspace with pipes and devices',
  () => {
    test.each([
      ['.gitignore', pipe],
      ['deep/.gitignore', pipe],
      ['.dockerignore', pipe],
      ['.dockerignore', device],
    ] as const)(
      'a run that reads a hostile file fails, and the error names the file: %s, %p',
      async (name, put) => {
        const run = await world.deploy({ workspace: checkout([name], put), inputs: inputs() });
        expect(run.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'source-unusable' });
        expect(errorsOf(run).join('\n')).toContain(`${name} cannot be used`);
      },
    );

    test.each([
      ['.gitattributes', pipe],
      ['.gitattributes', device],
      ['.gitmodules', pipe],
    ] as const)(
      'a run that does not need the hostile file deploys despite the file: %s, %p',
      async (name, put) => {
        const run = await world.deploy({ workspace: checkout([name], put), inputs: inputs() });
        expect(run.outputs).toMatchObject({ outcome: 'deployed' });
      },
    );

    test('a cancelled run exits without being killed while git waits for a pipe', async () => {
      const cancel = new AbortController();
      const run = await world.deploy({
        workspace: checkout(['.gitignore', 'deep/.gitattributes'], pipe),
        inputs: inputs(),
        signal: cancel.signal,
        // The first line is logged before git starts, and git runs for a second before the action reads the pipe.
        onLine: () => cancel.abort(),
      });
      expect([run.outcome, run.main?.endedBy]).toEqual(['cancelled', null]);
      expect(run.outputs).toMatchObject({ outcome: 'cancelled', 'reason-code': 'signal' });
    });
  },
);
