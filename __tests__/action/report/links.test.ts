import { describe, expect, test } from '@jest/globals';
import { troubleshootingLink } from '../../../src/action/report/links.ts';
import { createScenario } from '../support/scenario.ts';

const ACTION = { GITHUB_ACTION_REPOSITORY: 'acme/agent-deploy', GITHUB_ACTION_REF: 'v0' };
const FOLDER = 'acme/agent-deploy/blob/v0/docs/troubleshooting';

describe('the link to the troubleshooting page', () => {
  test.each([
    [
      'a link to github.com, with the version of the action',
      ACTION,
      `https://github.com/${FOLDER}/previews.md#fork`,
    ],
    [
      'a link to the server of the run',
      { ...ACTION, GITHUB_SERVER_URL: 'https://ghes.example.org/' },
      `https://ghes.example.org/${FOLDER}/previews.md#fork`,
    ],
    ['a path if the action is local', {}, 'docs/troubleshooting/previews.md#fork'],
    [
      'a path if the variables have invalid values',
      { ...ACTION, GITHUB_ACTION_REF: '](javascript:x)' },
      'docs/troubleshooting/previews.md#fork',
    ],
  ])('depends on where the action comes from: %s', (_how, env, link) => {
    expect(troubleshootingLink(env, 'fork')).toBe(link);
  });

  test('appears in the log, annotation and summary of a failed run', async () => {
    const scenario = createScenario();
    scenario.env = ACTION;
    scenario.controlPlane.nextRollout = ['BUILD_FAILED'];
    const { host } = await scenario.run();
    const link = `https://github.com/${FOLDER}/rollout.md#build-failed`;
    expect(host.lines).toContain(`What to do: ${link}`);
    expect(host.annotations[0]?.message).toMatch(new RegExp(`What to do: ${link}$`));
    expect(host.summaries[0]).toContain(`[see \`build-failed\`](<${link}>)`);
  });

  test('does not appear in a successful run', async () => {
    const scenario = createScenario();
    scenario.env = ACTION;
    expect((await scenario.run()).host.everything()).not.toContain('troubleshooting');
  });
});
