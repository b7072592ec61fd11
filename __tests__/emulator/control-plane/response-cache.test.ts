import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createResponseCache } from '../../../src/emulator/control-plane/responses.ts';
import { serializeResponse } from '../../../src/emulator/server/respond.ts';
import { startPlane } from '../server/plane.ts';
import { deploymentRow } from '../store/samples.ts';

const PATH = '/v2/deployments';

describe('a deployment that is read repeatedly', () => {
  test('is returned in its current state after every change', async () => {
    const plane = await startPlane();
    const { id, latest_revision_id: first } = await plane.create({ name: 'polled' });
    const read = async () => (await plane.api('GET', `${PATH}/${id}`)).body;
    expect(await read()).toEqual(await read());
    expect(await read()).toMatchObject({ status: 'AWAITING_DATABASE', active_revision_id: null, url: null });
    await plane.settle();
    const settled = { status: 'READY', active_revision_id: first, url: expect.stringContaining(':40000') };
    expect(await read()).toMatchObject(settled);
    const secrets = [{ name: 'A', value: 'one' }];
    await plane.api('PATCH', `${PATH}/${id}`, { secrets });
    expect(await read()).toMatchObject({ ...settled, secrets });
    plane.emulator.faults.set({
      // oxlint-disable-next-line unicorn/no-thenable -- the name is the wire's, and no rule is awaited.
      rules: [{ match: { stage: 'READY' }, then: { status: 'UNUSED' } }],
    });
    expect(await read()).toMatchObject({ status: 'UNUSED', secrets });
    plane.emulator.faults.clear();
    expect(await read()).toMatchObject({ ...settled, secrets });
    await plane.api('DELETE', `${PATH}/${id}`);
    expect(await read()).toMatchObject({ status: 'AWAITING_DELETE' });
    await plane.settle();
    expect((await plane.api('GET', `${PATH}/${id}`)).status).toBe(404);
  });

  test('is converted to a response only once while it is unchanged, and the response is immutable', () => {
    const view = {
      row: deploymentRow(randomUUID()),
      latestConfig: { image_uri: 'i' },
      secrets: [{ name: 'A', value: 'b' }],
      redactsSecrets: false,
    };
    const answer = createResponseCache();
    const first = answer(view, 'http://a', 'READY');
    expect(answer(view, 'http://a', 'READY')).toBe(first);
    expect(answer(view, 'http://b', 'READY')).toEqual({
      ...first,
      url: 'http://b',
      source_config: { ...first.source_config, custom_url: 'http://b' },
    });
    expect(answer(view, null, 'UNUSED')).toMatchObject({ url: null, status: 'UNUSED' });
    expect(answer({ ...view }, 'http://a', 'READY')).toEqual(first);
    expect(JSON.parse(serializeResponse({ status: 200, body: first }).text ?? '')).toEqual(first);
    for (const part of [first, first.source_config, first.secrets, first.secrets[0]]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });
});
