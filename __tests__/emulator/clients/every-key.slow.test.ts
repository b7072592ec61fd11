import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deployAgent } from '../../../harness/agents/deploy.ts';
import { everyKeyInPython, everyKeyInTypeScript, WEBHOOK_SECRET } from '../../../harness/agents/every-key.ts';
import { rootModulesInstall } from '../../../harness/agents/fixtures.ts';
import { startEmulator } from '../../../harness/emulator.ts';
import { createRepository } from '../../../harness/git.ts';
import { isJsonObject } from '../../../src/contract/json-safety.ts';
import { parseGraphConfig } from '../../../src/graph-config/parse.ts';
import { KEY_SUPPORT } from '../../../src/graph-config/support.ts';
import { EVERY_KEY_CASES, type EveryKeyAgent, WEBHOOK_TOKEN } from './every-key-cases.ts';

/** Keys that only other suites can test, or that agents cannot set. */
const ELSEWHERE = [
  '_INTERNAL_docker_tag',
  'api_version',
  'base_image',
  'checkpointer.backend',
  'checkpointer.path',
  'checkpointer.uri',
  'docker_compose_file',
  'dockerfile_lines',
  'emulator',
  'package',
  'project_root',
  'store.path',
];

/** Returns the keys in the documentation's table that a configuration does not use. */
function unused(config: unknown): string[] {
  const has = (key: string): boolean => {
    let value = config;
    for (const name of key.split('.')) {
      if (!isJsonObject(value) || !Object.hasOwn(value, name)) return false;
      value = value[name];
    }
    return true;
  };
  return Object.keys(KEY_SUPPORT).filter((key) => !has(key) && !ELSEWHERE.includes(key));
}

describe('the example agents that use every configuration key', () => {
  test.each([
    [
      'TypeScript',
      everyKeyInTypeScript(),
      ['encryption', 'pip_config_file', 'pip_installer', 'python_version', 'source', 'priority'],
    ],
    ['Python', everyKeyInPython(), ['node_version', 'pip_config_file', 'source']],
  ])("use each key in %s, except for the other language's keys", (_, files, others) => {
    const text = String(files['langgraph.json']);
    expect(unused(JSON.parse(text)).toSorted()).toEqual(others.toSorted());
    const parsed = parseGraphConfig(text);
    expect(parsed.ok && parsed.refusals).toEqual([]);
  });
});

describe('a deployed TypeScript agent', () => {
  const undo: (() => Promise<unknown>)[] = [];
  let agent: EveryKeyAgent;
  beforeAll(async () => {
    const repository = await createRepository(everyKeyInTypeScript());
    undo.push(() => repository.remove());
    const emulator = await startEmulator({ apiKey: 'a-key-of-this-test' });
    undo.push(() => emulator.stop());
    const { url } = await deployAgent(emulator, repository, {
      installCommand: rootModulesInstall(),
      secrets: [{ name: WEBHOOK_SECRET, value: WEBHOOK_TOKEN }],
    });
    agent = { url, apiKey: emulator.apiKey };
  });
  afterAll(async () => {
    for (const work of undo.toReversed()) await work();
  });

  test.each(EVERY_KEY_CASES)('supports these keys of its graph configuration: $keys', async ({ run }) =>
    run(agent),
  );
});
