const id = 5802;
const ids = [5802];
const modules = { 49262: ((__module, __exports, __require) => {
	__require.d(__exports, { BJ: () => $$later0.BJ0, Gq: () => $$later0.Gq1, hD: () => $$later0.hD3, rZ: () => $$later0.rZj });
	var $$later0 = __require(72786);
}), 19230: ((__module, __exports, __require) => {
	__require.d(__exports, { HO: () => longestOwnFolder, xc: () => makeOwnFolder, yY: () => folderOwner, yy: () => temporaryFolder });
	var $$promises0 = __require(51455);
	var $$os1 = __require(48161);
	var $$path2 = __require(76760);
	const PREFIX = "agent-deploy-";
	const NAME = /^agent-deploy-[A-Za-z0-9]{6}$/;
	function temporaryFolder(env) {
		const temporary = env["RUNNER_TEMP"];
		if (!temporary) return (0, $$os1.tmpdir)();
		const fromWorkspace = $$path2.relative(env["GITHUB_WORKSPACE"] || "/", temporary);
		const inWorkspace = env["GITHUB_WORKSPACE"] !== void 0 && !fromWorkspace.startsWith("..");
		return inWorkspace ? (0, $$os1.tmpdir)() : temporary;
	}
	function makeOwnFolder(parent) {
		return (0, $$promises0.mkdtemp)($$path2.join(parent, PREFIX));
	}
	function longestOwnFolder(parent) {
		return $$path2.join(parent, `${PREFIX}xxxxxx`);
	}
	async function folderOwner(folder, env) {
		if ($$path2.resolve(folder) !== folder || !NAME.test($$path2.basename(folder))) return "foreign";
		const found = await (0, $$promises0.lstat)(folder).catch(() => void 0);
		if (found === void 0) return "gone";
		const isOurs = found.isDirectory() && (process.getuid === void 0 || found.uid === process.getuid());
		const parents = [env["RUNNER_TEMP"], (0, $$os1.tmpdir)()].flatMap((parent) => parent ? [(0, $$promises0.realpath)(parent).catch(() => void 0)] : []);
		const isThere = (await Promise.all(parents)).includes(await (0, $$promises0.realpath)($$path2.dirname(folder)));
		return isOurs && isThere ? "ours" : "foreign";
	}
}), 15802: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { sharedPreview: () => sharedPreview });
	var dialect = __require(26625);
	var statuses = __require(83889);
	var deploy = __require(43805);
	var github_client = __require(73564);
	;
	const PER_PAGE = 100;
	const MAX_PAGES = 20;
	const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;
	async function listLabelledPulls(connection, label, { clock, signal }) {
		const client = (0, github_client.createPatientClient)(connection, { clock, signal });
		try {
			const open = await listOpen(client, connection);
			if (open === void 0) return { kind: "too-many" };
			const wanted = label.toLowerCase();
			const labelled = [...open.values()].filter(({ labels }) => labels.some(({ name }) => name.toLowerCase() === wanted)).toSorted((a, b) => a.number - b.number);
			const branch = labelled[0]?.base.repo.default_branch;
			const base = branch === void 0 ? void 0 : { branch, commit: await headOf(client, branch) };
			return { kind: "read", pulls: labelled.map(toLabelledPull), base };
		} catch (error) {
			signal.throwIfAborted();
			return { kind: "unreadable", failure: client.failureOf(error) };
		}
	}
	async function listOpen(client, connection) {
		const open = /* @__PURE__ */ new Map();
		for (let page = 1; page <= MAX_PAGES; page += 1) {
			const { data } = await client.call((at) => client.octokit.rest.pulls.list({ ...at, state: "open", sort: "created", direction: "asc", per_page: PER_PAGE, page }));
			for (const pull of data) {
				(0, github_client.assertSamePullRequest)(connection, pull.number, pull);
				if (pull.state === "open") open.set(pull.number, pull);
			}
			if (data.length < PER_PAGE) return open;
		}
		return void 0;
	}
	function toLabelledPull({ number, title, head, base }) {
		const repo = head.repo;
		return { number, title, branch: head.ref, commit: requireSha(head.sha), into: base.ref, fork: repo === null || repo.full_name !== base.repo.full_name };
	}
	async function headOf(client, branch) {
		const { data } = await client.call((at) => client.octokit.rest.repos.getBranch({ ...at, branch }));
		(0, github_client.assertSame)("the branch", branch, data.name);
		return requireSha(data.commit.sha);
	}
	function requireSha(text) {
		if (SHA.test(text)) return text.toLowerCase();
		throw new Error("GitHub returned a head commit that is not a full SHA");
	}
	var pull_requests = __require(22959);
	var problem = __require(49262);
	var inputs_secrets = __require(54476);
	var outcome = __require(96043);
	var code_reader = __require(538);
	var pack = __require(99979);
	var inherit = __require(26851);
	var preview = __require(53073);
	var preview_name = __require(81746);
	var pull_request = __require(68333);
	var teardown = __require(57422);
	var log_lines = __require(28254);
	var action_text = __require(77844);
	var external_node_crypto_ = __require(77598);
	var patterns = __require(52652);
	var hidden_value = __require(30171);
	var ownership = __require(65711);
	;
	function describeShared({ repository: repository2, label }) {
		return `${repository2}, label ${JSON.stringify(label)}`;
	}
	const hashOf = (text) => (0, external_node_crypto_.createHash)("sha256").update(text).digest("hex");
	function contentOf(tree, sourcePath) {
		return hashOf(JSON.stringify([tree, sourcePath])).slice(0, 40);
	}
	function sharedMarkerText({ repository: repository2, label }, content) {
		return `${repository2} ${content} ${label.toLowerCase()}`;
	}
	function readSharedMarker({ secrets }) {
		const marker = secrets?.find(({ name }) => name === inputs_secrets.Cj);
		if (marker === void 0) return { kind: "none" };
		if (!marker.value || (0, hidden_value.s4)(marker.value)) return { kind: "hidden" };
		const [, repository2, content, label] = /^([^\s/]+\/[^\s/]+) ([0-9a-f]{40}) ([^\n]{1,200})$/.exec(marker.value) ?? [];
		if (repository2 === void 0 || content === void 0 || label === void 0) return { kind: "none" };
		return { kind: "of", of: { repository: repository2, label }, content };
	}
	function checkSharedOwnership(deployment, of, { force }) {
		const mark = readSharedMarker(deployment);
		switch (mark.kind) {
			case "none":
				return { ours: false, why: `lacks the variable ${inputs_secrets.Cj}, which every shared preview has` };
			case "hidden":
				if (force) return { ours: true };
				return { ours: false, why: `has the variable ${inputs_secrets.Cj}, but the service hides its value: set \`force: true\` if you are sure that it is the shared preview of ${describeShared(of)}` };
			case "of": {
				const same = (0, ownership.Qx)(mark.of.repository, of.repository) && mark.of.label.toLowerCase() === of.label.toLowerCase();
				return same ? { ours: true } : { ours: false, why: `is the shared preview of ${describeShared(mark.of)}` };
			}
		}
	}
	function sharedPreviewName(baseName, label, limit) {
		const plain = `${baseName.toLowerCase()}-shared-${label.toLowerCase()}`;
		const isUnambiguous = plain.split("-shared-").length === 2 && !/-x[0-9a-f]{8}$/.test(plain);
		if (plain.length <= limit && patterns.lD.test(plain) && isUnambiguous) return plain;
		const tail = `-x${hashOf(JSON.stringify([baseName.toLowerCase(), label.toLowerCase()])).slice(0, 8)}`;
		const stem = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+/, "");
		const start = /^[a-z]/.test(stem) ? stem : `p${stem}`;
		return `${start.slice(0, limit - tail.length).replace(/(?<!-)-+$/, "")}${tail}`;
	}
	var promises_ = __require(51455);
	var external_node_path_ = __require(76760);
	var repository = __require(96311);
	;
	const LIMIT_MS = 6e4;
	const CHECKOUT_MS = 3e5;
	const MEMORY_BYTES = 4 * 1024 * 1024 * 1024;
	const ATTRIBUTES = "* -text !eol -ident !filter !merge !diff !working-tree-encoding !conflict-marker-size\n";
	const SHA256_CONFIG = "[core]\n	repositoryFormatVersion = 1\n	bare = true\n[extensions]\n	objectFormat = sha256\n";
	const IDENTITY = { GIT_AUTHOR_NAME: "Agent Deploy", GIT_AUTHOR_EMAIL: "agent-deploy@localhost", GIT_AUTHOR_DATE: "946684800 +0000", GIT_COMMITTER_NAME: "Agent Deploy", GIT_COMMITTER_EMAIL: "agent-deploy@localhost", GIT_COMMITTER_DATE: "946684800 +0000" };
	class GitFailedError extends Error {
		name = "GitFailedError";
	}
	async function createMerger(git, checkout, scratch) {
		const { gitDir } = await git.facade(checkout);
		await (0, promises_.mkdir)(external_node_path_.join(gitDir, "info"), { recursive: true });
		await (0, promises_.writeFile)(external_node_path_.join(gitDir, "info", "attributes"), ATTRIBUTES);
		const env = { GIT_OBJECT_DIRECTORY: scratch, GIT_ALTERNATE_OBJECT_DIRECTORIES: external_node_path_.join(gitDir, "objects") };
		const call = { cwd: git.empty, gitDir, env, limitMs: LIMIT_MS, limits: { memoryBytes: MEMORY_BYTES } };
		const run = (args, more = {}) => git.run(args, { ...call, ...more, env: { ...env, ...more.env } });
		const treeOf = async (commit) => lineOf(await run(["rev-parse", "--verify", "-q", "--end-of-options", `${commit}^{tree}`]), "rev-parse");
		const isShallow = textOf(await run(["rev-parse", "--is-shallow-repository"]), "rev-parse").trim() !== "false";
		return { isShallow, treeOf, async findMissing(commits) {
			const end = await run(["cat-file", "--batch-check=%(objecttype)"], { input: commits.map((commit) => `${commit}^{commit}
`).join("") });
			const kinds = textOf(end, "cat-file").split("\n");
			return commits.filter((_, index) => kinds[index] !== "commit");
		}, async merge(onto, head) {
			const end = await run(["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", onto, head]);
			if (end.kind !== "ended" || end.code > 1) return { kind: "failed" };
			const [tree = "", ...files] = end.stdout.toString("utf8").split("\0").slice(0, -1);
			if (end.code === 1) return { kind: "conflict", files };
			const parents = ["-p", onto, "-p", head];
			const made = await run(["commit-tree", ...parents, "-m", "Merge", tree], { env: IDENTITY });
			return { kind: "merged", commit: lineOf(made, "commit-tree"), tree };
		}, async measure(tree) {
			const entries = textOf(await run(["ls-tree", "-r", "-l", "-z", "--full-tree", tree]), "ls-tree").split("\0").flatMap((entry) => /^\d+ blob [0-9a-f]+ +(\d+)\t/.exec(entry)?.[1] ?? []);
			return { files: entries.length, bytes: entries.reduce((sum, size) => sum + Number(size), 0) };
		}, async checkOut(tree, folder) {
			const ownDir = external_node_path_.join(folder, ".git");
			await (0, repository.ol)(ownDir, process.platform);
			if (tree.length === 64) await (0, promises_.writeFile)(external_node_path_.join(ownDir, "config"), SHA256_CONFIG);
			const index = { ...env, GIT_INDEX_FILE: external_node_path_.join(ownDir, "index") };
			textOf(await run(["read-tree", tree], { env: index }), "read-tree");
			const written = await git.run(["checkout-index", "--all", "--force", "--quiet"], { ...call, cwd: folder, workTree: folder, env: index, limitMs: CHECKOUT_MS });
			textOf(written, "checkout-index");
		} };
	}
	function textOf(end, command) {
		if (end.kind === "ended" && end.code === 0) return end.stdout.toString("utf8");
		throw new GitFailedError(`git ${command} ${end.kind === "ended" ? `exited with code ${end.code}` : "exceeded a limit"}`);
	}
	function lineOf(end, command) {
		const line = textOf(end, command).trim();
		if (/^[0-9a-f]{40,64}$/.test(line)) return line;
		throw new GitFailedError(`git ${command} did not print a SHA`);
	}
	var program = __require(39946);
	var sizes = __require(71895);
	var runner_folder = __require(19230);
	;
	const MAX_FILES = 20;
	const MAX_TREE_BYTES = 2e9;
	const MAX_TREE_FILES = 2e5;
	async function withMergedPulls({ label, base, pulls }, { env, signal }, work) {
		const workspace = await (0, promises_.realpath)(external_node_path_.resolve(env["GITHUB_WORKSPACE"] || "."));
		const checkout = await (0, repository.I8)(workspace, workspace);
		if (checkout === void 0) throw impossible("the workspace is not a git checkout");
		const own = await (0, runner_folder.xc)(await (0, promises_.realpath)((0, runner_folder.yy)(env)));
		try {
			const merged = await (0, program.z)(env, signal, async (git) => {
				const scratch = external_node_path_.join(own, "objects");
				await (0, promises_.mkdir)(scratch);
				const merger = await createMerger(git, checkout, scratch);
				return mergeAll(merger, { label, base, pulls, folder: external_node_path_.join(own, "tree"), signal });
			}).catch((error) => {
				if (!(error instanceof GitFailedError)) throw error;
				throw impossible(error.message, error);
			});
			if (merged === void 0) throw impossible("git is not installed");
			return await work(merged);
		} finally {
			await (0, promises_.rm)(own, { recursive: true, force: true, maxRetries: 3 });
		}
	}
	async function mergeAll(merger, { label, base, pulls, folder, signal }) {
		if (merger.isShallow) throw impossible("the checkout does not contain the whole history");
		const fits = ({ fork, into }) => !fork && into === base.branch;
		const heads = pulls.filter(fits).map(({ commit }) => commit);
		const missing = await merger.findMissing([base.commit, ...heads]);
		if (missing.length > 0) {
			throw impossible(`the checkout lacks ${(0, action_text.pq)(missing.length, "commit")} (${missing[0]})`);
		}
		let tip = base.commit;
		let tree;
		const results = [];
		for (const pull of pulls) {
			const { number, title, commit, fork, into } = pull;
			const end = (result, files2 = []) => void results.push({ number, title, commit, result, files: files2.slice(0, MAX_FILES), more: Math.max(0, files2.length - MAX_FILES) });
			if (fork) end("fork");
			else if (into !== base.branch) end("other-base");
			else {
				const merged = await merger.merge(tip, commit);
				signal.throwIfAborted();
				if (merged.kind === "merged") ({ commit: tip, tree } = merged);
				const result = { merged: "included", conflict: "conflict", failed: "unmergeable" };
				end(result[merged.kind], merged.kind === "conflict" ? merged.files : []);
			}
		}
		const shared = { label, base, tree, pulls: results };
		if (tree === void 0) return { shared, folder: void 0 };
		const { files, bytes } = await merger.measure(tree);
		if (files > MAX_TREE_FILES || bytes > MAX_TREE_BYTES) {
			throw new outcome.lZ("source-too-large", `The merged tree has ${(0, action_text.pq)(files, "file")} and ${(0, sizes.z3)(bytes)}, but a shared preview may have at most ${MAX_TREE_FILES} files and ${(0, sizes.z3)(MAX_TREE_BYTES)}. Remove the label from the pull request that adds the files.`);
		}
		await (0, promises_.mkdir)(folder);
		await merger.checkOut(tree, folder);
		return { shared, folder };
	}
	function impossible(why, cause) {
		return new outcome.lZ("merge-impossible", `The pull requests could not be merged, because ${why}, so nothing was sent. Check out the repository with \`fetch-depth: 0\` directly before this step, which fetches all branches. If a branch was pushed after the checkout, run the workflow again.`, { cause });
	}
	;
	const MAX_PULLS = 50;
	const RENAME = "set another deployment-name or shared-label";
	async function sharedPreview(context) {
		const { settings, event, record, env, signal } = context;
		const of = { repository: (0, pull_request._M)(event), label: settings.label };
		const { pulls, base } = await listPulls(context);
		const name = nameOf(settings, of);
		context.log.line(`The shared preview of ${describeShared(of)} is ${name}.`);
		record.name = name;
		if (base === void 0) return finishEmpty(context, of, name, { base, pulls: [] });
		return withMergedPulls({ label: settings.label, base, pulls }, { env, signal }, async ({ shared, folder }) => {
			record.shared = shared;
			await reportPulls(context, shared);
			if (folder === void 0 || shared.tree === void 0) return finishEmpty(context, of, name, shared);
			return deployMerged(context, { of, name, folder, tree: shared.tree });
		});
	}
	async function listPulls(context) {
		const { settings, clock, signal } = context;
		const what = `The pull requests with the label ${(0, problem.hD)(settings.label)}`;
		const github = await context.github();
		if (github === void 0) {
			throw new outcome.lZ("pull-request-unknown", `${what} have to be read from GitHub. ${pull_request.wH}`);
		}
		const listed = await listLabelledPulls(github, settings.label, { clock, signal });
		if (listed.kind === "unreadable") {
			throw new outcome.lZ("pull-request-unknown", (0, pull_requests.Ic)(`${what} could not be read`, listed.failure, pull_requests.GZ));
		}
		if (listed.kind === "too-many" || listed.pulls.length > MAX_PULLS) {
			const count = listed.kind === "read" ? `${listed.pulls.length} have the label, and a shared preview contains at most ${MAX_PULLS}` : `the repository has ${MAX_PAGES * 100} or more open pull requests, which is more than the action reads`;
			throw new outcome.lZ("pull-request-unknown", `${what} were not merged: ${count}. Close some of them.`);
		}
		return listed;
	}
	function nameOf({ baseName, endpoint }, of) {
		const limit = (0, preview_name.ds)({ source: "internal_source", hosted: (0, dialect.OZ)(endpoint.baseUrl) });
		const repository2 = of.repository.slice(of.repository.lastIndexOf("/") + 1);
		return sharedPreviewName(baseName ?? repository2, of.label, limit);
	}
	async function reportPulls({ log }, { pulls, base }) {
		await log.group("Pull requests", () => {
			log.line(`Merged in the order of their numbers onto ${base?.branch ?? ""} at ${base?.commit ?? ""}.`);
			for (const line of (0, log_lines.vK)(pulls)) log.line(line);
		});
		const conflicting = pulls.filter(({ result }) => result === "conflict" || result === "unmergeable");
		if (conflicting.length === 0) return;
		log.warn("shared preview", `${(0, action_text.pq)(conflicting.length, "pull request")} could not be merged and ${conflicting.length === 1 ? "is" : "are"} not in the shared preview: ${(0, log_lines.vK)(conflicting).join("; ")}.`);
	}
	async function finishEmpty(context, of, name, { base, pulls }) {
		const { settings, record, log } = context;
		record.shared = { label: of.label, base, tree: void 0, pulls };
		log.line(pulls.length === 0 ? `No open pull request has the label ${(0, problem.hD)(of.label)}.` : `None of the ${(0, action_text.pq)(pulls.length, "pull request")} with the label ${(0, problem.hD)(of.label)} can be in the shared preview.`);
		const end = await (0, teardown.removeOwnedPreviews)(context, { names: [name], forms: [], isHidden: (deployment) => readSharedMarker(deployment).kind === "hidden", whose: describeShared(of), check: (deployment) => checkSharedOwnership(deployment, of, settings), rename: RENAME });
		if (end.reason !== "already-gone") return end;
		return (0, outcome.bu)("torn-down", "already-gone", `No pull request can be in the shared preview of ${describeShared(of)}, and ${name} does not exist.`);
	}
	async function deployMerged(context, { of, name, folder, tree }) {
		const { settings, env, signal } = context;
		const there = await (0, teardown.findByNames)(context, [name]);
		const left = await (0, preview.untilFree)(context, there);
		if (left !== void 0) return left;
		const found = there.find(({ status }) => !(0, statuses.vx)(status));
		const base = await (0, preview.readBase)(context);
		const inherited = (0, inherit.P)(settings.desired, base, { exists: found !== void 0 });
		const desired = withMarker(inherited, of, contentOf(tree, settings.desired.sourcePath ?? "."), found);
		const writeGuard = sharedGuard(of, settings);
		if (found !== void 0) writeGuard.update(found);
		const deploySettings = { ...settings, desired, verification: (0, preview.compareWithBase)(context, base), paths: void 0, resolveCommit: false, verb: "deploy", target: { by: "name", name } };
		const merged = { ...env, GITHUB_WORKSPACE: folder };
		return (0, preview.withFreeName)(context, { name, rename: RENAME }, () => (0, deploy.deploy)({ ...context, settings: deploySettings, writeGuard, packSource: (0, pack.createPackSource)(merged), findNeededVariables: (0, code_reader.createFindNeededVariables)(merged, signal) }));
	}
	function withMarker(desired, of, content, found) {
		const marker = { name: inputs_secrets.Cj, value: sharedMarkerText(of, content) };
		const mark = found === void 0 ? void 0 : readSharedMarker(found);
		const marked = { ...desired, isLatestUpload: mark?.kind === "of" && mark.content === content };
		if (desired.secrets !== void 0) return { ...marked, secrets: [...desired.secrets, marker] };
		return { ...marked, secrets: mark?.kind === "hidden" ? void 0 : [marker], secretsStrategy: "merge" };
	}
	function sharedGuard(of, settings) {
		return { create: ({ secrets }) => {
			if (secrets?.some(({ name }) => name === inputs_secrets.Cj)) return;
			throw new outcome.lZ("deployment-gone", `The shared preview of ${describeShared(of)} disappeared while it was being updated. Run the workflow again.`);
		}, update: (found) => {
			const verdict = checkSharedOwnership(found, of, settings);
			if (verdict.ours) return;
			throw new outcome.lZ("not-a-preview", `${found.name} (${found.id}) ${verdict.why}, so it was not changed. To keep the deployment, ${RENAME}. If the shared preview may replace it, delete it.`);
		} };
	}
}) };
export {
	id,
	ids,
	modules
};
