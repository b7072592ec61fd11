import { describe, expect, test } from '@jest/globals';
import {
  POD_VARIABLES,
  podVariables,
  readPodVariables,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/pod/variables.ts';
import { DEFAULT_STUCK_MS } from '../../../../../../src/emulator/data-plane/timing.ts';

const variables = (stuckMs: number) =>
  podVariables({
    planeUrl: 'http://plane.example',
    token: 'token',
    stuckMs,
    deployment: { id: 'd', name: 'agent', workspaceId: 'w', projectId: null, sourceConfig: {} },
    revision: { id: 'r', config: {} },
    secrets: [],
    secretReferences: null,
  });
const read = (env: ReadonlyMap<string, string>) =>
  readPodVariables({ ...Object.fromEntries(env), [POD_VARIABLES.pod]: 'uid' });

describe('the deadline for stuck workers', () => {
  test('is passed to the pod only if it differs from the default', () => {
    expect(read(variables(5_000))).toMatchObject({
      stuckMs: 5_000,
      agent: expect.not.objectContaining({ [POD_VARIABLES.stuckMs]: '5000' }),
    });
  });

  test('is not passed to the pod if it is the default, so older pods stay unchanged', () => {
    expect(variables(DEFAULT_STUCK_MS).has(POD_VARIABLES.stuckMs)).toBe(false);
    expect(read(variables(DEFAULT_STUCK_MS))).toMatchObject({ stuckMs: DEFAULT_STUCK_MS });
  });

  test.each(['', '0', '1m', '-5'])('is rejected if it is %j', (text) => {
    expect(read(new Map([...variables(1), [POD_VARIABLES.stuckMs, text]]))).toContain(
      'must be a positive number of milliseconds',
    );
  });
});
