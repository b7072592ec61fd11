/**
 * A git setting or file that makes git start a program. Each trap has a plain git command that starts the program, so
 * that the tests detect a trap that no longer works.
 */
export interface Trap {
  name: string;
  /** Lines of a configuration file. */
  config?: (program: string, at: { top: string; gitDir: string }) => string;
  /** Name of a hook. */
  hook?: string;
  /** Lines of `info/attributes`. */
  attributes?: string;
  /** Set if the checkout must lack objects. */
  partial?: true;
  /** Arguments of the plain git command that starts the program in the checkout. */
  spring: readonly string[];
  input?: string;
  /**
   * Set if only the configuration of a repository itself supports the trap, because it needs a separate index and work
   * tree or refers to itself.
   */
  only?: 'repository';
  /** Name of a location where plain git does not start the program either. */
  not?: string;
}

const section = (name: string, ...lines: string[]): string =>
  `[${name}]\n${lines.map((line) => `\t${line}\n`).join('')}`;
const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
const set =
  (sectionName: string, key: string, more: string[] = []) =>
  (program: string) =>
    section(sectionName, `${key} = ${quoted(program)}`, ...more);

const STATUS = ['status', '--short'];
const DIFF = ['diff', 'HEAD'];
const COMMIT = ['commit', '--allow-empty', '-m', 'x'];
const FILL = { spring: ['credential', 'fill'], input: 'protocol=https\nhost=git.example\n\n' };
const ASK = ['ls-remote', 'origin'];
const FILTERED = '*.trap filter=trap diff=trap merge=trap\n';

const remote = (url: string, ...more: string[]): string =>
  section('remote "origin"', `url = ${quoted(url)}`, ...more);

const SETTINGS: readonly Trap[] = [
  { name: 'core.fsmonitor', config: set('core', 'fsmonitor'), spring: STATUS },
  {
    name: 'core.sshCommand',
    config: (program) => section('core', `sshCommand = ${quoted(program)}`) + remote('ssh://git.example/x'),
    spring: ASK,
  },
  {
    name: 'core.gitProxy',
    config: (program) => section('core', `gitProxy = ${quoted(program)}`) + remote('git://git.example/x'),
    spring: ASK,
  },
  { name: 'core.askPass', config: set('core', 'askPass'), ...FILL },
  { name: 'core.editor', config: set('core', 'editor'), spring: ['commit', '--allow-empty'] },
  {
    name: 'core.pager',
    config: set('core', 'pager'),
    spring: ['grep', '-O', 'graph'],
  },
  {
    name: 'sequence.editor',
    config: set('sequence', 'editor'),
    spring: ['rebase', '--interactive', '--autostash', 'HEAD~1'],
  },
  {
    name: 'credential.helper',
    config: (program) => section('credential', `helper = ${quoted(`!${program}`)}`),
    ...FILL,
  },
  {
    name: 'credential.<url>.helper',
    config: (program) => section('credential "https://git.example"', `helper = ${quoted(program)}`),
    ...FILL,
  },
  {
    name: 'diff.external',
    not: 'a folder that looks like a repository',
    config: set('diff', 'external'),
    spring: DIFF,
  },
  {
    name: 'diff.<driver>.command',
    not: 'a folder that looks like a repository',
    config: set('diff "trap"', 'command'),
    attributes: FILTERED,
    spring: DIFF,
  },
  {
    name: 'diff.<driver>.textconv',
    not: 'a folder that looks like a repository',
    config: set('diff "trap"', 'textconv'),
    attributes: FILTERED,
    spring: DIFF,
  },
  {
    name: 'merge.<driver>.driver',
    not: 'the repository of a worktree',
    config: (program) => section('merge "trap"', `driver = ${quoted(`${program} %O %A %B`)}`),
    attributes: FILTERED,
    spring: ['-c', 'core.editor=true', 'merge', '--autostash', 'side'],
  },
  {
    name: 'filter.<driver>.clean',
    config: set('filter "trap"', 'clean'),
    attributes: FILTERED,
    spring: ['add', '-A'],
  },
  {
    name: 'filter.<driver>.smudge',
    config: set('filter "trap"', 'smudge'),
    attributes: FILTERED,
    spring: ['checkout', '--force', 'HEAD', '--', '.'],
  },
  {
    name: 'filter.<driver>.process',
    config: set('filter "trap"', 'process', ['required = true']),
    attributes: FILTERED,
    spring: ['add', '-A'],
  },
  {
    name: 'gpg.program',
    config: set('gpg', 'program'),
    spring: ['commit', '-S', '--allow-empty', '-m', 'x'],
  },
  {
    name: 'commit.gpgSign with gpg.ssh.program',
    config: (program) =>
      section('gpg', 'format = ssh') +
      section('gpg "ssh"', `program = ${quoted(program)}`) +
      section('user', 'signingKey = "key::ssh-ed25519 AAAA"') +
      section('commit', 'gpgSign = true'),
    spring: COMMIT,
  },
  {
    name: 'gpg.ssh.defaultKeyCommand',
    config: (program) =>
      section('gpg', 'format = ssh') +
      section('gpg "ssh"', `defaultKeyCommand = ${quoted(program)}`) +
      section('commit', 'gpgSign = true'),
    spring: COMMIT,
  },
  {
    name: 'gpg.x509.program',
    config: (program) =>
      section('gpg', 'format = x509') +
      section('gpg "x509"', `program = ${quoted(program)}`) +
      section('commit', 'gpgSign = true'),
    spring: COMMIT,
  },
  {
    name: 'remote.<name>.uploadpack',
    config: (program, { top }) => remote(top, `uploadpack = ${quoted(program)}`),
    spring: ASK,
  },
  {
    name: 'remote.<name>.receivepack',
    config: (program, { top }) => remote(top, `receivepack = ${quoted(program)}`),
    spring: ['push', 'origin', 'HEAD:refs/heads/pushed'],
  },
  {
    name: 'a promisor remote and a missing .gitignore',
    config: (program, { top }) =>
      section('core', 'repositoryFormatVersion = 1') +
      section('extensions', 'partialClone = origin') +
      remote(top, `uploadpack = ${quoted(program)}`, 'promisor = true', 'partialCloneFilter = blob:none'),
    partial: true,
    spring: ['ls-files', '--others', '--exclude-standard'],
    only: 'repository',
  },
  {
    name: 'a promisor remote over ssh',
    config: (program) =>
      section('core', 'repositoryFormatVersion = 1', `sshCommand = ${quoted(program)}`) +
      section('extensions', 'partialClone = origin') +
      remote('ssh://git.example/x', 'promisor = true'),
    partial: true,
    spring: ['ls-files', '--others', '--exclude-standard'],
    only: 'repository',
  },
  {
    name: 'url.<ssh>.insteadOf with core.sshCommand',
    config: (program) =>
      section('core', `sshCommand = ${quoted(program)}`) +
      section('url "ssh://git.example/"', 'insteadOf = http://', 'insteadOf = https://', 'insteadOf = /'),
    spring: ['ls-remote', 'https://127.0.0.1:1/owner/agent'],
  },
  {
    name: 'url.<ext>.insteadOf',
    config: (program) =>
      section('protocol', 'allow = always') +
      section('protocol "ext"', 'allow = always') +
      section(
        `url ${quoted(`ext::${program} `)}`,
        'insteadOf = http://',
        'insteadOf = https://',
        'insteadOf = /',
      ),
    spring: ['ls-remote', 'https://127.0.0.1:1/owner/agent'],
  },
  {
    name: 'a remote over ext',
    config: (program) => section('protocol "ext"', 'allow = always') + remote(`ext::${program}`),
    spring: ASK,
  },
  {
    name: 'core.alternateRefsCommand',
    config: set('core', 'alternateRefsCommand'),
    spring: ['fetch', '.', 'HEAD'],
    only: 'repository',
  },
  {
    name: 'alias.<name>',
    not: 'a file of the checkout that includeIf.onbranch specifies',
    config: (program) => section('alias', `x = ${quoted(`!${program}`)}`),
    spring: ['x'],
  },
  {
    name: 'difftool.<tool>.cmd',
    not: 'a folder that looks like a repository',
    config: (program) => section('difftool "trap"', `cmd = ${quoted(program)}`),
    spring: ['difftool', '--no-prompt', '--tool=trap', 'HEAD'],
  },
  {
    name: 'trailer.<token>.command',
    config: set('trailer "x"', 'command'),
    spring: ['interpret-trailers', '--trailer', 'x=y'],
    input: 'message\n',
  },
  {
    name: 'tar.<format>.command',
    config: set('tar "x"', 'command'),
    spring: ['archive', '--format=x', 'HEAD'],
  },
  {
    name: 'web.browser',
    config: (program) =>
      section('web', 'browser = trap') + section('browser "trap"', `cmd = ${quoted(program)}`),
    spring: ['web--browse', 'https://git.example'],
  },
];

const HOOKS: readonly Trap[] = [
  { hook: 'pre-commit', spring: COMMIT },
  { hook: 'commit-msg', spring: COMMIT },
  { hook: 'post-checkout', spring: ['checkout', '--force', 'HEAD~0'] },
  { hook: 'post-index-change', spring: ['add', '-A'] },
  { hook: 'reference-transaction', spring: ['update-ref', 'refs/heads/x', 'HEAD'] },
  { hook: 'pre-push', spring: ['push', '.', 'HEAD:refs/heads/pushed'] },
  { hook: 'pre-rebase', spring: ['rebase', '--autostash', '--force-rebase', 'HEAD~1'] },
].map(({ hook, spring }) => ({ name: `the hook ${hook}`, hook, spring, only: 'repository' as const }));

export const TRAPS: readonly Trap[] = [...SETTINGS, ...HOOKS];

/** Traps that start when a git with the checkout's configuration lists files or refs. */
export const TRIGGERED_TRAPS: readonly string[] = [
  'a promisor remote and a missing .gitignore',
  'a promisor remote over ssh',
  'url.<ssh>.insteadOf with core.sshCommand',
];
