/** Loads the transport with the first request: asked for in one place, so that the bundle holds it once. */
export const loadTransport = () => import('./transport.ts');
