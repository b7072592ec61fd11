import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { getOctokit } from '@actions/github';
import { ROUTES } from '../../harness/github/routes.ts';
import { FREE_CALLS, PERMISSIONS } from '../../scripts/readme/permissions.ts';

const action = path.resolve(import.meta.dirname, '..', '..', 'src', 'action');

/** Returns the GitHub calls in the action's sources. */
function callsOfSources(): string[] {
  const calls = readdirSync(action, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(path.join(action, file), 'utf8').matchAll(
        /octokit\s*\.(?:rest\s*\.\s*(\w+)\s*\.\s*(\w+)|(graphql|request)\b)/g,
      ),
    ])
    .map(([, area, method, other]) => other ?? `${area}.${method}`);
  return [...new Set(calls)].toSorted();
}

/**
 * Returns the permissions that GitHub requires for a call, as alternatives, each a list of permissions that are
 * required together. The permissions are read from the simulated GitHub, which follows GitHub's documentation.
 */
function choicesOf(call: string): string[][] {
  const [area = '', method = ''] = call.split('.');
  const rest: unknown = getOctokit('none').rest;
  const found: unknown = Reflect.get(Object(Reflect.get(Object(rest), area)), method);
  const { method: verb, url } = (found as { endpoint: { DEFAULTS: { method: string; url: string } } })
    .endpoint.DEFAULTS;
  const blank = (address: string) => address.replaceAll(/\{[^}]*\}/g, '{}');
  const route = ROUTES.find((one) => one.method === verb && blank(one.path) === blank(url));
  if (route === undefined) throw new Error(`the GitHub double has no ${verb} ${url}`);
  return route.permissions
    .split(';')
    .map((choice) =>
      [...choice.matchAll(/(\w+)=(\w+)/g)].map(
        ([, name = '', level]) => `${name.replaceAll('_', '-')}: ${level}`,
      ),
    );
}

const covers = (granted: string, needed: string) =>
  granted === needed || granted === needed.replace(': read', ': write');

describe('the table of required GitHub permissions', () => {
  test('contains exactly the GitHub calls in the sources', () => {
    const reported = [...PERMISSIONS.flatMap(({ calls }) => calls), ...FREE_CALLS];
    expect([...new Set(reported)].toSorted()).toEqual(callsOfSources());
  });

  test.each(PERMISSIONS.flatMap(({ permission, calls }) => calls.map((call) => ({ permission, call }))))(
    'shows that $permission is sufficient for $call',
    ({ permission, call }) => {
      const enough = choicesOf(call).some((choice) => choice.every((needed) => covers(permission, needed)));
      expect({ call, choices: choicesOf(call), enough }).toMatchObject({ enough: true });
    },
  );
});
