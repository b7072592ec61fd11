import { afterEach, expect, test } from '@jest/globals';
import { rootModulesInstall } from '../../../harness/agents/fixtures.ts';
import { createRepository } from '../../../harness/git.ts';
import type { EmulatorOptions } from '../../../src/emulator/index.ts';
import { startCloud } from '../admin/cloud.ts';
import { Cleanup } from '../agent-server/fixture.ts';
import { signIn } from '../dashboard/page.ts';
import { type Answer, gitDeployment } from '../server/plane.ts';
import { HOSTILE_SPAN, spanAgent } from './span-agent.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

async function serving(options: EmulatorOptions, secrets: { name: string; value: string }[] = []) {
  const repository = await createRepository(spanAgent());
  cleanup.add(() => repository.remove());
  const cloud = await startCloud({ runtime: 'process', ...options });
  const source = { repo_url: repository.url, install_command: rootModulesInstall() };
  const { id, path, revisionId } = await cloud.deploy(gitDeployment({ source_config: source, secrets }));
  const answer = async (): Promise<string> => {
    const input = { messages: [{ role: 'user', content: 'hello' }] };
    const { body } = await cloud.api('POST', `/d/${id}/runs/wait`, { assistant_id: 'agent', input });
    return body.messages.at(-1).content;
  };
  return { ...cloud, path, revisionId, answer };
}

// docs/local-controls/spans.md#end-to-end
test('spans that an agent sends with the variables of its environment appear in its run', async () => {
  const { emulator, answer, until, path, revisionId } = await serving({ dashboard: true });
  expect(JSON.parse(await answer())).toEqual({
    statuses: [200, 200],
    read: 401,
    names: [
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
    ],
  });
  const page = await signIn(emulator);
  const [run] = (await page.get('/runs')).runs;
  expect(run).toMatchObject({ state: 'succeeded', tokens: 12, steps: 5 });
  const { steps } = await page.get(`/runs/${run.run_id}/steps`);
  const names = new Map(steps.map(({ seq, name }: { seq: number; name: string }) => [seq, name]));
  const outline = steps.map((step: { kind: string; name: string; state: string; parent: number | null }) => [
    step.kind,
    step.name,
    step.state,
    names.get(step.parent) ?? null,
  ]);
  expect(outline).toEqual([
    ['graph', 'agent', 'ok', null],
    ['node', 'plan', 'ok', 'agent'],
    ['node', 'answer', 'ok', 'agent'],
    ['model', 'gpt-4o', 'error', HOSTILE_SPAN],
    ['span', HOSTILE_SPAN, 'ok', 'answer'],
  ]);
  const { failed } = await page.get(`/runs/${run.run_id}`);
  expect(failed.error).toMatchObject({ type: 'RateLimitError', message: 'slow <b>down</b>' });
  // docs/local-controls/spans.md#token
  const isLogged = ({ body }: Answer) => JSON.stringify(body).includes('the headers are x-api-key and ***');
  await until(`${path}/revisions/${revisionId}/logs?type=deploy`, isLogged);
});

// docs/local-controls/spans.md#variables
test('the emulator sets no exporter variables if the dashboard is disabled or the deployment sets them', async () => {
  const own = await serving({ dashboard: true }, [
    { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'http://collector.test:4318' },
  ]);
  expect(JSON.parse(await own.answer())).toEqual({ names: ['OTEL_EXPORTER_OTLP_ENDPOINT'] });
  const without = await serving({ dashboard: false });
  expect(JSON.parse(await without.answer())).toEqual({ names: [] });
});
