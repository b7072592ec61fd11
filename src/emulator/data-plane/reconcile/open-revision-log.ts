import type { Store } from '../../ports/store.ts';
import { secretValues } from './advance.ts';
import type { OutputLog, RevisionLogs } from './revision-log.ts';

/**
 * Opens a revision's log, which redacts the secrets of the revision's pods. Resolves to `undefined` if the deployment
 * was deleted.
 */
export type OpenRevisionLog = (deploymentId: string, revisionId: string) => Promise<OutputLog | undefined>;

interface LogOpenerOptions {
  store: {
    deployments: Pick<Store['deployments'], 'findById'>;
    revisions: Pick<Store['revisions'], 'secrets'>;
    agentTokens: Pick<Store['agentTokens'], 'find'>;
  };
  logs: Pick<RevisionLogs, 'open'>;
}

/** Returns a function that opens a revision's log. The log redacts the secrets that the revision's pods could print. */
export function logOpener({ store, logs }: LogOpenerOptions): OpenRevisionLog {
  return async (deploymentId, revisionId) => {
    const deployment = await store.deployments.findById(deploymentId);
    if (deployment === undefined) return undefined;
    const secrets = await store.revisions.secrets(revisionId);
    const token = await store.agentTokens.find(revisionId);
    // The log redacts the token of the pods, because an agent can read and print the token.
    const own = token === undefined ? [] : [token];
    return logs.open(deployment.name, revisionId, [...own, ...secretValues(deployment, secrets)]);
  };
}
