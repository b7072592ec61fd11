// One door for both who come here, so that the bundle holds what is behind it once.
export { verifyAfterDeploy } from './verify.ts';
export { verify } from './verify.ts';
