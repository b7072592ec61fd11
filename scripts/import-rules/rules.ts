/**
 * Who may import whom (docs/architecture.md), as data. The first area whose `path` fits a file owns it; `may` lists the areas it
 * may import from besides itself, `packages` the bare packages it may name ('*' = any; `node:` modules are listed alike).
 */
export interface Area {
  name: string;
  path: RegExp;
  may: string[];
  packages: '*' | string[];
}

const SURFACES = ['control-plane', 'data-plane', 'agent-server', 'tracing', 'sandboxes', 'admin'];

const surface = (name: string): Area => ({
  name: `emulator/${name}`,
  path: new RegExp(`^src/emulator/${name}/`),
  may: [
    'contract',
    'redaction',
    'clients',
    'credential-proxy',
    'box',
    'git',
    'os',
    'emulator/ports',
    'emulator/server',
    'emulator/store',
  ],
  packages: '*',
});

export const AREAS: Area[] = [
  { name: 'contract', path: /^src\/contract\//, may: [], packages: ['zod'] },
  // What is secret in a text, and how it may be written: below everything that hides secrets.
  { name: 'redaction', path: /^src\/redaction\//, may: [], packages: [] },
  // What the operating system tells about processes and failures: the same for everything that starts programs.
  { name: 'os', path: /^src\/os\//, may: [], packages: '*' },
  { name: 'clients', path: /^src\/clients\//, may: ['contract', 'redaction'], packages: '*' },
  // How a git is started that trusts no repository: the same for the action and the emulator.
  { name: 'git', path: /^src\/git\//, may: ['clients'], packages: '*' },
  {
    name: 'credential-proxy',
    path: /^src\/credential-proxy\//,
    may: ['contract', 'redaction', 'os'],
    packages: '*',
  },
  { name: 'box', path: /^src\/box\//, may: ['contract', 'credential-proxy', 'os'], packages: '*' },
  {
    name: 'action',
    path: /^src\/action\//,
    may: ['contract', 'redaction', 'clients', 'credential-proxy', 'box', 'git', 'os'],
    packages: '*',
  },
  // The tables of the store and their rows, described once.
  { name: 'emulator/tables', path: /^src\/emulator\/tables\//, may: ['contract'], packages: '*' },
  {
    name: 'emulator/ports',
    path: /^src\/emulator\/ports\//,
    may: ['emulator/tables', 'contract', 'clients', 'box'],
    packages: '*',
  },
  {
    name: 'emulator/server',
    path: /^src\/emulator\/server\//,
    may: ['contract', 'redaction', 'clients', 'emulator/ports'],
    packages: '*',
  },
  {
    name: 'emulator/store',
    path: /^src\/emulator\/store\//,
    may: ['contract', 'clients', 'os', 'emulator/tables', 'emulator/ports'],
    packages: '*',
  },
  ...SURFACES.map(surface),
  // What wires the surfaces together: index.ts and the command line.
  {
    name: 'emulator',
    path: /^src\/emulator\//,
    may: [
      'contract',
      'clients',
      'credential-proxy',
      'box',
      'git',
      'os',
      'emulator/ports',
      'emulator/server',
      'emulator/store',
      ...SURFACES.map((name) => `emulator/${name}`),
    ],
    packages: '*',
  },
  // The harness meets the action and the emulator as their users do, over processes and HTTP; `createEmulator` excepted.
  {
    name: 'harness',
    path: /^harness\//,
    may: ['contract', 'clients', 'credential-proxy', 'emulator', 'git'],
    packages: '*',
  },
  { name: 'examples', path: /^examples\//, may: [], packages: '*' },
  // A bench meets the action as its users do; what is pure in it is also measured by itself.
  {
    name: 'bench',
    path: /^bench\//,
    may: ['contract', 'clients', 'credential-proxy', 'box', 'action', 'harness', 'scripts'],
    packages: '*',
  },
  { name: 'scripts', path: /^scripts\//, may: ['contract', 'clients', 'action', 'harness'], packages: '*' },
];

/** Only these files of the emulator may be named from outside it. */
export const EMULATOR_ENTRY_POINTS = ['src/emulator/index.ts'];

/**
 * The pure modules: no I/O, clock, randomness or environment, and no import of a module that is not pure itself
 * (`import type` is free: a port's shape is not its effect). Everything about purity is listed here and nowhere else.
 */
export const PURE: RegExp[] = [
  /^src\/contract\//,
  /^src\/redaction\//,
  /^src\/git\/environment\.ts$/,
  /^src\/clients\/(base-url|errors|failure|headers|network-environment|poll|retry|retry-after)\.ts$/,
  /^src\/action\/(inputs|plan)\//,
  /^src\/action\/paths\/glob\.ts$/,
  /^src\/action\/(event|outcome|run-record|text|verb)\.ts$/,
  /^src\/action\/github\/(content|policy|published-state)\.ts$/,
  /^src\/action\/preview\/(inherit|name-template|ownership)\.ts$/,
  /^src\/action\/pack\/(exclusions|git-ignore|links|sizes)\.ts$/,
  /^src\/action\/sandbox\/(proxy-rules|record|state|summary)\.ts$/,
  /^src\/action\/deploy\/(identify|judge-rollout|polling)\.ts$/,
  /^src\/action\/rollback\/plan-rollback\.ts$/,
  /^src\/action\/report\/(?!report\.ts$)/,
  /^src\/action\/verify\/(judge|result)\.ts$/,
  /^src\/credential-proxy\/(canonical|policy)\//,
  /^src\/credential-proxy\/(environment|headers|masking|messages|resolve|proxy\/evaluate-request)\.ts$/,
  /^src\/box\/(box|flow-control|launch-command|cgroup-plan|seccomp|supervisor\/(protocol|shell))\.ts$/,
  /^src\/emulator\/control-plane\/(source-availability|pushes\/push-event)\.ts$/,
  /^src\/emulator\/ports\/(clock|faults|git|store-[a-z-]+|workspace-settings)\.ts$/,
  /^src\/emulator\/data-plane\/(tarball\/archive-tree|build\/graph-config|container\/(cluster-values|pod-plan|run-arguments)|environment|git\/names|install\/install-plan|process\/lines|reconcile\/plan)\.ts$/,
  /^src\/emulator\/agent-server\/(batch-by-size|matching|run-outcome|run-row|streams\/frames|thread-row)\.ts$/,
  /^src\/emulator\/data-plane\/worker\/(plain-json|step-events)\.ts$/,
  /^harness\/github\/(state\/history|server\/(http|route))\.ts$/,
  /^harness\/runner\/(manifest|workflow-commands|expressions|leaks|masks)\.ts$/,
  /^harness\/workflow\/(schema|trigger|matrix|concurrency|report)\.ts$/,
  /^src\/emulator\/(fleet\/lease-rules|server\/redact)\.ts$/,
  /^src\/emulator\/admin\/(faults|glob|verify)\.ts$/,
  /^src\/emulator\/admin\/clock\/timeline\.ts$/,
];

/** Packages and built-in modules that compute and do nothing else. */
export const PURE_PACKAGES = [
  '@actions/expressions',
  'zod',
  'yaml',
  'ms',
  '@balena/dockerignore',
  'ignore',
  'fastest-levenshtein',
  'tldts',
  'node:util',
  'node:path',
  'node:url',
  'node:string_decoder',
];

/** Globals that reach outside a function. */
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
