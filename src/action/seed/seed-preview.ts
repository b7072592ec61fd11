import { ApiError } from '../../clients/errors.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { SEED_LIMITS, SEED_MAX_BYTES } from '../../contract/seed-limits.ts';
import { requireUnlocked } from '../lock/require-unlocked.ts';
import { recordDeployment } from '../deploy/read.ts';
import type { PreviewSettings, SeedSettings } from '../inputs/settings.ts';
import { ActionError, outcome, type Outcome } from '../outcome.ts';
import { type CurrentDeployment, urlOf } from '../plan/current.ts';
import { countOf } from '../text.ts';
import type { VerbContext } from '../verb-context.ts';
import { openAgent } from '../verify/connect-agent.ts';
import { createValueRenderer } from '../verify/result.ts';
import { findAnsweringRevision } from '../verify/run-checks.ts';
import { applySeed, readSeedRecord, SeedEntryError, type SeedTarget } from './apply-seed.ts';
import { readInheritedSeed } from './inherited-seed.ts';
import { createSecretFinder } from './read-seed.ts';
import { countsOf, describeCounts, EMPTY_SEED, mergeSeeds, type Seed } from './seed.ts';

type SeedContext = VerbContext<PreviewSettings>;

export interface SeedOptions {
  seed: SeedSettings;
  /** Deployment from which the preview inherits, or `undefined` if it does not exist. */
  base: CurrentDeployment | undefined;
  /** Throws ActionError if the deployment is not the preview of this pull request. */
  checkOwner: (found: Deployment) => void;
}

/**
 * Writes the data of a preview once after its deployment, and again with `reset`. Does nothing if the revision is not
 * active. Returns the outcome of the deployment, or a failure if the data could not be written completely.
 */
export async function seedPreview(
  context: SeedContext,
  end: Outcome,
  options: SeedOptions,
): Promise<Outcome> {
  const { settings, log, record } = context;
  const serves = end.kind === 'deployed' || (end.kind === 'unchanged' && end.reason === 'already-active');
  if (settings.dryRun) {
    if (end.kind !== 'failed') log.line(describeDryRun(options.seed));
    return end;
  }
  if (!serves) return end;
  try {
    await seedServing(context, options);
    return end;
  } catch (error) {
    context.signal.throwIfAborted();
    const isExpected =
      error instanceof ApiError ||
      error instanceof SeedEntryError ||
      (error instanceof ActionError && error.outcome.reason === 'seed-failed');
    if (!isExpected) throw error;
    record.seed = undefined;
    return outcome(
      'failed',
      'seed-failed',
      `${end.message} The data of the preview is incomplete: ${error.message} Correct the cause and run the job again, which completes the data without duplicates.`,
    );
  }
}

/** Returns a line about the data that a run without `dry-run` would write. */
function describeDryRun({ data, inherited }: SeedSettings): string {
  const parts = [
    inherited ? 'the store and the assistants of the deployment from which the preview inherits' : '',
    data === EMPTY_SEED ? '' : describeCounts(countsOf(data)),
  ].filter((part) => part !== '');
  return `The preview would get ${parts.join(', and ')}, unless it has the data already.`;
}

async function seedServing(context: SeedContext, { seed, base, checkOwner }: SeedOptions): Promise<void> {
  const { record, log } = context;
  const target = await openPreview(context, checkOwner);
  const earlier = await readSeedRecord(target);
  if (earlier?.state === 'complete' && !seed.reset) {
    log.line('The preview has its data already; `preview-seed-reset` or `/preview reset` writes it again.');
    record.seed = earlier.counts;
    return;
  }
  const inherited = seed.inherited ? await readBase(context, base, target.deploymentId) : EMPTY_SEED;
  const whole = mergeSeeds(inherited ?? EMPTY_SEED, seed.data);
  checkLimits(whole);
  // Without data, no record is written, so that a later run copies the data of a base that is created later.
  if (inherited === undefined && seed.data === EMPTY_SEED) return;
  // The data does not depend on the head of the pull request, so a command is not checked again.
  await requireUnlocked({ ...context, beforeChange: undefined }, record.deployment?.name ?? '');
  log.line(`Writing the data of the preview: ${describeCounts(countsOf(whole))}.`);
  const copied = new Set(inherited?.items);
  const written = countsOf(await applySeed(target, whole, { record: earlier, reset: seed.reset, copied }));
  record.seed = written;
  log.line(`Seeded: ${describeCounts(written)}.`);
  if (written.crons > 0) {
    log.warn(
      'preview-seed',
      'The crons of the seed start runs of the preview on their schedules until the preview is deleted, and these runs can cost money.',
    );
  }
}

/**
 * Throws ActionError if a file and a deployment, which are each within the limits, exceed a limit together. The record of
 * such a seed would be invalid, so each run would write the data again.
 */
function checkLimits(seed: Seed): void {
  const refuse = (what: string, max: number): ActionError =>
    new ActionError(
      'seed-failed',
      `The file and the copied data together have ${what}, but the maximum is ${max.toLocaleString('en')}. Remove entries from the file, or remove \`inherited\` from preview-seed.`,
    );
  const { items, assistants } = countsOf(seed);
  if (items > SEED_LIMITS.items) throw refuse(countOf(items, 'store item'), SEED_LIMITS.items);
  if (assistants > SEED_LIMITS.assistants)
    throw refuse(countOf(assistants, 'assistant'), SEED_LIMITS.assistants);
  const bytes = Buffer.byteLength(JSON.stringify(seed));
  if (bytes > SEED_MAX_BYTES) throw refuse(countOf(bytes, 'byte'), SEED_MAX_BYTES);
}

/**
 * Returns the preview of the run as the target of a seed. Reads the deployment again and checks its owner, its address
 * and the revision that responds, because the key and the data are sent to this address.
 */
async function openPreview(context: SeedContext, checkOwner: SeedOptions['checkOwner']): Promise<SeedTarget> {
  const { record, controlPlane, signal, redactor } = context;
  const { deployment, revision } = record;
  if (deployment === undefined) throw new Error('the record of a serving deploy contains no deployment');
  const found = await controlPlane.getDeployment(deployment.id, signal);
  checkOwner(found);
  recordDeployment(context, found);
  const agent = await openAgent(context, urlOf(found));
  if (agent.kind === 'refused') throw new ActionError('seed-failed', agent.why);
  const shown = createValueRenderer((text) => redactor.redact(text));
  const { server } = agent;
  const answers = await findAnsweringRevision({ ...context, server, shown }, revision?.id);
  if (answers !== undefined && revision !== undefined && answers !== revision.id) {
    throw new ActionError(
      'seed-failed',
      `Revision ${shown.text(answers)} responds at the address of the preview instead of ${revision.id}, so no data was sent.`,
    );
  }
  return {
    deploymentId: found.id,
    server,
    data: await context.agentData(agent.url),
    clock: context.clock,
    signal,
    log: (line) => context.log.line(line),
  };
}

/** Returns the data of the base, or `undefined` if no revision of the base is active. */
async function readBase(
  context: SeedContext,
  base: CurrentDeployment | undefined,
  previewId: string,
): Promise<Seed | undefined> {
  const { log, signal } = context;
  if (base?.activeRevisionId === undefined) {
    log.line(
      base === undefined
        ? 'The deployment from which the preview inherits does not exist, so no data was copied.'
        : `No revision of ${base.name} is active, so no data was copied.`,
    );
    return undefined;
  }
  if (base.id === previewId) throw new ActionError('seed-failed', 'The preview cannot inherit its own data.');
  const agent = await openAgent(context, base.url);
  if (agent.kind === 'refused') {
    throw new ActionError('seed-failed', `The data of ${base.name} cannot be read. ${agent.why}`);
  }
  const data = await context.agentData(agent.url);
  try {
    return await readInheritedSeed({ name: base.name, data }, createSecretFinder(context.settings), signal);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new SeedEntryError(`the data of ${base.name}`, error);
  }
}
