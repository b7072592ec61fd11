export { installPackages, REFERENCE } from './install.ts';
export { type ReferenceServer, startReference } from './server.ts';
