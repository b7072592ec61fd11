/** Marks what we made in an engine; its value is who made it (see `ownerToken`). */
export const OWNER_LABEL = 'dev.agent-deploy.owner';

export interface PodIdentity {
  deploymentId: string;
  revisionId: string;
  owner: string;
  /** Differs at each launch: what an earlier one left never stands in the way. */
  launch: string;
}

/** By which everything of one launch can be told, and swept when its emulator is no more. */
export function podLabels({ deploymentId, revisionId, owner }: PodIdentity): Record<string, string> {
  return {
    [OWNER_LABEL]: owner,
    'dev.agent-deploy.deployment': deploymentId,
    'dev.agent-deploy.revision': revisionId,
  };
}

/** What the engine calls a container or volume of this launch. */
export function podResourceName({ revisionId, launch }: PodIdentity, part: string): string {
  return `agent-deploy-${revisionId.slice(0, 8)}-${launch}-${part}`;
}
