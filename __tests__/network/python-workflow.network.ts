// Tests the example workflows with a Python agent whose packages come from PyPI.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { useTestEnvironment } from '../acceptance/support/environment.ts';
import { outputs, messagesOf, useExamples } from '../acceptance/support/examples.ts';
import { deploymentNamed } from '../acceptance/support/images.ts';

const AGENT = path.resolve(import.meta.dirname, '../../examples/python-agent');
const world = useTestEnvironment({ runtime: 'stub' });
const examples = useExamples(world);
const real = useTestEnvironment({ runtime: 'process' });
const realExamples = useExamples(real, { real: true });

/** Returns the files of the Python example, with a text replaced in each file. */
async function pythonAgent(from = '', to = ''): Promise<Record<string, string>> {
  const names = await readdir(AGENT, { recursive: true });
  const files = names.filter((name) => /\.(py|toml|json)$/.test(name));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (name) => {
        const text = await readFile(path.join(AGENT, name), 'utf8');
        return [name.replaceAll(path.sep, '/'), text.replace(from, to)] as const;
      }),
    ),
  );
}

describe('the example workflow tested-push.yml', () => {
  test('deploys a Python agent whose tests pass', async () => {
    const repository = await examples.repository(await pythonAgent());
    const event = await repository.pushed();
    const folder = repository.git.dir;
    const run = await examples.run('tested-push.yml', repository, { event, repository: folder });
    expect([run.conclusion, messagesOf(run)]).toEqual(['success', []]);
    expect(outputs(run, 'deploy')).toMatchObject({ outcome: 'deployed', created: 'true' });
    expect(run.jobs['test']?.permissions).toEqual({ contents: 'read' });
  });

  test("deploys nothing if the agent's tests fail", async () => {
    const repository = await examples.repository(
      await pythonAgent('"langchain-core>=1,<2", "langgraph>=1,<2"', ''),
    );
    const event = await repository.pushed();
    const folder = repository.git.dir;
    const run = await examples.run('tested-push.yml', repository, { event, repository: folder });
    expect(run.conclusion).toBe('failure');
    expect(run.jobs['deploy']?.result).toBe('skipped');
    expect(await deploymentNamed(world, 'my-agent')).toBeUndefined();
  });
});

describe('the example workflow from-checkout.yml', () => {
  test('packs a Python agent without generated files, and the built agent responds', async () => {
    const agent = await pythonAgent();
    const left = { '.venv/pyvenv.cfg': '', 'src/echo_agent/__pycache__/graph.cpython-312.pyc': '' };
    const repository = await realExamples.repository({ ...agent, ...left });
    const event = await repository.pushed();
    const run = await realExamples.run('from-checkout.yml', repository, {
      event,
      repository: repository.git.dir,
    });
    expect([run.conclusion, messagesOf(run)]).toEqual(['success', []]);
    const { result = '', 'deployment-url': url } = outputs(run, 'deploy');
    expect(JSON.parse(result)).toMatchObject({ source: { files: Object.keys(agent).length } });
    const input = { messages: [{ role: 'user', content: 'hi' }] };
    const answer = await real.emulator.api('POST', `${url}/runs/wait`, { assistant_id: 'agent', input });
    expect(answer.body).toMatchObject({
      messages: [{ content: 'hi' }, { content: expect.stringContaining('echo v1: hi') }],
    });
  });
});
