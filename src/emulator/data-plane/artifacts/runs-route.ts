import * as z from 'zod';
import { DetailError } from '../../../contract/error-bodies.ts';
import type { ServiceClock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { route, type Route } from '../../server/route.ts';
import { authorizePods, type TokenOf } from './pod-authorization.ts';

interface RunsRouteDependencies {
  tokenOf: TokenOf;
  store: { revisions: Pick<Store['revisions'], 'findById'>; runs: Pick<Store['runs'], 'countUnfinished'> };
  clock: Pick<ServiceClock, 'now'>;
}

const count = z.int().min(0);

/** Creates the route that reports an agent's open runs. The autoscaler chooses the number of pods by them. */
export function runsRoute({ store, clock, tokenOf }: RunsRouteDependencies): Route {
  const authorize = authorizePods(tokenOf);
  return route({
    surface: 'agent-pods',
    method: 'GET',
    path: '/_pods/{revision_id}/runs',
    summary: "Counts the unfinished runs of the revision's deployment",
    auth: 'none',
    params: z.object({ revision_id: z.guid().toLowerCase() }),
    responses: {
      200: {
        description: 'The numbers of pending runs, of running runs, and of both together',
        schema: z.object({ pending: count, running: count, runs: count }),
      },
      401: {
        description: "The request does not have the token of this revision's pods",
        schema: DetailError,
      },
      404: { description: 'The revision does not exist', schema: DetailError },
    },
    handler: async ({ params, headers }) => {
      await authorize(params.revision_id, headers);
      const revision = await store.revisions.findById(params.revision_id);
      if (revision === undefined) throw new HttpError(404, 'The revision does not exist.');
      const { pending, running } = await store.runs.countUnfinished(revision.deploymentId, clock.now());
      return { status: 200, body: { pending, running, runs: pending + running } };
    },
  });
}
