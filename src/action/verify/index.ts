// One door for both who come here, so that the bundle holds what is behind it once.
export { verifyAfterDeploy } from './after-deploy.ts';
export { verify } from './verify.ts';
