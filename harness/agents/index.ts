export { langGraphAgent, plainAgent, rootModulesInstall } from './working.ts';
export * from './broken.ts';
