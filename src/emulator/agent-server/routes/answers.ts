import * as z from 'zod';
import { DetailError, HTTPValidationError } from '../../../contract/errors.ts';
import { uuid } from '../../../contract/primitives.ts';
import type { Route } from '../../server/route.ts';

export const ThreadPath = z.object({ thread_id: uuid });
export const RunPath = z.object({ thread_id: uuid, run_id: uuid });

/** Everything but success is `{detail}` (facts: service §4.5). */
export const failures = (...statuses: (404 | 409 | 500 | 503)[]): Route['responses'] => ({
  ...Object.fromEntries(
    statuses.map((status) => [status, { description: MEANING[status], schema: DetailError }]),
  ),
  422: { description: 'The request is malformed', schema: HTTPValidationError },
});

const MEANING = {
  404: 'There is no such thing in this deployment',
  409: 'It is there already, or busy',
  500: 'The store does not answer',
  503: 'No revision is serving at this moment',
} as const;
