/** Loads the transport with the first request: imported in one place, so that the bundle contains it once. */
export const loadTransport = () => import('./transport.ts');
