import type { RunEvent } from '../event.ts';
import type { Verb } from '../verb.ts';
import type { InputReader } from './collector.ts';
import { parsePaths } from './paths.ts';
import type { RawInputs } from './raw.ts';
import { parseBoolean, parseCount, parseDuration, parseUuid } from './scalars.ts';
import type { CommonSettings, PreviewSettings, Settings, Target, VerifySettings } from './settings.ts';
import { readTarget } from './target.ts';
import type { Verification } from '../verify/check.ts';
import {
  parseDeploymentName,
  parseFeedbackKey,
  parseLines,
  parseNameTemplate,
  parsePlanId,
  parseRollbackTo,
  parseTarget,
} from './texts-of-verbs.ts';
import { readDesired } from './wanted.ts';

interface Inputs {
  collector: InputReader;
  raw: RawInputs;
  event: RunEvent;
}

type Taken<T extends Settings> = Omit<T, keyof CommonSettings> | undefined;
type Deploys = Exclude<Settings, VerifySettings>;
type OwnSettings = { [T in Deploys as T['verb']]: Taken<T> }[Deploys['verb']];

/** What a verb needs besides the common inputs; undefined when something of it is wrong. */
export async function readVerbSettings(inputs: Inputs, verb: Verb): Promise<OwnSettings> {
  const { collector, raw } = inputs;
  switch (verb) {
    case 'deploy':
    case 'plan': {
      const target = readTarget(collector, raw);
      const deploying = await takeDeploying(inputs);
      return target && { verb, target, ...deploying };
    }
    case 'preview': {
      const preview = takePreview(inputs);
      const deploying = await takeDeploying(inputs);
      const labels = collector.read('preview-labels', parseLines) ?? [];
      const said = { ref: raw.ref !== undefined, commit: raw.commit !== undefined };
      return preview && { verb, ...preview, from: takeFrom(inputs), labels, said, ...deploying };
    }
    case 'teardown': {
      const preview = takePreview(inputs);
      return preview && { verb, ...preview };
    }
    case 'sweep': {
      const ttlMs = collector.read('preview-ttl', (text) => parseDuration(text, { min: '1h', max: '3650d' }));
      const limit = collector.read('sweep-limit', (text) => parseCount(text, { min: 1, max: 100 }));
      const naming = takeNaming(inputs);
      return limit === undefined ? undefined : { verb, ...naming, ttlMs, limit };
    }
    case 'rollback': {
      const target = readTarget(collector, raw);
      const to = collector.read('rollback-to', parseRollbackTo) ?? { kind: 'previous' };
      return target && { verb, target, to };
    }
    case 'wait': {
      const target = readTarget(collector, raw);
      return target && { verb, target, revisionId: collector.read('revision-id', parseUuid) };
    }
    case 'status': {
      const target = readTarget(collector, raw);
      return target && { verb, target };
    }
  }
}

type Deploying = Pick<
  PreviewSettings,
  'wanted' | 'resolveCommit' | 'paths' | 'rollbackOnFailure' | 'verification' | 'expectedPlan'
>;

async function takeDeploying({ collector, raw, event }: Inputs): Promise<Deploying> {
  return {
    ...(await readDesired(collector, raw, event)),
    paths: collector.read('paths', parsePaths),
    rollbackOnFailure: collector.read('rollback-on-failure', parseBoolean) ?? false,
    verification: await takeVerification({ collector, raw }),
    expectedPlan: collector.read('expected-plan', parsePlanId),
  };
}

/** The parser of cases, with that of YAML: asked for in one place, so that the bundle holds it once. */
export const loadCheckParser = () => import('./cases.ts');

/** The checks of the live agent after a deploy. The YAML parser is loaded when there are any. */
async function takeVerification({
  collector,
  raw,
}: Omit<Inputs, 'event'>): Promise<Verification | undefined> {
  const feedbackKey = collector.read('feedback-key', parseFeedbackKey);
  if (raw.verify === undefined) return undefined;
  const { parseChecks: parseCases } = await loadCheckParser();
  const cases = collector.read('verify', parseCases);
  if (raw.wait !== undefined && /^false$/i.test(raw.wait)) {
    collector.addProblem(
      'verify',
      'wait is false, and only what serves can be verified',
      'Leave one of them out.',
    );
  }
  return cases && { checks: cases, feedbackKey: feedbackKey?.key, keepThreads: 'never' };
}

function takePreview({ collector, raw, event }: Inputs) {
  const said = collector.read('pull-request', (text) => parseCount(text, { min: 1, max: 999_999_999 }));
  const pullRequest = said ?? event.pullRequest?.number;
  if (pullRequest === undefined && raw['pull-request'] === undefined) {
    collector.addProblem(
      'pull-request',
      `a preview belongs to a pull request, and the event ${event.name || '(none)'} is about none`,
      'Give its number, or write `action: deploy`.',
    );
  }
  const naming = takeNaming({ collector, raw });
  return pullRequest === undefined ? undefined : { pullRequest, ...naming };
}

function takeNaming({ collector, raw }: Pick<Inputs, 'collector' | 'raw'>) {
  return {
    // It is only compared here; what deploys from it checks it.
    repoUrl: raw['repo-url'],
    nameTemplate: collector.read('preview-name-template', parseNameTemplate),
    baseName: collector.read('deployment-name', parseDeploymentName),
  };
}

function takeFrom({ collector, raw }: Inputs): { target: Target; said: boolean } | undefined {
  const said = collector.read('preview-from', parseTarget);
  if (said !== undefined) return { target: said, said: true };
  if (raw['preview-from'] !== undefined) return undefined;
  const name = raw['deployment-name'];
  if (name !== undefined) return { target: { by: 'name', name }, said: false };
  const id = collector.read('deployment-id', parseUuid);
  return id === undefined ? undefined : { target: { by: 'id', id }, said: true };
}
