import { statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildEmulatorPackage } from './build.ts';

// `npm run package:emulator [-- --out <folder>]` builds the package of the emulator, by default into `.tmp`.
const { values } = parseArgs({ options: { out: { type: 'string', default: '.tmp' } } });
const { file } = await buildEmulatorPackage(path.resolve(values.out));
console.error(`${statSync(file).size.toLocaleString('en')} bytes`);
console.log(file);
