import { describe, expect, test } from '@jest/globals';
import {
  checkSettings,
  secretVisibility,
  conflictingFields,
  driftedFields,
  conflictingSecrets,
  matchesDesired,
  overwrittenFields,
} from '../../../src/action/plan/conflicts.ts';
import { actualGit, actualImage, B, revision, wantedGit, wantedImage } from '../support/plan.ts';

const given = [{ name: 'A', value: 'one' }];
const wish = wantedGit({ secrets: given });
const unknown = { names: false, values: false };

describe('the comparison of the requested secrets with the displayed secrets', () => {
  test.each([
    ['the same secrets', [{ name: 'A', value: 'one' }], []],
    ['hidden', [{ name: 'A', value: undefined }], []],
    [
      'more secrets than the inputs contain',
      [
        { name: 'A', value: 'one' },
        { name: 'B', value: 'x' },
      ],
      [],
    ],
    ['secrets with another value', [{ name: 'A', value: 'two' }], ['secrets.A']],
    ['missing while other secrets are shown', [{ name: 'B', value: 'x' }], ['secrets.A']],
    ['absent, because they might be hidden', [], []],
    ['not specified by the inputs', undefined, []],
  ])('returns the expected conflicts if the displayed secrets are %s', (_what, shown, names) => {
    expect(conflictingSecrets(wish, shown, unknown)).toEqual(names);
  });

  test('treats a missing secret as equal to an empty secret, but a different value as a conflict', () => {
    const empty = wantedGit({ secrets: [{ name: 'A', value: '' }] });
    expect(conflictingSecrets(empty, [{ name: 'B', value: 'x' }], unknown)).toEqual([]);
    expect(conflictingSecrets(empty, [{ name: 'A', value: 'x' }], unknown)).toEqual(['secrets.A']);
  });
});

test('a random-looking value is a placeholder only if this value or the value of another variable is new', () => {
  const before = [{ name: 'A', value: 'a1'.repeat(8) }];
  const both = wantedGit({ secrets: [...given, { name: 'B', value: 'two' }] });
  const conflicts = (value: string | undefined) =>
    conflictingSecrets(both, [...before, { name: 'B', value }], {
      names: true,
      values: true,
      around: { before, answered: undefined },
    });
  expect(conflicts('b2'.repeat(8))).toEqual([]);
  expect(conflicts(undefined)).toEqual(['secrets.A']);
});

test('with the replace strategy, a remaining secret that is missing in the inputs is a conflict', () => {
  const shown = [...given, { name: 'B', value: undefined }];
  const replacing = wantedGit({ secrets: given, secretsStrategy: 'replace' });
  expect(conflictingSecrets(replacing, shown, unknown)).toEqual(['secrets.B']);
  expect(conflictingSecrets(replacing, given, unknown)).toEqual([]);
});

describe('the expectation that a service returns secrets', () => {
  test('causes a conflict for a missing variable if the service returned names before', () => {
    expect(secretVisibility(actualGit({ secrets: [{ name: 'B', value: null }] }))).toEqual({
      names: true,
      values: false,
    });
    expect(conflictingSecrets(wish, [], { names: true, values: false })).toEqual(['secrets.A']);
  });

  test('causes a conflict for an empty value if the service returned values before', () => {
    const shown = [{ name: 'A', value: '' }];
    const values = secretVisibility(actualGit({ secrets: [{ name: 'B', value: 'x' }] }));
    expect(values).toEqual({ names: true, values: true });
    expect(conflictingSecrets(wish, shown, values)).toEqual(['secrets.A']);
    expect(conflictingSecrets(wish, shown, { names: true, values: false })).toEqual([]);
    expect(conflictingSecrets(wish, [{ name: 'A', value: undefined }], values)).toEqual([]);
  });

  test('does not exist if the service has returned no secrets before', () => {
    expect(secretVisibility(actualGit())).toEqual({ names: false, values: false });
  });
});

describe('a deployment', () => {
  test('does not conflict with its own settings, regardless of the active revision', () => {
    const actual = actualGit({ latest_revision_id: 'r2' }, [
      revision('r2', 'BUILDING', { repo_ref: 'main', repo_commit_sha: B }),
      revision('r1', 'DEPLOYED', { repo_ref: 'main', graph_config_path: 'old.json' }),
    ]);
    expect(conflictingFields(actual, wantedGit({ graphConfigPath: 'langgraph.json' }))).toEqual([]);
  });

  test('conflicts with the desired deployment if the ref, the image or a setting differs', () => {
    expect(conflictingFields(actualGit(), wantedGit({ ref: 'next' }))).toEqual(['origin']);
    expect(conflictingFields(actualImage(), wantedImage())).toEqual(['origin']);
    expect(conflictingFields(actualGit(), wantedGit({ deploymentType: 'prod' }))).toEqual([
      'source_config.deployment_type',
    ]);
  });
});

describe('the setting of a deployment', () => {
  const wanted = wantedGit({ buildCommand: 'make' });
  const config = actualGit().unset;
  const withCommand = (command: unknown) =>
    actualGit({
      source_config: { repo_url: 'https://github.com/acme/agents', build_command: command },
    });

  test('conflicts if it is explicitly unset, but not if it is missing from the response', () => {
    expect(config.size).toBe(0);
    expect(conflictingFields(actualGit(), wanted)).toEqual([]);
    expect(conflictingFields(withCommand(null), wanted)).toEqual(['source_config.build_command']);
    expect(conflictingFields(withCommand('make'), wanted)).toEqual([]);
  });

  test('matches only if the response contains the desired value', () => {
    const fields = ['source_config.build_command'];
    expect(matchesDesired(actualGit(), wanted, fields)).toBe(false);
    expect(matchesDesired(withCommand(null), wanted, fields)).toBe(false);
    expect(matchesDesired(withCommand('other'), wanted, fields)).toBe(false);
    expect(matchesDesired(withCommand('make'), wanted, fields)).toBe(true);
  });
});

describe('a change by another client', () => {
  const withSpec = (cpu: number) => actualImage({ source_config: { resource_spec: { cpu } } });
  const withSecret = (value: string) => actualImage({ secrets: [{ name: 'A', value }] });

  test('is reported for a setting that no longer has its desired value', () => {
    const wanted = wantedImage({ resourceSpec: { cpu: 1 } });
    expect(driftedFields(withSpec(1), withSpec(4), wanted)).toEqual(['source_config.resource_spec']);
    expect(driftedFields(withSpec(1), withSpec(1), wanted)).toEqual([]);
    expect(driftedFields(withSecret('one'), withSecret('two'), wantedImage({ secrets: given }))).toEqual([
      'secrets.A',
    ]);
  });

  test('is reported for a missing variable if the service returned variables before', () => {
    const none = actualImage({ secrets: [] });
    expect(driftedFields(withSecret('one'), none, wantedImage({ secrets: given }))).toEqual(['secrets.A']);
  });

  test('is never reported for a setting that this run sent, because the service can normalize it', () => {
    expect(driftedFields(withSpec(2), withSpec(4), wantedImage({ resourceSpec: { cpu: 1 } }))).toEqual([]);
    expect(driftedFields(withSecret('two'), withSecret('two'), wantedImage({ secrets: given }))).toEqual([]);
  });
});

describe('the check of the settings after a change', () => {
  const COMMAND = 'source_config.build_command';
  const wanted = wantedGit({ buildCommand: 'make' });
  const withCommand = (build_command?: string | null) =>
    actualGit({
      source_config: {
        repo_url: 'https://github.com/acme/agents',
        ...(build_command === undefined ? {} : { build_command }),
      },
    });
  const EXPANDED = 'cd agent && make';

  test.each<[string, string | undefined, string | null | undefined, string[], string[]]>([
    ['a setting with the sent value', 'old', 'make', [], []],
    ['a setting that the service expanded', 'old', EXPANDED, [], []],
    ['an expanded setting that has not changed', EXPANDED, EXPANDED, [COMMAND], []],
    ['a setting with another value', 'old', 'npm run build', [COMMAND], []],
    ['a setting that is unset', 'old', null, [COMMAND], []],
    ['a setting that is no longer shown', 'old', undefined, [COMMAND], []],
    ['a setting that was never shown', undefined, undefined, [], [COMMAND]],
  ])('recognizes %s', (_what, before, now, ignored, unseen) => {
    const check = checkSettings(withCommand(before), withCommand(now), wanted, undefined);
    expect(check).toEqual({ ignored, unseen });
  });

  test('names only the resources that differ', () => {
    const withSpec = (resource_spec: Record<string, unknown>) =>
      actualImage({ source_config: { resource_spec } });
    const resources = wantedImage({ resourceSpec: { cpu: 2, min_scale: 1 } });
    const check = checkSettings(
      withSpec({ cpu: 1 }),
      withSpec({ cpu: 1, min_scale: 1 }),
      resources,
      undefined,
    );
    expect(check.ignored).toEqual(['source_config.resource_spec.cpu']);
  });
});

describe('a setting whose change creates no revision', () => {
  const wanted = wantedGit({ buildOnPush: true });
  const shows = (build_on_push?: boolean) =>
    actualGit({
      source_config: {
        repo_url: 'https://github.com/acme/agents',
        ...(build_on_push === undefined ? {} : { build_on_push }),
      },
    });

  test('was overwritten if the response had the desired value and the deployment now shows another value', () => {
    expect(overwrittenFields(shows(true), shows(false), wanted)).toEqual(['source_config.build_on_push']);
  });

  test('was not overwritten if its value is the desired value, is no longer shown, or differed in the response', () => {
    expect(overwrittenFields(shows(true), shows(true), wanted)).toEqual([]);
    expect(overwrittenFields(shows(true), shows(), wanted)).toEqual([]);
    expect(overwrittenFields(shows(false), shows(false), wanted)).toEqual([]);
  });
});
