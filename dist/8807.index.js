const id = 8807;
const ids = [8807];
const modules = { 38807: ((__module, __exports, __require) => {
	__require.d(__exports, { publishExperiments: () => publishExperiments });
	var $$safety0 = __require(6760);
	var $$errors1 = __require(94924);
	var $$comparison2 = __require(53251);
	async function publishExperiments(api, gate, context) {
		const { signal, log, redactor } = context;
		const created = [];
		const publication = { api, gate, context, open: /* @__PURE__ */ new Map() };
		const removeHook = context.addCancelHook((stop) => endOpen(publication, stop));
		const attempt = async (action, work) => {
			try {
				return await work();
			} catch (error) {
				if (signal.aborted) throw signal.reason;
				log.warn("experiments", `${action} failed: ${redactor.redact((0, $$errors1.gJ)(error))}`);
				return void 0;
			}
		};
		const sides = sidesOf(gate);
		const isComplete = await attempt("Publishing the answers as experiments", async () => {
			for (const side of sides) await publishSide(publication, side, created);
			return true;
		});
		await attempt("Marking the experiments as ended", () => endOpen(publication, signal));
		const experimentIds = created.map(({ id: id2 }) => id2);
		if (isComplete !== true) {
			removeHook();
			return { compareUrl: void 0, experimentIds };
		}
		if (created.length > 1) {
			await attempt("Publishing the comparison of the experiments", () => compare(publication, created));
		}
		const compareUrl = await attempt("Reading the workspace of the experiments", () => api.compareUrl(gate.dataset.id, created, signal));
		removeHook();
		return { compareUrl, experimentIds };
	}
	function sidesOf({ baseline, candidate }) {
		const judged = { name: "candidate", details: candidate };
		return baseline === void 0 ? [judged] : [{ name: "baseline", details: baseline }, judged];
	}
	async function publishSide(publication, side, created) {
		const { api, gate, context, open } = publication;
		const { signal } = context;
		const extra = { metadata: metadataOf(gate, side) };
		const experiment = await createExperiment(publication, side, extra);
		created.push(experiment);
		open.set(experiment.id, { extra });
		await api.storeRuns(runsOf(publication, side, experiment), signal);
	}
	async function endOpen({ api, context, open }, signal) {
		const ended = [...open].map(async ([id2, change]) => {
			await api.updateExperiment(id2, { ...change, end_time: timeOf(context.clock.now()) }, signal);
			open.delete(id2);
		});
		const failed = (await Promise.allSettled(ended)).find((one) => one.status === "rejected");
		if (failed !== void 0) throw failed.reason;
	}
	const SUFFIXES = 10;
	const SUFFIX_LENGTH = 6;
	async function createExperiment({ api, gate, context }, { details }, extra) {
		const { newId, clock, signal, redactor } = context;
		const { dataset, checks, cases, repeats } = gate;
		const redact = (text) => redactor.redact(text);
		const keys = new Set(cases.flatMap((one) => firstAnswers(one).flatMap((answer) => [...(0, $$comparison2.xt)(answer).keys()])));
		const name = redact(experimentName(details));
		for (let suffix = "", attempts = 0; attempts <= SUFFIXES; attempts += 1) {
			const experiment = await api.createExperiment({ id: newId(), name: `${name}${suffix}`, description: redact(describeSide(details, gate.workflowRunUrl)), reference_dataset_id: dataset.id, start_time: timeOf(clock.now()), num_examples: checks.length, num_repetitions: repeats, evaluator_keys: [...keys], extra }, signal);
			if (experiment !== void 0) return experiment;
			suffix = `-${newId().slice(0, SUFFIX_LENGTH)}`;
		}
		throw new Error(`the names ${name} and ${SUFFIXES} similar names are in use: delete old experiments`);
	}
	const firstAnswers = ({ baseline, candidate }) => (0, $$comparison2.H6)([...baseline?.first ?? [], ...candidate.first]);
	const SHORT_SHA = 7;
	function experimentName({ deployment, revisionId, commit, pullRequest }) {
		const version = (commit ?? revisionId)?.slice(0, SHORT_SHA);
		const base = pullRequest ? `${pullRequest.prefix}-pr-${pullRequest.number}` : deployment;
		return version === void 0 ? base : `${base}-${version}`;
	}
	function describeSide({ deployment }, workflowRunUrl) {
		const by = workflowRunUrl === void 0 ? "" : ` in ${workflowRunUrl}`;
		return `Answers of ${deployment}, which Agent Deploy judged${by}.`;
	}
	function metadataOf({ dataset, repeats, workflowRunUrl }, { name, details }) {
		return { side: name, deployment: details.deployment, revision_id: details.revisionId ?? null, commit: details.commit ?? null, pull_request: details.pullRequest?.number ?? null, workflow_run: workflowRunUrl ?? null, dataset_version: dataset.version, dataset_splits: dataset.splits.length === 0 ? null : [...dataset.splits], num_repetitions: repeats };
	}
	function* runsOf(publication, side, experiment) {
		const { gate } = publication;
		const examples = new Map(gate.dataset.examples.map((one) => [one.id, one]));
		const ids2 = new Map(gate.checks.map(({ name, exampleId }) => [name, exampleId]));
		for (const one of gate.cases) {
			const example = examples.get(ids2.get(one.name) ?? "");
			if (example === void 0) continue;
			for (const answer of one[side.name]?.first ?? []) {
				yield toRun(publication, { answer, example, experiment, details: side.details });
			}
		}
	}
	const INPUTS_MAX = 1e6;
	function toRun({ context }, { answer, example, experiment, details }) {
		const { newId, redactor, clock } = context;
		const safe = (value) => toSafeJson(value, (text) => redactor.redact(text));
		const id2 = newId();
		const startedAt = answer.run?.startedAt ?? clock.now();
		const isLarge = JSON.stringify(example.inputs).length > INPUTS_MAX;
		const inputs = isLarge ? { note: "The inputs are omitted because they are large. The example contains them." } : example.inputs;
		const { outputs, error } = resultOf(answer);
		const metadata = { deployment: details.deployment, revision_id: details.revisionId ?? null, thread_id: answer.run?.threadId ?? null, run_id: answer.run?.runId ?? null, example_version: example.modifiedAt ?? null, ...answer.kind === "answered" && answer.tokens !== void 0 && { usage_metadata: { total_tokens: answer.tokens } } };
		const startTime = timeOf(startedAt);
		return { run: { id: id2, trace_id: id2, dotted_order: `${startTime.slice(0, -1).replaceAll(/[-:.]/g, "")}000Z${id2}`, name: details.deployment, run_type: "chain", start_time: startTime, end_time: timeOf(answer.run?.endedAt ?? startedAt), session_id: experiment.id, session_name: experiment.name, reference_example_id: example.id, inputs: asObject(safe(inputs)), ...outputs !== void 0 && { outputs: asObject(safe(outputs)) }, ...error !== void 0 && { error: toSafeText(error, (text) => redactor.redact(text)) }, extra: { metadata } }, feedback: feedbackOf(answer, { runId: id2, startTime, experimentId: experiment.id }, context) };
	}
	function resultOf(answer) {
		if (answer.kind === "errored") return { error: answer.why };
		if (answer.run?.isFailed !== true) return { outputs: answer.output };
		return { error: typeof answer.output === "string" ? answer.output : JSON.stringify(answer.output) };
	}
	function feedbackOf(answer, { runId, startTime, experimentId }, { newId, redactor }) {
		if (answer.kind === "errored") return [];
		return [...(0, $$comparison2.xt)(answer)].map(([key, score]) => {
			const comment = answer.run?.comments.get(key);
			return { id: newId(), run_id: runId, trace_id: runId, session_id: experimentId, start_time: startTime, key, score: roundScore(score), ...comment !== void 0 && { comment: toSafeText(comment, (text) => redactor.redact(text)) }, feedback_source: { type: "api" } };
		});
	}
	const DECIMALS = 1e4;
	function roundScore(score) {
		const rounded = Math.round(score * DECIMALS) / DECIMALS;
		return Number.isFinite(rounded) ? rounded : score;
	}
	async function compare({ api, gate, context }, experiments) {
		const { newId, clock, signal } = context;
		await api.createComparison({ id: newId(), name: experiments.map(({ name }) => name).join(" vs. "), experiment_ids: experiments.map(({ id: id2 }) => id2), reference_dataset_id: gate.dataset.id, created_at: timeOf(clock.now()), extra: { metadata: { dataset_version: gate.dataset.version, workflow_run: gate.workflowRunUrl ?? null } } }, signal);
	}
	const timeOf = (at) => new Date(at).toISOString();
	const asObject = (value) => (0, $$safety0.OW)(value) ? value : { output: value };
	function toSafeText(text, redact) {
		return redact(text).toWellFormed().replaceAll("\0", "\uFFFD");
	}
	function toSafeJson(value, redact) {
		if (typeof value === "string") return toSafeText(value, redact);
		if (Array.isArray(value)) return value.map((one) => toSafeJson(one, redact));
		if (!(0, $$safety0.OW)(value)) return value;
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [toSafeText(key, redact), toSafeJson(one, redact)]));
	}
}) };
export {
	id,
	ids,
	modules
};
