import { parse } from 'yaml';
import { OWN_NAME } from '../../harness/workflow/validate.ts';

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const children = (value: unknown): unknown[] => (isNode(value) ? Object.values(value) : []);

/** Returns all objects within a value, including the value itself. */
const everyNode = (value: unknown): Node[] => [
  ...(isNode(value) ? [value] : []),
  ...children(value).flatMap(everyNode),
];

const PINNED = /^\s*-? *uses: *[\w.-]+\/[\w./-]+@[0-9a-f]{40} +# v\d+(\.\d+)*$/;
const LOCAL = /^\s*-? *uses: *\.\//;
const OWN = new RegExp(
  `^\\s*-? *uses: *[\\w.-]+/${OWN_NAME}(/[\\w-]+|/\\.github/workflows/reusable-[\\w-]+\\.yml)?@v\\d`,
);

/**
 * Returns violations of the rules for all workflows: actions of others are pinned by full commit with the version
 * next to it, and shell scripts contain no expressions, which GitHub would insert unquoted.
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
  return [...pins, ...shells, ...callProblems(name, parse(text))];
}

/** Returns a problem for each job that calls a workflow without passing its secrets by name. */
function callProblems(name: string, workflow: unknown): string[] {
  return jobsOf(workflow).flatMap(([id, job]) =>
    isNode(job) && job['secrets'] === 'inherit'
      ? [`${name}: job ${id} hands over every secret there is; name those it is to know`]
      : [],
  );
}

const jobsOf = (workflow: unknown): [string, unknown][] =>
  isNode(workflow) && isNode(workflow['jobs']) ? Object.entries(workflow['jobs']) : [];

/**
 * Returns violations of the rules for workflows that run in this repository: permissions are listed, and every job
 * has a time limit.
 */
export function findHouseRuleProblems(name: string, text: string): string[] {
  const workflow: unknown = parse(text);
  if (!isNode(workflow)) return [`${name}: not a workflow`];
  const problems: string[] = [];
  if (!isNode(workflow['permissions'])) problems.push(`${name}: no permissions at the top`);
  const jobs = jobsOf(workflow);
  const hasGroups = jobs.length > 0 && jobs.every(([, job]) => isNode(job) && isNode(job['concurrency']));
  if (!isNode(workflow['concurrency']) && !hasGroups) problems.push(`${name}: no concurrency group`);
  for (const [id, job] of jobs) {
    // A job that calls a workflow cannot have a time limit, but the jobs of the called workflow have their own limits.
    if (isNode(job) && typeof job['uses'] === 'string') continue;
    if (!isNode(job) || typeof job['timeout-minutes'] !== 'number') {
      problems.push(`${name}: job ${id} has no timeout-minutes`);
    }
    if (isNode(job))
      problems.push(...children(job['steps']).flatMap((step) => checkoutProblems(name, id, step)));
  }
  return [...problems, ...callableProblems(name, workflow)];
}

/**
 * Returns a problem for a checkout that stores its credentials: by default, it leaves the job's token in `.git`, where
 * every later step can read it.
 */
function checkoutProblems(name: string, job: string, step: unknown): string[] {
  if (!isNode(step) || !/^actions\/checkout@/i.test(String(step['uses']))) return [];
  const given = step['with'];
  if (isNode(given) && given['persist-credentials'] === false) return [];
  return [`${name}: job ${job} checks out without \`persist-credentials: false\``];
}

/**
 * Returns violations of the rules for reusable workflows, which callers only know by their interface: a reusable
 * workflow has no other trigger, describes all inputs and outputs, makes each input required or sets its default, and
 * has its own concurrency group.
 */
function callableProblems(name: string, workflow: Node): string[] {
  const on = workflow['on'];
  const offered = isNode(on) ? on['workflow_call'] : undefined;
  const reusable = /(^|\/)reusable-[^/]*$/.test(name);
  if (offered === undefined) {
    return reusable ? [`${name}: is named reusable, and is not called by workflow_call`] : [];
  }
  const problems = reusable ? [] : [`${name}: a reusable workflow's name starts with reusable-`];
  if (children(on).length !== 1) problems.push(`${name}: a reusable workflow starts on workflow_call alone`);
  const entries = (kind: string): [string, unknown][] =>
    isNode(offered) && isNode(offered[kind]) ? Object.entries(offered[kind]) : [];
  for (const kind of ['inputs', 'secrets', 'outputs']) {
    for (const [key, value] of entries(kind)) {
      const described = isNode(value) && typeof value['description'] === 'string';
      if (!described) problems.push(`${name}: ${kind}.${key} has no description`);
    }
  }
  for (const [key, value] of entries('inputs')) {
    if (isNode(value) && value['required'] !== true && value['default'] === undefined) {
      problems.push(`${name}: inputs.${key} is neither required nor has a default`);
    }
  }
  const group = workflow['concurrency'];
  if (!isNode(group) || !String(group['group']).includes('inputs.')) {
    problems.push(`${name}: its concurrency group does not tell by an input what it is for`);
  }
  return problems;
}
