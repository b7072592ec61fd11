import type { Usage } from './usage.ts';

/** How far a run came: what post has to put right depends on it. */
export type SandboxStage = 'reading' | 'creating' | 'created' | 'starting' | 'serving' | 'reported';

/** One sandbox that a sweep looked at. */
export interface SweptSandbox {
  name: string;
  runId: string;
  ageMs: number;
  did: 'deleted' | 'would-delete' | 'already-gone' | 'failed' | 'left';
}

/** What is known of a run so far; filled as it goes, so that outputs are written in every outcome. Holds no secret. */
export interface SandboxRecord {
  readonly startedAt: number;
  stage: SandboxStage;
  mode: string;
  /** Of the service. */
  sandbox:
    | { name: string; id: string | undefined; status: string | undefined; url: string | undefined }
    | undefined;
  apiUrl: string | undefined;
  swept: SweptSandbox[] | undefined;
  /** On this runner; the files are for the steps that follow. */
  proxy:
    | {
        address: string;
        caFile: string | undefined;
        bundleFile: string | undefined;
        envFile: string | undefined;
      }
    | undefined;
  /** What was found of this machine, and not what was hoped for. */
  isolation: { level: string; findings: readonly string[] } | undefined;
  command: { exitCode: number | undefined; ended: string } | undefined;
  warnings: string[];
  /** Who used which rule. */
  usage: Usage | undefined;
}

export function createSandboxRecord(startedAt: number): SandboxRecord {
  return {
    startedAt,
    stage: 'reading',
    mode: '',
    sandbox: undefined,
    apiUrl: undefined,
    swept: undefined,
    proxy: undefined,
    isolation: undefined,
    command: undefined,
    warnings: [],
    usage: undefined,
  };
}
