import { runProgram } from './program.ts';

// Runs the command line from the sources. The package runs `package/cli.ts` instead.
await runProgram('npm run --silent emulator --');
