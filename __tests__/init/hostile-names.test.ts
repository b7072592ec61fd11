import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { parsePaths, parseRepoPath } from '../../src/action/inputs/parsers.ts';
import { isIncluded, parsePathFilter } from '../../src/action/paths/glob.ts';
import { planInit } from '../../src/init/plan.ts';
import { memoryReader } from './support/repositories.ts';

const CONFIG = '{"graphs":{"a":"./a.py:graph"},"dependencies":["."]}';

/**
 * Generates names in hostile trees from characters that YAML, patterns, shells, expressions and terminals interpret.
 */
const name = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc
    .array(
      fc.constantFrom(
        ...'\'"#:-?*[]{}!&|>%@`,\\$~+()^=<; \t\n',
        '${{',
        '}}',
        ' #',
        ': ',
        '- ',
        '***',
        'null',
        'true',
        '1e3',
        'é',
        '\u202e',
        '\u001b[2J',
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);
const folderName = name.filter((text) => !/[/\0]/.test(text) && text !== '.' && text !== '..');

interface Step {
  uses: string;
  with: Record<string, string>;
}

// docs/init.md#hostile-names
test('a folder name is either rejected or written to the workflows literally, not as a pattern', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(folderName, async (folder) => {
      const config = `agents/${folder}/langgraph.json`;
      const result = await planInit(memoryReader({ [config]: CONFIG, 'other/langgraph.json': CONFIG }));
      if (!result.ok) {
        expect(result.problems).toHaveLength(1);
        expect(result.problems[0]?.message).toContain('which a workflow cannot express');
        return;
      }
      accepted += 1;
      for (const { path, text } of result.plan.files.filter((file) => !file.path.endsWith('sweep.yml'))) {
        const workflow = parse(text) as { jobs: Record<string, { steps: Step[] }> };
        const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
        expect(steps.map((step) => step.uses)).toEqual(['OWNER/agent-deploy@v0', 'OWNER/agent-deploy@v0']);
        const inputs = steps.find((step) => step.with['graph-config-path'] === config)?.with ?? {};
        expect(parseRepoPath(inputs['graph-config-path'] ?? '')).toEqual({ ok: true, value: config });
        if (path.endsWith('manual.yml')) continue;
        const patterns = parsePaths(inputs['paths'] ?? '');
        if (!patterns.ok) throw new Error(JSON.stringify(patterns.problems));
        const filter = parsePathFilter(patterns.value);
        expect(isIncluded(filter, config)).toBe(true);
        for (const elsewhere of ['other/langgraph.json', `agents/${folder}x/a`, 'agents/a', 'README.md']) {
          expect([elsewhere, isIncluded(filter, elsewhere)]).toEqual([elsewhere, false]);
        }
      }
    }),
    { numRuns: 400 },
  );
  expect(accepted).toBeGreaterThan(50);
});

test('a branch name is either rejected or written so that only this branch starts a deploy', async () => {
  await fc.assert(
    fc.asyncProperty(name, async (branch) => {
      const result = await planInit(memoryReader({ 'langgraph.json': CONFIG }), { branch });
      if (!result.ok) {
        expect(result.problems.map(({ path }) => path)).toEqual(['--branch']);
        return;
      }
      const text = result.plan.files.find((file) => file.path.endsWith('agent-deploy.yml'))?.text ?? '';
      const workflow = parse(text) as { on: { push: { branches: string[] } } };
      const filter = parsePathFilter(workflow.on.push.branches);
      expect([isIncluded(filter, branch), isIncluded(filter, `${branch}x`), isIncluded(filter, 'a')]).toEqual(
        [true, false, branch === 'a'],
      );
    }),
    { numRuns: 400 },
  );
});

test('invalid configurations, code or dotenv files never cause an exception', async () => {
  const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.json());
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), anything),
      anything,
      anything,
      anything,
      async (graphs, env, code, config) => {
        for (const text of [
          config,
          JSON.stringify({ graphs, env, dependencies: [code], source: env, auth: { path: code } }),
        ]) {
          const files = {
            'langgraph.json': text,
            'a.py': code,
            'a.ts': code,
            '.env': env,
            '.env.example': code,
            'package.json': config,
          };
          const result = await planInit(memoryReader(files));
          if (result.ok) for (const { text: workflow } of result.plan.files) parse(workflow);
          else expect(result.problems.length).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 200 },
  );
});
