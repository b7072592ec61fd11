import { parse } from 'yaml';
import { OWN_NAME } from './service.ts';

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const children = (value: unknown): unknown[] => (isNode(value) ? Object.values(value) : []);

/** Every object below `value`, itself included. */
const everyNode = (value: unknown): Node[] => [
  ...(isNode(value) ? [value] : []),
  ...children(value).flatMap(everyNode),
];

const PINNED = /^\s*-? *uses: *[\w.-]+\/[\w./-]+@[0-9a-f]{40} +# v\d+(\.\d+)*$/;
const LOCAL = /^\s*-? *uses: *\.\//;
const OWN = new RegExp(`^\\s*-? *uses: *[\\w.-]+/${OWN_NAME}(/[\\w-]+)?@v\\d`);

/**
 * House rules for any workflow we show or run: others' actions pinned by full commit with the version beside it, and
 * no expression inside a shell script (it would be pasted there unquoted).
 */
export function workflowProblems(name: string, text: string): string[] {
  const pins = text.split('\n').flatMap((line, index) => {
    if (!/^\s*-? *uses:/.test(line) || LOCAL.test(line) || OWN.test(line) || PINNED.test(line)) return [];
    return [`${name}:${index + 1}: pin by full commit and name the version: "${line.trim()}"`];
  });
  const shells = everyNode(parse(text)).flatMap((node) =>
    typeof node['run'] === 'string' && node['run'].includes('${{')
      ? [`${name}: an expression in a shell script; hand it over through env: ${node['run'].trim()}`]
      : [],
  );
  return [...pins, ...shells];
}

/** Stricter rules for the workflows this repository runs itself: permissions named, every job ends in time. */
export function houseProblems(name: string, text: string): string[] {
  const workflow: unknown = parse(text);
  if (!isNode(workflow)) return [`${name}: not a workflow`];
  const problems: string[] = [];
  if (!isNode(workflow['permissions'])) problems.push(`${name}: no permissions at the top`);
  if (!isNode(workflow['concurrency'])) problems.push(`${name}: no concurrency group`);
  for (const [id, job] of Object.entries(isNode(workflow['jobs']) ? workflow['jobs'] : {})) {
    if (!isNode(job) || typeof job['timeout-minutes'] !== 'number') {
      problems.push(`${name}: job ${id} has no timeout-minutes`);
    }
  }
  return problems;
}
