import { runProgram } from './program.ts';

// From the sources; the package starts `src/emulator/package/cli.ts`.
await runProgram('npm run --silent emulator --');
