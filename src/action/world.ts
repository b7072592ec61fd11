import type { Clock } from '../clients/clock.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { Connect } from './connect.ts';
import type { RunEvent } from './event.ts';
import type { ResolveRef } from './git/resolve-ref.ts';
import type { GitHubLimits } from './github/client.ts';
import type { SecretMasker } from './secret-masker.ts';
import type { Host } from './host/host.ts';
import type { PackSource } from './pack/pack.ts';
import type { ActionDefinition } from './program.ts';
import type { RunRecord } from './run-record.ts';

/** What the program needs of the world. */
export interface Dependencies {
  /** Which action it is. */
  definition: ActionDefinition;
  host: Host;
  clock: Clock;
  /** Aborted when the runner cancels the step. */
  signal: AbortSignal;
  /** Aborted, with the error, when something broke where nobody waited for it. */
  crash: AbortSignal;
  connect: Connect;
  resolveRef: ResolveRef;
  packSource: PackSource;
  /** How long GitHub is waited for; the usual limits when not given. */
  githubLimits?: Partial<GitHubLimits>;
}

/** One run: the world with its redactor in between, and what is known so far. */
export interface RunContext extends Dependencies {
  redactor: Redactor;
  masker: SecretMasker;
  event: RunEvent;
  record: RunRecord;
}
