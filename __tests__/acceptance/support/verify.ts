import path from 'node:path';
import { expect } from '@jest/globals';
import { graphConfig } from '../../../harness/agents/fixtures.ts';
import { preloadArguments } from '../../../harness/clock/handle.ts';
import type { FileTree } from '../../../harness/git.ts';
import type { ActionRun, RunActionOptions } from '../../../harness/runner/types.ts';
import { findLeaks } from '../../../harness/runner/leaks.ts';
import { runAction } from '../../../harness/runner/run-action.ts';
import { somePush, type TestEnvironment } from './environment.ts';

export const VERIFY_YML = path.resolve(import.meta.dirname, '../../../verify/action.yml');

/** Outputs that `verify/action.yml` writes for every outcome. */
const OUTPUTS = [
  'verified',
  'outcome',
  'reason-code',
  'cases',
  'passed',
  'deployment-url',
  'duration-seconds',
  'result',
];

export interface Verify extends Partial<Omit<RunActionOptions, 'actionYml'>> {
  /** Values that no output may contain; the API key is always included. */
  secrets?: readonly string[];
}

/** Runs the built verify action against the emulator, and checks the invariants of every run. */
export async function verifyWith(
  world: TestEnvironment,
  { inputs = {}, secrets = [], ...request }: Verify,
): Promise<ActionRun> {
  const { apiKey, urls } = world.emulator;
  const run = await runAction({
    actionYml: VERIFY_YML,
    event: somePush,
    nodeArguments: await preloadArguments('accelerated'),
    ...request,
    inputs: { 'api-key': apiKey, 'control-plane-url': urls.controlPlane, ...inputs },
  });
  expect(findLeaks(run, [apiKey, ...secrets])).toEqual([]);
  expect(run.maskViolations).toEqual([]);
  expect(run.post).toBeNull();
  expect(run.main?.leftRunning).toBe(false);
  if (run.main?.endedBy === null) expect(Object.keys(run.outputs)).toEqual(expect.arrayContaining(OUTPUTS));
  return run;
}

/** Returns an agent that replies with its version, and obeys the commands in its last message. */
export function obedientAgent(version: string): FileTree {
  return {
    'langgraph.json': graphConfig(),
    'src/agent.ts': `
const VERSION: string = ${JSON.stringify(version)};
export const graph = {
  async invoke(input: { messages?: { content: string }[] }) {
    const said = input.messages?.at(-1)?.content ?? '';
    if (said === 'wait') await new Promise((resolve) => setTimeout(resolve, 600_000));
    if (said === 'fail') throw new TypeError('no such order');
    const answer = said === 'secret' ? \`the key is \${process.env.MODEL_KEY}\` : \`\${VERSION}: \${said}\`;
    const call = { name: 'refund', args: { order: 7, amount: 160 }, id: 'call-1', type: 'tool_call' };
    const reply = said.includes('refund')
      ? { content: answer, tool_calls: [call], usage_metadata: { total_tokens: 30 } }
      : { content: answer };
    return { version: VERSION, messages: [{ type: 'human', content: said }, { type: 'ai', ...reply }] };
  },
};
`,
  };
}

/** Returns the input of a case with this message, as YAML. */
export const saying = (text: string): string =>
  `{messages: [{type: human, content: ${JSON.stringify(text)}}]}`;

export interface CaseJson {
  name: string;
  result: string;
  why: string[];
  thread_id: string | null;
  run_id: string | null;
}

/** Returns the cases of a run from its output `result`. */
export function casesOf(run: ActionRun): CaseJson[] {
  const result = JSON.parse(run.outputs['result'] ?? '{}') as { verification: { cases: CaseJson[] } | null };
  return result.verification?.cases ?? [];
}
