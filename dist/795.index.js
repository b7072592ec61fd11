const id = 795;
const ids = [795];
const modules = { 3034: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { packForDeploy: () => packForDeploy, uploadSource: () => uploadSource });
	var $$url0 = __require(85410);
	var $$errors1 = __require(65292);
	var $$cancel2 = __require(85981);
	var $$outcome3 = __require(96043);
	var $$sizes4 = __require(71895);
	var $$current5 = __require(67418);
	var $$record6 = __require(758);
	var $$read7 = __require(98591);
	var $$rollout8 = __require(20578);
	const USUAL_CONFIG = "langgraph.json";
	const PROGRESS_MS = 5e3;
	async function packForDeploy({ packSource, log, record, signal }, desired, found) {
		const theirs = found === void 0 ? void 0 : (0, $$current5.le)(found, []).graphConfigPath;
		const configPath = desired.graphConfigPath ?? theirs ?? USUAL_CONFIG;
		const sourcePath = desired.sourcePath ?? ".";
		const source = await log.group("Packing the source", async () => {
			const note = (line) => log.line(line);
			const warn = (line) => log.warn("source", line);
			const packed = await packSource({ sourcePath, configPath, note, warn }, signal);
			log.line(`${(0, $$sizes4.SH)(packed.archive)}; ${(0, $$sizes4.z3)(packed.archive.contentBytes)} before compression.`);
			return packed;
		});
		record.source = { ...source.archive, path: void 0 };
		if (!source.includes(configPath)) {
			throw new $$outcome3.lZ("source-unusable", `graph-config-path: ${(0, $$sizes4.Gt)(configPath)} is not among the packed files of ${(0, $$sizes4.Gt)(sourcePath)}. The path is relative to source-path; the file must exist, and no ignore file may exclude it.`);
		}
		return { desired: { ...desired, graphConfigPath: configPath, archive: source.archive }, source };
	}
	async function uploadSource(context, deployment, desired) {
		const { source, controlPlane, settings, signal, record, log, clock } = context;
		if (source === void 0) throw new Error("the source to upload was not packed");
		(0, $$read7.dj)(context, deployment);
		await (0, $$rollout8.d$)(context, "uploading");
		const { bytes } = source.archive;
		const startedAt = clock.now();
		log.line(`Uploading ${(0, $$sizes4.z3)(bytes)}.`);
		for (let attempt = 1; ; attempt += 1) {
			const { upload_url, object_path } = await controlPlane.uploadUrl(deployment.id, signal);
			const url = (0, $$url0.HK)(upload_url, settings.endpoint);
			if (url === void 0) throw failed(context, "the service returned an upload address that is not an https URL");
			const body = { length: bytes, open: () => withProgress(context, source) };
			try {
				await controlPlane.uploadSource(url, body, signal);
			} catch (error) {
				if (!(error instanceof $$errors1.hD)) throw error;
				if (attempt > 1 || !mayBeExpired(error)) throw failed(context, error.message, error);
				log.line(`The storage rejected the upload address (${error.status}); requesting a new one.`);
				continue;
			}
			log.line(`Uploaded in ${(0, $$record6.a3)(clock.now() - startedAt)}.`);
			record.source = { ...source.archive, path: object_path };
			return { ...desired, tarballPath: object_path };
		}
	}
	function mayBeExpired({ kind, status }) {
		return kind === "http" && [400, 401, 403, 404, 410].includes(status ?? 0);
	}
	function failed({ record }, why, cause) {
		return new $$outcome3.lZ("upload-failed", `The source could not be uploaded: ${why} ${(0, $$cancel2.A)(record)}`.replace(/([^.\s])\s+(?=The |[\w-]+ was )/, "$1. "), { cause });
	}
	async function* withProgress({ clock, log }, source) {
		const startedAt = clock.now();
		const total = source.archive.bytes;
		let lastLoggedAt = startedAt;
		let sent = 0;
		for await (const chunk of source.open()) {
			yield chunk;
			sent += chunk.length;
			const now = clock.now();
			if (now - lastLoggedAt < PROGRESS_MS) continue;
			lastLoggedAt = now;
			const rate = (0, $$sizes4.z3)(Math.round(sent * 1e3 / (now - startedAt)));
			log.line(`${Math.floor(100 * sent / total)}% of ${(0, $$sizes4.z3)(total)}, ${rate}/s`);
		}
	}
}), 34689: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createResolveRef: () => createResolveRef, parseLsRemote: () => parseLsRemote });
	var promises_ = __require(51455);
	var external_node_path_ = __require(76760);
	var external_node_url_ = __require(73136);
	var git_repository = __require(96311);
	var program = __require(39946);
	var clients_dispatcher = __require(35230);
	var exchange = __require(36686);
	var network_environment = __require(65393);
	;
	const REDIRECT_STATUSES = /* @__PURE__ */ new Set([301, 302, 303, 307, 308]);
	const MAX_REDIRECTS = 5;
	const TIMEOUT_MS = 1e4;
	const MAX_BODY_BYTES = 64 * 1024;
	const DISCOVERY_PATH = "/info/refs";
	const DISCOVERY_QUERY = "?service=git-upload-pack";
	async function findRedirect(address, request) {
		const { origin } = new URL(address);
		let current = address.replace(/(?<!\/)\/+$/, "");
		for (let followed = 0; ; followed += 1) {
			const response = await request(new URL(`${current}${DISCOVERY_PATH}${DISCOVERY_QUERY}`));
			if (response === void 0 || !REDIRECT_STATUSES.has(response.status)) break;
			if (followed === MAX_REDIRECTS) {
				return { kind: "refused", reason: `redirects more than ${MAX_REDIRECTS} times` };
			}
			const target = URL.parse(response.location ?? "", `${current}${DISCOVERY_PATH}`);
			if (response.location === void 0 || target === null) {
				return { kind: "refused", reason: `responds with ${response.status} without a usable Location header` };
			}
			if (target.origin !== origin || target.username !== "" || target.password !== "") {
				return { kind: "refused", reason: `redirects to ${target.origin}, which is another origin` };
			}
			if (!target.pathname.endsWith(DISCOVERY_PATH) || target.search !== DISCOVERY_QUERY) {
				return { kind: "refused", reason: "redirects to a page that is not a Git repository" };
			}
			current = `${target.origin}${target.pathname.slice(0, -DISCOVERY_PATH.length)}`;
		}
		return current === address.replace(/(?<!\/)\/+$/, "") ? { kind: "none" } : { kind: "moved", address: current };
	}
	async function requestRedirect({ address, authorization: authorization2 }, env, signal) {
		const dispatcher = await (0, clients_dispatcher.openDispatcher)({ proxies: (0, network_environment.EM)(env), connectTimeoutMs: TIMEOUT_MS });
		try {
			return await findRedirect(address, async (url) => {
				const result = await (0, exchange.c)(dispatcher, { method: "GET", url, headers: { accept: "*/*", ...authorization2 !== void 0 && { authorization: authorization2 } }, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BODY_BYTES, signal });
				return result.kind === "answer" ? result.answer : void 0;
			});
		} finally {
			await dispatcher.destroy();
		}
	}
	;
	const LIMIT_MS = 15e3;
	const MEMORY_BYTES = 1024 * 1024 * 1024;
	const CONFIG_BYTES = 1024 * 1024;
	function createResolveRef(env, log) {
		return async (repoUrl, ref, signal) => {
			try {
				return await (0, program.z)(env, signal, (git) => lsRemote(git, repoUrl, ref, { env, log, signal }));
			} catch (error) {
				if (error === signal.reason || !(error instanceof Error)) throw error;
				return void 0;
			}
		};
	}
	async function lsRemote(git, repoUrl, ref, { env, log, signal }) {
		const full = ref.startsWith("refs/") ? ref : `refs/heads/${ref}`;
		const workspace = external_node_path_.resolve(env["GITHUB_WORKSPACE"] || ".");
		const remote = readRemote(repoUrl, workspace, env["GITHUB_SERVER_URL"]);
		if (remote === void 0) return void 0;
		const ask = async (address, more) => git.run(["-c", "http.lowSpeedTime=10", "ls-remote", "--quiet", "--", address, full, `${full}^{}`], { cwd: git.empty, gitDir: git.empty, limitMs: LIMIT_MS, limits: { memoryBytes: MEMORY_BYTES }, ...more });
		let end;
		if (remote.kind === "folder") {
			const repository = await (0, git_repository.h_)(remote.folder);
			if (repository === void 0) return void 0;
			end = await ask((await git.facade(repository)).gitDir, { transports: ["file"] });
		} else {
			const header = await authorization(git, remote.url, workspace, env);
			remote.url.username = "";
			remote.url.password = "";
			const options = { transports: ["https", "http"], env: header === void 0 ? {} : headerVariables(remote.url, header) };
			const address = remote.url.href;
			end = await ask(address, options);
			if (end.kind === "ended" && end.code !== 0) {
				const authorization2 = header?.slice(header.indexOf(":") + 1).trim();
				const redirect = await requestRedirect({ address, authorization: authorization2 }, env, signal);
				if (redirect.kind === "moved") end = await ask(redirect.address, options);
				if (redirect.kind === "refused") {
					log(`The commit of ${ref} could not be read: the server of ${address} ${redirect.reason}, and credentials are never sent to another server. Use the repository's current URL.`);
				}
			}
		}
		return end.kind === "ended" && end.code === 0 ? parseLsRemote(end.stdout.toString(), full) : void 0;
	}
	function readRemote(repoUrl, workspace, serverUrl) {
		const url = URL.parse(repoUrl);
		const drive = url !== null && /^[a-z]:$/.test(url.protocol);
		const scp = /^(?:[\w.-]+@)?([\w.-]{2,}):(?!\/\/)(.+)$/.exec(repoUrl);
		if (url !== null && !drive && scp === null) {
			switch (url.protocol) {
				case "http:":
				case "https:":
					return { kind: "server", url };
				case "file:":
					return { kind: "folder", folder: (0, external_node_url_.fileURLToPath)(url) };
				case "ssh:":
					return overHttps(url.hostname, url.pathname, serverUrl);
				default:
					return void 0;
			}
		}
		if (scp !== null && !drive) return overHttps(scp[1] ?? "", scp[2] ?? "", serverUrl);
		return { kind: "folder", folder: external_node_path_.resolve(workspace, repoUrl) };
	}
	function overHttps(host, name, serverUrl) {
		const server = URL.parse(serverUrl ?? "");
		if (server === null || server.hostname !== host.toLowerCase()) return void 0;
		return { kind: "server", url: new URL(`${server.origin}/${name.replace(/^\/+/, "")}`) };
	}
	async function authorization(git, url, workspace, env) {
		if (url.username !== "" || url.password !== "") {
			const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
			return `Authorization: Basic ${Buffer.from(credentials).toString("base64")}`;
		}
		const folder = await (0, promises_.realpath)(workspace);
		const checkout = await (0, git_repository.I8)(folder, folder);
		if (checkout === void 0) return void 0;
		for (const file of [configOf(checkout), ...await credentialFiles(git, checkout, env)]) {
			const [header] = await readConfig(git, file, ["--get-urlmatch", "http.extraheader", url.href]);
			if (header !== void 0 && /^authorization: (basic|bearer) [\x21-\x7e]+$/i.test(header)) return header;
		}
		return void 0;
	}
	function headerVariables({ origin }, header) {
		return { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`, GIT_CONFIG_VALUE_0: header };
	}
	const configOf = ({ commonDir }) => external_node_path_.join(commonDir, "config");
	async function credentialFiles(git, checkout, env) {
		const temporary = await (0, promises_.realpath)(env["RUNNER_TEMP"] || "").catch(() => void 0);
		if (temporary === void 0 || !env["RUNNER_TEMP"]) return [];
		const included = await readConfig(git, configOf(checkout), ["--get-regexp", "^include(if\\.gitdir:.*)?\\.path$"]);
		const files = await Promise.all(included.map((entry) => (0, promises_.realpath)(entry.slice(entry.indexOf("\n") + 1)).catch(() => "")));
		return [...new Set(files.filter((file) => file.startsWith(temporary + external_node_path_.sep)))];
	}
	async function readConfig(git, file, query) {
		if (await (0, git_repository.Lo)(file, CONFIG_BYTES) === void 0) return [];
		return (await git.readConfig(file, query))?.split("\0").slice(0, -1) ?? [];
	}
	function parseLsRemote(stdout, fullRef) {
		const rows = stdout.split(/\r?\n/).map((line) => line.split("	"));
		const find = (name) => rows.find(([, rowRef]) => rowRef === name)?.[0];
		const commit = find(`${fullRef}^{}`) ?? find(fullRef);
		return commit !== void 0 && /^[0-9a-f]{40,64}$/.test(commit) ? commit : void 0;
	}
}), 22959: ((__module, __exports, __require) => {
	__require.d(__exports, { D2: () => describeUnreadable, DQ: () => readPullRequest, GZ: () => PULL_REQUEST_PERMISSION, Oq: () => searchComparison, pr: () => searchPullRequest });
	var $$glob0 = __require(27820);
	var $$client1 = __require(73564);
	const PULL_REQUEST_PERMISSION = "pull-requests: read";
	const READ_LIMITS = { attemptTimeoutMs: 3e4, retryDelaysMs: [1e3, 4e3], maxRetryAfterMs: 6e4 };
	async function readPullRequest(connection, number, { clock, signal }) {
		const client = (0, $$client1.createGitHubClient)(connection, signal, READ_LIMITS, (ms, aborted) => clock.sleep(ms, aborted));
		try {
			const { data, headers } = await client.call((at) => client.octokit.rest.pulls.get({ ...at, pull_number: number }));
			(0, $$client1.assertSamePullRequest)(connection, number, data);
			const head = data.head.repo;
			const pull = { number: data.number, closed: data.state === "closed", labels: data.labels.map(({ name }) => name), branch: data.head.ref, commit: data.head.sha.toLowerCase(), fork: head === null || head.full_name !== data.base.repo.full_name, answeredAt: timeOf(headers.date) };
			return { kind: "read", pull };
		} catch (error) {
			return { kind: "unreadable", failure: client.failureOf(error) };
		}
	}
	function describeUnreadable(number, { status, description, permissions }) {
		const denied = status === 401 || status === 403 || status === 404;
		const lines = permissions.length > 0 ? permissions.join("` and `") : PULL_REQUEST_PERMISSION;
		const hint = denied ? ` Add \`${lines}\` under \`permissions:\` of the workflow's job.` : "";
		return `Pull request #${number} could not be read. ${description}.${hint}`;
	}
	function timeOf(date) {
		const time = Date.parse(date ?? "");
		return Number.isNaN(time) ? void 0 : time;
	}
	const PULL_LIMIT = 3e3;
	const COMPARE_LIMIT = 300;
	async function searchPullRequest({ octokit, owner, repo }, number, filter, signal) {
		const pages = octokit.paginate.iterator(octokit.rest.pulls.listFiles, { owner, repo, pull_number: number, per_page: 100, request: { signal } });
		let files = 0;
		for await (const { data } of pages) {
			const path2 = (0, $$glob0.o4)(filter, data);
			if (path2 !== void 0) return { kind: "touched", path: path2 };
			files += data.length;
		}
		return none(files, PULL_LIMIT);
	}
	async function searchComparison({ octokit, owner, repo }, { base, head }, filter, signal) {
		const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead: `${base}...${head}`, per_page: 1, page: 1, request: { signal } });
		const compared = data.base_commit;
		(0, $$client1.assertSame)("a comparison from", base, compared?.sha.slice(0, base.length));
		if (data.status !== "ahead" && data.status !== "identical") {
			return { kind: "unknown", why: `${short(head)} is not a descendant of ${short(base)}` };
		}
		const files = data.files ?? [];
		const path2 = (0, $$glob0.o4)(filter, files);
		if (path2 !== void 0) return { kind: "touched", path: path2 };
		if (data.files === void 0) return { kind: "unknown", why: "GitHub did not return the changed files" };
		return none(files.length, COMPARE_LIMIT);
	}
	function none(files, limit) {
		if (files < limit) return { kind: "untouched", files };
		return { kind: "unknown", why: `GitHub lists at most ${limit} changed files, so the list may be incomplete` };
	}
	const short = (commit) => commit.slice(0, 7);
}), 11311: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { checkConfig: () => checkConfig });
	var $$resolve0 = __require(84853);
	const checkConfig = (config, mode) => {
		if (mode === "hosted") return (0, $$resolve0.r)(config).problems;
		const resolved = (0, $$resolve0.v)(config, { secret: () => "x", opaque: () => void 0 });
		return resolved.kind === "refused" ? resolved.problems : [];
	};
}), 74349: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { EXPECT_SUCCESS: () => EXPECT_SUCCESS, ExpectInput: () => ExpectInput, SHARED: () => SHARED, THREAD_HINT: () => THREAD_HINT, THREAD_PROBLEM: () => THREAD_PROBLEM, TIME_LIMIT_MS: () => TIME_LIMIT_MS, UNSET: () => UNSET, hasGate: () => hasGate, parseCheckFile: () => parseCheckFile, parseChecks: () => parseChecks, parseExpect: () => parseExpect, parseJsonValue: () => parseJsonValue, parsePattern: () => parsePattern, parseYaml: () => inputs_yaml.hN, singleCheck: () => singleCheck, toChecksInput: () => toChecksInput, toDefaults: () => toDefaults, toExpectation: () => toExpectation, toInput: () => toInput });
	var schemas = __require(34410);
	var inputs_yaml = __require(31230);
	var problem = __require(49262);
	;
	const PROBLEMS_MAX = 20;
	function parseJsonLines(text) {
		const cases = [];
		const problems = [];
		for (const [index, content] of withoutMark(text).split(/\r?\n/).entries()) {
			if (content.trim() === "" || problems.length >= PROBLEMS_MAX) continue;
			const line = index + 1;
			const read = isJson(content) ? (0, inputs_yaml.hN)(content) : void 0;
			if (read === void 0) problems.push(at(line, NOT_JSON));
			else if (!read.ok) problems.push(at(line, NOT_READ));
			else if ((0, inputs_yaml.pi)(read.value.value)) cases.push({ line, fields: read.value.value });
			else problems.push(at(line, NOT_OBJECT));
		}
		return problems.length > 0 ? { ok: false, problems } : (0, problem.rZ)(toList(cases));
	}
	const NOT_JSON = { message: "the text is not JSON", hint: 'Write one JSON object on each line, such as `{"name": "greets", "message": "Say hello"}`.' };
	const NOT_READ = { message: "an object has the same key twice, or is nested too deep", hint: "Write each key once." };
	const NOT_OBJECT = { message: "the value is not a JSON object", hint: "Write the fields of the case in braces." };
	function isJson(text) {
		try {
			JSON.parse(text);
			return true;
		} catch {
			return false;
		}
	}
	const COLUMNS = { name: "text", message: "text", input: "data", command: "data", assistant: "text", "time-limit": "text", "thread-id": "text", "multitask-strategy": "text", config: "data", context: "data", metadata: "data", reference: "data", "expect.status": "text", "expect.interrupted": "data", "expect.state": "data", "expect.last-message": "text", "expect.number": "data", "expect.tool-calls": "data", "expect.tool-call-order": "text", "expect.max-tokens": "data" };
	const QUESTIONS = ["message", "input", "command"];
	const ROW_MAX = 1e7;
	async function parseCsv(text) {
		const rows = await readRows(withoutMark(text));
		if (!rows.ok) return rows;
		const [header, ...rest] = rows.value;
		if (header === void 0) return (0, problem.Gq)("the file is empty", `Write a header row. ${COLUMNS_HINT}`);
		const columns = header.cells.map((name) => name.trim());
		const wrong = findWrongColumns(columns).map((one) => at(header.line, one));
		if (wrong.length > 0) return { ok: false, problems: wrong };
		const cases = [];
		const problems = [];
		for (const { line, cells } of rest) {
			if (problems.length >= PROBLEMS_MAX) break;
			const fields = toFields(columns, cells);
			if (fields.ok) cases.push({ line, fields: fields.value });
			else problems.push(...fields.problems.map((one) => at(line, one)));
		}
		return problems.length > 0 ? { ok: false, problems } : (0, problem.rZ)(toList(cases));
	}
	const COLUMNS_HINT = `The columns are ${Object.keys(COLUMNS).join(", ")}.`;
	const CSV_ERRORS = { CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: { message: "the row has more or fewer cells than the header", hint: "Write as many cells as the header has, and quote a cell that contains a separator." }, CSV_QUOTE_NOT_CLOSED: { message: "a quoted cell does not end", hint: 'Write `"` after the cell, and `""` for a quote within it.' } };
	const CSV_QUOTES = { message: "a quote is not at the beginning or end of a cell", hint: 'Quote the whole cell, and write `""` for a quote within it.' };
	async function readRows(text) {
		const { CsvError, parse } = await __require.e(203).then(__require.bind(__require, 40203));
		const delimiter = /[,;\t]/.exec(text.slice(0, Math.max(text.indexOf("\n"), 0)))?.[0] ?? ",";
		const rows = [];
		try {
			parse(text, { delimiter, skip_empty_lines: true, max_record_size: ROW_MAX, on_record: (cells, { lines }) => {
				const breaks = cells.join("").split("\n").length - 1;
				rows.push({ line: lines - breaks, cells });
				return null;
			} });
			return (0, problem.rZ)(rows);
		} catch (error) {
			if (!(error instanceof CsvError)) throw error;
			const line = typeof error["lines"] === "number" ? error["lines"] : 1;
			return { ok: false, problems: [at(line, CSV_ERRORS[error.code] ?? CSV_QUOTES)] };
		}
	}
	function findWrongColumns(columns) {
		const unknown = columns.filter((name) => !Object.hasOwn(COLUMNS, name));
		const twice = columns.find((name, index) => columns.indexOf(name) !== index);
		if (unknown.length > 0) {
			return unknown.slice(0, PROBLEMS_MAX).map((name) => ({ message: `no field has the name of the column ${(0, problem.hD)(name)}`, hint: COLUMNS_HINT }));
		}
		if (twice !== void 0) {
			return [{ message: `two columns have the name ${(0, problem.hD)(twice)}`, hint: "Remove one of them." }];
		}
		if (QUESTIONS.some((name) => columns.includes(name))) return [];
		return [{ message: "the columns message, input and command are all missing", hint: `Add one. ${COLUMNS_HINT}` }];
	}
	function toFields(columns, cells) {
		const fields = {};
		const expected2 = {};
		for (const [index, column] of columns.entries()) {
			const cell = cells[index] ?? "";
			if (cell.trim() === "") continue;
			const read = COLUMNS[column] === "text" ? (0, problem.rZ)(cell) : parseCell(column, cell);
			if (!read.ok) return read;
			const [, part] = /^expect\.(.*)$/.exec(column) ?? [];
			if (part === void 0) fields[column] = read.value;
			else expected2[part] = read.value;
		}
		return (0, problem.rZ)(Object.keys(expected2).length === 0 ? fields : { ...fields, expect: expected2 });
	}
	function parseCell(column, cell) {
		const read = (0, inputs_yaml.hN)(cell);
		return read.ok ? (0, problem.rZ)(read.value.value) : (0, problem.Gq)(`${column}: the cell is neither YAML nor JSON`, "Check quotes and braces.");
	}
	function toList(cases) {
		return { value: cases.map(({ fields }) => fields), lineOf: ([index]) => typeof index === "number" ? cases[index]?.line ?? 1 : 1 };
	}
	const at = (line, { message, hint }) => ({ message: `line ${line}: ${message}`, hint });
	const withoutMark = (text) => text.replace(/^\uFEFF/, "");
	var registry = __require(19686);
	var parsers = __require(58361);
	;
	const TIME_LIMIT_MS = 12e4;
	const MAX_CASES = 100;
	const MAX_CASES_GATED = 1e4;
	const TOOL_CALLS_MAX = 100;
	const UNSET = { assistant: void 0, threadId: void 0, config: void 0, context: void 0, metadata: void 0, reference: void 0, location: void 0, exampleId: void 0, timeLimitMs: TIME_LIMIT_MS, strategy: "rollback" };
	const EXPECTS_NOTHING = { message: "nothing is expected", hint: "Write the expected value, or omit the field." };
	const expected = (schema) => (0, inputs_yaml.Eo)(schema, EXPECTS_NOTHING);
	const EXPECT_SUCCESS = { status: "success", interrupted: void 0, state: { given: false, value: void 0 }, lastMessage: void 0, number: void 0, toolCalls: void 0, maxTokens: void 0 };
	const NOT_NUMBER = "the value is not a number";
	const NumberInput = schemas.KCZ([schemas.aig(), schemas.rej({ value: schemas.aig(), tolerance: schemas.aig().optional() })], { error: NOT_NUMBER }).transform((given, context) => {
		const { value, tolerance = 0 } = typeof given === "number" ? { value: given } : given;
		if (tolerance < 0) (0, inputs_yaml.TR)(context, "the tolerance is negative", "Write 0 or more.", ["tolerance"]);
		return { value, tolerance };
	});
	const NOT_CALL = "the value is neither the name of a tool nor a mapping with its `name` and `args`";
	const ToolCallInput = schemas.KCZ([schemas.YjP().min(1), schemas.rej({ name: schemas.YjP().min(1), args: inputs_yaml.jY })], { error: NOT_CALL }).transform((given) => typeof given === "string" ? { name: given, args: void 0 } : { name: given.name, args: given.args });
	const ORDERS = ["in-order", "any-order"];
	const ExpectInput = schemas.L5J().superRefine((value, context) => {
		if (expectsNothing(value)) (0, inputs_yaml.TR)(context, EXPECTS_NOTHING.message, EXPECTS_NOTHING.hint);
	}).pipe(schemas.rej({ status: expected((0, inputs_yaml.Ku)((text) => (0, parsers.kB)(text, ["success", "error"]))), interrupted: expected(schemas.zMY().optional()), state: inputs_yaml.IL.superRefine((value, context) => {
		if (value !== null && expectsNothing(value)) {
			(0, inputs_yaml.TR)(context, EXPECTS_NOTHING.message, EXPECTS_NOTHING.hint);
		}
	}), "last-message": expected((0, inputs_yaml.Ku)(parsePattern)), number: expected(NumberInput.optional()), "tool-calls": expected(schemas.YOg(ToolCallInput).max(TOOL_CALLS_MAX).optional()), "tool-call-order": expected((0, inputs_yaml.Ku)((text) => (0, parsers.kB)(text, ORDERS))), "max-tokens": expected(schemas.Whr({ error: NOT_NUMBER }).positive().optional()) })).transform((given, context) => {
		const { status = "success", interrupted, state } = given;
		if (status === "error" && interrupted === true) {
			const message = "a run that ends with `error` cannot be interrupted too";
			(0, inputs_yaml.TR)(context, message, "Remove either status or interrupted.", ["interrupted"]);
		}
		const calls = given["tool-calls"];
		if (calls === void 0 && given["tool-call-order"] !== void 0) {
			const message = "tool-call-order is set without tool-calls";
			(0, inputs_yaml.TR)(context, message, "Write the calls, or omit the order.", ["tool-call-order"]);
		}
		return { status, interrupted, state: { given: state !== void 0, value: state }, lastMessage: given["last-message"], number: given.number, toolCalls: calls && { calls, inOrder: given["tool-call-order"] !== "any-order" }, maxTokens: given["max-tokens"] };
	});
	const SHARED = { assistant: (0, inputs_yaml.Ku)(parsers.$q), "time-limit": (0, inputs_yaml.Ku)(parsers.Er), "thread-id": (0, inputs_yaml.Ku)(parsers.Xw), "multitask-strategy": (0, inputs_yaml.Ku)((text) => (0, parsers.kB)(text, registry.YL)), config: inputs_yaml.jY, context: inputs_yaml.IL, metadata: inputs_yaml.jY };
	const CheckInput = schemas.rej({ name: (0, inputs_yaml.Ku)(parsers.$q), message: (0, inputs_yaml.Ku)(parseMessage), input: inputs_yaml.IL, command: inputs_yaml.jY, expect: schemas.lqM(ExpectInput), reference: inputs_yaml.IL, ...SHARED }).transform((given, context) => {
		const { name, message, command, expect = EXPECT_SUCCESS } = given;
		const input = message === void 0 ? given.input ?? void 0 : toInput(message);
		const count = [message, given.input ?? void 0, command].filter((one) => one !== void 0).length;
		if (count !== 1) {
			const problem2 = count === 0 ? "input is missing" : "message, input and command are mutually exclusive";
			const hint = "Set `message` to the text of a user, `input: {\u2026}` to the input of the graph, or `command: {\u2026}` to resume an interrupted run.";
			(0, inputs_yaml.TR)(context, problem2, hint);
		}
		const reference = given.reference ?? void 0;
		return { name, input, command, expect, reference, shared: toDefaults(given) };
	});
	function parseMessage(text) {
		return text.trim() === "" ? (0, problem.Gq)("the message is empty", "Write the text of the user, or omit the field.") : (0, problem.rZ)(text);
	}
	const toInput = (message) => ({ messages: [{ role: "user", content: message }] });
	const listOf = (max) => schemas.YOg(CheckInput).superRefine((list, context) => {
		if (list.length === 0) (0, inputs_yaml.TR)(context, "the list of cases is empty", "Write at least one case.");
		if (list.length > max) {
			(0, inputs_yaml.TR)(context, `the list has ${list.length} cases`, `Write at most ${max} cases.`);
		}
		const names = /* @__PURE__ */ new Set();
		for (const [index, { name = numbered(index) }] of list.entries()) {
			if (names.has(name)) {
				const hint = "Give each case a unique name.";
				(0, inputs_yaml.TR)(context, `two cases have the name ${(0, problem.hD)(name)}`, hint);
				break;
			}
			names.add(name);
		}
	});
	const SINGLE = "the case";
	const numbered = (index) => `case ${index + 1}`;
	const LISTS = { few: listOf(MAX_CASES), many: listOf(MAX_CASES_GATED) };
	const GATE_FIELDS = Object.fromEntries(registry.k4.map((name) => [name, schemas.L5J().optional()]));
	const WithPath = schemas.rej({ cases: schemas.YjP(), ...SHARED, ...GATE_FIELDS });
	function parseChecks(text, context = {}) {
		const read = (0, inputs_yaml.hN)(text);
		return read.ok ? toChecksInput(read.value, context) : read;
	}
	function toChecksInput(yaml, context) {
		const { value } = yaml;
		if (typeof value === "string") return toFileInput(value, context);
		const misplaced = findGateFields(yaml, context);
		if (misplaced.length > 0) return { ok: false, problems: misplaced };
		if ((0, inputs_yaml.pi)(value) && typeof value["cases"] === "string") {
			const read = (0, inputs_yaml.uW)(yaml, WithPath);
			if (!read.ok) return read;
			const defaults = { ...context.defaults, ...toDefaults(read.value) };
			return toFileInput(read.value.cases, { ...context, defaults });
		}
		const cases = readCases(yaml, context);
		return cases.ok ? (0, problem.rZ)({ kind: "given", cases: cases.value }) : cases;
	}
	function findGateFields(yaml, { holdsGate = false }) {
		if (holdsGate && (0, inputs_yaml.pi)(yaml.value) && "cases" in yaml.value) return [];
		return gateFieldsOf(yaml).map(({ name, line }) => holdsGate ? { message: `line ${line}: ${name}: the field belongs to the gate, which needs cases or dataset`, hint: "Write the case below `cases:`." } : { message: `line ${line}: ${name}: the value is not a field of the cases but an input of the action`, hint: `Write it in the input ${name}.` });
	}
	function hasGate({ value }) {
		return (0, inputs_yaml.pi)(value) && ("cases" in value || "dataset" in value) && registry.k4.some((name) => Object.hasOwn(value, name));
	}
	function gateFieldsOf(yaml) {
		const { value } = yaml;
		if (!(0, inputs_yaml.pi)(value)) return [];
		return registry.k4.filter((name) => Object.hasOwn(value, name) && (name !== "command" || "cases" in value)).map((name) => ({ name, line: yaml.lineOf([name]) }));
	}
	function toFileInput(text, context) {
		const path2 = (0, parsers.NP)(text.trim());
		if (!path2.ok) return path2;
		const file = path2.value;
		if (/\.(ya?ml|json|jsonl|csv)$/i.test(file)) {
			return (0, problem.rZ)({ kind: "file", path: file, read: (content) => parseCheckFile(content, file, context) });
		}
		return (0, problem.Gq)(`${(0, problem.hD)(text)} is neither a case nor a path that ends in .yml, .yaml, .json, .jsonl or .csv`, "Write a case, such as `input: {\u2026}`, or the path of a file in the checkout.");
	}
	async function parseCheckFile(text, file, context = {}) {
		const format = file.replace(/^.*\./, "").toLowerCase();
		const read = format === "jsonl" ? parseJsonLines(text) : format === "csv" ? await parseCsv(text) : (0, inputs_yaml.hN)(text);
		if (!read.ok) return read;
		const misplaced = gateFieldsOf(read.value).map(({ name, line }) => ({ message: `line ${line}: ${name}: a file of the checkout must not contain settings of the gate, because the change that the gate judges could also change them`, hint: "Move the setting to the workflow." }));
		if (misplaced.length > 0) return { ok: false, problems: misplaced };
		return readCases(read.value, { ...context, holdsGate: false }, file);
	}
	function parseExpect(text) {
		return (0, inputs_yaml.gM)(text, ExpectInput);
	}
	function parseJsonValue(text) {
		return (0, inputs_yaml.gM)(text, inputs_yaml.IL);
	}
	function parsePattern(text) {
		if (text.trim() === "") {
			return (0, problem.Gq)("the pattern is empty, so it matches any text", "Write the text to find, or omit the field.");
		}
		const [, between, flags = ""] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text) ?? [];
		const pattern = between === void 0 ? { source: text, flags: "" } : { source: between, flags };
		if (!/^[imsu]*$/.test(pattern.flags)) {
			return (0, problem.Gq)(`the flags ${(0, problem.hD)(pattern.flags)} contain another flag than i, m, s or u`, "Remove the other flags.");
		}
		try {
			const compiled = new RegExp(pattern.source, pattern.flags);
			if (isFoundAnywhere(compiled)) {
				return (0, problem.Gq)("the pattern matches any text", "Write the text to find, such as `.+` for a text that is not empty.");
			}
			return (0, problem.rZ)({ source: compiled.source, flags: compiled.flags });
		} catch (error) {
			const why = error instanceof Error ? /: ([^:]+)$/.exec(error.message)?.[1] : void 0;
			return (0, problem.Gq)(`the pattern is not a valid regular expression: ${why ?? "it cannot be parsed"}`, "Use JavaScript syntax, such as `refund|return` or `/refund/i`.");
		}
	}
	function isFoundAnywhere(pattern) {
		return !/\(\?<?[=!]/.test(pattern.source) && pattern.test("") && pattern.test("");
	}
	function readCases(yaml, context, file) {
		const { defaults = {}, gated = false } = context;
		const read = readList(yaml, context);
		if (!read.ok) return read;
		const { list, shared, pathOf, nameAt } = read.value;
		const checks = list.map(({ shared: own, ...one }, index2) => ({ ...UNSET, ...defaults, ...shared, ...own, ...one, name: one.name ?? nameAt(index2), location: file === void 0 ? void 0 : { file, line: yaml.lineOf(pathOf(index2)) } }));
		const index = gated ? checks.findIndex(({ threadId }) => threadId !== void 0) : -1;
		if (index === -1) return (0, problem.rZ)(checks);
		return (0, problem.Gq)(`line ${yaml.lineOf(pathOf(index))}: ${nameAt(index)}: ${THREAD_PROBLEM}`, THREAD_HINT);
	}
	const THREAD_PROBLEM = "thread-id and the gate are mutually exclusive, because two gates could then use one thread at the same time";
	const THREAD_HINT = "Remove thread-id; the action creates a thread for each response.";
	function readList(yaml, { gated = false, holdsGate = false }) {
		const { value } = yaml;
		const list = gated ? LISTS.many : LISTS.few;
		if ((0, inputs_yaml.pi)(value) && "cases" in value) {
			const schema = schemas.rej({ cases: list, ...SHARED, ...holdsGate ? GATE_FIELDS : {} });
			const read2 = (0, inputs_yaml.uW)(yaml, schema, { nameOf: (path2) => nameInList(path2, 1) });
			if (!read2.ok) return read2;
			const shared = toDefaults(read2.value);
			return (0, problem.rZ)({ list: read2.value.cases, shared, pathOf: (index) => ["cases", index], nameAt: numbered });
		}
		if (Array.isArray(value)) {
			const read2 = (0, inputs_yaml.uW)(yaml, list, { nameOf: (path2) => nameInList(path2, 0) });
			if (!read2.ok) return read2;
			return (0, problem.rZ)({ list: read2.value, shared: {}, pathOf: (index) => [index], nameAt: numbered });
		}
		const read = (0, inputs_yaml.uW)(yaml, CheckInput, { nameOf: (path2) => nameOf(SINGLE, path2) });
		if (!read.ok) return read;
		return (0, problem.rZ)({ list: [read.value], shared: {}, pathOf: () => [], nameAt: () => SINGLE });
	}
	function nameInList(path2, at2) {
		const index = path2[at2];
		return typeof index === "number" ? nameOf(numbered(index), path2.slice(at2 + 1)) : path2.join(".");
	}
	function nameOf(name, path2) {
		const field = path2.filter((part) => typeof part === "string").join(".");
		return field === "" ? name : `${name}: ${field}`;
	}
	function toDefaults(given) {
		const defaults = { assistant: given.assistant, timeLimitMs: given["time-limit"], threadId: given["thread-id"], strategy: given["multitask-strategy"], config: given.config, context: given.context ?? void 0, metadata: given.metadata };
		return Object.fromEntries(Object.entries(defaults).filter(([, part]) => part !== void 0));
	}
	function toExpectation(given) {
		const { expect = EXPECT_SUCCESS, lastMessage } = given;
		return { ...expect, lastMessage: lastMessage ?? expect.lastMessage };
	}
	function singleCheck(given) {
		return { ...UNSET, ...given, name: SINGLE, command: void 0 };
	}
	function expectsNothing(value) {
		return value === null || (0, inputs_yaml.pi)(value) && Object.keys(value).length === 0;
	}
}), 34298: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { findContradictions: () => findContradictions, loadProxyParser: () => loadProxyParser, parseCommand: () => parseCommand, parseDataset: () => parseDataset, parseGateMapping: () => parseGateMapping, parseJudging: () => parseJudging, parseScores: () => parseScores, readGate: () => readGate });
	var $$util0 = __require(57975);
	var $$zod10 = __require(34410);
	var $$zod11 = __require(46416);
	var $$limits1 = __require(55403);
	var $$comparison2 = __require(26642);
	var $$checks3 = __require(74349);
	var $$endpoint4 = __require(67864);
	var $$parsers5 = __require(58361);
	var $$problem6 = __require(49262);
	var $$config7 = __require(27156);
	var $$registry8 = __require(19686);
	var $$yaml9 = __require(31230);
	const MAX_CASES = 200;
	const CONCURRENCY = 4;
	const numberIn = (range, isValid, example) => (0, $$yaml9.Eo)($$zod10.L5J().transform((value, context) => {
		if (typeof value === "number" && Number.isFinite(value) && isValid(value)) return value;
		(0, $$yaml9.TR)(context, `the value is not ${range}`, `Write ${example}.`);
		return $$zod11.tm;
	}));
	const notNegative = (example) => numberIn("a number of 0 or more", (value) => value >= 0, example);
	const integer = (min, max, example) => numberIn(`an integer from ${min} to ${max}`, (value) => Number.isInteger(value) && value >= min && value <= max, example);
	const within = (min, max, example) => numberIn(`a number greater than ${min} and less than ${max}`, (value) => value > min && value < max, example);
	const greater = (min, example) => numberIn(`a number greater than ${min}`, (value) => value > min, example);
	function parseServiceName(text) {
		const name = text.trim();
		const isName = name !== "" && name.length <= $$limits1.co && !/[\x00-\x1f\x7f\u2028\u2029]/.test(name);
		return isName ? (0, $$problem6.rZ)(name) : (0, $$problem6.Gq)(`${(0, $$problem6.hD)(text)} is not a valid name`, `Write one line of at most ${$$limits1.co} characters.`);
	}
	const serviceName = (0, $$yaml9.Eo)((0, $$yaml9.Ku)(parseServiceName));
	function parseShareToken(text) {
		const token = (0, $$parsers5.Xw)(text);
		return token.ok ? token : (0, $$problem6.Gq)("the token is not a UUID", "Copy the last part of the public URL.");
	}
	const isScalar = (value) => typeof value === "string" || typeof value === "number";
	const DatasetInput = $$zod10.vkY((value) => !isScalar(value) ? value : (0, $$parsers5.Xw)(String(value)).ok ? { id: value } : { name: value }, $$zod10.rej({ name: serviceName, id: (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$parsers5.Xw)), "share-token": (0, $$yaml9.Eo)((0, $$yaml9.Ku)(parseShareToken)), version: serviceName, splits: (0, $$yaml9.Eo)($$zod10.YOg(serviceName).superRefine((list, context) => {
		if (list.length === 0) (0, $$yaml9.TR)(context, "the list of splits is empty", "Write a split, or omit the field.");
	})), message: serviceName })).transform((given, context) => {
		const { version, splits = [], message } = given;
		const ways = ["name", "id", "share-token"].flatMap((by) => {
			const value = given[by];
			return value === void 0 ? [] : [{ by, value }];
		});
		const [way, another] = ways;
		if (way === void 0) {
			(0, $$yaml9.TR)(context, "name, id and share-token are all missing", "Set exactly one of them.");
			return $$zod11.tm;
		}
		if (another !== void 0) {
			(0, $$yaml9.TR)(context, `${way.by} and ${another.by} are mutually exclusive`, "Set exactly one of them.");
		}
		const names = splits.filter((name) => name !== void 0);
		return { ...way, version, splits: [...new Set(names)], message };
	});
	const PATH_MAX = 200;
	const PathInput = (0, $$yaml9.Eo)($$zod10.L5J().transform((value, context) => {
		if (value === true) return { path: void 0 };
		if (typeof value === "string" && value.length <= PATH_MAX && /^[^\s.]+(\.[^\s.]+)*$/.test(value)) {
			return { path: value };
		}
		(0, $$yaml9.TR)(context, "the value is neither true nor a path", "Write true, or a path such as answer.total.");
		return $$zod11.tm;
	}));
	const floorValue = numberIn("a number", () => true, "a number such as 0.8");
	const FloorInput = $$zod10.vkY((value) => (0, $$yaml9.pi)(value) ? value : { "at-least": value }, $$zod10.rej({ "at-least": floorValue, mode: (0, $$yaml9.Eo)((0, $$yaml9.Ku)((text) => (0, $$parsers5.kB)(text, ["sure", "point"]))) })).transform((given, context) => {
		const { "at-least": atLeast, mode = "point" } = given;
		if (atLeast === void 0) (0, $$yaml9.TR)(context, "at-least is missing", "Write `at-least: 0.8`, for example.");
		return { atLeast: atLeast ?? 0, mode };
	});
	const ScoreInput = $$zod10.rej({ exact: PathInput, number: PathInput, tolerance: notNegative("a number such as 0.5"), floor: (0, $$yaml9.Eo)(FloorInput), margin: notNegative("a number such as 0.02"), gates: (0, $$yaml9.Eo)($$zod10.zMY()) }).transform((given, context) => {
		const { exact, number, tolerance, floor, margin, gates } = given;
		if (exact !== void 0 && number !== void 0) {
			(0, $$yaml9.TR)(context, "exact and number are mutually exclusive", "Write two scores.", ["number"]);
		}
		if (tolerance !== void 0 && number === void 0) {
			(0, $$yaml9.TR)(context, "tolerance is set without number", "Write number, or omit tolerance.", ["tolerance"]);
		}
		return { compare: number !== void 0 ? { kind: "number", path: number.path, tolerance: tolerance ?? 0 } : exact && { kind: "exact", path: exact.path }, judging: { ...floor && { floor }, ...margin !== void 0 && { margin }, ...gates !== void 0 && { gates } } };
	});
	const SCORES_MAX = 100;
	const ScoresInput = $$zod10.L5J().superRefine((value, context) => {
		if (!(0, $$yaml9.pi)(value)) return;
		const keys = Object.keys(value);
		for (const key of keys) {
			if (key !== "__proto__" && key !== "none" && (0, $$parsers5._$)(key).ok) continue;
			(0, $$yaml9.TR)(context, "the key of the score is not valid", "Use letters, digits, dots, _ and dashes.", [key]);
		}
		if (keys.length > SCORES_MAX) {
			(0, $$yaml9.TR)(context, `the mapping has ${keys.length} scores`, `Write at most ${SCORES_MAX} scores.`);
		}
	}).pipe($$zod10.g1P($$zod10.YjP(), ScoreInput)).transform((given, context) => {
		if (given[$$comparison2.yk]?.compare !== void 0) {
			(0, $$yaml9.TR)(context, `the score ${$$comparison2.yk} is reserved for the expectations of the cases`, "Give the comparison another key.", [$$comparison2.yk]);
		}
		return new Map(Object.entries(given));
	});
	const parseScript = (text) => text.trim() === "" ? (0, $$problem6.Gq)("the command is empty", "Write the lines of the program.") : (0, $$problem6.rZ)(text);
	const CommandInput = $$zod10.vkY((value) => (0, $$yaml9.pi)(value) ? value : { run: value }, $$zod10.rej({ run: (0, $$yaml9.Eo)((0, $$yaml9.Ku)(parseScript)), "time-limit": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$parsers5.Er)) })).transform((given, context) => {
		const { run: script, "time-limit": timeLimitMs = $$checks3.TIME_LIMIT_MS } = given;
		if (script === void 0) {
			const hint = "Write `run: node score.mjs`, for example. The command that resumes a run belongs into a case.";
			(0, $$yaml9.TR)(context, "run is missing", hint);
		}
		return { script: script ?? "", timeLimitMs };
	});
	const JudgingInput = $$zod10.rej({ alpha: within(0, 0.5, "a number such as 0.05"), margin: notNegative("a number such as 0.02"), confirm: integer(0, 20, "a number such as 4"), "confirm-large": integer(0, 20, "a number such as 5"), "large-above": integer(0, 1e4, "a number such as 100"), "min-pairs": integer(2, 1e3, "a number such as 10"), "case-margin": notNegative("a number such as 0.2"), "max-errored": numberIn("a share from 0 to 1", (value) => value >= 0 && value <= 1, "a share such as 0.1"), "max-latency-ratio": greater(1, "a number such as 1.1"), detect: greater(0, "a number such as 0.05"), power: within(0, 1, "a number such as 0.8"), level: within(0, 1, "a number such as 0.95") }).transform((given) => {
		const ratio = given["max-latency-ratio"];
		const settings = { alpha: given.alpha, margin: given.margin, confirm: given.confirm, confirmLarge: given["confirm-large"], largeAbove: given["large-above"], minPairs: given["min-pairs"], caseMargin: given["case-margin"], maxErroredShare: given["max-errored"], latency: ratio === void 0 ? void 0 : { gates: true, maxRatio: ratio }, detect: given.detect, power: given.power, level: given.level };
		return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== void 0));
	});
	const LINES = { "compare-with": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz["compare-with"].parse)), "max-cases": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz["max-cases"].parse)), seed: (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz.seed.parse)), concurrency: (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz.concurrency.parse)), repeats: (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz.repeats.parse)), "time-budget": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz["time-budget"].parse)), "token-budget": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz["token-budget"].parse)), "report-dir": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz["report-dir"].parse)), "tracing-url": (0, $$yaml9.Eo)((0, $$yaml9.Ku)($$registry8.Uz["tracing-url"].parse)) };
	const GateMapping = $$zod10.rej({ ...LINES, dataset: (0, $$yaml9.Eo)(DatasetInput), scores: (0, $$yaml9.Eo)(ScoresInput), command: (0, $$yaml9.Eo)(CommandInput), judging: (0, $$yaml9.Eo)(JudgingInput), "proxy-config": (0, $$yaml9.Eo)($$zod10.L5J()) });
	const loadConfigCheck = async () => (await Promise.all([__require.e(410), __require.e(523), __require.e(666), __require.e(739), __require.e(439), __require.e(5), __require.e(255), __require.e(177), __require.e(196), __require.e(23), __require.e(28), __require.e(795)]).then(__require.bind(__require, 11311))).checkConfig;
	const parseDataset = (text) => (0, $$yaml9.gM)(text, DatasetInput);
	const parseScores = (text) => (0, $$yaml9.gM)(text, ScoresInput);
	const parseJudging = (text) => (0, $$yaml9.gM)(text, JudgingInput);
	function parseCommand(text) {
		const read = (0, $$yaml9.hN)(text);
		const isSettings = read.ok && (0, $$yaml9.pi)(read.value.value) && Object.hasOwn(read.value.value, "run");
		return (0, $$yaml9.uW)(isSettings ? read.value : { value: text, lineOf: () => 1 }, CommandInput);
	}
	async function loadProxyParser() {
		const check = await loadConfigCheck();
		return (text) => (0, $$config7.YQ)(text, "runner", check);
	}
	const DatasetCases = $$zod10.rej({ cases: $$zod10.L5J().optional(), expect: $$zod10.lqM($$checks3.ExpectInput), ...$$checks3.SHARED, ...Object.fromEntries($$registry8.k4.map((name) => [name, $$zod10.L5J().optional()])) });
	async function parseGateMapping(yaml) {
		const mapping = (0, $$yaml9.pi)(yaml.value) ? yaml.value : {};
		const given = pick(mapping, $$registry8.k4);
		const read = (0, $$yaml9.uW)({ ...yaml, value: given }, GateMapping);
		const proxyConfig = await readProxyConfig(yaml, given);
		const query = read.ok ? read.value.dataset : void 0;
		const checks = Object.hasOwn(mapping, "dataset") ? parseDatasetCases(yaml, query) : (0, $$checks3.toChecksInput)(yaml, { gated: true, holdsGate: true });
		const problems = [read, proxyConfig, checks].flatMap((one) => one.ok ? [] : one.problems);
		if (!read.ok || !proxyConfig.ok || !checks.ok) return { ok: false, problems };
		const fields = { ...read.value, "proxy-config": proxyConfig.value };
		const crossed = findContradictions(fields).map(({ path: path2, message, hint }) => ({ message: `line ${yaml.lineOf(path2)}: ${path2.join(".")}: ${message}`, hint }));
		return crossed.length > 0 ? { ok: false, problems: crossed } : (0, $$problem6.rZ)({ checks: checks.value, fields });
	}
	function pick(mapping, names) {
		return Object.fromEntries(Object.entries(mapping).filter(([name]) => names.includes(name)));
	}
	async function readProxyConfig(yaml, given) {
		const value = given["proxy-config"];
		if (value === void 0 || value === null) return (0, $$problem6.rZ)(void 0);
		const part = { value, lineOf: (path2) => yaml.lineOf(["proxy-config", ...path2]) };
		return (0, $$config7.JB)(part, "runner", await loadConfigCheck(), { nameOf: (path2) => ["proxy-config", ...path2].join(".") });
	}
	function parseDatasetCases(yaml, query) {
		const read = (0, $$yaml9.uW)(yaml, DatasetCases);
		if (!read.ok) return read;
		const { cases, expect = $$checks3.EXPECT_SUCCESS, ...shared } = read.value;
		const defaults = (0, $$checks3.toDefaults)(shared);
		if (cases !== void 0) {
			return (0, $$problem6.Gq)(`line ${yaml.lineOf(["cases"])}: cases and dataset are mutually exclusive`, "Set one of them.");
		}
		if (defaults.threadId !== void 0) {
			return (0, $$problem6.Gq)(`line ${yaml.lineOf(["thread-id"])}: ${$$checks3.THREAD_PROBLEM}`, $$checks3.THREAD_HINT);
		}
		if (query === void 0) return { ok: false, problems: [] };
		return (0, $$problem6.rZ)({ kind: "dataset", query, defaults, expect });
	}
	function findContradictions(fields) {
		const problems = [];
		const { scores, command } = fields;
		if (fields["proxy-config"] !== void 0 && command === void 0) {
			problems.push({ path: ["proxy-config"], message: "the value has no effect without command", hint: "Set command to the program that scores the responses, or remove proxy-config." });
		}
		for (const [key, { compare }] of scores ?? []) {
			if (key === $$comparison2.yk || compare !== void 0 || command !== void 0) continue;
			problems.push({ path: ["scores", key], message: "nothing computes this score", hint: "Write exact or number in the score, or set command to a program that prints the score." });
		}
		if ($$registry8.Ti.some((name) => fields[name] !== void 0)) return problems;
		for (const name of $$registry8.FF) {
			if (fields[name] === void 0) continue;
			problems.push({ path: [name], message: "the value has no effect without the gate", hint: "Set compare-with, dataset or scores, or remove this value." });
		}
		return problems;
	}
	function checkCompareWith(given, { endpoint, target, report }) {
		let compareWith = given;
		if (given.kind === "url") {
			const parsed = (0, $$endpoint4.Mg)(given.url, endpoint.allowInsecureHost);
			if (parsed.ok) compareWith = { kind: "url", url: parsed.value };
			else for (const { message, hint } of parsed.problems) report("compare-with", message, hint);
		}
		const other = compareWith.kind === "url" ? { by: "url", url: compareWith.url } : compareWith.kind === "deployment" ? compareWith.target : void 0;
		if (other !== void 0 && (0, $$util0.isDeepStrictEqual)(other, target)) {
			const message = "the value is the deployment that is checked, so there would be nothing to compare";
			report("compare-with", message, "Write another deployment, or none.");
		}
		return compareWith;
	}
	function readGate(fields, context) {
		const { command, "proxy-config": proxyConfig } = fields;
		const { endpoint, env, report } = context;
		const compareWith = checkCompareWith(fields["compare-with"] ?? context.compareWith, context);
		if (proxyConfig !== void 0) {
			for (const { message, hint } of (0, $$config7.n)((0, $$config7.xU)(proxyConfig, env).missing)) {
				report("proxy-config", message, hint);
			}
		}
		const given = fields["tracing-url"];
		const tracingUrl = given === void 0 ? (0, $$endpoint4.hp)(endpoint, env) : (0, $$endpoint4.HO)(given, endpoint.allowInsecureHost);
		const variable = given === void 0 ? (0, $$endpoint4.zp)(endpoint, env) : void 0;
		if (!tracingUrl.ok) {
			for (const { message, hint } of tracingUrl.problems) report("tracing-url", message, hint);
			return void 0;
		}
		return { compareWith, dataset: fields.dataset, maxCases: fields["max-cases"] ?? MAX_CASES, seed: fields.seed, concurrency: fields.concurrency ?? CONCURRENCY, repeats: fields.repeats ?? 1, timeBudgetMs: fields["time-budget"], tokenBudget: fields["token-budget"], scores: fields.scores ?? /* @__PURE__ */ new Map(), command: command && { ...command, proxyConfig }, judging: fields.judging ?? {}, reportDir: fields["report-dir"], tracingUrl: tracingUrl.value, ...variable && { tracingVariable: variable.name } };
	}
}), 58361: ((__module, __exports, __require) => {
	__require.d(__exports, { $q: () => $$later0.$qQ, Er: () => $$later0.ErG, NP: () => $$later0.NPS, Xw: () => $$later0.Xw9, _$: () => $$later0._$v, kB: () => $$later0.kBB });
	var $$later0 = __require(72786);
}), 15986: ((__module, __exports, __require) => {
	__require.d(__exports, { parseResourceSpec: () => parseResourceSpec, parseSecretReferences: () => parseSecretReferences });
	var $$zod6 = __require(34410);
	var $$safety0 = __require(6760);
	var $$spec1 = __require(34366);
	var $$names2 = __require(53918);
	var $$source3 = __require(20690);
	var $$secrets4 = __require(54476);
	var $$yaml5 = __require(31230);
	const SpecInput = $$spec1.yd.strict();
	function parseResourceSpec(text) {
		return (0, $$yaml5.gM)(text, SpecInput, { check(value) {
			const read = SpecInput.safeParse(value);
			const lost = read.success && (0, $$safety0.Di)(value, read.data);
			const hint = "Correct this field.";
			return [...checkVariables(value), ...lost ? [{ path: lost, message: $$safety0.Hd, hint }] : []];
		} });
	}
	function parseSecretReferences(text, secrets) {
		const schema = $$zod6.YOg($$source3.Us).superRefine((references, context) => {
			const seen = new Set(secrets.map(({ name }) => name));
			for (const [index, { name }] of references.entries()) {
				const report = (message, hint) => (0, $$yaml5.TR)(context, `${name} ${message}`, hint, [index, "name"]);
				if (seen.has(name)) report("is set more than once", "Keep only one of them.");
				if ((0, $$names2.c)(name, { selfHosted: true })) {
					report("is reserved, because the platform sets it", "Remove it.");
				}
				if (name === $$secrets4.yf) report("is reserved, because it marks previews", "Remove it.");
				seen.add(name);
			}
		});
		return (0, $$yaml5.gM)(text, schema, { check: checkReferences });
	}
	function checkVariables(value) {
		const problems = [];
		for (const list of ["init_containers", "sidecars"]) {
			for (const [at, container] of items(value, list).entries()) {
				for (const [index, variable] of items(container, "env").entries()) {
					if (!(0, $$yaml5.pi)(variable) || !Object.hasOwn(variable, "value") || variable["valueFrom"]) continue;
					const missing = (0, $$secrets4.Bd)(variable["value"], "To set an empty value, omit `value`.");
					if (missing === void 0) continue;
					const path2 = [list, at, "env", index, "value"];
					problems.push({ path: path2, message: `${nameOf(variable)} ${missing.message}`, hint: missing.hint });
				}
			}
		}
		return problems;
	}
	function checkReferences(value) {
		const problems = [];
		for (const [index, reference] of (Array.isArray(value) ? value : []).entries()) {
			for (const field of ["name", "secret_name", "secret_key"]) {
				if (!(0, $$yaml5.pi)(reference) || !Object.hasOwn(reference, field)) continue;
				const missing = (0, $$secrets4.Bd)(reference[field], `Write a value in ${field}.`);
				if (missing === void 0) continue;
				const message = `the value for ${nameOf(reference)} ${missing.message}`;
				problems.push({ path: [index, field], message, hint: missing.hint });
			}
		}
		return problems;
	}
	function nameOf(holder) {
		const name = (0, $$yaml5.pi)(holder) ? holder["name"] : void 0;
		return typeof name === "string" && name !== "" ? name : "(unnamed)";
	}
	function items(holder, key) {
		const found = (0, $$yaml5.pi)(holder) ? holder[key] : void 0;
		return Array.isArray(found) ? found : [];
	}
}), 68736: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { readVerifyInputs: () => readVerifyInputs });
	var $$outcome0 = __require(96043);
	var $$registry1 = __require(19686);
	var $$reader2 = __require(40754);
	var $$read3 = __require(28385);
	var $$endpoint4 = __require(67864);
	const NOTHING_ELSE = { wait: true, waitTimeoutMs: 0, pollIntervalMs: 6e4, onCancel: "leave", force: false, rerun: false, logLines: 0, github: { token: void 0, deployment: false, environment: void 0, comment: false, commentKey: void 0, commentLogs: false } };
	async function readVerifyInputs(env) {
		const reader = (0, $$reader2.ic)(env, $$registry1.Uz);
		const display = (0, $$read3.xS)(reader);
		const warnings = await (0, $$read3.k2)(env, reader, $$registry1.OO);
		const access = (0, $$read3.zS)(reader, env);
		const agent = readAgent(reader, access?.endpoint.allowInsecureHost ?? false);
		const verification = await readVerification(reader, { env, endpoint: access?.endpoint, target: agent });
		const requestTimeoutMs = reader.read("request-timeout");
		const dryRun = reader.read("dry-run") ?? false;
		const policy = $$outcome0.zj;
		const shown = { display, policy, warnings };
		const complete = access && agent && verification && requestTimeoutMs !== void 0;
		if (reader.problems.length > 0 || !complete) return { ok: false, ...shown, problems: reader.problems };
		const settings = { ...NOTHING_ELSE, ...access, policy, requestTimeoutMs, dryRun, verb: "verify", agent, verification };
		return { ok: true, ...shown, settings };
	}
	function readAgent(reader, allowInsecureHost) {
		const url = reader.readWith("deployment-url", (text) => (0, $$endpoint4.Mg)(text, allowInsecureHost));
		if (reader.raw["deployment-url"] !== void 0) return url === void 0 ? void 0 : { by: "url", url };
		if (reader.raw["deployment-name"] === void 0 && reader.raw["deployment-id"] === void 0) {
			reader.addProblem("deployment-url", "deployment-url, deployment-name and deployment-id are all missing", "Set the output deployment-url of the deploy step, or the name of the deployment.");
			return void 0;
		}
		return (0, $$read3._E)(reader);
	}
	const OF_ONE = ["input", "expect", "last-message"];
	async function readVerification(reader, { env, endpoint, target }) {
		const gated = $$registry1.Ti.some((name) => reader.raw[name] !== void 0);
		const feedback = reader.read("feedback-key");
		const keepThreads = reader.read("keep-threads") ?? "never";
		const threadId = reader.read("thread-id");
		const defaults = { ...defined("assistant", reader.read("assistant")), ...defined("timeLimitMs", reader.read("time-limit")), ...defined("threadId", gated ? void 0 : threadId), ...defined("strategy", reader.read("multitask-strategy")) };
		const fields = $$registry1.k4.some((name) => reader.raw[name] !== void 0) ? await readGateFields(reader) : void 0;
		if (gated && reader.raw["thread-id"] !== void 0) {
			const { THREAD_PROBLEM, THREAD_HINT } = await (0, $$read3.y2)();
			reader.addProblem("thread-id", THREAD_PROBLEM, THREAD_HINT);
		}
		const checks = await readChecks(reader, defaults, { gated, dataset: fields?.dataset });
		if (checks === void 0 || fields !== void 0 && endpoint === void 0) return void 0;
		const how = { checks, feedbackKey: feedback?.key, keepThreads };
		if (fields === void 0 || endpoint === void 0) return { ...how, gate: void 0 };
		const { readGate } = await (0, $$read3.PJ)();
		const gate = readGate(fields, { endpoint, env, compareWith: { kind: "none" }, target, report: (name, message, hint) => {
			reader.addProblem(name, message, hint);
		} });
		return gate && { ...how, gate };
	}
	async function readChecks(reader, defaults, { gated, dataset }) {
		const parse = await (0, $$read3.y2)();
		const { raw } = reader;
		const exclude = (names, other, hint2) => {
			for (const name of names.filter((one) => raw[one] !== void 0)) {
				reader.addProblem(name, `${name} and ${other} are mutually exclusive`, hint2(name));
			}
		};
		const cases = reader.readWith("cases", (text) => parse.parseChecks(text, { defaults, gated }));
		if (raw.dataset !== void 0) exclude(["cases", "input"], "dataset", () => "Set only one of them.");
		else if (raw.cases !== void 0) {
			exclude(OF_ONE, "cases", (name) => `Write ${name} in the case that it belongs to.`);
			return cases;
		}
		const expect = reader.readWith("expect", parse.parseExpect);
		const lastMessage = reader.readWith("last-message", parse.parsePattern);
		if (lastMessage !== void 0 && expect?.lastMessage !== void 0) {
			reader.addProblem("last-message", "last-message is also set in expect", "Keep only one of them.");
		}
		const expected = parse.toExpectation({ expect, lastMessage });
		if (raw.dataset !== void 0) {
			return dataset && { kind: "dataset", query: dataset, defaults, expect: expected };
		}
		const hint = "Write the input of the graph, such as `messages: [{role: user, content: hi}]`.";
		if (raw.input === void 0) {
			reader.addProblem("input", "input and cases are both missing", hint);
			return void 0;
		}
		const input = reader.readWith("input", parse.parseJsonValue);
		if (input === null) reader.addProblem("input", "it holds nothing", hint);
		return { kind: "given", cases: [parse.singleCheck({ ...defaults, input, expect: expected })] };
	}
	async function readGateFields(reader) {
		const parse = await (0, $$read3.PJ)();
		const earlier = reader.problems.length;
		const parseProxy = reader.raw["proxy-config"] === void 0 ? void 0 : await parse.loadProxyParser();
		const fields = { dataset: reader.readWith("dataset", parse.parseDataset), "compare-with": reader.read("compare-with"), "max-cases": reader.read("max-cases"), seed: reader.read("seed"), concurrency: reader.read("concurrency"), repeats: reader.read("repeats"), "time-budget": reader.read("time-budget"), "token-budget": reader.read("token-budget"), scores: reader.readWith("scores", parse.parseScores), command: reader.readWith("command", parse.parseCommand), "proxy-config": parseProxy && reader.readWith("proxy-config", parseProxy), judging: reader.readWith("judging", parse.parseJudging), "report-dir": reader.read("report-dir"), "tracing-url": reader.read("tracing-url") };
		if (reader.problems.length > earlier) return fields;
		for (const { path: path2, message, hint } of parse.findContradictions(fields)) {
			const [name = "", ...rest] = path2;
			reader.addProblem(String(name), `${rest.map((part) => `${part}: `).join("")}${message}`, hint);
		}
		return fields;
	}
	function defined(key, value) {
		const one = {};
		if (value !== void 0) one[key] = value;
		return one;
	}
}), 538: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createCodeReader: () => createCodeReader, createFindNeededVariables: () => createFindNeededVariables });
	var promises_ = __require(51455);
	var external_node_path_ = __require(76760);
	var json_safety = __require(6760);
	;
	const folderOf = (path2) => path2.includes("/") ? path2.slice(0, path2.lastIndexOf("/")) : "";
	const baseOf = (path2) => path2.slice(path2.lastIndexOf("/") + 1);
	function resolveFrom(folder, written) {
		if (/^(?:[/\\]|[A-Za-z]:)/.test(written)) return void 0;
		const parts = folder === "" ? [] : folder.split("/");
		for (const part of written.split("/")) {
			if (part === "..") {
				if (parts.pop() === void 0) return void 0;
			} else if (part !== "." && part !== "") parts.push(part);
		}
		return parts.join("/");
	}
	const isWithin = (folder, path2) => folder === "" || path2 === folder || path2.startsWith(`${folder}/`);
	var external_node_util_ = __require(57975);
	var patterns = __require(52652);
	var reserved_names = __require(53918);
	;
	const NAME = String.raw`[A-Za-z_][A-Za-z0-9_]{0,127}`;
	const PY_OPTIONAL = /^\s*(?:or\b|==|!=|is\b|in\b|if\b|\)\s*(?::|or\b|and\b))/;
	const JS_OPTIONAL = /^\s*(?:\?\?|\|\||&&|===?|!==?|\?(?!\.)|\?\.)/;
	const CONDITION = /(?:\b(?:if|elif|while|not|bool)\b\s*\(?\s*|!{1,2}|\bBoolean\()$/;
	const ASSIGNED = /^\s*(?:=(?!=)|\?\?=|\|\|=)/;
	const PY_SUBSCRIPT = new RegExp(String.raw`\benviron\s{0,4}\[\s{0,4}(["'])(${NAME})\1\s{0,4}\]`, "g");
	const PY_GET = new RegExp(String.raw`\b(os\s{0,4}\.\s{0,4}getenv|getenv|environ\s{0,4}\.\s{0,4}get)\s{0,4}\(\s{0,40}(["'])(${NAME})\2\s{0,40}([,)])`, "g");
	const JS_MEMBER = new RegExp(String.raw`\bprocess\s{0,4}\.\s{0,4}env\s{0,4}(?:\??\.\s{0,4}(${NAME})|(?:\?\.)?\[\s{0,4}(["'\x60])(${NAME})\2\s{0,4}\])`, "g");
	const JS_TAKEN_APART = /\{([^{}]{0,4000})\}\s{0,4}=\s{0,4}process\s{0,4}\.\s{0,4}env\b(?!\s{0,4}[.[?])/g;
	const JS_SCHEMA = new RegExp(String.raw`^[ \t]*(["']?)(${NAME})\1[ \t]*:[ \t]*z\b([^\n]{0,400})`, "gm");
	const PY_SETTINGS = /^class[ \t]+\w{1,200}\([^)\n]{0,400}\bBaseSettings\b[^)\n]{0,400}\)[ \t]*:/gm;
	const PY_FIELD = new RegExp(String.raw`^[ \t]+(${NAME})[ \t]*:[ \t]*([^=\n#]{1,400})(=?)`);
	function findReads(text, language) {
		return language === "python" ? pythonReadings(withoutComments(text, "#")) : scriptReadings(withoutComments(text, "//"));
	}
	function withoutComments(text, mark) {
		return text.split("\n").map((line) => {
			const start = line.trimStart();
			return start.startsWith(mark) || mark === "//" && start.startsWith("*") ? "" : line;
		}).join("\n");
	}
	function pythonReadings(text) {
		const found = [];
		for (const match of text.matchAll(PY_SUBSCRIPT)) {
			if (!ASSIGNED.test(after(text, match))) found.push({ name: match[2] ?? "", isNeeded: true });
		}
		for (const match of text.matchAll(PY_GET)) {
			const isOptional = match[4] === "," || PY_OPTIONAL.test(after(text, match)) || isCondition(text, match);
			found.push({ name: match[3] ?? "", isNeeded: !isOptional });
		}
		for (const match of text.matchAll(PY_SETTINGS)) {
			found.push(...fieldsOfSettings(text.slice(match.index + match[0].length, match.index + 2e4)));
		}
		return found;
	}
	function fieldsOfSettings(body) {
		const end = /\n[^\s#]/.exec(body)?.index ?? body.length;
		const own = body.slice(0, end);
		const prefix = new RegExp(String.raw`\benv_prefix["']?\s{0,4}[:=]\s{0,4}["']([A-Za-z0-9_]{0,64})["']`).exec(own)?.[1] ?? "";
		const indent = /\n([ \t]+)\S/.exec(own)?.[1] ?? "";
		return own.split("\n").flatMap((line) => {
			const [, name = "", type = "", given = ""] = PY_FIELD.exec(line) ?? [];
			if (name === "" || name === "model_config" || /^[ \t]*/.exec(line)?.[0] !== indent) return [];
			const isNeeded = given === "" && !/\bNone\b|\bOptional\b/.test(type);
			return [{ name: (prefix + name).toUpperCase(), isNeeded }];
		});
	}
	function scriptReadings(text) {
		const found = [];
		for (const match of text.matchAll(JS_MEMBER)) {
			const rest = after(text, match);
			if (ASSIGNED.test(rest)) continue;
			found.push({ name: match[1] ?? match[3] ?? "", isNeeded: !JS_OPTIONAL.test(rest) && !isCondition(text, match) });
		}
		for (const [, names = ""] of text.matchAll(JS_TAKEN_APART)) {
			for (const part of names.split(",")) {
				const [, name = "", rest = ""] = new RegExp(String.raw`^\s*(${NAME})\b([\s\S]*)$`).exec(part) ?? [];
				if (name !== "") found.push({ name, isNeeded: !rest.includes("=") });
			}
		}
		if (/\bparse\(\s{0,4}process\.env\b|\b(?:runtimeEnv|runtimeEnvStrict)\s{0,4}:/.test(text)) {
			for (const [, , name = "", rest = ""] of text.matchAll(JS_SCHEMA)) {
				if (name === name.toUpperCase()) {
					found.push({ name, isNeeded: !/\.(?:optional|default|nullish|catch)\(/.test(rest) });
				}
			}
		}
		return found;
	}
	const after = (text, match) => text.slice(match.index + match[0].length, match.index + match[0].length + 40);
	const isCondition = (text, match) => CONDITION.test(text.slice(Math.max(0, match.index - 40), match.index).replace(/\b(?:os|process)\s*\.\s*$/, ""));
	function namesOfEnvFile(text) {
		return Object.entries((0, external_node_util_.parseEnv)(text)).map(([name, value]) => ({ name, isSet: value !== "" }));
	}
	const NOT_OURS = /^(?:NODE_ENV|NODE_OPTIONS|PATH|HOME|PWD|USER|SHELL|TZ|LANG|LC_.*|TMPDIR|TMP|TEMP|CI|PORT|HOSTNAME|TERM|APPDATA|USERPROFILE|PYTHON[A-Z]*|VIRTUAL_ENV|PYTEST_.*|npm_.*|VERCEL(?:_.*)?|NEXT_PUBLIC_.*|VITE_.*|RUNNER_.*|ACTIONS_.*|GITHUB_(?:ACTIONS|ACTOR|EVENT_.*|REF.*|REPOSITORY.*|RUN_.*|SHA|WORKSPACE|OUTPUT|ENV|PATH|STEP_SUMMARY|HEAD_REF|BASE_REF|SERVER_URL|API_URL)|LANGSMITH_(?:TRACING|WORKSPACE_ID)|LANGCHAIN_TRACING|LANGCHAIN_REVISION_ID|LANGGRAPH_CLI_.*|AGENT_DEPLOY_PREVIEW)$/;
	const isOfTheAgent = (name) => patterns.M9.test(name) && name.length > 1 && !NOT_OURS.test(name) && !(0, reserved_names.c)(name, { selfHosted: false });
	const PLAIN = /(?:^|_)(?:MODEL|MODEL_NAME|LEVEL|NAME|REGION|LOCATION|HOST|ENV|ENVIRONMENT|DEBUG|TIMEOUT|TEMPERATURE|VERSION|MODE|LIMIT|SIZE|COUNT|ENABLED|LOCALE|LANGUAGE|TIMEZONE|INDEX|NAMESPACE|DEPLOYMENT|BUCKET|COLLECTION|DATASET|FORMAT|PROVIDER|BACKEND|FLAG|STAGE|PROMPT)$/i;
	const SECRET = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|PRIVATE|AUTH|COOKIE|DSN|WEBHOOK/i;
	const isSecretName = (name) => SECRET.test(name);
	const kindOf = (name) => PLAIN.test(name) && !SECRET.test(name) ? "variable" : "secret";
	const READ_BY_PACKAGES = [[/^(?:langchain_openai|openai|@langchain\/openai|@ai-sdk\/openai)$/, "OPENAI_API_KEY"], [/^(?:langchain_anthropic|anthropic|@langchain\/anthropic|@anthropic-ai\/sdk|@ai-sdk\/anthropic)$/, "ANTHROPIC_API_KEY"], [/^(?:langchain_google_genai|@langchain\/google-genai)$/, "GOOGLE_API_KEY"], [/^(?:langchain_mistralai|mistralai|@langchain\/mistralai)$/, "MISTRAL_API_KEY"], [/^(?:langchain_groq|groq|@langchain\/groq|groq-sdk)$/, "GROQ_API_KEY"], [/^(?:langchain_cohere|cohere|@langchain\/cohere)$/, "COHERE_API_KEY"], [/^(?:langchain_fireworks|fireworks)$/, "FIREWORKS_API_KEY"], [/^(?:langchain_together|together)$/, "TOGETHER_API_KEY"], [/^(?:langchain_deepseek|@langchain\/deepseek)$/, "DEEPSEEK_API_KEY"], [/^(?:langchain_xai|@langchain\/xai)$/, "XAI_API_KEY"], [/^(?:langchain_tavily|tavily|@langchain\/tavily|@tavily\/core)$/, "TAVILY_API_KEY"]];
	const MODEL_NAME = /["'](openai|anthropic|google_genai|google-genai|mistralai|groq|cohere|fireworks|together|deepseek|xai):[\w./-]{1,100}["']/g;
	const SLASHED_MODEL = /["'](openai|anthropic)\/(?:gpt|o\d|claude)[\w.-]{0,100}["']/g;
	const OF_PROVIDERS = { google_genai: "GOOGLE_API_KEY", "google-genai": "GOOGLE_API_KEY", mistralai: "MISTRAL_API_KEY" };
	function readByPackages(text, packages) {
		const imported = packages.flatMap((name) => READ_BY_PACKAGES.filter(([pattern]) => pattern.test(name)).map(([, variable]) => ({ name: variable, foundIn: name })));
		const slashed = /openrouter|gateway|litellm/i.test(text) ? [] : [...text.matchAll(SLASHED_MODEL)];
		const named = [...text.matchAll(MODEL_NAME), ...slashed].map(([, provider = ""]) => ({ name: OF_PROVIDERS[provider] ?? `${provider.toUpperCase()}_API_KEY`, foundIn: `a model of ${provider}` }));
		return [...imported, ...named];
	}
	;
	const SAMPLES = [".env.example", ".env.sample", ".env.template", ".env.dist", "env.example", "example.env"];
	const isSample = (path2) => SAMPLES.includes(baseOf(path2));
	async function findVariables(sources, { reader, configs }) {
		const found = /* @__PURE__ */ new Map();
		const note = (name, foundIn, isNeeded) => {
			if (!isOfTheAgent(name)) return;
			const before = found.get(name);
			if (before === void 0) found.set(name, { name, foundIn, isNeeded, kind: kindOf(name) });
			else if (isNeeded) found.set(name, { ...before, isNeeded });
		};
		for (const { path: path2, language, text, packages } of sources.modules) {
			const readings = findReads(text, language);
			for (const { name, isNeeded } of readings) note(name, path2, isNeeded);
			const readsKey = readings.some(({ name }) => isOfTheAgent(name) && kindOf(name) === "secret");
			if (!readsKey) for (const { name, foundIn } of readByPackages(text, packages)) note(name, foundIn, true);
		}
		for (const { name, foundIn } of readByPackages(sources.text, [])) note(name, foundIn, true);
		for (const name of sources.envNames) note(name, 'the key "env" of the configuration', true);
		const folders = /* @__PURE__ */ new Set([sources.folder, ...configs.length === 1 ? [""] : []]);
		for (const folder of folders) {
			for (const { path: path2, names } of await readEnvFiles(reader, folder, SAMPLES)) {
				for (const { name, isSet } of names) {
					if (!found.has(name)) note(name, path2, !isSet || isSecretName(name));
				}
			}
			const own = [".env", ...sources.envFile === void 0 ? [] : [sources.envFile]];
			for (const { path: path2, names } of await readEnvFiles(reader, folder, own)) {
				for (const { name, isSet } of names) note(name, path2, isSet);
			}
		}
		return [...found.values()].toSorted((a, b) => a.name < b.name ? -1 : 1);
	}
	async function readEnvFiles(reader, folder, names) {
		const found = [];
		for (const name of new Set(names)) {
			const path2 = resolveFrom(folder, name);
			const text = path2 === void 0 ? void 0 : await reader.read(path2);
			if (path2 !== void 0 && text !== void 0) found.push({ path: path2, names: namesOfEnvFile(text) });
		}
		return found;
	}
	;
	const MOST_MODULES = 2e3;
	const SCRIPT = /\.[cm]?[jt]sx?$/;
	const SCRIPT_ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
	const AS_SOURCE = { ".js": [".ts", ".tsx"], ".jsx": [".tsx"], ".mjs": [".mts"], ".cjs": [".cts"] };
	const JS_IMPORT = /(?:\bfrom|\bimport|\brequire\s{0,4}\(|\bimport\s{0,4}\()\s{0,4}(["'])([^"'\n]{1,300})\1/g;
	const PY_FROM = /^[ \t]*from[ \t]+(?=[\w.])(\.{0,10})([\w.]{0,300})[ \t]+import[ \t]+(\([^)]{0,4000}\)|[^\n]{1,1000})/gm;
	const PY_IMPORT = /^[ \t]*import[ \t]+([\w., \t]{1,1000})/gm;
	function languageOf(path2) {
		if (path2.endsWith(".py")) return "python";
		return SCRIPT.test(path2) && !path2.endsWith(".d.ts") ? "typescript" : void 0;
	}
	async function followImports(entries, given) {
		const roots = { ...given, modulesOf: /* @__PURE__ */ new Map() };
		const modules2 = [];
		const open = [...entries];
		const seen = new Set(open);
		for (let path2 = open.pop(); path2 !== void 0 && modules2.length < MOST_MODULES; path2 = open.pop()) {
			const language = languageOf(path2);
			const text = language === void 0 ? void 0 : await roots.read(path2);
			if (language === void 0 || text === void 0) continue;
			const { files, packages } = language === "python" ? pythonImports(path2, text, roots) : scriptImports(path2, text, roots);
			modules2.push({ path: path2, language, text, packages });
			for (const file of files) {
				if (!seen.has(file)) open.push(file);
				seen.add(file);
			}
		}
		return modules2;
	}
	function scriptImports(path2, text, roots) {
		const found = { files: [], packages: [] };
		const seen = /* @__PURE__ */ new Set();
		for (const [, , specifier = ""] of text.matchAll(JS_IMPORT)) {
			const candidates = specifier.startsWith(".") ? [resolveFrom(folderOf(path2), specifier)] : /^[@~]\//.test(specifier) ? ["src/", ""].map((source) => resolveFrom(roots.folder, source + specifier.slice(2))) : [];
			const file = candidates.flatMap((base) => base === void 0 ? [] : scriptFile(base, roots.files)).at(0);
			if (file !== void 0) found.files.push(file);
			else if (!specifier.startsWith(".") && !seen.has(packageName(specifier))) {
				seen.add(packageName(specifier));
				const own = workspaceModules(specifier, roots);
				if (own === void 0) found.packages.push(packageName(specifier));
				else found.files.push(...own);
			}
		}
		return found;
	}
	const packageName = (specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
	function workspaceModules(specifier, roots) {
		const { packages, folder, files, modulesOf } = roots;
		const name = packageName(specifier);
		const at = packages.get(name);
		if (at === void 0 || isWithin(at, folder)) return void 0;
		const known = modulesOf.get(name);
		if (known !== void 0) return known;
		const modules2 = [...files].filter((path2) => isWithin(at, path2) && isAgentCode(path2)).slice(0, MOST_MODULES);
		modulesOf.set(name, modules2);
		return modules2;
	}
	function scriptFile(base, files) {
		const [ending = ""] = /\.[cm]?jsx?$/.exec(base) ?? [];
		const stem = base.slice(0, base.length - ending.length);
		const candidates = [base, ...(AS_SOURCE[ending] ?? []).map((source) => stem + source), ...SCRIPT_ENDINGS.map((end) => base + end), ...SCRIPT_ENDINGS.map((end) => `${base}/index${end}`)];
		return candidates.filter((candidate) => files.has(candidate)).slice(0, 1);
	}
	function pythonImports(path2, text, roots) {
		const found = { files: [], packages: [] };
		const add = (bases, dotted, names) => {
			const files = bases.flatMap((base) => pythonFiles(base, dotted, names, roots.files));
			if (files.length > 0) found.files.push(...files);
			else if (dotted !== "") found.packages.push(dotted.split(".", 1)[0] ?? dotted);
		};
		for (const [, dots = "", dotted = "", list2 = ""] of text.matchAll(PY_FROM)) {
			const names = namesOf(list2);
			if (dots === "") add(roots.python, dotted, names);
			else {
				const base = resolveFrom(folderOf(path2), "../".repeat(dots.length - 1));
				if (base !== void 0) found.files.push(...pythonFiles(base, dotted, names, roots.files));
			}
		}
		for (const [, list2 = ""] of text.matchAll(PY_IMPORT)) {
			for (const dotted of namesOf(list2)) add(roots.python, dotted, []);
		}
		return found;
	}
	const namesOf = (list2) => list2.replaceAll(/[()]|#[^\n]{0,300}/g, " ").split(",").map((part) => part.trim().split(/\s/, 1)[0] ?? "").filter((name) => /^[\w.]{1,300}$/.test(name));
	function pythonFiles(base, dotted, names, files) {
		const below2 = (folder, name) => folder === "" ? name : `${folder}/${name}`;
		const found = [];
		let at = base;
		for (const part of dotted.split(".").filter((name) => name !== "")) {
			at = below2(at, part);
			if (files.has(below2(at, "__init__.py"))) found.push(below2(at, "__init__.py"));
			if (files.has(`${at}.py`)) found.push(`${at}.py`);
		}
		for (const name of names) {
			const module = below2(at, name);
			for (const file of [`${module}.py`, below2(module, "__init__.py")]) if (files.has(file)) found.push(file);
		}
		return found;
	}
	const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|fixtures|__mocks__|e2e|evals?|node_modules|dist|build|\.venv|venv)(?:\/|$)/;
	const TEST_FILE = /^(?:test_.*|.*_test|conftest)\.py$|\.(?:test|spec|stories|d)\.[cm]?[jt]sx?$/;
	const isAgentCode = (path2) => languageOf(path2) !== void 0 && !TEST_FOLDER.test(folderOf(path2)) && !TEST_FILE.test(baseOf(path2));
	;
	const MOST_PACKAGES = 300;
	const SPEC = /^(\.{0,2}\/?[^:\0]{1,300}\.(?:py|[cm]?[jt]sx?))(?::|$)/;
	async function readAgentCode(configPath, context) {
		const text = await context.reader.read(configPath) ?? "";
		const outline = parseOutline(text);
		if (typeof outline === "string") return outline;
		const folder = folderOf(configPath);
		const localFolders = outline.dependencies.flatMap((entry) => entry.startsWith(".") ? resolveFrom(folder, entry) ?? [] : []);
		const python = pythonRoots(folder, localFolders, outline.uvRoot, context.files);
		const locate = (written) => locateModule(folder, written, python, context.files);
		const located = outline.graphs.map(locate);
		const modules2 = await followImports([...located, ...outline.others.map(locate)].flatMap((path2) => path2 !== void 0 && context.files.has(path2) ? [path2] : []), { files: context.files, read: (path2) => context.reader.read(path2), python, folder, packages: context.packages });
		const variables = await findVariables({ folder, modules: modules2, text, ...outline }, context);
		return { outline, folder, localFolders, located, modules: modules2, variables };
	}
	const below = (folder, name) => folder === "" ? name : `${folder}/${name}`;
	function pythonRoots(folder, localFolders, uvRoot, files) {
		const workspace = uvRoot === void 0 ? void 0 : resolveFrom(folder, uvRoot);
		const projects = [...files].filter((path2) => workspace !== void 0 && baseOf(path2) === "pyproject.toml" && isWithin(workspace, path2)).slice(0, MOST_PACKAGES).map(folderOf);
		return [...new Set([...localFolders, folder, ...projects].flatMap((at) => [at, below(at, "src")]))];
	}
	function locateModule(folder, written, roots, files) {
		if (/[/]|\.[cm]?[jt]sx?$/.test(written)) return resolveFrom(folder, written);
		const module = written.replaceAll(".", "/");
		return roots.flatMap((root) => [`${module}.py`, `${module}/__init__.py`].map((path2) => below(root, path2))).find((path2) => files.has(path2));
	}
	function parseOutline(text) {
		const own = text.replace(/^\uFEFF/, "");
		let json;
		try {
			json = (0, json_safety.Ff)(own, 50) ? void 0 : JSON.parse(own);
		} catch {
			return "it is not valid JSON";
		}
		const graphs = (0, json_safety._F)(json, "graphs");
		if (typeof graphs !== "object" || graphs === null || Array.isArray(graphs)) return 'the key "graphs" is missing';
		const paths = Object.values(graphs).flatMap((value) => {
			const spec = typeof value === "string" ? value : (0, json_safety._F)(value, "path");
			return typeof spec === "string" ? [spec.replace(/:[^:/\\]*$/, "")] : [];
		});
		if (paths.length === 0) return 'the key "graphs" contains no graph';
		const env = (0, json_safety._F)(json, "env");
		const dependencies = (0, json_safety._F)(json, "dependencies");
		const source = (0, json_safety._F)(json, "source");
		const root = (0, json_safety._F)(source, "root");
		return { graphs: paths, others: Object.entries(typeof json === "object" && json !== null ? json : {}).filter(([key]) => key !== "graphs" && key !== "env").flatMap(([, value]) => textsOf(value)).flatMap((value) => SPEC.exec(value)?.[1] ?? []), dependencies: Array.isArray(dependencies) ? dependencies.filter((entry) => typeof entry === "string").slice(0, 100) : [], uvRoot: typeof root === "string" ? root : source === void 0 ? void 0 : ".", envFile: typeof env === "string" && env !== "" ? env : void 0, envNames: typeof env === "object" && env !== null && !Array.isArray(env) ? Object.keys(env) : [] };
	}
	const textsOf = (value) => {
		if (typeof value === "string") return [value];
		return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
	};
	async function findPackages(reader, files) {
		const found = /* @__PURE__ */ new Map();
		const manifests = [...files].filter((path2) => baseOf(path2) === "package.json" && folderOf(path2) !== "");
		for (const manifest of manifests.slice(0, MOST_PACKAGES)) {
			const name = (0, json_safety._F)(await readJson(reader, manifest), "name");
			if (typeof name === "string") found.set(name, folderOf(manifest));
		}
		return found;
	}
	async function readJson(reader, path2) {
		const text = await reader.read(path2) ?? "";
		try {
			return (0, json_safety.Ff)(text, 50) ? void 0 : JSON.parse(text);
		} catch {
			return void 0;
		}
	}
	;
	async function findNeededVariables(reader, configPath, { packsEnvFile }) {
		if (await reader.read(configPath) === void 0) return [];
		const files = new Set(await reader.files());
		const packages = await findPackages(reader, files);
		const code = await readAgentCode(configPath, { reader, files, packages, configs: [configPath] });
		if (typeof code === "string") return [];
		const set = await variablesOfEnv(reader, configPath, (file) => packsEnvFile || files.has(file));
		return code.variables.filter(({ name, foundIn, isNeeded }) => isNeeded && !set.has(name) && !isSample(foundIn) && !baseOf(foundIn).startsWith(".env"));
	}
	async function variablesOfEnv(reader, configPath, isDeployed) {
		const env = (0, json_safety._F)((0, json_safety.qF)(await reader.read(configPath) ?? ""), "env");
		if (typeof env === "object" && env !== null && !Array.isArray(env)) return new Set(Object.keys(env));
		const file = typeof env === "string" ? resolveFrom(folderOf(configPath), env) : void 0;
		const text = file !== void 0 && isDeployed(file) ? await reader.read(file) : void 0;
		const names = text === void 0 ? [] : namesOfEnvFile(text).filter(({ isSet }) => isSet);
		return new Set(names.map(({ name }) => name));
	}
	var plain_file = __require(85542);
	var exclusions = __require(86336);
	var git_files = __require(83922);
	;
	function createCodeReader(root, env, signal) {
		let files;
		return { files: () => files ??= list(root, env, signal), read: (file) => (0, plain_file.Sg)(external_node_path_.join(root, file), { maxBytes: plain_file.TL, within: root }).catch(() => void 0) };
	}
	async function list(root, env, signal) {
		const useless = (0, exclusions.dS)(/* @__PURE__ */ new Set());
		const found = await (0, git_files.I)(root, external_node_path_.parse(root).root, useless, env, signal);
		return found?.paths ?? await (0, git_files.G)(root, useless);
	}
	function createFindNeededVariables(env, signal) {
		return async ({ source, sourcePath, graphConfigPath }) => {
			const isOther = ["REF", "COMMIT", "REPO-URL"].some((input) => Boolean(env[`INPUT_${input}`]));
			if (source === "git_host" && isOther) return [];
			const root = await (0, promises_.realpath)(external_node_path_.resolve(env["GITHUB_WORKSPACE"] || "."));
			const folder = source === "internal_source" ? external_node_path_.resolve(root, sourcePath) : root;
			const config = external_node_path_.relative(root, external_node_path_.resolve(folder, graphConfigPath)).split(external_node_path_.sep).join("/");
			if (config.startsWith("..") || external_node_path_.isAbsolute(config)) return [];
			return findNeededVariables(createCodeReader(root, env, signal), config, { packsEnvFile: source === "internal_source" });
		};
	}
}), 86336: ((__module, __exports, __require) => {
	__require.d(__exports, { At: () => containsSecret, Vk: () => readIncluded, ah: () => exclusionOf, dS: () => unneededNames });
	var $$classify0 = __require(71774);
	const NEVER = /* @__PURE__ */ new Set([".git", "node_modules"]);
	const PYTHON_LEFTOVERS = [".venv", "venv", "__pycache__", "*.pyc", "*.pyo", "*.egg-info", ".eggs", ".ipynb_checkpoints", ".langgraph_api", ".mypy_cache", ".nox", ".pytest_cache", ".ruff_cache", ".tox"];
	const ENV_FILE = /^(\.env([._-].+)?|\.envrc|.+\.env)$/;
	const SAMPLE = /(^|[._-])(example|sample|template|dist)([._-]|$)/;
	const SECRET_NAME = new RegExp(`^(${[String.raw`[._]netrc`, String.raw`\.git-credentials`, String.raw`gha-creds-.*\.json`, String.raw`application_default_credentials\.json`, String.raw`credentials\.tfrc\.json`, String.raw`terraform\.tfstate(\..+)?`, String.raw`(.*[._-])?id_(rsa|dsa|ecdsa|ed25519)(_sk)?([._-].*)?`, String.raw`git-credentials-.*\.config`, String.raw`(.*[._-])?creds\.json`, String.raw`kaggle\.json`, String.raw`.+\.(p8|p12|pfx|ppk|jks|keystore|kdbx)`, String.raw`\.(pgpass|my\.cnf|mylogin\.cnf|htpasswd|dockercfg|s3cfg|boto|databrickscfg|vault-token|vault[._-]pass.*)`, String.raw`\.dev\.vars(\..+)?`, String.raw`(\.)?kubeconfig(\..+)?`, String.raw`rclone\.conf`].join("|")})$`);
	const SECRET_PLACE = new RegExp(`/(${[String.raw`\.aws/(credentials|config|sso/.*|cli/.*|login/.*)`, String.raw`\.azure/(accesstokens|azureprofile|msal_|service_principal).*`, String.raw`\.cargo/credentials(\.toml)?`, String.raw`\.docker/config\.json`, String.raw`\.gem/credentials`, String.raw`\.gnupg/.*`, String.raw`\.kube/config`, String.raw`\.ssh/.*`, String.raw`gcloud/(access_tokens|credentials|legacy_credentials).*`, String.raw`\.config/gh/hosts\.ya?ml`, String.raw`\.config/git/credentials`, String.raw`\.snowsql/config`, String.raw`\.streamlit/secrets\.toml`].join("|")})$`);
	const PUBLIC = /\.pub$/;
	const MAYBE = new RegExp(`^(${[String.raw`\.?npmrc`, String.raw`\.yarnrc(\.ya?ml)?`, String.raw`\.?bunfig\.toml`, String.raw`\.pypirc`, String.raw`pip\.(conf|ini)`, String.raw`uv\.toml`, String.raw`(poetry-)?auth\.(toml|json)`, String.raw`\.condarc`, String.raw`nuget\.config`, String.raw`\.git(config|modules)`, String.raw`profiles\.ya?ml`, String.raw`\.?(.*[._-])?(token|key|api[._-]?key|passwd|password)(\.(json|txt))?`, String.raw`(\.terraformrc|terraform\.rc|\.modal\.toml)`, String.raw`.+\.(pem|key|asc|gpg|tfvars)`, String.raw`(.*[._-])?(sa|client_secret.*|.*adminsdk.*|.+-[0-9a-f]{12})\.json`, String.raw`(.*[._-])(rsa|dsa|ecdsa|ed25519)`, String.raw`\.?(.*[._-])?(credentials?|secrets?|service[._-]?account.*)(\.(json|ya?ml|toml|ini|cfg|conf|txt))?`].join("|")})$`);
	function readIncluded(dockerignore) {
		const lines = dockerignore.map((line) => line.trim());
		return new Set(lines.filter((line) => line.startsWith("!")).flatMap((line) => line.slice(1).split("/")));
	}
	function unneededNames(included) {
		const names = [...included];
		const patterns = PYTHON_LEFTOVERS.map((name) => name.replaceAll(".", "\\.").replace("*", ".*")).filter((pattern) => !names.some((name) => new RegExp(`^${pattern}$`).test(name)));
		const leftover = new RegExp(`^(${patterns.join("|")})$`);
		return (name) => NEVER.has(name) || name.toLowerCase() === ".git" || leftover.test(name);
	}
	function exclusionOf(path2, isUseless) {
		const segments = path2.split("/");
		if (segments.some(isUseless)) return "never";
		const name = withoutBackup(segments.at(-1)?.toLowerCase() ?? "");
		if (PUBLIC.test(name)) return void 0;
		if (ENV_FILE.test(name)) return SAMPLE.test(name) ? void 0 : "env-file";
		if (SECRET_NAME.test(name) || SECRET_PLACE.test(`/${[...segments.slice(0, -1), name].join("/").toLowerCase()}`)) return "secret";
		return MAYBE.test(name) ? "maybe" : void 0;
	}
	function withoutBackup(name) {
		const swap = /^\.(.+)\.sw[a-p]$/.exec(name)?.[1];
		return swap ?? name.replace(/(?:~|\.(?:bak|backup|old|orig|save))+$/, "");
	}
	const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY( BLOCK)?-----/;
	const PAIR = /^[^#;\n\r\u2028\u2029]*?(_auth|auth_?token|auth_?ident|password|passwd|secret|token|private_?key|access_?key(?!_?id)|api_?key)[\w-]{0,40}["']?[ \t]{0,20}[:=][ \t]{0,20}["']?(?!true\b|false\b|null\b|none\b)[^\s"'$<{,[]{4,}/im;
	const MAX_TOKEN_LENGTH = 16384;
	const URL_WITH_PASSWORD = /^[^#;\n\r\u2028\u2029]*:\/\/[^\s/@:]*:[^\s/@$<{]+@/m;
	function isLoneSecret(text) {
		const word = text.trim();
		return word.length <= MAX_TOKEN_LENGTH && /^\S+$/.test(word) && (0, $$classify0.EZ)(word);
	}
	function containsSecret(text) {
		return PRIVATE_KEY.test(text) || PAIR.test(text) || URL_WITH_PASSWORD.test(text) || isLoneSecret(text);
	}
}), 83922: ((__module, __exports, __require) => {
	__require.d(__exports, { I: () => gitFiles, G: () => walk });
	var promises_ = __require(51455);
	var external_node_path_ = __require(76760);
	var repository = __require(96311);
	var errors = __require(94924);
	var program = __require(39946);
	var outcome = __require(96043);
	var ignore_pattern = __require(25488);
	;
	function parseGitIgnore(folder, lines) {
		return { folder, rules: lines.flatMap(parseLine) };
	}
	function parseLine(line) {
		if (line.startsWith("#")) return [];
		let text = line.replace(/(?<![ \\]) +$|(?<=\\ ) +$/, "");
		const isNegated = text.startsWith("!");
		if (isNegated) text = text.slice(1);
		const isForFolders = text.endsWith("/");
		if (isForFolders) text = text.slice(0, -1);
		if (text === "") return [];
		const anchored = text.startsWith("/") ? text.slice(1) : text.includes("/") ? text : `**/${text}`;
		const pattern = (0, ignore_pattern.E)(anchored, { globstarFillsSegment: true, ignoreCase: false });
		return pattern === void 0 ? [] : [{ pattern, isNegated, isForFolders }];
	}
	function gitIgnore(files) {
		return (path2, isFolder2) => {
			for (const { folder, rules } of files.toReversed()) {
				const prefix = folder === "" ? "" : `${folder}/`;
				if (!path2.startsWith(prefix)) continue;
				const inner = path2.slice(prefix.length);
				const rule = rules.findLast(({ pattern, isForFolders }) => (isFolder2 || !isForFolders) && pattern.matches(inner, false));
				if (rule !== void 0) return !rule.isNegated;
			}
			return false;
		};
	}
	var ignore_file = __require(97726);
	var sizes = __require(71895);
	;
	const LIMIT_MS = 12e4;
	async function gitFiles(folder, ceiling, isUseless, env, signal) {
		const checkout = await (0, repository.I8)(folder, await (0, promises_.realpath)(ceiling));
		if (checkout === void 0) return void 0;
		return (0, program.z)(env, signal, async (git) => {
			const facade = await git.facade(checkout);
			const answers = [list(git, folder, isUseless, { ...checkout, facade }), commitOf(git, facade)];
			await Promise.allSettled(answers);
			const [paths, commit] = await Promise.all(answers);
			return paths && { paths, commit };
		});
	}
	async function commitOf(git, { gitDir }) {
		const call = { cwd: gitDir, gitDir, limitMs: LIMIT_MS };
		const head = await git.run(["rev-parse", "--verify", "-q", "HEAD"], call);
		return head.kind === "ended" && head.code === 0 ? head.stdout.toString().trim() : void 0;
	}
	async function list(git, folder, isUseless, { top, facade: { gitDir, index } }) {
		const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
		const end = await git.run(args, { cwd: folder, gitDir, workTree: top, env: index, limitMs: LIMIT_MS });
		if (end.kind !== "ended" || end.code !== 0) return void 0;
		const listed = end.stdout.toString("utf8").split("\0").filter((entry) => entry !== "" && !leavesFolder(entry));
		const nested = await Promise.all(listed.map((entry) => isFolder(folder, entry)));
		const paths = [];
		for (const [index2, entry] of listed.entries()) {
			if (nested[index2] !== true) {
				paths.push(entry);
				continue;
			}
			const inner = entry.replace(/(?<!\/)\/+$/, "");
			if (isUseless(external_node_path_.posix.basename(inner))) continue;
			const own = await listWithin(git, external_node_path_.join(folder, inner), isUseless, top);
			paths.push(...own.map((name) => `${inner}/${name}`));
		}
		return paths;
	}
	function leavesFolder(entry) {
		return external_node_path_.isAbsolute(entry) || entry.split(/[\\/]/).includes("..");
	}
	async function listWithin(git, folder, isUseless, outer) {
		const checkout = await (0, repository.I8)(folder, outer);
		const own = checkout?.top === folder ? await list(git, folder, isUseless, { top: folder, facade: await git.facade(checkout) }) : void 0;
		return own ?? walk(folder, isUseless);
	}
	async function isFolder(folder, entry) {
		if (entry.endsWith("/")) return true;
		try {
			return (await (0, promises_.lstat)(external_node_path_.join(folder, entry))).isDirectory();
		} catch {
			return false;
		}
	}
	async function walk(root, isUseless) {
		const found = [];
		const visit = async (folder, above) => {
			const entries = await (0, promises_.readdir)(external_node_path_.join(root, folder), { withFileTypes: true }).catch((cause) => {
				throw new outcome.lZ("source-unusable", `${(0, sizes.Gt)(folder)} cannot be packed, because the folder cannot be read (${(0, errors.gJ)(cause)}). Give the runner's user permission to read it, or add it to a .gitignore.`, { cause });
			});
			const own = entries.some(({ name }) => name === ".gitignore") ? [parseGitIgnore(folder, await (0, ignore_file.r)(root, external_node_path_.join(folder, ".gitignore")))] : [];
			const files = [...above, ...own];
			const ignored = gitIgnore(files);
			for (const entry of entries) {
				const at = folder === "" ? entry.name : `${folder}/${entry.name}`;
				if (isUseless(entry.name) || ignored(at, entry.isDirectory())) continue;
				if (entry.isDirectory()) await visit(at, files);
				else found.push(at);
			}
		};
		await visit("", []);
		return found;
	}
}), 97726: ((__module, __exports, __require) => {
	__require.d(__exports, { r: () => readIgnoreFile });
	var $$promises0 = __require(51455);
	var $$path1 = __require(76760);
	var $$errors2 = __require(94924);
	var $$file3 = __require(85542);
	var $$outcome4 = __require(96043);
	var $$sizes5 = __require(71895);
	const MAX_LINES = 2e3;
	const MAX_LINE = 4096;
	async function readIgnoreFile(root, name) {
		const file = $$path1.join(root, name);
		const text = await (0, $$file3.Sg)(file, { maxBytes: $$file3.TL, within: root }).catch(async (cause) => {
			if (["ENOENT", "ENOTDIR"].includes((0, $$errors2.CA)(cause) ?? "")) return "";
			if ((await (0, $$promises0.lstat)(file).catch(() => void 0))?.isDirectory() === true) return "";
			throw unusable(name, `it ${(0, $$errors2.gJ)(cause)}`, cause);
		});
		const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
		if (lines.length > MAX_LINES) throw unusable(name, `it has more than ${MAX_LINES} lines`);
		const long = lines.findIndex((line) => line.length > MAX_LINE);
		if (long !== -1) throw unusable(name, `its line ${long + 1} has more than ${MAX_LINE} characters`);
		return lines;
	}
	function unusable(name, reason, cause) {
		return new $$outcome4.lZ("source-unusable", `${(0, $$sizes5.Gt)(name)} cannot be used, because ${reason}. Expected a text file with one pattern per line. Correct or remove the file.`, { cause });
	}
}), 25488: ((__module, __exports, __require) => {
	__require.d(__exports, { E: () => compilePattern });
	var $$glob0 = __require(27820);
	const REGEXP_MAX_PATH = 512;
	const REGEXP_MAX_WILDCARDS = 2;
	function compilePattern(pattern, syntax) {
		const text = syntax.ignoreCase ? pattern.toLowerCase() : pattern;
		const characters = Array.from(text);
		const tokens = [];
		let source = "";
		let wildcards = 0;
		for (let at = 0; at < characters.length; ) {
			const character = characters[at] ?? "";
			if (character === "*") {
				const { length, kind } = starsAt(characters, at, syntax);
				at += length;
				wildcards += 1;
				if (kind === "folders") tokens.push({ orAfter: 2 }, (0, $$glob0.zN)($$glob0.x4, "many"), (0, $$glob0.zN)((0, $$glob0.pV)("/"), "one"));
				else tokens.push((0, $$glob0.zN)(kind === "any" ? $$glob0.x4 : $$glob0.o7, "many"));
				source += { folders: "(?:.*/)?", any: ".*", segment: "[^/]*" }[kind];
			} else if (character === "?") {
				at += 1;
				tokens.push((0, $$glob0.zN)($$glob0.o7, "one"));
				source += "[^/]";
			} else if (character === "[") {
				const found = classAt(characters, at);
				if (found === void 0) return void 0;
				at += found.length;
				tokens.push((0, $$glob0.zN)(found.fits, "one"));
				wildcards = Infinity;
			} else {
				const literal = character === "\\" ? characters[at + 1] : character;
				if (literal === void 0) return void 0;
				at += character === "\\" ? 2 : 1;
				tokens.push((0, $$glob0.zN)((0, $$glob0.pV)(literal), "one"));
				source += literal.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
			}
		}
		const isSimple = wildcards <= REGEXP_MAX_WILDCARDS && characters.length <= REGEXP_MAX_PATH;
		const whole = isSimple ? new RegExp(`^${source}$`, "su") : void 0;
		const above = isSimple ? new RegExp(`^${source}(?:/|$)`, "su") : void 0;
		return { matches(path2, orAbove) {
			const given = syntax.ignoreCase ? path2.toLowerCase() : path2;
			const simple = given.length > REGEXP_MAX_PATH ? void 0 : orAbove ? above : whole;
			return simple?.test(given) ?? (0, $$glob0.cK)(tokens, given, orAbove);
		} };
	}
	function starsAt(characters, at, { globstarFillsSegment }) {
		const most = globstarFillsSegment ? characters.length : at + 2;
		let end = at;
		while (end < most && characters[end] === "*") end += 1;
		const count = end - at;
		if (globstarFillsSegment) {
			const fills = (at === 0 || characters[at - 1] === "/") && (end === characters.length || characters[end] === "/");
			if (count < 2 || !fills) return { length: count, kind: "segment" };
		} else if (count < 2) return { length: 1, kind: "segment" };
		if (characters[end] === "/") end += 1;
		return { length: end - at, kind: end === characters.length ? "any" : "folders" };
	}
	const POSIX = { alnum: /[0-9a-z]/i, alpha: /[a-z]/i, blank: /[ \t]/, cntrl: /[\0-\x1f\x7f]/, digit: /[0-9]/, graph: /[!-~]/, lower: /[a-z]/, print: /[ -~]/, punct: /[!-/:-@[-`{-~]/, space: /[ \t\n\r]/, upper: /[A-Z]/, xdigit: /[0-9a-f]/i };
	function classAt(characters, start) {
		let at = start + 1;
		const isNegated = characters[at] === "!" || characters[at] === "^";
		if (isNegated) at += 1;
		const members = [];
		for (let isFirst = true; isFirst || characters[at] !== "]"; isFirst = false) {
			const named = characters[at] === "[" && characters[at + 1] === ":" ? classNameAt(characters, at) : void 0;
			if (named !== void 0) {
				const pattern = new Map(Object.entries(POSIX)).get(named);
				if (pattern === void 0) return void 0;
				members.push((character) => pattern.test(character));
				at += named.length + 4;
				continue;
			}
			const first = memberAt(characters, at);
			if (first === void 0) return void 0;
			at += first.length;
			const isRange = characters[at] === "-" && characters[at + 1] !== "]" && characters[at + 1] !== void 0;
			const last = isRange ? memberAt(characters, at + 1) : first;
			if (last === void 0) return void 0;
			if (isRange) at += last.length + 1;
			members.push((character) => character >= first.character && character <= last.character);
		}
		const fits = (character) => character !== "/" && members.some((member) => member(character)) !== isNegated;
		return { length: at - start + 1, fits };
	}
	function memberAt(characters, at) {
		const isEscaped = characters[at] === "\\";
		const character = characters[isEscaped ? at + 1 : at];
		return character === void 0 ? void 0 : { character, length: isEscaped ? 2 : 1 };
	}
	function classNameAt(characters, at) {
		const end = characters.slice(at, at + 12).indexOf("]");
		const text = end === -1 ? "" : characters.slice(at, at + end + 1).join("");
		return /^\[:([a-z]*):\]$/.exec(text)?.[1];
	}
}), 33684: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createPackSource: () => createPackSource });
	var external_node_crypto_ = __require(77598);
	var promises_ = __require(51455);
	var external_node_path_ = __require(76760);
	var errors = __require(65292);
	var limits = __require(55403);
	var os_errors = __require(94924);
	var outcome = __require(96043);
	var json_safety = __require(6760);
	var plain_file = __require(85542);
	var ignore_pattern = __require(25488);
	;
	function dockerIgnore(lines) {
		const rules = lines.flatMap((line) => {
			const text = line.trim();
			if (text === "" || line.startsWith("#")) return [];
			const isNegated = text.startsWith("!");
			const given = isNegated ? text.slice(1).trim() : text;
			if (given === "") return [];
			const cleaned = external_node_path_.posix.normalize(given).replace(/(?<=.)\/$/, "");
			const relative = cleaned.length > 1 ? cleaned.replace(/^\//, "") : cleaned;
			const pattern = (0, ignore_pattern.E)(relative, { globstarFillsSegment: false, ignoreCase: true });
			return pattern === void 0 ? [] : [{ pattern, isNegated }];
		});
		return (file) => {
			const rule = rules.findLast(({ pattern }) => pattern.matches(file, true));
			return rule !== void 0 && !rule.isNegated;
		};
	}
	var exclusions = __require(86336);
	var ignore_file = __require(97726);
	var sizes = __require(71895);
	;
	var __addDisposableResource = function(env, value, async) {
		if (value !== null && value !== void 0) {
			if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
			var dispose, inner;
			if (async) {
				if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
				dispose = value[Symbol.asyncDispose];
			}
			if (dispose === void 0) {
				if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
				dispose = value[Symbol.dispose];
				if (async) inner = dispose;
			}
			if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
			if (inner) dispose = function() {
				try {
					inner.call(this);
				} catch (e) {
					return Promise.reject(e);
				}
			};
			env.stack.push({ value, dispose, async });
		} else if (async) {
			env.stack.push({ async: true });
		}
		return value;
	};
	var __disposeResources = /* @__PURE__ */ (function(SuppressedError2) {
		return function(env) {
			function fail(e) {
				env.error = env.hasError ? new SuppressedError2(e, env.error, "An error was suppressed during disposal.") : e;
				env.hasError = true;
			}
			var r, s = 0;
			function next() {
				while (r = env.stack.pop()) {
					try {
						if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
						if (r.dispose) {
							var result = r.dispose.call(r.value);
							if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) {
								fail(e);
								return next();
							});
						} else s |= 1;
					} catch (e) {
						fail(e);
					}
				}
				if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
				if (env.hasError) throw env.error;
			}
			return next();
		};
	})(typeof SuppressedError === "function" ? SuppressedError : function(error, suppressed, message) {
		var e = new Error(message);
		return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
	});
	const MAX_READ_BYTES = 256 * 1024;
	async function readRules(root) {
		const lines = await (0, ignore_file.r)(root, ".dockerignore");
		const included = (0, exclusions.Vk)(lines);
		return { isUseless: (0, exclusions.dS)(included), included, ignored: dockerIgnore(lines) };
	}
	async function selectFiles(root, listed, { isUseless, included, ignored }, configPath) {
		const environments = new Set(pythonEnvironmentsIn(listed).filter((folder) => !included.has(external_node_path_.posix.basename(folder))));
		const envFile = configPath === void 0 ? void 0 : await envFileOf(root, configPath);
		const gitFolders = new Set(await gitFoldersIn(root, listed));
		const chosen = { paths: [], secrets: [], envFile: void 0, notEnvFile: void 0 };
		const secrets = /* @__PURE__ */ new Set();
		for (const name of listed) {
			const excluded = (0, exclusions.ah)(name, isUseless);
			if (excluded === "never" || ignored(name)) continue;
			if (firstFolderIn(environments, name) !== void 0) continue;
			const gitFolder = firstFolderIn(gitFolders, name);
			if (gitFolder !== void 0) {
				secrets.add(gitFolder === "" ? "./" : gitFolder);
			} else if (excluded === "env-file" && name === envFile) {
				chosen.envFile = name;
				chosen.paths.push(name);
			} else if (excluded === void 0 || excluded === "maybe" && !await isSecret(root, name)) {
				chosen.paths.push(name);
			} else {
				secrets.add(name);
				if (name === envFile) chosen.notEnvFile = name;
			}
		}
		return { ...chosen, secrets: [...secrets] };
	}
	function firstFolderIn(folders, name) {
		if (folders.size === 0) return void 0;
		if (folders.has("")) return "";
		for (let at = name.indexOf("/"); at !== -1; at = name.indexOf("/", at + 1)) {
			const folder = name.slice(0, at + 1);
			if (folders.has(folder)) return folder;
		}
		return void 0;
	}
	function pythonEnvironmentsIn(listed) {
		return listed.flatMap((name) => /^(.+\/)pyvenv\.cfg$/.exec(name)?.[1] ?? []);
	}
	const PART_OF_GIT = /(?<=^|\/)(?:(?:HEAD|FETCH_HEAD|ORIG_HEAD|packed-refs|index|description|config(?:\.worktree)?)$|(?:objects|refs|logs|hooks|info)\/)/g;
	async function gitFoldersIn(root, listed) {
		const candidates = new Set(listed.flatMap((name) => [...name.matchAll(PART_OF_GIT)].map(({ index }) => name.slice(0, index))));
		const found = [];
		for (const folder of candidates) {
			const parts = await Promise.all(["objects", "refs"].map((part) => isFolder(external_node_path_.join(root, folder, part))));
			const hasHead = await (0, plain_file.Dn)(external_node_path_.join(root, folder, "HEAD"));
			if (hasHead && parts.every(Boolean)) found.push(folder);
		}
		return found;
	}
	async function isFolder(place) {
		return (0, promises_.stat)(place).then((found) => found.isDirectory(), () => false);
	}
	async function isSecret(root, name) {
		const at = external_node_path_.join(root, name);
		try {
			const env_1 = { stack: [], error: void 0, hasError: false };
			try {
				if (!(await (0, promises_.lstat)(at)).isFile()) return false;
				const file = __addDisposableResource(env_1, await (0, plain_file.rr)(at, { within: root, isLinkAllowed: false }), true);
				const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_READ_BYTES));
				return (0, exclusions.At)(buffer.toString("utf8", 0, bytesRead));
			} catch (e_1) {
				env_1.error = e_1;
				env_1.hasError = true;
			} finally {
				const result_1 = __disposeResources(env_1);
				if (result_1) await result_1;
			}
		} catch {
			return false;
		}
	}
	async function envFileOf(root, configPath) {
		const text = await textOf(root, configPath);
		if (text === void 0) return void 0;
		const env = (0, json_safety._F)((0, json_safety.qF)(text.replace(/^\uFEFF/, "")), "env");
		if (typeof env !== "string" || env === "") return void 0;
		return external_node_path_.posix.join(external_node_path_.posix.dirname(configPath), env);
	}
	async function textOf(root, file) {
		try {
			return await (0, plain_file.Sg)(external_node_path_.join(root, file), { maxBytes: plain_file.TL, within: root });
		} catch {
			return void 0;
		}
	}
	const MAX_NAMED = 5;
	function reportOmitted(left, to) {
		const { links, special, unnamed, secrets, envFile, notEnvFile } = left;
		if (secrets.length > 0) {
			to.note(`Not packed, because such files contain secrets: ${named(secrets)}. Pass secrets in the input \`secrets\`.`);
		}
		if (envFile !== void 0) {
			to.note(`${(0, sizes.Gt)(envFile)} is packed, because the graph configuration sets it as \`env\`.`);
		}
		if (notEnvFile !== void 0) {
			to.warn(`${(0, sizes.Gt)(notEnvFile)} is not packed, although the graph configuration sets it as \`env\`: it contains credentials and is not a file of variables. Pass them in the input \`secrets\`.`);
		}
		if (links.length > 0) {
			const shown = links.map(({ path: at, target }) => `${at} -> ${target}`);
			to.warn(`Symbolic links that point outside the packed files are not packed: ${named(shown)}.`);
		}
		const odd = special.length + unnamed;
		if (odd > 0) {
			const list = special.length > 0 ? `: ${named(special)}` : "";
			to.warn(`${odd} entries are not packed, because they are not regular files or their names are not valid UTF-8${list}.`);
		}
	}
	function named(names) {
		const more = names.length - MAX_NAMED;
		const shown = names.slice(0, MAX_NAMED).map(sizes.Gt).join(", ");
		return more > 0 ? `${shown} and ${more} more` : shown;
	}
	var git_files = __require(83922);
	var external_node_os_ = __require(48161);
	var external_node_util_ = __require(57975);
	var external_node_zlib_ = __require(38522);
	;
	const deflateBlock = (0, external_node_util_.promisify)(external_node_zlib_.deflateRaw);
	const BLOCK = 1024 * 1024;
	const HEADER = Uint8Array.of(31, 139, 8, 0, 0, 0, 0, 0, 0, 255);
	const LAST = Uint8Array.of(3, 0);
	const COMPRESSED = { level: 6, chunkSize: 64 * 1024 };
	const STORED = { level: 0, chunkSize: BLOCK + 4096 };
	const PROBES = 16;
	const PROBE_BYTES = 1024;
	const AHEAD = Math.max(2, Math.min(4, (0, external_node_os_.availableParallelism)()));
	async function* gzip(source) {
		yield HEADER;
		let crc = 0;
		let total = 0;
		const waiting = [];
		const free = [];
		for await (const { block, memory } of inBlocks(source, free)) {
			crc = (0, external_node_zlib_.crc32)(block, crc);
			total += block.length;
			const how = isDense(block) ? STORED : COMPRESSED;
			const work = deflateBlock(block, { ...how, finishFlush: external_node_zlib_.constants.Z_SYNC_FLUSH });
			work.then(() => free.push(memory), () => {
			});
			waiting.push(work);
			const [first] = waiting;
			if (waiting.length < AHEAD || first === void 0) continue;
			void waiting.shift();
			yield await first;
		}
		for (const work of waiting) yield await work;
		const trailer = Buffer.alloc(8);
		trailer.writeUInt32LE(crc, 0);
		trailer.writeUInt32LE(total % 2 ** 32, 4);
		yield Buffer.concat([LAST, trailer]);
	}
	function isDense(block) {
		const step = Math.max(PROBE_BYTES, Math.floor(block.length / PROBES));
		const probes = [];
		for (let at = 0; at < block.length; at += step) probes.push(block.subarray(at, at + PROBE_BYTES));
		const probe = Buffer.concat(probes);
		return (0, external_node_zlib_.deflateRawSync)(probe, { level: 1 }).length > probe.length * 0.98;
	}
	async function* inBlocks(source, free) {
		const take = () => free.pop() ?? Buffer.allocUnsafeSlow(BLOCK);
		let memory = take();
		let filled = 0;
		for await (const chunk of source) {
			for (let at = 0; at < chunk.length; ) {
				const part = chunk.subarray(at, at + BLOCK - filled);
				memory.set(part, filled);
				filled += part.length;
				at += part.length;
				if (filled < BLOCK) continue;
				yield { block: memory, memory };
				memory = take();
				filled = 0;
			}
		}
		if (filled > 0) yield { block: memory.subarray(0, filled), memory };
	}
	;
	function packableLinks(files, links) {
		const there = new Set(files);
		const folders = /* @__PURE__ */ new Set([""]);
		const waiting = /* @__PURE__ */ new Map();
		const ready = [...links];
		const appear = (path2) => {
			for (const link of waiting.get(path2) ?? []) ready.push(link);
			waiting.delete(path2);
		};
		const addFolders = (path2) => {
			for (let at = path2.lastIndexOf("/"); at > 0; at = path2.lastIndexOf("/", at - 1)) {
				const folder = path2.slice(0, at);
				if (folders.has(folder)) break;
				folders.add(folder);
				appear(folder);
			}
		};
		for (const file of there) addFolders(file);
		const kept = /* @__PURE__ */ new Set();
		for (let link = ready.pop(); link !== void 0; link = ready.pop()) {
			const { path: path2, target } = link;
			const end = follow(path2, target, { there, folders });
			if (end.kind === "outside") continue;
			if (end.kind === "missing") {
				const others = waiting.get(end.path);
				if (others === void 0) waiting.set(end.path, [link]);
				else others.push(link);
				continue;
			}
			kept.add(path2);
			there.add(path2);
			appear(path2);
			addFolders(path2);
		}
		return kept;
	}
	function follow(path2, target, { there, folders }) {
		if (target === "" || target.startsWith("/") || /[\\\0]/.test(target) || /^[A-Za-z]:/.test(target)) {
			return { kind: "outside" };
		}
		const above = (at2) => at2.slice(0, Math.max(at2.lastIndexOf("/"), 0));
		let at = above(path2);
		for (const step of target.split("/")) {
			if (step === "" || step === ".") continue;
			if (!folders.has(at)) return { kind: "missing", path: at };
			if (step === ".." && at === "") return { kind: "outside" };
			if (step === "..") at = above(at);
			else at = at === "" ? step : `${at}/${step}`;
		}
		return there.has(at) || folders.has(at) ? { kind: "found" } : { kind: "missing", path: at };
	}
	;
	const AT_ONCE = 32;
	async function statEntries(root, paths) {
		const files = [];
		const links = [];
		const left = { links: [], special: [], unnamed: 0 };
		const plain = /* @__PURE__ */ new Map([[".", Promise.resolve(true)]]);
		const statPath = async (name) => {
			if (name.includes("\uFFFD")) {
				left.unnamed += 1;
				return;
			}
			const at = external_node_path_.join(root, name);
			try {
				if (!await isInFolders(root, external_node_path_.posix.dirname(name), plain)) return;
				const stat = await (0, promises_.lstat)(at);
				if (stat.isSymbolicLink()) links.push({ path: name, target: await (0, promises_.readlink)(at) });
				else if (stat.isFile()) {
					const executable = (stat.mode & 64) !== 0;
					files.push({ kind: "file", path: name, size: stat.size, executable, changedMs: stat.mtimeMs });
				} else if (!stat.isDirectory()) left.special.push(name);
			} catch (error) {
				const code = typeof error === "object" && error !== null && "code" in error ? error.code : void 0;
				if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
			}
		};
		for (let at = 0; at < paths.length; at += AT_ONCE) {
			await Promise.all(paths.slice(at, at + AT_ONCE).map(statPath));
		}
		const kept = packableLinks(files.map((file) => file.path), links);
		left.links = links.filter((link) => !kept.has(link.path)).toSorted(byPath);
		const entries = [...files, ...links.filter((link) => kept.has(link.path)).map((link) => ({ kind: "link", ...link }))];
		return { entries: entries.toSorted(byPath), omitted: left };
	}
	function isInFolders(root, folder, known) {
		const seen = known.get(folder);
		if (seen !== void 0) return seen;
		const stats = isInFolders(root, external_node_path_.posix.dirname(folder), known).then(async (above) => above && (await (0, promises_.lstat)(external_node_path_.join(root, folder))).isDirectory());
		known.set(folder, stats);
		return stats;
	}
	function byPath(one, other) {
		return Buffer.compare(Buffer.from(one.path), Buffer.from(other.path));
	}
	var web = __require(97830);
	;
	function createListeners() {
		const listeners = /* @__PURE__ */ new Set();
		return { add: (listener) => {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		}, notify: (...args) => {
			for (const listener of listeners) listener(...args);
		} };
	}
	function createWakeUp() {
		let next = Promise.withResolvers();
		return { wait: () => next.promise, wake() {
			next.resolve();
			next = Promise.withResolvers();
		} };
	}
	;
	const MTIME = /* @__PURE__ */ new Date("1985-10-26T08:15:00Z");
	const READ_BYTES = 256 * 1024;
	const READ_BUFFERS = 2;
	async function* tar(root, entries, began = () => {
	}) {
		const { readable, controller } = (0, web.al)();
		const buffers = createBufferPool(READ_BUFFERS, READ_BYTES);
		const fill = async () => {
			for (const entry of entries) {
				const writer = controller.add(headerOf(entry)).getWriter();
				if (entry.kind === "file") {
					let first = true;
					for await (const chunk of contents(root, entry, buffers)) {
						if (first) began(entry.path, chunk);
						first = false;
						await writer.write(chunk);
					}
				}
				await writer.close();
			}
			controller.finalize();
		};
		const work = fill().catch((error) => controller.error(error));
		try {
			for await (const chunk of readable) {
				yield chunk;
				buffers.release(chunk);
			}
		} finally {
			buffers.close();
			await work;
		}
	}
	function headerOf(entry) {
		const common = { name: entry.path, mtime: MTIME, uid: 0, gid: 0, uname: "", gname: "" };
		const plain = (text) => /^[\x20-\x7e]*$/.test(text);
		const pax = plain(entry.path) ? {} : { path: entry.path };
		if (entry.kind === "file") {
			const mode = entry.executable ? 493 : 420;
			return { ...common, type: "file", size: entry.size, mode, pax };
		}
		const { target } = entry;
		const link = plain(target) ? {} : { linkpath: target };
		return { ...common, type: "symlink", size: 0, mode: 511, linkname: target, pax: { ...pax, ...link } };
	}
	async function* contents(root, entry, buffers) {
		const options = { within: root, isLinkAllowed: false };
		const file = await (0, plain_file.rr)(external_node_path_.join(root, entry.path), options).catch((cause) => {
			if (cause instanceof plain_file.X5) throw sourceChanged(entry.path, cause);
			throw unreadable(entry.path, cause);
		});
		try {
			const stat = await file.stat();
			if (stat.size !== entry.size || stat.mtimeMs !== entry.changedMs) {
				throw sourceChanged(entry.path);
			}
			let left = entry.size;
			while (left > 0) {
				const buffer = await buffers.acquire();
				const { bytesRead } = await file.read(buffer, 0, Math.min(left, READ_BYTES), null);
				if (bytesRead === 0) throw sourceChanged(entry.path);
				left -= bytesRead;
				yield buffer.subarray(0, bytesRead);
			}
		} finally {
			await file.close();
		}
	}
	function unreadable(name, cause) {
		const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
		if (["ENOENT", "ENOTDIR", "ELOOP"].includes(code)) return sourceChanged(name, cause);
		return new outcome.lZ("source-unusable", `${(0, sizes.Gt)(name)} cannot be packed, because it cannot be read (${code}). Give the runner's user permission to read it, or add it to .dockerignore.`, { cause });
	}
	function sourceChanged(name, cause) {
		const what = name === void 0 ? "A file" : (0, sizes.Gt)(name);
		return new outcome.lZ("source-changed", `${what} changed or was removed while it was being packed, so nothing was deployed. Make sure that the steps that write to the checkout have finished, and run the workflow again.`, { cause });
	}
	function createBufferPool(count, bytes) {
		const free = Array.from({ length: count }, () => Buffer.allocUnsafeSlow(bytes));
		const taken = /* @__PURE__ */ new Map();
		const freed = createWakeUp();
		let closed = false;
		return { async acquire() {
			for (; ; ) {
				const buffer = closed ? Buffer.allocUnsafeSlow(bytes) : free.pop();
				if (buffer !== void 0) {
					taken.set(buffer.buffer, buffer);
					return buffer;
				}
				await freed.wait();
			}
		}, release(piece) {
			const buffer = taken.get(piece.buffer);
			if (buffer === void 0) return;
			taken.delete(piece.buffer);
			free.push(buffer);
			freed.wake();
		}, close() {
			closed = true;
			freed.wake();
		} };
	}
	;
	const LIMITS = { max: limits.yK, large: 5e7, kept: 8 * 1024 * 1024 };
	const LFS_POINTER = "version https://git-lfs.github.com/spec/";
	function createPackSource(env, limits2 = LIMITS) {
		return async ({ sourcePath, configPath, note, warn }, signal) => {
			const workspace = external_node_path_.resolve(env["GITHUB_WORKSPACE"] || ".");
			const root = await findRoot(workspace, sourcePath);
			const rules = await readRules(root);
			const git = await (0, git_files.I)(root, workspace, rules.isUseless, env, signal);
			if (git === void 0) note("This folder is not a Git checkout: all files are packed except those that a .gitignore excludes.");
			const listed = git?.paths ?? await (0, git_files.G)(root, rules.isUseless);
			const chosen = await selectFiles(root, listed, rules, configPath);
			const { entries, omitted: left } = await statEntries(root, chosen.paths);
			reportOmitted({ ...left, ...chosen }, { note, warn });
			const files = entries.filter((entry) => entry.kind === "file");
			if (chosen.secrets.includes("./")) {
				throw new outcome.lZ("source-unusable", `source-path: ${(0, sizes.Gt)(sourcePath)} has the content of a Git directory (HEAD, config, objects, refs), which can contain credentials, so nothing was packed. Give the folder of the agent.`);
			}
			if (files.length === 0) {
				throw new outcome.lZ("source-unusable", `source-path: ${(0, sizes.Gt)(sourcePath)} contains no file to pack. Check out the repository before this step, and check the ignore files.`);
			}
			const pointers = [];
			const first = await packOnce(root, entries, limits2, pointers, signal);
			if (pointers.length > 0) {
				warn(`${(0, sizes.Gt)(pointers[0] ?? "")}${pointers.length > 1 ? ` and ${pointers.length - 1} more files are Git LFS pointers` : " is a Git LFS pointer"}, not the content: set \`lfs: true\` on actions/checkout if the agent needs the content.`);
			}
			const contentBytes = files.reduce((sum, { size: size2 }) => sum + size2, 0);
			const size = `${(0, sizes.z3)(contentBytes)} in ${entries.length} files`;
			if (first.bytes > limits2.max) {
				throw new outcome.lZ("source-too-large", `The compressed source exceeds the ${(0, sizes.z3)(limits2.max)} that the service accepts (${size}). Add files that the agent does not need to .dockerignore. The largest files:
${(0, sizes.Sd)(files).join("\n")}`);
			}
			if (first.bytes > limits2.large) {
				warn(`The compressed source has ${(0, sizes.z3)(first.bytes)} (${size}), and each deploy uploads it. Add files that the agent does not need to .dockerignore. The largest files:
${(0, sizes.Sd)(files).join("\n")}`);
			}
			const archive = { files: entries.length, contentBytes, bytes: first.bytes, sha256: first.sha256, commit: git?.commit };
			const names = new Set(entries.map((entry) => entry.path));
			return { archive, includes: (name) => names.has(name), open: () => repack(root, entries, archive, first.kept) };
		};
	}
	async function findRoot(workspace, sourcePath) {
		const wrong = (problem, cause) => new outcome.lZ("source-unusable", `source-path: ${problem}`, { cause });
		const places = [(0, promises_.realpath)(workspace), (0, promises_.realpath)(external_node_path_.resolve(workspace, sourcePath))];
		const [outer, root] = await Promise.all(places).catch((cause) => {
			throw wrong(`the folder ${(0, sizes.Gt)(sourcePath)} does not exist in the workspace (${(0, os_errors.gJ)(cause)}). Check out the repository before this step, or correct the path.`, cause);
		});
		const within = external_node_path_.relative(outer, root);
		if (within === ".." || within.startsWith(`..${external_node_path_.sep}`) || external_node_path_.isAbsolute(within)) {
			throw wrong(`${(0, sizes.Gt)(sourcePath)} is outside the workspace, and only files of the workspace can be packed.`);
		}
		const readable = await (0, promises_.readdir)(root).then(() => void 0, (cause) => ({ cause }));
		if (readable === void 0) return root;
		throw wrong(`${(0, sizes.Gt)(sourcePath)} is not a readable folder (${(0, os_errors.gJ)(readable.cause)}). Give the folder that contains the graph configuration, or omit source-path to pack the whole workspace.`, readable.cause);
	}
	async function packOnce(root, entries, limits2, pointers, signal) {
		const hash = (0, external_node_crypto_.createHash)("sha256");
		let bytes = 0;
		let kept = [];
		const began = (name, chunk) => {
			if (chunk.length < 300 && Buffer.from(chunk).toString("latin1").startsWith(LFS_POINTER)) pointers.push(name);
		};
		for await (const chunk of gzip(hashed(tar(root, entries, began), hash))) {
			signal.throwIfAborted();
			bytes += chunk.length;
			if (bytes > limits2.max) return { bytes, sha256: "", kept: void 0 };
			kept?.push(chunk);
			if (bytes <= limits2.kept) continue;
			kept = void 0;
			release(chunk);
		}
		return { bytes, sha256: hash.digest("hex"), kept };
	}
	function release({ buffer, byteLength }) {
		if (byteLength > 64 * 1024 && buffer instanceof ArrayBuffer) buffer.transfer(0);
	}
	async function* repack(root, entries, { bytes, sha256 }, kept) {
		if (kept !== void 0) {
			yield* kept;
			return;
		}
		const hash = (0, external_node_crypto_.createHash)("sha256");
		let sent = 0;
		try {
			for await (const chunk of gzip(hashed(tar(root, entries), hash))) {
				sent += chunk.length;
				if (sent > bytes || sent === bytes && hash.digest("hex") !== sha256) throw sourceChanged(void 0);
				yield chunk;
			}
			if (sent !== bytes) throw sourceChanged(void 0);
		} catch (cause) {
			throw new errors.P3(cause);
		}
	}
	async function* hashed(source, hash) {
		for await (const chunk of source) {
			hash.update(chunk);
			yield chunk;
		}
	}
}), 8073: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { checkPullRequestPaths: () => checkPullRequestPaths, checkPushedPaths: () => checkPushedPaths });
	var $$client0 = __require(73564);
	var $$requests1 = __require(22959);
	var $$outcome2 = __require(96043);
	var $$glob3 = __require(27820);
	async function checkPullRequestPaths(context) {
		const { settings, event } = context;
		if (settings.paths === void 0 || settings.force) return void 0;
		const number = settings.verb === "preview" ? settings.pullRequest : event.pullRequest?.number;
		if (number === void 0 || event.name === "workflow_dispatch") return void 0;
		return checkChangedPaths(context, settings.paths, { kind: "pull-request", number });
	}
	async function checkPushedPaths(context, desired, current) {
		const { settings, event, log } = context;
		if (settings.paths === void 0 || settings.force || settings.verb === "preview") return void 0;
		if (event.name !== "push" || current.active === void 0) return void 0;
		const head = event.commit;
		if (head === void 0 || desired.source === "git_host" && desired.commit !== head) {
			log.line("`paths` is ignored, because the deployed source is not the pushed one.");
			return void 0;
		}
		const base = current.active.commit ?? event.before;
		if (base === head) return void 0;
		return checkChangedPaths(context, settings.paths, { kind: "since", base, head });
	}
	async function checkChangedPaths(context, patterns, span) {
		const match = await search(context, patterns, span);
		const { log } = context;
		switch (match.kind) {
			case "touched":
				log.line(`${match.path} was changed ${inWhat(span)} and matches \`paths\`.`);
				return void 0;
			case "unknown":
				log.line(`The action could not compare the changed files with \`paths\`: ${match.why}. It deploys to be safe.`);
				return void 0;
			case "untouched":
				return (0, $$outcome2.bu)("unchanged", "paths-untouched", `None of the ${match.files} files changed ${inWhat(span)} matches \`paths\`, so nothing was sent. Set \`force: true\` to deploy anyway.`);
		}
	}
	async function search(context, patterns, span) {
		const filter = (0, $$glob3.VO)(patterns);
		if (span.kind === "since" && span.base === void 0) {
			return { kind: "unknown", why: "the push created its branch, so there is no earlier commit to compare with" };
		}
		let connection;
		try {
			connection = await context.github();
			if (connection === void 0) return { kind: "unknown", why: "no github-token is set, so the changed files cannot be read" };
			if (span.kind === "pull-request") {
				return await (0, $$requests1.pr)(connection, span.number, filter, context.signal);
			}
			const { base = "", head } = span;
			return await (0, $$requests1.Oq)(connection, { base, head }, filter, context.signal);
		} catch (error) {
			const failure = (0, $$client0.toGitHubFailure)(error, connection?.redact ?? (() => "GitHub could not be reached"));
			warnOfPermission(context, span, failure);
			return { kind: "unknown", why: failure.description };
		}
	}
	function warnOfPermission(context, span, failure) {
		if (failure.status !== 403 || /rate limit/i.test(failure.message)) return;
		const [line = span.kind === "pull-request" ? "pull-requests: read" : "contents: read"] = failure.permissions;
		context.log.warn("paths", `The job's token cannot read which files changed, so every run deploys. Add this line under \`permissions:\` of the job: ${line}`);
	}
	function inWhat(span) {
		if (span.kind === "pull-request") return `in pull request #${span.number}`;
		return `between ${span.base?.slice(0, 7) ?? "?"} and ${span.head.slice(0, 7)}`;
	}
}), 27820: ((__module, __exports, __require) => {
	__require.d(__exports, { VO: () => $$later0.VOd, cK: () => $$later0.cK5, o4: () => $$later0.o4o, o7: () => $$later0.o7, pV: () => $$later0.pV9, x4: () => $$later0.x4D, zN: () => $$later0.zNS });
	var $$later0 = __require(72786);
}), 72920: ((__module, __exports, __require) => {
	__require.d(__exports, { BB: () => NAME_LIMITS, ds: () => nameLimit, gz: () => previewName, lO: () => containsNumber, oB: () => defaultTemplate });
	var $$limits0 = __require(55403);
	var $$patterns1 = __require(52652);
	const HASHED = /-x[0-9a-z]{8}$/;
	const HASH_SPACE = 36n ** 8n;
	function defaultTemplate(baseName) {
		return baseName === void 0 ? "{repo}-pr-{number}" : "{name}-pr-{number}";
	}
	function nameLimit({ source, hosted }) {
		return hosted && source !== "external_docker" ? $$limits0.fo : $$limits0.uL;
	}
	const NAME_LIMITS = [$$limits0.fo, $$limits0.uL];
	function previewName(template, values, limit, digest) {
		const parts = template.split(/\{([a-z]+)\}/);
		const used = [];
		for (const placeholder of placeholdersOf(parts)) {
			const value = valueOf(values, placeholder);
			if (value === void 0) return void 0;
			used.push([placeholder, value]);
		}
		const text = render(parts, new Map(used)).toLowerCase();
		if (text.length <= limit && isPlain(parts, used, text, values.number)) return text;
		const hash = base36(digest(JSON.stringify([template, used])));
		const tail = `-${values.number}-x${hash}`;
		return `${stemOf(parts, new Map(used)).slice(0, limit - tail.length).replace(/(?<!-)-+$/, "")}${tail}`;
	}
	function containsNumber(name, number) {
		return name.match(/\d+/g)?.includes(String(number)) ?? false;
	}
	function placeholdersOf(parts) {
		return parts.filter((_, index) => index % 2 === 1).filter(isPlaceholder);
	}
	function isPlaceholder(text) {
		return ["number", "owner", "repo", "branch", "name"].includes(text);
	}
	function valueOf(values, placeholder) {
		const value = values[placeholder];
		if (typeof value === "number") return String(value);
		return placeholder === "owner" || placeholder === "repo" ? value?.toLowerCase() : value;
	}
	function render(parts, values) {
		return parts.map((part, index) => index % 2 === 0 ? part : values.get(part) ?? "").join("");
	}
	function isPlain(parts, used, text, number) {
		const texts = used.filter(([placeholder]) => placeholder !== "number").map(([, value]) => value);
		const between = parts.slice(1, -1).filter((_, index) => index % 2 === 1);
		return $$patterns1.lD.test(text) && !HASHED.test(text) && containsNumber(text, number) && texts.every((value) => /^[a-z0-9-]+$/.test(value)) && between.every((literal) => literal.includes("-")) && (texts.length <= 1 || texts.every((value) => !value.includes("-")));
	}
	function stemOf(parts, values) {
		const text = render(parts, new Map([...values, ["number", ""]]));
		const stem = text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
		return /^[a-z]/.test(stem) ? stem : `p${stem}`;
	}
	function base36(hex) {
		return (BigInt(`0x${hex.slice(0, 16)}`) % HASH_SPACE).toString(36).padStart(8, "0");
	}
}), 92832: ((__module, __exports, __require) => {
	__require.d(__exports, { LF: () => previewNameOf, Wl: () => possibleNames, d: () => isPossibleName, zx: () => namesWithoutBranch });
	var $$crypto0 = __require(77598);
	var $$dialect1 = __require(26625);
	var $$outcome2 = __require(96043);
	var $$template3 = __require(72920);
	function previewNameOf(naming, of, branch, where) {
		const limit = (0, $$template3.ds)({ source: where.source, hosted: (0, $$dialect1.OZ)(where.endpoint.baseUrl) });
		const name = make(naming, of, branch, limit);
		if (name === void 0) throw unnameable(naming);
		return name;
	}
	function possibleNames(naming, of, branch) {
		const names = namesWithoutBranch(naming, of, branch);
		if (names.length === 0) throw unnameable(naming);
		return names;
	}
	function namesWithoutBranch(naming, of, branch) {
		return [...new Set($$template3.BB.flatMap((limit) => make(naming, of, branch, limit) ?? []))];
	}
	function isPossibleName(name, naming, of, branch) {
		if (namesWithoutBranch(naming, of, branch).includes(name)) return true;
		if (new RegExp(`^.+-${of.number}-x[0-9a-z]{8}$`).test(name)) return true;
		const { owner, repo } = splitName(of.repository);
		const values = { number: String(of.number), owner, repo, branch, name: naming.baseName };
		const form = (template, anyName) => template.split(/\{([a-z]+)\}/).map((part, index) => {
			const text = index % 2 === 0 ? part : part === "name" && anyName ? void 0 : values[part];
			return text === void 0 ? "[a-z0-9-]+" : escapeForPattern(text.toLowerCase());
		}).join("");
		const forms = [form("{name}-pr-{number}", true), form(naming.nameTemplate ?? "{name}-pr-{number}", false)];
		return forms.some((pattern) => new RegExp(`^${pattern}$`).test(name));
	}
	const escapeForPattern = (text) => text.replace(/[^a-z0-9]/g, "\\$&");
	function make({ nameTemplate, baseName }, { repository, number }, branch, limit) {
		const { owner, repo } = splitName(repository);
		const template = nameTemplate ?? (0, $$template3.oB)(baseName);
		return (0, $$template3.gz)(template, { number, owner, repo, branch, name: baseName }, limit, (text) => (0, $$crypto0.createHash)("sha256").update(text).digest("hex"));
	}
	function unnameable({ nameTemplate = "", baseName }) {
		if (nameTemplate.includes("{name}") && baseName === void 0) {
			return new $$outcome2.lZ("invalid-input", "preview-name-template: {name} is replaced by `deployment-name`, which is not set. Set it, or use {repo}.");
		}
		return new $$outcome2.lZ("pull-request-unknown", "preview-name-template: {branch} is the head branch of the pull request, which is missing from this event and could not be read from GitHub. Let the job read pull requests (`pull-requests: read`), or remove {branch}.");
	}
	function splitName(repository) {
		const slash = repository.lastIndexOf("/");
		return { owner: repository.slice(0, Math.max(0, slash)), repo: repository.slice(slash + 1) };
	}
}), 65711: ((__module, __exports, __require) => {
	__require.d(__exports, { _E: () => checkOwnership, U7: () => markerText, At: () => readEvidence, t7: () => readMarker, Qx: () => sameRepositoryName });
	var inputs_secrets = __require(54476);
	var base_url = __require(85410);
	var later = __require(72786);
	;
	var current = __require(67418);
	var fields = __require(44034);
	var hidden_value = __require(30171);
	var name_template = __require(72920);
	;
	function checkOwnership(deployment, of, evidence) {
		if (!(0, name_template.lO)(deployment.name, of.number)) {
			return { ours: false, why: `does not have the number ${of.number} in its name` };
		}
		const { repoUrl } = (0, current.le)(deployment, []);
		if (repoUrl !== void 0 && !isBuiltFrom(repoUrl, of, evidence)) {
			return { ours: false, why: `is built from ${(0, fields.Hx)(repoUrl)}, not from ${of.repository}` };
		}
		const mark = readMarker(deployment);
		switch (mark.kind) {
			case "none":
				return { ours: false, why: `lacks the variable ${inputs_secrets.yf}, which every preview has` };
			case "hidden":
				if (evidence.force || evidence.proven === true) return { ours: true };
				return { ours: false, why: `has the variable ${inputs_secrets.yf}, but the service hides its value: set \`force: true\` if you are sure that it is the preview of ${markerText(of)}` };
			case "of":
				if (samePullRequest(mark.of, of)) return { ours: true };
				return { ours: false, why: `is the preview of ${markerText(mark.of)}` };
		}
	}
	function isBuiltFrom(url, { repository }, { serverUrl, repoUrl }) {
		if (repoUrl !== void 0 && (0, fields.Hx)(repoUrl) === (0, fields.Hx)(url)) return true;
		const host = hostOf(url);
		const elsewhere = host !== void 0 && !(0, base_url.U9)(host) && host !== hostOf(serverUrl);
		return !elsewhere && (0, later.RB4)(url, { repository });
	}
	function hostOf(url) {
		const host = /^[\w.-]+@([\w.-]+):/.exec(url)?.[1] ?? URL.parse(url)?.hostname;
		return host ? host.toLowerCase().replace(/^(?:www|ssh)\./, "") : void 0;
	}
	function readEvidence({ settings, event }) {
		return { force: settings.force, repoUrl: settings.repoUrl, serverUrl: event.serverUrl };
	}
	function markerText({ repository, number }) {
		return `${repository}#${number}`;
	}
	function readMarker({ secrets }) {
		const marker = secrets?.find(({ name }) => name === inputs_secrets.yf);
		if (marker === void 0) return { kind: "none" };
		if (!marker.value || (0, hidden_value.s4)(marker.value)) return { kind: "hidden" };
		const [, repository, digits] = /^([^\s#/]+\/[^\s#]+)#([1-9]\d{0,14})$/.exec(marker.value) ?? [];
		if (repository === void 0) return { kind: "none" };
		return { kind: "of", of: { repository, number: Number(digits) } };
	}
	function samePullRequest(one, other) {
		return one.number === other.number && sameRepositoryName(one.repository, other.repository);
	}
	function sameRepositoryName(one, other) {
		return one.toLowerCase() === other.toLowerCase();
	}
}), 3691: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { preview: () => preview });
	var statuses = __require(83889);
	var read = __require(98591);
	var deploy = __require(43805);
	var check_paths = __require(8073);
	var outcome = __require(96043);
	var current = __require(67418);
	var fields = __require(44034);
	var hidden_value = __require(30171);
	var deployment_fields = __require(31668);
	;
	const NOT_INHERITED = ["service_account_name", "volumes", "volume_mounts", "init_containers", "sidecars"];
	function inheritSettings(desired, base, { exists }) {
		const source = sourceOf(desired, base);
		const own = { ...desired, source };
		if (base === void 0 || base.source !== source) return own;
		const from = { ...base, resourceSpec: withoutRights(base.resourceSpec) };
		const fields2 = (0, deployment_fields.YP)(({ inherited }, name) => {
			const isInherited = inherited === "always" || inherited === "create" && !exists;
			return own[name] ?? (isInherited ? from[name] : void 0);
		});
		return { ...own, ...fields2 };
	}
	function sourceOf(desired, base) {
		const guessed = !desired.isSourceSet && desired.source === "external_docker";
		return guessed && base?.source === "internal_docker" ? "internal_docker" : desired.source;
	}
	function withoutRights(spec) {
		if (spec === void 0) return void 0;
		const kept = { ...spec };
		for (const field of NOT_INHERITED) delete kept[field];
		return Object.values(kept).some((value) => value !== null && value !== void 0) ? kept : void 0;
	}
	var preview_names = __require(92832);
	var ownership = __require(65711);
	var inputs_secrets = __require(54476);
	var pull_request = __require(68333);
	var teardown = __require(57422);
	;
	async function preview(context) {
		const { settings, record } = context;
		record.pullRequest = settings.pullRequest;
		const of = (0, pull_request.Jx)(context);
		const pull = await (0, pull_request.Yy)(context);
		const skipped = gatePullRequest(of, pull);
		if (skipped !== void 0) return skipped;
		if (!(0, pull_request.RX)(settings.labels, pull.labels)) return tearDownUnlabelled(context, of, pull);
		const untouched = await (0, check_paths.checkPullRequestPaths)(context);
		if (untouched !== void 0) return untouched;
		const base = await readBase(context);
		const { source } = inheritSettings(settings.desired, base, { exists: false });
		const name = (0, preview_names.LF)(settings, of, pull.branch, { source, endpoint: settings.endpoint });
		context.log.line(`The preview of ${(0, ownership.U7)(of)} is ${name}.`);
		record.name = name;
		return withPreviewCleanup(context, { names: [name], of }, () => deployPreview(context, of, pull, base, name));
	}
	function gatePullRequest(of, { fork, closed }) {
		const which = `Pull request ${(0, ownership.U7)(of)}`;
		if (fork) {
			return (0, outcome.bu)("skipped", "fork", `${which} comes from a fork, whose code must not run with the secrets of this repository. A maintainer can push the change to a branch of this repository.`);
		}
		if (!closed) return void 0;
		return (0, outcome.bu)("skipped", "pull-request-closed", `${which} is closed, so it gets no preview.`);
	}
	async function tearDownUnlabelled(context, of, pull) {
		const { settings } = context;
		const names = (0, preview_names.Wl)(settings, of, pull.branch);
		const there = await (0, teardown.findByNames)(context, names);
		if (there.some((item) => (0, ownership._E)(item, of, (0, ownership.At)(context)).ours)) {
			context.log.line("The label that requests a preview was removed.");
			return (0, teardown.removePreview)(context, { names, of });
		}
		return (0, outcome.bu)("skipped", "label-missing", `Pull request ${(0, ownership.U7)(of)} has none of the labels ${settings.labels.join(", ")}, so it gets no preview.`);
	}
	async function readBase(context) {
		const { settings, log } = context;
		const { from } = settings;
		if (from === void 0) return void 0;
		const found = await (0, read.FB)(context, from.target);
		if (found !== void 0) {
			log.line(`The preview inherits settings, but no secrets, from ${found.name} (${found.id}).`);
			const base = (0, current.le)(found, []);
			refusePlaceholders(base, settings.desired);
			return base;
		}
		if (from.specified && from.target.by === "name") {
			throw new outcome.lZ("deployment-not-found", `preview-from: no deployment ${from.target.name} exists to inherit settings from. Correct the name, or omit preview-from to inherit nothing.`);
		}
		return void 0;
	}
	function refusePlaceholders(base, desired) {
		for (const [input, own, inherited] of [["install-command", desired.installCommand, base.installCommand], ["build-command", desired.buildCommand, base.buildCommand]]) {
			if (own !== void 0 || inherited === void 0 || !(0, hidden_value.s4)(inherited)) continue;
			throw new outcome.lZ("secrets-hidden", `${input}: ${base.name} shows a placeholder, which cannot be inherited. Set ${input}, or set preview-from to another deployment.`);
		}
	}
	async function withPreviewCleanup(context, previewQuery, work) {
		let end;
		try {
			end = await work();
		} catch (error) {
			context.signal.throwIfAborted();
			if (error instanceof outcome.lZ && error.outcome.reason === "not-a-preview") throw error;
			const removed = await removeIfUnwanted(context, previewQuery);
			if (removed !== void 0) return removed;
			throw error;
		}
		const sent = end.kind !== "unchanged" && end.kind !== "planned";
		return (sent ? await removeIfUnwanted(context, previewQuery) : void 0) ?? end;
	}
	async function removeIfUnwanted(context, previewQuery) {
		if (context.settings.dryRun) return void 0;
		const state = await (0, pull_request.Hi)(context);
		if (state === void 0 || state === "open") return void 0;
		context.log.line(`The pull request ${state === "closed" ? "was closed" : "lost its label"} while its preview was being deployed.`);
		const end = await (0, teardown.removePreview)(context, previewQuery);
		if (end.kind !== "torn-down" || state !== "closed") return end;
		return (0, outcome.bu)("torn-down", "closed-meanwhile", `Pull request ${(0, ownership.U7)(previewQuery.of)} was closed while its preview was being deployed, so the preview was deleted.`);
	}
	async function deployPreview(context, of, pull, base, name) {
		const there = await (0, teardown.findByNames)(context, [name]);
		const left = await untilFree(context, there);
		if (left !== void 0) return left;
		const found = there.find(({ status }) => !(0, statuses.vx)(status));
		const own = ofPullRequest(context.settings, pull);
		const inherited = inheritSettings(own.desired, base, { exists: found !== void 0 });
		const desired = withMarker(inherited, of, found);
		const writeGuard = previewGuard({ of, desired: inherited, evidence: (0, ownership.At)(context) });
		if (found !== void 0) writeGuard.update(found);
		const settings = { ...context.settings, ...own, desired, verification: compareWithBase(context, base), paths: void 0, verb: "deploy", target: { by: "name", name } };
		const work = () => (0, deploy.deploy)({ ...context, settings, writeGuard });
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof outcome.lZ) || error.outcome.reason !== "name-taken") throw error;
			const beingDeleted = (await (0, teardown.findByNames)(context, [name])).filter(({ status }) => (0, statuses.vx)(status));
			if (beingDeleted.length === 0) throw leftOver(name, error);
			return await untilFree(context, beingDeleted) ?? work();
		}
	}
	function compareWithBase({ settings, log }, base) {
		const { verification } = settings;
		if (verification?.gate?.compareWith.kind !== "base") return verification;
		const compareWith = () => {
			if (base?.activeRevisionId !== void 0) return { kind: "deployment", target: { by: "id", id: base.id } };
			const why = base === void 0 ? "inherits from no deployment" : `inherits from ${base.name}, which serves no revision`;
			log.line(`The preview ${why}, so the gate judges it without a comparison.`);
			return { kind: "none" };
		};
		return { ...verification, gate: { ...verification.gate, compareWith: compareWith() } };
	}
	function ofPullRequest({ desired, specified, resolveCommit }, pull) {
		if (pull.ofEvent || specified.ref || desired.source !== "git_host") return { desired, resolveCommit };
		const commit = specified.commit ? desired.commit : pull.commit;
		return { desired: { ...desired, ref: pull.branch, commit }, resolveCommit: false };
	}
	async function untilFree(context, there) {
		const beingDeleted = there.filter(({ status }) => (0, statuses.vx)(status));
		if (beingDeleted.length === 0 || context.settings.dryRun) return void 0;
		context.log.line("The previous preview with this name is still being deleted; waiting until it is gone.");
		const left = await (0, teardown.waitUntilDeleted)(context, beingDeleted);
		return left.length > 0 ? (0, teardown.stillDeletingOutcome)(context.settings.waitTimeoutMs, left) : void 0;
	}
	function leftOver(name, cause) {
		return new outcome.lZ("name-taken", `The name ${name} is taken by the tracing project of an earlier deployment that was deleted without it. Delete that project and run the workflow again, or set another preview-name-template. Teardown and sweep always delete both. ${cause.message}`, { cause });
	}
	function withMarker(desired, of, found) {
		const marker = { name: inputs_secrets.yf, value: (0, ownership.U7)(of) };
		if (desired.secrets !== void 0) return { ...desired, secrets: [...desired.secrets, marker] };
		const hidden = found !== void 0 && (0, ownership.t7)(found).kind === "hidden";
		return { ...desired, secrets: hidden ? void 0 : [marker], secretsStrategy: "merge" };
	}
	function previewGuard({ of, desired, evidence }) {
		return { create: ({ secrets }) => {
			if (secrets?.some(({ name }) => name === inputs_secrets.yf)) return;
			throw new outcome.lZ("deployment-gone", `The preview of ${(0, ownership.U7)(of)} disappeared while it was being updated. Run the workflow again.`);
		}, update: (found) => {
			const { repoUrl } = (0, current.le)(found, []);
			const proven = desired.source === "git_host" && repoUrl !== void 0 && (0, fields.Hx)(repoUrl) === (0, fields.Hx)(desired.repoUrl ?? "");
			const verdict = (0, ownership._E)(found, of, { ...evidence, proven });
			if (verdict.ours) return;
			throw new outcome.lZ("not-a-preview", `${found.name} (${found.id}) ${verdict.why}, so it was not changed. Set another preview-name-template, or delete the deployment if the preview may replace it.`);
		} };
	}
}), 68333: ((__module, __exports, __require) => {
	__require.d(__exports, { Hi: () => currentPullRequestState, Jx: () => pullRequestIdOf, RX: () => hasLabel, Yy: () => currentPullRequest, _M: () => repositoryOf, dA: () => fetchPullRequest, wH: () => NO_TOKEN, yg: () => createPullRequestReader });
	var $$errors0 = __require(94924);
	var $$requests1 = __require(22959);
	var $$outcome2 = __require(96043);
	function pullRequestIdOf({ event, settings }) {
		return { repository: repositoryOf(event), number: settings.pullRequest };
	}
	function repositoryOf({ repository }) {
		if (/^[^/]+(?:\/[^/]+)+$/.test(repository)) return repository;
		throw new $$outcome2.lZ("pull-request-unknown", "The run has no repository (GITHUB_REPOSITORY; on the command line, the remote of the checkout), but a preview belongs to a pull request of a repository.");
	}
	async function currentPullRequest(context) {
		const { event, settings, log } = context;
		const number = settings.pullRequest;
		const payload = event.pullRequest?.number === number ? event.pullRequest : void 0;
		const reading = await fetchPullRequest(context, number);
		if (reading?.kind === "read") {
			const { closed: closed2, fork, labels: labels2, commit } = reading.pull;
			const branch = reading.pull.branch.startsWith("refs/") ? void 0 : reading.pull.branch;
			return { closed: closed2, fork, labels: labels2, branch, commit, ofEvent: payload !== void 0 };
		}
		if (payload === void 0) throw unknownPullRequest(number, reading);
		if (reading !== void 0) log.line(`${(0, $$requests1.D2)(number, reading.failure)} The action uses the event's payload instead.`);
		const { closed, labels } = payload;
		return { closed, fork: event.fork !== false, labels, branch: event.ref, commit: event.commit, ofEvent: true };
	}
	async function currentPullRequestState(context) {
		const { settings, log } = context;
		const reading = await fetchPullRequest(context, settings.pullRequest);
		if (reading?.kind === "read") {
			if (reading.pull.closed) return "closed";
			return hasLabel(settings.labels, reading.pull.labels) ? "open" : "unlabelled";
		}
		log.line(`It is unknown whether pull request #${settings.pullRequest} has been closed. If it has, \`action: sweep\` deletes the preview.`);
		return void 0;
	}
	function hasLabel(required, labels) {
		if (required.length === 0) return true;
		const there = new Set(labels.map((label) => label.toLowerCase()));
		return required.some((label) => there.has(label.toLowerCase()));
	}
	async function fetchPullRequest({ github, clock, signal, log }, number) {
		try {
			const connection = await github();
			return connection && await (0, $$requests1.DQ)(connection, number, { clock, signal });
		} catch (error) {
			log.line(`The request to GitHub failed: ${(0, $$errors0.gJ)(error)}`);
			return void 0;
		}
	}
	function unknownPullRequest(number, reading) {
		if (reading?.kind === "unreadable") {
			return new $$outcome2.lZ("pull-request-unknown", (0, $$requests1.D2)(number, reading.failure));
		}
		return new $$outcome2.lZ("pull-request-unknown", `The action has to read pull request #${number} from GitHub. ${NO_TOKEN}`);
	}
	const NO_TOKEN = `No token is available: remove an empty \`github-token\` (the default is the job's token) or pass a token, and add \`${$$requests1.GZ}\` under \`permissions:\` of the workflow's job.`;
	function createPullRequestReader({ clock, signal, log }, github) {
		const known = /* @__PURE__ */ new Map();
		let refused = false;
		const ask = async (number) => {
			const unknown = { closed: void 0, branch: void 0, at: clock.now() };
			if (refused) return unknown;
			const reading = await (0, $$requests1.DQ)(github, number, { clock, signal });
			if (reading.kind === "read") {
				const { closed, branch, answeredAt = Number.POSITIVE_INFINITY } = reading.pull;
				return { closed, branch, at: Math.min(answeredAt, clock.now()) };
			}
			log.line((0, $$requests1.D2)(number, reading.failure));
			refused = reading.failure.status !== 404;
			return unknown;
		};
		return { async read(number) {
			const state = known.get(number) ?? await ask(number);
			known.set(number, state);
			return state;
		} };
	}
}), 57900: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createPreviewSweeper: () => createPreviewSweeper, findCandidates: () => findCandidates, lastDeployedAt: () => lastDeployedAt, sweep: () => sweep });
	var $$errors0 = __require(65292);
	var $$statuses1 = __require(83889);
	var $$outcome2 = __require(96043);
	var $$lines3 = __require(28254);
	var $$names4 = __require(92832);
	var $$ownership5 = __require(65711);
	var $$request6 = __require(68333);
	var $$teardown7 = __require(57422);
	async function sweep(context) {
		const { settings, controlPlane, signal, record, log, event } = context;
		const repository = (0, $$request6._M)(event);
		const github = await context.github();
		if (github === void 0) {
			throw new $$outcome2.lZ("pull-request-unknown", `A sweep has to read from GitHub which pull requests are closed. ${$$request6.wH}`);
		}
		const all = await controlPlane.listDeployments({}, signal);
		const { candidates, misnamed } = findCandidates(all, repository, settings);
		log.line(`Found ${all.length} deployments, of which ${candidates.length} are previews of ${repository}.`);
		for (const one of misnamed) warnOfMisnamed(context, one);
		const swept = [];
		record.swept = swept;
		const reader = (0, $$request6.yg)(context, github);
		const sweeper = createPreviewSweeper(context, swept);
		for (const [candidate, now] of await sweepClosed(context, candidates, reader, sweeper)) {
			await sweepOld(context, candidate, now, sweeper);
		}
		if (swept.length > 0) {
			await log.group("Previews", () => {
				for (const line of (0, $$lines3.tG)(swept)) log.line(line);
			});
		}
		const left = settings.wait ? await (0, $$teardown7.waitUntilDeleted)(context, sweeper.deleted) : [];
		if (left.length > 0) return (0, $$teardown7.stillDeletingOutcome)(settings.waitTimeoutMs, left);
		await (0, $$teardown7.waitUntilUnlisted)(context, settings.wait ? sweeper.deleted : sweeper.gone);
		return conclude(context, swept);
	}
	function findCandidates(deployments, repository, naming) {
		const marked = deployments.flatMap((deployment) => {
			if ((0, $$statuses1.vx)(deployment.status)) return [];
			const mark = (0, $$ownership5.t7)(deployment);
			if (mark.kind === "none") return [];
			if (mark.kind === "hidden") return hiddenCandidate(deployment, repository, naming);
			const ours = (0, $$ownership5.Qx)(mark.of.repository, repository);
			return ours ? [{ deployment, of: mark.of, hidden: false }] : [];
		});
		const fits = ({ deployment, of }) => (0, $$names4.d)(deployment.name, naming, of, void 0);
		return { candidates: marked.filter(fits), misnamed: marked.filter((one) => !fits(one)) };
	}
	function hiddenCandidate(deployment, repository, naming) {
		const numbers = (deployment.name.match(/\d+/g) ?? []).map(Number);
		const number = numbers.find((one) => (0, $$names4.zx)(naming, { repository, number: one }).includes(deployment.name));
		return number === void 0 ? [] : [{ deployment, of: { repository, number }, hidden: true }];
	}
	async function sweepClosed(context, candidates, reader, sweeper) {
		const { settings, log } = context;
		const open = [];
		for (const candidate of candidates) {
			const { deployment, of, hidden } = candidate;
			if (hidden && !settings.force) {
				log.line(`${deployment.name} looks like the preview of #${of.number}, but the service hides the marker. Set \`force: true\` to trust the name.`);
				sweeper.leave(candidate, "unknown");
				continue;
			}
			const { closed, branch, at } = await reader.read(of.number);
			if (closed !== void 0 && !(0, $$names4.d)(deployment.name, settings, of, branch)) {
				warnOfMisnamed(context, candidate);
			} else if (closed === void 0) sweeper.leave(candidate, "unknown");
			else if (closed) await sweeper.sweep(candidate, "pull-request-closed");
			else open.push([candidate, at]);
		}
		return open;
	}
	function warnOfMisnamed({ log }, { deployment: { name, id: id2 }, of }) {
		log.line(`${name} (${id2}) has the marker of ${(0, $$ownership5.U7)(of)}, but its name matches none of that pull request's previews, so it was not deleted. If it is a preview, use the preview-name-template it was created with.`);
	}
	async function sweepOld(context, candidate, now, sweeper) {
		const { ttlMs } = context.settings;
		if (ttlMs === void 0) return;
		const at = await lastDeployedAt(context, candidate.deployment);
		if (at === "gone") return;
		if (at === void 0) sweeper.leave(candidate, "unknown");
		else if (now - at > ttlMs) {
			context.log.line(`${candidate.deployment.name} was last deployed ${(0, $$lines3.nV)(now - at)} ago.`);
			await sweeper.sweep(candidate, "too-old");
		}
	}
	function conclude({ settings }, swept) {
		const count = (did) => swept.filter((one) => one.did === did).length;
		const unknown = swept.filter(({ why }) => why === "unknown").length;
		const capped = count("left") - unknown;
		const more = capped > 0 ? ` sweep-limit leaves ${capped} more for the next sweep.` : "";
		if (settings.dryRun && count("would-delete") > 0) {
			const also = unknown > 0 ? ` ${unknown} could not be evaluated.` : "";
			return (0, $$outcome2.bu)("planned", "dry-run", `Nothing was sent. ${count("would-delete")} previews would be deleted.${more}${also}`);
		}
		if (unknown + count("failed") > 0) {
			return (0, $$outcome2.bu)("failed", "sweep-incomplete", `${count("deleted")} previews were deleted, ${count("failed")} could not be deleted, and ${unknown} were kept because they could not be evaluated. See the log for the reasons.${more}`);
		}
		if (swept.length === 0) return (0, $$outcome2.bu)("unchanged", "nothing-to-sweep", "There are no previews to delete.");
		return (0, $$outcome2.bu)("torn-down", "swept", `${count("deleted")} previews were deleted.${more}`);
	}
	function createPreviewSweeper(context, swept) {
		const { settings, record, log } = context;
		const deleted = [];
		const gone = [];
		let tried = 0;
		const note = ({ deployment: { name, id: id2 }, of }, why) => ({ as: (did) => void swept.push({ name, id: id2, of: (0, $$ownership5.U7)(of), why, did }) });
		return { deleted, gone, leave: (candidate, why) => note(candidate, why).as("left"), async sweep(candidate, why) {
			const entry = note(candidate, why);
			if (tried >= settings.limit) return entry.as("left");
			tried += 1;
			if (settings.dryRun) return entry.as("would-delete");
			const { deployment } = candidate;
			try {
				const still = await isStillOurs(context, candidate);
				if (still === false) return;
				if (still === "gone") gone.push(deployment);
				else {
					log.line(`Deleting ${deployment.name} (${deployment.id}).`);
					await (0, $$teardown7.deletePreview)(context, deployment);
				}
			} catch (error) {
				if (!(error instanceof $$errors0.hD)) throw error;
				log.line(`${deployment.name} could not be deleted: ${error.message}`);
				return entry.as("failed");
			}
			deleted.push(deployment);
			record.retired.push(deployment.name);
			return entry.as("deleted");
		} };
	}
	async function isStillOurs(context, { deployment, of }) {
		const { controlPlane, signal, log } = context;
		try {
			const now = await controlPlane.getDeployment(deployment.id, signal);
			const same = now.id === deployment.id && now.name === deployment.name;
			const verdict = same ? (0, $$ownership5._E)(now, of, (0, $$ownership5.At)(context)) : { ours: false, why: "has another name or ID" };
			if (!verdict.ours) {
				log.line(`${deployment.name} (${deployment.id}) changed after the sweep read it: it ${verdict.why}. It was not deleted.`);
			}
			return verdict.ours;
		} catch (error) {
			if ((0, $$errors0.d7)(error, 404)) return "gone";
			throw error;
		}
	}
	async function lastDeployedAt({ controlPlane, signal, log }, { id: id2, name, created_at: createdAt }) {
		try {
			const [latest] = await controlPlane.listRevisions(id2, { limit: 1 }, signal);
			const at = Date.parse((latest === void 0 ? createdAt : latest.created_at) ?? "");
			return Number.isNaN(at) ? void 0 : at;
		} catch (error) {
			if (!(error instanceof $$errors0.hD)) throw error;
			if (error.status === 404) return "gone";
			log.line(`The age of ${name} is unknown: ${error.message}`);
			return void 0;
		}
	}
}), 57422: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { deletePreview: () => deletePreview, findByNames: () => findByNames, removePreview: () => removePreview, stillDeletingOutcome: () => stillDeletingOutcome, teardown: () => teardown, waitUntilDeleted: () => waitUntilDeleted, waitUntilUnlisted: () => waitUntilUnlisted });
	var $$errors0 = __require(65292);
	var $$poll1 = __require(50438);
	var $$statuses2 = __require(83889);
	var $$rollout3 = __require(20578);
	var $$outcome4 = __require(96043);
	var $$record5 = __require(758);
	var $$names6 = __require(92832);
	var $$ownership7 = __require(65711);
	var $$request8 = __require(68333);
	async function teardown(context) {
		const { settings, record } = context;
		record.pullRequest = settings.pullRequest;
		const of = (0, $$request8.Jx)(context);
		return removePreview(context, { names: (0, $$names6.Wl)(settings, of, await branchOf(context)), of });
	}
	async function branchOf(context) {
		const { event, settings } = context;
		if (settings.nameTemplate?.includes("{branch}") !== true) return void 0;
		if (event.pullRequest?.number === settings.pullRequest && event.ref !== void 0) return event.ref;
		const reading = await (0, $$request8.dA)(context, settings.pullRequest);
		return reading?.kind === "read" ? reading.pull.branch : void 0;
	}
	async function removePreview(context, { names, of }) {
		const { settings, record, log } = context;
		const whose = (0, $$ownership7.U7)(of);
		const found = await findAll(context, names);
		const evidence = (0, $$ownership7.At)(context);
		const evaluated = found.map((item) => ({ item, verdict: (0, $$ownership7._E)(item, of, evidence) }));
		const ours = evaluated.flatMap(({ item, verdict }) => verdict.ours ? [item] : []);
		const unowned = evaluated.flatMap(({ item, verdict }) => verdict.ours || (0, $$statuses2.vx)(item.status) ? [] : [`${item.name} (${item.id}) ${verdict.why}`]);
		if (ours.length === 0 && unowned.length > 0) {
			throw new $$outcome4.lZ("not-a-preview", `Nothing was deleted: ${unowned.join("; ")}. If the deployment was meant to be the preview of ${whose}, delete it manually; otherwise set another preview-name-template.`);
		}
		for (const line of unowned) log.line(`Left alone: ${line}.`);
		const active = ours.filter(({ status }) => !(0, $$statuses2.vx)(status));
		if (settings.dryRun && active.length > 0) {
			note(context, active);
			return (0, $$outcome4.bu)("planned", "dry-run", `Nothing was sent. ${list(active)} would be deleted.`);
		}
		const deleted = [];
		for (const item of settings.dryRun ? [] : ours) {
			if (!await isSameById(context, item, of)) continue;
			note(context, [item]);
			log.line(`Deleting ${item.name} (${item.id}), the preview of ${whose}, and its tracing project.`);
			if (await deletePreview(context, item)) deleted.push(item);
		}
		record.retired = [...new Set(ours.length > 0 ? ours.map(({ name }) => name) : names)];
		const left = settings.wait && !settings.dryRun ? await waitUntilDeleted(context, ours) : [];
		if (left.length > 0) return stillDeletingOutcome(settings.waitTimeoutMs, left);
		const gone = ours.filter((item) => settings.wait || !deleted.includes(item));
		if (!settings.dryRun) await waitUntilUnlisted(context, gone);
		if (deleted.length === 0) {
			return (0, $$outcome4.bu)("torn-down", "already-gone", `No preview of ${whose} exists (${names.join(", ")}).`);
		}
		return (0, $$outcome4.bu)("torn-down", "deleted", `The preview of ${whose}, ${list(deleted)}, was deleted.`);
	}
	async function findByNames({ controlPlane, signal }, names) {
		const found = /* @__PURE__ */ new Map();
		for (const name of names) {
			for (const item of await controlPlane.listDeployments({ nameContains: name }, signal)) {
				if (item.name === name) found.set(item.id, item);
			}
		}
		return [...found.values()];
	}
	async function findAll(context, names) {
		const found = await findByNames(context, names);
		if (found.length > 0) return found;
		return (await context.controlPlane.listDeployments({}, context.signal)).filter(({ name }) => names.includes(name));
	}
	async function waitUntilUnlisted(context, items) {
		let left = [...items];
		await (0, $$poll1.wt)(context, $$poll1.AF, async () => {
			const [only, ...others] = left;
			if (only === void 0) return true;
			const listed = others.length === 0 ? await findByNames(context, [only.name]) : await context.controlPlane.listDeployments({}, context.signal);
			const active = new Set(listed.filter(({ status }) => !(0, $$statuses2.vx)(status)).map(({ id: id2 }) => id2));
			left = left.filter(({ id: id2 }) => active.has(id2));
			return left.length === 0 || void 0;
		});
		if (left.length === 0) return;
		throw new $$outcome4.lZ("contradictory-answers", `The list still shows ${list(left)} as existing, but a request by ID returns no deployment. Check the service, and run the workflow again.`);
	}
	async function isSameById(context, item, of) {
		const now = await readDeployment(context, item.id);
		if (now === void 0) return false;
		if (now.name === item.name && (0, $$ownership7._E)(now, of, (0, $$ownership7.At)(context)).ours) return true;
		throw new $$outcome4.lZ("contradictory-answers", `One response shows ${item.id} as ${item.name}, the preview of ${(0, $$ownership7.U7)(of)}, and another response does not, so nothing was deleted. Check the service, and run the workflow again.`);
	}
	async function deletePreview(context, { id: id2, status }) {
		const { controlPlane, signal, record } = context;
		await (0, $$rollout3.d$)(context, "writing");
		record.changed = true;
		const wasLiving = !(0, $$statuses2.vx)(status);
		try {
			return await controlPlane.deleteDeployment(id2, { deleteTracingProject: true }, signal) && wasLiving;
		} catch (error) {
			if (!wasLiving && (0, $$errors0.d7)(error)) return false;
			if (!mayHaveHappened(error)) throw error;
			const now = await readDeployment(context, id2);
			if (now !== void 0 && !(0, $$statuses2.vx)(now.status)) throw error;
			return true;
		}
	}
	async function waitUntilDeleted(context, items) {
		const { waitTimeoutMs, pollIntervalMs } = context.settings;
		context.setReadDeadline(context.clock.now() + waitTimeoutMs);
		try {
			let left = [...items];
			const schedule = (0, $$poll1.DZ)(waitTimeoutMs, (0, $$poll1.Pd)(1e3, 1.5, Math.min(pollIntervalMs, 15e3)));
			await (0, $$poll1.wt)(context, schedule, async () => {
				const still = [];
				for (const item of left) if (await readDeployment(context, item.id) !== void 0) still.push(item);
				left = still;
				return left.length === 0 || void 0;
			});
			return left;
		} finally {
			context.setReadDeadline(void 0);
		}
	}
	function stillDeletingOutcome(waitedMs, left) {
		return (0, $$outcome4.bu)("timed-out", "still-deleting", `${list(left)} ${left.length === 1 ? "is" : "are"} still being deleted after ${(0, $$record5.a3)(waitedMs)}. The service continues without this run; raise wait-timeout, or set \`wait: false\`.`);
	}
	function readDeployment({ controlPlane, signal }, id2) {
		return (0, $$errors0.PX)(() => controlPlane.getDeployment(id2, signal), 404);
	}
	function mayHaveHappened(error) {
		return error instanceof $$errors0.hD && (error.status === void 0 || error.status >= 500 || error.status < 400);
	}
	function note({ record }, [first]) {
		if (first !== void 0) record.deployment = { id: first.id, name: first.name, url: void 0 };
	}
	function list(items) {
		return items.map(({ name, id: id2 }) => `${name} (${id2})`).join(", ");
	}
}), 40144: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { rollBackAfterFailure: () => rollBackAfterFailure, rollBackOnFailure: () => rollBackOnFailure });
	var $$errors0 = __require(65292);
	var $$poll1 = __require(50438);
	var $$read2 = __require(98591);
	var $$outcome3 = __require(96043);
	var $$rollback4 = __require(96682);
	var $$rollback5 = __require(81922);
	const HEALTH_PROBES = (0, $$poll1.C1)(2e3, 5e3, 1e4, 2e4, 3e4);
	const SAYS_NOTHING = ["deployment-gone", "verification-impossible", "gate-inconclusive"];
	async function rollBackOnFailure(context, end) {
		switch (end.kind) {
			case "failed":
				return context.record.stage === "waiting" && !SAYS_NOTHING.includes(end.reason) ? rollBackAfterFailure(context, end) : end;
			case "deployed":
				return end.reason === "configuration-updated" ? end : checkHealth(context, end);
			default:
				return end;
		}
	}
	async function checkHealth(context, end) {
		const { record, log } = context;
		const url = record.deployment?.url;
		if (url === void 0) return end;
		const health = await ask(context, url);
		if (health === "unknown") {
			log.line("The live agent did not respond to this runner, so its health is unknown and does not affect the result.");
		}
		if (health !== "ill") return end;
		const failure = (0, $$outcome3.bu)("failed", "unhealthy", `Revision ${record.revision?.id ?? ""} of ${record.deployment?.name ?? "the deployment"} is deployed and active, but the live agent responds to every health check with an error.`);
		return rollBackAfterFailure(context, failure);
	}
	async function ask(context, base) {
		const url = `${base.replace(/(?<!\/)\/+$/, "")}/ok`;
		const health = await (0, $$poll1.wt)(context, HEALTH_PROBES, async () => {
			const status = await context.probeStatus(url, context.signal);
			if (status === void 0) return "unknown";
			if (status < 500) return "well";
			context.log.line(`The live agent responded to a health check with status ${status}.`);
			return void 0;
		});
		return health ?? "ill";
	}
	async function rollBackAfterFailure(context, failure) {
		const { record, controlPlane, signal, log } = context;
		const { deployment, revision, previousRevisionId } = record;
		const kept = { revision, timeline: record.timeline, prediction: record.prediction };
		try {
			if (deployment === void 0) return failure;
			const current = await (0, $$read2.cA)(context, await controlPlane.getDeployment(deployment.id, signal));
			const found = (0, $$rollback4.h6)({ ourId: revision?.id, targetId: previousRevisionId, activeId: current.activeRevisionId, latestId: current.latestRevisionId, begun: record.rollback !== void 0 });
			if (found.kind !== "due") return failureOutcome(failure, found);
			log.line(`This run's revision ${found.ourId} is active but failed; rolling back to ${found.targetId}.`);
			const target = current.revisions.find(({ id: id2 }) => id2 === found.targetId) ?? await (0, $$rollback5.readRevision)(context, current, found.targetId);
			const way = await (0, $$rollback5.planRollback)(context, current, target);
			const { plan } = record;
			await (0, $$rollback5.logRollbackPlan)(context, way);
			record.plan = plan;
			const end = await (0, $$rollback5.runRollback)(context, way, { after: failure.reason, keep: true });
			restore(record, kept);
			return end.kind === "deployed" ? rolledBack(failure, record) : rollbackFailed(failure, end.message);
		} catch (error) {
			if (!(error instanceof $$errors0.hD) && !(error instanceof $$outcome3.lZ)) throw error;
			restore(record, kept);
			return rollbackFailed(failure, error.message);
		}
	}
	function restore(record, kept) {
		Object.assign(record, kept);
	}
	function rolledBack(failure, { rollback }) {
		return (0, $$outcome3.bu)("rolled-back", "after-failure", `${failure.message} Rolled back: the commit or image of revision ${rollback?.targetId ?? ""} was deployed again as revision ${rollback?.revisionId ?? ""}, which is active.`);
	}
	function rollbackFailed(failure, why) {
		return (0, $$outcome3.bu)("failed", "rollback-failed", `${failure.message} The rollback failed as well: ${why}`);
	}
	function failureOutcome(failure, found) {
		return (0, $$outcome3.bu)("failed", failure.reason, `${failure.message} ${found.message}`);
	}
}), 96682: ((__module, __exports, __require) => {
	__require.d(__exports, { CQ: () => originText, bt: () => isSameBuild, bx: () => chooseTarget, eH: () => planReissue, gQ: () => requireDeployed, h6: () => decideRollback, kS: () => isAlreadyRolledBack, uQ: () => refToResolve, wc: () => revisionLabel, wo: () => toDesired });
	var $$statuses0 = __require(83889);
	var $$source1 = __require(20690);
	var $$fields2 = __require(31668);
	function chooseTarget(to, past) {
		return to.kind === "previous" ? choosePrevious(past) : chooseOfRef(to.ref, past);
	}
	function requireDeployed(revision, activeId) {
		if (revision.id === activeId || (0, $$statuses0.BE)(revision.status) === "deployed") {
			return { kind: "found", revision };
		}
		return { kind: "refused", reason: "never-deployed", message: `Revision ${revision.id} is ${revision.status} and was never DEPLOYED, so it may not work. Specify a revision that was deployed; \`action: status\` lists the revisions.` };
	}
	function isAlreadyRolledBack({ revisions, activeId }) {
		const [active, ...older] = fromActive(revisions, activeId);
		if (active === void 0) return false;
		const deployed = older.filter(({ status }) => (0, $$statuses0.BE)(status) === "deployed");
		const other = deployed.findIndex((revision) => !isSameBuild(revision, active));
		return other !== -1 && deployed.slice(other).some((revision) => isSameBuild(revision, active));
	}
	function isSameBuild(a, b) {
		if (a.graphConfigPath !== b.graphConfigPath) return false;
		if (a.commit !== void 0 && b.commit !== void 0) return a.commit === b.commit;
		if (a.imageUri !== void 0 && b.imageUri !== void 0) return a.imageUri === b.imageUri;
		return a.tarballPath !== void 0 && a.tarballPath === b.tarballPath;
	}
	function choosePrevious(past) {
		const [active, ...older] = fromActive(past.revisions, past.activeId);
		const found = older.find((revision) => active !== void 0 && (0, $$statuses0.BE)(revision.status) === "deployed" && !isSameBuild(revision, active));
		if (found !== void 0) return { kind: "found", revision: found };
		if (!past.complete && past.activeId !== void 0) return void 0;
		const message = active === void 0 ? "No revision is active, so no earlier revision can be chosen. Give the ID of a revision in rollback-to." : `No other commit or image was deployed before the active revision ${active.id}. Give the ID of a revision in rollback-to, or deploy the commit or image that you want to return to.`;
		return { kind: "refused", reason: "no-rollback-target", message };
	}
	function chooseOfRef(ref, { revisions, activeId, complete }) {
		const ofRef = revisions.filter((revision) => revision.ref === ref);
		const found = ofRef.find(({ id: id2, status }) => id2 === activeId || (0, $$statuses0.BE)(status) === "deployed");
		if (found !== void 0) return { kind: "found", revision: found };
		if (!complete) return void 0;
		const [newest] = ofRef;
		if (newest !== void 0) return requireDeployed(newest, activeId);
		return { kind: "refused", reason: "revision-not-found", message: `No revision of this deployment was built from ${ref}. \`action: status\` lists the revisions; use \`action: deploy\` for a ref that was not deployed yet.` };
	}
	function fromActive(revisions, activeId) {
		const at = revisions.findIndex(({ id: id2 }) => id2 === activeId);
		return at === -1 ? [] : revisions.slice(at);
	}
	function decideRollback({ ourId, targetId, activeId, latestId, begun }) {
		if (begun) return leave("This run already started a rollback and never starts a second one.");
		if (targetId === void 0 || targetId === ourId) {
			return { kind: "nothing-before", message: "No rollback is possible, because no other revision was active before." };
		}
		if (activeId === targetId) {
			return { kind: "serves-on", message: `No rollback is necessary: revision ${targetId} is still active.` };
		}
		if (ourId === void 0 || activeId !== ourId) {
			return leave(`Not rolled back: the active revision ${activeId ?? "(unknown)"} was not created by this run.`);
		}
		if (latestId !== ourId) {
			return leave(`Not rolled back: revision ${latestId ?? "(unknown)"} is newer than the revision of this run and must not be replaced.`);
		}
		return { kind: "due", ourId, targetId };
	}
	function leave(message) {
		return { kind: "left-alone", message };
	}
	function toDesired(target, current) {
		const source = sourceOf(target, current);
		const git = source === "git_host";
		return { source, isSourceSet: false, ...(0, $$fields2.YP)(() => void 0), ref: git ? target.ref : void 0, commit: git ? target.commit : void 0, imageUri: git ? void 0 : target.imageUri, sourcePath: void 0, archive: void 0, tarballPath: source === "internal_source" ? target.tarballPath : void 0, secrets: void 0, secretsStrategy: "merge" };
	}
	function refToResolve(target, current) {
		if (sourceOf(target, current) !== "git_host" || target.commit === void 0) return void 0;
		if (target.ref === void 0 || current.repoUrl === void 0) return void 0;
		if (target.ref.startsWith("refs/tags/") && current.buildOnPush === true) return void 0;
		return { repoUrl: current.repoUrl, ref: target.ref };
	}
	function planReissue(target, current, resolved) {
		const sent = reissued(target, current, resolved);
		const changes = [describe(target, current, sent === void 0)];
		if (sent === void 0) return { kind: "redeploy", revisionId: target.id, changes };
		const path2 = target.graphConfigPath;
		const repath = path2 !== void 0 && path2 !== current.graphConfigPath;
		if (repath) {
			changes.push({ field: "source_revision_config.graph_config_path", from: current.graphConfigPath ?? null, to: path2, revision: true });
		}
		const body = { ...sent.source_tarball_path ? { revision_source: "internal_source" } : {}, source_revision_config: { ...sent, ...repath ? { graph_config_path: path2 } : {} } };
		return { kind: "patch", body, changes, originOnly: !repath };
	}
	function reissued(target, current, resolved) {
		if (sourceOf(target, current) === "git_host") {
			const still = target.commit !== void 0 && resolved === target.commit;
			return still && target.ref !== void 0 ? { repo_ref: target.ref } : void 0;
		}
		if (target.imageUri !== void 0) return { image_uri: target.imageUri };
		return target.tarballPath === void 0 ? void 0 : { source_tarball_path: target.tarballPath };
	}
	function sourceOf(target, current) {
		const parsedSource = $$source1.kL.safeParse(current.source);
		if (parsedSource.success) return parsedSource.data;
		if (target.tarballPath !== void 0) return "internal_source";
		return target.imageUri === void 0 ? "git_host" : "external_docker";
	}
	function describe(target, current, byService) {
		const { active } = current;
		return { field: "revision", from: active === void 0 ? null : revisionLabel(active), to: `${revisionLabel(target)}${byService ? ", by the service" : ""}`, revision: true };
	}
	function revisionLabel(revision) {
		return `${originText(revision)} (revision ${revision.id})`;
	}
	function originText({ ref, commit, imageUri, tarballPath }) {
		if (commit !== void 0 || ref !== void 0) return `${ref ?? "?"} @ ${commit?.slice(0, 7) ?? "?"}`;
		return imageUri ?? tarballPath ?? "unknown";
	}
}), 81922: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { logRollbackPlan: () => logRollbackPlan, planRollback: () => planRollback, readRevision: () => readRevision, rollback: () => rollback, runRollback: () => runRollback });
	var $$errors0 = __require(65292);
	var $$statuses1 = __require(83889);
	var $$confirm2 = __require(51987);
	var $$identify3 = __require(58975);
	var $$polling4 = __require(7628);
	var $$read5 = __require(98591);
	var $$rollout6 = __require(20578);
	var $$write7 = __require(6736);
	var $$outcome8 = __require(96043);
	var $$current9 = __require(67418);
	var $$origin10 = __require(23001);
	var $$record11 = __require(758);
	var $$rollback12 = __require(96682);
	async function rollback(context) {
		const { settings, record } = context;
		const { deployment, actual: current } = await (0, $$read5.xx)(context);
		record.prediction = (0, $$polling4.rs)(current.revisions);
		record.earlier = (0, $$polling4.PC)(current.revisions);
		if (current.active !== void 0) (0, $$record11.dO)(record, current.active);
		const { target, past } = await findRollbackTarget(context, current, settings);
		if (settings.rerun && settings.to.kind === "previous" && (0, $$rollback12.kS)(past) && !isUnderway(current)) {
			return unchanged(context, `${current.name} is already rolled back: its active revision ${current.activeRevisionId ?? ""} was created from the same commit or image as an earlier one. A re-run does not go further back; start a new run, or give the ID of a revision.`);
		}
		if (settings.to.kind === "previous" && (0, $$rollback12.kS)(past)) {
			context.log.line(`The active revision is itself the result of a rollback, so \`previous\` means ${(0, $$rollback12.wc)(target)}, which was rolled back before. If you want another revision, give its ID.`);
		}
		record.commit = target.commit;
		if (!settings.force && serves(target, current) && !isUnderway(current)) {
			const desired = (0, $$rollback12.wo)(target, current);
			const revisionId = current.active?.id ?? target.id;
			const of = { deployment, revisionId, desired, current: void 0, before: /* @__PURE__ */ new Set(), adopted: true };
			const doubt = await (0, $$confirm2.xw)(context, of);
			if (doubt !== void 0) return doubt;
			return unchanged(context, `${current.name} already runs ${(0, $$rollback12.wc)(target)}. Set \`force: true\` to deploy it again.`);
		}
		const way = await planRollback(context, current, target);
		const underway = settings.force ? void 0 : findInProgress(way);
		if (underway !== void 0) {
			record.plan = { kind: "adopt", revisionId: underway.id, changes: [] };
			context.log.line(`Revision ${underway.id} of the same build is already in progress.`);
			if (settings.dryRun) return (0, $$rollout6.dU)(record.plan);
			record.rollback = { targetId: target.id, revisionId: underway.id, after: void 0 };
			return conclude(await adopt(context, way.desired, current, underway), target, current);
		}
		await logRollbackPlan(context, way);
		if (settings.dryRun) return (0, $$rollout6.dU)(way.plan);
		return conclude(await runRollback(context, way, { after: void 0, keep: false }), target, current);
	}
	function serves(target, { active }) {
		if (active === void 0) return false;
		return (0, $$statuses1.BE)(active.status) === "deployed" && (target.id === active.id || (0, $$rollback12.bt)(target, active));
	}
	function isUnderway({ latest, activeRevisionId }) {
		if (latest === void 0 || latest.id === activeRevisionId) return false;
		return ["progress", "deployed"].includes((0, $$statuses1.BE)(latest.status));
	}
	function findInProgress({ desired, current, plan }) {
		const sure = (0, $$origin10.Gm)(desired, current);
		return sure ?? (plan.kind === "patch" ? (0, $$origin10.u9)(desired, current) : void 0);
	}
	async function adopt(context, desired, current, underway) {
		const before = new Set(current.revisions.map(({ id: id2 }) => id2).filter((id2) => id2 !== underway.id));
		const deployment = await context.controlPlane.getDeployment(current.id, context.signal);
		return (0, $$rollout6.Of)(context, { deployment, revisionId: underway.id, desired, current: void 0, before, adopted: true });
	}
	async function unchanged({ record }, message) {
		record.plan = { kind: "unchanged", changes: [] };
		return (0, $$outcome8.bu)("unchanged", "already-active", message);
	}
	function conclude(end, target, { name }) {
		if (end.kind !== "deployed" || end.reason === "commit-unknown") return end;
		return (0, $$outcome8.bu)("deployed", "rolled-back-to", `${name} was rolled back to ${(0, $$rollback12.wc)(target)}. ${end.message}`);
	}
	async function planRollback({ resolveRef, signal, log }, current, target) {
		const git = (0, $$rollback12.uQ)(target, current);
		const resolved = git === void 0 ? void 0 : await resolveRef(git.repoUrl, git.ref, signal);
		if (git !== void 0 && resolved !== target.commit) {
			const now = resolved === void 0 ? "cannot be looked up" : `now points to ${resolved.slice(0, 7)}`;
			log.line(`${git.ref} ${now}, so the service has to deploy revision ${target.id} again.`);
		}
		const plan = (0, $$rollback12.eH)(target, current, resolved);
		return { current, target, desired: (0, $$rollback12.wo)(target, current), plan };
	}
	async function logRollbackPlan(context, { current, target, plan }) {
		await (0, $$rollout6.uH)(context, plan, `roll ${current.name} back to ${(0, $$rollback12.wc)(target)}`);
		context.log.line(plan.kind === "redeploy" ? "Only the code is certain to be rolled back: the service decides whether the secrets and other settings of that revision are restored too." : "Only the code is rolled back: secrets, resources and other settings stay unchanged.");
	}
	async function runRollback(context, way, { after, keep }) {
		const { record, log } = context;
		const { current, target, desired } = way;
		if (record.rollback !== void 0) throw new Error("a second rollback in one run");
		const rollback2 = { targetId: target.id, revisionId: void 0, after };
		record.rollback = rollback2;
		record.revision = void 0;
		await (0, $$rollout6.d$)(context, "writing");
		const { deployment, lost } = await send(context, way);
		record.changed = true;
		(0, $$read5.dj)(context, deployment);
		if (lost) log.line("The response was lost, but the request took effect.");
		await (0, $$rollout6.d$)(context, "waiting");
		const before = new Set(current.revisions.map(({ id: id2 }) => id2));
		const sent = { sentOrigin: true, lost };
		const revisionId = await (0, $$identify3.Az)(context, deployment, before, desired, sent);
		if (revisionId === void 0) {
			throw new $$outcome8.lZ("no-revision", `The service accepted the rollback of ${current.name}, but no revision appeared within a minute. Check the deployment.`);
		}
		rollback2.revisionId = revisionId;
		const of = { deployment, revisionId, desired, current: void 0, before, adopted: false };
		return (0, $$rollout6.Of)(context, { ...of, ...keep && { neverInterrupt: keep } });
	}
	async function send(context, { current, target, desired, plan }) {
		if (plan.kind === "patch") {
			const answer2 = await (0, $$write7.Gj)(context, current, plan, desired);
			return { deployment: answer2.deployment, lost: answer2.afterLostAnswer };
		}
		const answer = await (0, $$write7.jy)(context, current, plan.revisionId, desired);
		if (answer !== void 0) return { deployment: answer.deployment, lost: answer.afterLostAnswer };
		throw new $$outcome8.lZ("rollback-impossible", `Nothing was changed: ${target.ref ?? "its ref"} no longer points to the commit of revision ${target.id}, and this service cannot deploy a revision again. Create a tag or branch at commit ${target.commit ?? "(unknown)"}, and deploy it with \`action: deploy\` and \`ref\`.`);
	}
	async function findRollbackTarget(context, current, { to, rerun }) {
		if (to.kind === "revision") {
			const revision = await readRevision(context, current, to.id);
			const past2 = { revisions: current.revisions, activeId: current.activeRevisionId, complete: false };
			return { target: demand((0, $$rollback12.gQ)(revision, current.activeRevisionId)), past: past2 };
		}
		const past = { revisions: [], activeId: current.activeRevisionId, complete: false };
		for await (const page of (0, $$read5.kb)(context, current.id)) {
			past.revisions = [...past.revisions, ...page.map($$current9.aI)];
			const choice2 = rerun ? void 0 : (0, $$rollback12.bx)(to, past);
			if (choice2 !== void 0) return { target: await requireSame(demand(choice2)), past };
		}
		past.complete = true;
		const choice = (0, $$rollback12.bx)(to, past);
		if (choice === void 0) throw new Error("the complete revision history does not determine the rollback target");
		return { target: await requireSame(demand(choice)), past };
		async function requireSame(listed) {
			const byId = await readRevision(context, current, listed.id);
			const same = ["status", "commit", "imageUri", "tarballPath", "ref"].every((field) => !byId[field] || !listed[field] || byId[field] === listed[field]);
			const { commit = listed.commit, ref = listed.ref, imageUri = listed.imageUri } = byId;
			const { tarballPath = listed.tarballPath } = byId;
			if (same) return { ...byId, commit, ref, imageUri, tarballPath };
			throw new $$outcome8.lZ("contradictory-answers", `Two responses differ about revision ${listed.id} of ${current.name}, so nothing was sent. Run the workflow again when the responses agree.`);
		}
	}
	async function readRevision({ controlPlane, signal }, { id: id2, name }, revisionId) {
		try {
			return (0, $$current9.aI)(await controlPlane.getRevision(id2, revisionId, signal));
		} catch (error) {
			if (!(0, $$errors0.d7)(error, 404) && !(0, $$errors0.d7)(error, 422)) throw error;
			throw new $$outcome8.lZ("revision-not-found", `${name} has no revision ${revisionId}. \`action: status\` lists its revisions.`, { cause: error });
		}
	}
	function demand(choice) {
		if (choice.kind === "refused") throw new $$outcome8.lZ(choice.reason, choice.message);
		return choice.revision;
	}
}), 72412: ((__module, __exports, __require) => {
	__require.d(__exports, { readCheckFile: () => readCheckFile });
	var $$file0 = __require(70609);
	async function readCheckFile(reading, verification, workspace) {
		const { checks: cases } = verification;
		if (cases.kind !== "file") return reading;
		const input = reading.settings.verb === "verify" ? "cases" : "verify";
		const refuse = (problems) => ({ ...reading, ok: false, problems: problems.map((problem) => ({ path: input, ...problem })) });
		const text = await (0, $$file0.s)(workspace ?? "", cases.path);
		if (typeof text !== "string") return refuse([text]);
		const parsed = await cases.read(text);
		if (!parsed.ok) {
			return refuse(parsed.problems.map(({ message, hint }) => ({ message: `${cases.path}: ${message}`, hint })));
		}
		const read = { ...verification, checks: { kind: "given", cases: parsed.value } };
		return { ...reading, settings: Object.assign(reading.settings, { verification: read }) };
	}
}), 24239: ((__module, __exports, __require) => {
	__require.d(__exports, { K: () => connectAgent });
	var $$url0 = __require(85410);
	var $$links1 = __require(19687);
	var $$result2 = __require(63676);
	async function connectAgent(context, verification, url) {
		const { settings, record, redactor, masker, env, log } = context;
		if (url === void 0) {
			const why = "The service does not return the agent's URL: use verify/action.yml with deployment-url in a later step.";
			return { kind: "refused", why };
		}
		const check = (0, $$url0.Z6)(url, settings.endpoint);
		if (check.kind === "refused") {
			const why = `The address of the agent ${check.problem}; set \`allow-insecure-host: true\` to allow it.`;
			return { kind: "refused", why };
		}
		const place = (0, $$links1.hO)(env);
		const commit = record.revision?.commit ?? record.commit ?? place.sha;
		const link = (0, $$links1.Vp)(place);
		const origin = [commit && `Commit ${commit}.`, link].filter(Boolean).join(" ");
		return { kind: "ready", context: { ...context, server: await context.agentServer(check.url), warn: once(log), shown: (0, $$result2.Hl)((text) => redactor.redact(text)), maskSecret: (value) => masker.maskSecret(value), verification, origin } };
	}
	function once(log) {
		let warned = false;
		return (about, text) => {
			if (warned) log.line(text);
			else log.warn(about, text);
			warned = true;
		};
	}
}), 63676: ((__module, __exports, __require) => {
	__require.d(__exports, { Hl: () => $$later0.Hlv, OE: () => $$later0.OEH, g5: () => $$later0.g5, on: () => $$later0.onx });
	var $$later0 = __require(72786);
}), 937: ((__module, __exports, __require) => {
	__require.d(__exports, { k: () => runCheck });
	var external_node_crypto_ = __require(77598);
	var external_node_vm_ = __require(30714);
	var json_safety = __require(6760);
	var agent_responses = __require(30123);
	var errors = __require(65292);
	var poll = __require(50438);
	var retry = __require(85933);
	;
	const MAX_RECONNECTS = 5;
	const MAX_STARTS = 3;
	const FIND_ATTEMPTS = 4;
	const END_ATTEMPTS = 3;
	const POLL_MS = 1e3;
	async function performRun(server, { clock, random }, request, events, signal) {
		const { threadId } = request;
		const streamState = new RunStreamState(events);
		const context = { server, clock, random, request, events, signal, streamState };
		let end = await startRun(context);
		const runId = streamState.runId ?? "";
		const reader = createRunReader(context, runId);
		for (let attempt = 1; !streamState.over && attempt <= MAX_RECONNECTS; attempt += 1) {
			if (await reader.hasEnded(end)) break;
			const broken = end.kind === "failed" ? `broke (${wordOf(end)})` : "ended before the run";
			events.warning(`The stream ${broken}; resuming the run.`);
			await clock.sleep((0, retry.jo)(attempt, random, retry.hH.run), signal);
			end = await server.watchRun(threadId, runId, streamState.place(), streamState, signal);
			if (end.kind === "failed" && !end.opened && end.error.status !== void 0) break;
		}
		return reader.settle();
	}
	async function startRun(context) {
		const { server, clock, request, events, signal, streamState } = context;
		const { threadId, limitMs } = request;
		for (let attempt = 1; ; attempt += 1) {
			const strategy = request.ownThread ? "reject" : request.body.multitask_strategy;
			const sent = await server.startRun(threadId, { ...request.body, multitask_strategy: strategy }, streamState, signal);
			if (streamState.runId !== void 0) return sent;
			const wait = refusedFor(sent);
			if (wait !== void 0 && wait < limitMs && attempt < MAX_STARTS) {
				events.warning("The agent server asked for a retry (Retry-After).");
				await clock.sleep(wait, signal);
				continue;
			}
			const error = sent.kind === "failed" ? sent.error : void 0;
			const lost = error === void 0 || ["ambiguous", "network", "timeout"].includes(error.kind);
			if (!lost && !(attempt > 1 && (0, errors.i_)(error))) throw error;
			events.warning("The response to the start of the run was lost; checking whether the run was created.");
			const found = await findRun(context);
			if (found !== void 0) {
				streamState.know(found);
				return sent;
			}
			if (attempt >= MAX_STARTS || mayStartSecondRun(request, error)) throw error ?? lostStart(threadId);
		}
	}
	function mayStartSecondRun({ ownThread, body }, error) {
		const sent = error === void 0 || error.kind === "ambiguous";
		return sent && !ownThread && ["enqueue", "interrupt"].includes(body.multitask_strategy);
	}
	function findRun({ server, clock, random, request, signal }) {
		const backoff = ({ polls }) => (0, retry.jo)(polls, random, retry.hH.run);
		return (0, poll.wt)({ clock, signal }, (0, poll._H)(FIND_ATTEMPTS, backoff), async () => {
			return (await server.listRuns(request.threadId, signal)).find((run) => isOurs(run, request))?.run_id;
		});
	}
	function isOurs({ metadata }, { mark }) {
		return metadata?.[mark.key] === mark.value;
	}
	function createRunReader({ server, clock, request, signal, streamState }, runId) {
		const { threadId, limitMs } = request;
		const ours = async () => {
			const run = await server.getRun(threadId, runId, signal);
			const { key } = request.mark;
			if (run?.metadata && key in run.metadata && !isOurs(run, request)) throw anotherRun(threadId, runId);
			return run;
		};
		const errorOfJoin = async () => {
			try {
				const body = await server.join(threadId, runId, limitMs, signal);
				const read = agent_responses.r6.safeParse((0, json_safety._F)(body, "__error__"));
				return read.success ? { name: read.data.error, message: read.data.message } : void 0;
			} catch (error) {
				if (!(0, errors.d7)(error)) throw error;
				return void 0;
			}
		};
		return { async hasEnded(closed) {
			if (closed.kind === "failed") return false;
			const ended = await (0, poll.wt)({ clock, signal }, (0, poll._H)(END_ATTEMPTS, () => retry.hH.run.baseMs), async () => {
				const run = await ours();
				return run === void 0 || (0, agent_responses.cv)(run.status) || void 0;
			});
			return ended === true;
		}, settle: () => (0, poll.wt)({ clock, signal }, () => POLL_MS, async () => {
			const run = await ours();
			if (run === void 0) return { kind: "gone", runId };
			if ((0, agent_responses.cv)(run.status)) {
				const error = run.status === "error" ? streamState.error ?? await errorOfJoin() : void 0;
				return { kind: "ended", runId, status: run.status, error };
			}
			try {
				await server.join(threadId, runId, limitMs, signal);
			} catch (error) {
				if (!(0, errors.d7)(error)) throw error;
			}
			return void 0;
		}) };
	}
	function refusedFor(end) {
		if (end.kind === "ended" || end.opened || end.retryAfterMs === void 0) return void 0;
		const { status } = end.error;
		return status === 429 || status === 503 ? Math.max(end.retryAfterMs, retry.hH.run.baseMs) : void 0;
	}
	function anotherRun(threadId, runId) {
		return new errors.hD({ kind: "malformed", method: "GET", path: `/threads/${threadId}/runs/${runId}`, what: "the run has another marker than the run that was started", hint: "Check that the address is the agent server of the deployment.", attempts: 1 });
	}
	function lostStart(threadId) {
		return new errors.hD({ kind: "ambiguous", method: "POST", path: `/threads/${threadId}/runs/stream`, what: "the response contains no run ID, and no run was found on the thread", hint: "Check that the address is the agent server of the deployment.", attempts: MAX_STARTS });
	}
	function wordOf({ error }) {
		return error.code ?? String(error.status ?? error.kind);
	}
	class RunStreamState {
		runId;
		over = false;
		error;
		#location;
		#lastEventId;
		#any = false;
		#events;
		constructor(events) {
			this.#events = events;
		}
		know(runId) {
			if (this.runId !== void 0) return;
			this.runId = runId;
			this.#events.started(runId);
		}
		place() {
			return { location: this.#location, lastEventId: this.#lastEventId ?? (this.#any ? void 0 : "-1") };
		}
		opened({ location, contentLocation }) {
			this.#location ??= location;
			const found = /\/runs\/(?!stream\b)([\w-]+)/.exec(contentLocation ?? location ?? "")?.[1];
			if (found !== void 0) this.know(found);
		}
		event({ event = "message", id: id2, data }) {
			this.#any = true;
			if (id2 !== void 0 && id2 !== "") this.#lastEventId = id2;
			const [name = "", ...of] = event.split("|");
			if (name === "end") this.over = true;
			const value = (0, json_safety.qF)(data);
			if (typeof value !== "object" || value === null) return;
			if (name === "metadata") {
				const runId = Reflect.get(value, "run_id");
				if (typeof runId === "string") this.know(runId);
			} else if (name === "updates") {
				this.#events.step(Object.keys(value), of);
			} else if (name === "feedback") {
				const urls = agent_responses.h4.safeParse(value);
				if (urls.success) this.#events.feedback(urls.data);
			} else if (name === "error") {
				const parsed = agent_responses.r6.safeParse(value);
				if (parsed.success) this.error = { name: parsed.data.error, message: parsed.data.message };
			}
		}
	}
	var clients_clock = __require(75065);
	var run_record = __require(758);
	var os_errors = __require(94924);
	var evaluate = __require(29286);
	;
	const MARK = "agent_deploy_verification";
	const CLEAR_UP_MS = 1e4;
	async function runCheck(context, one, { assistant, revisionId }, ending = { expectationOf: () => one.expect, clearingUp: (work) => work }) {
		const { clock, log, server, signal, verification, shown } = context;
		const startedAt = clock.now();
		const since = () => clock.now() - startedAt;
		const say = (text) => log.line(`${(0, run_record.a3)(since()).padStart(7)}  ${text}`);
		const state = { threadId: one.threadId, runId: void 0, mark: void 0, over: false };
		let response;
		const feedback = createFeedback(context);
		const limit = AbortSignal.timeout(one.timeLimitMs);
		const bounded = AbortSignal.any([signal, limit]);
		const leave = context.addCancelHook((stop) => clearUp(context, one, state, { keep: false, stop }));
		try {
			const verdict = await attempt();
			await feedback.submitVerdict(one.name, verdict.result);
			const { keepThreads } = verification;
			const keep = keepThreads === "always" || keepThreads === "failed" && verdict.result !== "passed";
			await ending.clearingUp(clearUp(context, one, state, { keep, stop: (0, clients_clock.NE)(signal, CLEAR_UP_MS) }));
			const { threadId, runId } = state;
			return { result: { name: one.name, ...verdict, tookMs: since(), threadId, runId }, response };
		} finally {
			if (!signal.aborted) leave();
		}
		async function attempt() {
			try {
				const own = one.threadId === void 0;
				const ours = { key: MARK, value: (0, external_node_crypto_.randomUUID)() };
				const threadId = await makeThread(server, one, state, { [MARK]: ours.value }, bounded);
				state.threadId = threadId;
				state.mark = ours;
				const runStartedAt = clock.now();
				const end = await performRun(server, { clock, random: Math.random }, { threadId, ownThread: own, body: toRunBody(one, assistant, ours, verification.feedbackKey), mark: ours, limitMs: one.timeLimitMs }, { started: (runId2) => {
					state.runId = runId2;
				}, step: createStepLog((line) => log.line(line), since, shown), feedback: (urls) => feedback.addUrls(urls), warning: say }, bounded);
				state.over = true;
				const latencyMs = clock.now() - runStartedAt;
				if (end.kind === "gone") return goneVerdict(one);
				const { runId, status, error } = end;
				response = { status, error, ...await server.state(threadId, signal), latencyMs };
				return await conclude(context, ending.expectationOf(response), response, { threadId, runId, revisionId });
			} catch (error) {
				if (limit.aborted && error === limit.reason) {
					return state.mark === void 0 ? { result: "impossible", why: [`No thread was created within ${(0, run_record.a3)(one.timeLimitMs)}.`] } : { result: "timed-out", why: [late(one.timeLimitMs)] };
				}
				if (!(0, errors.d7)(error)) throw error;
				if (error.kind === "http") state.mark = void 0;
				return (0, evaluate.m8)(error, shown);
			}
		}
	}
	async function clearUp({ server, signal, log, shown }, one, state, { keep, stop }) {
		const { threadId } = state;
		if (threadId === void 0) return;
		const works = [async () => {
			const runId = await findActiveRun(server, threadId, state, stop);
			if (runId !== void 0) await server.cancelRun(threadId, runId, stop);
		}, async () => {
			if (one.threadId === void 0 && !keep) await server.deleteThread(threadId, stop);
		}];
		const errors2 = [];
		for (const work of works) await work().catch((error) => errors2.push(error));
		for (const error of errors2) if (error !== signal.reason) log.line(`         The cleanup failed: ${shown.text((0, os_errors.gJ)(error))}`);
	}
	async function findActiveRun(server, threadId, { runId, mark, over }, stop) {
		if (over) return void 0;
		if (runId !== void 0 || mark === void 0) return runId;
		const runs = await server.listRuns(threadId, stop);
		return runs.find(({ status, metadata }) => metadata?.[mark.key] === mark.value && !(0, agent_responses.cv)(status))?.run_id;
	}
	async function makeThread(server, one, state, metadata, signal) {
		const id2 = one.threadId ?? (0, external_node_crypto_.randomUUID)();
		state.threadId = id2;
		try {
			return await server.createThread(id2, metadata, signal);
		} catch (error) {
			if ((0, errors.d7)(error) && (error.kind === "http" || error.kind === "network")) state.threadId = one.threadId;
			throw error;
		}
	}
	function goneVerdict(one) {
		return { result: one.threadId === void 0 ? "failed" : "impossible", why: ["The run no longer exists: another client deleted it, or started another run on this thread."] };
	}
	async function conclude({ server, signal, shown }, expect, run, { threadId, runId, revisionId }) {
		const why = (0, evaluate.tL)(expect, run, { find: findPattern, shown });
		const beside = findInterferingRun(await server.listRuns(threadId, signal), runId);
		if (beside !== void 0) {
			const warning = `The state may belong to another run, because run ${shown.text(beside.run_id)} used the same thread.`;
			return { result: "impossible", why: [...why, warning] };
		}
		const found = revisionId === void 0 ? void 0 : await server.revision(signal);
		if (found !== void 0 && found !== revisionId) {
			const other = `The response may come from another revision: revision ${shown.text(found)} responds here now instead of ${revisionId}.`;
			return { result: "impossible", why: [...why, other] };
		}
		return { result: why.length === 0 ? "passed" : "failed", why };
	}
	function late(limitMs) {
		return `The run had not ended after ${(0, run_record.a3)(limitMs)} and was cancelled; raise \`time-limit\` to allow more time.`;
	}
	function toRunBody(one, assistant, mark, feedbackKey) {
		return { assistant_id: assistant, ...one.command === void 0 ? { input: one.input } : { command: one.command }, ...one.config !== void 0 && { config: one.config }, ...one.context !== void 0 && { context: one.context }, metadata: { ...one.metadata, [mark.key]: mark.value }, stream_mode: "updates", stream_resumable: true, on_disconnect: "continue", multitask_strategy: one.strategy, ...feedbackKey !== void 0 && { feedback_keys: [feedbackKey] } };
	}
	function findInterferingRun(runs, ourId) {
		const at = runs.findIndex(({ run_id }) => run_id === ourId);
		const ours = runs[at];
		return runs.find((other, index) => {
			if (other.run_id === ourId || other.status === "pending") return false;
			if (ours === void 0 || other.status === "running") return true;
			return later(other, ours) ?? index < at;
		});
	}
	function later(one, other) {
		const [a, b] = [one.created_at ?? "", other.created_at ?? ""];
		const apart = Date.parse(a) - Date.parse(b);
		if (Number.isNaN(apart)) return void 0;
		if (apart !== 0) return apart > 0;
		const [fine, others] = [microseconds(a), microseconds(b)];
		return fine === others ? void 0 : fine > others;
	}
	function microseconds(time) {
		return Number(/\.(\d+)/.exec(time)?.[1]?.padEnd(9, "0") ?? 0);
	}
	const FEEDBACK_LIMIT_MS = 15e3;
	function createFeedback(context) {
		const { server, verification, origin, maskSecret: hideSecret, signal, log, warn, shown } = context;
		const key = verification.feedbackKey;
		let url;
		return { addUrls(urls) {
			for (const [of, address] of Object.entries(urls)) {
				hideSecret(address);
				const token = URL.parse(address)?.pathname.split("/").at(-1);
				if (token !== void 0 && token.length >= 8) hideSecret(token);
				if (of === key) url = address;
			}
		}, async submitVerdict(name, result) {
			const isDecided = result === "passed" || result === "failed" || result === "timed-out";
			if (key === void 0 || !isDecided) return;
			if (url === void 0) {
				log.line(`         The server returned no feedback URL for \`${key}\`.`);
				return;
			}
			const comment = `${shown.text(name)}: ${result}. ${origin}`;
			try {
				const score = result === "passed" ? 1 : 0;
				await server.submitFeedback(url, { score, comment }, (0, clients_clock.NE)(signal, FEEDBACK_LIMIT_MS));
				log.line(`         Feedback \`${key}\` was submitted: ${score}.`);
			} catch (error) {
				if (error === signal.reason) throw error;
				warn("feedback", `The feedback \`${key}\` of ${name} could not be submitted: ${shown.text((0, os_errors.gJ)(error))}`);
			}
		} };
	}
	const MAX_STEPS = 40;
	const INTERRUPT = "__interrupt__";
	function createStepLog(say, sinceMs, shown) {
		let count = 0;
		return (nodes, of) => {
			count += 1;
			if (count > MAX_STEPS) {
				if (count === MAX_STEPS + 1) say("         \u2026 further steps are not shown");
				return;
			}
			const path2 = of.map((part) => part.replace(/:.*/s, ""));
			const names = nodes.slice(0, 5).map((name) => name === INTERRUPT ? "interrupted" : shown.text(name)).join(", ");
			say(`${(0, run_record.a3)(sinceMs()).padStart(7)}  ${[...path2.map((name) => shown.text(name)), names].join(" \u203A ")}`);
		};
	}
	const PATTERN_LIMIT_MS = 1e3;
	function findPattern({ source, flags }, text, limitMs = PATTERN_LIMIT_MS) {
		const script = new external_node_vm_.Script("new RegExp(source, flags).test(text)");
		try {
			const context = { source, flags, text };
			return script.runInNewContext(context, { timeout: limitMs }) === true ? "found" : "missing";
		} catch (error) {
			if (isSearchAborted(error)) return "endless";
			throw error;
		}
	}
	function isSearchAborted(error) {
		if (typeof error !== "object" || error === null) return false;
		return Reflect.get(error, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT" || Reflect.get(error, "name") === "RangeError";
	}
}), 84012: ((__module, __exports, __require) => {
	__require.d(__exports, { J: () => runChecks, p: () => prepareAgent });
	var $$errors0 = __require(65292);
	var $$poll1 = __require(50438);
	var $$record2 = __require(758);
	var $$check3 = __require(937);
	var $$evaluate4 = __require(29286);
	async function runChecks(context, { cases, revisionId }) {
		const { log } = context;
		const results = [];
		const prepared = await prepareAgent(context, { cases, revisionId });
		const verdict = prepared.kind === "refused" ? prepared.verdict : void 0;
		const assistants = prepared.kind === "ready" ? prepared.assistants : /* @__PURE__ */ new Map();
		for (const [index, one] of cases.entries()) {
			if (verdict !== void 0) {
				results.push({ ...index === 0 ? verdict : SKIPPED, ...UNTRIED, name: one.name });
				continue;
			}
			const title = `Check ${index + 1} of ${cases.length}: ${one.name}`;
			const assistant = assistants.get(one) ?? "";
			const { result } = await log.group(title, () => (0, $$check3.k)(context, one, { assistant, revisionId }));
			results.push(result);
			logResult(context, result);
			if (result.result === "impossible" && index + 1 < cases.length) {
				results.push(...cases.slice(index + 1).map(({ name }) => ({ ...SKIPPED, ...UNTRIED, name })));
				break;
			}
		}
		if (verdict !== void 0 && results[0] !== void 0) logResult(context, results[0]);
		return { results, revisionId: prepared.revisionId };
	}
	async function prepareAgent(context, { cases, revisionId }) {
		let answers;
		const refused = (verdict) => ({ kind: "refused", verdict, revisionId: answers });
		try {
			answers = await findAnsweringRevision(context, revisionId);
			if (answers !== void 0 && revisionId !== void 0 && answers !== revisionId) return refused(another(answers, revisionId, context.shown));
			const chosen = await chooseAssistants(context, cases);
			return "why" in chosen ? refused(chosen) : { kind: "ready", assistants: chosen, revisionId: answers };
		} catch (error) {
			if (!(0, $$errors0.d7)(error)) throw error;
			return refused((0, $$evaluate4.m8)(error, context.shown));
		}
	}
	const SKIPPED = { result: "skipped", why: [] };
	const UNTRIED = { tookMs: 0, threadId: void 0, runId: void 0 };
	const MARKS = { passed: "\u2713", failed: "\u2717", "timed-out": "\u2717", impossible: "\u2717", skipped: "\u2013" };
	function logResult({ log }, { name, result, why, tookMs }) {
		log.line(`${MARKS[result]} ${name}: ${result} (${(0, $$record2.a3)(tookMs)})`);
		for (const line of why) log.line(`    ${line}`);
	}
	async function findAnsweringRevision(context, ours) {
		const { server, log, signal, shown } = context;
		let answers;
		await (0, $$poll1.wt)(context, $$poll1.AF, async () => {
			answers = await server.revision(signal);
			if (ours === void 0 || answers === void 0 || answers === ours) return true;
			log.line(`Revision ${shown.text(answers)} still responds instead of ${ours}.`);
			return void 0;
		});
		return answers;
	}
	function another(answers, ours, shown) {
		return { result: "impossible", why: [`Revision ${shown.text(answers)} responds at this address instead of ${ours}. No check was run, because it would not test the revision of this run.`] };
	}
	async function chooseAssistants({ server, signal, shown }, cases) {
		const chosen = new Map(cases.flatMap((one) => one.assistant === void 0 ? [] : [[one, one.assistant]]));
		if (chosen.size === cases.length) return chosen;
		const there = await server.assistants(signal);
		const names = [...new Set(there.map(({ graph_id, assistant_id }) => graph_id ?? assistant_id))];
		const [only] = names;
		if (only === void 0) return { result: "failed", why: ["The deployment has no assistant that can be run."] };
		if (names.length > 1) {
			const warning = names.slice(0, 10).map((name) => shown.text(name)).join(", ");
			return { result: "impossible", why: [`The deployment has ${names.length} assistants: ${warning}. Choose one with \`assistant\`.`] };
		}
		return new Map(cases.map((one) => [one, one.assistant ?? only]));
	}
}), 42876: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { verify: () => verify, verifyAfterDeploy: () => verifyAfterDeploy, withGate: () => withGate });
	var $$read0 = __require(98591);
	var $$outcome1 = __require(96043);
	var $$agent2 = __require(24239);
	var $$result3 = __require(63676);
	var $$checks4 = __require(84012);
	async function verify(context) {
		const { agent, verification } = context.settings;
		const candidate = agent.by === "url" ? void 0 : agent;
		return withGate(context, verification, candidate, async (gate) => {
			const target = await findAgent(context);
			if (context.settings.dryRun) {
				const cases = gate?.cases ?? givenCases(verification);
				await logDryRun(context, cases, gate, target.about);
				return (0, $$outcome1.bu)("planned", "dry-run", `Nothing was sent to ${target.about}.`);
			}
			return gate === void 0 ? checkAgent(context, target) : judgeAgent(context, gate, target);
		});
	}
	async function findAgent(context) {
		const { settings, record } = context;
		const { agent } = settings;
		if (agent.by === "url") {
			record.agentUrl = agent.url;
			return { about: agent.url, url: agent.url, revisionId: void 0 };
		}
		const { actual: current } = await (0, $$read0.xx)({ ...context, settings: { ...settings, target: agent } });
		record.commit = current.active?.commit;
		return { about: current.name, url: record.deployment?.url, revisionId: current.activeRevisionId };
	}
	async function checkAgent(context, { about, url, revisionId }) {
		const { settings, record } = context;
		const verified = await verifyLiveAgent(context, settings.verification, url, revisionId);
		record.verification = verified;
		return (0, $$result3.g5)(verified, about) ?? (0, $$outcome1.bu)("verified", "all-passed", `Checked ${about}: ${(0, $$result3.on)(verified)}.`);
	}
	async function judgeAgent(context, gate, { about, url, revisionId }) {
		const { record } = context;
		const { runGate } = await Promise.all([__require.e(96), __require.e(746), __require.e(677), __require.e(471)]).then(__require.bind(__require, 96471));
		const candidate = { url, revisionId, commit: record.commit, name: about, isPreview: false };
		const decision = await runGate(context, gate, candidate);
		if (decision.kind === "stopped") return decision.failure;
		return (0, $$outcome1.bu)("verified", "gate-passed", `Compared ${about}: ${decision.sentence}`);
	}
	async function withGate(context, verification, candidate, work) {
		if (verification?.gate === void 0) return work(void 0);
		const { prepareGate } = await Promise.all([__require.e(96), __require.e(746), __require.e(677), __require.e(427)]).then(__require.bind(__require, 83427));
		const gate = await prepareGate(context, verification, verification.gate, candidate);
		try {
			return await work(gate);
		} finally {
			await gate.scorers.close();
		}
	}
	async function logDryRun({ log }, cases, gate, candidate) {
		const { describeGate } = await Promise.all([__require.e(96), __require.e(874)]).then(__require.bind(__require, 41874));
		const lines = describeGate({ names: cases.map(({ name }) => name), available: gate?.available ?? cases.length, candidate, baseline: gate?.baseline?.name, repeats: gate?.inputs.repeats ?? 1, hasCommand: gate?.inputs.command !== void 0, settings: gate?.settings });
		for (const line of lines) log.line(line);
	}
	async function verifyAfterDeploy(context, end, gate) {
		const { settings, record, controlPlane, signal } = context;
		const { verification } = settings;
		const serves = end.kind === "deployed" || end.kind === "unchanged" && end.reason === "already-active";
		if (settings.dryRun && gate !== void 0 && end.kind !== "failed") {
			await logDryRun(context, gate.cases, gate, record.deployment?.name ?? "the new deployment");
		}
		if (verification === void 0 || !serves || settings.dryRun) return end;
		const { deployment } = record;
		if (deployment === void 0) throw new Error("a deploy that serves names no deployment");
		if (deployment.url === void 0) (0, $$read0.dj)(context, await controlPlane.getDeployment(deployment.id, signal));
		const url = record.deployment?.url;
		const failed = (failure2) => {
			const notRolledBack = unrolled(context, end, failure2.reason);
			return (0, $$outcome1.bu)("failed", failure2.reason, `${end.message} ${failure2.message}${notRolledBack}`);
		};
		if (gate !== void 0) {
			const { runGate } = await Promise.all([__require.e(96), __require.e(746), __require.e(677), __require.e(471)]).then(__require.bind(__require, 96471));
			const decision = await runGate(context, gate, { url, revisionId: record.revision?.id, commit: record.revision?.commit ?? record.commit, name: deployment.name, isPreview: record.pullRequest !== void 0 });
			if (decision.kind === "stopped") return failed(decision.failure);
			return { ...end, message: `${end.message} ${decision.sentence}` };
		}
		const verified = await verifyLiveAgent(context, verification, url, record.revision?.id);
		record.verification = verified;
		const failure = (0, $$result3.g5)(verified, deployment.name);
		if (failure !== void 0) return failed(failure);
		if (!(0, $$result3.OE)(verified)) throw new Error("a verification neither passed nor failed");
		return { ...end, message: `${end.message} ${(0, $$result3.on)(verified)}.` };
	}
	function unrolled({ settings, record }, end, reason) {
		if (!settings.rollbackOnFailure) return "";
		if (reason === "verification-impossible" || reason === "gate-inconclusive") return " Not rolled back: the revision may work.";
		const made = end.kind === "deployed" && end.reason !== "configuration-updated" && record.stage === "waiting";
		return made ? "" : " Not rolled back: this run did not create a revision.";
	}
	function givenCases({ checks }) {
		if (checks.kind !== "given") throw new Error("the file of cases was not read");
		return checks.cases;
	}
	async function verifyLiveAgent(context, verification, url, revisionId) {
		const cases = givenCases(verification);
		const connected = await (0, $$agent2.K)(context, verification, url);
		if (connected.kind === "ready") return (0, $$checks4.J)(connected.context, { cases, revisionId });
		const untried = { tookMs: 0, threadId: void 0, runId: void 0 };
		const results = cases.map(({ name }, index) => ({ name, ...untried, ...index === 0 ? { result: "impossible", why: [connected.why] } : { result: "skipped", why: [] } }));
		return { results, revisionId: void 0 };
	}
}), 35744: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { revisionLines: () => revisionLines, status: () => status, statusOutcome: () => statusOutcome, wait: () => wait });
	var $$statuses0 = __require(83889);
	var $$polling1 = __require(7628);
	var $$read2 = __require(98591);
	var $$rollout3 = __require(20578);
	var $$outcome4 = __require(96043);
	var $$rollback5 = __require(81922);
	var $$rollback6 = __require(96682);
	var $$record7 = __require(758);
	async function status(context) {
		const { record, log, clock } = context;
		const { actual: current } = await (0, $$read2.xx)(context);
		if (current.latest !== void 0) (0, $$record7.dO)(record, current.latest);
		record.commit = current.active?.commit;
		await log.group(`Revisions of ${current.name} (* is active)`, () => {
			for (const line of revisionLines(current, clock.now())) log.line(line);
		});
		return statusOutcome(current);
	}
	async function wait(context) {
		const { settings, record } = context;
		const { deployment, actual: current } = await (0, $$read2.xx)(context);
		const id2 = settings.revisionId ?? current.latest?.id;
		if (id2 === void 0) {
			throw new $$outcome4.lZ("revision-not-found", `${current.name} has no revision to wait for yet.`);
		}
		const at = current.revisions.findIndex((revision2) => revision2.id === id2);
		const revision = current.revisions[at] ?? await (0, $$rollback5.readRevision)(context, current, id2);
		(0, $$record7.dO)(record, revision);
		record.prediction = (0, $$polling1.rs)(current.revisions);
		record.earlier = (0, $$polling1.PC)(current.revisions);
		const older = at === -1 ? [] : current.revisions.slice(at + 1);
		const end = await (0, $$rollout3.Of)({ ...context, settings: { ...settings, wait: true } }, { deployment, revisionId: id2, desired: { ...(0, $$rollback6.wo)(revision, current), commit: void 0, imageUri: void 0 }, current: void 0, before: new Set(older.map((one) => one.id)), adopted: true });
		return end.kind === "deployed" ? (0, $$outcome4.bu)("deployed", "rolled-out", end.message) : end;
	}
	function revisionLines(current, now) {
		const rows = current.revisions.map((revision) => [revision.id === current.activeRevisionId ? "*" : "", revision.id, revision.status, (0, $$rollback6.CQ)(revision), revision.createdAt === void 0 ? "" : `${(0, $$record7.a3)(Math.max(0, now - revision.createdAt))} ago`]);
		const table = [["", "Revision", "Status", "Of", "Made"], ...rows];
		const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
		return table.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ").trimEnd());
	}
	function statusOutcome(current) {
		const { name, active, activeRevisionId } = current;
		const latest = current.revisions.find(({ status: status2 }) => (0, $$statuses0.BE)(status2) !== "skipped");
		const serves = activeRevisionId === void 0 ? "No revision is active." : `Revision ${activeRevisionId}${active === void 0 ? "" : `, built from ${(0, $$rollback6.CQ)(active)},`} is active.`;
		if (latest === void 0) {
			return (0, $$outcome4.bu)("observed", "nothing-serves", `${name} has no revision that was built. ${serves}`);
		}
		const kind = (0, $$statuses0.BE)(latest.status);
		if (latest.id === activeRevisionId && kind === "deployed") {
			return (0, $$outcome4.bu)("observed", "serving", `${name} serves its latest revision. ${serves}`);
		}
		if (kind === "failed" || kind === "interrupted") {
			return (0, $$outcome4.bu)("observed", "latest-failed", `The latest revision ${latest.id} of ${name} is ${latest.status}. ${serves}`);
		}
		return (0, $$outcome4.bu)("observed", "on-its-way", `Revision ${latest.id} of ${name} is in progress: ${latest.status}. ${serves}`);
	}
}), 70609: ((__module, __exports, __require) => {
	__require.d(__exports, { s: () => readWorkspaceFile });
	var $$path0 = __require(76760);
	var $$file1 = __require(85542);
	var $$safety2 = __require(6760);
	async function readWorkspaceFile(workspace, file) {
		const invalid = (message, hint) => ({ message: `${file} ${message}`, hint });
		try {
			const limits = { maxBytes: $$file1.TL, within: workspace };
			const bytes = await (0, $$file1.b$)($$path0.resolve(workspace, file), limits);
			return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		} catch (error) {
			if (error instanceof $$file1.X5) {
				switch (error.code) {
					case "ERR_OUTSIDE":
						return invalid("is outside the checkout", "Give a file inside the checkout.");
					case "ERR_TOO_LARGE":
						return invalid(error.message, `Use at most ${$$file1.TL}.`);
					default:
						return invalid(error.message, "Specify a text file in the checkout.");
				}
			}
			const code = (0, $$safety2._F)(error, "code");
			return code === "ENOENT" ? invalid("is not in the workspace", "Check the path, and run actions/checkout in an earlier step.") : invalid(`cannot be read (${typeof code === "string" ? code : "no text"})`, "Specify a text file in the checkout.");
		}
	}
}), 51364: ((__module, __exports, __require) => {
	__require.d(__exports, { createAgentServer: () => createAgentServer });
	var $$zod5 = __require(34410);
	var $$responses0 = __require(30123);
	var $$answers4 = __require(57872);
	var $$url1 = __require(85410);
	var $$errors2 = __require(65292);
	var $$headers3 = __require(89813);
	const SILENCE_MS = 6e4;
	const CANCEL_MS = 1e4;
	const MAX_ASSISTANTS = 100;
	const NO_KEY = { accept: "application/json", "user-agent": $$headers3._ };
	function createAgentServer(options) {
		const { transport, baseUrl } = options;
		const base = new URL(baseUrl);
		const headers = (0, $$headers3.w)(options);
		const send = (method, path2, more) => transport.call({ method, url: new URL(`${baseUrl}${path2}`), headers, ...more });
		return { async revision(signal) {
			try {
				const answer = await send("GET", "/info", { signal });
				return $$responses0.MI.safeParse(answer.json).data?.host?.revision_id ?? void 0;
			} catch (error) {
				if ((0, $$errors2.hh)(error)) return void 0;
				if ((0, $$errors2.d7)(error) && error.kind === "malformed") return void 0;
				throw error;
			}
		}, async assistants(signal) {
			const json = { limit: MAX_ASSISTANTS, offset: 0 };
			const answer = await send("POST", "/assistants/search", { json, repeatable: true, signal });
			return (0, $$answers4.Wp)($$zod5.YOg($$responses0.et), answer);
		}, ...threadMethods(send), ...runMethods(send), ...streamMethods(options, headers), async submitFeedback(text, { score, comment }, signal) {
			const url = (0, $$url1.y2)(text, { loopback: (0, $$url1.U9)(base.hostname) });
			if (url === void 0) throw new Error("the feedback URL of the server is not allowed");
			await transport.call({ method: "POST", url, shownPath: "(the feedback URL)", headers: NO_KEY, json: { score, comment }, ignoreBody: true, signal });
		} };
	}
	const thread = (id2) => `/threads/${encodeURIComponent(id2)}`;
	const run = (threadId, runId) => `${thread(threadId)}/runs/${encodeURIComponent(runId)}`;
	function threadMethods(send) {
		return { async createThread(id2, metadata, signal) {
			const json = { thread_id: id2, metadata, if_exists: "do_nothing" };
			try {
				const answer = await send("POST", "/threads", { json, repeatable: true, signal });
				const made = (0, $$answers4.Wp)($$responses0.O1, answer).thread_id;
				(0, $$answers4.ZQ)(answer, { what: "thread", requested: id2, answered: made });
				return made;
			} catch (error) {
				if ((0, $$errors2.d7)(error, 409)) return id2;
				throw error;
			}
		}, async deleteThread(id2, signal) {
			await (0, $$errors2.PX)(() => send("DELETE", thread(id2), { ignoreBody: true, signal }), 404);
		}, async state(threadId, signal) {
			const answer = await send("GET", `${thread(threadId)}/state`, { signal });
			const { values, next, tasks, interrupts, checkpoint } = (0, $$answers4.Wp)($$responses0.zA, answer);
			(0, $$answers4.ZQ)(answer, { what: "thread", requested: threadId, answered: checkpoint?.thread_id });
			const pending = [interrupts, ...(tasks ?? []).map((task) => task.interrupts)];
			const asks = pending.some((list) => (list ?? []).length > 0);
			return { values, interrupted: asks || next.length > 0, asks };
		} };
	}
	function runMethods(send) {
		return { async getRun(threadId, runId, signal) {
			const answer = await (0, $$errors2.PX)(() => send("GET", run(threadId, runId), { signal }), 404);
			if (answer === void 0) return void 0;
			const target = (0, $$answers4.Wp)($$responses0.F9, answer);
			(0, $$answers4.ZQ)(answer, { what: "run", requested: runId, answered: target.run_id }, { what: "thread", requested: threadId, answered: target.thread_id });
			return target;
		}, async listRuns(threadId, signal) {
			const answer = await send("GET", `${thread(threadId)}/runs?limit=100`, { signal });
			const runs = (0, $$answers4.Wp)($$zod5.YOg($$responses0.F9), answer);
			for (const { thread_id: answered } of runs) {
				(0, $$answers4.ZQ)(answer, { what: "thread", requested: threadId, answered });
			}
			return runs;
		}, async join(threadId, runId, limitMs, signal) {
			const answer = await send("GET", `${run(threadId, runId)}/join`, { attemptTimeoutMs: limitMs, signal });
			return answer.json;
		}, async cancelRun(threadId, runId, signal) {
			const path2 = `${run(threadId, runId)}/cancel?wait=true&action=interrupt`;
			const options = { ignoreBody: true, attemptTimeoutMs: CANCEL_MS, json: {}, signal };
			await (0, $$errors2.PX)(() => send("POST", path2, options), 404);
		} };
	}
	function streamMethods({ transport, baseUrl, requestTimeoutMs }, headers) {
		const streaming = { headTimeoutMs: requestTimeoutMs, silenceMs: SILENCE_MS };
		const at = (path2) => new URL(`${baseUrl}${path2}`);
		return { startRun: (threadId, json, watch, signal) => transport.stream({ ...streaming, method: "POST", url: at(`${thread(threadId)}/runs/stream`), headers, json, signal }, watch), watchRun: (threadId, runId, { location, lastEventId }, watch, signal) => {
			const own = at(`${run(threadId, runId)}/stream`);
			const target = location === void 0 ? null : URL.parse(location, own.href);
			const url = target !== null && target.href.startsWith(`${baseUrl}/`) ? target : own;
			const from = lastEventId === void 0 ? {} : { "last-event-id": lastEventId };
			return transport.stream({ ...streaming, method: "GET", url, headers: { ...headers, ...from }, signal }, watch);
		} };
	}
}), 59044: ((__module, __exports, __require) => {
	__require.d(__exports, { callStream: () => callStream });
	var $$parser3 = __require(31169);
	var $$exchange0 = __require(36686);
	var $$failure1 = __require(69609);
	var $$after2 = __require(4338);
	const MAX_CHARACTERS = 16 * 1024 * 1024;
	const MAX_BYTES = 256 * 1024;
	async function callStream(dispatcher, { json, headTimeoutMs, silenceMs, ...call }, watch, { clock, redact }) {
		const decoder = new TextDecoder();
		const parser = (0, $$parser3.C)({ maxBufferSize: MAX_CHARACTERS, onEvent: (message) => watch.event(message), onError: (error2) => {
			if (error2.type !== "max-buffer-size-exceeded") return;
			throw Object.assign(new Error("an event is too large", { cause: error2 }), { code: "EVENT_TOO_LARGE" });
		} });
		const headers = { accept: "text/event-stream", "cache-control": "no-store", ...json !== void 0 && { "content-type": "application/json" }, ...call.headers };
		const body = json === void 0 ? {} : { body: JSON.stringify(json) };
		let opened = false;
		const result = await (0, $$exchange0.c)(dispatcher, { ...call, ...body, headers, timeoutMs: headTimeoutMs, maxBytes: MAX_BYTES }, { silenceMs, opened({ status, location, headers: all }) {
			opened = true;
			const [, contentLocation] = all.find(([name]) => name === "content-location") ?? [];
			watch.opened({ status, location, contentLocation });
		}, read: (chunk) => parser.feed(decoder.decode(chunk, { stream: true })) });
		if (opened && result.kind === "answer") return { kind: "ended" };
		const retryAfter = result.kind === "answer" ? result.answer.retryAfter : void 0;
		const error = (0, $$failure1.Gv)(result, { method: call.method, path: call.url.pathname, attempts: 1, repeatable: call.method === "GET", timeoutMs: opened ? silenceMs : headTimeoutMs, maxBytes: MAX_BYTES, redact });
		return { kind: "failed", opened, error, retryAfterMs: retryAfter === void 0 ? void 0 : (0, $$after2.m)(retryAfter, clock.now()) };
	}
}), 30123: ((__module, __exports, __require) => {
	__require.d(__exports, { F9: () => AgentRun, MI: () => AgentInfo, O1: () => AgentThread, cv: () => isFinalRun, et: () => AgentAssistant, h4: () => AgentFeedback, r6: () => AgentRunError, zA: () => AgentThreadState });
	var $$zod0 = __require(34410);
	const AgentRun = $$zod0._H3({ run_id: $$zod0.YjP().min(1), thread_id: $$zod0.YjP().nullish().catch(void 0), status: $$zod0.YjP(), created_at: $$zod0.YjP().nullish().catch(void 0), metadata: $$zod0._H3({}).nullish().catch(void 0) });
	const AgentThread = $$zod0._H3({ thread_id: $$zod0.YjP().min(1) });
	const AgentAssistant = $$zod0._H3({ assistant_id: $$zod0.YjP().min(1), graph_id: $$zod0.YjP().nullish().catch(void 0), name: $$zod0.YjP().nullish().catch(void 0) });
	const Task = $$zod0._H3({ interrupts: $$zod0.YOg($$zod0.L5J()).nullish().catch(void 0) });
	const AgentThreadState = $$zod0._H3({ values: $$zod0.L5J().refine((values) => values !== void 0, "the values are missing"), next: $$zod0.YOg($$zod0.YjP()), tasks: $$zod0.YOg(Task).nullish().catch(void 0), interrupts: $$zod0.YOg($$zod0.L5J()).nullish().catch(void 0), checkpoint: $$zod0._H3({ thread_id: $$zod0.YjP().nullish().catch(void 0) }).nullish().catch(void 0) });
	const AgentRunError = $$zod0._H3({ error: $$zod0.YjP().catch("Error"), message: $$zod0.YjP().catch("") });
	const AgentInfo = $$zod0._H3({ host: $$zod0._H3({ revision_id: $$zod0.YjP().nullish().catch(void 0) }).nullish().catch(void 0) });
	const AgentFeedback = $$zod0.g1P($$zod0.YjP(), $$zod0.YjP());
	const FINAL = ["success", "error", "timeout", "interrupted"];
	function isFinalRun(status) {
		return FINAL.includes(status);
	}
}), 39946: ((__module, __exports, __require) => {
	__require.d(__exports, { z: () => withGit });
	var promises_ = __require(51455);
	var external_node_os_ = __require(48161);
	var external_node_path_ = __require(76760);
	;
	const SLOW_MS = 1e3;
	function watchForPipe(tree, onFound) {
		const ended = new AbortController();
		const look = async () => {
			const file = await findPipe(tree, ended.signal);
			if (file !== void 0 && !ended.signal.aborted) onFound(file);
		};
		const timer = setTimeout(() => void look(), SLOW_MS);
		return () => {
			ended.abort();
			clearTimeout(timer);
		};
	}
	async function findPipe({ root, opens }, signal) {
		const folders = [""];
		for (let folder = folders.pop(); folder !== void 0 && !signal.aborted; folder = folders.pop()) {
			const entries = await (0, promises_.readdir)(external_node_path_.join(root, folder), { withFileTypes: true }).catch(() => []);
			for (const entry of entries) {
				const at = external_node_path_.join(folder, entry.name);
				if (entry.isDirectory() && entry.name !== ".git") folders.push(at);
				else if (opens(entry.name) && await isEndless(external_node_path_.join(root, at))) return at;
			}
		}
		return void 0;
	}
	async function isEndless(file) {
		const found = await (0, promises_.stat)(file).catch(() => void 0);
		if (found?.isFIFO() === true) return true;
		return found?.isCharacterDevice() === true && await (0, promises_.realpath)(file).catch(() => "") !== "/dev/null";
	}
	var programs = __require(45638);
	var search_path = __require(38571);
	var git_repository = __require(96311);
	var network_environment = __require(65393);
	;
	const MACHINE = ["PATH", "HOME", "TMPDIR", "TZ", "RUNNER_TRACKING_ID"];
	const WINDOWS = ["PATH", "PATHEXT", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "TEMP", "TMP", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "PROGRAMDATA", "RUNNER_TRACKING_ID"];
	function machineEnvironment(env, platform) {
		const windows = platform === "win32";
		const machine = new Set(windows ? WINDOWS : MACHINE);
		const seen = {};
		for (const [name, value] of Object.entries(env)) {
			if (value !== void 0 && machine.has(windows ? name.toUpperCase() : name)) seen[name] = value;
		}
		return { ...seen, ...(0, network_environment.mR)(env) };
	}
	function gitVariables(configFile, transports) {
		return { LC_ALL: "C", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: configFile, GIT_ATTR_NOSYSTEM: "1", GIT_ALLOW_PROTOCOL: transports.length === 0 ? "none" : transports.join(":"), GIT_PROTOCOL_FROM_USER: "0", GIT_NO_LAZY_FETCH: "1", GIT_NO_REPLACE_OBJECTS: "1", GIT_OPTIONAL_LOCKS: "0", GIT_LFS_SKIP_SMUDGE: "1", GIT_TERMINAL_PROMPT: "0", GIT_ASKPASS: "", SSH_ASKPASS: "", GIT_SSH_COMMAND: "false", GIT_EDITOR: "false", GIT_PAGER: "cat", GIT_TRACE2: "0", GIT_TRACE2_EVENT: "0", GIT_TRACE2_PERF: "0" };
	}
	function gitSettings(platform) {
		const nowhere = platform === "win32" ? "NUL" : "/dev/null";
		return `[core]
	hooksPath = ${nowhere}
	fsmonitor = false
	untrackedCache = false
	excludesFile =
	attributesFile =
	askPass =
	sshCommand = false
	editor = false
	pager = cat
	autocrlf = false
	longpaths = true
	packedGitWindowSize = 64m
	packedGitLimit = 512m
[credential]
	helper =
	interactive = false
[diff]
	external =
[init]
	templateDir =
[gc]
	auto = 0
[maintenance]
	auto = false
[submodule]
	recurse = false
[fetch]
	recurseSubmodules = false
	writeCommitGraph = false
[transfer]
	bundleURI = false
[safe]
	bareRepository = explicit
[uploadpack]
	allowAnySHA1InWant = true
[http]
	followRedirects = false
	lowSpeedLimit = 1000
	lowSpeedTime = 60
${platform === "win32" ? "	sslBackend = schannel\n" : ""}`;
	}
	function withResourceLimits(program, args, { memoryBytes, fileBytes }, platform) {
		if (platform === "win32" || memoryBytes === void 0 && fileBytes === void 0) {
			return { command: program, args: [...args] };
		}
		const set = [memoryBytes === void 0 ? "" : `ulimit -v ${Math.ceil(memoryBytes / 1024)} 2>/dev/null;`, fileBytes === void 0 ? "" : `ulimit -f ${Math.ceil(fileBytes / 512)} 2>/dev/null;`];
		return { command: "/bin/sh", args: ["-c", `${set.join(" ")} exec "$0" "$@"`, program, ...args] };
	}
	;
	const OUTPUT_BYTES = 512 * 1024 * 1024;
	const OPENED_BY_NAME = /* @__PURE__ */ new Set([".gitignore", ".gitattributes", ".gitmodules"]);
	const CONFIG_LIMIT_MS = 6e4;
	async function withGit(env, signal, work) {
		const program = await (0, search_path.K)("git", env);
		if (program === void 0) return void 0;
		const folder = await (0, promises_.mkdtemp)(external_node_path_.join(await temporaryFolder(env), "agent-deploy-git-"));
		try {
			const settings = external_node_path_.join(folder, "settings");
			const empty = external_node_path_.join(folder, "empty.git");
			await (0, promises_.writeFile)(settings, gitSettings(process.platform));
			await (0, git_repository.ol)(empty, process.platform);
			let facades = 0;
			return await work({ empty, facade: (repository) => (0, git_repository.V$)(repository, external_node_path_.join(folder, `${facades += 1}.git`), process.platform), run: (args, call) => runGit(program.file, args, { ...call, env: variables(env, program, settings, call) }, signal), readConfig: async (file, query) => {
				const args = ["config", "--file", file, "--no-includes", "-z", ...query];
				const call = { cwd: empty, gitDir: empty, limitMs: CONFIG_LIMIT_MS };
				const end = await runGit(program.file, args, { ...call, env: variables(env, program, settings, call) }, signal);
				return end.kind === "ended" && end.code === 0 ? end.stdout.toString() : void 0;
			} });
		} finally {
			await (0, promises_.rm)(folder, { recursive: true, force: true, maxRetries: 3 });
		}
	}
	async function temporaryFolder(env) {
		const given = env["RUNNER_TEMP"];
		const own = given ? await (0, promises_.realpath)(given).catch(() => void 0) : void 0;
		return own ?? (0, promises_.realpath)((0, external_node_os_.tmpdir)());
	}
	function variables(env, { path: search }, settings, call) {
		const machine = machineEnvironment(env, process.platform);
		return { ...Object.fromEntries(Object.entries(machine).filter(([name]) => name.toUpperCase() !== "PATH")), PATH: search, ...gitVariables(settings, call.transports ?? []), GIT_DIR: call.gitDir, ...call.workTree !== void 0 && { GIT_WORK_TREE: call.workTree }, ...call.env };
	}
	async function runGit(program, args, { cwd, workTree, env, limitMs, limits = {}, input = "" }, signal) {
		const line = withResourceLimits(program, args, limits, process.platform);
		const opens = (name) => OPENED_BY_NAME.has(name);
		let file = "";
		const end = await (0, programs.mB)(line.command, line.args, { cwd, env, input, stderr: "ignore", timeoutMs: limitMs, maxOutputBytes: OUTPUT_BYTES, signal, group: "own", ...workTree !== void 0 && { watch: (kill) => watchForPipe({ root: workTree, opens }, (found) => {
			file = found;
			kill();
		}) } });
		switch (end.kind) {
			case "aborted":
				return Promise.reject(signal.reason);
			case "killed":
				return { kind: "blocked", file };
			case "ended":
				return { kind: "ended", code: end.code ?? 1, stdout: end.stdout };
			default:
				return { kind: end.kind };
		}
	}
}), 96311: ((__module, __exports, __require) => {
	__require.d(__exports, { I8: () => findCheckout, Lo: () => readShortFile, V$: () => createFacade, h_: () => openRepository, ol: () => initGitDir });
	var $$file0 = __require(85542);
	var $$promises1 = __require(51455);
	var $$path2 = __require(76760);
	var $$process3 = __require(1708);
	const SMALL = 4096;
	const LONG = 64 * 1024 * 1024;
	async function findCheckout(folder, workspace) {
		const above = foldersUpTo(folder, workspace);
		for (const [index, top] of above.entries()) {
			const entry = $$path2.join(top, ".git");
			const stat = await (0, $$promises1.lstat)(entry).catch(() => void 0);
			if (stat === void 0) continue;
			const gitDir = stat.isDirectory() ? entry : await linkedFolder(entry, above.slice(index));
			const repository = gitDir === void 0 ? void 0 : await readRepository(gitDir);
			return repository && { ...repository, top };
		}
		return void 0;
	}
	class UntrustedRepositoryError extends Error {
		hint = "Run `git init` in your own folder, or change the owner of that repository.";
		constructor(top, part, owner) {
			super(`the repository at ${top} is not trusted: ${part} belongs to user ${owner} instead of you or root`);
			this.name = "UntrustedRepositoryError";
		}
	}
	function trustedOwners(env) {
		const own = process.geteuid?.();
		if (own === void 0) return void 0;
		const caller = Number(env["SUDO_UID"] || "NaN");
		return /* @__PURE__ */ new Set([0, own, ...own === 0 && Number.isInteger(caller) ? [caller] : []]);
	}
	async function findOwnCheckout(folder, owners) {
		const found = await findCheckout(folder, path.parse(folder).root);
		if (found === void 0 || owners === void 0) return found;
		for (const part of /* @__PURE__ */ new Set([path.join(found.top, ".git"), found.gitDir, found.commonDir, found.top])) {
			const { uid } = await lstat(part);
			if (!owners.has(uid)) throw new UntrustedRepositoryError(found.top, part, uid);
		}
		return found;
	}
	async function openRepository(folder) {
		for (const candidate of [$$path2.join(folder, ".git"), folder, `${folder}.git`]) {
			const stat = await (0, $$promises1.lstat)(candidate).catch(() => void 0);
			if (stat === void 0) continue;
			const target = stat.isFile() ? await targetOf(candidate) : candidate;
			const repository = target === void 0 ? void 0 : await readRepository(target);
			if (repository !== void 0) return repository;
		}
		return void 0;
	}
	function foldersUpTo(folder, last) {
		const folders = [folder];
		for (let at = folder; at !== last; at = $$path2.dirname(at)) {
			const above = $$path2.dirname(at);
			if (above === at) return [];
			folders.push(above);
		}
		return folders;
	}
	async function linkedFolder(entry, above) {
		const target = await targetOf(entry);
		if (target === void 0) return void 0;
		for (const folder of above) {
			const own = await (0, $$promises1.realpath)($$path2.join(folder, ".git")).catch(() => void 0);
			if (own !== void 0 && target.startsWith(own + $$path2.sep)) return target;
		}
		const back = await smallFile($$path2.join(target, "gitdir"));
		if (back === void 0) return void 0;
		const named = await (0, $$promises1.realpath)($$path2.resolve(target, back.trim())).catch(() => void 0);
		return named !== void 0 && named === await (0, $$promises1.realpath)(entry) ? target : void 0;
	}
	async function targetOf(file) {
		const [, named] = /^gitdir: ([^\0\r\n]+)\s*$/.exec(await smallFile(file) ?? "") ?? [];
		if (named === void 0) return void 0;
		return (0, $$promises1.realpath)($$path2.resolve($$path2.dirname(file), named)).catch(() => void 0);
	}
	async function readRepository(gitDir) {
		if (await smallFile($$path2.join(gitDir, "HEAD")) === void 0) return void 0;
		const shared = await smallFile($$path2.join(gitDir, "commondir"));
		const commonDir = shared === void 0 ? gitDir : $$path2.resolve(gitDir, shared.trim());
		const own = shared === void 0 || gitDir.startsWith($$path2.join(commonDir, "worktrees") + $$path2.sep);
		return own && await isFolder($$path2.join(commonDir, "objects")) ? { gitDir, commonDir } : void 0;
	}
	async function createFacade({ gitDir, commonDir }, at, platform) {
		await (0, $$promises1.mkdir)($$path2.join(at, "info"), { recursive: true });
		const config = await readShortFile($$path2.join(commonDir, "config"), 1024 * 1024) ?? "";
		const inTables = await isFolder($$path2.join(commonDir, "reftable"));
		const extensions = [.../\bobjectformat\s*=\s*"?sha256\b/i.test(config) ? ["objectFormat = sha256"] : [], ...inTables ? ["refStorage = reftable"] : []];
		await (0, $$promises1.writeFile)($$path2.join(at, "config"), repositoryConfig(extensions, platform));
		await (0, $$promises1.writeFile)($$path2.join(at, "HEAD"), await smallFile($$path2.join(gitDir, "HEAD")) ?? "");
		for (const [folder, name] of [[commonDir, "packed-refs"], [commonDir, "shallow"], [commonDir, $$path2.join("info", "exclude")], ...(await sharedIndex(gitDir)).map((index2) => [gitDir, index2])]) {
			const from = $$path2.join(folder, name);
			if (!await isShortFile(from, LONG)) continue;
			const content = await (0, $$file0.b$)(from, { maxBytes: LONG }).catch(() => void 0);
			if (content !== void 0) await (0, $$promises1.writeFile)($$path2.join(at, name), content);
		}
		for (const name of ["objects", "refs", ...inTables ? ["reftable"] : []]) {
			const real = await (0, $$promises1.realpath)($$path2.join(commonDir, name)).catch(() => void 0);
			if (real === void 0 || !await isFolder(real)) await (0, $$promises1.mkdir)($$path2.join(at, name));
			else await (0, $$promises1.symlink)(real, $$path2.join(at, name), "junction");
		}
		const index = $$path2.join(gitDir, "index");
		return { gitDir: at, index: await isFile(index) ? { GIT_INDEX_FILE: index } : {} };
	}
	async function initGitDir(at, platform) {
		await Promise.all(["objects", "refs"].map((name) => (0, $$promises1.mkdir)($$path2.join(at, name), { recursive: true })));
		await (0, $$promises1.writeFile)($$path2.join(at, "config"), repositoryConfig([], platform, true));
		const head = $$path2.join(at, "HEAD");
		if (await (0, $$promises1.lstat)(head).catch(() => void 0) === void 0) {
			await (0, $$promises1.writeFile)(head, "ref: refs/heads/main\n");
		}
	}
	function repositoryConfig(extensions, platform, bare = false) {
		const lines = [`repositoryFormatVersion = ${extensions.length > 0 ? 1 : 0}`, `bare = ${String(bare)}`];
		if (platform === "win32" || platform === "darwin") lines.push("ignoreCase = true");
		if (platform === "darwin") lines.push("precomposeUnicode = true");
		if (platform === "win32") lines.push("fileMode = false", "symlinks = false");
		return ["[core]", ...lines.map((line) => `	${line}`), ...extensions.length > 0 ? ["[extensions]", ...extensions.map((line) => `	${line}`)] : [], ""].join("\n");
	}
	async function sharedIndex(gitDir) {
		const names = (await (0, $$promises1.readdir)(gitDir).catch(() => [])).filter((name) => /^sharedindex\.([0-9a-f]{40}|[0-9a-f]{64})$/.test(name));
		if (names.length === 0) return [];
		const file = $$path2.join(gitDir, "index");
		const index = await isShortFile(file, LONG) ? await (0, $$file0.b$)(file, { maxBytes: LONG }) : Buffer.alloc(0);
		const link = index.lastIndexOf("link");
		const linked = names.find((name) => {
			const hash = Buffer.from(name.slice("sharedindex.".length), "hex");
			return link >= 0 && index.subarray(link + 8, link + 8 + hash.length).equals(hash);
		});
		return linked === void 0 ? [] : [linked];
	}
	async function smallFile(file) {
		return readShortFile(file, SMALL);
	}
	async function readShortFile(file, most) {
		if (!await isShortFile(file, most)) return void 0;
		return (0, $$file0.Sg)(file, { maxBytes: most }).catch(() => void 0);
	}
	async function isShortFile(file, most) {
		const stat = await (0, $$promises1.lstat)(file).catch(() => void 0);
		return stat !== void 0 && stat.isFile() && stat.size <= most;
	}
	async function isFile(file) {
		return (await (0, $$promises1.lstat)(file).catch(() => void 0))?.isFile() ?? false;
	}
	async function isFolder(folder) {
		const real = await (0, $$promises1.realpath)(folder).catch(() => void 0);
		return real !== void 0 && (await (0, $$promises1.lstat)(real)).isDirectory();
	}
}), 38571: ((__module, __exports, __require) => {
	__require.d(__exports, { K: () => findProgram });
	var $$fs0 = __require(73024);
	var $$promises1 = __require(51455);
	var $$path2 = __require(76760);
	async function findProgram(name, env, extension = ".exe") {
		const windows = process.platform === "win32";
		const [, search = ""] = Object.entries(env).find(([key]) => (windows ? key.toUpperCase() : key) === "PATH") ?? [];
		const workspace = await (0, $$promises1.realpath)(env["GITHUB_WORKSPACE"] || process.cwd()).catch(() => void 0);
		const trusted = [];
		let file;
		for (const folder of search.split($$path2.delimiter)) {
			if (!$$path2.isAbsolute(folder) || await leadsInto(folder, workspace)) continue;
			trusted.push(folder);
			const candidate = $$path2.join(folder, windows ? `${name}${extension}` : name);
			if (file !== void 0 || !await isProgram(candidate) || await leadsInto(candidate, workspace)) continue;
			file = candidate;
		}
		return file === void 0 ? void 0 : { file, path: trusted.join($$path2.delimiter) };
	}
	async function leadsInto(file, folder) {
		if (folder === void 0) return false;
		const real = await (0, $$promises1.realpath)(file).catch(() => void 0);
		if (real === void 0) return false;
		const relative = $$path2.relative(folder, real);
		return relative !== ".." && !relative.startsWith(`..${$$path2.sep}`) && !$$path2.isAbsolute(relative);
	}
	async function isProgram(file) {
		try {
			await (0, $$promises1.access)(file, $$fs0.constants.X_OK);
			return (await (0, $$promises1.stat)(file)).isFile();
		} catch {
			return false;
		}
	}
}) };
export {
	id,
	ids,
	modules
};
