export { createRepository, type CommitOptions, type FixtureRepository } from './repository.ts';
export { git, gitEnvironment } from './git.ts';
