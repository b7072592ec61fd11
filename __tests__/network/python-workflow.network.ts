// The example workflow that runs the tests of an agent in Python: it installs packages from PyPI.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { useTestEnvironment } from '../acceptance/support/environment.ts';
import { outputs, said, useExamples } from '../acceptance/support/examples.ts';
import { deploymentNamed } from '../acceptance/support/images.ts';

const AGENT = path.resolve(import.meta.dirname, '../../examples/python-agent');
const world = useTestEnvironment({ runtime: 'stub' });
const examples = useExamples(world);

/** The files of the Python example, with this text replaced in each. */
async function pythonAgent(from = '', to = ''): Promise<Record<string, string>> {
  const names = await readdir(AGENT, { recursive: true });
  const files = names.filter((name) => /\.(py|toml|json)$/.test(name));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (name) => {
        const text = await readFile(path.join(AGENT, name), 'utf8');
        return [name.replaceAll(path.sep, '/'), text.replace(from, to)] as const;
      }),
    ),
  );
}

describe('tested-push.yml', () => {
  test('deploys an agent in Python whose tests pass', async () => {
    const repository = await examples.repository(await pythonAgent());
    const event = await repository.pushed();
    const folder = repository.git.dir;
    const run = await examples.run('tested-push.yml', repository, { event, repository: folder });
    expect([run.conclusion, said(run)]).toEqual(['success', []]);
    expect(outputs(run, 'deploy')).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(run.jobs['test']?.permissions).toEqual({ contents: 'read' });
  });

  test('deploys nothing when they fail', async () => {
    const repository = await examples.repository(
      await pythonAgent('"langchain-core>=1,<2", "langgraph>=1,<2"', ''),
    );
    const event = await repository.pushed();
    const folder = repository.git.dir;
    const run = await examples.run('tested-push.yml', repository, { event, repository: folder });
    expect(run.conclusion).toBe('failure');
    expect(run.jobs['deploy']?.result).toBe('skipped');
    expect(await deploymentNamed(world, 'my-agent')).toBeUndefined();
  });
});
