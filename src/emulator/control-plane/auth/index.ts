import type { Route } from '../../server/route.ts';
import type { ControlPlaneDependencies } from '../deps.ts';
import { authFlowRoutes } from './flow-routes.ts';
import { authProviderRoutes } from './provider-routes.ts';

/** The auth service (spec §4.9; facts: service §1.10). */
export function authRoutes(deps: ControlPlaneDependencies): Route[] {
  return [...authProviderRoutes(deps), ...authFlowRoutes(deps)];
}
