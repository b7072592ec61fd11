import { describe, expect, test } from '@jest/globals';
import { jobs, outputs, messagesOf, useExamples } from './support/examples.ts';
import { obedientAgent, saying } from './support/verify.ts';
import { useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'process' });
const examples = useExamples(world, { real: true });

const checks = (version: string) => ({
  'checks.yml': `- name: says its version\n  input: ${saying('hi')}\n  expect: { last-message: '^${version}: hi$' }\n`,
});

describe('the example workflows verified-push.yml and nightly-verify.yml', () => {
  test('deploy and verify with the checks of the checkout, roll back after wrong responses, and verify again at night', async () => {
    const repository = await examples.repository({ ...obedientAgent('one'), ...checks('one') });
    const push = async () =>
      examples.run('verified-push.yml', repository, {
        event: await repository.pushed(),
        repository: repository.git.dir,
      });
    const first = await push();
    expect(messagesOf(first)).toEqual([]);
    expect(outputs(first, 'deploy')).toMatchObject({ outcome: 'deployed', verified: 'true' });

    await repository.git.commit({ ...obedientAgent('another'), ...checks('two') });
    const second = await push();
    expect(jobs(second)).toEqual({ deploy: 'failure' });
    expect(outputs(second, 'deploy')).toMatchObject({ outcome: 'rolled-back', verified: 'false' });
    expect(messagesOf(second).join()).toContain(
      'says its version: last-message: /^two: hi$/ does not match "another: hi"',
    );

    const nightly = () =>
      examples.run('nightly-verify.yml', repository, { event: repository.hub.events.schedule() });
    // The check sends a greeting to the restored revision, which echoes the greeting.
    const night = await nightly();
    expect(jobs(night)).toEqual({ verify: 'success' });
    expect(night.jobs['verify']?.permissions).toEqual({});
    expect(outputs(night, 'verify')).toMatchObject({
      verified: 'true',
      'deployment-id': outputs(first, 'deploy')['deployment-id'],
    });
  });
});
