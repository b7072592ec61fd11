import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseSeedFile } from '../../../src/action/inputs/seed-file.ts';
import { SEED_LIMITS } from '../../../src/contract/seed-limits.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** All fields of entries. */
const FIELDS =
  `namespace key value index ttl name graph description config context metadata values as-node assistant
  schedule timezone end-time input`.split(/\s+/);
const noSecret: (text: string) => boolean = () => false;
const parse = (text: string, isSecret = noSecret) => parseSeedFile(text, isSecret);
/** Returns the problems with a file as lines. */
function problemsOf(text: string, isSecret = noSecret): string[] {
  const parsed = parse(text, isSecret);
  return parsed.ok ? [] : parsed.problems.map(({ message, hint }) => `${message}. ${hint}`);
}

const ITEM = { namespace: ['docs'], key: 'faq', value: { text: 'hello' } };

describe('a file with the data of previews', () => {
  test('can contain store items, assistants, threads and crons, as YAML or JSON', () => {
    const yaml = `
store:
  - {namespace: [docs, de], key: faq, value: {text: hello, tags: [a]}, index: [text], ttl: 60}
  - {namespace: [docs], key: faq, value: {}, index: false}
assistants:
  - {name: Support, graph: agent, description: Answers, config: {configurable: {model: small}}, metadata: {team: a}}
threads:
  - {name: refund, graph: agent, values: {messages: [{type: human, content: hi}]}, as-node: answer}
crons:
  - {name: nightly, assistant: Support, schedule: '0 3 * * *', timezone: Europe/Berlin, input: {messages: []}, end-time: '2030-01-01T00:00:00Z'}
`;
    const parsed = parse(yaml);
    expect(parsed).toEqual({
      ok: true,
      value: {
        items: [
          {
            namespace: ['docs', 'de'],
            key: 'faq',
            value: { text: 'hello', tags: ['a'] },
            index: ['text'],
            ttl: 60,
          },
          { namespace: ['docs'], key: 'faq', value: {}, index: false },
        ],
        assistants: [
          {
            key: 'Support',
            name: 'Support',
            graph: 'agent',
            description: 'Answers',
            config: { configurable: { model: 'small' } },
            metadata: { team: 'a' },
            isOptional: false,
          },
        ],
        threads: [
          {
            name: 'refund',
            graph: 'agent',
            values: { messages: [{ type: 'human', content: 'hi' }] },
            asNode: 'answer',
          },
        ],
        crons: [
          {
            name: 'nightly',
            assistant: 'Support',
            schedule: '0 3 * * *',
            timezone: 'Europe/Berlin',
            input: { messages: [] },
            endTime: '2030-01-01T00:00:00Z',
          },
        ],
      },
    });
  });

  test('is shown in the documentation and in an example', () => {
    const page = readFileSync(path.join(ROOT, 'docs/preview-data.md'), 'utf8');
    const [, block = ''] = /```yaml\n( {3}store:[^`]*)```/.exec(page) ?? [];
    const example = readFileSync(path.join(ROOT, 'examples/echo-agent/preview-data.yml'), 'utf8');
    expect([block.replaceAll(/^ {3}/gm, ''), example].map((text) => problemsOf(text))).toEqual([[], []]);
    const fields = [...page.matchAll(/^\|[^|]*\| (`[^|]*`) \|/gm)].flatMap(
      ([, cell = '']) => cell.match(/[\w-]+/g) ?? [],
    );
    expect(new Set(fields)).toEqual(new Set(FIELDS));
  });

  test.each([
    ['', /not a mapping/],
    ['{}', /contains no data/],
    ['store: []', /contains no data/],
    ['store: {}', /line 1: store: the value is not a list/],
    ['item:\n- {}', /line 1: item: no field with this name exists/],
    ['stoer: []', /Did you mean store\?/],
    ['store:\n- {namespace: [a], key: b}', /line 2: store\.0\.value: the value is missing/],
    ['store:\n- {namespace: [a], key: b, value: null}', /store\.0\.value: the value is missing/],
    ['store:\n- {namespace: [a], key: b, value: [1]}', /store\.0\.value: the value is not a mapping/],
    ['store:\n- {namespace: [], key: b, value: {}}', /line 2: store\.0\.namespace/],
    ['store:\n- {namespace: [a.b], key: b, value: {}}', /the label contains a period/],
    ['store:\n- {namespace: [langgraph], key: b, value: {}}', /the namespace langgraph is reserved/],
    ['store:\n- {namespace: [agent-deploy], key: b, value: {}}', /the namespace agent-deploy is reserved/],
    ['store:\n- {namespace: [a], key: "b\\u0007", value: {}}', /store\.0\.key: the value contains a control/],
    [
      'store:\n- {namespace: ["a\\u2028b"], key: b, value: {}}',
      /store\.0\.namespace\.0: .* control character/,
    ],
    ['store:\n- {namespace: [a], key: b, value: {c: "\\0"}}', /store\.0\.value\.c: .* NUL character/],
    ['store:\n- {namespace: [a], key: b, value: {c: .inf}}', /cannot be represented in JSON/],
    ['store:\n- {namespace: [a], key: b, value: {c: !!set {x}}}', /cannot be represented in JSON/],
    ['store:\n- {namespace: [a], key: b, value: {}, ttl: 0}', /store\.0\.ttl/],
    ['store:\n- {namespace: [a], key: b, value: {}, ttl: null}', /store\.0\.ttl: the value is empty/],
    [
      'store:\n- {namespace: [a], key: b, value: {}}\n- {namespace: [a], key: b, value: {}}',
      /line 3: store\.1\.key: another entry has the same value/,
    ],
    ['store:\n- {namespace: [a], key: b, key: c, value: {}}', /line 2: DUPLICATE_KEY/],
    ['{"store": [], "store": []}', /DUPLICATE_KEY/],
    ['assistants:\n- {name: a}', /assistants\.0\.graph/],
    ['assistants:\n- {name: "", graph: b}', /assistants\.0\.name: the value is empty/],
    ['assistants:\n- {name: "a\\nb", graph: b}', /assistants\.0\.name: .* control character/],
    [
      'assistants:\n- {name: a, graph: b}\n- {name: a, graph: c}',
      /line 3: assistants\.1\.name: another entry/,
    ],
    ['threads:\n- {name: a, graph: b, values: text}', /threads\.0\.values: the value is not a mapping/],
    ['crons:\n- {name: a, assistant: b}', /crons\.0\.schedule/],
    ['crons:\n- {name: a, assistant: b, schedule: "* * * * *", end-time: tomorrow}', /crons\.0\.end-time/],
    [
      'store:\n- {namespace: [a], key: b, value: {__proto__: {admin: true}}}',
      /the key __proto__ is not allowed/,
    ],
    ['{"__proto__": {"store": []}, "store": []}', /the key __proto__ is not allowed/],
    ['a: &a [x, x]\nb: &b [*a, *a]\nstore: [*b, *b]', /no field with this name exists/],
  ])('is refused with the line and a hint: %j', (text, problem) => {
    const problems = problemsOf(text);
    expect(problems.join('\n')).toMatch(problem);
    expect(problems.join('\n')).not.toMatch(/undefined|\[object/);
  });

  test('is refused if it is nested very deep', () => {
    expect(problemsOf(`store: ${'['.repeat(20_000)}`).join()).toMatch(
      /nested too deep|neither YAML nor JSON/,
    );
  });

  test('is refused above the limits for entries and for size', () => {
    const items = (count: number) =>
      `store:\n${Array.from({ length: count }, (_, at) => `- {namespace: [a], key: k${at}, value: {}}\n`).join('')}`;
    expect(problemsOf(items(SEED_LIMITS.items + 1))).toEqual([
      'line 1: store: the list has more than 1,000 entries. Remove entries.',
    ]);
    // Aliases repeat the text, so the data is larger than the file.
    const text = 'x'.repeat(500_000);
    const repeated = `a: &a ${text}, ${'bcdefghij'.replaceAll(/./g, '$&: *a, ')}`;
    expect(problemsOf(`store:\n- {namespace: [a], key: k, value: {${repeated}}}`)).toEqual([
      expect.stringContaining('the data has more than 4,194,304 bytes'),
    ]);
  });

  test('is refused with the path of a secret, but not with the secret', () => {
    const isSecret = (text: string) => text.includes('the-secret-key');
    const text = `store:\n- {namespace: [a], key: b, value: {c: [{d: "x the-secret-key"}], the-secret-key: 1}}`;
    const problems = problemsOf(text, isSecret);
    expect(problems.toSorted()).toEqual([
      expect.stringContaining('line 2: store.0.value.c.0.d: the text contains a secret of this step'),
      expect.stringContaining('line 2: store.0.value: the text contains a secret of this step'),
    ]);
    expect(problems.join()).not.toContain('the-secret-key');
  });

  test('keeps every JSON value of a store item unchanged', () => {
    const value = fc.dictionary(
      fc.string().filter((key) => key !== '__proto__' && !key.includes('\0')),
      fc.jsonValue({ maxDepth: 3 }),
      { maxKeys: 5 },
    );
    fc.assert(
      fc.property(value, (given) => {
        const text = JSON.stringify({ store: [{ ...ITEM, value: given }] });
        const isRepresentable = !/\\u0000|__proto__|\d{16}|e\+/.test(text);
        fc.pre(isRepresentable);
        const parsed = parse(text);
        expect(parsed).toMatchObject({ ok: true });
        if (parsed.ok) expect(parsed.value.items[0]?.value).toEqual(JSON.parse(JSON.stringify(given)));
      }),
    );
  });

  // A comparison of each pair of keys takes longer than the time limit of a test.
  test('is checked in a time that is proportional to its size', () => {
    const keys = Array.from({ length: 90_000 }, (_, at) => `k${at.toString(36)}`);
    const yaml = (last: string) =>
      `store: [{namespace: [a], key: b, value: {${[...keys, last].map((key) => `${key}: 1`).join(', ')}}}]`;
    const items = JSON.stringify({ store: Array.from({ length: 30_000 }, () => ITEM) });
    expect(parse(yaml('last')).ok).toBe(true);
    expect(problemsOf(yaml('k0'))).toEqual([expect.stringContaining('line 1: DUPLICATE_KEY')]);
    expect(problemsOf(items)).toEqual([expect.stringContaining('more than 1,000 entries')]);
  });
});
