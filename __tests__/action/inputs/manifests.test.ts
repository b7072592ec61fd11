import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import {
  EMULATOR_INPUT_NAMES,
  EMULATOR_INPUTS,
  INPUT_NAMES,
  INPUTS,
  type InputSpec,
  SANDBOX_INPUT_NAMES,
  SANDBOX_INPUTS,
  VERIFY_INPUT_NAMES,
  VERIFY_INPUTS,
} from '../../../src/action/inputs/registry.ts';
import { EMULATOR_OUTPUTS } from '../../../src/action/emulator/report.ts';
import { OUTPUTS, VERIFY_OUTPUTS } from '../../../src/action/report/outputs.ts';
import { SANDBOX_OUTPUTS } from '../../../src/action/sandbox/report.ts';

interface Manifest {
  inputs: Record<string, { description: string; required: boolean; default?: string }>;
  outputs: Record<string, { description: string }>;
  runs: Record<string, string>;
  branding: Record<string, string>;
}
interface Action {
  file: string;
  names: readonly string[];
  specs: Readonly<Record<string, InputSpec>>;
  outputs: readonly string[];
  runs: Record<string, string>;
}

describe.each<Action>([
  {
    file: 'action.yml',
    names: INPUT_NAMES,
    specs: INPUTS,
    outputs: OUTPUTS,
    // The post step always runs.
    runs: { using: 'node24', main: 'dist/main.js', post: 'dist/post.js', 'post-if': 'always()' },
  },
  {
    file: 'verify/action.yml',
    names: VERIFY_INPUT_NAMES,
    specs: VERIFY_INPUTS,
    outputs: VERIFY_OUTPUTS,
    runs: { using: 'node24', main: '../dist/verify.js' },
  },
  {
    file: 'sandbox/action.yml',
    names: SANDBOX_INPUT_NAMES,
    specs: SANDBOX_INPUTS,
    outputs: SANDBOX_OUTPUTS,
    runs: { using: 'node24', main: '../dist/sandbox.js', post: '../dist/sandbox-post.js' },
  },
  {
    file: 'emulator/action.yml',
    names: EMULATOR_INPUT_NAMES,
    specs: EMULATOR_INPUTS,
    outputs: EMULATOR_OUTPUTS,
    runs: { using: 'node24', main: '../dist/emulator.js', post: '../dist/emulator-post.js' },
  },
])('the manifest $file', ({ file, names, specs, outputs, runs }) => {
  const manifest = parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')) as Manifest;

  test('declares the inputs of its registry in the same order with the same defaults', () => {
    expect(Object.keys(manifest.inputs)).toEqual(names);
    for (const name of names) {
      const { filledIn, default: fallback } = specs[name] ?? {};
      const declared = manifest.inputs[name];
      expect([name, declared?.default, declared?.required]).toEqual([name, filledIn ?? fallback, false]);
      expect(declared?.description).toMatch(/^.{20,}\.$/s);
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    }
  });

  test('declares exactly the outputs that the action writes', () => {
    expect(Object.keys(manifest.outputs)).toEqual([...outputs]);
    for (const { description } of Object.values(manifest.outputs)) expect(description).toMatch(/\.$/);
  });

  test('runs the shared bundle', () => {
    expect(manifest.runs).toEqual(runs);
    expect(Object.keys(manifest.branding)).toEqual(['icon', 'color']);
  });
});
