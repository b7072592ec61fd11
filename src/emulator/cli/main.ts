import { runProgram } from './program.ts';

// Runs the command line from the sources. The package runs `package/cli.ts` instead of this file.
await runProgram('npm run --silent emulator --');
