import type { Route } from '../../server/route.ts';
import type { ControlPlaneDependencies } from '../dependencies.ts';
import { authProviderRoutes } from './providers.ts';
import { authFlowRoutes } from './sign-in.ts';

/** The auth service (spec §4.9; facts: service §1.10). */
export function authRoutes(deps: ControlPlaneDependencies): Route[] {
  return [...authProviderRoutes(deps), ...authFlowRoutes(deps)];
}
