import { randomInt } from 'node:crypto';
import { ApiError } from '../../clients/errors.ts';
import { isHosted } from '../../contract/dialect.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import { deploy } from '../deploy/deploy.ts';
import { pastRollouts, predictRollout } from '../deploy/polling.ts';
import { findExisting } from '../deploy/read.ts';
import type { DeploySettings, DesiredDeployment, RebuildSettings } from '../inputs/settings.ts';
import { REBUILD_MARKER } from '../inputs/secrets.ts';
import { ActionError, outcome, type Outcome, toOutcome } from '../outcome.ts';
import type { ExactCommit } from '../pack/commit-files.ts';
import type { CurrentDeployment, RevisionView } from '../plan/current.ts';
import { isRedactedValue } from '../plan/hidden-value.ts';
import { nameLimit } from '../preview/preview-name.ts';
import { waitUntilDeleted } from '../preview/teardown.ts';
import { refToResolve, toDesired } from '../rollback/plan-rollback.ts';
import { recordRevision, type RunRecord } from '../run-record.ts';
import type { VerbContext } from '../verb-context.ts';
import { concludeRebuild, showProduction } from './conclude.ts';
import { isCreatedWithoutVariables, removeLeftover, type Removal, removeThrowAways } from './remove.ts';
import {
  endOfUse,
  isLeftover,
  isThrowAwayOf,
  markText,
  readMark,
  throwAwayName,
  TOKEN_LENGTH,
} from './throw-away.ts';

type RebuildContext = VerbContext<RebuildSettings>;

/** Longest wait in milliseconds until a deleted throw-away deployment is gone. */
const DELETION_LIMIT_MS = 120_000;

/** The desired throw-away deployment, and the commit to which an upload is restricted. */
interface Origin {
  commit: string;
  desired: DesiredDeployment;
  exactCommit: ExactCommit | undefined;
}

/**
 * Implements the verb rebuild: builds the deployed commit again on a throw-away deployment, and deletes the throw-away
 * deployment however the build ends. Changes nothing in the deployment that is built again, so a lock does not apply.
 * Throws ActionError, ApiError, or the signal's reason.
 */
export async function rebuild(context: RebuildContext): Promise<Outcome> {
  const { settings, record, log } = context;
  const { actual: production } = await findExisting(context);
  record.earlier = pastRollouts(production.revisions);
  record.prediction = predictRollout(production.revisions);
  if (!settings.dryRun) await removeLeftovers(context, production);
  const revision = requireDeployed(production);
  recordRevision(record, revision);
  record.commit = requireCommit(context, production, revision);
  const origin = await chooseOrigin(context, production, revision, record.commit);
  if (settings.dryRun) {
    const how = origin.exactCommit === undefined ? (origin.desired.ref ?? 'its ref') : 'the checkout';
    return outcome(
      'planned',
      'dry-run',
      `Nothing was sent. A rebuild would build commit ${origin.commit} of ${production.name} from ${how}.`,
    );
  }
  const missing = missingVariables(context, production);
  if (missing !== undefined) {
    log.line(
      `The throw-away deployment gets only the variables in the input secrets, and lacks variables of production: ${missing}.`,
    );
  }
  const name = throwAwayName(
    production.name,
    nameLimit({ source: origin.desired.source, hosted: isHosted(settings.endpoint.baseUrl) }),
    randomToken(),
  );
  log.line(`Building commit ${origin.commit} again on the throw-away deployment ${name}.`);
  return withThrowAway(context, { name, production, revision, commit: origin.commit, missing }, () =>
    deployThrowAway(context, production, origin, name),
  );
}

/** Deletes throw-away deployments of earlier rebuilds whose runs were killed. */
async function removeLeftovers(context: RebuildContext, production: CurrentDeployment): Promise<void> {
  const { controlPlane, signal, clock, log } = context;
  for (const one of await controlPlane.listDeployments({}, signal)) {
    if (isBeingDeleted(one.status) || !isThrowAwayOf(one, production) || !isLeftover(one, clock.now()))
      continue;
    const failure = await removeLeftover(context, one);
    if (failure === undefined) {
      log.line(`Deleted ${one.name} (${one.id}), which an earlier rebuild left behind.`);
    } else {
      log.warn('rebuild', `${one.name} (${one.id}), left by an earlier rebuild, was not deleted: ${failure}`);
    }
  }
}

/** Returns the deployed revision. Throws ActionError if there is nothing that the service can build again. */
function requireDeployed(production: CurrentDeployment): RevisionView {
  const { name, active, imageUri } = production;
  if (active === undefined) {
    throw new ActionError(
      'nothing-to-rebuild',
      `${name} has no deployed revision, so no commit can be built again. Deploy the agent first.`,
    );
  }
  const image = active.imageUri ?? imageUri;
  const { source = image === undefined ? undefined : 'external_docker' } = production;
  if (source === 'external_docker' || source === 'internal_docker') {
    throw impossible(
      `${name} runs the image ${image ?? '(unknown)'}, which the service does not build. Build the image again in a scheduled workflow, for example with docker/build-push-action and \`push: false\`, and check the deployed agent with verify/action.yml.`,
    );
  }
  return active;
}

/** Returns the deployed commit, from the service or else from the input. */
function requireCommit(
  { settings }: RebuildContext,
  { name, source }: CurrentDeployment,
  { id, commit }: RevisionView,
): string {
  const given = settings.commit?.toLowerCase();
  if (commit !== undefined && given !== undefined && commit !== given) {
    throw impossible(
      `The input commit is ${given}, but the service built revision ${id} of ${name} from ${commit}. Remove the input.`,
    );
  }
  const known = commit ?? given;
  // The commit is passed to git as an argument, and workflows check out the commit in the output.
  if (known !== undefined && !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(known)) {
    throw impossible(`The service reports a commit of revision ${id} of ${name} that is not a full SHA.`);
  }
  if (known !== undefined) return known;
  const why =
    source === 'internal_source'
      ? `${name} was deployed by an upload, and the service does not report the commit of an upload`
      : `the service does not report the commit of revision ${id} of ${name}`;
  throw impossible(
    `The deployed commit is unknown: ${why}. Set commit to the deployed commit, and check out this commit before this step.`,
  );
}

/**
 * Returns how the deployed commit can be built: from the deployed ref if the ref still points to the commit, or else by
 * an upload of the checkout, which must be exactly this commit.
 */
async function chooseOrigin(
  context: RebuildContext,
  production: CurrentDeployment,
  revision: RevisionView,
  commit: string,
): Promise<Origin> {
  const { resolveRef, signal, log, settings } = context;
  refusePlaceholders(production);
  const ref = refToResolve({ ...revision, commit }, { ...production, buildOnPush: false });
  const fromRef = ref && {
    commit,
    desired: desiredOf(context, production, revision, commit),
    exactCommit: undefined,
  };
  const head = ref && (await resolveRef(ref.repoUrl, ref.ref, signal));
  if (fromRef !== undefined && head === commit) return fromRef;
  const moved = head === undefined ? undefined : `${ref?.ref ?? 'The ref'} is at ${head}`;
  const exactCommit = { commit, name: 'the deployed commit', refuse: refusal(commit, moved) };
  const upload = {
    commit,
    desired: { ...desiredOf(context, production, revision, undefined), sourcePath: settings.sourcePath },
    exactCommit,
  };
  if (moved !== undefined) log.line(`${moved}, so the deployed commit is taken from the checkout.`);
  if (fromRef === undefined || moved !== undefined) return upload;
  // The commit of the ref is unknown, so an exact checkout is preferred to a ref that may have moved.
  return (await isPackable(context, upload)) ? upload : fromRef;
}

async function isPackable(context: RebuildContext, { desired, exactCommit }: Origin): Promise<boolean> {
  const ignore = () => undefined;
  const options = { sourcePath: desired.sourcePath ?? '.', configPath: desired.graphConfigPath };
  try {
    await context.packSource({ ...options, exactCommit, note: ignore, warn: ignore }, context.signal);
    return true;
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    return false;
  }
}

/** Creates the error of a checkout that is not exactly the deployed commit. */
function refusal(commit: string, moved: string | undefined): ExactCommit['refuse'] {
  return (why) =>
    new ActionError(
      'deployed-commit-missing',
      `Only the deployed commit may be built again, and ${why}, so nothing was sent.${moved === undefined ? '' : ` ${moved}, so the service cannot fetch the deployed commit.`} Check out the commit before this step, with actions/checkout and \`ref: ${commit}\`, and change no file. If the commit no longer exists in the repository, deploy a commit that exists.`,
    );
}

/** Throws ActionError if a command contains a placeholder, because the placeholder would be run as literal text. */
function refusePlaceholders({ name, installCommand, buildCommand }: CurrentDeployment): void {
  for (const command of [installCommand, buildCommand]) {
    if (command === undefined || !isRedactedValue(command)) continue;
    throw impossible(
      `The service shows a placeholder instead of the install or build command of ${name}, so ${name} cannot be built again.`,
    );
  }
}

/** Settings of the build, which the throw-away deployment gets from production. */
const BUILD_FIELDS = ['installCommand', 'buildCommand', 'imageVersion'] as const;

/**
 * Returns the desired throw-away deployment: of the development type, without production's URL, variables and pushes.
 * Without a commit, the throw-away deployment is built from an upload.
 */
function desiredOf(
  { settings }: RebuildContext,
  production: CurrentDeployment,
  revision: RevisionView,
  commit: string | undefined,
): DesiredDeployment {
  const desired: DesiredDeployment = {
    ...toDesired({ ...revision, tarballPath: undefined }, production),
    source: commit === undefined ? 'internal_source' : 'git_host',
    isSourceSet: true,
    graphConfigPath: revision.graphConfigPath ?? production.graphConfigPath,
    secrets: [...settings.secrets],
    secretsStrategy: 'replace',
  };
  for (const field of BUILD_FIELDS) desired[field] = production[field];
  if (commit === undefined) return { ...desired, ref: undefined, commit: undefined };
  const { repoUrl, integrationId } = production;
  return { ...desired, repoUrl, integrationId, ref: revision.ref, commit };
}

/** Maximum number of names in a list of variables. */
const MAX_NAMED = 10;

/**
 * Returns a list of production's variables that the throw-away deployment lacks, or `undefined` if it lacks none. The
 * list contains only valid names, because the service might return any text.
 */
function missingVariables(
  { settings }: RebuildContext,
  { secrets = [] }: CurrentDeployment,
): string | undefined {
  const given = new Set(settings.secrets.map(({ name }) => name));
  const missing = secrets.map(({ name }) => name).filter((name) => !given.has(name));
  const named = missing.filter((name) => /^[A-Za-z_]\w{0,99}$/.test(name)).slice(0, MAX_NAMED);
  if (named.length === 0) return undefined;
  const more = missing.length - named.length;
  return `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}

function randomToken(): string {
  return randomInt(36 ** TOKEN_LENGTH)
    .toString(36)
    .padStart(TOKEN_LENGTH, '0');
}

async function deployThrowAway(
  context: RebuildContext,
  production: CurrentDeployment,
  { desired, exactCommit }: Origin,
  name: string,
): Promise<Outcome> {
  const { settings, clock, event, record } = context;
  const until = endOfUse(clock.now(), settings.waitTimeoutMs);
  const value = markText({ repository: event.repository, productionId: production.id, until });
  const deploySettings: DeploySettings = {
    ...settings,
    verb: 'deploy',
    target: { by: 'name', name },
    desired: { ...desired, secrets: [...(desired.secrets ?? []), { name: REBUILD_MARKER, value }] },
    resolveCommit: false,
    paths: undefined,
    rollbackOnFailure: false,
    expectedPlan: undefined,
    locks: 'ignore',
    wait: true,
    force: false,
  };
  const end = await deploy({
    ...context,
    settings: deploySettings,
    ...(exactCommit && { exactCommit }),
    writeGuard: {
      create: () => undefined,
      update: (found) => {
        if (readMark(found).kind !== 'none' && isThrowAwayOf(found, production)) return;
        if (isCreatedWithoutVariables(found, createdId(record, name))) return;
        throw new ActionError(
          'name-taken',
          `${found.name} (${found.id}) is not the throw-away deployment of this run, so it was not changed.`,
        );
      },
    },
  });
  return (await detectOtherCommit(context, desired, end)) ?? end;
}

/**
 * Returns an outcome if the service built another commit than the deployed commit, or if it does not report which
 * commit it built and the ref no longer points to the deployed commit.
 */
async function detectOtherCommit(
  { record, resolveRef, signal }: RebuildContext,
  { commit, repoUrl, ref }: DesiredDeployment,
  { reason }: Outcome,
): Promise<Outcome | undefined> {
  if (commit === undefined || repoUrl === undefined || ref === undefined) return undefined;
  const built = record.revision?.commit;
  if (built !== undefined && built !== commit) {
    return outcome(
      'superseded',
      'commit-mismatch',
      `The service built commit ${built.slice(0, 7)}, because ${ref} has moved.`,
    );
  }
  if (reason !== 'commit-unknown') return undefined;
  const head = await resolveRef(repoUrl, ref, signal);
  if (head === commit) return undefined;
  return outcome(
    'superseded',
    'commit-mismatch',
    `The service does not report which commit it built, and ${head === undefined ? `the commit of ${ref} is unknown` : `${ref} is at ${head} now`}, so the service may have built another commit.`,
  );
}

/** Returns the ID of the throw-away deployment that this run created, or `undefined` if the ID is unknown. */
function createdId({ created, deployment }: RunRecord, name: string): string | undefined {
  return created && deployment?.name === name ? deployment.id : undefined;
}

/** Facts about the deployment that is built again, and the name of its throw-away deployment. */
interface Subject {
  name: string;
  production: CurrentDeployment;
  revision: RevisionView;
  commit: string;
  /** List of production's variables that the throw-away deployment lacks. */
  missing: string | undefined;
}

/**
 * Runs the work, and then deletes the throw-away deployment. If the run is cancelled, a hook deletes the throw-away
 * deployment; if the process is killed, the post step does.
 */
async function withThrowAway(
  context: RebuildContext,
  { name, production, revision, commit, missing }: Subject,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const { record, controlPlane } = context;
  const { deployment, earlier } = record;
  const throwAway = { name, isDeleted: false, production: { deployment, earlier, revisionId: revision.id } };
  beginThrowAway(record, throwAway);
  const removeHook = context.addCancelHook(async (stop) => {
    const { deleted, failures } = await removeThrowAways(
      { controlPlane, signal: stop },
      { name, id: createdId(record, name) },
    );
    // If the request that creates the deployment is in progress, the deployment may appear later.
    throwAway.isDeleted ||= deleted.length > 0 && failures.length === 0;
  });
  let end: Outcome;
  try {
    end = await work();
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof ActionError) && !(error instanceof ApiError)) {
      await remove(context, throwAway);
      throw error;
    }
    end = toOutcome(error);
  }
  const { deleted, failures } = await remove(context, throwAway);
  // The service may still execute a create request whose response was lost, so the post step searches again.
  const mayAppear = end.reason === 'lost-answer' && deleted.length + failures.length === 0;
  if (mayAppear) throwAway.isDeleted = false;
  removeHook();
  const status = record.revision?.status;
  const { brokenPart } = record;
  showProduction(record, throwAway);
  record.stage = 'reading';
  return concludeRebuild(end, {
    production: production.name,
    revisionId: revision.id,
    commit,
    brokenPart,
    status,
    missing,
    mayAppear: mayAppear ? name : undefined,
    failures,
  });
}

/** Until the end of the rebuild, the record describes the throw-away deployment, which has no revision yet. */
function beginThrowAway(record: RunRecord, throwAway: NonNullable<RunRecord['throwAway']>): void {
  record.throwAway = throwAway;
  record.previousRevisionId = undefined;
  record.revision = undefined;
}

/** Deletes the throw-away deployment, and waits until it is gone. */
async function remove(
  context: RebuildContext,
  throwAway: { name: string; isDeleted: boolean },
): Promise<Removal> {
  const { settings, log, record } = context;
  const id = createdId(record, throwAway.name);
  const { deleted, failures } = await removeThrowAways(context, { name: throwAway.name, id });
  throwAway.isDeleted = failures.length === 0;
  for (const { name, id } of deleted) log.line(`Deleted the throw-away deployment ${name} (${id}).`);
  const waitTimeoutMs = Math.min(settings.waitTimeoutMs, DELETION_LIMIT_MS);
  try {
    const left = await waitUntilDeleted({ ...context, settings: { ...settings, waitTimeoutMs } }, deleted);
    for (const { name } of left) log.line(`The service is still deleting ${name}.`);
  } catch (error) {
    // The service has accepted the deletion, so the result of the build is reported.
    if (!(error instanceof ApiError)) throw error;
    log.line(`The action could not confirm that the deployment is gone: ${error.message}`);
  }
  return { deleted, failures };
}

function impossible(message: string): ActionError {
  return new ActionError('rebuild-impossible', message);
}
