/** Loads the transport. The only import of that module, so that the bundle contains it once. */
export const loadTransport = () => import('./transport.ts');
