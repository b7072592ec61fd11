export { conformanceAgent, CONFORMANCE_GRAPHS } from './conformance.ts';
export { langGraphAgent, plainAgent, rootModulesInstall } from './working.ts';
export * from './broken.ts';
