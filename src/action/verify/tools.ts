import type { AgentServer } from '../../clients/agent-server.ts';
import type { VerbContext } from '../deploy/tools.ts';
import type { CommonSettings } from '../inputs/settings.ts';
import type { Check, Verification } from './check.ts';
import type { ValueRenderer } from './value-renderer.ts';

/** What a verification works with. */
export interface VerificationContext
  extends Pick<VerbContext<CommonSettings>, 'clock' | 'log' | 'signal' | 'record' | 'addCancelHook'> {
  server: AgentServer;
  /** One warning on the run's page however often it is asked for; the others are lines of the log. */
  warn(about: string, text: string): void;
  /** Shows what the agent or its server wrote. */
  shown: ValueRenderer;
  /** Hides a secret from here on, in the runner's log as well. */
  maskSecret(value: string): void;
  verification: Omit<Verification, 'checks'>;
  /** What the feedback tells of the run: commit and link. */
  origin: string;
}

/** What is run, and against what. */
export interface VerificationTarget {
  cases: readonly Check[];
  /** The revision that has to answer; undefined: whichever does. */
  revisionId: string | undefined;
}
