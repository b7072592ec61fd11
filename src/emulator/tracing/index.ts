import type { EmulatorContext } from '../ports/context.ts';
import type { Surface } from '../server/route.ts';
import { createFeedbackUrls, type FeedbackUrlDependencies, type FeedbackUrls } from './feedback-urls.ts';

/** Surface for tracing projects, feedback, and the feedback URLs of runs. */
export interface Tracing extends Surface {
  readonly feedbackUrls: FeedbackUrls;
}

/** Creates the tracing surface. For `fault`, see `FeedbackUrlDependencies`. */
export function createTracing(
  context: EmulatorContext,
  { fault }: Pick<FeedbackUrlDependencies, 'fault'>,
): Tracing {
  return {
    routes: async () => (await import('./routes.ts')).tracingRoutes(context),
    feedbackUrls: createFeedbackUrls({ ...context, fault }),
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
