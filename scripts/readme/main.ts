import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiFieldTables, seedTables } from './api-fields.ts';
import { chartValuesTable } from './chart-values.ts';
import { figuresTable, FiguresFile } from '../figures/figures.ts';
import { graphConfigSchema, graphConfigTables } from './graph-config.ts';
import { AREAS } from '../import-rules/rules.ts';
import { PERMISSIONS } from './permissions.ts';
import { operationCounts, operationPages } from './published-operations.ts';
import { layersTable, tablesOf, withTables } from './tables.ts';

// `npm run readme` writes the generated tables of docs/reference, docs/api, docs/architecture.md and the chart's README,
// and the JSON schema of langgraph.json. With --check, the program only reports whether the tables are current.
const root = path.resolve(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const FIGURES = 'scripts/figures/figures.json';
const CHART = 'deploy/kubernetes/chart';
const OPERATIONS = 'scripts/readme/published-operations.ts';
const PAGES = [
  ...['action', 'verify', 'sandbox', 'emulator'].map((name) => {
    const source = name === 'action' ? 'action.yml' : `${name}/action.yml`;
    return {
      file: `docs/reference/${name}.md`,
      source,
      tables: tablesOf(read(source), name === 'action' ? PERMISSIONS : []),
    };
  }),
  ...Object.entries(apiFieldTables()).map(([file, tables]) => ({ file, source: 'src/contract', tables })),
  { file: 'docs/reference/seed.md', source: 'src/emulator/admin/seed.ts', tables: seedTables() },
  {
    file: 'docs/reference/langgraph-json.md',
    source: 'src/graph-config',
    tables: graphConfigTables(),
  },
  { file: 'docs/conformance/operations.md', source: OPERATIONS, tables: operationCounts() },
  ...operationPages().map((page) => ({ ...page, source: OPERATIONS })),
  {
    file: 'README.md',
    source: FIGURES,
    tables: figuresTable(FiguresFile.parse(JSON.parse(read(FIGURES)))),
  },
  {
    file: `${CHART}/README.md`,
    source: `${CHART}/values.yaml`,
    tables: chartValuesTable(read(`${CHART}/values.yaml`)),
  },
  { file: 'docs/architecture.md', source: 'scripts/import-rules/rules.ts', tables: layersTable(AREAS) },
];
const FILES = [
  ...PAGES.map(({ file, source, tables }) => ({
    file,
    source,
    desired: withTables(read(file), tables, file),
  })),
  {
    file: 'docs/reference/langgraph.schema.json',
    source: 'src/graph-config',
    desired: `${JSON.stringify(graphConfigSchema(), undefined, 2)}\n`,
  },
];
for (const { file, source, desired } of FILES) {
  if (existsSync(path.join(root, file)) && read(file) === desired) {
    console.log(`readme: ${file} is in step with ${source}`);
  } else if (process.argv.includes('--check')) {
    console.error(
      `readme: ${file} is not in step with ${source}; run \`npm run readme\` and commit the result`,
    );
    process.exitCode = 1;
  } else {
    writeFileSync(path.join(root, file), desired);
    console.log(`readme: ${file} written from ${source}`);
  }
}
