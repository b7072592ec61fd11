import { assistantCases } from './assistants.ts';
import type { Case } from './case.ts';
import { cronCases } from './crons.ts';
import { runCases } from './runs.ts';
import { storeCases } from './store.ts';
import { streamCases } from './streams.ts';
import { threadCases } from './threads.ts';

/** All conformance cases, in the order of the documentation. */
export const CASES: readonly Case[] = [
  ...threadCases,
  ...runCases,
  ...streamCases,
  ...cronCases,
  ...assistantCases,
  ...storeCases,
];
