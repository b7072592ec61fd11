import * as z from 'zod';

// The wire of the emulator's dashboard. Its page imports these types alone, so that it does not bring zod to the browser.

/** Where the page is. Its data is below `DASHBOARD_API`, and every other path below this one is a place in the page. */
export const DASHBOARD_PATH = '/_local/ui';
export const DASHBOARD_API = `${DASHBOARD_PATH}/api`;

/** The header that carries the session: browsers never add it by themselves, so that no other page has it. */
export const SESSION_HEADER = 'x-ui-session';

/** Answer of POST …/links, which takes the emulator's key: a link that signs in once. */
export const DashboardLink = z.object({
  /** The token is its fragment, which no request, journal or referrer holds. */
  url: z.string(),
  /** Real time, ISO 8601. */
  expires_at: z.string(),
});
export type DashboardLink = z.infer<typeof DashboardLink>;

/** Body of POST …/session: what the fragment said. */
export const SignIn = z.strictObject({ token: z.string().min(1).max(200) });
export type SignIn = z.infer<typeof SignIn>;

/** Its answer. The page keeps it in `sessionStorage`. */
export const SignedIn = z.object({
  session: z.string(),
  /** It ends when it was not used for so long. Milliseconds. */
  idle_ms: z.int(),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** A workspace, and whether it is that of the emulator's key. */
const Workspace = z.object({ id: z.string(), name: z.string(), own: z.boolean() });

/** Answer of GET …/info: what does not change while the process lives, and where its time is. */
export const DashboardInfo = z.object({
  /** Of the process: numbers of requests, events and audit lines mean nothing in another one. */
  epoch: z.string(),
  /** Grows with each reset and restore: what was read before is gone. */
  generation: z.int(),
  runtime: z.enum(['process', 'kubernetes', 'stub']),
  clock: z.enum(['real', 'virtual']),
  /** The service's own time, skew included. Ages count from it, never from the browser's clock. */
  now_ms: z.number(),
  /** The URL of the control plane for clients, for commands to copy. */
  origin: z.string(),
  workspaces: z.array(Workspace),
});
export type DashboardInfo = z.infer<typeof DashboardInfo>;
