// Evaluates two targets on a dataset with the installed JavaScript client, and prints the results as JSON in the last
// line. The program is copied next to the client's folder, so that its imports find the client.
import process from 'node:process';
import { Client } from 'langsmith';
import { evaluate } from 'langsmith/evaluation';

const client = new Client();
const [name] = process.argv.slice(2);

const dataset = await client.createDataset(name, { description: 'words and their capitals' });
const words = ['a', 'b', 'c', 'd'];
await client.createExamples(
  words.map((word, index) => ({
    dataset_id: dataset.id,
    inputs: { word },
    outputs: { said: word.toUpperCase() },
    split: index < 3 ? 'base' : 'hard',
    metadata: { index },
    ...(index === 0 && {
      attachments: { note: { mimeType: 'text/plain', data: new TextEncoder().encode('a note') } },
    }),
  })),
);

const exact = ({ outputs, referenceOutputs }) => ({
  key: 'exact',
  score: outputs?.said === referenceOutputs?.said ? 1 : 0.123456,
});
const share = ({ outputs }) => ({ key: 'share', score: outputs.length / words.length });
const run = (target, experimentPrefix) =>
  evaluate(target, {
    client,
    data: name,
    evaluators: [exact],
    summaryEvaluators: [share],
    experimentPrefix,
    maxConcurrency: 2,
    metadata: { commit: 'abc' },
  });
const good = await run(({ word }) => ({ said: word.toUpperCase() }), 'good');
const bad = await run(({ word }) => {
  if (word === 'd') throw new Error('no such word');
  return { said: word };
}, 'bad');
await client.awaitPendingTraceBatches();

const prefers = ({ runs }) => ({
  key: 'preferred',
  scores: Object.fromEntries(runs.map((one) => [one.id, /[A-Z]/.test(one.outputs?.said ?? '') ? 1 : 0])),
});
const comparison = await evaluate([good.experimentName, bad.experimentName], {
  client,
  evaluators: [prefers],
  randomizeOrder: true,
});
await client.awaitPendingTraceBatches();

const shared = await client.shareDataset(dataset.id);
await client.clonePublicDataset(shared.share_token, { datasetName: `${name} copy` });

const { id: goodId } = await client.readProject({ projectName: good.experimentName });
const pages = client.datasets.experimentRuns.query(dataset.id, {
  experiment_ids: [goodId],
  page_size: 3,
  selects: ['ID', 'STATUS', 'FEEDBACK_STATS'],
});
const statuses = [];
for await (const example of pages) statuses.push(...example.runs.map(({ status }) => status));
const listed = [];
for await (const one of client.datasets.listV2({ page_size: 1, name_contains: name })) listed.push(one.name);

// The client prints links of experiments in earlier lines.
process.stdout.write(
  `\n${JSON.stringify({
    dataset: dataset.id,
    experiments: [good.experimentName, bad.experimentName],
    rows: [good.results.length, bad.results.length],
    comparison: comparison.comparativeExperiment.id,
    compared: comparison.results.length,
    statuses,
    listed: listed.toSorted(),
  })}`,
);
