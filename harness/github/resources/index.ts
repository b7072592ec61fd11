import type { Route } from '../server/route.ts';
import { commentRoutes } from './comments.ts';
import { commitRoutes } from './commits.ts';
import { compareRoutes } from './compare.ts';
import { contentRoutes } from './contents.ts';
import { deploymentStatusRoutes } from './deployment-statuses.ts';
import { deploymentRoutes } from './deployments.ts';
import { environmentRoutes } from './environments.ts';
import { globalRoutes } from './global.ts';
import { labelRoutes } from './labels.ts';
import { pullRoutes } from './pulls.ts';
import { refRoutes } from './refs.ts';
import { statusRoutes } from './statuses.ts';

/** Every operation the double serves; a path that another one's pattern covers stands before it. */
export const ROUTES: readonly Route[] = [
  ...globalRoutes,
  ...deploymentStatusRoutes,
  ...deploymentRoutes,
  ...environmentRoutes,
  ...commentRoutes,
  ...labelRoutes,
  ...pullRoutes,
  ...compareRoutes,
  ...statusRoutes,
  ...commitRoutes,
  ...refRoutes,
  ...contentRoutes,
];
