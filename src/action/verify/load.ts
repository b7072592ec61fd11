/** Loads what verifies, when something is verified: asked for in one place, so that the bundle holds it once. */
export const loadVerify = () => import('./index.ts');
