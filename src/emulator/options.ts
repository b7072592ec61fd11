import type { Clock } from '../clients/clock.ts';
import type { Compat } from '../contract/source-rules.ts';
import type { Edition } from './control-plane/index.ts';
import type { IsolationLevel } from '../box/box.ts';
import type { SandboxRuntime } from './sandboxes/index.ts';
import type { Seed } from './admin/seed.ts';
import type { StartParts } from './parts.ts';

/** How an emulator is started (DESIGN §3). */
export interface EmulatorOptions {
  /** 0, the default: any free port. */
  port?: number;
  /** Default 127.0.0.1. Anything but loopback needs `apiKey`. */
  host?: string;
  /** Where data is kept; absent: a temporary folder, removed at the end. */
  dataDir?: string | undefined;
  /** The workspace `apiKey` opens; absent: the first seeded one, the one already kept, or a new one. */
  workspaceId?: string | undefined;
  /** Absent: a random one. */
  apiKey?: string | undefined;
  keyringFile?: string | undefined;
  /**
   * The PostgreSQL database that holds what is otherwise in the data folder's file; needs `keyringFile` or `dataDir`. It
   * holds a password, so it comes by the environment (EMULATOR_DATABASE_URL).
   */
  databaseUrl?: string | undefined;
  seed?: Seed | undefined;
  /** Default `process`. */
  runtime?: 'process' | 'stub';
  /** Default `spec`. */
  compat?: Compat;
  /** Default `any`. */
  edition?: Edition;
  /** What clients reach the main port by, without a slash at the end. */
  publicUrl?: string | undefined;
  /** Where other emulators on the same database reach this one; default its own address. A bare origin. */
  instanceUrl?: string | undefined;
  /** How long it may be away from that database before the others take over; default 6 seconds. Milliseconds. */
  leaseMs?: number | undefined;
  /** How many revisions it works on at once; default as many as there are. */
  maxAtWork?: number | undefined;
  /** How long an agent may take to become healthy; default a minute. */
  healthTimeoutMs?: number | undefined;
  /** What a tarball may have at most, in bytes; default 200 MB (facts/service §2.2). */
  maxUploadBytes?: number | undefined;
  /**
   * What time product timers live by. `virtual` moves only while nobody works (DESIGN §3), and needs runtime `stub`; a
   * clock of one's own counts as real. Default `real`.
   */
  clock?: 'real' | 'virtual' | Clock;
  /** Makes the IDs of what is created, and the chances of fault rules, the same at every start; absent: random IDs. */
  randomSeed?: number | undefined;
  /** How boxes of sandboxes are isolated; `auto`, the default: the best there is, but no secrets without namespaces. */
  sandboxIsolation?: IsolationLevel | 'auto' | undefined;
  /** Networks (CIDR) that sandboxes may reach although they are private. */
  sandboxNetworks?: readonly string[] | undefined;
  /** A PEM file: what hosts that sandboxes reach may be signed with, besides the roots of the machine. */
  sandboxRootsFile?: string | undefined;
  /** A changed secret of a workspace reaches its sandboxes at once; default: at their next push (spec §2.10). */
  pushChangedSecrets?: boolean | undefined;
  /** What boxes are made of; default: those of this machine, or none with the runtime `stub`. */
  sandboxParts?: SandboxRuntime | undefined;
  /** Takes each line of the emulator's log; secrets are out of it. */
  log?: (line: string) => void;
  /**
   * Fails every request whose answer is not what `/openapi.json` says, and then the close of the emulator: for tests.
   * Default: whether EMULATOR_CHECK_ANSWERS is 1.
   */
  checkAnswers?: boolean;
  /** What does the work behind the API; default: the data plane and the agent server. */
  startParts?: StartParts;
}
