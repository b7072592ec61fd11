// Replaces the programs that the release workflow uses to publish: `node release-programs.mjs <program> <arguments…>`.
// Each program appends what it does to the file in RELEASE_LOG, one JSON object per line, and decides by the objects in
// this file, as GitHub and the registries would. Jobs of a matrix run at the same time, and an append is atomic.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';

const { env } = process;
const LOG = env.RELEASE_LOG;
const [program, ...args] = process.argv.slice(2);

const record = (event) => appendFileSync(LOG, `${JSON.stringify(event)}\n`);
const events = () =>
  readFileSync(LOG, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const find = (kind, matches = () => true) => events().find((event) => event.kind === kind && matches(event));
const sha256 = (content) => `sha256:${createHash('sha256').update(content).digest('hex')}`;
const digestOf = (file) => sha256(readFileSync(file));
const valueOf = (flag) => args[args.indexOf(flag) + 1];
const valuesOf = (flag) => args.flatMap((arg, index) => (arg === flag ? [args[index + 1]] : []));
const print = (line) => process.stdout.write(`${line}\n`);
const git = (...command) =>
  execFileSync('git', ['--git-dir', env.RELEASE_ORIGIN, ...command], { encoding: 'utf8' }).trim();
/** Ends the program with an error. */
function refuse(message) {
  process.stderr.write(`${program}: ${message}\n`);
  process.exit(1);
}
async function readPassword() {
  if ((await text(process.stdin)).trim() !== 'token-of-the-job')
    refuse('the password is not the token of the job');
}

const PROGRAMS = {
  /** actions/attest: records the digests of its subjects, and whether the statement is a bill of materials. */
  attest() {
    const { SUBJECT_PATH: pattern, SUBJECT_NAME: name, SUBJECT_DIGEST: digest, SBOM_PATH: bill } = env;
    const subjects = name
      ? [{ name, digest }]
      : filesOf(pattern).map((file) => ({ name: file, digest: digestOf(file) }));
    if (subjects.length === 0) refuse(`no file matches ${pattern}`);
    if (subjects.some((subject) => !/^sha256:[0-9a-f]{64}$/.test(subject.digest)))
      refuse('a digest is malformed');
    if (bill && JSON.parse(readFileSync(bill, 'utf8')).bomFormat !== 'CycloneDX')
      refuse(`${bill} is no bill`);
    record({ kind: 'attest', subjects, bill: bill ? path.basename(bill) : null });
  },
  upload() {
    const target = path.join(env.RELEASE_ARTIFACTS, env.NAME);
    mkdirSync(target, { recursive: true });
    const files = env.PATTERNS.split('\n').flatMap((pattern) =>
      pattern.trim() === '' ? [] : globSync(pattern.trim()),
    );
    if (files.length === 0) refuse('no file was found');
    for (const file of files) cpSync(file, path.join(target, path.basename(file)));
  },
  download() {
    for (const folder of globSync(env.PATTERN, { cwd: env.RELEASE_ARTIFACTS })) {
      cpSync(path.join(env.RELEASE_ARTIFACTS, folder), env.TARGET, { recursive: true });
    }
  },
  gh() {
    const [area, action] = args;
    if (area === 'auth') return;
    if (area === 'attestation') return verifyAttestation(args[2], args.includes('--predicate-type'));
    if (area === 'api') return moveTag();
    return release(action, args[2]);
  },
  docker() {
    const [command] = args;
    if (command === 'login') return readPassword();
    if (command === 'build') return build();
    if (command === 'push') return record({ kind: 'push', image: imageOf(args[1]) });
    if (command === 'run') return print('git\t1:2.47.3-0+deb13u1\tamd64');
    if (command === 'image') return inspect(valueOf('--format'), args.at(-1));
    return imageTools();
  },
  helm() {
    if (args[0] === 'registry') return readPassword();
    if (args[0] === 'package') {
      const chart = readFileSync(path.join(args[1], 'Chart.yaml'), 'utf8');
      const version = /^version: (\S+)$/m.exec(chart)?.[1] ?? refuse('the chart has no version');
      const file = path.join(valueOf('--destination'), `agent-deploy-${version}.tgz`);
      execFileSync('tar', ['-czf', file, '-C', path.dirname(args[1]), path.basename(args[1])]);
      return undefined;
    }
    record({ kind: 'push-chart', digest: digestOf(args[1]), to: args[2] });
    return print(`Pushed: ${args[2]}\nDigest: ${digestOf(args[1])}`);
  },
  async jq() {
    print(JSON.parse(await text(process.stdin)).digest);
  },
  npm() {
    const [command] = args;
    if (command === 'ci') return symlinkSync(path.join(env.RELEASE_ROOT, 'node_modules'), 'node_modules');
    if (command === 'view') return find('npm') === undefined ? refuse('E404') : undefined;
    if (command === 'publish') {
      record({ kind: 'npm', digest: digestOf(args[1]), flags: args.slice(2) });
      return undefined;
    }
    // These two scripts start containers, or measure for half a minute.
    if (args.includes('test:clients')) return record({ kind: 'test', image: env.EMULATOR_IMAGE });
    if (args.includes('figures')) return writeFileSync(valueOf('--out'), '{}');
    execFileSync(env.RELEASE_NPM, args, { stdio: 'inherit' });
    return undefined;
  },
};

function filesOf(pattern) {
  if (!pattern.endsWith('/**') && !pattern.endsWith('/*')) return globSync(pattern);
  const folder = path.dirname(pattern);
  return readdirSync(folder, { recursive: pattern.endsWith('/**') })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
}

function verifyAttestation(subject, wantsBill) {
  const digest = subject.startsWith('oci://') ? subject.split('@')[1] : digestOf(subject);
  const found = find(
    'attest',
    ({ subjects, bill }) => (bill !== null) === wantsBill && subjects.some((one) => one.digest === digest),
  );
  if (found === undefined) refuse(`no attestation of ${subject}`);
  record({ kind: 'verified', subject });
}

function release(action, tag) {
  if (action === 'create') {
    if (git('tag', '--list', tag) === '') refuse(`the tag ${tag} does not exist`);
    const assets = args.slice(3).filter((arg) => /^(kubernetes|sbom)\//.test(arg));
    const digests = assets.map((file) => ({ name: path.basename(file), digest: digestOf(file) }));
    if (!readFileSync(valueOf('--notes-file'), 'utf8').includes('Prepared for the test'))
      refuse('the notes differ');
    record({ kind: 'draft', tag, assets: digests });
    return;
  }
  if (action === 'edit') return record({ kind: 'release', tag });
  const isPublished = find('release', (event) => event.tag === tag) !== undefined;
  if (action === 'view') return print(String(isPublished));
  if (!isPublished) refuse(`${tag} is not published`);
  if (action === 'verify') return record({ kind: 'release-verified', tag });
  const file = args[3];
  const asset = find('draft').assets.find(({ name }) => name === path.basename(file));
  if (asset?.digest !== digestOf(file)) refuse(`${file} differs from the file of the release`);
  return undefined;
}

function moveTag() {
  const name = args.find((arg) => arg.startsWith('repos/'))?.split('/git/refs/')[1];
  const fields = Object.fromEntries(valuesOf('--field').map((field) => field.split('=')));
  if (args.includes('PATCH') && git('tag', '--list', path.basename(name)) === '')
    refuse('Reference does not exist');
  const ref = fields.ref ?? `refs/${name}`;
  git('update-ref', ref, fields.sha);
  record({ kind: 'major-tag', ref, commit: fields.sha });
}

const imageOf = (tag) => ({ tag, digest: sha256(tag) });

function build() {
  const context = args.at(-1);
  if (!existsSync(path.join(context, 'Dockerfile'))) refuse('the context has no Dockerfile');
  if (globSync('agent-deploy-emulator-*.tgz', { cwd: context }).length !== 1)
    refuse('the context has no package');
  record({ kind: 'build', tag: valueOf('--tag') });
}

function inspect(format, tag) {
  if (find('build', (event) => event.tag === tag) === undefined) refuse(`${tag} was not built`);
  print(format.includes('Size') ? '500000000' : `${tag.replace(/:[^:]*$/, '')}@${imageOf(tag).digest}`);
}

function imageTools() {
  if (args[2] === 'inspect') return print(JSON.stringify({ digest: imageOf(args[3]).digest }));
  const tags = valuesOf('--tag');
  const sources = args.slice(3).filter((arg, index, all) => arg !== '--tag' && all[index - 1] !== '--tag');
  const known = events().flatMap(({ kind, image, tags: made = [] }) =>
    kind === 'push' ? [image.tag] : made,
  );
  for (const source of sources) if (!known.includes(source)) refuse(`${source} was not pushed`);
  return record({ kind: 'image-tags', tags });
}

await PROGRAMS[program]();
