// `npm run mutate -- <file of src> <suite> [<suite>…]` makes small changes to the file, one at a time, and runs the
// suites for each change. The program prints the changes that no suite detects, because no test covers the changed
// behavior. Files on disk stay unchanged: `scripts/jest/mutant.mjs` replaces the source when it is loaded. `npm run
// check` does not run this program.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import { WAIT_LIMIT_MS } from '../harness/hang-limit.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Time limit of a suite for one change, in milliseconds. A timeout counts as a detected change. */
const LIMIT_MS = WAIT_LIMIT_MS;
const AT_ONCE = 2;

/** A mutant, whose text replaces the source between two offsets. */
interface Mutant {
  start: number;
  end: number;
  text: string;
}

/** A node of the syntax tree. */
type Node = Record<string, unknown> & { type: string; start: number; end: number };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const OTHER_OPERATOR: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** Returns the mutants of a node. @returns The changes to this node, without changes to its child nodes. */
function mutantsOf(node: Node, source: string): Mutant[] {
  const { start, end } = node;
  const textOf = ({ start: from, end: to }: Node) => source.slice(from, to);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const { left, right, operator } = node;
      const other = OTHER_OPERATOR[String(operator)];
      if (other === undefined || !isNode(left) || !isNode(right)) return [];
      return [{ start, end, text: `(${textOf(left)}) ${other} (${textOf(right)})` }];
    }
    case 'UnaryExpression': {
      const { argument } = node;
      return node['operator'] === '!' && isNode(argument) ? [{ start, end, text: textOf(argument) }] : [];
    }
    case 'IfStatement':
    case 'ConditionalExpression': {
      const { test } = node;
      if (!isNode(test)) return [];
      return ['true', 'false'].map((text) => ({ start: test.start, end: test.end, text }));
    }
    case 'Literal': {
      const { value } = node;
      if (typeof value === 'boolean') return [{ start, end, text: String(!value) }];
      if (typeof value === 'number') return [{ start, end, text: String(value + 1) }];
      return typeof value === 'string' && value !== '' ? [{ start, end, text: "''" }] : [];
    }
    case 'ExpressionStatement':
      return isNode(node['expression']) && node['expression'].type === 'CallExpression'
        ? [{ start, end, text: ';' }]
        : [];
    case 'ArrayExpression':
      return Array.isArray(node['elements']) && node['elements'].length > 0
        ? [{ start, end, text: '[]' }]
        : [];
    default:
      return [];
  }
}

/** Returns whether a part of the syntax has no behavior: imports, types, and names of properties. */
const isSkipped = (key: string, { type }: Node): boolean =>
  key === 'key' ||
  /^(Import|ExportAll)/.test(type) ||
  (type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(type));

function allMutants(source: string, file: string): Mutant[] {
  const found: Mutant[] = [];
  const walk = (node: Node) => {
    found.push(...mutantsOf(node, source));
    for (const [key, child] of Object.entries(node)) {
      for (const value of Array.isArray(child) ? child : [child]) {
        if (isNode(value) && !isSkipped(key, value)) walk(value);
      }
    }
  };
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  for (const statement of program.body) if (!isSkipped('', { ...statement })) walk({ ...statement });
  return found;
}

/** Runs the suites for a mutant, or for the unchanged file. @returns True if all suites pass. */
function suitesPass(file: string, suites: string[], mutant?: Mutant): Promise<boolean> {
  const hook = pathToFileURL(path.join(ROOT, 'scripts/jest/mutant.mjs')).href;
  const jest = ['node_modules/jest/bin/jest.js', '--runInBand', '--bail', '--runTestsByPath', ...suites];
  const env = {
    ...process.env,
    TEST_TIER: 'all',
    NODE_COMPILE_CACHE: path.join(ROOT, '.tmp', 'compile-cache'),
    ...(mutant === undefined ? {} : { MUTANT: JSON.stringify({ url: pathToFileURL(file).href, ...mutant }) }),
  };
  const child = spawn(process.execPath, ['--import', hook, ...jest], { cwd: ROOT, env, stdio: 'ignore' });
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(limit);
      resolve(code === 0);
    });
  });
}

const [target, ...suites] = process.argv.slice(2);
if (target === undefined || suites.length === 0) {
  console.error('usage: npm run mutate -- <file of src> <suite> [<suite>…]');
  process.exit(2);
}
const file = path.resolve(target);
const source = readFileSync(file, 'utf8');
const mutants = allMutants(source, file);
if (!(await suitesPass(file, suites))) {
  console.error('The suites fail on the unchanged file: nothing can be said about changes.');
  process.exit(1);
}
const survived: Mutant[] = [];
const waiting = mutants.values();
async function work(): Promise<void> {
  for (const mutant of waiting) if (await suitesPass(file, suites, mutant)) survived.push(mutant);
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
for (const { start, end, text } of survived.toSorted((a, b) => a.start - b.start)) {
  const line = source.slice(0, start).split('\n').length;
  console.log(`survived: ${target}:${line}: ${source.slice(start, end).replaceAll(/\s+/g, ' ')} → ${text}`);
}
console.log(`${target}: ${mutants.length - survived.length} killed, ${survived.length} survived`);
