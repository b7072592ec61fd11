import type { Exchange } from '../../../src/emulator/server/journal-entry.ts';

/** Returns a request without a body and its response, as the server passes them to the journal. */
export const exchange = (change: Partial<Exchange> = {}): Exchange => ({
  surface: 'control-plane',
  method: 'GET',
  path: '/x',
  query: '',
  status: 200,
  ms: 1,
  began: 1,
  ended: 2,
  request: undefined,
  response: undefined,
  ...change,
});

/** Returns a JSON body as the server passes it to the journal. */
export const body = (value: unknown) => ({ value, json: JSON.stringify(value) });
