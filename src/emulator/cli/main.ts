import { runProgram } from './program.ts';

// Starts the command line from the sources. The package starts `src/emulator/package/cli.ts` instead.
await runProgram('npm run --silent emulator --');
