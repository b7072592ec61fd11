import { randomBytes } from 'node:crypto';
import { PushToken } from '../../contract/upload.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, route } from '../server/route.ts';
import { badRequest, conflict, notFound } from './deployment-routes.ts';
import type { ControlPlaneDependencies } from './deps.ts';
import { findDeployment, rejectIfBeingDeleted } from './lookup.ts';
import { DeploymentPath } from './paths.ts';

const TOKEN_BYTES = 32;

/**
 * Where the image of an `internal_docker` deployment would be pushed, and with what (facts/service §1.2, §2.3). There
 * is no registry behind it yet: the token opens nothing, and is another one each time.
 */
export function pushTokenRoute({
  store,
  addSecrets,
}: Pick<ControlPlaneDependencies, 'store' | 'addSecrets'>): Route {
  return route({
    surface: 'control-plane',
    method: 'POST',
    path: '/v2/deployments/{deployment_id}/push-token',
    summary: 'Get the registry to push an image to, and a token for it',
    auth: 'workspace',
    params: DeploymentPath,
    responses: {
      200: { description: 'The registry and the token', schema: PushToken },
      400: badRequest,
      404: notFound,
      409: conflict,
    },
    handler: async ({ caller, params, origin }) => {
      const deployment = await findDeployment(store, caller.workspaceId, params.deployment_id);
      if (deployment.source !== 'internal_docker') {
        throw new HttpError(
          400,
          // The service's own clients look for these words.
          `push-token is only available for 'internal_docker' source deployments: this one's source is ${deployment.sourceName}.`,
        );
      }
      rejectIfBeingDeleted(deployment);
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      addSecrets([token]);
      return { status: 200, body: { token, registry_url: `${new URL(origin).host}/${deployment.id}` } };
    },
  });
}
