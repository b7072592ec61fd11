import { fieldOf, parseJson } from '../contract/json-safety.ts';
import { parsePublishedState, type PublishedState } from './publish/published-state.ts';
import type { Host } from './host/host.ts';
import type { RunRecord, Stage } from './run-record.ts';

/**
 * State that the main phase saves for the post phase. The post phase reports the saved state after a crash of the main
 * phase. The saved state contains no secret.
 */
export interface MainState {
  stage: Stage;
  deploymentId: string | undefined;
  deploymentName: string | undefined;
  revisionId: string | undefined;
  /** Name of the throw-away deployment that the post step must delete. */
  throwAway: string | undefined;
  /** Deployment and comment on GitHub, with flags that state whether the deployment and the comment are finished. */
  shown: PublishedState;
}

const KEY = 'agent-deploy';
const STAGES: readonly Stage[] = ['reading', 'uploading', 'writing', 'waiting', 'reported'];

/** Saves the run's state. The runner stores only the state that was saved last. */
export async function saveState(host: Host, record: RunRecord): Promise<void> {
  const state: MainState = {
    stage: record.stage,
    deploymentId: record.deployment?.id,
    deploymentName: record.deployment?.name,
    revisionId: record.revision?.id,
    throwAway: record.throwAway?.isDeleted === false ? record.throwAway.name : undefined,
    shown: record.github.shown ?? parsePublishedState(undefined),
  };
  await host.saveState(KEY, JSON.stringify(state));
}

/** Returns the saved state, or `undefined` if no valid state was saved. */
export function loadState(env: Host['env']): MainState | undefined {
  const text = env[`STATE_${KEY}`];
  if (!text) return undefined;
  const value = parseJson(text);
  const stage = STAGES.find((candidate) => candidate === fieldOf(value, 'stage'));
  if (stage === undefined) return undefined;
  const field = (key: string) => {
    const found = fieldOf(value, key);
    return typeof found === 'string' ? found : undefined;
  };
  return {
    stage,
    deploymentId: field('deploymentId'),
    deploymentName: field('deploymentName'),
    revisionId: field('revisionId'),
    throwAway: field('throwAway'),
    shown: parsePublishedState(fieldOf(value, 'shown')),
  };
}
