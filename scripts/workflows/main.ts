import path from 'node:path';
import { checkRepository } from './check.ts';

// `npm run workflows` checks this repository's actions and workflows without the network, with GitHub's own validator
// and with house rules.
const { problems, actions, run, shown } = await checkRepository(
  path.resolve(import.meta.dirname, '..', '..'),
);
for (const problem of problems) console.error(problem);
console.log(
  `workflows: ${actions.length} action.yml, ${run.length} run here, ${shown.length} shown, ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
