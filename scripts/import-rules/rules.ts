/**
 * Allowed imports between areas, as data. docs/architecture.md shows them as a table. A file belongs to the first
 * area whose `path` matches. `may` lists other areas that the area may import, `packages` the bare packages and
 * `node:` modules ('*' for any), and `holds` describes its contents.
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
    holds: 'the deployment API: deployments, revisions, logs, listeners, uploads, sign-in',
    may: ['os'],
  },
  {
    name: 'data-plane',
    holds: 'builds revisions, starts their workers and keeps them serving; gives agent pods what was built',
    may: ['redaction', 'graph-config', 'clients', 'git', 'os'],
  },
  {
    name: 'agent-server',
    holds: 'the API of a deployed agent: assistants, threads, runs, streams, store',
    may: ['graph-config', 'clients', 'os'],
  },
  {
    name: 'tracing',
    holds: 'tracing projects and feedback',
    may: ['clients', 'os'],
  },
  {
    name: 'sandboxes',
    holds: 'sandboxes: their life, commands, files and proxy configuration',
    may: ['clients', 'credential-proxy', 'box', 'os'],
  },
  {
    name: 'admin',
    holds: 'the API of the emulator itself, `/_local`: faults, clock, journal, snapshots',
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
    holds: 'every wire shape, once, as a zod schema; rules of fields; limits; error bodies; dialects',
    may: [],
    packages: ['zod'],
  },
  {
    name: 'redaction',
    path: /^src\/redaction\//,
    holds: 'which parts of a value are secret, how they may be spelled, and the search for them',
    may: [],
    packages: [],
  },
  {
    name: 'graph-config',
    path: /^src\/graph-config\//,
    holds: '`langgraph.json`: the schema of every key, what is done with each, and the parsing',
    may: ['contract', 'os'],
    packages: ['zod', 'fastest-levenshtein', 'ignore', 'node:path'],
  },
  {
    name: 'os',
    path: /^src\/os\//,
    holds: 'processes, groups, locks, the search path, `/proc`',
    may: [],
    packages: '*',
  },
  {
    name: 'clients',
    path: /^src\/clients\//,
    holds: 'the HTTP transport and one client per surface of the service',
    may: ['contract'],
    packages: '*',
  },
  {
    name: 'git',
    path: /^src\/git\//,
    holds: 'how git is started without trusting a repository',
    may: ['clients', 'os'],
    packages: '*',
  },
  {
    name: 'credential-proxy',
    path: /^src\/credential-proxy\//,
    holds: 'the proxy that adds credentials to requests; a process of its own',
    may: ['contract', 'redaction', 'os'],
    packages: '*',
  },
  {
    name: 'box',
    path: /^src\/box\//,
    holds: 'isolated processes, on the runner and in sandboxes',
    may: ['credential-proxy', 'os'],
    packages: '*',
  },
  {
    name: 'agent-code',
    path: /^src\/agent-code\//,
    holds: 'what the code of an agent reads: its modules, their imports and their variables',
    may: ['contract'],
    packages: ['node:util'],
  },
  {
    name: 'action',
    path: /^src\/action\//,
    holds: 'the actions: event → inputs → plan → rollout → report',
    may: [
      'contract',
      'redaction',
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
    holds: 'the command line `agent-deploy`: another host of the engine of `src/action`',
    may: ['contract', 'graph-config', 'clients', 'action', 'init', 'git', 'os'],
    packages: '*',
  },
  {
    name: 'init',
    path: /^src\/init\//,
    holds: 'what a repository needs to be deployed: its agents, their variables, the workflows for them',
    may: ['contract', 'agent-code', 'action', 'git', 'os'],
    packages: '*',
  },
  {
    name: 'emulator/tables',
    path: /^src\/emulator\/tables\//,
    holds: 'the columns of each table, from which rows, inserts and snapshots follow',
    may: ['contract'],
    packages: '*',
  },
  {
    name: 'emulator/ports',
    path: /^src\/emulator\/ports\//,
    holds: 'interfaces between the surfaces and the store',
    may: ['emulator/tables', 'contract', 'graph-config', 'clients', 'box'],
    packages: '*',
  },
  {
    name: 'emulator/server',
    path: /^src\/emulator\/server\//,
    holds: 'HTTP: routing, middleware, OpenAPI',
    may: ['contract', 'redaction', 'clients', 'emulator/ports'],
    packages: '*',
  },
  {
    name: 'emulator/store',
    path: /^src\/emulator\/store\//,
    holds: 'the database: rows, transactions, secrets at rest, snapshots',
    may: ['contract', 'clients', 'os', 'emulator/tables', 'emulator/ports'],
    packages: '*',
  },
  ...SURFACES.map(surface),
  {
    name: 'emulator/dashboard',
    path: /^src\/emulator\/dashboard\//,
    holds: 'what the page of the emulator reads and does, its sessions, and its live stream',
    may: [
      'contract',
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
      'the composition root: one frozen configuration (`src/emulator/config.ts`), instances, restore; the command line, and the loop of an author (`src/emulator/dev`)',
    may: [
      'contract',
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
  // The dashboard runs in a browser and uses the emulator over HTTP. From the contract, it imports only types and
  // files without zod.
  {
    name: 'dashboard',
    path: /^dashboard\//,
    holds: 'the page that shows the emulator in a browser; `logic` is pure, `live` talks to the emulator',
    may: ['contract'],
    packages: ['preact', '@preact/signals', '@dagrejs/dagre'],
  },
  // The harness uses the action and the emulator like their users do, over processes and HTTP, except for
  // `createEmulator`.
  {
    name: 'harness',
    path: /^harness\//,
    holds:
      'plays the GitHub runner, GitHub, a Kubernetes cluster and a failing machine, for tests and `npm start`',
    may: ['contract', 'clients', 'credential-proxy', 'emulator', 'git', 'os'],
    packages: '*',
  },
  {
    name: 'examples',
    path: /^examples\//,
    holds: 'agents that really deploy, and workflows to copy',
    may: [],
    packages: '*',
  },
  // A bench uses the action like its users do. Pure functions are also measured directly.
  {
    name: 'bench',
    path: /^bench\//,
    holds: 'one file per performance claim',
    may: ['contract', 'clients', 'box', 'action', 'emulator/data-plane', 'harness'],
    packages: '*',
  },
  {
    name: 'scripts',
    path: /^scripts\//,
    holds: 'the tools behind `npm run …`',
    may: ['contract', 'graph-config', 'emulator/admin', 'harness'],
    packages: '*',
  },
];

/** Imports that are forbidden although the areas allow them: code that reads inputs must not depend on operations. */
export const NEVER: { from: RegExp; to: RegExp; why: string }[] = [
  {
    from: /^src\/action\/inputs\//,
    to: /^src\/action\/(deploy|preview|rollback|sandbox|verify)\//,
    why: 'inputs are read without knowing the operation they are for',
  },
];

/**
 * Files that every start of the packed emulator loads, with all their imports, and packages that are too slow to load
 * at start.
 */
export const START = {
  program: 'src/emulator/package/cli.ts',
  /** Files that the start reaches by dynamic imports. */
  later: ['src/emulator/cli/run.ts', 'src/emulator/index.ts'],
  without: ['zod'],
};

/** The only files of the emulator that code outside it may import. */
export const EMULATOR_ENTRY_POINTS = ['src/emulator/index.ts'];

/**
 * Pure modules: without I/O, clock, randomness or environment, and without imports of impure modules. `import type`
 * is allowed, because a port's type has no effects. This list is the only definition of purity.
 */
export const PURE: RegExp[] = [
  /^src\/contract\//,
  /^src\/redaction\//,
  /^src\/graph-config\//,
  /^src\/agent-code\//,
  /^src\/os\/paths\.ts$/,
  /^src\/git\/environment\.ts$/,
  /^src\/clients\/(base-url|errors|failure|headers|network-environment|poll|retry|retry-after)\.ts$/,
  /^src\/action\/(inputs|plan)\//,
  /^src\/action\/paths\/glob\.ts$/,
  /^src\/action\/(event|outcome|run-record|text|verb)\.ts$/,
  /^src\/action\/github\/(content|policy|published-state)\.ts$/,
  /^src\/action\/preview\/(inherit|name-template|ownership)\.ts$/,
  /^src\/action\/pack\/(docker-ignore|exclusions|git-ignore|ignore-pattern|links|sizes)\.ts$/,
  /^src\/action\/sandbox\/(proxy-rules|record|state|summary)\.ts$/,
  /^src\/action\/emulator\/(journal-counts|paths|record|state)\.ts$/,
  /^src\/action\/deploy\/(identify|judge-rollout|polling)\.ts$/,
  /^src\/action\/rollback\/plan-rollback\.ts$/,
  /^src\/action\/report\/(?!report\.ts$)/,
  /^src\/action\/verify\/(judge|result)\.ts$/,
  /^src\/cli\/(environment|flags|run-event)\.ts$/,
  /^src\/init\/(?!command|disk)/,
  /^src\/credential-proxy\/(canonical|policy)\//,
  /^src\/credential-proxy\/(environment|headers|masking|messages|resolve|proxy\/evaluate-request)\.ts$/,
  /^src\/box\/(box|flow-control|launch-command|cgroup-plan|seccomp|supervisor\/(protocol|shell))\.ts$/,
  /^src\/emulator\/control-plane\/(source-availability|pushes\/push-event)\.ts$/,
  /^src\/emulator\/ports\/(clock|faults|git|store-[a-z-]+|workspace-settings)\.ts$/,
  /^src\/emulator\/data-plane\/(tarball\/archive-tree|places\/container\/(cluster-values|pod-plan|run-arguments)|environment|git\/names|places\/process\/lines|reconcile\/plan|workload\/pod-spec)\.ts$/,
  /^src\/emulator\/data-plane\/places\/kubernetes\/plan\/[^/]+\.ts$/,
  /^src\/emulator\/server\/cors\.ts$/,
  /^src\/emulator\/agent-server\/(batch-by-size|matching|protocol\/(session|state-payload)|reserved-keys|run-context|run-outcome|run-row|streams\/frames|thread-row)\.ts$/,
  /^src\/emulator\/data-plane\/worker\/(plain-json|step-events)\.ts$/,
  /^dashboard\/src\/logic\//,
  /^harness\/github\/(state\/history|server\/(http|route))\.ts$/,
  /^harness\/runner\/(manifest|workflow-commands|expressions|leaks|masks)\.ts$/,
  /^harness\/workflow\/(schema|trigger|matrix|concurrency|report)\.ts$/,
  /^src\/emulator\/(replicas\/lease-rules|server\/redact)\.ts$/,
  /^src\/emulator\/admin\/(fault-plan|faults|verify)\.ts$/,
  /^src\/emulator\/admin\/clock\/timeline\.ts$/,
];

/** Packages and built-in modules without side effects. */
export const PURE_PACKAGES = [
  '@actions/expressions',
  'zod',
  'yaml',
  'ms',
  '@dagrejs/dagre',
  'ignore',
  'fastest-levenshtein',
  'tldts',
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
