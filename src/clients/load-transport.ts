/** Loads the transport. Only this file imports the transport, so the bundle contains the transport once. */
export const loadTransport = () => import('./transport.ts');
