import { isIncluded, parsePathFilter } from '../action/paths/glob.ts';
import { glob } from './agents.ts';
import type { Variable } from '../agent-code/code-reader.ts';
import type { Agent } from './repository.ts';

export interface WorkflowFile {
  path: string;
  text: string;
}

/** Settings of the generated workflows. */
export interface WorkflowSettings {
  agents: readonly Agent[];
  branch: string;
  /** Value of `uses` for the action. */
  action: string;
  source: 'git_host' | 'internal_source';
  region: string | undefined;
}

/** Paths of the generated workflows, keyed by the workflow's purpose. */
export const WORKFLOW_PATHS = {
  deploy: '.github/workflows/agent-deploy.yml',
  preview: '.github/workflows/agent-preview.yml',
  manual: '.github/workflows/agent-manual.yml',
  sweep: '.github/workflows/agent-sweep.yml',
} as const;

/** Name of the secret that contains the workspace's API key. */
export const API_KEY = 'LANGSMITH_API_KEY';

/**
 * Suffix of the names of previews' secrets. Previews have separate secrets, because a preview runs code that is not
 * merged.
 */
export const PREVIEW_SECRET_SUFFIX = '_OF_PREVIEWS';

const CHECKOUT = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1';
const DOWNLOAD = 'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1';
const UPLOAD = 'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1';
const RUNNER = 'ubuntu-24.04';

/** Folder in the checkout for the reports of the gate. */
export const REPORT_FOLDER = 'gate-report';
/** Maximum number of cases in the gate of a preview, because each case of a pull request has a cost. */
const MAX_CASES = 100;

const RENDER: Readonly<Record<keyof typeof WORKFLOW_PATHS, (settings: WorkflowSettings) => string>> = {
  deploy: renderDeploy,
  preview: renderPreview,
  manual: renderManual,
  sweep: renderSweep,
};

/** Returns the content of the generated workflow for a purpose. */
export const renderWorkflow = (role: keyof typeof WORKFLOW_PATHS, settings: WorkflowSettings): string =>
  RENDER[role](settings);

function renderDeploy(settings: WorkflowSettings): string {
  const { agents, branch } = settings;
  const [single] = agents.length === 1 ? agents : [];
  return lines(
    `# Every push to the default branch deploys ${single === undefined ? 'the agents that it changes' : 'the agent'}.`,
    'name: Deploy',
    '',
    'on:',
    '  push:',
    `    branches: [${scalar(glob(branch))}]`,
    '',
    ...(single === undefined ? ['permissions: {}'] : permissions(DEPLOY_RIGHTS)),
    '',
    ...(single === undefined ? [] : [...group(deployGroup(single.name), 'false', ''), '']),
    'jobs:',
    ...apart(
      agents.map((agent) => [
        ...job(agent, [
          '# This limit is longer than the wait-timeout of the action, so that the action itself reports a timeout.',
          'timeout-minutes: 40',
          ...(single === undefined
            ? [...permissions(DEPLOY_RIGHTS), ...group(deployGroup(agent.name), 'false', '')]
            : []),
        ]),
        ...indent(6, steps(settings, agentInputs(settings, agent, ''))),
      ]),
    ),
  );
}

function renderPreview(settings: WorkflowSettings): string {
  const { agents } = settings;
  const [single] = agents.length === 1 ? agents : [];
  const number = '${{ github.event.pull_request.number }}';
  // A newer push cancels the run of an older push, but the run for a reopened pull request waits for the end of the
  // teardown.
  const cancels = "${{ github.event.action != 'reopened' }}";
  const groupOf = (agent: Agent): string[] => group(`preview-${agent.name}-${number}`, cancels, '');
  return lines(
    '# Each pull request gets its own preview, which is deleted when the pull request is closed. Pull requests from',
    '# forks and from Dependabot get no secrets from GitHub, so for them the step only reports this and succeeds.',
    'name: Preview',
    '',
    'on:',
    '  pull_request:',
    '    types: [opened, synchronize, reopened, ready_for_review, closed]',
    '',
    ...(single === undefined ? ['permissions: {}'] : permissions(PREVIEW_RIGHTS)),
    '',
    ...(single === undefined ? [] : [...groupOf(single), '']),
    'jobs:',
    ...apart(
      agents.map((agent) => [
        ...job(agent, [
          `timeout-minutes: ${agent.cases === undefined ? 40 : 60}`,
          ...(single === undefined ? [...permissions(PREVIEW_RIGHTS), ...groupOf(agent)] : []),
        ]),
        ...indent(
          6,
          previewSteps(settings, agent, [
            ...agentInputs(settings, { ...agent, paths: previewPaths(agent) }, PREVIEW_SECRET_SUFFIX),
            '# If a newer push cancels this run, the step interrupts its revision, which would delay the next revision.',
            'on-cancel: interrupt',
          ]),
        ),
      ]),
    ),
  );
}

/** Returns the patterns of files whose changes create a preview, including the agent's cases. */
function previewPaths({ paths, cases }: Agent): readonly string[] {
  const isCovered = paths.length === 0 || cases === undefined || isIncluded(parsePathFilter(paths), cases);
  return isCovered ? paths : [...paths, glob(cases)];
}

/**
 * Returns the lines of a preview's steps. If the agent has cases, the gate compares the preview with the deployment.
 */
function previewSteps(settings: WorkflowSettings, agent: Agent, inputs: readonly string[]): string[] {
  if (agent.cases === undefined) return steps(settings, inputs);
  const isOpen = "if: github.event.action != 'closed'";
  const artifact = ['  with:', `    name: gate-${agent.name}`, `    path: ${REPORT_FOLDER}`];
  return [
    `- uses: ${CHECKOUT}`,
    `  ${isOpen}`,
    '  with:',
    '    persist-credentials: false',
    '# A second attempt of this run adds its responses to the responses of the first attempt.',
    `- uses: ${DOWNLOAD}`,
    `  ${isOpen} && github.run_attempt > 1`,
    '  continue-on-error: true',
    ...artifact,
    `- uses: ${settings.action}`,
    '  with:',
    ...indent(4, [
      ...inputs,
      '# The same cases are asked of the preview and of the deployment. If the preview is worse, this step fails.',
      'verify: |',
      ...indent(2, [
        `cases: ${scalar(agent.cases)}`,
        `max-cases: ${MAX_CASES}`,
        `report-dir: ${REPORT_FOLDER}`,
      ]),
    ]),
    `- uses: ${UPLOAD}`,
    '  if: always()',
    ...artifact,
    '    if-no-files-found: ignore',
    '    overwrite: true',
  ];
}

function renderManual(settings: WorkflowSettings): string {
  const { agents, source } = settings;
  const [single] = agents.length === 1 ? agents : [];
  const names = agents.map(({ name }) => scalar(name));
  const fromRepository = source === 'git_host';
  return lines(
    '# Started by hand under Actions: shows what a deploy would change, deploys, or rolls back to an earlier revision.',
    'name: Deploy by hand',
    '',
    'on:',
    '  workflow_dispatch:',
    '    inputs:',
    '      action:',
    '        description: Operation',
    '        type: choice',
    '        options: [plan, deploy, rollback]',
    '        default: plan',
    ...(single === undefined
      ? [
          '      deployment:',
          '        description: Agent',
          '        type: choice',
          `        options: [${names.join(', ')}]`,
          `        default: ${names[0]}`,
        ]
      : []),
    ...(fromRepository
      ? [
          '      ref:',
          '        description: Branch, or tag as refs/tags/<tag>. By default, the branch on which the workflow is started',
          '        type: string',
        ]
      : []),
    '      rollback-to:',
    '        description: Revision to roll back to, as previous, its ID, or a ref that was deployed before',
    '        type: string',
    '        default: previous',
    '',
    ...(single === undefined ? ['permissions: {}'] : permissions(DEPLOY_RIGHTS)),
    '',
    ...group(deployGroup(single?.name ?? '${{ inputs.deployment }}'), 'false', ''),
    '',
    'jobs:',
    ...apart(
      agents.map((agent) => [
        ...job(agent, [
          ...(single === undefined ? [`if: inputs.deployment == '${agent.name}'`] : []),
          'timeout-minutes: 40',
          ...(single === undefined ? permissions(DEPLOY_RIGHTS) : []),
        ]),
        ...indent(
          6,
          steps(settings, [
            'action: ${{ inputs.action }}',
            // A manual dispatch deploys an agent even if no file of the agent has changed.
            ...agentInputs(settings, { ...agent, paths: [] }, ''),
            ...(fromRepository ? ['ref: ${{ inputs.ref }}'] : []),
            'rollback-to: ${{ inputs.rollback-to }}',
          ]),
        ),
      ]),
    ),
  );
}

function renderSweep({ action, region }: WorkflowSettings): string {
  return lines(
    '# Each night, this workflow deletes previews whose pull request is closed, and previews without a push for two',
    '# weeks. If it is started by hand, it only shows what it would delete.',
    'name: Sweep previews',
    '',
    'on:',
    '  schedule:',
    "    - cron: '17 3 * * *'",
    '  workflow_dispatch:',
    '',
    ...permissions(SWEEP_RIGHTS),
    '',
    ...group('sweep-previews', 'false', ''),
    '',
    'jobs:',
    '  sweep:',
    `    runs-on: ${RUNNER}`,
    '    timeout-minutes: 15',
    '    steps:',
    `      - uses: ${action}`,
    '        with:',
    ...indent(10, [
      `api-key: \${{ secrets.${API_KEY} }}`,
      ...(region === undefined ? [] : [`region: ${region}`]),
      'action: sweep',
      'preview-ttl: 14d',
      "dry-run: ${{ github.event_name != 'schedule' }}",
    ]),
  );
}

const DEPLOY_RIGHTS = ['contents: read', 'deployments: write'];
const PREVIEW_RIGHTS = [...DEPLOY_RIGHTS, 'pull-requests: write'];
const SWEEP_RIGHTS = [...DEPLOY_RIGHTS, 'pull-requests: read'];

/**
 * Returns the lines of a workflow's or a job's permissions. In a workflow with several jobs, each job has its own
 * permissions, so that a job that is added later starts without any.
 */
const permissions = (rights: readonly string[]): string[] => ['permissions:', ...indent(2, rights)];

const deployGroup = (name: string): string => `deploy-${name}`;

const group = (name: string, cancels: string, at: string): string[] => [
  `${at}concurrency:`,
  `${at}  group: ${name}`,
  `${at}  cancel-in-progress: ${cancels}`,
];

function job(agent: Agent, settings: readonly string[]): string[] {
  return [`  ${scalar(agent.name)}:`, ...indent(4, [`runs-on: ${RUNNER}`, ...settings, 'steps:'])];
}

/** Returns the lines of a job's steps. `inputs` contains the lines of the action's inputs. */
function steps({ action, source }: WorkflowSettings, inputs: readonly string[]): string[] {
  const checkout = [`- uses: ${CHECKOUT}`, '  with:', '    persist-credentials: false'];
  return [
    // Only `internal_source` needs a checkout, which the action uploads. The service fetches the commit itself for
    // `git_host`.
    ...(source === 'internal_source' ? checkout : []),
    `- uses: ${action}`,
    '  with:',
    ...indent(4, inputs),
  ];
}

/** Returns the lines of an agent's inputs in a readable order. `suffix` is appended to the names of the secrets. */
function agentInputs({ source, region }: WorkflowSettings, agent: Agent, suffix: string): string[] {
  const given = agent.variables.filter(({ isNeeded }) => isNeeded);
  const optional = agent.variables.filter(({ isNeeded }) => !isNeeded).map(({ name }) => name);
  return [
    `api-key: \${{ secrets.${API_KEY} }}`,
    ...(region === undefined ? [] : [`region: ${region}`]),
    `deployment-name: ${scalar(agent.name)}`,
    ...(source === 'git_host' ? [] : [`source: ${source}`]),
    ...(agent.configPath === 'langgraph.json' ? [] : [`graph-config-path: ${scalar(agent.configPath)}`]),
    ...(agent.buildCommand === undefined ? [] : [`build-command: ${agent.buildCommand}`]),
    ...(agent.paths.length === 0 ? [] : ['paths: |', ...indent(2, agent.paths)]),
    ...(optional.length === 0 ? [] : wrap(`These optional variables are not set: ${optional.join(', ')}.`)),
    ...(given.length === 0
      ? []
      : [
          'secrets: |',
          ...indent(
            2,
            given.map((variable) => `${variable.name}=${valueOf(variable, suffix)}`),
          ),
        ]),
  ];
}

/** Returns the workflow expression for the value of a variable. */
const valueOf = (variable: Variable, suffix: string): string =>
  variable.kind === 'variable'
    ? `\${{ vars.${storedName(variable)} }}`
    : `\${{ secrets.${storedName(variable)}${suffix} }}`;

/**
 * Returns the name of the repository's secret or variable that stores an agent's variable. GitHub ignores letter case
 * in names, and forbids the prefix GITHUB_.
 */
export function storedName({ name }: Pick<Variable, 'name'>): string {
  const upper = name.toUpperCase();
  return upper.startsWith('GITHUB_') ? `AGENT_${upper}` : upper;
}

const RESERVED = /^(?:true|false|null|yes|no|on|off|~|[-+.]?[0-9].*)$/i;

/**
 * Returns a string as a YAML scalar on one line, quoted if necessary. The string must not contain control characters.
 */
function scalar(text: string): string {
  const isPlain = /^[A-Za-z0-9_][\w./@-]*$/.test(text) && !RESERVED.test(text);
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`;
}

const COMMENT_WIDTH = 100;

/** Splits the text of a comment into lines of limited length. */
function wrap(text: string): string[] {
  const wrapped: string[] = [];
  let line = '#';
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > COMMENT_WIDTH && line !== '#') {
      wrapped.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...wrapped, line];
}

const indent = (width: number, text: readonly string[]): string[] =>
  text.map((line) => ' '.repeat(width) + line);
const apart = (blocks: readonly string[][]): string[] =>
  blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
const lines = (...text: string[]): string => `${text.join('\n')}\n`;
