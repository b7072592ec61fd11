import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { validateYaml } from '../../harness/workflow/validate.ts';
import { findHouseRuleProblems, workflowProblems } from '../../scripts/workflows/rules.ts';
import { ownActions } from '../../scripts/workflows/sources.ts';
import { isIncluded, parsePathFilter } from '../../src/action/paths/glob.ts';
import { type InitPlan, type InitSettings, planInit } from '../../src/init/plan.ts';
import { renderReport } from '../../src/init/report.ts';
import { memoryReader } from './support/repositories.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const own = ownActions(ROOT);
const CONFIG = '{"graphs":{"a":"./a.py:graph"},"dependencies":["."]}';
const AGENT = { 'langgraph.json': CONFIG, 'a.py': '' };
const TWO = { 'agents/billing/langgraph.json': CONFIG, 'agents/support/langgraph.json': CONFIG };
const LINES = '{"name": "greets", "message": "Say hello"}\n{"message": "Where is order 7?"}\n';
const CSV = 'name,message,expect.last-message\ngreets,Say hello,/hello/i\n';

async function plan(files: Record<string, string>, settings?: InitSettings): Promise<InitPlan> {
  const result = await planInit(memoryReader(files, { name: 'desk' }), settings);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
}

const casesOf = async (files: Record<string, string>) =>
  Object.fromEntries((await plan(files)).agents.map(({ name, cases }) => [name, cases]));

const previewOf = ({ files }: InitPlan): string =>
  files.find(({ path: at }) => at.endsWith('agent-preview.yml'))?.text ?? '';

interface Step {
  uses: string;
  if?: string;
  with: Record<string, string>;
}

const stepsOf = (workflow: string, job: string): Step[] =>
  (parse(workflow) as { jobs: Record<string, { steps: Step[] }> }).jobs[job]?.steps ?? [];

/** Replaces the text of `verify` with its parsed content, because comments do not matter. */
const withParsedVerify = (steps: Step[]) =>
  steps.map((step) => ({
    ...step,
    with: { ...step.with, verify: parse(step.with['verify'] ?? '') as unknown },
  }));

// docs/init.md#cases
describe('the case file that init finds', () => {
  test.each([
    ['cases.jsonl', LINES],
    ['cases.csv', CSV],
    ['evals/smoke.yml', '- message: hi\n'],
    ['evals/deep/any.yaml', 'cases: [{message: hi}]\ntime-limit: 1m\n'],
    ['src/support.cases.json', '[{"input": {"x": 1}}]'],
    ['checks.yml', 'input: {messages: []}\n'],
  ])('is recognized by its content and its name or folder: %s', async (file, text) => {
    expect(await casesOf({ ...AGENT, [file]: text })).toEqual({ desk: file });
  });

  test.each([
    ['a file whose name does not indicate cases', 'data/rows.jsonl', LINES],
    [
      'a file with rows of another format',
      'evals/rows.jsonl',
      '{"inputs": {"question": "hi"}, "outputs": {}}\n',
    ],
    ['a configuration', 'evals/config.yml', 'model: gpt\ntemperature: 0\n'],
    ['a file with one invalid line', 'evals/cases.jsonl', `${LINES}{"message": ""}\n`],
    ['an empty file', 'evals/cases.jsonl', ''],
    ['a CSV file without the required columns', 'evals/cases.csv', 'question,answer\nhi,hello\n'],
    [
      'a file with cases on an existing thread',
      'evals/cases.yml',
      `- {message: hi, thread-id: ${crypto.randomUUID()}}\n`,
    ],
    ['a fixture', 'tests/fixtures/cases.jsonl', LINES],
    ['a workflow', '.github/workflows/evals.yml', '- message: hi\n'],
    ['a file whose name a workflow cannot express', 'evals/${{ github.token }}.jsonl', LINES],
    ['a file in a folder that a path filter cannot express', String.raw`evals/a\b/cases.jsonl`, LINES],
  ])('is not %s', async (_, file, text) => {
    const made = await plan({ ...AGENT, [file]: text });
    expect(made.agents.map(({ cases }) => cases)).toEqual([undefined]);
    expect(previewOf(made)).not.toContain('verify');
  });

  test('belongs to the agent of its folder or name, or else to the only agent', async () => {
    expect(
      await casesOf({ ...TWO, 'agents/billing/evals/cases.jsonl': LINES, 'evals/support.jsonl': LINES }),
    ).toEqual({ billing: 'agents/billing/evals/cases.jsonl', support: 'evals/support.jsonl' });
    expect(await casesOf({ ...TWO, 'evals/support/any.jsonl': LINES, 'evals/other.jsonl': LINES })).toEqual({
      billing: undefined,
      support: 'evals/support/any.jsonl',
    });
    expect(await casesOf({ 'backend/langgraph.json': CONFIG, 'evals/any.jsonl': LINES })).toEqual({
      desk: 'evals/any.jsonl',
    });
  });

  test('is the file named cases if several files contain cases, and a note lists the other files', async () => {
    const made = await plan({ ...AGENT, 'checks.yml': '- message: hi\n', 'evals/cases.jsonl': LINES });
    expect(made.agents.map(({ cases }) => cases)).toEqual(['evals/cases.jsonl']);
    expect(made.notes).toContain(
      'Previews of desk use the cases of evals/cases.jsonl, but not those of checks.yml.',
    );
  });

  test('is listed in the report of init', async () => {
    const made = await plan({ ...AGENT, 'cases.csv': CSV });
    expect(renderReport({ mode: 'check', plan: made, written: [], isRefused: false })).toContain(
      'desk (langgraph.json, Python), with cases in cases.csv',
    );
  });
});

describe('the preview workflow for an agent with cases', () => {
  test("compares both deployments, uploads the reports, and passes GitHub's validator and this project's rules", async () => {
    const made = await plan({ ...AGENT, 'evals/cases.jsonl': LINES }, { action: 'octo/agent-deploy@v0' });
    const text = previewOf(made);
    expect([
      ...(await validateYaml('.github/workflows/agent-preview.yml', text, { own })),
      ...workflowProblems('agent-preview.yml', text),
      ...findHouseRuleProblems('agent-preview.yml', text),
    ]).toEqual([]);
    const [checkout, download, deploy, upload] = stepsOf(text, 'desk');
    expect([checkout?.uses, checkout?.if]).toEqual([
      expect.stringMatching(/^actions\/checkout@/),
      "github.event.action != 'closed'",
    ]);
    expect(download).toEqual({
      uses: expect.stringMatching(/^actions\/download-artifact@/),
      if: "github.event.action != 'closed' && github.run_attempt > 1",
      'continue-on-error': true,
      with: { name: 'gate-desk', path: 'gate-report' },
    });
    expect(parse(deploy?.with['verify'] ?? '')).toEqual({
      cases: 'evals/cases.jsonl',
      'max-cases': 100,
      'report-dir': 'gate-report',
    });
    expect(upload).toEqual({
      uses: expect.stringMatching(/^actions\/upload-artifact@/),
      if: 'always()',
      with: { name: 'gate-desk', path: 'gate-report', 'if-no-files-found': 'ignore', overwrite: true },
    });
    expect(
      made.files.filter(({ text: written }) => written.includes('verify')).map((file) => file.path),
    ).toEqual(['.github/workflows/agent-preview.yml']);
  });

  // workflows-gate.slow.test.ts runs the example against the emulator.
  test('has the steps of the example workflow', async () => {
    const files = {
      ...AGENT,
      'a.py': 'import os\nos.environ["OPENAI_API_KEY"]\n',
      'evals/cases.jsonl': LINES,
    };
    const made = await plan(files, { name: 'my-agent' });
    const example = await readFile(path.join(ROOT, 'examples/workflows/gated-pull-request.yml'), 'utf8');
    expect(withParsedVerify(stepsOf(previewOf(made), 'my-agent'))).toEqual(
      withParsedVerify(stepsOf(example, 'preview')),
    );
  });

  test('starts if only the cases change, while the deploy workflow does not start', async () => {
    const made = await plan({ ...TWO, 'evals/support.jsonl': LINES, 'agents/billing/cases.csv': CSV });
    const patterns = (workflow: string, job: string) => {
      const file = made.files.find(({ path: at }) => at.endsWith(workflow));
      const step = stepsOf(file?.text ?? '', job).find((one) => one.uses.includes('agent-deploy@'));
      return step?.with['paths']?.trim().split('\n') ?? [];
    };
    expect(isIncluded(parsePathFilter(patterns('agent-preview.yml', 'support')), 'evals/support.jsonl')).toBe(
      true,
    );
    expect(isIncluded(parsePathFilter(patterns('agent-deploy.yml', 'support')), 'evals/support.jsonl')).toBe(
      false,
    );
    expect(patterns('agent-preview.yml', 'billing')).toEqual(['agents/billing/**']);
  });

  test('needs no changes according to init --check, and no further permissions for its artifact steps', async () => {
    const files = { ...AGENT, 'cases.csv': CSV };
    const action = 'octo/agent-deploy@v0';
    const first = await plan(files, { action });
    const added = Object.fromEntries(first.files.map((file) => [file.path, file.text]));
    const second = await plan({ ...files, ...added }, { action });
    expect([second.differences, second.files.map(({ state }) => state)]).toEqual([
      [],
      ['same', 'same', 'same', 'same'],
    ]);
    const preview = '.github/workflows/agent-preview.yml';
    const wide = previewOf(first).replace('contents: read', 'contents: write');
    const third = await plan({ ...files, ...added, [preview]: wide }, { action });
    expect(third.differences.map(({ message }) => message)).toEqual([
      'it has the permission contents: write, which is not needed',
    ]);
  });

  test('is accompanied by the advice to ignore gate-report/ in git if the workflow deploys the checkout', async () => {
    const files = { ...AGENT, 'cases.csv': CSV };
    const note = expect.stringMatching(/^Add gate-report\/ to \.gitignore/);
    expect((await plan(files, { source: 'internal_source' })).notes).toContainEqual(note);
    expect((await plan(files)).notes).not.toContainEqual(note);
  });

  test('contains the path of a case file literally', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((text) => !/[/\0]/.test(text) && text !== '.' && text !== '..');
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(name, async (folder) => {
        const file = `evals/${folder}/cases.jsonl`;
        const made = await plan({ ...AGENT, [file]: LINES });
        const step = stepsOf(previewOf(made), 'desk').find(({ uses }) => uses.includes('agent-deploy@'));
        const verify: unknown = parse(step?.with['verify'] ?? 'null');
        if (made.agents[0]?.cases === undefined) expect(verify).toBeNull();
        else {
          accepted += 1;
          expect(verify).toMatchObject({ cases: file });
        }
      }),
      { numRuns: 200 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});
