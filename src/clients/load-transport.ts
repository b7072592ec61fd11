/** Loads the transport with the first request. Imported in one place, so that the bundle contains it once. */
export const loadTransport = () => import('./transport.ts');
