import { DEPLOYMENT_NAME } from '../../contract/patterns.ts';
import { looksRandom } from '../../redaction/classify.ts';
import type { RunEvent } from '../event.ts';
import type { RawInputs } from './raw.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What the workflow's author called things: shown whatever it looks like. */
const NAMES = ['deployment-name', 'environment', 'comment-key'] as const;
/** Shown as well, unless it looks like a secret that was written into the wrong input. */
const OTHERS = [
  'deployment-id',
  'workspace-id',
  'listener-id',
  'integration-id',
  'revision-id',
  'k8s-namespace',
  'image-uri',
  'image-version',
  'ref',
  'commit',
  'repo-url',
  'custom-url',
] as const;
/** By which our comments are found again. */
const MARK = 'agent-deploy';
/** What GitHub shows of every run. */
const OF_RUN =
  `REPOSITORY REPOSITORY_OWNER REPOSITORY_ID REPOSITORY_OWNER_ID REF REF_NAME HEAD_REF BASE_REF SHA ACTOR
   ACTOR_ID TRIGGERING_ACTOR RUN_ID RUN_NUMBER WORKFLOW JOB EVENT_NAME SERVER_URL API_URL GRAPHQL_URL`.split(
    /\s+/,
  );

const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{40}|[0-9a-f]{64}|\d+)$/i;

/** Where an identifier stands. `isName`: the author chose it, so that a word of it is no secret either. */
export interface Identifier {
  where: string;
  isName: boolean;
}

/**
 * The names and IDs under which deployments, comments and environments are found again: a mask would make every log,
 * output and comment unreadable, and the comment would not be found by the next run.
 */
export function identifiersOf(
  env: Env,
  raw: RawInputs,
  event?: Pick<RunEvent, 'ref' | 'commit' | 'pullRequest'>,
): Map<string, Identifier> {
  const found = new Map<string, Identifier>();
  const note = (text: string | undefined, where: string, isName = true) => {
    // Credentials in an address stay secret, also where no address belongs.
    if (text && !text.includes('@') && !/[?\s]/.test(text) && !found.has(text))
      found.set(text, { where, isName });
  };
  for (const input of NAMES) {
    const text = raw[input];
    if (input !== 'deployment-name' || DEPLOYMENT_NAME.test(text ?? '')) note(text, input);
  }
  const repository = env['GITHUB_REPOSITORY'];
  for (const part of [repository, ...(repository?.split('/') ?? [])]) note(part, 'GITHUB_REPOSITORY');
  const number = raw['pull-request'] ?? event?.pullRequest?.number;
  const base = raw['deployment-name'] ?? repository?.split('/')[1];
  if (number !== undefined && base !== undefined) note(`${base}-pr-${number}`, 'the name of the preview');
  const rest: [string, string | undefined][] = [
    ['the mark of comments', MARK],
    ['the commit of the event', event?.commit],
    ['the ref of the event', event?.ref],
    ...OTHERS.map((input): [string, string | undefined] => [input, raw[input]]),
    ...OF_RUN.map((name): [string, string | undefined] => [`GITHUB_${name}`, env[`GITHUB_${name}`]]),
  ];
  for (const [where, text] of rest) {
    if (text !== undefined && (ID.test(text) || !looksRandom(text))) note(text, where, false);
  }
  return found;
}
