import * as z from 'zod';

/** IDs are compared in lower case, as they are stored. */
const id = z.guid().toLowerCase();

/** Path parameters of everything about one deployment (spec §4.1). */
export const DeploymentPath = z.object({ deployment_id: id });
/** Path parameters of everything about one revision (spec §4.6). */
export const RevisionPath = z.object({ deployment_id: id, revision_id: id });
/** The older twin names a deployment as a project (facts/service §1.7). */
export const ProjectRevisionPath = z.object({ project_id: id, revision_id: id });
export const ProjectPath = z.object({ project_id: id });
export const ListenerPath = z.object({ listener_id: id });
export const IntegrationPath = z.object({ integration_id: id });
