import { describe, expect, test } from '@jest/globals';
import { readEmulatorInputs } from '../../../src/action/inputs/emulator-inputs.ts';
import { type EmulatorInputName, variableOf } from '../../../src/action/inputs/registry.ts';

const ID = '0f9e2d4c-1b3a-4c5d-8e7f-001122334455';
const read = (inputs: Record<string, string>, env: Record<string, string> = {}) =>
  readEmulatorInputs({
    ...Object.fromEntries(Object.entries(inputs).map(([name, text]) => [variableOf(name), text])),
    ...env,
  });
const problemsOf = async (inputs: Record<string, string>) => {
  const reading = await read(inputs);
  return reading.ok ? [] : reading.problems;
};

interface Row {
  good: string;
  effect: object;
  bad: [value: string, problem: RegExp];
  with?: Record<string, string>;
}
const settings = (effect: object) => ({ settings: effect });

/** One valid and one invalid value for every input. The type requires a row for each new input. */
const ROWS: Record<EmulatorInputName, Row> = {
  seed: {
    good: 'workspaces: []',
    effect: settings({ seed: { kind: 'text', text: 'workspaces: []' } }),
    bad: ['- a', /neither a mapping nor a path/],
  },
  faults: {
    good: 'tests/faults.yaml',
    effect: settings({ faults: { kind: 'file', path: 'tests/faults.yaml' } }),
    bad: ['../faults.yaml', /not a path inside the repository/],
  },
  runtime: {
    good: 'stub',
    effect: settings({ runtime: 'stub' }),
    bad: ['docker', /not one of process, stub/],
  },
  compat: {
    good: 'hosted',
    effect: settings({ compat: 'hosted' }),
    bad: ['loose', /not one of spec, hosted/],
  },
  edition: {
    good: 'cloud',
    effect: settings({ edition: 'cloud' }),
    bad: ['both', /not one of any, cloud, self-hosted/],
  },
  clock: {
    good: 'virtual',
    with: { runtime: 'stub' },
    effect: settings({ clock: 'virtual' }),
    bad: ['virtual', /requires `runtime: stub`/],
  },
  port: { good: '4400', effect: settings({ port: 4400 }), bad: ['65536', /./] },
  'api-key': {
    good: 'key-of-good',
    effect: settings({ apiKey: 'key-of-good' }),
    bad: ['two words', /not allowed in a key/],
  },
  'workspace-id': { good: ID, effect: settings({ workspaceId: ID }), bad: ['mine', /not a UUID/] },
  flags: {
    good: '--max-builds 2\n# a comment\n--sandbox-network=10.1.0.0/16\n--push-changed-secrets',
    effect: settings({
      flags: ['--max-builds=2', '--sandbox-network=10.1.0.0/16', '--push-changed-secrets'],
    }),
    bad: ['--port 1\nmax', /--port is set by the action.*"max" is not a flag/],
  },
  timeout: { good: '90s', effect: settings({ timeoutMs: 90_000 }), bad: ['soon', /./] },
  summary: { good: 'false', effect: { display: { summary: false } }, bad: ['no', /not a boolean/] },
  annotations: { good: 'false', effect: { display: { annotations: false } }, bad: ['no', /not a boolean/] },
  'strict-inputs': {
    good: 'false',
    with: { nonsense: 'x' },
    effect: { ok: true, warnings: [{ path: 'nonsense' }] },
    bad: ['no', /not a boolean/],
  },
};

describe('each input of the emulator action', () => {
  test.each(Object.entries(ROWS))(
    '(%s) takes effect if valid, and is rejected if invalid',
    async (name, row) => {
      expect(await read({ ...row.with, [name]: row.good })).toMatchObject(row.effect);
      expect(await read({ ...row.with })).not.toMatchObject(row.effect);
      const [value, problem] = row.bad;
      const problems = (await problemsOf({ [name]: value })).filter(({ path: input }) => input === name);
      expect(problems.map(({ message }) => message).join(' ')).toMatch(problem);
      for (const { hint } of problems) expect(hint).toMatch(/^[A-Z`].*[.)?]$/s);
    },
  );

  test('is optional', async () => {
    expect(await read({})).toMatchObject({
      ok: true,
      settings: {
        runtime: 'process',
        compat: 'spec',
        port: 0,
        apiKey: undefined,
        flags: [],
        timeoutMs: 300_000,
      },
    });
  });

  test('is suggested in place of a similar misspelled name', async () => {
    expect(await problemsOf({ seeds: 'x' })).toEqual([
      expect.objectContaining({ path: 'seeds', hint: expect.stringContaining('"seed"') }),
    ]);
  });
});
