/** Loads the transport. Its module is only imported here, so that the bundle contains it once. */
export const loadTransport = () => import('./transport.ts');
