import * as z from 'zod';
import { DIALECT_TABLE } from '../../../contract/dialect.ts';
import { DetailError, HTTPValidationError } from '../../../contract/errors.ts';
import { WebhookResponse } from '../../../contract/integration.ts';
import { type Route, route } from '../../server/route.ts';
import { badRequest, notFound } from '../deployment-routes.ts';
import type { ControlPlaneDependencies } from '../deps.ts';
import { IntegrationPath } from '../paths.ts';
import { createWebhookService } from './webhook.ts';

const refused = (description: string) => ({ description, schema: DetailError });

/**
 * Where a git host tells of pushes, under both names of the path (DESIGN §5 `build_on_push`). Open to everybody: the
 * signature is what authenticates.
 */
export function webhookRoutes(deps: ControlPlaneDependencies): Route[] {
  const service = createWebhookService(deps);
  return DIALECT_TABLE.paths
    .flatMap(({ generic, langsmith }) => [generic, langsmith])
    .map((base) =>
      route({
        surface: 'control-plane',
        method: 'POST',
        path: `${base}/{integration_id}/webhook`,
        summary: 'Take a webhook delivery of a git host, signed with the integration’s secret',
        auth: 'none',
        params: IntegrationPath,
        // As the host sends it, signed byte for byte.
        body: z.looseObject({}),
        rawBody: true,
        responses: {
          202: { description: 'What became of it', schema: WebhookResponse },
          400: badRequest,
          401: refused('The signature is missing or wrong'),
          403: refused('The integration has no secret'),
          404: notFound,
          413: refused('The delivery is too large'),
          415: refused('Neither JSON nor a form'),
          422: { description: 'A push that cannot be read', schema: HTTPValidationError },
        },
        handler: async ({ params, headers, readBytes, recordBody: sawBody }) => ({
          status: 202,
          body: await service.handle({ integrationId: params.integration_id, headers, readBytes, sawBody }),
        }),
      }),
    );
}
