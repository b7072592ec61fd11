import { describe, expect, test } from '@jest/globals';
import { repositoryHash } from '../../src/action/sandbox/name.ts';
import { jobs, messagesOf, useExamples } from './support/examples.ts';
import { useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const examples = useExamples(world);
/** Server URL that jobs of the harness report. */
const SERVER = 'https://github.com';
const TWO_DAYS_MS = 2 * 86_400_000;

/** Returns the names of the existing sandboxes. */
async function names(): Promise<string[]> {
  const { api, urls } = world.emulator;
  const { body } = await api('GET', `${urls.sandboxes}/api/v2/sandboxes/boxes`);
  return (body as { items: { name: string }[] }).items.map(({ name }) => name).toSorted();
}

describe('the example workflow nightly-sandbox-sweep.yml', () => {
  test("deletes old sandboxes of this repository's runs at night, and no other sandboxes", async () => {
    const { api, clock, urls } = world.emulator;
    const repository = await examples.repository({ 'langgraph.json': '{}' });
    const make = async (name: string) => {
      const { status } = await api('POST', `${urls.sandboxes}/api/v2/sandboxes/boxes`, { name });
      expect(status).toBe(201);
    };
    await repository.pushed();
    const ours = repositoryHash({ GITHUB_SERVER_URL: SERVER, GITHUB_REPOSITORY: repository.hub.fullName });
    const left = `gha-${ours}-7001-1-0badcafe`;
    const young = `gha-${ours}-7002-1-0badcafe`;
    const others = ['gha-000000-7001-1-0badcafe', `mine-${ours}-7001-1-0badcafe`, 'by-hand'];
    for (const name of [left, ...others]) await make(name);
    await clock.advance(TWO_DAYS_MS);
    await make(young);
    const event = repository.hub.events.schedule();
    const night = await examples.run('nightly-sandbox-sweep.yml', repository, {
      event: { ...event, payload: { ...event.payload, schedule: '41 2 * * *' } },
    });
    expect(messagesOf(night)).toEqual([]);
    expect(jobs(night)).toEqual({ sweep: 'success' });
    expect(await names()).toEqual([...others, young].toSorted());
  });
});
