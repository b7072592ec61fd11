import * as z from 'zod';

// Wire format of the emulator's dashboard. The page imports this module only for types, so the browser does not load
// zod.

/**
 * Path of the dashboard's page. All paths below `DASHBOARD_PATH`, except paths below `DASHBOARD_API`, are client-side
 * routes.
 */
export const DASHBOARD_PATH = '/_local/ui';
export const DASHBOARD_API = `${DASHBOARD_PATH}/api`;

/**
 * Header that contains the session. Browsers never add the header automatically, so other pages cannot use the session.
 */
export const SESSION_HEADER = 'x-ui-session';

/** Response of POST …/links: a link that signs in once. The request for a link requires the emulator's key. */
export const DashboardLink = z.object({
  /** URL with the token in the fragment, because requests, journals and referrers never contain fragments. */
  url: z.string(),
  /** Real time in ISO 8601 when the link expires. */
  expires_at: z.string(),
});
export type DashboardLink = z.infer<typeof DashboardLink>;

/** Body of POST …/session: the token from the link's fragment. */
export const SignIn = z.strictObject({ token: z.string().min(1).max(200) });
export type SignIn = z.infer<typeof SignIn>;

/** Response of POST …/session. The page stores the session in `sessionStorage`. */
export const SignedIn = z.object({
  session: z.string(),
  /** Idle time in milliseconds after which the session ends. */
  idle_ms: z.int(),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** A workspace. `own` is true for the workspace of the emulator's key. */
const Workspace = z.object({ id: z.string(), name: z.string(), own: z.boolean() });

/** Response of GET …/info: facts that do not change while the process runs, and the current time. */
export const DashboardInfo = z.object({
  /** ID of the emulator's process. Numbers of requests, events and audit lines are valid only for one process. */
  epoch: z.string(),
  /** Number that increases with each reset and restore. Data of an earlier generation is invalid. */
  generation: z.int(),
  runtime: z.enum(['process', 'kubernetes', 'stub']),
  clock: z.enum(['real', 'virtual']),
  /**
   * Current time of the service, including its skew. The page computes ages with the service's time instead of the
   * browser's time.
   */
  now_ms: z.number(),
  /** URL of the control plane for clients, which the page shows in commands to copy. */
  origin: z.string(),
  workspaces: z.array(Workspace),
});
export type DashboardInfo = z.infer<typeof DashboardInfo>;
