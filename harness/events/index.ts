export * from './dispatch.ts';
export * from './pull-request.ts';
export * from './push.ts';
export * from './repository.ts';
