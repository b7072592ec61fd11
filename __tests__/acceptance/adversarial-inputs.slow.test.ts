import { describe, expect, test } from '@jest/globals';
import { loadManifest } from '../../harness/runner/node-action.ts';
import { BAD_VALUES, IMAGE } from '../action/support/bad-values.ts';
import { ACTION_YML, errorsOf, useTestEnvironment } from './support/environment.ts';

const world = useTestEnvironment({ runtime: 'stub' });
const manifest = await loadManifest(ACTION_YML);

describe('every input', () => {
  test('of action.yml has a wrong value in the table, and nothing else has', () => {
    expect(Object.keys(BAD_VALUES).toSorted()).toEqual(Object.keys(manifest.inputs).toSorted());
  });

  // The other values of the table are tried in process.
  test.each(Object.entries(BAD_VALUES).map(([input, [first]]) => ({ input, ...first })))(
    '$input: $value ends the step before any request, with field, problem and cure',
    async ({ input, value, with: others = {}, event, problem }) => {
      const { result: run, requests } = await world.watch(() =>
        world.deploy({
          ...(event && { event }),
          inputs: { 'deployment-name': 'bad-input', ...others, [input]: value },
          secrets: input === 'secrets' ? ['first-value', 'second-value'] : [],
        }),
      );
      expect([run.exitCode, run.outputs['outcome'], run.outputs['reason-code']]).toEqual([
        1,
        'failed',
        'invalid-input',
      ]);
      const line = errorsOf(run)
        .flatMap((message) => message.split('\n'))
        .find((text) => text.startsWith(`- ${input}: `));
      // Field, problem, and after it the cure: a sentence of its own.
      expect(line).toMatch(problem);
      expect(line).toMatch(/\. [A-Z`].*[.)?]$/);
      expect(requests).toEqual([]);
    },
  );
});

describe('harmless oddities', () => {
  test.each<[string, Record<string, string>]>([
    ['white space and line breaks around', { 'deployment-name': '  odd-a\r\n', wait: ' true\n' }],
    ['a byte order mark', { 'deployment-name': '\uFEFFodd-b', secrets: '\uFEFFA=some-value-1' }],
    [
      'Windows line ends',
      { 'deployment-name': 'odd-c', secrets: 'A=some-value-2\r\nB<<E\r\nx-line-1\r\nE\r\n' },
    ],
    ['upper-case words of YAML', { 'deployment-name': 'odd-d', wait: 'TRUE', 'dry-run': 'False' }],
    ['a slash at the end of the address', { 'deployment-name': 'odd-e', 'control-plane-url': '/' }],
  ])('%s change nothing', async (_what, inputs) => {
    const url = inputs['control-plane-url'];
    const run = await world.deploy({
      inputs: {
        ...IMAGE,
        ...inputs,
        ...(url === undefined ? {} : { 'control-plane-url': `${world.emulator.urls.controlPlane}${url}` }),
      },
      secrets: ['some-value-1', 'some-value-2', 'x-line-1'],
    });
    expect(run.outputs['outcome']).toBe('deployed');
  });
});
