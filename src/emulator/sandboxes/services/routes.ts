import { SERVICE_TOKEN_DEFAULT_S, ServiceUrlBody, ServiceUrlResponse } from '../../../contract/sandbox.ts';
import { invalidField } from '../../server/http-error.ts';
import { routesOf, type Route } from '../../server/route.ts';
import { sharedErrorResponse, refusedAnswer } from '../declared-refusals.ts';
import type { SandboxDependencies } from '../dependencies.ts';
import { waitForBox } from '../execution/routes.ts';
import { SandboxPath } from '../routes.ts';

const api = routesOf('sandboxes', 'workspace');

/** Creates the route that issues service URLs, below a path prefix. */
export function serviceRoutes(prefix: string, dependencies: SandboxDependencies): Route[] {
  return [
    api.post(`${prefix}/boxes/{name}/service-url`, {
      summary: 'Get a URL with a token for an HTTP server on a port of the box',
      params: SandboxPath,
      body: ServiceUrlBody,
      responses: {
        200: { description: 'The URL and its token', schema: ServiceUrlResponse },
        400: sharedErrorResponse('The box is not ready, or the body is not JSON'),
        404: refusedAnswer('The sandbox does not exist'),
        429: refusedAnswer('The sandbox has the maximum number of tokens'),
        501: refusedAnswer('The emulator is used from other machines or with a public URL'),
        503: refusedAnswer('The sandbox is not ready yet, or the emulator is shutting down'),
      },
      handler: async ({ caller, params, body, origin, signal }) => {
        refuseNotEmulated(body);
        const { running, row } = await waitForBox(dependencies, caller.workspaceId, params.name, signal);
        const services = await dependencies.services();
        const opened = await services.open(running, {
          sandboxName: row.name,
          port: body.port,
          seconds: body.expires_in_seconds ?? SERVICE_TOKEN_DEFAULT_S,
          origin,
        });
        return { status: 200, body: opened };
      },
    }),
  ];
}

function refuseNotEmulated({ access, embed_origins: origins }: ServiceUrlBody): void {
  if ((access ?? undefined) !== undefined) {
    throw invalidField(
      ['body', 'access'],
      'is not supported, because the emulator has no login: omit it, and use the token',
    );
  }
  if ((origins?.length ?? 0) > 0) {
    throw invalidField(
      ['body', 'embed_origins'],
      'is not supported: omit it, and open `browser_url` in a separate window',
    );
  }
}
