import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { type GateAnswers, gateAnswersSchema } from '../../../contract/gate-answers.ts';
import { type GateReport, gateReportSchema } from '../../../contract/gate-report.ts';
import { errorMessage } from '../../../os/errors.ts';
import { GENERATED_MAX_BYTES, PlainFileError, readPlainText } from '../../../os/plain-file.ts';
import { makeFolderWithin, replaceFile } from '../../../os/plain-folder.ts';
import type { Check } from '../../inputs/settings.ts';
import { makeOwnFolder, temporaryFolder } from '../../runner-folder.ts';
import type { ComparedCase } from '../../../judgement/comparison.ts';
import type { Judgement } from '../../../judgement/judge.ts';
import type { GateResult, ScoreHistory } from '../result.ts';
import { fromStoredCase, toStoredCase } from './answers.ts';
import { toGateReport } from './json.ts';
import { junitReport } from './junit.ts';
import { comparisonPage } from './page.ts';
import { contextOf } from './render.ts';

const ANSWERS = 'answers.json';
const REPORT = 'report.json';

/**
 * Facts that identify an attempt. The responses of two attempts are merged only if both attempts have the same facts.
 */
export interface AttemptIdentity {
  /** ID of the workflow run, and the number of this attempt, beginning with 1. */
  runId: string;
  attempt: number;
  commit: string | undefined;
  candidate: string;
  /** ID of the revision to compare with, or `undefined` without a comparison. */
  baselineRevision: string | undefined;
  casesDigest: string;
}

/**
 * Returns the SHA-256 of the cases, in their order, with everything that can affect a deployment or a score. The digest
 * ignores the signatures in the URLs of attachments, because each attempt gets new signatures.
 */
export function digestCases(cases: readonly Check[]): string {
  const hash = createHash('sha256');
  for (const { location: _, ...one } of cases) {
    const isExample = one.exampleId !== undefined;
    hash.update(`${JSON.stringify(one, isExample ? withoutSignature : undefined)}\n`);
  }
  return hash.digest('hex');
}

/** Removes the query from the URL of an attachment, because the rest of the URL identifies the attachment. */
function withoutSignature(key: string, value: unknown): unknown {
  const url = key === 'presigned_url' && typeof value === 'string' ? URL.parse(value) : null;
  return url === null ? value : `${url.origin}${url.pathname}`;
}

/**
 * Creates the report folder: a new folder in the runner's temporary folder, or the folder below the checkout that the
 * user specified.
 * @throws UnsafeFolderError if the specified folder is outside the checkout, or is reached through a link.
 */
export async function openReportFolder(
  reportDir: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  if (reportDir === undefined) return makeOwnFolder(temporaryFolder(env));
  return makeFolderWithin(env['GITHUB_WORKSPACE'] || process.cwd(), reportDir);
}

/**
 * Writes `report.json`, `junit.xml`, `report.html` and `answers.json`, replacing each file atomically.
 *
 * @param folder Folder from {@link openReportFolder}.
 * @param options.signingKey Secret of this workflow that signs `answers.json`, such as the API key.
 * @param options.isDefaultBranch True if the run is on the default branch, whose runs add their means to the history.
 * @returns the names of the files.
 * @throws the system's error if a file cannot be written.
 */
export async function writeReports(
  folder: string,
  result: GateResult,
  {
    redact,
    identity,
    signingKey,
    isDefaultBranch,
  }: {
    redact: (text: string) => string;
    identity: AttemptIdentity;
    signingKey: string;
    isDefaultBranch: boolean;
  },
): Promise<string[]> {
  const context = contextOf(result, redact);
  const { judgement, locations, cases } = result;
  const earlier = (await readEarlierReport(folder))?.history ?? [];
  const history = isDefaultBranch ? addToHistory(earlier, result, redact) : earlier;
  const answers = toAnswers(cases, identity, redact);
  const files: Record<string, string> = {
    [REPORT]: `${JSON.stringify(toGateReport(judgement, context, { locations, history }), undefined, 2)}\n`,
    'junit.xml': junitReport(judgement, context),
    'report.html': comparisonPage(judgement, context),
    [ANSWERS]: `${JSON.stringify({ content: answers, signature: sign(answers, signingKey) })}\n`,
  };
  for (const [name, text] of Object.entries(files)) await replaceFile(path.join(folder, name), text);
  return Object.keys(files);
}

function toAnswers(
  cases: readonly ComparedCase[],
  { runId, attempt, commit, candidate, baselineRevision, casesDigest }: AttemptIdentity,
  redact: (text: string) => string,
): GateAnswers['content'] {
  return {
    version: 1,
    run_id: runId,
    attempt,
    commit: commit ?? null,
    candidate: redact(candidate),
    baseline_revision: baselineRevision ?? null,
    cases_digest: casesDigest,
    cases: cases.map((one) => toStoredCase(one, { redact })),
  };
}

function sign(content: unknown, signingKey: string): string {
  return createHmac('sha256', signingKey).update(JSON.stringify(content)).digest('hex');
}

/**
 * Responses of an earlier attempt, or `refused` if `answers.json` exists but its responses must not be added to this
 * attempt.
 */
export type EarlierAnswers =
  | { kind: 'found'; attempt: number; cases: readonly ComparedCase[] }
  | { kind: 'none' }
  | { kind: 'refused'; why: string };

/**
 * Reads the responses that an earlier attempt of the same workflow run stored for the same commit, deployments and
 * cases.
 *
 * @param folder Folder from {@link openReportFolder}.
 * @param identity Facts that identify this attempt.
 * @param options.names Names of the selected cases, in their order.
 * @param options.redact Redacts texts in the same way as for {@link writeReports}.
 */
export async function readEarlierAnswers(
  folder: string,
  identity: AttemptIdentity,
  {
    names,
    signingKey,
    redact,
  }: { names: readonly string[]; signingKey: string; redact: (text: string) => string },
): Promise<EarlierAnswers> {
  const refused = (why: string): EarlierAnswers => ({
    kind: 'refused',
    why: `The answers in ${ANSWERS} are not added to the answers of this attempt: ${why}.`,
  });
  let raw: unknown;
  try {
    raw = await readJson(folder, ANSWERS);
  } catch (error) {
    return refused(`the file ${errorMessage(error)}`);
  }
  if (raw === undefined) return { kind: 'none' };
  const parsed = gateAnswersSchema.safeParse(raw);
  if (!parsed.success) return refused('the file does not have the format of this version');
  const { content, signature } = parsed.data;
  if (!isSame(signature, sign(content, signingKey))) {
    return refused('the file was changed, or was not written with this API key');
  }
  const difference = differenceOf(content, { ...identity, candidate: redact(identity.candidate) });
  if (difference !== undefined) return refused(difference);
  if (content.cases.length !== names.length) return refused('the number of cases differs');
  return {
    kind: 'found',
    attempt: content.attempt,
    cases: names.flatMap((name, at) => {
      const stored = content.cases[at];
      return stored === undefined ? [] : [fromStoredCase(stored, name)];
    }),
  };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Returns why the stored responses do not belong to an earlier attempt of this run, or `undefined` if the stored
 * responses belong to an earlier attempt.
 */
function differenceOf(content: GateAnswers['content'], identity: AttemptIdentity): string | undefined {
  if (content.run_id !== identity.runId) return 'another workflow run wrote them';
  if (content.attempt >= identity.attempt) {
    return `attempt ${content.attempt} wrote them, and this is attempt ${identity.attempt}`;
  }
  if (content.commit !== (identity.commit ?? null)) return 'they are for another commit';
  if (content.candidate !== identity.candidate) return 'they are from another deployment';
  if (content.baseline_revision !== (identity.baselineRevision ?? null)) {
    return 'the deployment to compare with has another revision now';
  }
  return content.cases_digest === identity.casesDigest ? undefined : 'the cases differ';
}

/**
 * Returns the parsed content of a file in the folder, or `undefined` if the file does not exist.
 * @throws {Error} If the file is a link, is too large or is not JSON. The error's message completes a sentence that
 * begins with the file's name.
 */
async function readJson(folder: string, name: string): Promise<unknown> {
  const file = path.join(folder, name);
  let text: string;
  try {
    text = await readPlainText(file, { maxBytes: GENERATED_MAX_BYTES, within: folder });
  } catch (error) {
    if (error instanceof PlainFileError) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new Error('cannot be read', { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error('is not JSON', { cause: error });
  }
}

async function readEarlierReport(folder: string): Promise<GateReport | undefined> {
  const raw = await readJson(folder, REPORT).catch(() => undefined);
  const parsed = gateReportSchema.safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}

const MAX_HISTORY = 50;

/**
 * Adds the means of this run to the history. If a run for a commit is repeated, the new means replace the commit's
 * earlier means.
 */
function addToHistory(
  earlier: GateReport['history'],
  { judgement, report }: GateResult,
  redact: (text: string) => string,
): GateReport['history'] {
  const commit = report.sides.candidate.commit?.sha;
  if (commit === undefined) return earlier;
  const scores = judgement.scores.flatMap(({ key, candidate }) =>
    candidate === undefined ? [] : [{ key: redact(key), mean: candidate.mean.value }],
  );
  return [...earlier.filter((one) => one.commit !== commit), { commit, scores }].slice(-MAX_HISTORY);
}

/**
 * Returns the earlier means of the first score that can fail the gate, from the `report.json` of an earlier run in the
 * folder, or `undefined` without a `report.json`.
 */
export async function readScoreHistory(
  folder: string,
  { scores }: Pick<Judgement, 'scores'>,
): Promise<ScoreHistory | undefined> {
  const history = (await readEarlierReport(folder))?.history ?? [];
  const key = (scores.find(({ gates }) => gates) ?? scores[0])?.key;
  if (key === undefined) return undefined;
  const runs = history.flatMap(({ commit, scores: all }) => {
    const mean = all.find((one) => one.key === key)?.mean;
    return mean === undefined ? [] : [{ commit, mean }];
  });
  return runs.length === 0 ? undefined : { key, runs };
}
