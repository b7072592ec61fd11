import type { Route } from '../server/route.ts';
import { commentRoutes, labelRoutes, pullRoutes } from './pulls.ts';
import { commitRoutes, compareRoutes, contentRoutes, statusRoutes } from './commits.ts';
import { deploymentRoutes, deploymentStatusRoutes, environmentRoutes } from './deployments.ts';
import { globalRoutes } from './global.ts';
import { refRoutes } from './refs.ts';

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
