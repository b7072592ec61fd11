import { describe, expect, test } from '@jest/globals';
import { deploymentNamed } from './support/images.ts';
import { messagesOf, outputs, useExamples } from './support/examples.ts';
import { useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const examples = useExamples(world);
const AGENT = { 'langgraph.json': '{}' };
const FUTURE = '2099-01-01T00:00:00Z';

/** Creates a repository whose branch `main` is deployed, and a pull request, on which commands can be written. */
async function commented() {
  const repository = await examples.repository(AGENT);
  const event = await repository.pushed();
  await examples.run('push.yml', repository, { event });
  const { git, hub } = repository;
  hub.roles.set('octocat', 'write');
  await git.git('switch', '--quiet', '--create', 'topic');
  const commit = await git.commit({ 'agent.ts': 'export {}' }, 'Change the agent');
  await hub.importGit(git.dir);
  const { number } = hub.addPullRequest({ head: { ref: 'topic' } });
  return {
    repository,
    commit,
    replies: () => hub.comments(number).map(({ body }) => body),
    async comment(body: string, { author = 'octocat', change = async () => {} } = {}) {
      const comment = hub.addComment(number, body, author);
      const written = hub.events.comment(comment);
      await change();
      return examples.run('comment-commands.yml', repository, { event: written });
    },
  };
}

describe('the example workflow comment-commands.yml', () => {
  test('deploys the head of the pull request, locks the deployment, and rolls back', async () => {
    const { comment, commit, replies } = await commented();
    const deployed = await comment('/deploy');
    expect(messagesOf(deployed)).toEqual([]);
    expect(outputs(deployed, 'command')).toMatchObject({ outcome: 'deployed', 'commit-sha': commit });
    expect(await deploymentNamed(world, 'my-agent')).toMatchObject({
      source_revision_config: { repo_ref: 'topic' },
    });

    expect(outputs(await comment('/lock "an incident" for 2h'), 'command')).toMatchObject({
      'reason-code': 'lock-set',
    });
    expect(outputs(await comment('/rollback'), 'command')).toMatchObject({ 'reason-code': 'locked' });
    expect(replies().join('\n')).toMatch(/my-agent.* is locked by octocat .*: an incident/);
    expect(outputs(await comment('/unlock'), 'command')).toMatchObject({ 'reason-code': 'lock-removed' });
    expect(outputs(await comment('/rollback'), 'command')).toMatchObject({ 'reason-code': 'rolled-back-to' });
    expect(outputs(await comment('/status'), 'command')).toMatchObject({ outcome: 'observed' });
  });

  test('does nothing for strangers, for quoted commands, and for a head that is newer than the comment', async () => {
    const { repository, comment, replies } = await commented();
    const before = await deploymentNamed(world, 'my-agent');
    const stranger = await comment('/deploy', { author: 'mallory' });
    expect(stranger.conclusion).toBe('success');
    expect(outputs(stranger, 'command')).toMatchObject({ 'reason-code': 'command-refused' });
    const several = await comment('/deploy\n/unlock');
    expect(outputs(several, 'command')).toMatchObject({ 'reason-code': 'no-command' });
    const quoted = await comment('> /deploy');
    expect(quoted.jobs['command']?.result).toBe('skipped');
    const pushed = await comment('/deploy', {
      async change() {
        repository.hub.pushTime = FUTURE;
        await repository.git.commit({ 'agent.ts': 'export const NEW = 1;' }, 'Change the agent again');
        await repository.hub.importGit(repository.git.dir);
      },
    });
    expect(outputs(pushed, 'command')).toMatchObject({ 'reason-code': 'command-refused' });
    expect(await deploymentNamed(world, 'my-agent')).toEqual(before);
    expect(replies()).toHaveLength(4);
  });
});
