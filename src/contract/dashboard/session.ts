import * as z from 'zod';

// Wire format of the emulator's dashboard. The page imports these only as types, so that it does not load zod in the
// browser.

/** Path of the page. Its data is below `DASHBOARD_API`; every other path below this one is a client-side route. */
export const DASHBOARD_PATH = '/_local/ui';
export const DASHBOARD_API = `${DASHBOARD_PATH}/api`;

/** Header with the session. Browsers never add it automatically, so other pages cannot use the session. */
export const SESSION_HEADER = 'x-ui-session';

/** Response of POST …/links, which requires the emulator's key: a link that signs in once. */
export const DashboardLink = z.object({
  /** The token is in the fragment, which no request, journal or referrer contains. */
  url: z.string(),
  /** Real time, ISO 8601. */
  expires_at: z.string(),
});
export type DashboardLink = z.infer<typeof DashboardLink>;

/** Body of POST …/session: the token from the fragment. */
export const SignIn = z.strictObject({ token: z.string().min(1).max(200) });
export type SignIn = z.infer<typeof SignIn>;

/** Response. The page keeps the session in `sessionStorage`. */
export const SignedIn = z.object({
  session: z.string(),
  /** Milliseconds without use after which the session ends. */
  idle_ms: z.int(),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** A workspace. `own` is true for the workspace of the emulator's key. */
const Workspace = z.object({ id: z.string(), name: z.string(), own: z.boolean() });

/** Response of GET …/info: data that stays the same while the process lives, and its current time. */
export const DashboardInfo = z.object({
  /** Identifies the process: numbers of requests, events and audit lines are only valid within one epoch. */
  epoch: z.string(),
  /** Increases with each reset and restore, after which earlier data is invalid. */
  generation: z.int(),
  runtime: z.enum(['process', 'kubernetes', 'stub']),
  clock: z.enum(['real', 'virtual']),
  /** The service's own time, including its skew. Ages are computed from it, never from the browser's clock. */
  now_ms: z.number(),
  /** URL of the control plane for clients, shown in commands to copy. */
  origin: z.string(),
  workspaces: z.array(Workspace),
});
export type DashboardInfo = z.infer<typeof DashboardInfo>;
