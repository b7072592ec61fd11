/** Loads the transport. The module is imported only here, so the bundle contains it once. */
export const loadTransport = () => import('./transport.ts');
