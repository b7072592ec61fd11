/**
 * Allowed imports between areas, as data. docs/architecture.md shows the areas as a table. A file belongs to the first
 * area whose `path` matches. `may` lists other areas that the area is allowed to import, `packages` lists bare
 * packages and `node:` modules ('*' for any), and `holds` describes the area's contents.
 */
export interface Area {
  name: string;
  path: RegExp;
  holds: string;
  may: string[];
  packages: '*' | string[];
}

const SURFACES = [
  {
    name: 'control-plane',
    holds: 'the deployment API: deployments, revisions, logs, listeners, uploads and sign-in',
    may: ['os'],
  },
  {
    name: 'data-plane',
    holds: 'builds of revisions, their running workers, and the files of builds that agent pods fetch',
    may: ['redaction', 'graph-config', 'clients', 'git', 'os'],
  },
  {
    name: 'agent-server',
    holds: 'the API of a deployed agent: assistants, threads, runs, streams and store',
    may: ['graph-config', 'clients', 'os'],
  },
  {
    name: 'tracing',
    holds: 'tracing projects, datasets, experiments, feedback and spans',
    may: ['clients', 'os'],
  },
  {
    name: 'sandboxes',
    holds: 'sandboxes: their lifecycle, commands, files and proxy configuration',
    may: ['clients', 'credential-proxy', 'box', 'os'],
  },
  {
    name: 'admin',
    holds: 'the emulator’s own API, `/_local`: faults, clock, journal and snapshots',
    may: ['clients', 'os'],
  },
];

/** A surface uses the store and other surfaces only through ports. */
const surface = ({ name, holds, may }: { name: string; holds: string; may: string[] }): Area => ({
  name: `emulator/${name}`,
  path: new RegExp(`^src/emulator/${name}/`),
  holds,
  may: ['contract', ...may, 'emulator/ports', 'emulator/server'],
  packages: '*',
});

export const AREAS: Area[] = [
  {
    name: 'contract',
    path: /^src\/contract\//,
    holds: 'each wire shape as one zod schema; rules of fields, limits, error bodies and dialects',
    may: [],
    packages: ['zod'],
  },
  {
    name: 'redaction',
    path: /^src\/redaction\//,
    holds: 'the search for secrets in texts: secret parts of values, and their encodings',
    may: [],
    packages: [],
  },
  {
    name: 'judgement',
    path: /^src\/judgement\//,
    holds: 'the comparison of two deployments by their responses: statistics, verdicts and differences',
    may: ['contract'],
    packages: ['diff'],
  },
  {
    name: 'graph-config',
    path: /^src\/graph-config\//,
    holds: '`langgraph.json`: its parser, and the schema and support of each key',
    may: ['contract', 'os'],
    packages: ['zod', 'fastest-levenshtein', 'ignore', 'node:path'],
  },
  {
    name: 'os',
    path: /^src\/os\//,
    holds: 'processes, files and locks of the operating system',
    may: [],
    packages: '*',
  },
  {
    name: 'clients',
    path: /^src\/clients\//,
    holds: 'the HTTP transport, and a client for each API of the service',
    may: ['contract', 'os'],
    packages: '*',
  },
  {
    name: 'git',
    path: /^src\/git\//,
    holds: 'git commands that do not trust the repository',
    may: ['clients', 'os'],
    packages: '*',
  },
  {
    name: 'credential-proxy',
    path: /^src\/credential-proxy\//,
    holds: 'the proxy that adds credentials to requests, as a separate process',
    may: ['contract', 'redaction', 'os'],
    packages: '*',
  },
  {
    name: 'box',
    path: /^src\/box\//,
    holds: 'isolated processes on the runner and in sandboxes',
    may: ['credential-proxy', 'os'],
    packages: '*',
  },
  {
    name: 'agent-code',
    path: /^src\/agent-code\//,
    holds: 'analysis of an agent’s code: its modules, imports and environment variables',
    may: ['contract'],
    packages: ['node:util'],
  },
  {
    name: 'action',
    path: /^src\/action\//,
    holds: 'the actions: event, inputs, plan, rollout and report',
    may: [
      'contract',
      'redaction',
      'judgement',
      'graph-config',
      'agent-code',
      'clients',
      'credential-proxy',
      'box',
      'git',
      'os',
    ],
    packages: '*',
  },
  {
    name: 'cli',
    path: /^src\/cli\//,
    holds: 'the command line `agent-deploy`; it runs the engine of `src/action`',
    may: ['contract', 'graph-config', 'clients', 'action', 'init', 'git', 'os'],
    packages: '*',
  },
  {
    name: 'init',
    path: /^src\/init\//,
    holds: 'the command `init`: finds the agents and variables of a repository, and writes its workflows',
    may: ['contract', 'agent-code', 'action', 'git', 'os'],
    packages: '*',
  },
  {
    name: 'emulator/tables',
    path: /^src\/emulator\/tables\//,
    holds: 'the columns of each table; types of rows, inserts and snapshots are derived from them',
    may: ['contract'],
    packages: '*',
  },
  {
    name: 'emulator/ports',
    path: /^src\/emulator\/ports\//,
    holds: 'interfaces of the store, workers and clock that the surfaces use',
    may: ['emulator/tables', 'contract', 'graph-config', 'clients', 'box'],
    packages: '*',
  },
  {
    name: 'emulator/server',
    path: /^src\/emulator\/server\//,
    holds: 'the HTTP server: routing, middleware and OpenAPI documents',
    may: ['contract', 'redaction', 'clients', 'emulator/ports'],
    packages: '*',
  },
  {
    name: 'emulator/store',
    path: /^src\/emulator\/store\//,
    holds: 'the database: rows, transactions, encrypted secrets and snapshots',
    may: ['contract', 'clients', 'os', 'emulator/tables', 'emulator/ports'],
    packages: '*',
  },
  ...SURFACES.map(surface),
  {
    name: 'emulator/dashboard',
    path: /^src\/emulator\/dashboard\//,
    holds: 'the API of the dashboard: its routes, sessions and live stream',
    may: [
      'contract',
      'judgement',
      'clients',
      'credential-proxy',
      'os',
      'emulator/ports',
      'emulator/server',
      'emulator/admin',
    ],
    packages: '*',
  },
  {
    name: 'emulator',
    path: /^src\/emulator\//,
    holds:
      'the emulator itself: its configuration (`src/emulator/config.ts`), instances, command line, and `dev`',
    may: [
      'contract',
      'redaction',
      'graph-config',
      'clients',
      'credential-proxy',
      'box',
      'git',
      'os',
      'emulator/ports',
      'emulator/server',
      'emulator/store',
      ...SURFACES.map(({ name }) => `emulator/${name}`),
      'emulator/dashboard',
    ],
    packages: '*',
  },
  // The dashboard runs in a browser and uses the emulator over HTTP. From the contract, the dashboard imports only
  // types, and files without zod.
  {
    name: 'dashboard',
    path: /^dashboard\//,
    holds: 'the emulator’s web page; `logic` is pure, and `live` sends requests to the emulator',
    may: ['contract'],
    packages: ['preact', '@preact/signals', '@dagrejs/dagre', 'diff', 'markdown-it', 'partial-json'],
  },
  // The live tier uses the actions as their users do, and shares only the style and the texts of their reports.
  {
    name: 'harness/live',
    path: /^harness\/live\//,
    holds: 'the live tier: scenarios against the real service, and its result page',
    may: ['contract', 'redaction', 'clients', 'action', 'harness'],
    packages: '*',
  },
  // The harness uses the action and the emulator as their users do, through processes and HTTP, except for
  // `createEmulator`.
  {
    name: 'harness',
    path: /^harness\//,
    holds:
      'simulators of the GitHub runner, GitHub, a Kubernetes cluster and machine failures, for tests and `npm start`',
    may: ['contract', 'clients', 'credential-proxy', 'emulator', 'git', 'os'],
    packages: '*',
  },
  {
    name: 'examples',
    path: /^examples\//,
    holds: 'agents that can be deployed, workflows to copy, and modules for Testcontainers',
    may: [],
    packages: '*',
  },
  // A bench uses the action as its users do. Benches also measure pure functions directly.
  {
    name: 'bench',
    path: /^bench\//,
    holds: 'a benchmark for each performance claim',
    may: ['judgement', 'contract', 'clients', 'box', 'action', 'emulator/data-plane', 'harness'],
    packages: '*',
  },
  {
    name: 'scripts',
    path: /^scripts\//,
    holds: 'the programs of `npm run …`',
    may: ['contract', 'graph-config', 'emulator/admin', 'harness'],
    packages: '*',
  },
];

/** Imports that are forbidden although the areas permit them: code that reads inputs must not depend on operations. */
export const NEVER: { from: RegExp; to: RegExp; why: string }[] = [
  {
    from: /^src\/action\/inputs\//,
    to: /^src\/action\/(deploy|preview|rollback|sandbox|verify)\//,
    why: 'inputs are read without knowing the operation they are for',
  },
];

/**
 * The only files of `src` that are allowed to start programs. All other files call the functions of the first file.
 */
export const PROGRAM_STARTERS = ['src/os/programs.ts', 'src/box/supervisor/commands.ts'];

/** Files that every start of the packed emulator loads, including all their imports. */
export const EMULATOR_START = {
  program: 'src/emulator/package/cli.ts',
  /** Files that the start reaches through dynamic imports. */
  later: ['src/emulator/cli/run.ts', 'src/emulator/index.ts'],
};

/**
 * Files that a program always loads with all their imports, and packages or files that they must not load: packages
 * that take long to load, and features that most runs do not use.
 */
export const STARTS: {
  /** Text that describes the loads in a sentence about a violation. */
  every: string;
  /** The program, and files that it always reaches through dynamic imports. */
  files: string[];
  without: RegExp;
}[] = [
  {
    every: 'start of the emulator',
    files: [EMULATOR_START.program, ...EMULATOR_START.later],
    without: /^zod$/,
  },
  {
    every: 'run of the action without a gate',
    files: [
      'src/action/entry.ts',
      'src/action/start.ts',
      'src/action/connect.ts',
      'src/action/cancel.ts',
      'src/action/post.ts',
      'src/action/watch.ts',
      'src/action/deploy/deploy.ts',
      'src/action/github/finish.ts',
      'src/action/publish/publisher.ts',
      'src/action/publish/reporter.ts',
      'src/action/inputs/verify-inputs.ts',
      'src/action/preview/preview.ts',
      'src/action/preview/sweep.ts',
      'src/action/preview/teardown.ts',
      'src/action/rollback/on-failure.ts',
      'src/action/rollback/rollback.ts',
      'src/action/verify/check-file.ts',
      'src/action/verify/verify.ts',
    ],
    without: /^src\/(action\/gate|judgement)\//,
  },
];

/** The only files of the emulator that code outside the emulator is allowed to import. */
export const EMULATOR_ENTRY_POINTS = ['src/emulator/index.ts'];

/**
 * Pure modules: without I/O, clock, randomness or environment, and without imports of impure modules. `import type`
 * is allowed, because a port's type has no effects. This list is the only definition of purity.
 */
export const PURE: RegExp[] = [
  /^src\/contract\//,
  /^src\/redaction\//,
  /^src\/judgement\//,
  /^src\/graph-config\//,
  /^src\/agent-code\//,
  /^src\/os\/(errors|paths)\.ts$/,
  /^src\/git\/environment\.ts$/,
  /^src\/clients\/(base-url|errors|failure|headers|listeners|network-environment|poll|retry|retry-after)\.ts$/,
  /^src\/action\/(inputs|plan)\//,
  /^src\/action\/paths\/glob\.ts$/,
  /^src\/action\/(event|outcome|run-record|text|verb)\.ts$/,
  /^src\/action\/(github\/policy|publish\/(content|published-state))\.ts$/,
  /^src\/action\/command\/parse-command\.ts$/,
  /^src\/action\/lock\/lock-state\.ts$/,
  /^src\/action\/seed\/seed\.ts$/,
  /^src\/action\/preview\/(inherit|preview-name|ownership)\.ts$/,
  /^src\/action\/pack\/(docker-ignore|exclusions|git-ignore|ignore-pattern|links|sizes)\.ts$/,
  /^src\/action\/sandbox\/(proxy-rules|record|state|summary)\.ts$/,
  /^src\/action\/emulator\/(journal-counts|paths|record|state)\.ts$/,
  /^src\/action\/deploy\/(identify|evaluate-rollout|polling|rollout-durations)\.ts$/,
  /^src\/action\/rollback\/plan-rollback\.ts$/,
  /^src\/action\/rebuild\/(conclude|throw-away)\.ts$/,
  /^src\/action\/report\/(?!report\.ts$)/,
  /^src\/action\/gate\/(?!ask|experiments|gate\.|prepare|publish|report\/files|score-command|scorers|thread-remover)/,
  /^src\/action\/verify\/(evaluate|messages|result)\.ts$/,
  /^src\/cli\/(environment|flags|run-event|verbs)\.ts$/,
  /^src\/init\/(?!command|disk)/,
  /^src\/credential-proxy\/(canonical|placeholders|policy)\//,
  /^src\/credential-proxy\/signing\/(aws-request|aws-scope|check-signing)\.ts$/,
  /^src\/credential-proxy\/(environment|headers|masking|messages|resolve|proxy\/evaluate-request)\.ts$/,
  /^src\/box\/(box|flow-control|launch-command|cgroup-plan|seccomp|supervisor\/(protocol|shell))\.ts$/,
  /^src\/emulator\/control-plane\/(source-availability|pushes\/push-event)\.ts$/,
  /^src\/emulator\/ports\/(clock|diagnosis|faults|git|store-[a-z-]+|workspace-settings)\.ts$/,
  /^src\/emulator\/data-plane\/(build-pod\/variables|tarball\/archive-tree|places\/container\/(cluster-values|pod-plan|run-arguments)|environment|git\/names|places\/process\/lines|reconcile\/plan|workload\/pod-spec)\.ts$/,
  /^src\/emulator\/data-plane\/places\/kubernetes\/plan\/[^/]+\.ts$/,
  /^src\/emulator\/server\/cors\.ts$/,
  /^src\/emulator\/agent-server\/(batch-by-size|matching|protocol\/(event-log|graph-lifecycles|session|state-payload)|reserved-keys|run-context|run-outcome|run-row|run-summary|streams\/frames|thread-row)\.ts$/,
  /^src\/emulator\/data-plane\/worker\/(plain-json|step-events)\.ts$/,
  /^dashboard\/src\/logic\//,
  /^harness\/github\/(state\/history|server\/(http|route))\.ts$/,
  /^harness\/runner\/(manifest|workflow-commands|expressions|leaks|masks)\.ts$/,
  /^harness\/workflow\/(schema|trigger|matrix|concurrency|report)\.ts$/,
  /^src\/emulator\/(replicas\/lease-rules|server\/journal-redactor)\.ts$/,
  /^src\/emulator\/admin\/(fault-plan|faults|verify)\.ts$/,
  /^src\/emulator\/admin\/clock\/timeline\.ts$/,
];

/** Packages and built-in modules without side effects. */
export const PURE_PACKAGES = [
  '@actions/expressions',
  'zod',
  'yaml',
  'csv-parse',
  'ms',
  '@dagrejs/dagre',
  'markdown-it',
  'partial-json',
  'ignore',
  'fastest-levenshtein',
  'tldts',
  'diff',
  'node:util',
  'node:path',
  'node:url',
  'node:string_decoder',
];

/** Globals with side effects or access to the environment. */
export const IMPURE_GLOBALS = [
  'process',
  'console',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'performance',
  'Date.now',
  'Math.random',
  'crypto',
];
