import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { readRunFlags } from '../../../src/emulator/cli/run.ts';
import type { Emulator } from '../../../src/emulator/index.ts';
import { newFolder, openEmulator } from '../server/plane.ts';
import { ask, type Seen } from './wire.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const page = ['local-controls.md', 'local-controls/faults.md', 'local-controls/time-and-data.md']
  .map((name) => readFileSync(path.join(ROOT, 'docs', name), 'utf8'))
  .join('\n');

interface Block {
  language: string;
  text: string;
}
const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', inner = '']) => ({
    language,
    text: inner,
  }));
const sections = page.split(/^## /m).map((text) => ({
  title: text.split('\n')[0] ?? '',
  blocks: blocksOf(text),
}));
const exchangesOf = (block: Block): string[] =>
  block.text.split(/\n(?=(?:GET|POST|PUT|PATCH|DELETE) \/)/).map((text) => text.trim());

/** Starts the emulator with the command line in the section, or else in the first section of the page. */
async function start(section: (typeof sections)[number]): Promise<Emulator> {
  const command = section.blocks.find(({ language }) => language === 'sh') ?? sections[0]?.blocks[0];
  const { options } = readRunFlags((command?.text.split(' -- ')[1] ?? '').trim().split(/\s+/));
  return openEmulator({ ...options, port: 0 });
}

/** Values in responses, by their names. The value of a name for a whole response is its text. */
type Names = Map<string, string>;

const EXPECTED =
  /^→ (?<eventually>eventually )?(?:(?<silent>closed|reset|silence)|(?<partial>partial )?(?<status>\d{3}))(?: \((?<headers>[^)]*)\))?(?: \$(?<whole>\w+))?(?: (?<body>.*))?$/s;

async function exchange(emulator: Emulator, text: string, names: Names): Promise<void> {
  const [asked = '', answer = ''] = text.split(/^(?=→)/m);
  const filled = asked.replaceAll(
    /\$(\w+)/g,
    (_, name: string) => names.get(name) ?? `(no value for ${name})`,
  );
  const [first = '', ...rest] = filled.trim().split('\n');
  const [method = '', target = ''] = first.split(' ');
  const body: unknown = rest.length === 0 ? undefined : JSON.parse(rest.join('\n'));
  const expected = EXPECTED.exec(answer.trim())?.groups;
  if (!expected) throw new Error(`not an answer: ${answer}`);
  const send = () => ask(emulator.port, method, target, { key: emulator.apiKey, body });
  if (expected['silent'] === 'silence') {
    const asking = send();
    while (emulator.faults.active().rules.every(({ then, hit }) => !('hang' in then) || hit === 0))
      await pause();
    expect(asking.bytes()).toBe(0);
    asking.leave();
    return;
  }
  for (;;) {
    const seen = await send().seen;
    const problem = differs(seen, expected, names);
    if (problem === undefined) return;
    if (expected['eventually'] === undefined)
      throw new Error(`${first}\n${problem}\n${JSON.stringify(seen)}`);
    await pause();
  }
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 3));

function differs(seen: Seen, expected: Record<string, string | undefined>, names: Names): string | undefined {
  if (expected['silent'] !== undefined) {
    return seen.kind === expected['silent'] ? undefined : `wanted ${expected['silent']}`;
  }
  const kind = expected['partial'] === undefined ? 'answer' : 'partial';
  if (seen.kind !== kind || seen.status !== Number(expected['status']))
    return `wanted ${kind} ${expected['status']}`;
  for (const header of (expected['headers'] ?? '').split(', ').filter((one) => one !== '')) {
    const [name = '', value] = header.split(': ');
    const found = seen.kind === 'answer' ? seen.headers.get(name) : null;
    if (found === null || (value !== '…' && found !== value)) return `wanted header ${header}`;
  }
  if (expected['whole'] !== undefined) names.set(expected['whole'], seen.text);
  const { body } = expected;
  if (body === undefined) return undefined;
  if (kind === 'partial' || !/^[{[]/.test(body)) return seen.text === body ? undefined : `wanted ${body}`;
  return mismatch(JSON.parse(body), JSON.parse(seen.text), 'body', names);
}

/** Returns the first difference between the response in docs and the actual response, or `undefined`. */
function mismatch(shown: unknown, found: unknown, at: string, names: Names): string | undefined {
  if (shown === '…') return undefined;
  const name = typeof shown === 'string' ? /^\$(\w+)$/.exec(shown)?.[1] : undefined;
  if (name !== undefined) {
    if (!names.has(name)) names.set(name, String(found));
    return names.get(name) === found ? undefined : `${at} is another ${name}`;
  }
  if (Array.isArray(shown)) {
    if (!Array.isArray(found)) return `${at} is no list`;
    const more = shown.length > 1 && shown.at(-1) === '…';
    if (more ? found.length < shown.length - 1 : found.length !== shown.length)
      return `${at} has ${found.length}`;
    return shown
      .slice(0, more ? -1 : undefined)
      .map((one, index) => mismatch(one, found[index], `${at}.${index}`, names))
      .find((problem) => problem !== undefined);
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof found !== 'object' || found === null) return `${at} is no object`;
    return Object.entries(shown)
      .map(([key, one]) => mismatch(one, Reflect.get(found, key), `${at}.${key}`, names))
      .find((problem) => problem !== undefined);
  }
  return Object.is(shown, found)
    ? undefined
    : `${at} is ${JSON.stringify(found)}, not ${JSON.stringify(shown)}`;
}

describe("the documentation of the emulator's control routes", () => {
  const withRequests = sections.filter(({ blocks }) => blocks.some(({ language }) => language === 'http'));

  test('has examples, and a test runs each example', () => {
    expect(withRequests.length).toBeGreaterThan(6);
    const languages = new Set(sections.flatMap(({ blocks }) => blocks.map(({ language }) => language)));
    expect([...languages].toSorted()).toEqual(['http', 'sh', 'ts']);
  });

  test.each(withRequests)(
    'shows the actual requests and responses in the section "$title"',
    async (section) => {
      const emulator = await start(section);
      const names: Names = new Map();
      for (const block of section.blocks.filter(({ language }) => language === 'http')) {
        for (const text of exchangesOf(block)) await exchange(emulator, text, names);
      }
    },
  );

  test('contains a TypeScript program that works', async () => {
    const [program] = sections.flatMap(({ blocks }) => blocks.filter(({ language }) => language === 'ts'));
    const file = path.join(await newFolder(), 'example.ts');
    const source = pathToFileURL(path.join(ROOT, 'src')).href;
    await writeFile(file, (program?.text ?? '').replaceAll(`'../src/`, `'${source}/`));
    await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', file]);
  });

  test('lists every fault effect and every count', () => {
    const http =
      'status body content_type retry_after delay_ms drop_answer reset hang truncate_at slow nth every times probability';
    for (const key of [...http.split(' '), 'stall', 'fail', 'flap', 'duration_ms', 'SERVING']) {
      expect(page).toContain(key);
    }
  });
});
