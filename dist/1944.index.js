const id = 1944;
const ids = [1944];
const modules = { 63779: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { startDeploy: () => $$phase0.kZ, startEmulator: () => $$phase0.sJ, startEmulatorPost: () => $$phase0.AC, startPost: () => $$phase0.V2, startSandbox: () => $$phase0.OT, startSandboxPost: () => $$phase0.e8, startVerify: () => $$phase0.aX });
	var $$phase0 = __require(67289);
}), 67289: ((__module, __exports, __require) => {
	__require.d(__exports, { NU: () => later, kZ: () => startDeploy, sJ: () => startEmulator, AC: () => startEmulatorPost, V2: () => startPost, OT: () => startSandbox, e8: () => startSandboxPost, aX: () => startVerify });
	var errors = __require(94924);
	var external_node_fs_ = __require(73024);
	var external_node_process_ = __require(1708);
	var plain_file = __require(85542);
	var schemas = __require(34410);
	var iso = __require(73477);
	var classify = __require(71774);
	var shared = __require(69259);
	;
	var secret_parts = __require(97615);
	var spellings = __require(50745);
	;
	var external_node_inspector_ = __require(86592);
	;
	var PLAIN = { "/deploy": "deploy", "/plan": "plan", "/unlock": "unlock", "/status": "status" };
	var MAX_LENGTH = 600;
	var NO_COMMAND = "The comment is not exactly one command on one line";
	function parseCommand(body) {
		const line2 = body.trimEnd();
		if (line2.length > MAX_LENGTH || /[\r\n]/.test(line2)) return { ok: false, why: NO_COMMAND };
		const [, name = "", rest = ""] = /^(\/[a-z]+)(?: +(.*))?$/.exec(line2) ?? [];
		const plain = Object.hasOwn(PLAIN, name) ? PLAIN[name] : void 0;
		if (plain !== void 0) {
			if (rest === "") return { ok: true, verb: plain, inputs: {} };
			return { ok: false, why: `The command ${name} has no arguments` };
		}
		if (name === "/preview") return parsePreview(rest);
		if (name === "/rollback") return parseRollback(rest);
		if (name === "/lock") return parseLock(rest);
		return { ok: false, why: NO_COMMAND };
	}
	function parsePreview(rest) {
		if (rest === "") return { ok: true, verb: "preview", inputs: {} };
		if (rest === "reset") return { ok: true, verb: "preview", inputs: { "preview-seed-reset": "true" } };
		return { ok: false, why: "The command /preview has at most one argument: reset" };
	}
	function parseRollback(rest) {
		const inputs = rest === "" ? {} : { "rollback-to": rest };
		if (rest === "" || /^[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/.test(rest)) {
			return { ok: true, verb: "rollback", inputs };
		}
		return { ok: false, why: "The command /rollback has at most one argument: previous, the ID of a revision or a ref" };
	}
	function parseLock(rest) {
		const [, reason, duration2] = /^["\u201c]([^"\u201c\u201d]+)["\u201d](?: +for +([0-9][0-9a-z]{0,19}))?$/.exec(rest) ?? [];
		if (reason === void 0) {
			return { ok: false, why: 'The command /lock has a reason in quotes, and optionally a duration: /lock "reason" for 2h' };
		}
		return { ok: true, verb: "lock", inputs: { "lock-reason": reason, ...duration2 !== void 0 && { "lock-for": duration2 } } };
	}
	function findCommand({ name, action, comment }) {
		if (name !== "issue_comment") {
			return { ok: false, why: `The event ${name || "(none)"} is not issue_comment, so it has no command` };
		}
		if (comment === void 0) return { ok: false, why: "The payload of the event contains no complete comment" };
		if (action !== "created") {
			return { ok: false, why: "The comment was edited or deleted, and only a new comment is a command" };
		}
		if (!comment.onPullRequest) return { ok: false, why: "The comment is on an issue, not on a pull request" };
		if (comment.closed) return { ok: false, why: "The pull request is closed" };
		if (!comment.byUser) return { ok: false, why: "The author of the comment is a bot" };
		const parsed = parseCommand(comment.body);
		if (!parsed.ok) return parsed;
		return { ok: true, command: { verb: parsed.verb, inputs: parsed.inputs, comment } };
	}
	var JSON_DEPTH_MAX = 500;
	var JSON_LIMITS = { levels: JSON_DEPTH_MAX, values: 25e4, keys: 5e4 };
	var ANSWER_JSON_LIMITS = { levels: JSON_DEPTH_MAX, values: 1e6, keys: 4e5 };
	var SETTINGS_JSON_LIMITS = { levels: JSON_DEPTH_MAX, values: 5e4, keys: 2e4 };
	var [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COMMA, COLON, SPACE] = [34, 92, 91, 93, 123, 125, 44, 58, 32];
	var [ZERO, NINE, POINT] = [48, 57, 46];
	var LARGE_INTEGER_DIGITS = 16;
	var LARGE_INTEGER_VALUES = 4;
	var IN_FRACTION = -(2 ** 30);
	var JsonCounter = class {
		#limits;
		#level = 0;
		#values = 1;
		#keys = 0;
		#digits = 0;
		#hasLargeInteger = false;
		#isOpened = false;
		#isInString = false;
		#isEscaped = false;
		constructor(limits) {
			this.#limits = limits;
		}
		add(text3) {
			const { levels, values, keys } = this.#limits;
			let [level, valueCount, keyCount, isOpened] = [this.#level, this.#values, this.#keys, this.#isOpened];
			let digits = this.#digits;
			for (let at = this.#isInString ? this.#endString(text3, 0) : 0; at < text3.length; at += 1) {
				const sign = text3.charCodeAt(at);
				if (sign >= ZERO && sign <= NINE) {
					digits += 1;
					if (digits === LARGE_INTEGER_DIGITS) {
						valueCount += LARGE_INTEGER_VALUES - 1;
						this.#hasLargeInteger = true;
					}
				} else digits = sign === POINT ? IN_FRACTION : 0;
				if (sign <= SPACE) continue;
				if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) {
					level -= 1;
					isOpened = false;
					continue;
				}
				if (isOpened || sign === COMMA) valueCount += 1;
				isOpened = false;
				if (sign === QUOTE) at = this.#endString(text3, at + 1) - 1;
				else if (sign === COLON) keyCount += 1;
				else if (sign === OPEN_OBJECT || sign === OPEN_LIST) {
					level += 1;
					isOpened = true;
				}
				if (level > levels) return { limit: "levels", phrase: `is nested deeper than ${levels} levels` };
				if (valueCount > values) return { limit: "values", phrase: this.#describeValues() };
				if (keyCount > keys) return { limit: "keys", phrase: `contains more than ${keys.toLocaleString("en")} keys` };
			}
			[this.#level, this.#values, this.#keys, this.#isOpened] = [level, valueCount, keyCount, isOpened];
			this.#digits = digits;
			return void 0;
		}
		#describeValues() {
			const weights = `, where an integer of ${LARGE_INTEGER_DIGITS} digits or more counts as ${LARGE_INTEGER_VALUES}`;
			const values = this.#limits.values.toLocaleString("en");
			return `contains more than ${values} values${this.#hasLargeInteger ? weights : ""}`;
		}
		#endString(text3, from) {
			this.#isInString = true;
			if (from >= text3.length) return text3.length;
			const begin = this.#isEscaped ? from + 1 : from;
			this.#isEscaped = false;
			const end = endOfString(text3, begin - 1);
			this.#isInString = end >= text3.length;
			if (!this.#isInString) return end + 1;
			let slashes = 0;
			while (text3.length - 1 - slashes >= begin && text3.charCodeAt(text3.length - 1 - slashes) === BACKSLASH) slashes += 1;
			this.#isEscaped = slashes % 2 === 1;
			return text3.length;
		}
	};
	function findJsonExcess(text3, limits = JSON_LIMITS) {
		const { levels, values, keys } = limits;
		if (text3.length < 2 * Math.min(levels, values, keys)) return void 0;
		return new JsonCounter(limits).add(text3)?.phrase;
	}
	function isNestedDeeper(text3, levels = JSON_DEPTH_MAX) {
		return findJsonExcess(text3, { levels, values: Infinity, keys: Infinity }) !== void 0;
	}
	function endOfString(text3, begin) {
		for (let end = text3.indexOf('"', begin + 1); end !== -1; end = text3.indexOf('"', end + 1)) {
			let slashes = 0;
			while (end - 1 - slashes > begin && text3.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
			if (slashes % 2 === 0) return end;
		}
		return text3.length;
	}
	var PROTO_KEY = "__proto__";
	function findProtoKey(given, parsed) {
		const left = [{ given, parsed, key: "", parent: void 0 }];
		for (let next2 = left.pop(); next2; next2 = left.pop()) {
			const { given: here, parsed: made2 } = next2;
			if (here === made2 || typeof here !== "object" || here === null) continue;
			if (typeof made2 !== "object" || made2 === null) continue;
			if (Object.hasOwn(here, PROTO_KEY) && !Object.hasOwn(made2, PROTO_KEY)) return pathTo(next2, PROTO_KEY);
			const isList = Array.isArray(here);
			for (const key of isList ? here.keys() : Object.keys(here)) {
				const value = Reflect.get(here, key);
				if (typeof value !== "object" || value === null) continue;
				left.push({ given: value, parsed: Object.hasOwn(made2, key) ? Reflect.get(made2, key) : void 0, key, parent: next2 });
			}
		}
		return void 0;
	}
	function pathTo(place, last) {
		const path = [last];
		for (let at = place; at.parent; at = at.parent) path.push(at.key);
		return path.toReversed();
	}
	var PROTO_KEY_MESSAGE = "the key __proto__ is not allowed: use another name";
	function protoKeyError(given, parsed, part) {
		const lost = findProtoKey(given, parsed);
		return lost && { loc: [part, ...lost], msg: PROTO_KEY_MESSAGE, type: "value_error" };
	}
	function parseJson(text3, limits = ANSWER_JSON_LIMITS) {
		if (findJsonExcess(text3, limits) !== void 0) return void 0;
		try {
			return JSON.parse(text3);
		} catch {
			return void 0;
		}
	}
	function fieldOf(value, key) {
		return typeof value === "object" && value !== null ? Reflect.get(value, key) : void 0;
	}
	function isJsonObject(value) {
		return typeof value === "object" && value !== null && !Array.isArray(value);
	}
	var objectOf = (value) => isJsonObject(value) ? value : {};
	var listOf = (value) => Array.isArray(value) ? value : [];
	var textOf = (value) => typeof value === "string" ? value : "";
	function pathStep(key) {
		return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
	}
	var ApiError = class extends Error {
		name = "ApiError";
		kind;
		method;
		path;
		hint;
		attempts;
		status;
		detail;
		fields;
		forbidden;
		busy;
		code;
		constructor(from) {
			const attempts = from.attempts > 1 ? ` (${from.attempts} tries)` : "";
			super(`${from.method} ${from.path}: ${from.what}${attempts}. ${from.hint}`, { cause: from.cause });
			this.kind = from.kind;
			this.method = from.method;
			this.path = from.path;
			this.hint = from.hint;
			this.attempts = from.attempts;
			this.status = from.status;
			this.detail = from.detail ?? null;
			this.fields = from.fields ?? [];
			this.forbidden = from.forbidden ?? null;
			this.busy = from.busy ?? false;
			this.code = from.code;
		}
	};
	function isApiError(error, status) {
		return error instanceof ApiError && (status === void 0 || error.status === status);
	}
	async function ignoreApiError(call, status) {
		try {
			return await call();
		} catch (error) {
			if (isApiError(error, status)) return void 0;
			throw error;
		}
	}
	function isNotServed(error) {
		return isApiError(error) && [404, 405, 501].includes(error.status ?? 0);
	}
	var BodyStreamError = class extends Error {
		name = "BodyBroken";
		constructor(cause) {
			super(cause instanceof Error ? cause.message : "the request body could not be created", { cause });
		}
	};
	function isThreadBusy({ status, message, busy }) {
		return status === 409 || busy || reportsBusyThread(status, message);
	}
	function reportsBusyThread(status, text3) {
		return status === 422 && /already running|is busy/i.test(text3);
	}
	var MAX_LINE = 500;
	function oneLine(text3) {
		const line2 = text3.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
		return line2.length > MAX_LINE ? `${line2.slice(0, MAX_LINE - 1)}\u2026` : line2;
	}
	var REASONS = { deployed: { "rolled-out": "This run's revision is deployed and active.", "already-building": "A revision with this commit was already in progress; it is deployed and active.", "commit-unknown": "This run's revision is deployed and active, but the service does not report the commit it was built from.", "configuration-updated": "Only settings changed, and they need no new revision.", "rolled-back-to": "An earlier revision was deployed again, as requested, and is active." }, verified: { "all-passed": "The live agent passed every check.", "gate-passed": "The gate found no reason to stop the change.", rebuilt: "The deployed commit was built again on a throw-away deployment, which was deleted." }, provided: { "sandbox-ready": "The sandbox was created and is ready.", "command-passed": "The command exited with code 0 in a box that reaches the network only through the credential proxy.", "proxy-started": "The credential proxy runs on this runner for the following steps.", "emulator-started": "The emulator runs on this runner for the following steps." }, unchanged: { "already-active": "The active revision already has this commit or image, and no setting differs.", "paths-untouched": "No changed file matches `paths`.", "not-locked": "The deployment has no lock to remove.", "nothing-to-sweep": "There are no previews to delete.", "idle-announced": "Comments announce the deletion of inactive previews; nothing was deleted yet.", "no-sandbox-left": "There are no sandboxes of earlier runs to delete." }, observed: { serving: "The latest revision is deployed and active.", "on-its-way": "A revision newer than the active revision is in progress.", "latest-failed": "The latest revision failed; an earlier revision, if any, keeps serving.", "nothing-serves": "No revision has been deployed yet.", "lock-set": "The deployment is locked, as requested.", "lock-removed": "The lock of the deployment was removed, as requested." }, "torn-down": { deleted: "The preview and its tracing project were deleted.", "already-gone": "The preview no longer existed.", "closed-meanwhile": "The pull request was closed while its preview was being deployed, so the preview was deleted.", swept: "Leftover previews were deleted.", "sandboxes-swept": "Sandboxes left by earlier runs were deleted." }, "rolled-back": { "after-failure": "The change failed, and the previous revision was deployed again." }, planned: { "dry-run": "Nothing was sent; the log shows what a run without `dry-run` would send." }, submitted: { "not-waited": "The service accepted the change; `wait: false` skips the wait.", "sandbox-requested": "The sandbox was requested; `wait-for-ready: false` skips the wait." }, superseded: { "newer-revision": "Another revision superseded this run's revision during the rollout or right after it.", "skipped-by-service": "The service skipped this run's revision because a newer revision exists.", "commit-mismatch": "The branch pointed to another commit when the service fetched it, so this run's revision was built from that commit.", "image-mismatch": "Another client changed the image or source at the same time, and that change took effect.", "settings-mismatch": "Another client changed settings at the same time, and this run's revision has those settings." }, skipped: { "ref-deleted": "The push deleted its branch or tag, so there is nothing to deploy.", fork: "The head of the pull request is in a fork or in an unknown repository, and forks get no secrets.", "approval-missing": "Nobody with write permission approved this commit of the fork.", "approval-outdated": "The approval is for another commit of the fork than the head of the pull request.", "label-missing": "The pull request has none of the labels in `preview-labels`.", "pull-request-closed": "The pull request is closed, so it gets no preview.", "no-command": "The event contains no command that may run.", "command-refused": "The command in the comment may not run.", dependabot: "Dependabot started the run, which gets no secrets." }, "timed-out": { deadline: "The revision was still in progress when wait-timeout expired.", "still-deleting": "The preview was still being deleted when wait-timeout expired.", "not-active": "The revision is deployed, but the deployment had not switched to it when wait-timeout expired.", "sandbox-not-ready": "The sandbox was not ready when timeout expired.", "command-timed-out": "The command was still running when time-limit expired, and was killed.", "emulator-not-ready": "The emulator was not installed or not ready when timeout expired." }, failed: { "invalid-input": "An input is invalid; nothing was sent.", "create-failed": "The service could not create the revision.", "build-failed": "The revision could not be built.", "deploy-failed": "The revision was built but never became ready.", "revision-failed": "The revision ended in another failed status.", unhealthy: "This run's revision is deployed and active, but the live agent reports unhealthy.", "verification-failed": "The live agent failed a check.", "verification-timed-out": "A check of the live agent did not finish within its time limit.", "verification-impossible": "The live agent could not be checked, so it is unknown whether it works.", "gate-worse": "The agent responds significantly worse than the deployment it is compared with.", "gate-below-floor": "The mean of a score is below its floor.", "gate-inconclusive": "Too many cases have no result, so the gate could not judge the agent.", interrupted: "The revision was interrupted.", "immutable-field": "A setting that differs cannot be changed after creation.", "secrets-hidden": "Secrets can be kept only if their values are sent again, and the service hides them.", "invalid-plan": "The desired settings contradict the settings of the deployment.", "ambiguous-name": "Several deployments have this name.", "ambiguous-integration": "Several git integrations exist and none was chosen.", "ambiguous-listener": "Several listeners exist and none was chosen.", "source-unusable": "The source cannot be packed: it is empty, unreadable, or lacks the graph configuration.", "source-too-large": "The packed source exceeds the service's size limit; nothing was sent.", "source-changed": "A file of the source changed while it was being packed.", "upload-failed": "The source could not be uploaded, so no revision was created.", "deployment-not-found": "No deployment with this ID exists.", "deployment-gone": "The deployment is being deleted, or the deployment or its revision disappeared during the wait.", "name-taken": "The name is in use, but not by a deployment.", "no-revision": "The service accepted the change, but no revision appeared.", "ambiguous-revision": "Several revisions appeared at the same time, and the service does not report which one belongs to this run.", "settings-ignored": "The service accepted the change but does not show the settings that were sent.", "contradictory-answers": "Two responses of the service contradict each other.", "lost-answer": "The response to a change was lost, and its effect could not be determined.", "command-unverified": "GitHub did not confirm that the command in the comment may run.", "head-moved": "The pull request was changed after the comment with the command.", locked: "A user locked the deployment, so the change was not sent.", "lock-unreadable": "The lock of the deployment could not be read, so the change was not sent.", "lock-changed": "Another run changed the lock at the same time.", "lock-not-stored": "GitHub did not store the lock, so the lock is unchanged.", "plan-changed": "The plan differs from the approved plan.", "revision-not-found": "The requested revision does not exist in this deployment.", "never-deployed": "The revision to roll back to was never deployed.", "no-rollback-target": "There is no earlier revision that was deployed.", "rollback-impossible": "The service cannot deploy the target revision of the rollback again unchanged.", "nothing-to-rebuild": "No revision is deployed, so no commit can be built again.", "rebuild-impossible": "The service cannot build the deployed commit again.", "deployed-commit-missing": "The checkout is not exactly the deployed commit.", "rebuild-left": "The deployed commit was built again, but the throw-away deployment could not be deleted.", "rollback-failed": "The change failed, and the rollback failed as well.", "not-a-preview": "The deployment with this name is not a preview of this pull request, so it was not changed.", "merge-impossible": "The pull requests of the shared preview could not be merged in this checkout.", "approval-unknown": "GitHub did not show whether the commit of the fork is approved.", "commit-not-approved": "The checkout is not exactly the approved commit of the fork.", "pull-request-unknown": "The pull request, or its state, could not be determined.", "sweep-incomplete": "Some previews could not be evaluated or deleted.", "seed-failed": "The preview was deployed, but its data could not be written completely.", "sandbox-failed": "The sandbox failed or was stopped before it was ready.", "sandbox-name-taken": "A sandbox with this name already exists.", "sandbox-quota": "The workspace has reached its limit of sandboxes.", "sandboxes-left": "Some sandboxes of earlier runs could not be deleted.", "command-failed": "The command exited with a code other than 0.", "proxy-failed": "The credential proxy could not be started, or exited early.", "isolation-missing": "This machine cannot isolate the command at the level that `isolation` requires.", "emulator-missing": "This commit of the action does not contain the emulator.", "emulator-install-failed": "The emulator could not be installed.", "emulator-failed": "The emulator could not be started, or exited before it was ready.", unauthorized: "The service rejected the API key.", forbidden: "The API key lacks the permission for this operation.", rejected: "The service rejected the request.", "rate-limited": "The service requested a longer wait than the action allows.", "service-error": "The service failed or returned an unreadable response.", unreachable: "The service could not be reached.", "internal-error": "The action itself failed because of a bug." }, cancelled: { signal: "The run was cancelled.", "revision-interrupted": "The run was cancelled, and its revision was interrupted because of `on-cancel`." } };
	function outcome(kind, reason, message) {
		return { kind, reason, message };
	}
	var ActionError = class extends Error {
		outcome;
		constructor(reason, message, options) {
			super(message, options);
			this.name = "ActionError";
			this.outcome = outcome("failed", reason, message);
		}
	};
	var DEFAULT_POLICY = { onTimeout: "fail", onSuperseded: "fail" };
	var SUPERSEDED = { fail: "error", warn: "warning", ignore: "fine" };
	function severityOf(kind, policy) {
		switch (kind) {
			case "deployed":
			case "verified":
			case "provided":
			case "unchanged":
			case "planned":
			case "submitted":
			case "skipped":
			case "observed":
			case "torn-down":
				return "fine";
			case "superseded":
				return SUPERSEDED[policy.onSuperseded];
			case "timed-out":
				return policy.onTimeout === "warn" ? "warning" : "error";
			case "rolled-back":
			case "failed":
			case "cancelled":
				return "error";
		}
	}
	function exitCodeOf(kind, policy) {
		return severityOf(kind, policy) === "error" ? 1 : 0;
	}
	function toOutcome(error) {
		if (error instanceof ActionError) return error.outcome;
		if (error instanceof ApiError) return outcome("failed", reasonOf(error), error.message);
		const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
		return outcome("failed", "internal-error", `The action itself failed: ${what}. Please report it with the log of this step.`);
	}
	function reasonOf(error) {
		switch (error.kind) {
			case "network":
			case "timeout":
				return "unreachable";
			case "ambiguous":
				return "lost-answer";
			case "malformed":
				return "service-error";
			case "http":
				return reasonOfStatus(error.status ?? 0);
		}
	}
	function reasonOfStatus(status) {
		if (status === 401) return "unauthorized";
		if (status === 403) return "forbidden";
		if (status === 408 || status === 425 || status === 429) return "rate-limited";
		return status >= 500 ? "service-error" : "rejected";
	}
	var ABOUT_A_HEAD = ["pull_request", "pull_request_target", "pull_request_review", "pull_request_review_comment", "workflow_run"];
	function parseEvent(env, eventFile) {
		const payload = parseObject(eventFile);
		const base = { name: env["GITHUB_EVENT_NAME"] ?? "", repository: env["GITHUB_REPOSITORY"] || (phase_text(object(payload, "repository"), "full_name") ?? ""), serverUrl: (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/(?<!\/)\/+$/, ""), deleted: false, created: false, fork: false, action: phase_text(payload, "action"), before: void 0, pullRequest: pullRequestOf(payload) };
		const comment = base.name === "issue_comment" ? commentOf(payload) : void 0;
		return { ...base, ...comment && { comment }, ...pointer(base.name, payload, env, base.repository) };
	}
	function pointer(name, payload, env, repository) {
		const pull = object(payload, "pull_request");
		if (pull) return ofPullRequest(pull, repository);
		const run = object(payload, "workflow_run");
		if (name === "workflow_run" && run) return ofWorkflowRun(run, repository);
		if (isHeadMissing(name, payload, env)) return { ref: void 0, commit: void 0, fork: "unknown" };
		if (name === "push") return ofPush(payload, env);
		const refText = name === "workflow_dispatch" ? phase_text(payload, "ref") : void 0;
		return { ref: bareRef(refText ?? env["GITHUB_REF"]), commit: commitOf(env["GITHUB_SHA"]) };
	}
	function isHeadMissing(name, payload, env) {
		if (ABOUT_A_HEAD.includes(name)) return true;
		if (name === "issue_comment") return object(payload, "issue") === void 0;
		return (env["GITHUB_REF"] ?? "").startsWith("refs/pull/") || Boolean(env["GITHUB_HEAD_REF"]);
	}
	function ofPush(payload, env) {
		const after = phase_text(payload, "after");
		const commit = commitOf(phase_text(object(payload, "head_commit"), "id")) ?? commitOf(after) ?? commitOf(env["GITHUB_SHA"]);
		return { ref: bareRef(phase_text(payload, "ref") ?? env["GITHUB_REF"]), commit, subject: subjectOf(object(payload, "head_commit"), commit), deleted: payload["deleted"] === true || /^0+$/.test(after ?? ""), created: payload["created"] === true, before: commitOf(phase_text(payload, "before")) };
	}
	function pullRequestOf(payload) {
		const pull = object(payload, "pull_request");
		const number = pull?.["number"];
		if (typeof number !== "number") return void 0;
		const labels = pull?.["labels"];
		const names = Array.isArray(labels) ? labels.map((label) => phase_text(isJsonObject(label) ? label : {}, "name")) : [];
		return { number, closed: phase_text(pull, "state") === "closed" || phase_text(payload, "action") === "closed", labels: names.filter((name) => name !== void 0), labelling: labellingOf(payload, pull), pushedAt: timeOf(phase_text(object(object(pull, "head"), "repo"), "pushed_at")) };
	}
	function labellingOf(payload, pull) {
		const label = phase_text(object(payload, "label"), "name");
		const sender = object(payload, "sender");
		const login = phase_text(sender, "login");
		const id2 = sender?.["id"];
		const at = timeOf(phase_text(pull, "updated_at"));
		if (phase_text(payload, "action") !== "labeled" || label === void 0) return void 0;
		if (login === void 0 || typeof id2 !== "number" || at === void 0) return void 0;
		return { label, by: { login, id: id2, bot: phase_text(sender, "type") !== "User" }, at };
	}
	function timeOf(iso2) {
		const time2 = Date.parse(iso2 ?? "");
		return Number.isNaN(time2) ? void 0 : time2;
	}
	function commentOf(payload) {
		const comment = object(payload, "comment");
		const issue = object(payload, "issue");
		const user = object(comment, "user");
		const [id2, number, authorId] = [comment?.["id"], issue?.["number"], user?.["id"]];
		const [body, author, createdAt] = [phase_text(comment, "body"), phase_text(user, "login"), phase_text(comment, "created_at")];
		if (typeof id2 !== "number" || typeof number !== "number" || typeof authorId !== "number") return void 0;
		if (body === void 0 || author === void 0 || createdAt === void 0) return void 0;
		return { id: id2, author, authorId, byUser: phase_text(user, "type") === "User", body, createdAt, pullRequest: number, onPullRequest: object(issue, "pull_request") !== void 0, closed: phase_text(issue, "state") !== "open" };
	}
	function ofPullRequest(pull, repository) {
		const head = object(pull, "head");
		const headRepository = phase_text(object(head, "repo"), "full_name");
		const baseRepository = phase_text(object(object(pull, "base"), "repo"), "full_name");
		const commit = commitOf(phase_text(head, "sha"));
		const fork = head?.["repo"] === null || isFork({ headRepository, baseRepository, commit, repository });
		return { ref: branch(phase_text(head, "ref")), commit, ...headRepository === void 0 || fork === true ? {} : { repository: headRepository }, fork };
	}
	function ofWorkflowRun(run, repository) {
		const headRepository = phase_text(object(run, "head_repository"), "full_name");
		const commit = commitOf(phase_text(run, "head_sha"));
		return { ref: branch(phase_text(run, "head_branch")), commit, subject: subjectOf(object(run, "head_commit"), commit), fork: isFork({ headRepository, baseRepository: repository, commit, repository }) };
	}
	function subjectOf(payloadCommit, commit) {
		if (commit === void 0 || commitOf(phase_text(payloadCommit, "id")) !== commit) return void 0;
		return phase_text(payloadCommit, "message")?.trimStart().split(/\r?\n/, 1)[0] || void 0;
	}
	function isFork({ headRepository, baseRepository, commit, repository }) {
		if (headRepository === void 0 || baseRepository === void 0 || commit === void 0) return "unknown";
		if (headRepository !== baseRepository) return true;
		return repository === "" || baseRepository.toLowerCase() === repository.toLowerCase() ? false : "unknown";
	}
	function bareRef(ref) {
		if (ref?.startsWith("refs/tags/")) return ref;
		return branch(ref?.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : ref);
	}
	function branch(name) {
		return name === void 0 || name === "" || name.startsWith("refs/") ? void 0 : name;
	}
	function commitOf(sha) {
		if (sha === void 0 || !/^[0-9a-fA-F]{40,64}$/.test(sha) || /^0+$/.test(sha)) return void 0;
		return sha.toLowerCase();
	}
	function parseObject(json) {
		try {
			const value = JSON.parse(json ?? "{}");
			return isJsonObject(value) ? value : {};
		} catch {
			return {};
		}
	}
	function object(from, key) {
		const value = from?.[key];
		return isJsonObject(value) ? value : void 0;
	}
	function phase_text(from, key) {
		const value = from?.[key];
		return typeof value === "string" && value !== "" ? value : void 0;
	}
	function skipEvent(event, given) {
		if (given.isCommand === true) {
			const found = findCommand(event);
			if (!found.ok) return outcome("skipped", "no-command", `${found.why}, so nothing was done.`);
		}
		if (event.fork === "unknown") {
			return outcome("skipped", "fork", `The event ${event.name || "(none)"} does not show whether its head is in a fork, because its payload (GITHUB_EVENT_PATH) is missing, is invalid or belongs to another repository than ${event.repository || "the one that runs this workflow"}. Forks must not deploy, so nothing was done. Run the workflow on the original GitHub event, or pass on the complete payload.`);
		}
		if (event.fork && !(given.forkApproval === true && event.name === "pull_request_target" && event.pullRequest)) {
			return outcome("skipped", "fork", "The head of this event is in a fork. Workflow runs from forks get no secrets and must not deploy. A maintainer can push the change to a branch of this repository to deploy it. A workflow on `pull_request_target` with the input fork-approval can deploy a commit of a fork that a maintainer approved.");
		}
		if (given.actor === "dependabot[bot]" && !given.apiKey) {
			return outcome("skipped", "dependabot", "Dependabot started this run. Dependabot runs get none of the repository's secrets, so there is no API key to deploy with.");
		}
		if (event.deleted && !given.ref) {
			return outcome("skipped", "ref-deleted", `The push deleted ${event.ref ?? "its ref"}, so there is nothing to deploy.`);
		}
		return void 0;
	}
	function readRunEvent(host) {
		if (host.event !== void 0) return host.event;
		const path = host.env["GITHUB_EVENT_PATH"];
		let file;
		try {
			file = path ? host.readFile(path) : void 0;
		} catch (error) {
			host.log(`The event file could not be read: ${(0, errors.gJ)(error)}`);
		}
		return parseEvent(host.env, file);
	}
	var TEXT_MAX = 4e3;
	var DISPLAY_MAX = 16e3;
	function shorten(text3, max) {
		if (text3.length <= max) return text3;
		return `${text3.slice(0, max).toWellFormed()}\u2026 (shortened from ${text3.length} characters)`;
	}
	function shortenRedacted(text3, redact, max = TEXT_MAX) {
		return text3.length <= max ? text3 : shorten(redact(text3), max);
	}
	function countOf(count3, noun, plural = `${noun}s`) {
		return `${count3.toLocaleString("en")} ${count3 === 1 ? noun : plural}`;
	}
	var SUMMARY_MAX = 25e4;
	function createRedactingHost(host, redactor) {
		const redact = (text3) => shorten(redactor.redact(text3), DISPLAY_MAX);
		return { env: host.env, event: host.event, explainCommand: host.explainCommand, progress: host.progress && redactingProgress(host.progress, redact), readFile: (path) => host.readFile(path), mask: (text3) => host.mask(text3), log: (line2) => host.log(redact(line2)), startGroup: (title) => host.startGroup(redact(title)), endGroup: () => host.endGroup(), annotate: ({ level, title, message, file, line: line2 }) => host.annotate({ level, title: redact(title), message: redact(message), ...file === void 0 ? {} : { file: redact(file), line: line2 } }), setOutput: async (name, value) => {
			const redacted = redactValue(value, redact);
			if (redacted !== value && parseObject2(value) === void 0) {
				host.log(`The output ${name} contains a masked value, which is replaced by asterisks.`);
			}
			await host.setOutput(name, redacted);
		}, saveState: (name, value) => host.saveState(name, redactValue(value, redact)), addSummary: (markdown) => host.addSummary(() => shorten(redactor.redact(markdown()), SUMMARY_MAX)) };
	}
	function redactingProgress(progress, redact) {
		return { begin: ({ title, usualMs }) => progress.begin({ title: redact(title), usualMs }), update: (timeline) => progress.update(timeline.map((span) => ({ ...span, status: redact(span.status) }))), showLog: (lines) => progress.showLog(redact(lines.join("\n")).split("\n")), end: () => progress.end() };
	}
	function redactValue(value, redact) {
		const json = parseObject2(value);
		if (json === void 0) return isOpen(value) ? value : redact(value);
		return JSON.stringify(json, (_key, part) => typeof part === "string" && !isOpen(part) ? redact(part) : part);
	}
	function parseObject2(text3) {
		if (!text3.startsWith("{")) return void 0;
		try {
			return JSON.parse(text3);
		} catch {
			return void 0;
		}
	}
	var WORDS = /* @__PURE__ */ new Set(["reading", "uploading", "writing", "waiting", "reported", ...Object.entries(REASONS).flatMap(([kind, reasons]) => [kind, ...Object.keys(reasons)])]);
	var SERVICE_ID = /^([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9]+(\.[0-9]+)?)$/;
	function isOpen(text3) {
		return text3 === "" || text3 === "true" || text3 === "false" || WORDS.has(text3) || SERVICE_ID.test(text3);
	}
	function writeFully(descriptor, text3) {
		for (let rest = Buffer.from(text3); rest.length > 0; ) {
			try {
				rest = rest.subarray((0, external_node_fs_.writeSync)(descriptor, rest));
			} catch (error) {
				if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
			}
		}
	}
	var EOL = external_node_process_.platform === "win32" ? "\r\n" : "\n";
	function createRunnerHost(env, write = (text3) => writeFully(1, text3)) {
		const command = (name, text3) => write(`::${name}::${escapeData(text3)}${EOL}`);
		return { env, readFile: (path) => (0, plain_file.LI)(path, { maxBytes: plain_file.Do }), log: (line2) => write(escapeCommands(line2) + EOL), startGroup: (title) => command("group", title), endGroup: () => command("endgroup", ""), annotate: ({ level, title, message, file, line: line2 }) => {
			const properties = { title, file, line: line2 };
			const texts2 = Object.entries(properties).flatMap(([name, value]) => value === void 0 ? [] : [`${name}=${escapeProperty(String(value))}`]);
			command(`${level} ${texts2.join(",")}`, message);
		}, mask: (text3) => command("add-mask", text3), setOutput: (name, value) => appendPair(env, "OUTPUT", name, value), saveState: (name, value) => appendPair(env, "STATE", name, value), setVariable: (name, value) => appendPair(env, "ENV", name, value), addSummary: async (markdown) => {
			const path = env["GITHUB_STEP_SUMMARY"];
			if (path) (0, external_node_fs_.appendFileSync)(path, markdown() + EOL, "utf8");
		} };
	}
	function escapeData(text3) {
		return text3.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
	}
	function escapeProperty(text3) {
		return escapeData(text3).replaceAll(":", "%3A").replaceAll(",", "%2C");
	}
	async function appendPair(env, file, name, value) {
		const path = env[`GITHUB_${file}`];
		if (!path) return;
		if (!/[\r\n]/.test(value)) {
			(0, external_node_fs_.appendFileSync)(path, `${name}=${value}${EOL}`, "utf8");
			return;
		}
		const commands = await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 48685));
		commands.issueFileCommand(file, commands.prepareKeyValueMessage(name, value));
	}
	function escapeCommands(line2) {
		return line2.split(/\r\n|[\r\n]/).map((part) => part.replace(/^([\s\u0085]*):(?=:)/, "$1: ").replaceAll("##[", "## [")).join("\n");
	}
	function checkBaseUrl(text3, options = {}) {
		const refused = (problem) => ({ kind: "refused", problem });
		const url2 = URL.parse(text3.trim());
		if (!url2) return refused("is not a URL: write the complete URL, as in https://host or https://host/api-host");
		if (url2.protocol !== "https:" && url2.protocol !== "http:") {
			return refused("must start with https://");
		}
		if (url2.username || url2.password) {
			return refused("must not contain credentials: set the key in the input for it");
		}
		if (url2.search || url2.hash) return refused("must not contain a query or a fragment: remove the part from ? or # on");
		if (url2.protocol === "http:" && !options.allowInsecureHost && !isLoopback(url2.hostname)) {
			return refused("must use https: plain http would send the key unencrypted (only loopback may use it)");
		}
		const path = url2.pathname.replace(/(?<!\/)\/+$/, "");
		if (/\/api(\/v[0-9]+)?$/.test(path)) {
			return refused("is the tracing API: the control plane of the same host is under /api-host");
		}
		if (/\/v[0-9]+(\/.*)?$/.test(path)) {
			return refused("must end before the version: remove the path from /v2 on");
		}
		return { kind: "ok", url: `${url2.origin}${path}` };
	}
	function checkUploadUrl(text3, options = {}) {
		const url2 = checkSignedUrl(text3, { loopback: true });
		if (url2 !== void 0 || options.allowInsecureHost !== true) return url2;
		const plain = URL.parse(text3);
		return plain?.protocol === "http:" && hasNoCredentials(plain) ? plain : void 0;
	}
	function checkSignedUrl(text3, { loopback }) {
		const url2 = URL.parse(text3);
		if (url2 === null || !hasNoCredentials(url2)) return void 0;
		if (url2.protocol === "https:") return url2;
		return url2.protocol === "http:" && loopback && isLoopback(url2.hostname) ? url2 : void 0;
	}
	function hasNoCredentials(url2) {
		return url2.username === "" && url2.password === "";
	}
	function checkAgentUrl(text3, options = {}) {
		const refused = (problem) => ({ kind: "refused", problem });
		const url2 = URL.parse(text3.trim());
		if (url2 === null) return refused("is not a URL: write the complete URL, as in https://agent.example.org");
		if (url2.protocol !== "https:" && url2.protocol !== "http:") return refused("must start with https://");
		if (!hasNoCredentials(url2)) return refused("must not contain credentials: set the key in the input for it");
		if (url2.search || url2.hash) return refused("must not contain a query or a fragment: remove the part from ? or # on");
		if (url2.protocol === "http:" && !options.allowInsecureHost && !isLoopback(url2.hostname)) {
			return refused("must use https: plain http would send the key unencrypted (only loopback may use it)");
		}
		return { kind: "ok", url: `${url2.origin}${url2.pathname.replace(/(?<!\/)\/+$/, "")}` };
	}
	function isLoopback(hostname) {
		const host = hostname.toLowerCase().replace(/\.$/, "");
		return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$/.test(host);
	}
	var PREFIXES = "lsv2_|lsv1_|ls__|sk-|sk_|pk_|gh[a-z]_|github_pat_|glpat-|xox[a-z]-|AKIA|AIza|eyJ";
	var KEY_PREFIX = new RegExp(`(?:^|[^A-Za-z0-9])(?:${PREFIXES})`);
	var RANDOM_WORD = /(?<![A-Za-z0-9+/_-])(?=[A-Za-z0-9+/_-]*[0-9][A-Za-z0-9+/_-]*[0-9])(?=[A-Za-z0-9+/_-]*[A-Za-z])[A-Za-z0-9+/_-]{20,}/;
	var KEY = new RegExp(String.raw`(?<![A-Za-z0-9])(?:${PREFIXES})(?=[\w-]{0,200}[0-9][\w-]{0,200}[0-9])[\w-]{8,}`, "g");
	function looksLikeKey(value) {
		return KEY_PREFIX.test(value) || RANDOM_WORD.test(value);
	}
	function hideKeys(message) {
		return message.replaceAll(KEY, "***");
	}
	var valid = (value) => ({ ok: true, value });
	var invalid = (message, hint) => ({ ok: false, problems: [{ message, hint }] });
	function quote(value) {
		if (looksLikeKey(value)) return `a text of ${value.length} characters`;
		const shown = value.replaceAll(/\S+/g, withoutCredentials);
		return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 77)}...` : shown);
	}
	function withoutCredentials(word2) {
		const end = word2.lastIndexOf("@");
		const slashes = word2.indexOf("//");
		if (slashes !== -1 && slashes + 2 <= end) return `${word2.slice(0, slashes)}//***${word2.slice(end)}`;
		return /^[^/:]*:/.test(word2.slice(0, Math.max(end, 0))) ? `***${word2.slice(end)}` : word2;
	}
	function describeProblem(problem) {
		const { path, message, hint } = withoutKeys(problem);
		return `${path}: ${message}. ${hint}`;
	}
	function withoutKeys({ path, message, hint }) {
		return { path: hideKeys(path), message: hideKeys(message), hint: hideKeys(hint) };
	}
	var noBranchMessage = (event) => `the event ${event || "(none)"} has no branch or tag`;
	var NO_REPOSITORY = "the run has no repository";
	var BUILDABLE = ["git_host", "internal_source"];
	var FIELD_RULES = [{ path: ["name"], immutable: "text" }, { path: ["source"], immutable: "text" }, { path: ["source_config", "integration_id"], sources: ["git_host"], immutable: "uuid" }, { path: ["source_config", "repo_url"], sources: ["git_host"], immutable: "text" }, { path: ["source_config", "deployment_type"], sources: ["git_host"], hosted: ["internal_docker", "internal_source"], immutable: "text" }, { path: ["source_config", "build_on_push"], sources: ["git_host"] }, { path: ["source_config", "custom_url"], sources: ["external_docker"], ignoredFor: ["git_host"] }, { path: ["source_config", "resource_spec"], sources: ["external_docker"], makesRevision: true }, { path: ["source_config", "listener_id"], sources: ["external_docker"], immutable: "uuid" }, { path: ["source_config", "listener_config"], sources: ["external_docker"] }, { path: ["source_config", "listener_config", "k8s_namespace"], immutable: "text" }, { path: ["source_config", "install_command"], sources: BUILDABLE }, { path: ["source_config", "build_command"], sources: BUILDABLE }, { path: ["source_revision_config", "repo_ref"], sources: ["git_host"], makesRevision: true }, { path: ["source_revision_config", "graph_config_path"], sources: BUILDABLE, makesRevision: true }, { path: ["source_revision_config", "image_uri"], sources: ["external_docker", "internal_docker"], makesRevision: true }, { path: ["source_revision_config", "source_tarball_path"], sources: ["internal_source"], makesRevision: true }, { path: ["secrets"], makesRevision: true }, { path: ["secret_references"], sources: ["external_docker"] }];
	function sourcesOf(field2) {
		const rule = ruleOf(field2);
		if (rule?.sources === void 0) throw new Error(`${field2} has no rule about sources`);
		return [...rule.sources, ...rule.hosted ?? []];
	}
	function triggersRevision(field2) {
		return ruleOf(field2)?.makesRevision === true;
	}
	function isImmutable(field2) {
		return ruleOf(field2)?.immutable !== void 0;
	}
	function ruleOf(field2) {
		return FIELD_RULES.find(({ path }) => path.join(".") === field2);
	}
	var DEPLOYMENT_NAME = /^[A-Za-z]([-_A-Za-z0-9]*[A-Za-z0-9])?$/;
	var DEPLOYMENT_NAME_RULE = "must be letters, digits, dashes and underscores, start with a letter and end with a letter or a digit";
	var PLAIN_DEPLOYMENT_NAME = /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/;
	var DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
	var UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
	var C_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
	var SOURCES = ["git_host", "external_docker", "internal_docker", "internal_source"];
	var DEPLOYMENT_TYPES = ["dev_free", "dev", "prod", "serverless", "dedicated"];
	var HOSTED_DEPLOYMENT_TYPES = [...DEPLOYMENT_TYPES, "dev_zero"];
	var SYNONYMS = /* @__PURE__ */ new Map([["serverless", "dev_zero"], ["dedicated", "prod"]]);
	function isSameDeploymentType(one, other) {
		const nameOf = (type) => SYNONYMS.get(type ?? "") ?? type;
		return nameOf(one) === nameOf(other);
	}
	var DEPLOYMENT_TYPE = /^[a-z][a-z0-9_-]{0,62}$/;
	function isTagRef(ref) {
		return ref.startsWith("refs/tags/");
	}
	function validationError(loc, msg, type = "value_error") {
		return { loc: ["body", ...loc], msg, type };
	}
	function missingFieldError(loc, why) {
		return validationError(loc, `Field required: ${why}`, "missing");
	}
	function describeValidationErrors(problems) {
		return problems.map(describeValidationError).join("; ");
	}
	function describeValidationError({ loc, msg }) {
		const path = loc[0] === "body" && loc.length > 1 ? loc.slice(1) : loc;
		return path.length === 0 ? msg : `${path.join(".")}: ${msg}`;
	}
	function isSet(value) {
		return value !== null && value !== void 0;
	}
	function formatChoices(values) {
		const quoted = values.map((value) => typeof value === "string" ? `'${value}'` : String(value));
		const last = quoted.pop();
		return quoted.length === 0 ? last ?? "" : `${quoted.join(", ")} or ${last}`;
	}
	var DIALECT_TABLE = { sources: [{ generic: "git_host", langsmith: "github" }], fields: [{ generic: "graph_config_path", langsmith: "langgraph_config_path" }], paths: [{ generic: "/v1/integrations/git_host", langsmith: "/v1/integrations/github" }] };
	function toWire(body, dialect) {
		if (dialect === "generic" || !isJsonObject(body)) return body;
		return translate(body, toDialectSource(dialect), (config) => {
			const renamed = {};
			for (const [key, value] of Object.entries(config)) {
				renamed[DIALECT_TABLE.fields.find(({ generic }) => generic === key)?.[dialect] ?? key] = value;
			}
			return renamed;
		});
	}
	function fromWire(body) {
		const problems = [];
		return { value: canonical(body, problems), problems };
	}
	function canonical(body, problems) {
		if (!isJsonObject(body)) return body;
		const value = translate(body, canonicalSource, (config) => canonicalFields(config, problems));
		if (!Array.isArray(value["resources"])) return value;
		return { ...value, resources: value["resources"].map((item) => canonical(item, problems)) };
	}
	function canonicalFields(config, problems) {
		const kept = { ...config };
		for (const { generic, langsmith } of DIALECT_TABLE.fields) {
			if (!(langsmith in config)) continue;
			delete kept[langsmith];
			const [ours, theirs] = [config[generic], config[langsmith]];
			if (!isSet(ours)) kept[generic] = theirs;
			else if (isSet(theirs) && theirs !== ours) {
				problems.push(validationError(["source_revision_config", langsmith], `is another name of ${generic}, but the two values differ: give only one of them`));
			}
		}
		return kept;
	}
	function withBothSpellings(body) {
		if (!isJsonObject(body)) return body;
		const value = translate(body, (source) => source, (config) => {
			const translated = { ...config };
			for (const { generic, langsmith } of DIALECT_TABLE.fields) {
				if (generic in config) translated[langsmith] = config[generic];
			}
			return translated;
		});
		if (!Array.isArray(value["resources"])) return value;
		return { ...value, resources: value["resources"].map((item) => withBothSpellings(item)) };
	}
	function canonicalSource(source) {
		return DIALECT_TABLE.sources.find(({ langsmith }) => langsmith === source)?.generic ?? source;
	}
	function toWirePath(path, dialect) {
		for (const row of DIALECT_TABLE.paths) {
			const rest = path.slice(row.generic.length);
			if (path.startsWith(row.generic) && /^($|[/?])/.test(rest)) return row[dialect] + rest;
		}
		return path;
	}
	function toDialectSource(dialect) {
		return (source) => DIALECT_TABLE.sources.find(({ generic }) => generic === source)?.[dialect] ?? source;
	}
	function translate(body, source, config) {
		const value = { ...body };
		if (typeof value["source"] === "string") value["source"] = source(value["source"]);
		if (isJsonObject(value["source_revision_config"])) {
			value["source_revision_config"] = config(value["source_revision_config"]);
		}
		return value;
	}
	var REGION_HOSTS = { us: "https://api.host.langchain.com", eu: "https://eu.api.host.langchain.com", apac: "https://apac.api.host.langchain.com", aws: "https://aws.api.host.langchain.com" };
	var TRACING_DOMAIN = "api.smith.langchain.com";
	var WEB_DOMAIN = "smith.langchain.com";
	var HOSTED_DOMAIN = "api.host.langchain.com";
	var SELF_HOSTED_PREFIX = "/api-host";
	function isSelfHosted(baseUrl) {
		return !isHosted(baseUrl) && new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, "").endsWith(SELF_HOSTED_PREFIX);
	}
	function dialectOf(baseUrl) {
		return isHosted(baseUrl) || isSelfHosted(baseUrl) ? "langsmith" : "generic";
	}
	function isHosted(baseUrl) {
		const { hostname } = new URL(baseUrl);
		return hostname === HOSTED_DOMAIN || hostname.endsWith(`.${HOSTED_DOMAIN}`);
	}
	function controlPlaneUrlOf(tracingUrl) {
		const { protocol, host, hostname, username, password, pathname, search, hash } = new URL(tracingUrl);
		if (/(^|\.)langchain\.com$/.test(hostname)) {
			const regions = Object.keys(REGION_HOSTS);
			const region = regions.find((name) => hostname === (name === "us" ? "" : `${name}.`) + TRACING_DOMAIN);
			return region === void 0 ? void 0 : REGION_HOSTS[region].replace("https:", protocol);
		}
		const path = pathname.replace(/(?<!\/)\/+$/, "").replace(/\/api(?:\/v[0-9]+)?$|\/api-host$/, "");
		const user = username === "" && password === "" ? "" : `${username}:${password}@`;
		return `${protocol}//${user}${host}${path}${SELF_HOSTED_PREFIX}${search}${hash}`;
	}
	function tracingUrlOfControlPlane(baseUrl) {
		if (isHosted(baseUrl)) {
			const { protocol, host } = new URL(baseUrl);
			return `${protocol}//${host.replace(HOSTED_DOMAIN, TRACING_DOMAIN)}`;
		}
		return isSelfHosted(baseUrl) ? `${baseUrl.slice(0, -SELF_HOSTED_PREFIX.length)}/api/v1` : baseUrl;
	}
	function webUrlOf(tracingUrl) {
		const { protocol, host, hostname, pathname } = new URL(tracingUrl);
		if (hostname === TRACING_DOMAIN || hostname.endsWith(`.${TRACING_DOMAIN}`)) {
			return `${protocol}//${host.replace(TRACING_DOMAIN, WEB_DOMAIN)}`;
		}
		const [, prefix] = /^(.*)\/api(?:\/v[0-9]+)?\/*$/.exec(pathname) ?? [];
		return prefix === void 0 ? void 0 : `${protocol}//${host}${prefix}`;
	}
	var LOCK_VERSION = 1;
	var LOCK_LIMITS = { deployment: 200, login: 100, reason: 300, run: 1e3 };
	var INVISIBLE = /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
	var isVisibleLine = (text3) => text3.isWellFormed() && !INVISIBLE.test(text3);
	var line = (max) => schemas.YjP().max(max).refine(isVisibleLine);
	var time = iso.w$();
	var LockState = schemas.Ikc({ version: schemas.euz(LOCK_VERSION), deployment: schemas.YjP().min(1).max(LOCK_LIMITS.deployment), locked: schemas.zMY(), by: line(LOCK_LIMITS.login), at: time, reason: line(LOCK_LIMITS.reason), until: time.nullable(), run: line(LOCK_LIMITS.run) });
	var CPU_MIN = 0.1;
	var CPU_MAX = 8;
	var CPU_LIMIT_MAX = 16;
	var AMOUNT_MAX = 1e9;
	var PODS_OF_PROD = 10;
	var HOSTED_REDIS_MEMORY_MIN = 512;
	var PAGE_DEFAULT = 20;
	var PAGE_MAX = 100;
	var LOG_PAGE_DEFAULT = 50;
	var LOG_PAGE_MAX = 1e3;
	var BULK_DELETE_MAX = 100;
	var VARIABLES_MAX = 1e3;
	var LIST_MAX = 1e3;
	var CHANGES_MAX = 1e4;
	var ERRORS_MAX = 100;
	var TARBALL_MAX_BYTES = 209715200;
	var NAME_MAX = 63;
	var SELF_HOSTED_NAME_MAX = 21;
	var FEEDBACK_TOKEN_TTL_MS = 3 * 60 * 60 * 1e3;
	var FEEDBACK_KEYS_MAX = 1e3;
	var FEEDBACK_KEY_MAX = 1e3;
	var MULTIPART_MAX_BYTES = 64 * 1024 * 1024;
	var MULTIPART_PARTS_MAX = 2e4;
	var EXAMPLES_PER_REQUEST_MAX = 5e3;
	var EXAMPLES_PER_DATASET_MAX = 5e4;
	var DATASETS_MAX = 1e4;
	var PROJECTS_MAX = 5e4;
	var RUNS_PER_REQUEST_MAX = 5e3;
	var COMPARED_MAX = 100;
	var ATTACHMENTS_MAX = 100;
	var DATASET_TAGS_MAX = 1e3;
	var EVALUATION_NAME_MAX = 1e3;
	var COMMAND_TIMEOUT_DEFAULT_S = 60;
	var DOCUMENT_VERSION = "0.1.0";
	var EVALUATION_API_VERSION = "0.18.0";
	var GlobError = class extends Error {
	};
	var ANY = () => true;
	var NO_SLASH = (character) => character !== "/";
	function parseGlob(pattern) {
		const characters = Array.from(pattern);
		const tokens = [];
		for (let at = 0; at < characters.length; ) {
			const { length, one, others = [] } = next(characters, at);
			at += length;
			tokens.push(...others);
			if (one === void 0) continue;
			const repeat = characters[at];
			if (repeat === "+") tokens.push(some(one, "one"), some(one, "many"));
			else tokens.push(some(one, repeat === "?" ? "maybe" : "one"));
			if (repeat === "+" || repeat === "?") at += 1;
		}
		return tokens;
	}
	function next(characters, at) {
		const character = characters[at] ?? "";
		if (character === "*") return stars(characters, at);
		if (character === "[") return choice(characters, at);
		if (character === "?" || character === "+") {
			throw new GlobError(`${character} has no character before it to quantify`);
		}
		if (character !== "\\") return { length: 1, one: exactly(character) };
		const taken = characters[at + 1];
		if (taken === void 0) throw new GlobError("the backslash at the end escapes nothing");
		return { length: 2, one: exactly(taken) };
	}
	function stars(characters, at) {
		if (characters[at + 1] !== "*") return { length: 1, others: [some(NO_SLASH, "many")] };
		const begins = at === 0 || characters[at - 1] === "/";
		if (!begins || characters[at + 2] !== "/") return { length: 2, others: [some(ANY, "many")] };
		return { length: 3, others: [{ orAfter: 2 }, some(ANY, "many"), some(exactly("/"), "one")] };
	}
	function choice(characters, at) {
		const close = characters.indexOf("]", at);
		if (close < 0) throw new GlobError("a [ is never closed");
		const inside = characters.slice(at + 1, close);
		if (inside.length === 0) throw new GlobError("the brackets [] are empty");
		const ranges = [];
		for (let index = 0; index < inside.length; ) {
			const first = inside[index] ?? "";
			const end = inside[index + 1] === "-" ? inside[index + 2] : void 0;
			if (end !== void 0 && end < first) throw new GlobError(`the range ${first}-${end} is in reverse order`);
			ranges.push([first, end ?? first]);
			index += end === void 0 ? 1 : 3;
		}
		const one = (character) => ranges.some(([from, to]) => character >= from && character <= to);
		return { length: close - at + 1, one };
	}
	var some = (fits, count3) => ({ fits, count: count3 });
	var exactly = (expected) => (character) => character === expected;
	function matches(glob, path, orAbove = false) {
		let reached = reach(glob, [0]);
		for (const character of path) {
			if (orAbove && character === "/" && reached.has(glob.length)) return true;
			const following = [];
			for (const at of reached) {
				const here = glob[at];
				if (here === void 0 || "orAfter" in here || !here.fits(character)) continue;
				following.push(here.count === "many" ? at : at + 1);
			}
			if (following.length === 0) return false;
			reached = reach(glob, following);
		}
		return reached.has(glob.length);
	}
	function reach(glob, from) {
		const reached = /* @__PURE__ */ new Set();
		const open = [...from];
		for (let at = open.pop(); at !== void 0; at = open.pop()) {
			if (reached.has(at)) continue;
			reached.add(at);
			const here = glob[at];
			if (here === void 0) continue;
			if ("orAfter" in here) open.push(at + 1, at + 1 + here.orAfter);
			else if (here.count !== "one") open.push(at + 1);
		}
		return reached;
	}
	function parsePathFilter(patterns) {
		return patterns.map((pattern) => {
			const takes = !pattern.startsWith("!");
			try {
				return { glob: parseGlob(takes ? pattern : pattern.slice(1)), takes };
			} catch (error) {
				if (!(error instanceof GlobError)) throw error;
				throw new GlobError(`${pattern}: ${error.message}`, { cause: error });
			}
		});
	}
	function isIncluded(filter, path) {
		return filter.findLast(({ glob }) => matches(glob, path))?.takes ?? false;
	}
	function findIncluded(filter, files) {
		return files.flatMap(({ filename, previous_filename: before }) => before === void 0 ? [filename] : [filename, before]).find((path) => isIncluded(filter, path));
	}
	var ALWAYS_RESERVED = /* @__PURE__ */ new Set(["LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING_V2", "LANGCHAIN_ENDPOINT", "LANGCHAIN_PROJECT", "LANGSMITH_PROJECT", "LANGSMITH_LANGGRAPH_GIT_REPO", "LANGGRAPH_GIT_REPO_PATH", "LANGCHAIN_API_KEY", "LANGSMITH_CONTROL_PLANE_API_KEY", "POSTGRES_URI", "POSTGRES_PASSWORD", "DATABASE_URI", "LANGSMITH_LANGGRAPH_GIT_REF", "LANGSMITH_LANGGRAPH_GIT_REF_SHA", "LANGGRAPH_AUTH_TYPE", "LANGSMITH_AUTH_ENDPOINT", "LANGSMITH_TENANT_ID", "LANGSMITH_AUTH_VERIFY_TENANT_ID", "LANGSMITH_HOST_PROJECT_ID", "LANGSMITH_HOST_PROJECT_NAME", "LANGSMITH_HOST_REVISION_ID", "LOG_JSON", "LOG_DICT_TRACEBACKS", "REDIS_URI", "LANGCHAIN_CALLBACKS_BACKGROUND", "DD_TRACE_PSYCOPG_ENABLED", "DD_TRACE_REDIS_ENABLED", "LANGSMITH_DEPLOYMENT_NAME", "LANGGRAPH_CLOUD_LICENSE_KEY", "LANGGRAPH_HOST_API_KEY"]);
	var CLOUD_RESERVED = /* @__PURE__ */ new Set(["LANGSMITH_API_KEY", "LANGSMITH_ENDPOINT", "POSTGRES_URI_CUSTOM", "REDIS_URI_CUSTOM", "PATH", "PORT", "MOUNT_PREFIX", "LSD_ENV", "LSD_DD_API_KEY", "LSD_DD_ENDPOINT", "LSD_DEPLOYMENT_TYPE"]);
	function isReservedName(name, where) {
		return ALWAYS_RESERVED.has(name) || !where.selfHosted && CLOUD_RESERVED.has(name);
	}
	var PREVIEW_MARKER = "AGENT_DEPLOY_PREVIEW";
	var SHARED_PREVIEW_MARKER = "AGENT_DEPLOY_SHARED_PREVIEW";
	var REBUILD_MARKER = "AGENT_DEPLOY_REBUILD";
	var MARKERS = /* @__PURE__ */ new Map([[PREVIEW_MARKER, "previews"], [SHARED_PREVIEW_MARKER, "shared previews"], [REBUILD_MARKER, "the throw-away deployments of rebuilds"]]);
	function entriesOf(text3) {
		const lines = text3.split(/\r?\n/);
		const entries = [];
		for (let at = 0; at < lines.length; at += 1) {
			const line2 = lines[at] ?? "";
			if (line2.trim() === "" || line2.trimStart().startsWith("#")) continue;
			const entry = { line: at + 1, text: line2 };
			const [equals, marks] = [line2.indexOf("="), line2.indexOf("<<")];
			if (equals === -1 && marks === -1) {
				entries.push({ ...entry, form: "none", name: "", value: line2 });
			} else if (marks === -1 || equals !== -1 && equals < marks) {
				const name = line2.slice(0, equals).trim();
				entries.push({ ...entry, form: "line", name, value: line2.slice(equals + 1) });
			} else {
				const mark = line2.slice(marks + 2).trim();
				const end = mark === "" ? -1 : lines.indexOf(mark, at + 1);
				const value = lines.slice(at + 1, end === -1 ? void 0 : end).join("\n");
				const name = line2.slice(0, marks).trim();
				entries.push({ ...entry, form: end === -1 ? "open" : "block", name, value });
				if (end === -1) break;
				at = end;
			}
		}
		return entries;
	}
	function parseSecrets(text3, where) {
		const secrets = [];
		const problems = [];
		for (const { line: line2, form, name, value } of entriesOf(text3)) {
			if (form === "none") {
				problems.push({ message: `line ${line2} has neither "=" nor "<<"`, hint: "Write NAME=VALUE; for a value of several lines write NAME<<MARK, the lines, and then MARK on a separate line." });
			} else if (form === "open") {
				problems.push({ message: `the block opened on line ${line2} is never closed`, hint: "Write NAME<<MARK, the lines, and a line that is exactly MARK." });
			} else {
				const problem = checkEntry(name, value, line2, secrets, where);
				const parsed = problem === void 0 ? parseSecretValue(name, value, line2, form) : void 0;
				if (parsed?.ok === true) secrets.push({ name, value: parsed.value });
				else problems.push(...parsed?.problems ?? (problem ? [problem] : []));
			}
		}
		return problems.length > 0 ? { ok: false, problems } : { ok: true, value: secrets };
	}
	function secretFragments(text3) {
		return entriesOf(text3).flatMap(({ text: line2, form, name, value }) => {
			if (form === "none") return [{ text: line2 }];
			if (form === "line") {
				return C_IDENTIFIER.test(name) ? [{ name, text: value }] : [{ text: line2 }, { text: value }];
			}
			const lines = value.split("\n").map((part) => ({ name, text: part }));
			return form === "block" ? [{ name, text: value }, ...lines] : [...lines, ...secretFragments(value)];
		});
	}
	function checkEntry(name, value, line2, before, where) {
		if (name === "") {
			return { message: `line ${line2} has a value but no name`, hint: "Write NAME=VALUE." };
		}
		if (!C_IDENTIFIER.test(name)) {
			return { message: `the name on line ${line2} is not a valid name for an environment variable`, hint: "Use letters, digits and underscores, and do not begin with a digit; a value of several lines needs NAME<<MARK." };
		}
		if (isReservedName(name, where)) {
			return { message: `${name} is reserved, because the platform sets it`, hint: "Remove it." };
		}
		const marked = MARKERS.get(name);
		if (marked !== void 0) {
			return { message: `${name} is reserved, because the action sets it to mark ${marked}`, hint: "Remove it." };
		}
		if (before.some((secret) => secret.name === name)) {
			return { message: `${name} is set more than once`, hint: "Keep only one of them." };
		}
		if (value.includes("\0")) {
			return { message: `the value of ${name} contains a NUL character`, hint: "Encode the value, for example in base64." };
		}
		return void 0;
	}
	var SCHEME_ALONE = /^\s*(?:bearer|basic|token|api-?key|digest|negotiate)\s+$/i;
	var CAUSE = "A secret is empty if it does not exist in GitHub or is not available to this event: check its name and where it is stored";
	function parseSecretValue(name, text3, line2, form = "line") {
		if (form === "line" && text3 === '""') return valid("");
		const problem = problemOf(text3);
		if (problem === void 0) return valid(text3);
		return invalid(`line ${line2}: the value of ${name} ${problem}`, `${CAUSE}. To set an empty value, write ${name}="".`);
	}
	function findMissingValue(value, instead, isCredential = false) {
		const text3 = value === null ? "" : value;
		if (typeof text3 !== "string") return void 0;
		const problem = problemOf(isCredential ? `${text3} ` : text3);
		return problem === void 0 ? void 0 : { message: problem, hint: `${CAUSE}. ${instead}` };
	}
	function problemOf(text3) {
		if (text3.trim() === "") return "is empty";
		if (SCHEME_ALONE.test(text3)) return "is an authentication scheme without a credential";
		return void 0;
	}
	var NAMES = ["deployment-name", "environment", "comment-key"];
	var OTHERS = ["deployment-id", "workspace-id", "listener-id", "integration-id", "revision-id", "k8s-namespace", "image-uri", "image-version", "ref", "commit", "repo-url", "custom-url"];
	var MARK = "agent-deploy";
	var OF_RUN = `REPOSITORY REPOSITORY_OWNER REPOSITORY_ID REPOSITORY_OWNER_ID REF REF_NAME HEAD_REF BASE_REF SHA ACTOR
   ACTOR_ID TRIGGERING_ACTOR RUN_ID RUN_NUMBER WORKFLOW JOB EVENT_NAME SERVER_URL API_URL GRAPHQL_URL`.split(/\s+/);
	var ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{40}|[0-9a-f]{64}|\d+)$/i;
	function identifiersOf(env, raw, event) {
		const found = /* @__PURE__ */ new Map();
		const note = (text3, where, isName = true) => {
			if (text3 && !text3.includes("@") && !/[?\s]/.test(text3) && !found.has(text3)) found.set(text3, { where, isName });
		};
		for (const input of NAMES) {
			const text3 = raw[input];
			if (input !== "deployment-name" || PLAIN_DEPLOYMENT_NAME.test(text3 ?? "")) note(text3, input);
		}
		const repository = env["GITHUB_REPOSITORY"];
		for (const part of [repository, ...repository?.split("/") ?? []]) note(part, "GITHUB_REPOSITORY");
		const number = raw["pull-request"] ?? event?.pullRequest?.number;
		const base = raw["deployment-name"] ?? repository?.split("/")[1];
		if (number !== void 0 && base !== void 0) note(`${base}-pr-${number}`, "the name of the preview");
		const rest = [["the mark of comments", MARK], ["the commit of the event", event?.commit], ["the ref of the event", event?.ref], ...OTHERS.map((input) => [input, raw[input]]), ...OF_RUN.map((name) => [`GITHUB_${name}`, env[`GITHUB_${name}`]])];
		for (const [where, text3] of rest) {
			if (text3 !== void 0 && (ID.test(text3) || !(0, classify.EZ)(text3))) note(text3, where, false);
		}
		return found;
	}
	var SHORTEST = 8;
	function containerValues(spec) {
		return ["init_containers", "sidecars"].flatMap((key) => list(fieldOf(spec, key))).flatMap((container) => list(fieldOf(container, "env"))).map((variable) => fieldOf(variable, "value")).filter((value) => typeof value === "string").filter((value) => value.length >= SHORTEST);
	}
	function list(value) {
		return Array.isArray(value) ? value : [];
	}
	function parseBoolean(text3) {
		if (["true", "True", "TRUE"].includes(text3)) return valid(true);
		if (["false", "False", "FALSE"].includes(text3)) return valid(false);
		return invalid(`${quote(text3)} is not a boolean`, "Write true or false.");
	}
	function parseWord(text3, words) {
		const word2 = words.find((candidate) => candidate === text3);
		if (word2 !== void 0) return valid(word2);
		return invalid(`${quote(text3)} is not one of ${words.join(", ")}`, "Write one of these values.");
	}
	var word = (...words) => (text3) => parseWord(text3, words);
	var duration = (min, max) => (text3) => parseDuration(text3, { min, max });
	var count = (min, max) => (text3) => parseCount(text3, { min, max });
	var UNITS = [864e5, 36e5, 6e4, 1e3, 1];
	var DURATION = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/;
	function parseDuration(text3, bounds) {
		const value = durationMs(text3);
		if (value === void 0) {
			return invalid(`${quote(text3)} is not a duration`, "Write seconds (90) or units (30m, 1h30m, 45s).");
		}
		const [min, max] = [durationMs(bounds.min) ?? 0, durationMs(bounds.max) ?? Number.MAX_SAFE_INTEGER];
		if (value < min || value > max) {
			return invalid(`${quote(text3)} is out of range`, `Write a value between ${bounds.min} and ${bounds.max}.`);
		}
		return valid(value);
	}
	function durationMs(text3) {
		if (/^\d{1,9}$/.test(text3)) return Number(text3) * 1e3;
		const match = DURATION.exec(text3);
		if (text3 === "" || match === null || text3.length > 30) return void 0;
		let total = 0;
		for (const [index, unit] of UNITS.entries()) {
			const digits = match[index + 1];
			if (digits !== void 0) total += Number(digits) * unit;
		}
		return total;
	}
	function parseCount(text3, bounds) {
		const value = /^\d{1,9}$/.test(text3) ? Number(text3) : Number.NaN;
		if (value >= bounds.min && value <= bounds.max) return valid(value);
		return invalid(`${quote(text3)} is not an integer from ${bounds.min} to ${bounds.max}`, "Write digits only.");
	}
	var UUID2 = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;
	function parseUuid(text3) {
		if (UUID2.test(text3)) return valid(text3.toLowerCase());
		return invalid(`${quote(text3)} is not a UUID`, "Copy the complete ID, such as 0f9e2d4c-1b3a-4c5d-8e7f-001122334455.");
	}
	function parseCommit(text3) {
		if (/^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/.test(text3)) return valid(text3.toLowerCase());
		return invalid(`${quote(text3)} is not a full commit SHA`, "Write all 40 digits, such as ${{ github.sha }}.");
	}
	function parseRef(text3) {
		const ref = text3.startsWith("refs/heads/") ? text3.slice("refs/heads/".length) : text3;
		if (ref.startsWith("refs/pull/")) {
			return invalid(`${quote(text3)} is the merge commit of a pull request, which is on no branch`, "Write the branch of the pull request, such as ${{ github.head_ref }}.");
		}
		if (ref !== text3 && ref.startsWith("refs/")) {
			return invalid(`${quote(text3)} is a branch whose name begins with refs/, so the service would interpret it as another ref`, "Rename the branch.");
		}
		if (ref.startsWith("refs/") && !ref.startsWith("refs/tags/")) {
			return invalid(`${quote(text3)} is neither a branch nor a tag`, "Write a branch name or refs/tags/<tag>.");
		}
		if (/^-|\.\.|[\s~^:?*[\\\x00-\x1f\x7f]|@\{|^@$|\/\/|^\/|\/$|\.$|\.lock$/.test(ref) || /(^|\/)\./.test(ref) || ref === "" || ref === "refs/tags/") {
			return invalid(`${quote(text3)} is not a valid git ref`, "Write a branch name or refs/tags/<tag>.");
		}
		return valid(ref);
	}
	function parseApiKey(text3) {
		if (/^[\x21-\x7e]+$/.test(text3)) return valid(text3);
		return invalid("the key contains a space, a line break or another character that is not allowed in a key", "Copy it again.");
	}
	function parseToken(text3) {
		if (/^[\x21-\x7e]+$/.test(text3)) return valid(text3);
		return invalid("the token contains a space, a line break or another character that is not allowed in a token", "Copy it again.");
	}
	function parseEnvironment(text3) {
		if (text3.length <= 255 && !/[\x00-\x1f\x7f'"`,;\\]/.test(text3)) return valid(text3);
		return invalid(`${quote(text3)} is not a valid environment name`, "Write a name such as production or staging/eu.");
	}
	function parseCommentKey(text3) {
		if (/^[\w./-]{1,100}$/.test(text3) && !text3.includes("--")) return valid(text3);
		return invalid(`${quote(text3)} is not a valid name`, "Use letters, digits, dots, slashes, _ and single dashes.");
	}
	function parseDeploymentName(text3) {
		const hint = "Write a name such as my-agent or team-agent-2.";
		if (text3.length > NAME_MAX) {
			return invalid(`${quote(text3)} has ${text3.length} characters`, `Use at most ${NAME_MAX} characters (21 on a self-hosted cluster).`);
		}
		return DEPLOYMENT_NAME.test(text3) ? valid(text3) : invalid(`${quote(text3)} ${DEPLOYMENT_NAME_RULE}`, hint);
	}
	function parseDeploymentType(text3) {
		if (DEPLOYMENT_TYPE.test(text3)) return valid(text3);
		return invalid(`${quote(text3)} is not a deployment type`, `Write ${HOSTED_DEPLOYMENT_TYPES.join(", ")}, or a newer type of the service: lowercase letters, digits, _ and -.`);
	}
	function unknownTypeWarning(type) {
		if (type === void 0 || HOSTED_DEPLOYMENT_TYPES.some((known) => known === type)) return [];
		return [{ path: "deployment-type", message: `${quote(type)} is not a type that this version knows; it is sent unchanged`, hint: `The known types are ${HOSTED_DEPLOYMENT_TYPES.join(", ")}; the service checks any other.` }];
	}
	function parseRepoUrl(text3) {
		const url2 = URL.parse(text3);
		const httpLike = url2 !== null && /^https?:$/.test(url2.protocol);
		const scpPassword = /^[^/\\\s:]*:[^/\\\s]*@/.test(text3);
		if (scpPassword || url2 !== null && (url2.password !== "" || httpLike && url2.username !== "")) {
			return invalid("the URL contains credentials", "Remove the credentials; the git integration of the workspace grants access.");
		}
		if (httpLike && (url2.search !== "" || url2.hash !== "")) {
			return invalid("the URL contains a query or a fragment", "Remove the part from ? or # on.");
		}
		if (/^-|^[a-z]+::|\s/i.test(text3)) {
			return invalid("the value is not the URL of a repository", "Such as https://github.com/owner/name.");
		}
		return valid(text3);
	}
	function parseRepoPath(text3) {
		if (/^[/\\]|^[A-Za-z]:|\\/.test(text3) || text3.split("/").includes("..")) {
			return invalid(`${quote(text3)} is not a path inside the repository`, "Write a path such as langgraph.json or agents/a.json.");
		}
		return valid(text3.replace(/^(\.\/)+/, ""));
	}
	function parseFolder(text3) {
		const path = parseRepoPath(text3);
		if (!path.ok) return path;
		const parts = path.value.split("/").filter((part) => part !== "" && part !== ".");
		return parts.length > 0 && parts[0] !== ".git" && !text3.includes("\0") ? valid(parts.join("/")) : invalid(`${quote(text3)} is not a folder below the checkout`, "Write a path such as reports/gate.");
	}
	var IMAGE = /^[\w.-]+(:\d+)?(\/[\w.-]+)*(:[\w.-]+)?(@(sha256|sha384|sha512|blake3):[0-9a-fA-F]+)?$/;
	function parseImageUri(text3) {
		if (/^[a-z]+:\/\//i.test(text3) || !IMAGE.test(text3)) {
			return invalid(`${quote(text3)} is not an image reference`, "Write a reference such as registry.example.org/team/agent:1.2 or \u2026@sha256:\u2026.");
		}
		return valid(text3);
	}
	function parseNamespace(text3) {
		if (DNS_LABEL.test(text3)) return valid(text3);
		return invalid(`${quote(text3)} is not a valid namespace`, "Use lowercase letters, digits and dashes.");
	}
	function parseHttpUrl(text3) {
		const url2 = URL.parse(text3);
		if (url2 !== null && (url2.username !== "" || url2.password !== "")) {
			return invalid("the URL contains credentials", "Give it without.");
		}
		if (url2 !== null && /^https?:$/.test(url2.protocol)) return valid(text3);
		return invalid(`${quote(text3)} is not an http(s) URL`, "Such as https://agent.example.org.");
	}
	function parseVersion(text3) {
		return /^[\w.+-]+$/.test(text3) ? valid(text3) : invalid(`${quote(text3)} is not a valid version`, "Such as 0.7.");
	}
	var parseText = (text3) => valid(text3);
	function parseLines(text3) {
		const lines = text3.split(/\r\n|\r|\n/).map((line2) => line2.trim()).filter((line2) => line2 !== "" && !line2.startsWith("#"));
		return lines.length > 0 ? valid(lines) : invalid("all lines are blank or comments", "Write one entry per line.");
	}
	var RULE_FORMS = "Write `review`, `label: <name>` or `environment: <name>`, one per line.";
	function parseForkApproval(text3) {
		const lines = parseLines(text3);
		if (!lines.ok) return invalid("the input lists no way to approve a commit", RULE_FORMS);
		const rules = [];
		for (const line2 of lines.value) {
			const [, by, name] = /^(label|environment)\s*:\s*(\S.*)$/.exec(line2) ?? [];
			if (line2 === "review") rules.push({ by: "review" });
			else if ((by === "label" || by === "environment") && name !== void 0) rules.push({ by, name });
			else return invalid(`${quote(line2)} is not a way to approve a commit`, RULE_FORMS);
		}
		return valid(rules);
	}
	var SEED_FORMS = "Write `inherited`, or the path of a .yml, .yaml or .json file in the checkout, one per line.";
	function parsePreviewSeed(text3) {
		const lines = parseLines(text3);
		if (!lines.ok) return invalid("the input lists no data", SEED_FORMS);
		const files = [];
		for (const line2 of lines.value) {
			if (line2 === "inherited") continue;
			if (!/\.(?:ya?ml|json)$/i.test(line2)) {
				return invalid(`${quote(line2)} is neither \`inherited\` nor a file of data`, SEED_FORMS);
			}
			const file = parseRepoPath(line2);
			if (!file.ok) return file;
			files.push(file.value);
		}
		const inherited = lines.value.length - files.length;
		if (inherited > 1 || files.length > 1) {
			return invalid("the input lists more than one file, or the word inherited twice", "Write all data to one file.");
		}
		return valid({ inherited: inherited === 1, file: files[0] });
	}
	function parseLabel(text3) {
		const name = text3.trim();
		if (name !== "" && Array.from(name).length <= 50 && !/[\x00-\x1f\x7f]/.test(name)) return valid(name);
		return invalid(`${quote(text3)} is not one label of at most 50 characters`, "Write the name of one label, such as keep-preview.");
	}
	var PLACEHOLDERS = ["number", "repo", "owner", "branch", "name"];
	function parseNameTemplate(text3) {
		const used = [...text3.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
		const strange = used.find((name) => !PLACEHOLDERS.includes(name));
		if (strange !== void 0) {
			return invalid(`the placeholder {${strange}} does not exist`, `Use {${PLACEHOLDERS.join("}, {")}}.`);
		}
		if (!used.includes("number")) {
			return invalid(`${quote(text3)} lacks {number}, so all pull requests would share one preview`, "Add {number}, for example {repo}-pr-{number}.");
		}
		if (!/^[A-Za-z0-9-]*$/.test(text3.replaceAll(/\{[^{}]*\}/g, ""))) {
			return invalid(`${quote(text3)} contains characters that are not allowed in a name`, "Use letters, digits, dashes and placeholders.");
		}
		return valid(text3);
	}
	function parseTarget(text3) {
		const id2 = parseUuid(text3);
		if (id2.ok) return valid({ by: "id", id: id2.value });
		const name = parseDeploymentName(text3);
		return name.ok ? valid({ by: "name", name: name.value }) : name;
	}
	function parseCompareWith(text3) {
		if (text3 === "none") return valid({ kind: "none" });
		if (/^https?:/i.test(text3)) return valid({ kind: "url", url: text3 });
		const target = parseTarget(text3);
		return target.ok ? valid({ kind: "deployment", target: target.value }) : target;
	}
	function parseRollbackTo(text3) {
		if (text3 === "previous") return valid({ kind: "previous" });
		const id2 = parseUuid(text3);
		if (id2.ok) return valid({ kind: "revision", id: id2.value });
		const ref = parseRef(text3);
		return ref.ok ? valid({ kind: "ref", ref: ref.value }) : ref;
	}
	function parseLockReason(text3) {
		const reason = text3.trim();
		const { reason: max } = LOCK_LIMITS;
		if (reason !== "" && reason.length <= max && isVisibleLine(reason)) return valid(reason);
		return invalid(`${quote(text3)} is not a valid reason`, `Write one line of at most ${max} visible characters.`);
	}
	function parsePlanId(text3) {
		if (/^[0-9a-f]{64}$/.test(text3)) return valid(text3);
		return invalid(`${quote(text3)} is not a plan ID`, "Write the complete output plan-id of the run that created the plan.");
	}
	function parseFeedbackKey(text3) {
		if (text3 === "none") return valid({ key: void 0 });
		if (/^[A-Za-z0-9_.-]{1,100}$/.test(text3)) return valid({ key: text3 });
		return invalid(`${quote(text3)} is not a valid feedback key`, "Use letters, digits, dots, _ and dashes; `none` submits no feedback.");
	}
	function parsePaths(text3) {
		const lines = parseLines(text3);
		if (!lines.ok) return lines;
		if (lines.value.every((line2) => line2.startsWith("!"))) {
			return invalid("all lines are exclusions, so no file is included", "Begin with an inclusion such as **.");
		}
		for (const line2 of lines.value) {
			const path = line2.replace(/^!/, "");
			if (/^\.{0,2}\//.test(path) || path === "") {
				return invalid(`${quote(line2)} matches no file, because paths are relative to the root of the repository`, "Remove the prefix, for example agents/billing/**.");
			}
			if (path.endsWith("/")) {
				return invalid(`${quote(line2)} matches no file, because it ends in a slash`, `Write ${quote(`${line2}**`)}.`);
			}
		}
		try {
			parsePathFilter(lines.value);
		} catch (error) {
			if (!(error instanceof GlobError)) throw error;
			return invalid(`a pattern is invalid: ${error.message}`, "Use the pattern syntax of on.push.paths.");
		}
		return lines;
	}
	function parseTemplate(text3) {
		if (/^[A-Za-z0-9][\w.:/-]{0,127}$/.test(text3)) return valid(text3);
		return invalid(`${quote(text3)} is not a valid name of a template or snapshot`, "Copy the name from the service, such as default or tools:v2.");
	}
	function parseShell(text3) {
		if (/^(\/[\w./-]+|[\w.-]+)$/.test(text3) && !text3.split("/").includes("..")) return valid(text3);
		return invalid(`${quote(text3)} is not a valid shell`, "Write a shell such as bash or sh.");
	}
	function parsePath(text3) {
		return text3.includes("\0") ? invalid("the value contains a NUL character", "Write a path.") : valid(text3);
	}
	function parseNetworks(text3) {
		const networks = text3.split(/[\s,]+/).filter((part) => part !== "");
		const wrong = networks.filter((network) => !/^[0-9A-Fa-f.:]+\/\d{1,3}$/.test(network));
		if (wrong.length === 0) return valid(networks);
		return invalid(`not a valid network: ${wrong.map(quote).join(", ")}`, "Write a network as address/bits, such as 10.1.2.0/24 or 10.1.2.3/32.");
	}
	function parseCommandEnv(text3) {
		const found = /* @__PURE__ */ new Map();
		const problems = [];
		for (const [index, line2] of text3.split(/\r?\n/).entries()) {
			if (line2.trim() === "" || line2.trimStart().startsWith("#")) continue;
			const equals = line2.indexOf("=");
			const name = line2.slice(0, Math.max(equals, 0)).trim();
			if (!C_IDENTIFIER.test(name)) {
				problems.push({ message: `line ${index + 1} is not NAME=VALUE`, hint: "Write one variable per line." });
				continue;
			}
			const read = parseSecretValue(name, line2.slice(equals + 1), index + 1);
			if (read.ok) found.set(name, read.value);
			else problems.push(...read.problems);
		}
		return problems.length > 0 ? { ok: false, problems } : valid(Object.fromEntries(found));
	}
	var SET_FLAGS = ["port", "host", "data-dir", "seed", "faults", "runtime", "compat", "edition", "clock", "workspace-id", "journal-file", "parent-pid", "help"];
	function parseEmulatorFlags(text3) {
		const lines = parseLines(text3);
		if (!lines.ok) return lines;
		const problems = [];
		const found = lines.value.flatMap((line2) => {
			const [, name, value] = /^--([a-z][a-z-]*)(?:[ \t=]\s*(\S.*))?$/.exec(line2) ?? [];
			if (name === void 0) {
				problems.push({ message: `${quote(line2)} is not a flag`, hint: "Write one flag per line, such as --max-builds 2." });
				return [];
			}
			if (SET_FLAGS.includes(name)) {
				problems.push({ message: `--${name} is set by the action`, hint: "Remove the flag; use the input with that name if it exists." });
			}
			return value === void 0 ? [`--${name}`] : [`--${name}=${value}`];
		});
		return problems.length > 0 ? { ok: false, problems } : valid(found);
	}
	function parseTimeLimit(text3) {
		return parseDuration(text3, { min: "100ms", max: "1h" });
	}
	var MAX_NAME_LENGTH = 100;
	function parseName(text3) {
		const name = text3.trim();
		const sound = name !== "" && name.length <= MAX_NAME_LENGTH && !/[\x00-\x1f\x7f\u2028\u2029]/.test(name);
		if (sound) return valid(name);
		return invalid(`${quote(text3)} is not a valid name`, `Write one line of at most ${MAX_NAME_LENGTH} characters.`);
	}
	var PREFIX = /^[a-z](?:[a-z0-9-]{0,28}[a-z0-9])?$/;
	function parseSandboxPrefix(text3) {
		if (PREFIX.test(text3)) return valid(text3);
		return invalid(`${quote(text3)} is not a valid prefix for the name of a sandbox`, "Use at most 30 lowercase letters, digits and dashes; begin with a letter and do not end with a dash.");
	}
	var REGIONS = Object.keys(REGION_HOSTS);
	function parseRegion(text3) {
		const region = REGIONS.find((name) => name === text3);
		if (region !== void 0) return valid(REGION_HOSTS[region]);
		return invalid(`${quote(text3)} is not one of ${REGIONS.join(", ")}`, "Write one of these values, or set control-plane-url.");
	}
	var table = (specs) => specs;
	var STRATEGIES = ["reject", "enqueue", "interrupt", "rollback"];
	var KEPT_THREADS = ["never", "failed", "always"];
	var ISOLATIONS = ["namespaces", "process"];
	var MODES = ["hosted", "runner", "sweep"];
	var INPUTS = table({ action: { parse: parseText, default: "auto" }, "api-key": { parse: parseApiKey, env: ["LANGSMITH_API_KEY"] }, "workspace-id": { parse: parseUuid, env: ["LANGSMITH_WORKSPACE_ID", "LANGSMITH_TENANT_ID"] }, "control-plane-url": { parse: parseText }, region: { parse: parseRegion }, "allow-insecure-host": { parse: parseBoolean, default: "false" }, "api-dialect": { parse: word("auto", "generic", "langsmith"), default: "auto" }, "deployment-name": { parse: parseDeploymentName }, "deployment-id": { parse: parseUuid }, source: { parse: word(...SOURCES) }, "integration-id": { parse: parseUuid, sources: sourcesOf("source_config.integration_id") }, "repo-url": { parse: parseRepoUrl, sources: sourcesOf("source_config.repo_url") }, ref: { parse: parseRef, sources: sourcesOf("source_revision_config.repo_ref") }, commit: { parse: parseCommit, sources: sourcesOf("source_revision_config.repo_ref") }, "source-path": { parse: parseRepoPath, sources: sourcesOf("source_revision_config.source_tarball_path") }, "graph-config-path": { parse: parseRepoPath, sources: sourcesOf("source_revision_config.graph_config_path") }, "install-command": { parse: parseText, sources: sourcesOf("source_config.install_command") }, "build-command": { parse: parseText, sources: sourcesOf("source_config.build_command") }, "build-on-push": { parse: parseBoolean, sources: sourcesOf("source_config.build_on_push") }, "deployment-type": { parse: parseDeploymentType, sources: sourcesOf("source_config.deployment_type") }, "image-uri": { parse: parseImageUri, sources: sourcesOf("source_revision_config.image_uri") }, "image-version": { parse: parseVersion }, "listener-id": { parse: parseUuid, sources: sourcesOf("source_config.listener_id") }, "k8s-namespace": { parse: parseNamespace, sources: sourcesOf("source_config.listener_config") }, "custom-url": { parse: parseHttpUrl, sources: sourcesOf("source_config.custom_url") }, "resource-spec": { parse: parseText, sources: sourcesOf("source_config.resource_spec") }, "secret-references": { parse: parseText, sources: sourcesOf("secret_references") }, secrets: { parse: parseText }, "secrets-strategy": { parse: word("merge", "replace"), default: "merge" }, paths: { parse: parsePaths }, "pull-request": { parse: count(1, 999999999) }, "preview-name-template": { parse: parseNameTemplate }, "preview-from": { parse: parseTarget }, "preview-labels": { parse: parseLines }, "preview-per": { parse: word("pull-request", "commit"), default: "pull-request" }, "preview-keep": { parse: count(1, 10) }, "shared-label": { parse: parseLabel, sources: ["internal_source"] }, "preview-seed": { parse: parsePreviewSeed }, "preview-seed-reset": { parse: parseBoolean, default: "false" }, "fork-approval": { parse: parseForkApproval, sources: ["internal_source"] }, "fork-secrets": { parse: parseBoolean, default: "false" }, "preview-ttl": { parse: duration("1h", "3650d") }, "preview-idle": { parse: duration("1h", "3650d") }, "preview-keep-label": { parse: parseLabel, default: "keep-preview" }, "sweep-limit": { parse: count(1, 100), default: "10" }, "rollback-to": { parse: parseRollbackTo }, "rollback-on-failure": { parse: parseBoolean, default: "false" }, verify: { parse: parseText }, "feedback-key": { parse: parseFeedbackKey, default: "ci" }, locks: { parse: word("auto", "required", "ignore"), default: "auto" }, "lock-reason": { parse: parseLockReason }, "lock-for": { parse: duration("1m", "90d") }, "revision-id": { parse: parseUuid }, "expected-plan": { parse: parsePlanId }, wait: { parse: parseBoolean, default: "true" }, "wait-timeout": { parse: duration("1s", "1d"), default: "30m" }, "poll-interval": { parse: duration("1s", "1h"), default: "60s" }, "request-timeout": { parse: duration("1s", "10m"), default: "30s" }, "on-timeout": { parse: word("fail", "warn", "interrupt"), default: "fail" }, "on-superseded": { parse: word("fail", "warn", "ignore"), default: "fail" }, "on-cancel": { parse: word("leave", "interrupt"), default: "leave" }, force: { parse: parseBoolean, default: "false" }, "dry-run": { parse: parseBoolean, default: "false" }, "github-token": { parse: parseToken, filledIn: "${{ github.token }}" }, "github-deployment": { parse: parseBoolean, default: "true" }, environment: { parse: parseEnvironment }, comment: { parse: parseBoolean, default: "true" }, "comment-key": { parse: parseCommentKey }, "comment-logs": { parse: parseBoolean, default: "false" }, summary: { parse: parseBoolean, default: "true" }, annotations: { parse: parseBoolean, default: "true" }, "log-lines": { parse: count(0, 1e3), default: "30" }, "strict-inputs": { parse: parseBoolean, default: "true" } });
	var INPUT_NAMES = Object.keys(INPUTS);
	function variableOf(input) {
		return `INPUT_${input.replaceAll(" ", "_").toUpperCase()}`;
	}
	var SANDBOX_INPUTS = table({ mode: { parse: word(...MODES) }, "proxy-config": { parse: parseText }, run: { parse: parseText }, shell: { parse: parseShell, default: "bash" }, "working-directory": { parse: parsePath }, env: { parse: parseCommandEnv }, "time-limit": { parse: duration("1s", "1d") }, isolation: { parse: word(...ISOLATIONS), default: "namespaces" }, "export-env": { parse: parseBoolean, default: "false" }, "private-networks": { parse: parseNetworks }, "ca-file": { parse: parsePath, env: ["NODE_EXTRA_CA_CERTS"] }, "api-key": INPUTS["api-key"], "workspace-id": INPUTS["workspace-id"], "sandbox-url": { parse: parseText, env: ["LANGSMITH_ENDPOINT"] }, "allow-insecure-host": INPUTS["allow-insecure-host"], name: { parse: parseSandboxPrefix, default: "gha" }, template: { parse: parseTemplate }, snapshot: { parse: parseTemplate }, "wait-for-ready": { parse: parseBoolean, default: "true" }, timeout: { parse: duration("1s", "1h"), default: "5m" }, keep: { parse: parseBoolean, default: "false" }, "older-than": { parse: duration("1m", "365d"), default: "1d" }, "sweep-limit": { parse: count(1, 1e3), default: "50" }, "dry-run": { parse: parseBoolean, default: "false" }, "request-timeout": INPUTS["request-timeout"], summary: INPUTS.summary, annotations: INPUTS.annotations, "strict-inputs": INPUTS["strict-inputs"] });
	var SANDBOX_INPUT_NAMES = Object.keys(SANDBOX_INPUTS);
	var EMULATOR_INPUTS = table({ seed: { parse: parseText }, faults: { parse: parseText }, runtime: { parse: word("process", "stub"), default: "process" }, compat: { parse: word("spec", "hosted"), default: "spec" }, edition: { parse: word("any", "cloud", "self-hosted"), default: "any" }, clock: { parse: word("real", "virtual"), default: "real" }, port: { parse: count(0, 65535), default: "0" }, "api-key": { parse: parseApiKey, env: ["EMULATOR_API_KEY"] }, "workspace-id": { parse: parseUuid }, flags: { parse: parseEmulatorFlags }, timeout: { parse: duration("1s", "1h"), default: "5m" }, summary: INPUTS.summary, annotations: INPUTS.annotations, "strict-inputs": INPUTS["strict-inputs"] });
	var EMULATOR_INPUT_NAMES = Object.keys(EMULATOR_INPUTS);
	var VERIFY_INPUTS = table({ "api-key": INPUTS["api-key"], "deployment-url": { parse: parseText }, "deployment-name": INPUTS["deployment-name"], "deployment-id": INPUTS["deployment-id"], "workspace-id": INPUTS["workspace-id"], "control-plane-url": INPUTS["control-plane-url"], region: INPUTS.region, "allow-insecure-host": INPUTS["allow-insecure-host"], "api-dialect": INPUTS["api-dialect"], cases: { parse: parseText }, input: { parse: parseText }, expect: { parse: parseText }, "last-message": { parse: parseText }, assistant: { parse: parseName }, "time-limit": { parse: parseTimeLimit, default: "2m" }, "thread-id": { parse: parseUuid }, "multitask-strategy": { parse: word(...STRATEGIES), default: "rollback" }, "keep-threads": { parse: word(...KEPT_THREADS), default: "never" }, "feedback-key": INPUTS["feedback-key"], dataset: { parse: parseText }, "compare-with": { parse: parseCompareWith }, "max-cases": { parse: count(1, 1e3) }, seed: { parse: parseName }, concurrency: { parse: count(1, 50) }, repeats: { parse: count(1, 10) }, "time-budget": { parse: duration("1s", "1d") }, "token-budget": { parse: count(1, 999999999) }, scores: { parse: parseText }, command: { parse: parseText }, "proxy-config": { parse: parseText }, judging: { parse: parseText }, "report-dir": { parse: parseFolder }, "tracing-url": { parse: parseText }, "dry-run": { parse: parseBoolean, default: "false" }, "request-timeout": INPUTS["request-timeout"], "github-token": INPUTS["github-token"], comment: INPUTS.comment, "comment-key": INPUTS["comment-key"], summary: INPUTS.summary, annotations: INPUTS.annotations, "strict-inputs": INPUTS["strict-inputs"] });
	var GATE_SWITCHES = ["dataset", "compare-with", "max-cases", "seed", "concurrency", "repeats", "time-budget", "token-budget", "scores", "command", "proxy-config", "judging"];
	var GATE_OPTIONS = ["report-dir", "tracing-url"];
	var GATE_FIELD_NAMES = [...GATE_SWITCHES, ...GATE_OPTIONS];
	var VERIFY_INPUT_NAMES = Object.keys(VERIFY_INPUTS);
	var DEPLOYMENT_FIELDS = { integrationId: { path: "source_config.integration_id", kind: "id", input: "integration-id", inherited: "create" }, repoUrl: { path: "source_config.repo_url", kind: "text" }, deploymentType: { path: "source_config.deployment_type", kind: "text", input: "deployment-type" }, buildOnPush: { path: "source_config.build_on_push", kind: "flag", input: "build-on-push" }, installCommand: { path: "source_config.install_command", kind: "text", input: "install-command", inherited: "always" }, buildCommand: { path: "source_config.build_command", kind: "text", input: "build-command", inherited: "always" }, listenerId: { path: "source_config.listener_id", kind: "id", input: "listener-id", inherited: "create" }, k8sNamespace: { path: "source_config.listener_config.k8s_namespace", kind: "text", input: "k8s-namespace", inherited: "create" }, customUrl: { path: "source_config.custom_url", kind: "text", input: "custom-url" }, imageVersion: { path: "image_version", kind: "text", input: "image-version", inherited: "always" }, secretReferences: { path: "secret_references", kind: "secret-references" }, resourceSpec: { path: "source_config.resource_spec", kind: "resource-spec", inherited: "always" }, graphConfigPath: { path: "source_revision_config.graph_config_path", kind: "text", input: "graph-config-path", inherited: "always" } };
	var FIELD_NAMES = Object.keys(DEPLOYMENT_FIELDS);
	function mapFields(valueOf) {
		return Object.fromEntries(FIELD_NAMES.map((name) => [name, valueOf(DEPLOYMENT_FIELDS[name], name)]));
	}
	async function readDesired(reader, event) {
		const source = readSource(reader);
		const { resolveCommit, ...origin } = readOrigin(reader, source, event);
		const fields = mapFields(({ input }) => input === void 0 ? void 0 : reader.read(input));
		if (fields.buildOnPush === true && origin.ref?.startsWith("refs/tags/")) {
			reader.addProblem("build-on-push", `${quote(origin.ref)} is a tag, and tags receive no further pushes`, "Set `build-on-push: false`, or deploy a branch.");
		}
		const desired = { source, isSourceSet: reader.raw.source !== void 0, ...fields, ...origin, sourcePath: reader.read("source-path"), archive: void 0, tarballPath: void 0, secrets: reader.readWith("secrets", (text3) => parseSecrets(text3, { selfHosted: source === "external_docker" })), secretsStrategy: reader.read("secrets-strategy") ?? "merge" };
		if (reader.raw["resource-spec"] !== void 0 || reader.raw["secret-references"] !== void 0) {
			const { parseResourceSpec, parseSecretReferences } = await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 15986));
			desired.resourceSpec = reader.readWith("resource-spec", parseResourceSpec);
			desired.secretReferences = reader.readWith("secret-references", (text3) => parseSecretReferences(text3, desired.secrets ?? []));
		}
		return { desired, resolveCommit };
	}
	function readSource(reader) {
		const specified = reader.read("source");
		const source = specified ?? (reader.raw["image-uri"] === void 0 ? "git_host" : "external_docker");
		if (specified !== void 0 || reader.raw.source === void 0) checkMisplaced(reader, source);
		return source;
	}
	function checkMisplaced(reader, source) {
		for (const name of INPUT_NAMES) {
			const { sources } = INPUTS[name];
			if (reader.raw[name] === void 0 || sources === void 0 || sources.includes(source)) continue;
			reader.addProblem(name, `the input applies only to ${sources.join(" and ")}, but the source is ${source}`, `Remove it, or set \`source: ${sources[0]}\`.`);
		}
	}
	var NOTHING = { repoUrl: void 0, ref: void 0, commit: void 0, imageUri: void 0, resolveCommit: false };
	function readOrigin(reader, source, event) {
		if (source === "internal_source") return NOTHING;
		if (source !== "git_host") {
			const imageUri = reader.read("image-uri");
			if (reader.raw["image-uri"] === void 0) {
				reader.addProblem("image-uri", `${source} requires an image`, "Set the image to deploy.");
			}
			return { ...NOTHING, imageUri };
		}
		const specified = { repoUrl: reader.read("repo-url"), ref: reader.read("ref"), commit: reader.read("commit") };
		if (specified.ref !== void 0 && event.ref === `refs/tags/${specified.ref}`) {
			reader.addProblem("ref", `${quote(specified.ref)} means a branch, but the tag with this name was pushed`, `Write ${event.ref}, for example as \${{ github.ref }}, or omit the input.`);
		}
		const ours = specified.repoUrl === void 0 || sameRepository(specified.repoUrl, event);
		const ref = specified.ref ?? (ours ? event.ref : void 0);
		if (ref === void 0 && reader.raw.ref === void 0) {
			reader.addProblem("ref", ours ? noBranchMessage(event.name) : "repo-url is another repository", "Give the branch, or the tag as refs/tags/<tag>.");
		}
		const repoUrl = specified.repoUrl ?? (event.repository ? `${event.serverUrl}/${event.repository}` : void 0);
		if (repoUrl === void 0 && reader.raw["repo-url"] === void 0) {
			reader.addProblem("repo-url", NO_REPOSITORY, "Give the URL of the repository, such as https://github.com/owner/name.");
		}
		const known = ours && ref === event.ref ? event.commit : void 0;
		const commit = specified.commit ?? known;
		return { ...NOTHING, repoUrl, ref, commit, resolveCommit: ours && commit === void 0 };
	}
	function sameRepository(repoUrl, event) {
		const url2 = URL.parse(repoUrl);
		const scpLike = /^[\w.-]+@[\w.-]+:(.+)$/.exec(repoUrl);
		if (scpLike === null && (url2 === null || url2.protocol === "file:" || url2.protocol.length === 2)) return true;
		if (url2 !== null && isLoopback(url2.hostname)) return true;
		const path = scpLike?.[1] ?? url2?.pathname ?? "";
		const last = path.replace(/\.git\/?$|\/$/, "").split("/").filter((segment) => segment !== "").slice(-Math.max(2, event.repository.split("/").length)).join("/");
		return last.toLowerCase() === event.repository.toLowerCase();
	}
	var NETWORK_VARIABLES = /* @__PURE__ */ new Set(["ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "NODE_USE_ENV_PROXY", "NPM_CONFIG_HTTPS_PROXY", "NPM_CONFIG_NOPROXY", "NPM_CONFIG_PROXY", "YARN_HTTP_PROXY", "YARN_HTTPS_PROXY", "AWS_CA_BUNDLE", "CARGO_HTTP_CAINFO", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA", "NPM_CONFIG_CAFILE", "PIP_CERT", "REQUESTS_CA_BUNDLE", "SSL_CERT_DIR", "SSL_CERT_FILE", "UV_NATIVE_TLS", "UV_SYSTEM_CERTS", "YARN_HTTPS_CA_FILE_PATH"]);
	function networkEnvironment(env) {
		return Object.fromEntries(Object.entries(env).filter((entry) => entry[1] !== void 0 && NETWORK_VARIABLES.has(entry[0].toUpperCase())));
	}
	var ALWAYS_DIRECT = "localhost,127.0.0.1,::1";
	function proxySettings(env) {
		const read = (name) => env[name]?.trim() || env[name.toUpperCase()]?.trim() || void 0;
		const [httpProxy, httpsProxy, noProxy] = [read("http_proxy"), read("https_proxy"), read("no_proxy")];
		return { ...httpProxy && { httpProxy: withScheme(httpProxy) }, ...httpsProxy && { httpsProxy: withScheme(httpsProxy) }, noProxy: noProxy ? `${noProxy},${ALWAYS_DIRECT}` : ALWAYS_DIRECT };
	}
	function invalidProxies({ httpProxy, httpsProxy }) {
		const named = { http_proxy: httpProxy, https_proxy: httpsProxy };
		return Object.entries(named).flatMap(([name, text3]) => text3 === void 0 || isProxy(text3) ? [] : [name]);
	}
	function isProxy(text3) {
		const url2 = URL.parse(text3);
		if (url2 === null || !/^(https?|socks5?):$/.test(url2.protocol)) return false;
		try {
			decodeURIComponent(url2.username + url2.password);
			return true;
		} catch {
			return false;
		}
	}
	function proxySecrets(settings) {
		return [settings.httpProxy, settings.httpsProxy].flatMap((text3) => passwordsOf(text3));
	}
	function networkSecrets(env) {
		return Object.values(networkEnvironment(env)).flatMap((text3) => passwordsOf(withScheme(text3.trim())));
	}
	function passwordsOf(text3) {
		const password = text3 && URL.parse(text3)?.password;
		return password ? [password, decoded(password)] : [];
	}
	function decoded(text3) {
		try {
			return decodeURIComponent(text3);
		} catch {
			return text3;
		}
	}
	function withScheme(proxy) {
		return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
	}
	var INSECURE_HINT = "Use https, or set `allow-insecure-host: true` if you trust the network in between.";
	function urlParser(check, example) {
		return (text3, allowInsecureHost) => {
			const checked = check(text3, { allowInsecureHost });
			if (checked.kind === "ok") return valid(checked.url);
			const isPlainHttp = URL.parse(text3)?.protocol === "http:";
			return invalid(`the URL ${checked.problem}`, isPlainHttp ? INSECURE_HINT : example);
		};
	}
	var parseBaseUrl = urlParser(checkBaseUrl, "The URL looks like https://example.org/api-host.");
	var parseAgentUrl = urlParser(checkAgentUrl, "The URL looks like https://agent.example.org; the deploy step returns it in the output deployment-url.");
	function isSameAgentUrl(one, other) {
		const normalize = (text3) => {
			const url2 = URL.parse(text3);
			return url2 === null ? text3 : `${url2.origin}${url2.pathname.replace(/(?<!\/)\/+$/, "")}`;
		};
		return normalize(one) === normalize(other);
	}
	var parseTracingApiUrl = urlParser(checkAgentUrl, "The URL looks like https://api.smith.langchain.com, or https://example.org/api/v1 for a self-hosted service.");
	function chooseDialect(word2, baseUrl) {
		return word2 === "auto" ? dialectOf(baseUrl) : word2;
	}
	function readEndpoint(reader, env) {
		const allowInsecureHost = reader.read("allow-insecure-host") ?? false;
		const dialect = reader.read("api-dialect");
		const ofUrl = reader.readWith("control-plane-url", (text3) => parseBaseUrl(text3, allowInsecureHost));
		const ofRegion = reader.read("region");
		if (reader.raw["control-plane-url"] !== void 0 && reader.raw.region !== void 0) {
			reader.addProblem("region", "region and control-plane-url are mutually exclusive", "Set only one of them.");
			return void 0;
		}
		const given = (reader.raw["control-plane-url"] ?? reader.raw.region) !== void 0;
		const found = given ? void 0 : readVariable(reader, env, allowInsecureHost);
		const parsed = given ? ofUrl ?? ofRegion : found === void 0 ? defaultBaseUrl() : found.baseUrl;
		if (parsed === void 0 || dialect === void 0) return void 0;
		const variable = found && { variable: found.variable };
		return { baseUrl: parsed, dialect: chooseDialect(dialect, parsed), allowInsecureHost, ...variable };
	}
	var VARIABLES = [["LANGGRAPH_HOST_URL", parseBaseUrl], ["LANGSMITH_ENDPOINT", parseTracingUrl]];
	function readVariable(reader, env, allowInsecureHost) {
		for (const [variable, parse] of VARIABLES) {
			const text3 = env[variable]?.trim();
			if (!text3) continue;
			const parsed = parse(text3, allowInsecureHost);
			if (parsed.ok) return { variable, baseUrl: parsed.value };
			for (const { message: problem, hint } of parsed.problems) {
				const help = `${hint} Alternatively, set \`control-plane-url\` or \`region\`, which take precedence over the environment.`;
				reader.addProblem(variable, `the environment variable is invalid: ${problem}`, help);
			}
			return { variable, baseUrl: void 0 };
		}
		return void 0;
	}
	function parseTracingUrl(text3, allowInsecureHost) {
		if (URL.parse(text3) === null) return parseBaseUrl(text3, allowInsecureHost);
		const found = controlPlaneUrlOf(text3);
		if (found !== void 0) return parseBaseUrl(found, allowInsecureHost);
		return invalid("the URL belongs to the hosted service, but its control plane is unknown", "The URL looks like https://api.smith.langchain.com, optionally with a region prefix.");
	}
	function tracingUrlOf(endpoint, env) {
		const text3 = tracingVariable(endpoint, env)?.value;
		const { allowInsecureHost } = endpoint;
		if (text3 === void 0) return parseTracingApiUrl(tracingUrlOfControlPlane(endpoint.baseUrl), allowInsecureHost);
		const parsed = parseTracingApiUrl(text3, allowInsecureHost);
		if (parsed.ok) return isSelfHosted(parsed.value) ? valid(tracingUrlOfControlPlane(parsed.value)) : parsed;
		const problems = parsed.problems.map((one) => ({ ...one, message: `the environment variable LANGSMITH_ENDPOINT is invalid: ${one.message}` }));
		return { ok: false, problems };
	}
	function tracingVariable({ variable }, env) {
		const name = "LANGSMITH_ENDPOINT";
		const value = env[name]?.trim();
		return variable === void 0 || !value ? void 0 : { name, value };
	}
	function defaultBaseUrl() {
		const us = parseRegion("us");
		if (!us.ok) throw new Error("the region us is missing from the contract");
		return us.value;
	}
	var KEY_LOG = /(^|[\s"'])--tls[-_]keylog([\s"'=]|$)/;
	var DEBUGGER = /(^|[\s"'])--inspect([-_](brk|wait|port))?([\s"'=]|$)/;
	function checkEnvironment(reader, env) {
		for (const variable of invalidProxies(proxySettings(env))) {
			reader.addProblem(variable, "the environment variable is not the URL of a proxy", "Write a URL such as http://proxy.example.org:3128, with special characters of the password percent-encoded.");
		}
		if (env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
			reader.addProblem("NODE_TLS_REJECT_UNAUTHORIZED", "the environment variable is 0, so Node.js trusts any certificate and would send the key to any host that responds", "Remove the variable. To trust the CA of the service, set the environment variable NODE_EXTRA_CA_CERTS, or the input `ca-file` where the action has it, to a file of certificates (PEM).");
		}
		const options = env["NODE_OPTIONS"];
		if (!options) return;
		if (KEY_LOG.test(options)) {
			reader.addProblem("NODE_OPTIONS", "the environment variable contains --tls-keylog, which writes the keys of all TLS connections to a file, so that the API key can be read", "Unset the variable for this step.");
		}
		if (DEBUGGER.test(options)) {
			reader.addProblem("NODE_OPTIONS", "the environment variable contains --inspect, which lets every program on this machine read the key through the debugger", "Unset the variable for this step.");
		}
	}
	var VERBS = ["deploy", "preview", "shared-preview", "teardown", "rollback", "wait", "status", "plan", "rebuild", "sweep", "lock", "unlock"];
	var AUTO = { push: () => "deploy", workflow_dispatch: ({ rollbackTo }) => rollbackTo ? "rollback" : "deploy", pull_request: ({ action }) => ofPullRequest2(action), pull_request_target: ({ action }) => ofPullRequest2(action) };
	var PREVIEWED = ["opened", "synchronize", "reopened", "ready_for_review", "labeled", "unlabeled", "edited"];
	function ofPullRequest2(action) {
		if (action === "closed") return "teardown";
		return action === void 0 || PREVIEWED.includes(action) ? "preview" : void 0;
	}
	var INSTEAD = { issue_comment: "Write `action: command` to run the command in a comment on a pull request.", schedule: "Write `action: sweep` to delete leftover previews, `action: rebuild` to build the deployed commit again, or `action: deploy` to deploy.", release: "Write `action: deploy` to deploy the tag of the release.", merge_group: "Write `action: plan` to see what a deploy would change; deploy on the push that follows." };
	function chooseVerb(action, eventContext) {
		const verb = VERBS.find((candidate) => candidate === action);
		if (verb !== void 0) return valid(verb);
		if (action !== "auto") {
			return invalid(`${quote(action)} is not one of auto, command, ${VERBS.join(", ")}`, "Write one of these values.");
		}
		const { event } = eventContext;
		const chosen = AUTO[event]?.(eventContext);
		if (chosen !== void 0) return valid(chosen);
		const what = AUTO[event] === void 0 ? quote(event) : `${quote(event)} (${eventContext.action ?? "?"})`;
		return invalid(`auto does nothing on the event ${what}; it supports ${Object.keys(AUTO).join(", ")}`, INSTEAD[event] ?? "Write `action: deploy` to deploy the ref and commit of this event.");
	}
	function createInputReader(env, table3) {
		const raw = readRaw(env, table3);
		const texts2 = raw;
		const problems = [];
		const readWith = (input, parse) => {
			const text3 = texts2[input] ?? table3[input].default;
			if (text3 === void 0) return void 0;
			const parsed = parse(text3);
			if (parsed.ok) return parsed.value;
			problems.push(...parsed.problems.map((problem) => ({ path: input, ...problem })));
			return void 0;
		};
		return { raw, problems, read: (input) => readWith(input, table3[input].parse), readWith, addProblem: (path, message, hint) => {
			problems.push({ path, message, hint });
		} };
	}
	function readRaw(env, table3 = INPUTS) {
		const raw = {};
		for (const [name, spec] of Object.entries(table3)) {
			const candidates = [variableOf(name), ...spec.env ?? []];
			const text3 = candidates.map((key) => env[key] ?? "").find((value) => value.trim() !== "");
			if (text3 !== void 0) raw[name] = name === "secrets" ? text3 : text3.trim();
		}
		return raw;
	}
	function unknownInputs(env, names = INPUT_NAMES) {
		const known = new Set(names.map(variableOf));
		return Object.keys(env).filter((key) => key.startsWith("INPUT_") && !known.has(key) && (env[key] ?? "") !== "").map((key) => key.slice("INPUT_".length).toLowerCase()).sort();
	}
	async function nearestInput(name, names = INPUT_NAMES) {
		const { closest, distance } = await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.t.bind(__require, 38232, 19));
		const normalized = name.replaceAll("_", "-");
		const nearest = closest(normalized, names);
		const far = Math.max(2, Math.floor(Math.max(normalized.length, nearest.length) / 2));
		return distance(normalized, nearest) <= far ? nearest : void 0;
	}
	async function unknownInputProblem(name, names = INPUT_NAMES) {
		const nearest = await nearestInput(name, names);
		const hint = nearest === void 0 ? "Remove the input; action.yml lists every input" : `Did you mean ${quote(nearest)}? Rename the input, or remove it`;
		return invalid("no input with this name exists", `${hint} (\`strict-inputs: false\` turns this into a warning).`);
	}
	var SEED_RECORD = { namespace: ["agent-deploy"], key: "preview-seed" };
	var SEED_LIMITS = { items: 1e3, assistants: 100, threads: 100, crons: 20 };
	var SEED_MAX_BYTES = 4 * 1024 * 1024;
	var EMPTY_SEED = { items: [], assistants: [], threads: [], crons: [] };
	var SEED_MARK = "agent_deploy_seed";
	var RESERVED_ROOTS = ["langgraph", ...SEED_RECORD.namespace];
	function countsOf({ items, assistants, threads, crons }) {
		return { items: items.length, assistants: assistants.length, threads: threads.length, crons: crons.length };
	}
	function describeCounts({ items, assistants, threads, crons }) {
		const parts = [[items, "store item"], [assistants, "assistant"], [threads, "thread"], [crons, "cron"]];
		const texts2 = parts.flatMap(([count3, noun]) => count3 === 0 ? [] : [countOf(count3, noun)]);
		return texts2.length === 0 ? "no data" : texts2.join(", ");
	}
	var itemId = ({ namespace, key }) => JSON.stringify([namespace, key]);
	function describeItem({ namespace, key }) {
		return `the store item ${quote(key)} in ${quote(namespace.join("."))}`;
	}
	function mergeSeeds(base, over) {
		const items = new Map([...base.items, ...over.items].map((item) => [itemId(item), item]));
		const named = new Set(over.assistants.map(({ name }) => name));
		return { items: [...items.values()], assistants: [...base.assistants.filter(({ name }) => !named.has(name)), ...over.assistants], threads: [...base.threads, ...over.threads], crons: [...base.crons, ...over.crons] };
	}
	async function readInputs(given, event) {
		const command = commandOf(given, event);
		const env = command === void 0 ? given : withCommand(given, command);
		const reader = createInputReader(env, INPUTS);
		const display = readDisplay(reader);
		const policy = readPolicy(reader);
		const warnings = await checkUnknownInputs(env, reader, INPUT_NAMES);
		const eventContext = { event: event.name, action: event.action, rollbackTo: reader.raw["rollback-to"] !== void 0 };
		const verb = reader.readWith("action", (text3) => chooseVerb(text3, eventContext));
		const common = readCommon(reader, env, policy);
		const own = await readVerbSettings({ reader, event, env, endpoint: common?.endpoint }, verb ?? "deploy");
		const shown = { display, policy, warnings };
		if (reader.problems.length > 0 || !verb || !common || !own) {
			return { ok: false, ...shown, problems: reader.problems };
		}
		const settings = { ...common, ...own, ...command && { command } };
		if (settings.rerun && isForced(reader.raw.force)) {
			if (settings.verb === "teardown" || settings.verb === "sweep") settings.force = true;
			else warnings.push(UNFORCED);
		}
		if (settings.verb === "plan") settings.dryRun = true;
		if ("desired" in settings) warnings.push(...unknownTypeWarning(settings.desired.deploymentType));
		return { ok: true, ...shown, settings };
	}
	function commandOf(env, event) {
		if (createInputReader(env, INPUTS).raw.action !== "command") return void 0;
		const found = findCommand(event);
		return found.ok ? found.command : void 0;
	}
	var OF_COMMAND = ["ref", "commit", "rollback-to", "lock-reason", "lock-for", "preview-seed-reset"];
	function withCommand(env, { verb, inputs, comment }) {
		const set = { action: verb, "pull-request": String(comment.pullRequest), ...inputs };
		const variables = (entries) => Object.fromEntries(entries.map(([name, value]) => [variableOf(name), value]));
		return { ...env, ...variables(OF_COMMAND.map((name) => [name, ""])), ...variables(Object.entries(set)) };
	}
	var UNFORCED = { path: "force", message: "the input applies only to the first attempt of a run, so that a re-run does not repeat the deploy", hint: "Start a new run to force again." };
	function isForced(text3) {
		const forced = parseBoolean(text3 ?? "");
		return forced.ok && forced.value;
	}
	function displayOf(env) {
		return readDisplay(createInputReader(env, INPUTS));
	}
	function readDisplay(reader) {
		return { summary: reader.read("summary") ?? true, annotations: reader.read("annotations") ?? true };
	}
	async function checkUnknownInputs(env, reader, names) {
		const strict = reader.read("strict-inputs") ?? true;
		const warnings = [];
		for (const input of unknownInputs(env, names)) {
			const found = await unknownInputProblem(input, names);
			if (found.ok) continue;
			for (const { message: problem, hint } of found.problems) {
				if (strict) reader.addProblem(input, problem, hint);
				else warnings.push({ path: input, message: problem, hint });
			}
		}
		return warnings;
	}
	function readPolicy(reader) {
		return { onTimeout: reader.read("on-timeout") ?? DEFAULT_POLICY.onTimeout, onSuperseded: reader.read("on-superseded") ?? DEFAULT_POLICY.onSuperseded };
	}
	function readCommon(reader, env, policy) {
		const access = readAccess(reader, env);
		const run = readRun(reader);
		const github = readGitHub(reader);
		if (!access || !run || !github) return void 0;
		const rerun = isRerun(env);
		return { ...access, policy, github, ...run, rerun, force: run.force && !rerun };
	}
	function readCaller(reader, env) {
		const apiKey = reader.read("api-key");
		if (reader.raw["api-key"] === void 0) {
			reader.addProblem("api-key", "the input is missing, and LANGSMITH_API_KEY is not set", "Pass the key from a secret, such as ${{ secrets.LANGSMITH_API_KEY }}; forks and Dependabot runs get no secrets.");
		}
		checkEnvironment(reader, env);
		const workspaceId = reader.read("workspace-id");
		return { apiKey, workspaceId };
	}
	function readAccess(reader, env) {
		const { apiKey, workspaceId } = readCaller(reader, env);
		const endpoint = readEndpoint(reader, env);
		return apiKey && endpoint ? { apiKey, workspaceId, endpoint } : void 0;
	}
	function isRerun(env) {
		return Number(env["GITHUB_RUN_ATTEMPT"]) > 1;
	}
	function readRun(reader) {
		const run = { wait: reader.read("wait"), waitTimeoutMs: reader.read("wait-timeout"), pollIntervalMs: reader.read("poll-interval"), requestTimeoutMs: reader.read("request-timeout"), onCancel: reader.read("on-cancel"), force: reader.read("force"), dryRun: reader.read("dry-run"), locks: reader.read("locks"), logLines: reader.read("log-lines") };
		return isComplete(run) ? run : void 0;
	}
	function readGitHub(reader) {
		const always = { deployment: reader.read("github-deployment"), comment: reader.read("comment"), commentLogs: reader.read("comment-logs") };
		const texts2 = { token: reader.read("github-token"), environment: reader.read("environment"), commentKey: reader.read("comment-key") };
		return isComplete(always) ? { ...always, ...texts2 } : void 0;
	}
	function isComplete(fields) {
		return Object.values(fields).every((value) => value !== void 0);
	}
	async function readVerbSettings(inputs, verb) {
		const { reader } = inputs;
		switch (verb) {
			case "deploy":
			case "plan": {
				const target = readTarget(reader);
				const deploying = await readDeploying(inputs, { compareWith: { kind: "none" }, target });
				return target && { verb, target, ...deploying };
			}
			case "preview": {
				const preview = readPreview(inputs);
				const from = readFrom(inputs);
				const deploying = await readDeploying(inputs, { compareWith: { kind: from === void 0 ? "none" : "base" }, target: void 0 });
				const labels = reader.read("preview-labels") ?? [];
				const given = { ref: reader.raw.ref !== void 0, commit: reader.raw.commit !== void 0 };
				const forks = readForks(inputs);
				const seed = readSeed(inputs, from !== void 0);
				const keepCommits = readKeptCommits(reader, deploying.desired);
				return preview && { verb, ...preview, from, labels, keepCommits, specified: given, forks, seed, ...deploying };
			}
			case "shared-preview":
				return readShared(inputs);
			case "teardown": {
				const preview = readPreview(inputs);
				return preview && { verb, ...preview };
			}
			case "sweep": {
				const ttlMs = reader.read("preview-ttl");
				const limit = reader.read("sweep-limit");
				const naming = readNaming(inputs);
				const idle = readIdle(reader);
				return limit === void 0 ? void 0 : { verb, ...naming, ttlMs, idle, limit };
			}
			case "rollback": {
				const target = readTarget(reader);
				const to = reader.read("rollback-to") ?? { kind: "previous" };
				return target && { verb, target, to };
			}
			case "rebuild": {
				const target = readTarget(reader);
				if (reader.raw.wait !== void 0 && reader.read("wait") === false) {
					reader.addProblem("wait", "wait is false, but a rebuild waits for its build, because it deletes its throw-away deployment", "Remove the input.");
				}
				const verification = await readVerification(inputs, { compareWith: { kind: "none" }, target: void 0 });
				const secrets = reader.readWith("secrets", (text3) => parseSecrets(text3, { selfHosted: false })) ?? [];
				const [commit, sourcePath] = [reader.read("commit"), reader.read("source-path")];
				return target && { verb, target, secrets, commit, sourcePath, verification };
			}
			case "lock": {
				const target = readTarget(reader);
				const reason = reader.read("lock-reason");
				if (reader.raw["lock-reason"] === void 0) {
					reader.addProblem("lock-reason", "the input is missing", "Write why deploys must wait.");
				}
				const forMs = reader.read("lock-for");
				return target === void 0 || reason === void 0 ? void 0 : { verb, target, reason, forMs };
			}
			case "unlock": {
				const target = readTarget(reader);
				return target && { verb, target };
			}
			case "wait": {
				const target = readTarget(reader);
				return target && { verb, target, revisionId: reader.read("revision-id") };
			}
			case "status": {
				const target = readTarget(reader);
				return target && { verb, target };
			}
		}
	}
	async function readShared(inputs) {
		const { reader } = inputs;
		const label = reader.read("shared-label");
		if (reader.raw["shared-label"] === void 0) {
			reader.addProblem("shared-label", "the input is missing", "Give the label of the pull requests that the shared preview contains.");
		}
		const from = readFrom(inputs);
		const deploying = await readDeploying(inputs, { compareWith: { kind: from === void 0 ? "none" : "base" }, target: void 0 });
		const baseName = reader.read("deployment-name");
		return label === void 0 ? void 0 : { verb: "shared-preview", label, baseName, from, ...deploying };
	}
	async function readDeploying(inputs, compared) {
		const { reader, event } = inputs;
		return { ...await readDesired(reader, event), paths: reader.read("paths"), rollbackOnFailure: reader.read("rollback-on-failure") ?? false, verification: await readVerification(inputs, compared), expectedPlan: reader.read("expected-plan") };
	}
	var loadCheckParser = () => Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 61653));
	var loadGateParser = () => Promise.all([__require.e(666), __require.e(2831), __require.e(1653), __require.e(9667)]).then(__require.bind(__require, 34298));
	async function readVerification({ reader, env, endpoint }, compared) {
		const feedbackKey = reader.read("feedback-key");
		const text3 = reader.raw.verify;
		if (text3 === void 0) return void 0;
		if (reader.raw.wait !== void 0 && /^false$/i.test(reader.raw.wait)) {
			reader.addProblem("verify", "wait is false, but only a serving revision can be verified", "Remove either verify or wait.");
		}
		const { hasGate, locateField, parseYaml, toChecksInput } = await loadCheckParser();
		const yaml = reader.readWith("verify", parseYaml);
		if (yaml === void 0) return void 0;
		const how = { feedbackKey: feedbackKey?.key, keepThreads: "never" };
		if (!hasGate(yaml)) {
			const checks = reader.readWith("verify", () => toChecksInput(yaml, { holdsGate: true }));
			return checks && { checks, ...how, gate: void 0 };
		}
		const { parseGateMapping, readGate } = await loadGateParser();
		const parsed = await parseGateMapping(yaml);
		const given = reader.readWith("verify", () => parsed);
		if (given === void 0 || endpoint === void 0) return void 0;
		const report2 = (name, message, hint) => {
			const line2 = yaml.lineOf([name]);
			reader.addProblem("verify", `${name in given.fields ? `line ${line2}: ` : ""}${name}: ${message}`, hint);
		};
		const gate = readGate(given.fields, { ...compared, endpoint, env, report: report2 });
		const locate = (path) => `verify: ${locateField(yaml, path) ?? path.join(".")}`;
		return gate && { checks: given.checks, ...how, gate, locate };
	}
	function readPreview({ reader, event }) {
		const given = reader.read("pull-request");
		const pullRequest = given ?? event.pullRequest?.number;
		if (pullRequest === void 0 && reader.raw["pull-request"] === void 0) {
			reader.addProblem("pull-request", `a preview belongs to a pull request, but the event ${event.name || "(none)"} has none`, "Give the number of the pull request, or write `action: deploy`.");
		}
		const naming = readNaming({ reader });
		return pullRequest === void 0 ? void 0 : { pullRequest, ...naming };
	}
	function acceptsForks(raw) {
		const verb = raw.action ?? "auto";
		return raw["fork-approval"] !== void 0 && ["auto", "preview", "teardown"].includes(verb);
	}
	function readForks({ reader }) {
		const rules = reader.read("fork-approval");
		const secrets = reader.read("fork-secrets") ?? false;
		if (reader.raw["fork-approval"] !== void 0 && reader.raw.verify !== void 0) {
			reader.addProblem("verify", "checks send the API key to the agent, so the code of a fork could read the key", "Remove verify from the workflow that has fork-approval.");
		}
		return rules && { rules, secrets };
	}
	var DEFAULT_KEPT_COMMITS = 3;
	function readKeptCommits(reader, { source, commit }) {
		const isPerCommit = reader.read("preview-per") === "commit";
		const keep = reader.read("preview-keep");
		if (!isPerCommit && reader.raw["preview-keep"] !== void 0) {
			reader.addProblem("preview-keep", "the input applies only to the previews of commits", "Set `preview-per: commit`, or remove preview-keep.");
		}
		if (!isPerCommit) return void 0;
		if (source === "git_host" && reader.raw.ref !== void 0 && commit === void 0) {
			reader.addProblem("preview-per", "the name of a preview contains its commit, but the commit of `ref` is unknown", "Set `commit` too, or remove `ref` to deploy the head of the pull request.");
		}
		return keep ?? DEFAULT_KEPT_COMMITS;
	}
	function readSeed({ reader }, hasBase) {
		const given = reader.read("preview-seed");
		const reset = reader.read("preview-seed-reset") ?? false;
		const report2 = (message, hint) => reader.addProblem("preview-seed", message, hint);
		if (reader.raw["preview-seed"] === void 0) {
			if (reset) {
				reader.addProblem("preview-seed-reset", "the input is true, but preview-seed is missing", "Set preview-seed.");
			}
			return void 0;
		}
		if (reader.raw["fork-approval"] !== void 0) {
			report2("a seed sends the API key and data to the agent, so the code of a fork could read them", "Remove preview-seed from the workflow that has fork-approval.");
		}
		if (reader.raw.wait !== void 0 && /^false$/i.test(reader.raw.wait)) {
			report2("wait is false, but only a serving revision accepts data", "Remove either preview-seed or wait.");
		}
		if (given?.inherited === true && !hasBase) {
			report2("the preview inherits from no deployment", "Set preview-from or deployment-name, or remove `inherited`.");
		}
		return given && { ...given, data: EMPTY_SEED, reset };
	}
	function readIdle(reader) {
		const ms = reader.read("preview-idle");
		const keepLabel = reader.read("preview-keep-label");
		if (ms === void 0 || keepLabel === void 0) return void 0;
		if (reader.raw.comment !== void 0 && /^false$/i.test(reader.raw.comment)) {
			reader.addProblem("preview-idle", "a sweep announces each deletion in a comment, but comment is false", "Remove either preview-idle or comment.");
		}
		return { ms, keepLabel };
	}
	function readNaming({ reader }) {
		return { repoUrl: reader.raw["repo-url"], nameTemplate: reader.read("preview-name-template"), baseName: reader.read("deployment-name") };
	}
	function readFrom({ reader }) {
		const given = reader.read("preview-from");
		if (given !== void 0) return { target: given, specified: true };
		if (reader.raw["preview-from"] !== void 0) return void 0;
		const name = reader.raw["deployment-name"];
		if (name !== void 0) return { target: { by: "name", name }, specified: false };
		const id2 = reader.read("deployment-id");
		return id2 === void 0 ? void 0 : { target: { by: "id", id: id2 }, specified: true };
	}
	function readTarget(reader) {
		const name = reader.read("deployment-name");
		const id2 = reader.read("deployment-id");
		if (reader.raw["deployment-name"] !== void 0 && reader.raw["deployment-id"] !== void 0) {
			reader.addProblem("deployment-id", "deployment-id and deployment-name are mutually exclusive", "Set exactly one of them.");
			return void 0;
		}
		if (reader.raw["deployment-name"] === void 0 && reader.raw["deployment-id"] === void 0) {
			reader.addProblem("deployment-name", "deployment-name and deployment-id are both missing", "Set exactly one of them; deployment-name creates the deployment if it does not exist yet.");
		}
		if (name !== void 0) return { by: "name", name };
		return id2 === void 0 ? void 0 : { by: "id", id: id2 };
	}
	var NAMESPACE = "refs/agent-deploy/locks/";
	function lockRefOf(deployment) {
		const name = deployment.replaceAll(/[^A-Za-z0-9-]/gu, (sign) => `_${(sign.codePointAt(0) ?? 0).toString(16)}_`);
		return `${NAMESPACE}${name}/lock`;
	}
	function encodeLock(state) {
		const what = state.locked ? "Lock" : "Unlock";
		return `${what} ${state.deployment}

${JSON.stringify(state)}`;
	}
	function decodeLock(message, deployment) {
		const line2 = message.trimEnd().split("\n").at(-1) ?? "";
		let json;
		try {
			json = JSON.parse(line2);
		} catch {
			return { ok: false, why: "The last line of the commit message is not JSON" };
		}
		const parsed = LockState.safeParse(json);
		if (!parsed.success) {
			const [issue] = parsed.error.issues;
			const field2 = issue?.path.join(".") || "version";
			return { ok: false, why: `The field ${field2} is missing or invalid for version ${LOCK_VERSION} of locks` };
		}
		if (parsed.data.deployment !== deployment) {
			return { ok: false, why: "The stored lock belongs to another deployment" };
		}
		return { ok: true, state: parsed.data };
	}
	function isHeld(state, now) {
		if (state?.locked !== true) return false;
		return state.until === null || now < Date.parse(state.until);
	}
	function describeLock({ deployment, by, at, reason, until }) {
		const who = by === "" ? "without a recorded user" : `by ${by}`;
		const end = until === null ? "until it is unlocked" : `until ${formatTime(until)}`;
		return `${deployment} is locked ${who} since ${formatTime(at)}, ${end}: ${reason}`;
	}
	var formatTime = (time2) => `${time2.slice(0, 16).replace("T", " ")} UTC`;
	var started;
	function startedAt() {
		started ??= Date.now() - external_node_process_.uptime() * 1e3;
		return started;
	}
	var realClock = { now: () => Math.floor(startedAt() + external_node_process_.uptime() * 1e3), sleep: (ms, signal) => new Promise((resolve, reject) => {
		if (signal?.aborted) {
			reject(signal.reason);
			return;
		}
		const onAbort = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", onAbort);
			resolve();
		}, ms);
		signal?.addEventListener("abort", onAbort, { once: true });
	}) };
	function withDeadline(signal, ms) {
		return AbortSignal.any([signal, AbortSignal.timeout(ms)]);
	}
	async function rejectOnAbort(signal, work) {
		signal.throwIfAborted();
		const { promise: aborted, reject } = Promise.withResolvers();
		const onAbort = () => reject(signal.reason);
		signal.addEventListener("abort", onAbort, { once: true });
		try {
			return await Promise.race([work(), aborted]);
		} finally {
			signal.removeEventListener("abort", onAbort);
		}
	}
	var wallClock = { now: () => Date.now(), sleep: (ms, signal) => realClock.sleep(ms, signal) };
	async function runAction({ host, masker }, action, signals) {
		const early = [];
		const event = readRunEvent({ ...host, log: (line2) => early.push(line2) });
		action.maskInputs(event);
		for (const line2 of early) host.log(line2);
		const beforeInputs = () => ({ policy: DEFAULT_POLICY, display: displayOf(host.env) });
		let options;
		let end;
		try {
			const skipContext = action.skipContext?.();
			const skipped = skipContext && skipEvent(event, { ...skipContext, actor: host.env["GITHUB_ACTOR"] });
			if (skipped !== void 0) {
				action.skipped?.();
				return await action.report(skipped, beforeInputs());
			}
			const inputs = await action.readInputs(event);
			options = inputs;
			for (const warning of [...inputs.warnings, ...masker.warnings()]) {
				host.annotate({ level: "warning", title: "Agent Deploy: input", message: describeProblem(warning) });
			}
			if (inputs.ok) {
				end = await carryOut(host, action, inputs, event, signals);
				await action.close?.(end);
			} else end = invalidInputs(inputs.problems);
		} catch (error) {
			end = logInternalError(host, error, toOutcome(error));
		}
		return action.report(end, options ?? beforeInputs());
	}
	async function carryOut(host, action, inputs, event, { signal, crash }) {
		try {
			return await rejectOnAbort(AbortSignal.any([signal, crash]), () => action.run(inputs, event));
		} catch (error) {
			if (signal.aborted) return await action.cancelled();
			return logInternalError(host, error, await action.failed?.(error) ?? toOutcome(error));
		}
	}
	function invalidInputs(problems) {
		const count3 = problems.length === 1 ? "An input is invalid" : `${problems.length} inputs or fields are invalid`;
		const lines = problems.map((problem) => `- ${describeProblem(problem)}`);
		return outcome("failed", "invalid-input", [`${count3}; nothing was sent.`, ...lines].join("\n"));
	}
	function logInternalError(host, error, end) {
		if (end.reason !== "internal-error" || !(error instanceof Error)) return end;
		host.startGroup("Where it failed");
		for (const line2 of (error.stack ?? "").split("\n")) host.log(line2);
		host.endGroup();
		return end;
	}
	var SHORTEST_MATCH = 3;
	var BUCKETS = 65536;
	var MAX_WINDOW = 16;
	function createTextMatcher() {
		const root = { edge: "", isEnd: false, children: void 0 };
		const begins = new Uint8Array(BUCKETS);
		const skips = createSkips();
		let size = 0;
		const longestAt = (line2, at) => begins[bucket(line2, at)] === 0 ? -1 : endOfLongest(root, line2, at);
		return { get size() {
			return size;
		}, add(text3) {
			if (text3.length < SHORTEST_MATCH) {
				throw new RangeError(`a text to match must have at least ${SHORTEST_MATCH} characters`);
			}
			if (!insert(root, text3)) return;
			begins[bucket(text3, 0)] = 1;
			skips.add(text3);
			size += 1;
		}, has: (text3) => text3.length >= SHORTEST_MATCH && endOfLongest(root, text3, 0) === text3.length, endOfLongest: longestAt, isBeginning: (line2, at, end) => begins[bucket(line2, at)] === 1 && isBeginning(root, line2, at, end), nextMatch(line2, from) {
			for (let at = skips.next(line2, from); at !== -1; at = skips.next(line2, at + 1)) {
				if (longestAt(line2, at) !== -1) return at;
			}
			return -1;
		} };
	}
	function createSkips() {
		const starts = [];
		const skips = new Uint8Array(BUCKETS);
		let window = 0;
		const enter = (start) => {
			for (let at = 0; at + SHORTEST_MATCH <= window; at += 1) {
				const place = bucket(start, at);
				skips[place] = Math.min(skips[place] ?? 0, window - SHORTEST_MATCH - at);
			}
		};
		return { add(text3) {
			starts.push(text3.slice(0, MAX_WINDOW));
			const longest = Math.min(text3.length, MAX_WINDOW);
			if (window !== 0 && longest >= window) return enter(text3);
			window = longest;
			skips.fill(window - SHORTEST_MATCH + 1);
			for (const start of starts) enter(start);
		}, next(line2, from) {
			if (window === 0) return -1;
			const before = window - SHORTEST_MATCH;
			const last = line2.length - SHORTEST_MATCH;
			for (let at = from + before; at <= last; ) {
				const skip = skips[bucket(line2, at)] ?? 0;
				if (skip === 0) return at - before;
				at += skip;
			}
			return -1;
		} };
	}
	function insert(root, text3) {
		let node = root;
		let at = 0;
		while (at < text3.length) {
			const first = text3.charCodeAt(at);
			const child = node.children?.get(first);
			if (child === void 0) {
				const leaf = { edge: text3.slice(at), isEnd: true, children: void 0 };
				(node.children ??= /* @__PURE__ */ new Map()).set(first, leaf);
				return true;
			}
			const shared2 = sharedLength(child.edge, text3, at);
			if (shared2 < child.edge.length) split(child, shared2);
			node = child;
			at += shared2;
		}
		const isNew = !node.isEnd;
		node.isEnd = true;
		return isNew;
	}
	function sharedLength(edge, text3, at) {
		const most = Math.min(edge.length, text3.length - at);
		let length = 0;
		while (length < most && edge.charCodeAt(length) === text3.charCodeAt(at + length)) length += 1;
		return length;
	}
	function split(node, length) {
		const lower = { edge: node.edge.slice(length), isEnd: node.isEnd, children: node.children };
		node.edge = node.edge.slice(0, length);
		node.isEnd = false;
		node.children = /* @__PURE__ */ new Map([[lower.edge.charCodeAt(0), lower]]);
	}
	function endOfLongest(root, line2, from) {
		let found = -1;
		let at = from;
		let node = root;
		while (node !== void 0) {
			if (node.isEnd) found = at;
			const child = node.children?.get(line2.charCodeAt(at));
			if (child === void 0 || !line2.startsWith(child.edge, at)) break;
			at += child.edge.length;
			node = child;
		}
		return found;
	}
	function isBeginning(root, line2, from, end) {
		let node = root;
		for (let at = from; at < end; ) {
			const child = node.children?.get(line2.charCodeAt(at));
			if (child === void 0 || !line2.startsWith(child.edge.slice(0, end - at), at)) return false;
			at += child.edge.length;
			node = child;
		}
		return true;
	}
	function bucket(text3, at) {
		const mixed = text3.charCodeAt(at) * 961 + text3.charCodeAt(at + 1) * 31 + text3.charCodeAt(at + 2);
		return mixed & BUCKETS - 1;
	}
	var MASK = "***";
	var SHORTEST_JOINED = 8;
	function createRedactor(values = []) {
		const known = /* @__PURE__ */ new Map();
		const matcher = createTextMatcher();
		const kept = createTextMatcher();
		const identifiers = /* @__PURE__ */ new Set();
		const add = (text3) => {
			if (!(0, classify.h_)(text3) || identifiers.has(text3.toLowerCase())) return false;
			for (const form of (0, spellings.e)(text3)) if (form.length >= SHORTEST_MATCH) matcher.add(form);
			return true;
		};
		const addTexts = (value, name = "") => {
			const key = `${name}=${value}`;
			const before = known.get(key);
			if (before !== void 0) return before;
			const texts2 = /* @__PURE__ */ new Set([value, value.trim(), ...(0, classify._o)(value), ...(0, secret_parts.u)(value, name)]);
			const masked = [...texts2].filter(add);
			known.set(key, masked);
			return masked;
		};
		const redactor = { addSecret: (value, name) => addTexts(value, name).length > 0, addSecretTexts: addTexts, addExact: (text3) => void add(text3), keepReadable(texts2) {
			for (const text3 of texts2) {
				if (text3.length < SHORTEST_MATCH) continue;
				identifiers.add(text3.toLowerCase());
				kept.add(text3);
			}
		}, redact(text3) {
			if (matcher.size === 0) return text3;
			const found = (0, shared.Lv)(text3).flatMap((reading) => rangesIn(reading, matcher));
			if (found.length === 0) return text3;
			const ours = kept.size === 0 ? [] : wholeWords(text3, kept);
			return mask(text3, found.filter(([start, end]) => !ours.some(([from, to]) => start >= from && end <= to)));
		} };
		for (const value of values) redactor.addSecret(value);
		return redactor;
	}
	function rangesIn({ text: text3, places, isJoined }, matcher) {
		const found = [];
		for (let at = matcher.nextMatch(text3, 0); at !== -1; at = matcher.nextMatch(text3, at + 1)) {
			const end = matcher.endOfLongest(text3, at);
			if (isJoined && end - at < SHORTEST_JOINED) continue;
			found.push(places === void 0 ? [at, end] : [places.starts[at] ?? 0, places.ends[end - 1] ?? 0]);
		}
		return found;
	}
	function wholeWords(text3, kept) {
		return rangesIn({ text: text3, places: void 0, isJoined: false }, kept).filter(([start, end]) => !/\w/.test(text3[start - 1] ?? "") && !/\w/.test(text3[end] ?? ""));
	}
	function mask(text3, found) {
		let result = "";
		let done = 0;
		for (const [start, end] of found.toSorted(([a], [b]) => a - b)) {
			if (end <= done) continue;
			if (start >= done && !(start === done && done > 0)) result += text3.slice(done, start) + MASK;
			done = end;
		}
		return result + text3.slice(done);
	}
	function redactRunner(runner) {
		const redactor = createRedactor();
		const host = createRedactingHost(runner, redactor);
		const redact = (text3) => redactor.redact(text3);
		return { host, redactor, redact, masker: createSecretMasker(host, redactor) };
	}
	var UUID3 = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
	function createSecretMasker(host, redactor) {
		const masked = /* @__PURE__ */ new Set();
		const identifiers = /* @__PURE__ */ new Map();
		const readable = /* @__PURE__ */ new Map();
		const placeOf = (text3) => {
			const same = identifiers.get(text3);
			if (same !== void 0) return same.where;
			for (const [identifier, { where, isName }] of identifiers) {
				if (isName && text3.length >= classify.c3 && identifier.includes(text3)) return where;
			}
			return void 0;
		};
		const secret = (value, name) => {
			const texts2 = redactor.addSecretTexts(value, name);
			const place = placeOf(value.trim());
			if (place !== void 0 && name !== void 0) readable.set(name, place);
			for (const text3 of texts2) {
				if (/[\r\n]/.test(text3) || text3 !== text3.trim() || masked.has(text3)) continue;
				if (placeOf(text3) !== void 0) continue;
				masked.add(text3);
				host.mask(text3);
			}
		};
		const redactUrl = (address) => {
			redactor.addExact(address);
			const url2 = URL.parse(address);
			if (url2 !== null) redactor.addExact(`${url2.pathname}${url2.search}`);
		};
		const values = (list2) => {
			for (const value of list2) redactor.addSecret(value);
		};
		const keep = (env, raw, never, event) => {
			for (const [text3, found] of identifiersOf(env, raw, event)) {
				if (!never.some((one) => one !== void 0 && text3.includes(one))) identifiers.set(text3, found);
			}
			redactor.keepReadable(identifiers.keys());
		};
		return { maskInputs: (env, event, codeHostToken) => {
			const raw = readRaw(env);
			const { "api-key": apiKey, "github-token": token, secrets } = raw;
			const tokens = [apiKey, token, codeHostToken];
			keep(env, raw, tokens, event);
			for (const value of tokens) if (value !== void 0) secret(value);
			for (const { name, text: text3 } of secretFragments(secrets ?? "")) secret(text3, name);
			values(proxySecrets(proxySettings(env)));
		}, keepReadable: keep, maskSettings: (settings) => {
			if (!("desired" in settings)) return;
			values(containerValues(settings.desired.resourceSpec));
		}, maskSecret: secret, maskSignedUrl: (address, signing) => {
			host.mask(address);
			redactUrl(address);
			values(signing);
		}, redactSignedUrl: (address, signing) => {
			redactUrl(address);
			for (const text3 of signing) redactor.addExact(text3);
		}, redactValues: values, keepIds: (ids2) => {
			for (const id2 of ids2) {
				if (!id2 || !UUID3.test(id2) || redactor.redact(id2) !== id2) continue;
				identifiers.set(id2, { where: "an ID from the service", isName: false });
				redactor.keepReadable([id2]);
			}
		}, warnings: () => {
			if (readable.size === 0) return [];
			const names = [...readable].map(([name, where]) => `${name} (in ${where})`).join(", ");
			return [{ path: "secrets", message: `not masked, because a name in outputs and comments contains it: ${names}`, hint: "If the value is a secret, choose another value; names are not secret." }];
		} };
	}
	var MAX_SUMMARY_TEXT = 300;
	var TERMINAL_CODES = /\u001b(?:\[[0-9:;<=>?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\))/g;
	var withoutTerminalCodes = (text3) => text3.replaceAll(TERMINAL_CODES, "");
	function toLine(text3, max = MAX_SUMMARY_TEXT) {
		const head = text3.slice(0, max * 4);
		const line2 = withoutTerminalCodes(head).replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ").trim();
		if (line2.length <= max && head.length === text3.length) return line2;
		return `${withoutHalfCharacter(line2.slice(0, max - 1))}\u2026`;
	}
	function withoutHalfCharacter(text3) {
		const last = text3.charCodeAt(text3.length - 1);
		return last >= 55296 && last <= 56319 ? text3.slice(0, -1) : text3;
	}
	function boundedJson(value, max, simplify = (one) => one) {
		return JSON.stringify(toBounded(() => value, { left: max, simplify }, 0)) ?? "null";
	}
	var MAX_DEPTH = 40;
	function toBounded(read, room, depth) {
		try {
			return convert(read(), room, depth);
		} catch {
			return convert("\u2026 (the value cannot be converted to JSON)", room, depth);
		}
	}
	function convert(given, room, depth) {
		const value = typeof given === "object" && given !== null ? room.simplify(given) : given;
		if (typeof value === "bigint") return String(value);
		if (typeof value === "function") return void 0;
		if (typeof value === "string") {
			const kept = Math.max(0, Math.min(value.length, room.left));
			room.left -= kept + 2;
			if (kept === value.length) return value;
			return `${withoutHalfCharacter(value.slice(0, kept))}\u2026 (${value.length - kept} more characters)`;
		}
		if (typeof value !== "object" || value === null) {
			room.left -= 5;
			return value;
		}
		room.left -= 2;
		if (depth >= MAX_DEPTH) return "\u2026";
		if (Array.isArray(value)) return boundedItems(value, value.length, room, depth);
		if (value instanceof Set) return boundedItems(value, value.size, room, depth);
		if (isTypedArray(value)) return boundedItems(value, value.length, room, depth);
		if (value instanceof Map) {
			const map = value;
			return boundedFields(map.keys(), map.size, { read: (key) => map.get(key), room, depth });
		}
		const keys = Object.keys(value);
		return boundedFields(keys, keys.length, { read: (key) => fieldOf(value, key), room, depth });
	}
	var isTypedArray = (value) => ArrayBuffer.isView(value) && "length" in value;
	function boundedItems(values, count3, room, depth) {
		const items = [];
		for (const item of values) {
			if (room.left <= 0) break;
			items.push(toBounded(() => item, room, depth + 1));
		}
		if (items.length < count3) items.push(`\u2026 (${count3 - items.length} more)`);
		return items;
	}
	function boundedFields(keys, count3, { read, room, depth }) {
		const fields = [];
		for (const one of keys) {
			if (room.left <= 0) break;
			const key = String(one);
			const name = key.length > 500 ? `${withoutHalfCharacter(key.slice(0, 499))}\u2026` : key;
			room.left -= name.length + 4;
			fields.push([name, toBounded(() => read(one), room, depth + 1)]);
		}
		if (fields.length < count3) fields.push(["\u2026", `${count3 - fields.length} more`]);
		return Object.fromEntries(fields);
	}
	var MAX_METADATA_TEXT = 4e3;
	function metadataText(metadata) {
		let text3 = "\n";
		for (const [key, value] of Object.entries(metadata)) {
			if (!isScalar(value)) continue;
			const line2 = `${metadataLine(key, String(value))}
`;
			if (text3.length + line2.length > MAX_METADATA_TEXT) break;
			text3 += line2;
		}
		return text3;
	}
	var isScalar = (value) => ["string", "number", "bigint", "boolean"].includes(typeof value);
	function metadataLine(key, value) {
		return `${toLine(key, 200)}=${toLine(value)}`;
	}
	var GATE_TEXTS = { worse: "\u2B07\uFE0F worse", "below-floor": "\u{1F534} below a floor", inconclusive: "\u26A0\uFE0F not judged", unclear: "\u{1F7E1} unclear", better: "\u2B06\uFE0F better", same: "\u{1F7F0} same", passed: "\u2705 passed" };
	var MAX_TICKS = 15;
	var CELL_MAX = 2e3;
	var ROWS_MAX = 300;
	var URL_MAX = 2e3;
	function cell(text3) {
		return visible(text3).split(/\s+/).filter((word2) => word2 !== "").map((word2, index) => inertWord(word2, index === 0)).join(" ");
	}
	function code(name) {
		return /^[\w.-]+$/.test(name) ? `\`${name}\`` : cell(name);
	}
	function inertLines(text3) {
		return text3.split(/\r\n?|\n/).map(cell).join("<br>");
	}
	function table2(head, rows) {
		const line2 = (cells) => `| ${cells.map((text3) => cell(shorten2(text3, CELL_MAX))).join(" | ")} |`;
		const left = rows.length - ROWS_MAX;
		const rest = left > 0 ? [`

\u2026 and ${left} more`] : [];
		const shown = [line2(head), `|${head.map(() => " --- |").join("")}`, ...rows.slice(0, ROWS_MAX).map(line2)];
		return [shown.join("\n"), ...rest].join("");
	}
	function details(summary, content, { isOpen: isOpen2 = false } = {}) {
		return `<details${isOpen2 ? " open" : ""}>
<summary>${summary}</summary>

${content}
</details>`;
	}
	function fenced(lines, language = "text") {
		const text3 = lines.map((line2) => visible(line2).replace(/`{16,}/g, `${"`".repeat(MAX_TICKS)}\u2026`)).join("\n");
		const longest = Math.max(2, ...[...text3.matchAll(/`+/g)].map(([ticks]) => ticks.length));
		const fence = "`".repeat(longest + 1);
		return `${fence}${language}
${text3}
${fence}`;
	}
	function safeUrl(text3) {
		const url2 = text3 === void 0 ? null : URL.parse(text3);
		if (url2 === null || !/^https?:$/.test(url2.protocol) || url2.href.length > URL_MAX) return void 0;
		return /[\s<>()]/.test(url2.href) ? void 0 : url2.href;
	}
	function agentAddress(text3, serverUrl) {
		const href = safeUrl(text3)?.replaceAll("|", "%7C");
		if (href === void 0) return void 0;
		const { host, hostname, username, password } = new URL(href);
		const onGitHub = host === URL.parse(serverUrl)?.host || /(^|\.)(github\.com|ghe\.com)$/.test(hostname);
		return onGitHub || username !== "" || password !== "" ? cell(href) : `<${href}>`;
	}
	function shorten2(text3, most) {
		if (text3.length <= most) return text3;
		return `${text3.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}\u2026`;
	}
	function visible(text3) {
		return withoutTerminalCodes(text3).replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(/[\u000b\u000c\r\u2028\u2029]/g, " ");
	}
	var UNSAFE = /([`<>*[\]()|&\\@])/;
	var OPENING = `"'\u201C\u2018`;
	var CLOSING = `"'\u201D\u2019.,;:!?\u2026`;
	function inertWord(word2, isFirst) {
		return word2.split(UNSAFE).map((part, index, parts) => index % 2 === 1 ? inertMark(part, parts.slice(index + 1, index + 3).join("")) : inertRun(part, isFirst && index === 0)).join("");
	}
	var SEPARATOR = "&#8203;";
	function inertMark(mark, next2) {
		if (mark === "@") return `&#64;${SEPARATOR}`;
		if (mark === "&" && /^\d/.test(next2) || mark === "[" && /^(?:\[|TOC)/i.test(next2)) {
			return `&#${mark.charCodeAt(0)};${SEPARATOR}`;
		}
		return mark === "`" ? "\u02CB" : `&#${mark.charCodeAt(0)};`;
	}
	function inertRun(run, isFirst) {
		let [from, to] = [0, run.length];
		while (from < to && OPENING.includes(run.charAt(from))) from += 1;
		while (to > from && CLOSING.includes(run.charAt(to - 1))) to -= 1;
		const [before, core2, after] = [run.slice(0, from), run.slice(from, to), run.slice(to)];
		return core2 === "" || isInert(core2, isFirst ? after : "") ? run : `${before}\`${core2}\`${after}`;
	}
	var NUMBER = /^[+\u2212]?\d{1,6}(?:[.,]\d{1,3})?(?:ms|[smhd%])?$/;
	var FIGURE = /^(?:\d{1,6}\/\d{1,6}|\d{1,2}:\d{2}|%)$/;
	var SIGNS = (0, shared.ge)("^[\u2013\u2014\xB7\u2192\\p{Extended_Pictographic}\\ufe0f]+$");
	var WORDS2 = (0, shared.ge)("^(?:\\p{L}\\p{M}*)+(?:['\u2019](?:\\p{L}\\p{M}*)+)*$");
	function isInert(core2, after) {
		const isPlain = /^[\x00-\x7f]*$/.test(core2);
		if (!isPlain && SIGNS().test(core2)) return true;
		if (NUMBER.test(core2)) return !/^\d+$/.test(core2) || !after.startsWith(".");
		if (FIGURE.test(core2)) return true;
		const isWords = isPlain ? /^[A-Za-z]+(?:'[A-Za-z]+)*$/.test(core2) : WORDS2().test(core2);
		if (!isWords && !/^[a-z]+(?:-[a-z]+)+$/.test(core2)) return false;
		return !/(?<![a-z])[a-f]{7,}(?![a-z])/i.test(core2);
	}
	function makesRevision(plan) {
		if (plan.kind === "create" || plan.kind === "redeploy") return true;
		return plan.kind === "patch" && plan.changes.some(({ revision }) => revision);
	}
	function includesOrigin(plan) {
		if (plan.kind === "create" || plan.kind === "redeploy") return true;
		const sent = plan.kind === "patch" ? plan.body.source_revision_config : void 0;
		return Boolean(sent?.repo_ref ?? sent?.image_uri ?? sent?.source_tarball_path);
	}
	function allPassed({ results }) {
		return results.every(({ result }) => result === "passed");
	}
	function countPassed({ results }) {
		const passed = results.filter(({ result }) => result === "passed").length;
		return `${passed} of ${countOf(results.length, "check")} passed`;
	}
	function decisiveCheck({ results }) {
		return results.find(({ result }) => result !== "passed") ?? results.at(-1);
	}
	function failureLines({ results }) {
		return results.filter(({ result }) => result !== "passed" && result !== "skipped").flatMap(({ name, why }) => why.map((line2) => `${name}: ${line2}`));
	}
	function failureOf(verified, about) {
		const named = (result) => verified.results.filter((one) => one.result === result).map(({ name }) => name);
		const [failed, late, impossible] = [named("failed"), named("timed-out"), named("impossible")];
		const summary = `Checked ${about}: ${countPassed(verified)}.`;
		const whys = [sentence("Failed", failed), sentence("Not finished in time", late), sentence("Could not be run", impossible)];
		const message = [summary, ...whys].filter((part) => part !== "").join(" ");
		const reason = failed.length > 0 ? "verification-failed" : late.length > 0 ? "verification-timed-out" : impossible.length > 0 ? "verification-impossible" : void 0;
		return reason && outcome("failed", reason, message);
	}
	var MAX_NAMES = 5;
	function sentence(what, names) {
		if (names.length === 0) return "";
		const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
		return `${what}: ${names.slice(0, MAX_NAMES).join(", ")}${rest}.`;
	}
	var LONGEST = 120;
	function createValueRenderer(redact) {
		return { value(value) {
			if (value === void 0) return "nothing";
			if (Array.isArray(value)) return `a list of ${countOf(value.length, "element")}`;
			if (typeof value === "object" && value !== null) {
				return `an object with ${countOf(Object.keys(value).length, "field")}`;
			}
			const json = JSON.stringify(typeof value === "string" ? redact(value) : value);
			return shortened(json.replace(UNSEEN, escaped));
		}, text: (text3) => shortened(redact(text3).replace(SPACE2, " ").trim()) };
	}
	var UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
	var SPACE2 = /[\s\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;
	function escaped(character) {
		return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
	}
	function shortened(text3) {
		return text3.length > LONGEST ? `${text3.slice(0, LONGEST - 1).toWellFormed()}\u2026` : text3;
	}
	var OUTPUTS = ["outcome", "reason-code", "deployment-id", "deployment-name", "deployment-url", "revision-id", "previous-revision-id", "revision-status", "commit-sha", "created", "changed", "rollback-revision-id", "verified", "gate-verdict", "gate-counts", "gate-scores", "gate-report", "plan-id", "plan", "pull-request", "swept", "shared-preview", "github-deployment-id", "comment-id", "duration-seconds", "result"];
	function outputsOf(outcome2, record, now) {
		return { outcome: outcome2.kind, "reason-code": outcome2.reason, "deployment-id": record.deployment?.id ?? "", "deployment-name": record.deployment?.name ?? "", "deployment-url": record.deployment?.url ?? "", "revision-id": record.revision?.id ?? "", "previous-revision-id": record.previousRevisionId ?? "", "revision-status": record.revision?.status ?? "", "commit-sha": record.revision?.commit ?? record.commit ?? "", created: String(record.created), changed: String(record.changed), "rollback-revision-id": record.rollback?.revisionId ?? "", verified: verifiedOf(outcome2, record)?.toString() ?? "", ...gateOutputs(record.gate), "plan-id": record.planId ?? "", plan: record.plan === void 0 ? "" : JSON.stringify(planJson(record.plan)), "pull-request": record.pullRequest === void 0 ? "" : String(record.pullRequest), swept: record.swept === void 0 ? "" : JSON.stringify({ previews: record.swept }), "shared-preview": record.shared === void 0 ? "" : JSON.stringify(sharedJson(record.shared)), "github-deployment-id": record.github.deploymentId === void 0 ? "" : String(record.github.deploymentId), "comment-id": record.github.commentId === void 0 ? "" : String(record.github.commentId), "duration-seconds": secondsOf(record, now), result: JSON.stringify(resultJson(outcome2, record, now)) };
	}
	function verifiedOf({ kind, reason }, { verification, gate }) {
		if (gate !== void 0 || reason.startsWith("gate-")) {
			return kind === "deployed" || kind === "unchanged" || kind === "verified";
		}
		return verification && allPassed(verification);
	}
	function countChecks(verification) {
		const results = verification?.results ?? [];
		return { cases: results.length, passed: results.filter(({ result }) => result === "passed").length };
	}
	function countGateCases({ judgement: { cases } }) {
		const passed = cases.filter(({ tallies }) => tallies?.candidate.passed === tallies?.candidate.total);
		return { cases: cases.length, passed: passed.filter(({ tallies }) => tallies !== void 0).length };
	}
	var VERIFY_OUTPUTS = ["verified", "outcome", "reason-code", "cases", "passed", "gate-verdict", "gate-counts", "gate-scores", "gate-report", "thread-id", "run-id", "deployment-id", "deployment-url", "revision-id", "duration-seconds", "result"];
	function verifyOutputsOf(outcome2, record, now) {
		const { verification, deployment, gate } = record;
		const counts = gate === void 0 ? countChecks(verification) : countGateCases(gate);
		const shown = verification && decisiveCheck(verification);
		return { verified: String(verifiedOf(outcome2, record) ?? false), outcome: outcome2.kind, "reason-code": outcome2.reason, cases: String(counts.cases), passed: String(counts.passed), ...gateOutputs(record.gate), "thread-id": shown?.threadId ?? "", "run-id": shown?.runId ?? "", "deployment-id": deployment?.id ?? "", "deployment-url": record.agentUrl ?? deployment?.url ?? "", "revision-id": verification?.revisionId ?? "", "duration-seconds": secondsOf(record, now), result: JSON.stringify(resultJson(outcome2, record, now)) };
	}
	function secondsOf(record, now) {
		return String(Math.round(Math.max(0, now - record.startedAt) / 100) / 10);
	}
	function resultJson(outcome2, record, now) {
		const { deployment, revision, plan } = record;
		return { schema_version: 1, outcome: outcome2.kind, reason_code: outcome2.reason, message: outcome2.message, deployment: deployment ? { id: deployment.id, name: deployment.name, url: deployment.url ?? null } : null, revision: revision ? { id: revision.id, status: revision.status, commit_sha: revision.commit ?? null } : null, previous_revision_id: record.previousRevisionId ?? null, wanted_commit_sha: record.commit ?? null, source: record.source ? sourceJson(record.source) : null, created: record.created, changed: record.changed, duration_seconds: seconds(Math.max(0, now - record.startedAt)), rollback: record.rollback ? { revision_id: record.rollback.revisionId ?? null, target_revision_id: record.rollback.targetId, after: record.rollback.after ?? null } : null, pull_request: record.pullRequest ?? null, plan_id: record.planId ?? null, plan: plan ? planJson(plan) : null, swept: record.swept ?? null, shared_preview: record.shared ? sharedJson(record.shared) : null, seed: record.seed ? seedJson(record.seed) : null, verification: record.verification ? verificationJson(record.verification) : null, gate: record.gate ? gateJson(record.gate) : null, github: { deployment_id: record.github.deploymentId ?? null, comment_id: record.github.commentId ?? null }, timeline: record.timeline.map(({ status, startMs, endMs }) => ({ status, start_seconds: seconds(startMs), seconds: endMs === void 0 ? null : seconds(endMs - startMs) })) };
	}
	function planJson(plan) {
		return { kind: plan.kind, makes_revision: makesRevision(plan), changes: plan.changes.map(({ field: field2, from, to, revision }) => ({ field: field2, from, to, makes_revision: revision })) };
	}
	function sourceJson({ files, bytes, sha256, commit, path }) {
		return { files, bytes, sha256, commit_sha: commit ?? null, object_path: path ?? null };
	}
	function sharedJson({ label, base, tree, pulls }) {
		return { label, base: base ? { branch: base.branch, commit_sha: base.commit } : null, tree_sha: tree ?? null, pull_requests: pulls.map(({ number, commit, result, files, more }) => ({ number, commit_sha: commit, result, files, more_files: more })) };
	}
	var seedJson = ({ items, assistants, threads, crons }) => ({ store_items: items, assistants, threads, crons });
	function verificationJson(verified) {
		return { verified: allPassed(verified), revision_id: verified.revisionId ?? null, cases: verified.results.map(({ name, result, why, tookMs, threadId, runId }) => ({ name, result, why, seconds: seconds(tookMs), thread_id: threadId ?? null, run_id: runId ?? null })) };
	}
	function gateOutputs(gate) {
		if (gate === void 0) {
			return { "gate-verdict": "", "gate-counts": "", "gate-scores": "", "gate-report": "" };
		}
		const { verdict, counts, scores, report: report2 } = gateJson(gate);
		return { "gate-verdict": verdict, "gate-counts": JSON.stringify(counts), "gate-scores": JSON.stringify(Object.fromEntries(scores.map(({ key, ...score }) => [key, score]))), "gate-report": report2 ?? "" };
	}
	var MAX_SCORES = 100;
	var KEY_MAX = 200;
	function gateJson({ judgement, endedEarly, folder, report: report2 }) {
		const { verdict, isRed, isCompared, sentence: sentence2, counts, scores, totals } = judgement;
		return { verdict, red: isRed, compared: isCompared, sentence: shorten2(sentence2, SENTENCE_MAX), ended_early: endedEarly === void 0 ? null : shorten2(endedEarly, SENTENCE_MAX), counts, scores: scores.slice(0, MAX_SCORES).map((score) => ({ key: shorten2(score.key, KEY_MAX), verdict: score.verdict?.kind ?? null, gates: score.gates, baseline: score.means?.baseline ?? null, candidate: score.means?.candidate ?? score.candidate?.mean.value ?? null, difference: score.means?.difference.value ?? null, floor: score.floor?.kind ?? null })), answers: totals.answers, tokens: totals.tokens ?? null, report: folder ?? null, compare_url: report2.compareUrl ?? null };
	}
	var SENTENCE_MAX = 2e3;
	function seconds(ms) {
		return Math.round(ms / 100) / 10;
	}
	var KINDS = Object.keys(REASONS);
	function isUnfinished({ deployment, comment }) {
		return deployment?.closed === false || comment?.closed === false;
	}
	function parsePublishedState(value) {
		const end = fieldOf(value, "end");
		const kind = KINDS.find((candidate) => candidate === text2(end, "kind"));
		const reason = text2(end, "reason");
		return { deployment: readDeployment(fieldOf(value, "deployment")), comment: readComment(fieldOf(value, "comment")), end: kind !== void 0 && reason !== void 0 ? { kind, reason } : void 0 };
	}
	function readDeployment(value) {
		const environment = text2(value, "environment");
		const agent = text2(value, "agent");
		if (environment === void 0 || agent === void 0) return void 0;
		return { environment, agent, refs: texts(value, "refs"), transient: fieldOf(value, "transient") === true, id: count2(value, "id"), closed: fieldOf(value, "closed") === true };
	}
	function readComment(value) {
		const pullRequest = count2(value, "pullRequest");
		const key = text2(value, "key");
		if (pullRequest === void 0 || key === void 0) return void 0;
		const agent = text2(value, "agent") ?? key;
		const startedAt2 = count2(value, "startedAt") ?? 0;
		const closed = fieldOf(value, "closed") === true;
		return { pullRequest, key, agent, startedAt: startedAt2, id: count2(value, "id"), closed };
	}
	function text2(value, key) {
		const found = fieldOf(value, key);
		return typeof found === "string" ? found : void 0;
	}
	function texts(value, key) {
		const found = fieldOf(value, key);
		return Array.isArray(found) ? found.filter((item) => typeof item === "string") : [];
	}
	function count2(value, key) {
		const found = fieldOf(value, key);
		return typeof found === "number" && Number.isSafeInteger(found) && found > 0 ? found : void 0;
	}
	var KEY2 = "agent-deploy";
	var STAGES = ["reading", "uploading", "writing", "waiting", "reported"];
	async function saveState(host, record) {
		const state = { stage: record.stage, deploymentId: record.deployment?.id, deploymentName: record.deployment?.name, revisionId: record.revision?.id, throwAway: record.throwAway?.isDeleted === false ? record.throwAway.name : void 0, shown: record.github.shown ?? parsePublishedState(void 0) };
		await host.saveState(KEY2, JSON.stringify(state));
	}
	function loadState(env) {
		const text3 = env[`STATE_${KEY2}`];
		if (!text3) return void 0;
		const value = parseJson(text3);
		const stage = STAGES.find((candidate) => candidate === fieldOf(value, "stage"));
		if (stage === void 0) return void 0;
		const field2 = (key) => {
			const found = fieldOf(value, key);
			return typeof found === "string" ? found : void 0;
		};
		return { stage, deploymentId: field2("deploymentId"), deploymentName: field2("deploymentName"), revisionId: field2("revisionId"), throwAway: field2("throwAway"), shown: parsePublishedState(fieldOf(value, "shown")) };
	}
	var PAGES = { source: ["source-unusable", "source-too-large", "source-changed", "upload-failed"], settings: ["invalid-input", "immutable-field", "secrets-hidden", "invalid-plan", "ambiguous-name", "ambiguous-integration", "ambiguous-listener", "deployment-not-found", "name-taken", "plan-changed", "settings-ignored"], rollout: ["create-failed", "build-failed", "deploy-failed", "revision-failed", "unhealthy", "interrupted", "deadline", "not-active", "no-revision", "signal", "revision-interrupted"], commands: ["no-command", "command-refused", "command-unverified", "head-moved"], locks: ["lock-set", "lock-removed", "not-locked", "locked", "lock-unreadable", "lock-changed", "lock-not-stored"], verification: ["all-passed", "verification-failed", "verification-timed-out", "verification-impossible"], gate: ["gate-passed", "gate-worse", "gate-below-floor", "gate-inconclusive"], rebuild: ["rebuilt", "nothing-to-rebuild", "rebuild-impossible", "deployed-commit-missing", "rebuild-left"], rollback: ["rolled-back-to", "after-failure", "revision-not-found", "never-deployed", "no-rollback-target", "rollback-impossible", "rollback-failed"], concurrency: ["newer-revision", "skipped-by-service", "commit-mismatch", "image-mismatch", "settings-mismatch", "ambiguous-revision", "deployment-gone", "contradictory-answers", "lost-answer"], previews: ["nothing-to-sweep", "idle-announced", "deleted", "already-gone", "closed-meanwhile", "swept", "fork", "approval-missing", "approval-outdated", "approval-unknown", "commit-not-approved", "merge-impossible", "label-missing", "pull-request-closed", "dependabot", "still-deleting", "not-a-preview", "pull-request-unknown", "sweep-incomplete", "seed-failed"], sandbox: ["sandbox-ready", "command-passed", "proxy-started", "no-sandbox-left", "sandboxes-swept", "sandbox-requested", "sandbox-not-ready", "command-timed-out", "sandbox-failed", "sandbox-name-taken", "sandbox-quota", "sandboxes-left", "command-failed", "proxy-failed", "isolation-missing"], emulator: ["emulator-started", "emulator-not-ready", "emulator-missing", "emulator-install-failed", "emulator-failed"], service: ["unauthorized", "forbidden", "rejected", "rate-limited", "service-error", "unreachable", "internal-error"], success: ["rolled-out", "already-building", "commit-unknown", "configuration-updated", "already-active", "paths-untouched", "serving", "on-its-way", "latest-failed", "nothing-serves", "dry-run", "not-waited", "ref-deleted"] };
	function troubleshootingPage(reason) {
		return Object.entries(PAGES).find(([, reasons]) => reasons.some((known) => known === reason))?.[0];
	}
	function troubleshootingLink(env, reason) {
		const repository = env["GITHUB_ACTION_REPOSITORY"] ?? "";
		const ref = env["GITHUB_ACTION_REF"] || "HEAD";
		const server = (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/(?<!\/)\/+$/, "");
		const page = troubleshootingPage(reason);
		const path = page === void 0 ? "docs/troubleshooting.md" : `docs/troubleshooting/${page}.md#${reason}`;
		const sound = /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref) && /^https?:\/\//.test(server);
		return sound ? `${server}/${repository}/blob/${ref}/${path}` : path;
	}
	function pullRequestLink(env, number) {
		const repository = env["GITHUB_REPOSITORY"] ?? "";
		if (number === void 0 || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return void 0;
		return `${(env["GITHUB_SERVER_URL"] || "https://github.com").replace(/(?<!\/)\/+$/, "")}/${repository}/pull/${number}`;
	}
	var CODE_HOST_TERMS = { GitHub: { request: "pull request", run: "workflow run", runTitle: "Workflow run" }, GitLab: { request: "merge request", run: "pipeline", runTitle: "Pipeline" } };
	function readWorkflowRun(env) {
		const docsUrl = (reason) => troubleshootingLink(env, reason);
		if (env["GITLAB_CI"] === "true" && env["GITHUB_ACTIONS"] !== "true") return { ...readPipeline(env), docsUrl };
		return { codeHost: "GitHub", serverUrl: (env["GITHUB_SERVER_URL"] || "https://github.com").replace(/(?<!\/)\/+$/, ""), repository: env["GITHUB_REPOSITORY"] ?? "", runId: env["GITHUB_RUN_ID"] ?? "", attempt: env["GITHUB_RUN_ATTEMPT"] || "1", sha: env["GITHUB_SHA"] || void 0, docsUrl };
	}
	function readPipeline(env) {
		const server = safeUrl(env["CI_SERVER_URL"]);
		const path = env["CI_PROJECT_PATH"] ?? "";
		const id2 = env["CI_PIPELINE_ID"] ?? "";
		const isValid = server !== void 0 && /^[\w.-]+(?:\/[\w.-]+)+$/.test(path) && /^\d{1,15}$/.test(id2);
		return { codeHost: "GitLab", serverUrl: server?.replace(/(?<!\/)\/+$/, "") ?? "https://gitlab.com", repository: path, runId: isValid ? id2 : "", attempt: "1", sha: void 0 };
	}
	function runUrl({ codeHost, serverUrl, repository, runId, attempt: attempt2 }) {
		if (runId === "") return void 0;
		if (codeHost === "GitLab") return `${serverUrl}/${repository}/-/pipelines/${runId}`;
		return `${serverUrl}/${repository}/actions/runs/${runId}/attempts/${attempt2}`;
	}
	function isRunUrl({ runId }, url2) {
		if (runId === "" || url2 === void 0) return false;
		return `${url2}/`.includes(`/actions/runs/${runId}/`);
	}
	function commitUrl({ codeHost, serverUrl, repository }, commit) {
		return `${serverUrl}/${repository}/${codeHost === "GitLab" ? "-/" : ""}commit/${commit}`;
	}
	var DEPLOYMENT_STATUSES = ["AWAITING_DATABASE", "READY", "UNUSED", "AWAITING_DELETE", "UNKNOWN"];
	var REVISION_STATUSES = ["CREATING", "QUEUED", "AWAITING_BUILD", "BUILDING", "AWAITING_DEPLOY", "DEPLOYING", "DEPLOYED", "CREATE_FAILED", "BUILD_FAILED", "DEPLOY_FAILED", "SKIPPED", "INTERRUPTED", "UNKNOWN"];
	var SANDBOX_STATUSES = ["provisioning", "ready", "failed", "stopped", "deleting"];
	function statusKind(status) {
		if (status === "DEPLOYED") return "deployed";
		if (status.includes("FAILED")) return "failed";
		if (status === "SKIPPED") return "skipped";
		if (status === "INTERRUPTED") return "interrupted";
		return "progress";
	}
	function isBeingDeleted(status) {
		return /^AWAITING_(FINAL_)?DELETE$/.test(status);
	}
	function isFinal(status) {
		return statusKind(status) !== "progress";
	}
	var CASE_VERDICTS = ["failed", "broken", "worse", "flaky", "errored", "fixed", "better", "changed", "same", "passed"];
	var MOST = 10;
	function formatBytes(bytes) {
		if (bytes < 1e3) return `${bytes} B`;
		const units = ["kB", "MB", "GB", "TB"];
		let value = bytes;
		let unit = "";
		for (const next2 of units) {
			if (value < 1e3) break;
			value /= 1e3;
			unit = next2;
		}
		return `${value.toFixed(1)} ${unit}`;
	}
	function largestFiles(files) {
		const folders = /* @__PURE__ */ new Map();
		for (const { path, size } of files) {
			const [top = ""] = path.split("/");
			if (path.includes("/")) folders.set(`${top}/`, (folders.get(`${top}/`) ?? 0) + size);
		}
		return [...folders, ...files.map(({ path, size }) => [path, size])].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).slice(0, MOST).map(([path, size]) => `${formatBytes(size).padStart(10)}  ${displayPath(path)}`);
	}
	function displayPath(path) {
		return /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(path) ? JSON.stringify(path) : path;
	}
	function describeArchive({ files, bytes, sha256, commit }) {
		const of = commit === void 0 ? "" : `, checkout of ${commit.slice(0, 7)}`;
		return `${files} files, ${formatBytes(bytes)}, sha256 ${sha256.slice(0, 12)}${of}`;
	}
	function createRunRecord(startedAt2) {
		return { pullRequest: void 0, planId: void 0, rollback: void 0, swept: void 0, previewNames: [], commitPreviews: [], shared: void 0, retired: [], idle: [], github: { deploymentId: void 0, commentId: void 0, shown: void 0 }, startedAt: startedAt2, stage: "reading", name: void 0, lock: void 0, deployment: void 0, revision: void 0, ownRevisionId: void 0, previousRevisionId: void 0, commit: void 0, head: void 0, source: void 0, created: false, changed: false, plan: void 0, timeline: [], prediction: void 0, earlier: [], verification: void 0, gate: void 0, seed: void 0, agentUrl: void 0, isAgentCalled: false, brokenPart: void 0, throwAway: void 0, logTail: void 0 };
	}
	function recordRevision(record, view) {
		record.revision = { id: view.id, status: view.status, commit: view.commit };
	}
	function subjectOf2({ head }, commit) {
		return head?.commit === commit.toLowerCase() ? head.subject : void 0;
	}
	function addStatus(timeline, status, atMs) {
		const last = timeline.at(-1);
		if (last === void 0) return [{ status, startMs: atMs, endMs: void 0 }];
		if (last.status === status) return [...timeline];
		return [...timeline.slice(0, -1), { ...last, endMs: atMs }, { status, startMs: atMs, endMs: void 0 }];
	}
	function closeTimeline(timeline, atMs) {
		return timeline.map((span) => ({ ...span, endMs: span.endMs ?? Math.max(atMs, span.startMs) }));
	}
	function formatDuration(ms) {
		if (ms < 1e3) return `${(Math.max(0, ms) / 1e3).toFixed(1)}s`;
		const seconds2 = Math.round(ms / 1e3);
		if (seconds2 < 60) return `${seconds2}s`;
		const minutes = Math.floor(seconds2 / 60);
		if (minutes < 60) return `${minutes}m ${String(seconds2 % 60).padStart(2, "0")}s`;
		return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, "0")}m`;
	}
	var GOOD = "\u{1F7E2}";
	var BAD = "\u{1F534}";
	var GOING = "\u{1F535}";
	var DOUBTFUL = "\u{1F7E1}";
	var NEUTRAL = "\u26AA";
	var ICONS = { deployed: GOOD, verified: GOOD, provided: GOOD, unchanged: GOOD, observed: GOOD, submitted: GOING, planned: NEUTRAL, "torn-down": NEUTRAL, skipped: NEUTRAL, superseded: NEUTRAL, "timed-out": DOUBTFUL, "rolled-back": DOUBTFUL, cancelled: NEUTRAL, failed: BAD };
	var ICON_OF_REASON = /* @__PURE__ */ new Map([["nothing-serves", DOUBTFUL], ["latest-failed", DOUBTFUL], ["on-its-way", GOING]]);
	var UNCHANGED_AFTER = /* @__PURE__ */ new Set(["immutable-field", "secrets-hidden", "invalid-plan", "ambiguous-integration", "ambiguous-listener", "source-unusable", "source-too-large", "source-changed", "upload-failed", "plan-changed", "revision-not-found", "never-deployed", "no-rollback-target", "rollback-impossible"]);
	var NEW_REVISION_DOES_NOT_SERVE = /* @__PURE__ */ new Set(["create-failed", "build-failed", "deploy-failed", "revision-failed", "interrupted", "revision-interrupted", "deadline", "not-active"]);
	var OF_REASON = { "already-building": "is deployed", "rolled-back-to": "was rolled back to an earlier revision", deleted: "The preview was deleted", "closed-meanwhile": "The preview was deleted", "already-gone": "The preview was already deleted", "paths-untouched": "is unchanged, because no relevant file changed", "on-its-way": "is being deployed", "latest-failed": "serves, but its latest revision failed", "nothing-serves": "does not serve", "after-failure": "failed and was rolled back", "no-command": "No command was run", "command-refused": "The command was not run", "command-unverified": "The command was not run", "head-moved": "was not changed, because the pull request changed after the comment", "lock-set": "is locked", "lock-removed": "is no longer locked", "not-locked": "is not locked", locked: "was not changed, because it is locked", "lock-unreadable": "was not changed, because its lock could not be read", "lock-changed": "has an unchanged lock, because another run changed the lock first", "lock-not-stored": "has an unchanged lock, because GitHub did not store the change", "nothing-to-sweep": "No preview had to be deleted", "idle-announced": "The deletion of inactive previews was announced", rebuilt: "can be built again", "nothing-to-rebuild": "has no deployed revision to build again", "rebuild-impossible": "could not be built again", "deployed-commit-missing": "could not be built again", "rebuild-left": "can be built again, but its throw-away deployment remains", swept: "Previews without an open pull request were deleted", "sweep-incomplete": "Some previews could not be deleted", "build-failed": "could not be built", "create-failed": "could not be created", "deploy-failed": "did not start", "revision-failed": "did not start", interrupted: "was interrupted", unhealthy: "is not healthy", "not-active": "does not serve the new revision", "seed-failed": "is deployed, but its data is incomplete", "verification-failed": "does not answer as expected", "verification-timed-out": "did not answer in time", "verification-impossible": "could not be checked", "gate-worse": "is worse than before", "gate-below-floor": "does not answer as expected", "gate-inconclusive": "could not be judged", "rollback-failed": "could not be rolled back", "rollback-impossible": "could not be rolled back", "still-deleting": "is still being deleted", "sandbox-ready": "The sandbox is ready", "sandbox-requested": "The sandbox was requested", "sandbox-not-ready": "The sandbox was not ready in time", "sandbox-failed": "The sandbox failed", "sandbox-name-taken": "The name of the sandbox is taken", "sandbox-quota": "The quota of sandboxes is used up", "no-sandbox-left": "No sandbox had to be deleted", "sandboxes-swept": "Sandboxes of earlier runs were deleted", "sandboxes-left": "Some sandboxes could not be deleted", "command-passed": "The command passed", "command-failed": "The command failed", "command-timed-out": "The command did not end in time", "proxy-started": "The credential proxy is running", "proxy-failed": "The credential proxy failed", "isolation-missing": "The machine cannot isolate the command", "emulator-started": "The emulator is running", "emulator-not-ready": "The emulator was not ready in time", "emulator-missing": "The emulator is missing", "emulator-install-failed": "The emulator could not be installed", "emulator-failed": "The emulator failed" };
	var OF_KIND = { deployed: "is deployed", verified: "answers as expected", provided: "is ready", unchanged: "is up to date", observed: "is serving", submitted: "is being built", planned: "was not changed, because this is a dry run", "torn-down": "was deleted", skipped: "was not deployed", superseded: "was overtaken by a newer deployment", "timed-out": "was not ready in time", "rolled-back": "was rolled back", cancelled: "was cancelled" };
	function headlineOf({ kind, reason }, run) {
		const icon = iconOf({ kind, reason });
		if (kind === "cancelled") return { icon, text: `${subjectOf3(run)}: the run was cancelled` };
		const texts2 = OF_REASON;
		const known = textOfRebuild(kind, reason, run) ?? (Object.hasOwn(texts2, reason) ? texts2[reason] : void 0);
		if (known !== void 0) {
			const isSentence = /^[A-Z]/.test(known);
			return { icon, text: isSentence ? known : `${subjectOf3(run)} ${known}` };
		}
		if (kind === "deployed" && isPreview(run)) return { icon, text: "The preview is ready" };
		if (kind !== "failed") return { icon, text: `${subjectOf3(run)} ${OF_KIND[kind]}` };
		const isUnchanged = run.plan !== void 0 && UNCHANGED_AFTER.has(reason);
		return { icon, text: `${subjectOf3(run)}${isUnchanged ? " was not deployed" : ": the run failed"}` };
	}
	function textOfRebuild(kind, reason, { throwAway }) {
		if (throwAway === void 0 || reason === "rebuild-left") return void 0;
		if (kind === "timed-out") return "was not built again in time";
		if (kind !== "failed") return void 0;
		if (reason === "build-failed") return "no longer builds";
		if (reason === "deploy-failed" || reason === "unhealthy") return "builds, but no longer starts";
		return /^(?:verification|gate)-/.test(reason) ? "builds, but fails its checks" : "could not be built again";
	}
	function iconOf({ kind, reason }) {
		const ofReason = ICON_OF_REASON.get(reason);
		if (ofReason !== void 0) return ofReason;
		const icons = ICONS;
		return Object.hasOwn(icons, kind) ? icons[kind] ?? NEUTRAL : NEUTRAL;
	}
	function stateText({ kind, reason }) {
		const reasons = OF_REASON;
		const known = Object.hasOwn(reasons, reason) ? reasons[reason] : void 0;
		if (known !== void 0) return known.replace(/^The preview /, "");
		if (kind === "failed") return "failed";
		if (kind === "unreported") return "ended without a report";
		const kinds = OF_KIND;
		return (Object.hasOwn(kinds, kind) ? kinds[kind] : void 0) ?? "has another result";
	}
	function headlineOfStart(run) {
		if (run.rollback !== void 0) return { icon: GOING, text: `${subjectOf3(run)} is being rolled back` };
		return { icon: GOING, text: `${subjectOf3(run)} is being ${isPreview(run) ? "built" : "deployed"}` };
	}
	var isPreview = ({ pullRequest }) => pullRequest !== void 0;
	function subjectOf3(run) {
		return isPreview(run) ? "The preview" : run.name ?? "The deployment";
	}
	function respondsAfter({ kind, reason }, { previousRevisionId, throwAway }) {
		if (throwAway !== void 0 && kind === "failed") return "previous";
		switch (kind) {
			case "deployed":
			case "unchanged":
			case "verified":
				return "agent";
			case "observed":
				return reason === "nothing-serves" ? void 0 : "agent";
			default:
				if (/^(?:gate|verification|seed)-/.test(reason)) return "agent";
				return previousRevisionId !== void 0 && keepsPrevious({ kind, reason }) ? "previous" : void 0;
		}
	}
	function keepsPrevious({ kind, reason }) {
		if (kind === "planned" || kind === "submitted" || kind === "rolled-back") return true;
		return NEW_REVISION_DOES_NOT_SERVE.has(reason) || UNCHANGED_AFTER.has(reason);
	}
	function isAboutGate({ kind, reason }) {
		return ["deployed", "verified", "unchanged"].includes(kind) || reason.startsWith("gate-");
	}
	function isSuccess({ kind, reason }) {
		return kind === "deployed" && reason === "rolled-out" || reason === "gate-passed";
	}
	function isAlarming(kind) {
		return kind === "failed" || kind === "timed-out" || kind === "rolled-back";
	}
	function withoutIds(message, { revision, previousRevisionId, rollback, deployment }) {
		let text3 = message;
		const names = [[revision?.id, "revision"], [previousRevisionId, "previous revision"], [rollback?.targetId, "earlier revision"], [rollback?.revisionId, "revision of the rollback"]];
		for (const [id2, name] of names) {
			if (id2 === void 0 || id2 === "") continue;
			text3 = text3.replaceAll(`The earlier revision ${id2}`, `The ${name}`);
			text3 = text3.replaceAll(`Revision ${id2}`, `The ${name}`).replaceAll(`revision ${id2}`, `the ${name}`);
		}
		if (deployment?.url !== void 0) text3 = text3.replace(/(?<=\S) The previous revision keeps serving\.$/, "");
		return text3.replace(/^The revision of \S+ ended as [A-Z_]+\. Reason: /, "").replace(KNOWN_START, "");
	}
	var KNOWN_START = /^(?:The revision of \S+ was deployed and active after \d[\d.]*[a-z](?: \d+[a-z])*|The run was cancelled)\. (?=\S)/;
	function meaningOf({ kind, reason }) {
		const reasons = REASONS[kind];
		return reasons[reason] ?? "";
	}
	function spellDuration(ms) {
		if (ms < 1e3) return `${(Math.max(0, ms) / 1e3).toFixed(1)} s`;
		const seconds2 = Math.round(ms / 1e3);
		if (seconds2 < 60) return `${seconds2} s`;
		const minutes = Math.floor(seconds2 / 60);
		if (minutes < 60) return `${minutes} min ${String(seconds2 % 60).padStart(2, "0")} s`;
		return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
	}
	var MIN_MS = 50;
	function isPhase({ status, startMs, endMs }) {
		return !isFinal(status) && (endMs ?? startMs) - startMs >= MIN_MS;
	}
	function phaseName(status) {
		return status.toLowerCase().replaceAll("_", " ");
	}
	var BAR_WIDTH = 24;
	var DURATION_WIDTH = 11;
	var MAX_ROWS = 60;
	var LABEL_MAX = 24;
	function renderPhases(timeline, { isServing = true } = {}) {
		const totalMs = Math.max(1, timeline.at(-1)?.endMs ?? timeline.at(-1)?.startMs ?? 0);
		const phases = timeline.filter(isPhase).map((span) => ({ ...span, label: shorten2(phaseName(span.status), LABEL_MAX) }));
		if (phases.length === 0) return "";
		const shown = phases.slice(0, MAX_ROWS);
		const last = timeline.at(-1)?.status ?? "";
		const labels = [...shown.map(({ label }) => label), "serving"];
		const width = Math.max(...labels.map((label) => label.length));
		const durations = shown.map((span) => spellDuration((span.endMs ?? totalMs) - span.startMs));
		const durationWidth = Math.max(DURATION_WIDTH, ...durations.map((text3) => text3.length + 1));
		const lines = shown.map((span, at) => {
			const took = (durations[at] ?? "").padStart(durationWidth);
			const isEnd = span === phases.at(-1) && ["failed", "interrupted"].includes(statusKind(last));
			return `${span.label.padEnd(width)}${took}  ${bar(span, totalMs)}${isEnd ? ` \u2715 ${phaseName(last)}` : ""}`;
		});
		const left = phases.length - shown.length;
		if (left > 0) lines.push(`\u2026 and ${left} more`);
		else if (isServing && statusKind(last) === "deployed") lines.push(`${"serving".padEnd(width + durationWidth + 2 + BAR_WIDTH)}\u25CF\u2500\u2500\u25B6`);
		return fenced(lines);
	}
	function bar({ startMs, endMs }, totalMs) {
		const from = Math.min(BAR_WIDTH - 1, Math.floor(startMs / totalMs * BAR_WIDTH));
		const to = Math.min(BAR_WIDTH, Math.max(from + 1, Math.round((endMs ?? totalMs) / totalMs * BAR_WIDTH)));
		const line2 = to - from === 1 ? "\u2502" : `\u251C${"\u2500".repeat(to - from - 2)}\u2524`;
		return `${" ".repeat(from)}${line2}`;
	}
	var COMMENT_MAX = 65536;
	var GATE_COMMENT_MAX = 59900;
	var LINE_MAX = 2e3;
	var FIELD_MAX = 200;
	var PHASES_MAX = 40;
	var PREVIEWS_MAX = 10;
	var MESSAGE_MAX = 16e3;
	function commentMark(key) {
		return `<!-- agent-deploy:${key.replaceAll(/[^\w./-]/g, "_").replaceAll("--", "-_")} -->`;
	}
	function commentBody(content, reserved = 0) {
		const { gate, emphasis } = content;
		const isLed = gate?.isLeading === true;
		const heading = isLed ? gate.heading : `### ${content.headline.icon} ${field(content.headline.text)}`;
		const shown = isLed && gate.callout !== "" ? "details" : emphasis;
		const section = gate === void 0 ? [] : [isLed ? "" : `#${gate.heading}`, isLed ? "" : gate.callout, gate.body];
		const max = (gate === void 0 ? COMMENT_MAX : GATE_COMMENT_MAX) - reserved;
		const join = (message2, log) => {
			const alert = shown === "alert" && message2 !== "" ? `> [!CAUTION]
> ${message2}` : "";
			return [`${commentMark(content.key)}
${heading}`, isLed ? gate.callout : alert, deploymentLine(content), content.seeded === void 0 ? "" : `Seeded: ${field(content.seeded)}`, previewTable(content), shown === "text" ? message2 : "", log, isLed || emphasis !== "alert" ? "" : whatToDo(content), ...section, isLed && emphasis === "alert" ? whatToDo(content) : "", detailsOf(content, shown === "details" ? message2 : ""), footOf(content)].filter((part) => part !== "").join("\n\n");
		};
		const message = messagePart(content.message, max - join("", "").length - 60);
		return join(message, logPart(content.log, max - join(message, "").length - 2));
	}
	function deploymentLine(content) {
		const { name, commit, notes, checks, gate, message, emphasis } = content;
		const isStated = emphasis === "alert" && checks !== void 0 && message?.includes(checks) === true;
		return [linkOf(content, "agent"), code(shorten2(name, FIELD_MAX)), commit && commitText(commit), ...notes.map(field), isStated ? void 0 : checks && field(checks), gate?.isLeading === true ? gate.summary : void 0, linkOf(content, "previous")].filter((part) => part !== void 0 && part !== "").join(" \xB7 ");
	}
	function linkOf({ url: url2, responds, serverUrl, gate, isPreview: isPreview2 }, who) {
		if (responds !== who) return void 0;
		const address = agentAddress(url2, serverUrl);
		if (address?.startsWith("<") !== true) return address;
		if (who === "previous") return `[the previous revision](${address}) keeps answering`;
		const what = gate?.isLeading === true ? gate.candidate : isPreview2 ? "the preview" : "the agent";
		return `**[Talk to ${what}](${address})**`;
	}
	function previewTable({ previews, serverUrl }) {
		if (previews.length < 2) return "";
		const rows = previews.slice(0, PREVIEWS_MAX).map(({ commit, url: url2, age }) => {
			const address = agentAddress(url2, serverUrl);
			const link = address?.startsWith("<") === true ? `[talk to it](${address})` : address;
			return `| ${commitText(commit)} | ${link ?? "no address"} | ${field(age)} |`;
		});
		const left = previews.length - rows.length;
		const more = left > 0 ? [`
\u2026 and ${countOf(left, "more preview")}`] : [];
		return ["| Commit | Preview | Age |", "| :-- | :-- | :-- |", ...rows, ...more].join("\n");
	}
	function whatToDo({ result }) {
		if (result === void 0) return "";
		const link = safeUrl(result.docs);
		const about = code(result.code);
		return `**What to do:** ${link === void 0 ? `see ${about}` : `[see ${about}](${link})`}`;
	}
	function detailsOf({ result, timeline, ids: ids2 }, message) {
		const phases = phasesOf(timeline);
		const rows = [...result === void 0 ? [] : [["result", resultText(result)]], ...message === "" ? [] : [["message", message]], ...phases === "" ? [] : [["phases", phases]], ...ids2.map(([label, id2]) => [label, field(id2)])];
		if (rows.length === 0) return "";
		const lines = rows.map(([label, value]) => `| ${label} | ${value} |`);
		const table3 = ["| What | Value |", "| :-- | :-- |", ...lines].join("\n");
		return `<details>
<summary>Details and IDs for support</summary>

${table3}
</details>`;
	}
	function messagePart(message, room) {
		if (message === void 0) return "";
		let text3 = shorten2(message, MESSAGE_MAX);
		for (; ; ) {
			const part = inertLines(text3);
			if (part.length <= room || text3 === "") return part;
			text3 = shorten2(text3, Math.floor(text3.length * room / part.length) - 1);
		}
	}
	var field = (text3) => cell(shorten2(text3, FIELD_MAX));
	function commitText({ sha, link, subject }) {
		const url2 = /^[0-9a-f]{7,64}$/i.test(sha) ? safeUrl(link) : void 0;
		const commit = url2 === void 0 ? field(sha) : `[\`${sha.slice(0, 7)}\`](${url2})`;
		return [commit, subjectText(subject)].filter((part) => part !== "").join(" ");
	}
	var SUBJECT_MAX = 72;
	function subjectText(subject) {
		if (subject === void 0) return "";
		return cell(subject.length > SUBJECT_MAX ? `${subject.slice(0, SUBJECT_MAX - 1).toWellFormed()}\u2026` : subject);
	}
	function resultText({ kind, code: reason, docs }) {
		const link = safeUrl(docs);
		return `${field(kind)} (${link === void 0 ? code(reason) : `[${code(reason)}](${link})`})`;
	}
	function phasesOf(timeline) {
		const ended = timeline.flatMap(({ status, startMs, endMs }) => endMs !== void 0 && isPhase({ status, startMs, endMs }) ? [`${field(phaseName(status))} ${spellDuration(endMs - startMs)}`] : []);
		const more = ended.length > PHASES_MAX ? [`and ${ended.length - PHASES_MAX} more`] : [];
		return [...ended.slice(0, PHASES_MAX), ...more].join(" \xB7 ");
	}
	function footOf({ codeHost, run, isPreview: isPreview2 }) {
		const terms = CODE_HOST_TERMS[codeHost];
		const parts = [run && `[${run.isOver ? terms.runTitle : `Follow the ${terms.run}`}](${run.link})${run.attempt === "1" ? "" : `, attempt ${cell(run.attempt)}`}`, isPreview2 ? `The preview is deleted when the ${terms.request} closes.` : void 0].filter((part) => part !== void 0);
		return parts.length === 0 ? "" : `<sub>${parts.join(" \xB7 ")}</sub>`;
	}
	function logPart(log, room) {
		if (log === void 0) return "";
		const part = (lines2) => lines2.length === 0 ? "" : `<details open>
<summary>End of the ${cell(log.kind)} log</summary>

${fenced(lines2)}
</details>`;
		let lines = log.lines.map(plainLine);
		while (lines.length > 0 && part(lines).length > room) lines = lines.slice(Math.ceil(lines.length / 8));
		return part(lines);
	}
	function plainLine(line2) {
		return shorten2(line2.replaceAll("<!--", "<! --"), LINE_MAX);
	}
	function planLines(plan) {
		return [...plan.changes.map(changeLine), ...refusalLines(plan), planSummary(plan)];
	}
	function planSummary(plan) {
		switch (plan.kind) {
			case "create":
				return "This creates the deployment with its first revision.";
			case "patch":
				return makesRevision(plan) ? "This creates a new revision." : "This creates no new revision.";
			case "redeploy":
				return "The service deploys that revision again as a new revision.";
			case "adopt":
				return "Nothing is sent, because a revision with these settings is already in progress.";
			case "unchanged":
				return "Nothing differs.";
			case "refused":
				return "The plan is not possible, so nothing is sent.";
		}
	}
	function refusalLines(plan) {
		if (plan.kind !== "refused") return [];
		return plan.refusals.map(({ path, message, hint }) => `! ${path}: ${message}. ${hint}`);
	}
	function changeLine({ field: field2, from, to, revision }) {
		const makes = revision ? "  (creates a revision)" : "";
		if (from === null) return `+ ${field2}: ${to ?? ""}`;
		if (to === null) return `- ${field2}: ${from}${makes}`;
		return `~ ${field2}: ${from} -> ${to}${makes}`;
	}
	var SWEEP_REASONS = { "pull-request-closed": "its pull request is closed", "too-old": "older than preview-ttl", idle: "inactive for longer than preview-idle", "rebuild-ended": "left behind by a rebuild", "activity-unknown": "its last activity is unknown", unknown: "the state of its pull request is unknown" };
	var SWEEP_RESULTS = { deleted: "deleted", "would-delete": "would be deleted", announced: "announced", "would-announce": "would be announced", left: "left", failed: "failed" };
	function sweptLines(swept) {
		const rows = swept.map(({ name, of, why, did }) => [name, of, SWEEP_REASONS[why], SWEEP_RESULTS[did]]);
		const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
		return rows.map((row) => row.map((text3, column) => text3.padEnd(widths[column] ?? 0)).join("  ").trimEnd());
	}
	function timeText(at) {
		const date = new Date(at);
		return Number.isNaN(date.getTime()) ? "an unknown time" : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
	}
	var SHARED_RESULTS = { included: "included", conflict: "left out: conflicts", fork: "left out: from a fork", "other-base": "left out: for another branch", unmergeable: "left out: git cannot merge it" };
	function sharedResult({ result, files, more }) {
		const rest = more > 0 ? ` and ${countOf(more, "more file")}` : "";
		const list2 = files.length === 0 ? "" : ` in ${files.map(displayPath).join(", ")}${rest}`;
		return `${SHARED_RESULTS[result]}${list2}`;
	}
	function sharedLines(pulls) {
		return pulls.map((pull) => `#${pull.number} at ${pull.commit.slice(0, 7)}: ${sharedResult(pull)}`);
	}
	function formatAge(ms) {
		const hours = Math.floor(Math.max(0, ms) / 36e5);
		const days = Math.floor(hours / 24);
		return days === 0 ? `${hours}h` : `${days}d ${hours % 24}h`;
	}
	var MESSAGE_MAX2 = 2e4;
	function whatToDo2(help, reason) {
		const url2 = safeUrl(help);
		return `**What to do:** ${url2 === void 0 ? `see \`${help}\`` : `[see ${code(reason)}](<${url2}>)`}`;
	}
	function messageText(message, severity) {
		const text3 = inertLines(shorten2(message, MESSAGE_MAX2));
		if (severity === "fine" || text3 === "") return text3;
		return `> [!${severity === "error" ? "CAUTION" : "WARNING"}]
> ${text3}`;
	}
	function shortSummary(name, end, { severity, help, notes }) {
		const nothing = { pullRequest: void 0, rollback: void 0, plan: void 0 };
		const { icon, text: text3 } = headlineOf(end, { ...nothing, name });
		const line2 = notes.flatMap(([label, value]) => value ? [`${label} ${cell(value)}`] : []);
		return [`## ${icon} ${cell(text3)}`, messageText(end.message, severity), line2.join(" \xB7 "), severity === "fine" ? "" : whatToDo2(help, end.reason), details("Details", table2(["What", "Value"], [["result", `${end.kind} (${end.reason})`], ["meaning", meaningOf(end)]]))].filter((part) => part !== "");
	}
	var CHECK_ICONS = { passed: "\u2705", failed: "\u274C", "timed-out": "\u231B", impossible: "\u26A0\uFE0F", skipped: "\u26AA" };
	var MAX_CHARACTERS = 25e4;
	var NAME_MAX2 = 200;
	function summaryOf(outcome2, severity, record, context) {
		const name = record.deployment?.name ?? record.name ?? record.agentUrl;
		const { icon, text: text3 } = headlineOf(outcome2, { ...record, name: name && shorten2(name, NAME_MAX2) });
		const heading = `## ${icon} ${cell(text3)}`;
		const gate = (context.gate ?? "").trimEnd();
		const isLed = gate !== "" && isAboutGate(outcome2);
		const [gateHeading = "", ...gateParts] = gate.split("\n\n");
		const message = isLed || isSuccess(outcome2) ? "" : messageText(withoutIds(outcome2.message, record), severity);
		const parts = [isLed ? gateHeading : heading, message, lockPart(outcome2, record), factsLine(outcome2, record, context), record.seed === void 0 ? "" : `Seeded: ${describeCounts(record.seed)}`, isLed ? gateParts.join("\n\n") : "", record.logTail ? details(`End of the ${record.logTail.kind} log`, fenced(record.logTail.lines), { isOpen: true }) : "", severity === "fine" ? "" : whatToDo2(context.help, outcome2.reason), renderPhases(record.timeline, { isServing: outcome2.kind !== "rolled-back" }), isLed ? "" : gate, checksPart(record), planPart(record), sharedPart(record), sweptPart(record), earlierPart(record), idsPart(outcome2, record, message === "")].filter((part) => part !== "");
		let whole = parts.join("\n\n");
		while (whole.length > MAX_CHARACTERS && parts.length > 1) {
			parts.pop();
			whole = `${parts.join("\n\n")}

(shortened)`;
		}
		return `${whole}
`;
	}
	function factsLine(outcome2, record, { now, pullUrl, serverUrl = "https://github.com", commitUrl: commitUrl2 }) {
		const address = agentAddress(record.agentUrl ?? record.deployment?.url, serverUrl);
		const responds = respondsAfter(outcome2, record);
		const isLink = address?.startsWith("<") === true;
		const pull = safeUrl(pullUrl);
		return [responds !== "agent" ? "" : isLink ? `**[Open the ${record.pullRequest === void 0 ? "agent" : "preview"}](${address})**` : address, commitText2(record, commitUrl2), `took **${spellDuration(now - record.startedAt)}**${comparison(record)}`, pull && `pull request [#${record.pullRequest}](<${pull}>)`, responds === "previous" && isLink ? `[the ${record.throwAway === void 0 ? "previous" : "deployed"} revision](${address}) keeps answering` : ""].filter(Boolean).join(" \xB7 ");
	}
	function lockPart({ reason }, { lock }) {
		if (lock === void 0 || reason === "locked") return "";
		const run = safeUrl(lock.run);
		return `> \u{1F512} ${cell(describeLock(lock))}${run === void 0 ? "" : ` ([run](<${run}>))`}`;
	}
	function commitText2(record, commitUrl2) {
		const sha = record.revision?.commit ?? record.commit;
		if (sha === void 0) return "";
		const isCommit = /^[0-9a-f]{7,64}$/i.test(sha);
		const url2 = isCommit ? safeUrl(commitUrl2?.(sha)) : void 0;
		const short = isCommit ? code(sha.slice(0, 7)) : cell(shorten2(sha, NAME_MAX2));
		const commit = url2 === void 0 ? short : `[${short}](<${url2}>)`;
		return [commit, subjectText(subjectOf2(record, sha))].filter((part) => part !== "").join(" ");
	}
	function comparison({ timeline, earlier, revision }) {
		const before = earlier.find(({ id: id2 }) => id2 !== revision?.id);
		const totalMs = timeline.at(-1)?.endMs;
		const isDone = timeline.some(({ status }) => statusKind(status) === "deployed");
		if (before === void 0 || totalMs === void 0 || !isDone) return "";
		const ms = totalMs - before.tookMs;
		if (Math.abs(ms) < 1e3) return "";
		return `, ${spellDuration(Math.abs(ms))} ${ms > 0 ? "more" : "less"} than the previous rollout`;
	}
	function idsPart(outcome2, record, hasMessage) {
		const { deployment, revision, previousRevisionId, source, plan } = record;
		const rows = [["result", `${outcome2.kind} (${outcome2.reason})`], ["meaning", meaningOf(outcome2)], ["message", hasMessage ? withoutIds(outcome2.message, record) : void 0], ["plan", plan && planSummary(plan)], ["deployment", deployment && `${deployment.name} (${deployment.id})`], ["revision", revision && `${revision.id}: ${revision.status}`], ["revision before", previousRevisionId === revision?.id ? void 0 : previousRevisionId], ["rollback", rollbackText(record)], ["commit", revision?.commit ?? record.commit], ["source", source && describeArchive(source)]];
		const known = rows.flatMap(([label, value]) => value ? [[label, value]] : []);
		return details("Details and IDs for support", table2(["What", "Value"], known));
	}
	function rollbackText({ rollback }) {
		if (rollback === void 0) return void 0;
		const { targetId, revisionId, after } = rollback;
		const made2 = revisionId === void 0 ? "" : `, as revision ${revisionId}`;
		return `to ${targetId}${made2}${after === void 0 ? "" : `, after ${after}`}`;
	}
	function sharedPart({ shared: shared2 }) {
		if (shared2 === void 0) return "";
		const { label, base, pulls } = shared2;
		const onto = base === void 0 ? "" : `, on ${code(base.branch)} at ${code(base.commit.slice(0, 7))}`;
		const intro = `Label ${cell(label)}${onto}`;
		if (pulls.length === 0) return `#### Pull requests

${intro}: none`;
		const rows = pulls.map((pull) => [`${pull.result === "included" ? "\u2705" : "\u26AA"} #${pull.number}`, pull.title, pull.commit.slice(0, 7), sharedResult(pull)]);
		return `#### Pull requests

${intro}

${table2(["Pull request", "Title", "Commit", "Result"], rows)}`;
	}
	function sweptPart({ swept }) {
		if (swept === void 0 || swept.length === 0) return "";
		const rows = swept.map(({ name, of, why, did }) => [name, of, SWEEP_REASONS[why], SWEEP_RESULTS[did]]);
		return `#### Previews

${table2(["Preview", "Of", "Why", "What was done"], rows)}`;
	}
	function settingName(field2) {
		return field2.replace(/^(?:source_config|source_revision_config)\./, "").replace(/^secrets\./, "secret ");
	}
	function planPart({ plan }) {
		if (plan === void 0 || plan.changes.length === 0) return "";
		const rows = plan.changes.map(({ field: field2, from, to }) => [from === null ? "\u2795 added" : to === null ? "\u2796 removed" : "\u270F\uFE0F changed", settingName(field2), from ?? "\u2013", to ?? "\u2013"]);
		if (plan.kind === "create") {
			const settings = rows.map(([, field2 = "", , to = ""]) => [field2, to]);
			return details("Settings of the new deployment", table2(["Setting", "Value"], settings));
		}
		return `#### What changed

${table2(["Change", "Setting", "Before", "After"], rows)}`;
	}
	var MOST_CHARACTERS = 1e3;
	function checksPart({ verification }) {
		if (verification === void 0) return "";
		const hasReasons = verification.results.some(({ why }) => why.length > 0);
		const rows = verification.results.map(({ name, result, tookMs, why }) => [`${CHECK_ICONS[result]} ${result}`, name, result === "skipped" ? "\u2013" : spellDuration(tookMs), ...hasReasons ? [why.join(" \xB7 ").slice(0, MOST_CHARACTERS)] : []]);
		return `#### Checks

${table2(["Result", "Check", "Took", ...hasReasons ? ["Why"] : []], rows)}`;
	}
	var MAX_EARLIER = 5;
	function earlierPart({ timeline, revision, earlier }) {
		const totalMs = timeline.at(-1)?.endMs ?? 0;
		const others = earlier.filter(({ id: id2 }) => id2 !== revision?.id).slice(0, MAX_EARLIER);
		if (others.length === 0 || timeline.length === 0) return "";
		const rows = others.map(({ id: id2, commit, tookMs }) => [commit?.slice(0, 7) ?? "\u2013", spellDuration(tookMs), difference(totalMs - tookMs), id2]);
		return details("Earlier revisions", table2(["Commit", "Took", "This one", "Revision"], rows));
	}
	function difference(ms) {
		if (Math.abs(ms) < 1e3) return "as long";
		return ms > 0 ? `${spellDuration(ms)} longer` : `${spellDuration(-ms)} shorter`;
	}
	async function report(host, outcome2, record, context) {
		const { policy, display, now, redact } = context;
		const severity = severityOf(outcome2.kind, policy);
		const shown = redactReport(outcome2, record, redact);
		await attempt(host, "outputs", () => setOutputs(host, (context.outputsOf ?? outputsOf)(outcome2, { ...record, gate: shown.record.gate }, now)));
		const help = troubleshootingLink(host.env, outcome2.reason);
		const annotation = display.annotations ? annotationOf(shown.outcome, severity, shown.record, help) : void 0;
		if (annotation !== void 0) host.annotate(annotation);
		else for (const line2 of outcome2.message.split("\n")) host.log(line2);
		const gateSummary = await reportGate(host, record, { ...context, severity });
		host.log(`Outcome: ${outcome2.kind} (${outcome2.reason})`);
		if (severity !== "fine") host.log(`What to do: ${helpLine(host, outcome2.reason)}`);
		if (record.deployment?.url !== void 0) host.log(`Agent: ${record.deployment.url}`);
		if (display.summary) {
			await attempt(host, "job summary", async () => {
				await host.addSummary(() => {
					const pullUrl = pullRequestLink(host.env, record.pullRequest);
					const serverUrl = host.env["GITHUB_SERVER_URL"];
					const workflowRun = readWorkflowRun(host.env);
					const context2 = { now, help, pullUrl, serverUrl, commitUrl: workflowRun.repository === "" ? void 0 : (sha) => commitUrl(workflowRun, sha), gate: gateSummary };
					return summaryOf(shown.outcome, severity, shown.record, context2);
				});
			});
		}
		record.stage = "reported";
		await attempt(host, "state", () => saveState(host, record));
		return exitCodeOf(outcome2.kind, policy);
	}
	async function reportGate(host, { gate }, { severity, display, redact }) {
		let summary;
		if (gate === void 0) return summary;
		await attempt(host, "report of the gate", async () => {
			const { renderAnnotations, renderSummary } = await Promise.all([__require.e(2483), __require.e(8704), __require.e(4034)]).then(__require.bind(__require, 18704));
			if (display.annotations && severity !== "fine") {
				for (const one of renderAnnotations(gate, redact, severity)) host.annotate(one);
			}
			if (display.summary) summary = renderSummary(gate, redact);
		});
		return summary;
	}
	function helpLine({ env, explainCommand }, reason) {
		const link = troubleshootingLink(env, reason);
		if (explainCommand === void 0) return link;
		const command = `${explainCommand} ${reason}`;
		return link.startsWith("http") ? `${command}, or ${link}` : command;
	}
	async function setOutputs(host, outputs) {
		const errors2 = [];
		for (const [name, value] of Object.entries(outputs)) {
			try {
				await host.setOutput(name, value);
			} catch (error) {
				errors2.push(error);
			}
		}
		if (errors2.length > 0) throw errors2[0];
	}
	async function attempt(host, what, work) {
		try {
			await work();
		} catch (error) {
			host.log(`The ${what} could not be written: ${(0, errors.gJ)(error)}`);
		}
	}
	var MAX_LINES = 10;
	var MAX_CHARACTERS2 = 4e3;
	function annotationOf(outcome2, severity, record, help) {
		if (severity === "fine") return void 0;
		const checks = record.verification ? failureLines(record.verification).slice(0, MAX_LINES) : [];
		const tail = logExcerpt(outcome2, record) ?? checks;
		const text3 = [outcome2.message, ...tail.length > 0 ? ["", ...tail] : []].join("\n");
		return { level: severity, title: `Agent Deploy: ${outcome2.kind} (${outcome2.reason})`, message: `${text3.length > MAX_CHARACTERS2 ? `${text3.slice(0, MAX_CHARACTERS2)}\u2026` : text3}

What to do: ${help}` };
	}
	function logExcerpt(outcome2, { logTail }) {
		const last = logTail?.lines.at(-1)?.replace(/^[A-Z]+: /, "");
		if (last !== void 0 && last !== "" && outcome2.message.includes(last)) return [];
		return logTail?.lines.slice(-MAX_LINES);
	}
	function redactReport(outcome2, record, hide) {
		const redact = (text3) => shorten(hide(text3), TEXT_MAX);
		const { deployment, revision, plan, timeline, logTail, swept, earlier, verification, gate } = record;
		const some2 = (text3) => text3 ? redact(text3) : text3;
		return { outcome: { ...outcome2, message: shorten(hide(outcome2.message), DISPLAY_MAX) }, record: { ...record, deployment: deployment && { id: redact(deployment.id), name: redact(deployment.name), url: some2(deployment.url) }, revision: revision && { ...revision, id: redact(revision.id), status: redact(revision.status), commit: some2(revision.commit) }, plan: plan && { ...plan, changes: plan.changes.map((change) => ({ ...change, from: some2(change.from), to: some2(change.to) })) }, timeline: timeline.map((span) => ({ ...span, status: redact(span.status) })), earlier: earlier.map((one) => ({ ...one, id: redact(one.id), commit: some2(one.commit) })), commitPreviews: record.commitPreviews.map((one) => ({ ...one, name: redact(one.name), url: some2(one.url) })), swept: swept?.map((one) => ({ ...one, name: redact(one.name), of: redact(one.of) })), head: record.head && { ...record.head, subject: redact(record.head.subject) }, agentUrl: some2(record.agentUrl), verification: verification && { revisionId: some2(verification.revisionId), results: verification.results.map((one) => ({ ...one, name: redact(one.name), why: one.why.map(redact) })) }, gate: gate && redactGate(gate, redact), logTail: logTail && { ...logTail, lines: hide(logTail.lines.join("\n")).split("\n").map((line2) => shorten(line2, TEXT_MAX)) } } };
	}
	function redactGate(gate, redact) {
		const { judgement, report: about } = gate;
		return { ...gate, cases: [], locations: /* @__PURE__ */ new Map(), judgement: { ...judgement, sentence: redact(judgement.sentence), reasons: judgement.reasons.map((reason) => "key" in reason ? { ...reason, key: redact(reason.key) } : reason), scores: judgement.scores.map((score) => ({ ...score, key: redact(score.key) })), cases: [] }, report: { ...about, compareUrl: about.compareUrl && redact(about.compareUrl) }, endedEarly: gate.endedEarly && redact(gate.endedEarly), history: void 0 };
	}
	function createLog(host) {
		let open = false;
		const close = () => {
			if (open) host.endGroup();
			open = false;
		};
		return { line: (text3) => host.log(text3), warn: (about, text3) => host.annotate({ level: "warning", title: `Agent Deploy: ${about}`, message: text3 }), group: async (title, work) => {
			close();
			host.startGroup(title);
			open = true;
			try {
				return await work();
			} finally {
				close();
			}
		}, close };
	}
	var HOOKS_LIMIT_MS = 2500;
	function createCancelHooks(limitMs = HOOKS_LIMIT_MS) {
		const works = /* @__PURE__ */ new Set();
		return { add: (work) => {
			works.add(work);
			return () => works.delete(work);
		}, async run() {
			if (works.size === 0) return;
			const stop = AbortSignal.timeout(limitMs);
			const all = () => Promise.allSettled(Array.from(works, (work) => work(stop)));
			await rejectOnAbort(stop, all).catch(() => void 0);
		} };
	}
	async function runVerb(context) {
		const { settings } = context;
		switch (settings.verb) {
			case "deploy":
			case "plan":
				return (await Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 43805))).deploy({ ...context, settings });
			case "preview":
				return (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 53073))).preview({ ...context, settings });
			case "shared-preview":
				return (await Promise.all([__require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(5788), __require.e(5802)]).then(__require.bind(__require, 15802))).sharedPreview({ ...context, settings });
			case "teardown":
				return (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 57422))).teardown({ ...context, settings });
			case "sweep":
				return (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 51681))).sweep({ ...context, settings });
			case "rebuild":
				return (await Promise.all([__require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1556)]).then(__require.bind(__require, 31556))).rebuild({ ...context, settings });
			case "rollback":
				return (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 81922))).rollback({ ...context, settings });
			case "lock":
				return (await Promise.all([__require.e(7339), __require.e(1777), __require.e(4886)]).then(__require.bind(__require, 74886))).lock({ ...context, settings });
			case "unlock":
				return (await Promise.all([__require.e(7339), __require.e(1777), __require.e(4886)]).then(__require.bind(__require, 74886))).unlock({ ...context, settings });
			case "wait":
				return (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 35744))).wait({ ...context, settings });
			case "status":
				return (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 35744))).status({ ...context, settings });
			case "verify":
				return (await Promise.all([__require.e(1169), __require.e(7339), __require.e(3724), __require.e(8300)]).then(__require.bind(__require, 42876))).verify({ ...context, settings });
		}
	}
	var DEPLOY_ACTION = { readInputs, toOutputs: outputsOf, needsRef: true, previewsForks: true };
	var VERIFY_ACTION = { readInputs: async (env) => (await Promise.all([__require.e(1169), __require.e(7339), __require.e(3724), __require.e(8300)]).then(__require.bind(__require, 68736))).readVerifyInputs(env), toOutputs: verifyOutputsOf, needsRef: false, previewsForks: false };
	async function runMain(dependencies) {
		const { definition, clock, signal, crash } = dependencies;
		const runner = redactRunner(dependencies.host);
		const { host, masker, redact } = runner;
		const { env } = host;
		const state = createRunState(dependencies, runner);
		const { record, log, cancelHooks } = state;
		return runAction(runner, { maskInputs: (event) => masker.maskInputs(env, event, dependencies.codeHost?.token), skipContext() {
			const raw = readRaw(env);
			return { ref: raw.ref !== void 0 || !definition.needsRef, apiKey: raw["api-key"] !== void 0, forkApproval: definition.previewsForks && acceptsForks(raw), isCommand: definition.needsRef && raw.action === "command" };
		}, readInputs: async (event) => readSeed2(await readChecks(await definition.readInputs(env, event), env), env), run: (inputs, event) => runInputs(dependencies, state, inputs, event), async cancelled() {
			log.close();
			const { interruptOnCancel } = await Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 85981));
			const { connection, onCancel } = state;
			const interrupted = interruptOnCancel(connection?.controlPlane, { onCancel }, record);
			const [end] = await Promise.all([interrupted, cancelHooks.run()]);
			if (record.throwAway === void 0) return end;
			const { cancelledRebuild } = await __require.e(3910).then(__require.bind(__require, 93910));
			return cancelledRebuild(record, record.throwAway);
		}, async failed(error) {
			log.close();
			const end = toOutcome(error);
			if (error instanceof ActionError) return end;
			const { withRemainingRevision } = await Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 85981));
			return withRemainingRevision(end, record);
		}, async close(end) {
			try {
				await state.reporter?.reportOutcome(end);
			} finally {
				await state.connection?.close();
			}
		}, report: (end, options) => report(host, end, record, { ...options, now: clock.now(), redact, outputsOf: (...args) => definition.toOutputs(...args) }) }, { signal, crash });
	}
	function createRunState({ clock }, runner) {
		const state = { runner, record: createRunRecord(clock.now()), log: createLog(runner.host), cancelHooks: createCancelHooks(), reporter: void 0, connection: void 0, onCancel: "leave", github: async () => state.connection?.github() };
		return state;
	}
	async function readHead({ readSubject, signal }, { commit, subject: ofEvent }) {
		if (commit === void 0) return void 0;
		const subject = ofEvent ?? await readSubject?.(commit, signal);
		return subject === void 0 ? void 0 : { commit, subject };
	}
	async function runInputs(dependencies, state, { settings, display }, event) {
		const { clock, signal, crash, resolveRef, packSource, loadMachine, findNeededVariables } = dependencies;
		const { record, log, cancelHooks } = state;
		const { host, masker, redactor, redact } = state.runner;
		const { env } = host;
		const logLine = (line2) => log.line(line2);
		masker.maskSettings(settings);
		logEndpoint(settings, logLine);
		state.onCancel = settings.onCancel;
		const [{ createReporter }, { gitHubAccess }, { redactingControlPlane }, head] = await Promise.all([Promise.all([__require.e(1777), __require.e(8360)]).then(__require.bind(__require, 84962)), Promise.all([__require.e(7875), __require.e(1777), __require.e(9168), __require.e(6326)]).then(__require.bind(__require, 37165)), Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 5783)), readHead(dependencies, event)]);
		record.head = head;
		const save = () => trySaveState(host, record);
		const reporter = createReporter({ host, env, settings, event, record, annotations: display.annotations, signal: AbortSignal.any([signal, crash]), limits: dependencies.githubLimits, now: () => clock.now(), redact, log: logLine, save, codeHost: dependencies.codeHost ?? gitHubAccess(settings.github.token, state.github) });
		state.reporter = reporter;
		let readDeadline;
		const connection = await dependencies.connect({ settings, env, clock, redact, log: logLine, readDeadline: () => readDeadline });
		state.connection = connection;
		const context = { settings, event, env, clock, signal, record, log, progress: host.progress, masker, redactor, resolveRef, packSource, loadMachine, findNeededVariables, github: state.github, controlPlane: redactingControlPlane(connection.controlPlane, masker, redact), probeStatus: connection.probeStatus, agentServer: connection.agentServer, agentData: connection.agentData, evaluationApi: async (baseUrl) => {
			const { redactingEvaluationApi } = await __require.e(390).then(__require.bind(__require, 10390));
			return redactingEvaluationApi(await connection.evaluationApi(baseUrl), masker);
		}, addCancelHook: cancelHooks.add, setReadDeadline: (at) => {
			readDeadline = at;
		}, checkpoint: () => {
			reporter.reportProgress();
			return save();
		} };
		if (settings.command === void 0) return runVerb(context);
		const { runCommand } = await __require.e(3683).then(__require.bind(__require, 13683));
		return runCommand(context, settings.command, runVerb);
	}
	async function readChecks(inputs, env) {
		if (!inputs.ok || !("verification" in inputs.settings)) return inputs;
		const { verification } = inputs.settings;
		if (verification?.checks.kind !== "file") return inputs;
		const { readCheckFile } = await Promise.all([__require.e(1169), __require.e(7339), __require.e(3724), __require.e(8300)]).then(__require.bind(__require, 72412));
		return readCheckFile(inputs, verification, env["GITHUB_WORKSPACE"]);
	}
	async function readSeed2(inputs, env) {
		if (!inputs.ok || inputs.settings.verb !== "preview" || inputs.settings.seed?.file === void 0) return inputs;
		const { readSeedInput } = await Promise.all([__require.e(666), __require.e(8872), __require.e(4608)]).then(__require.bind(__require, 88872));
		return readSeedInput(inputs, inputs.settings, env["GITHUB_WORKSPACE"]);
	}
	function logEndpoint(settings, log) {
		const { baseUrl, variable } = settings.endpoint;
		if (variable === void 0) return;
		log(`The environment variable ${variable} sets the control plane to ${baseUrl}, so the key is sent there. The inputs control-plane-url and region take precedence over this variable.`);
		const { checks, gate } = ("verification" in settings ? settings.verification : void 0) ?? {};
		if (checks?.kind !== "dataset" || gate?.tracingVariable === void 0) return;
		log(`The environment variable ${gate.tracingVariable} sets the API for datasets to ${gate.tracingUrl}, so the key is sent there. The setting tracing-url takes precedence over this variable.`);
	}
	async function trySaveState(host, record) {
		try {
			await saveState(host, record);
		} catch (error) {
			host.log(`The state for the post step could not be saved, so the post step may not report a killed run: ${(0, errors.gJ)(error)}`);
		}
	}
	function readProcessStat(pid) {
		try {
			return parseProcessStat((0, external_node_fs_.readFileSync)(`/proc/${pid}/stat`, "utf8"));
		} catch (error) {
			const code2 = (0, errors.CA)(error);
			if (code2 === "ENOENT" || code2 === "ESRCH") return void 0;
			throw error;
		}
	}
	function parseProcessStat(text3) {
		const afterName = text3.slice(text3.lastIndexOf(")") + 2).split(" ");
		return { state: afterName[0] ?? "", parent: Number(afterName[1]), processGroup: Number(afterName[2]), session: Number(afterName[3]), startTick: afterName[19] ?? "", environment: { start: Number(afterName[47] ?? 0), end: Number(afterName[48] ?? 0) } };
	}
	function isRunning(stat) {
		return stat !== void 0 && stat.state !== "Z" && stat.state !== "X";
	}
	function concealEnvironment() {
		if (external_node_process_.platform !== "linux") return "exposed";
		try {
			const { start, end } = readProcessStat("self")?.environment ?? { start: 0, end: 0 };
			if (!(start > 0 && end > start)) return "exposed";
			const memory = (0, external_node_fs_.openSync)("/proc/self/mem", "r+");
			try {
				moveVariables(external_node_process_.env);
				(0, external_node_fs_.writeSync)(memory, Buffer.alloc(end - start), 0, end - start, start);
			} finally {
				(0, external_node_fs_.closeSync)(memory);
			}
			const left = (0, external_node_fs_.readFileSync)("/proc/self/environ");
			return left.equals(Buffer.alloc(left.length)) ? "concealed" : "exposed";
		} catch {
			return "exposed";
		}
	}
	function moveVariables(env) {
		for (const [name, value] of Object.entries(env)) {
			Reflect.deleteProperty(env, name);
			env[name] = value;
		}
	}
	function noDebuggerFlags() {
		const flag = "--disable-sigusr1";
		return external_node_process_.allowedNodeEnvironmentFlags.has(flag) ? [flag] : [];
	}
	function isDebuggerOpen() {
		return (0, external_node_inspector_.url)() !== void 0;
	}
	var CLOCK = /* @__PURE__ */ Symbol.for("agent-deploy.clock");
	var REPORT_LIMIT_MS = 5e3;
	var DEBUGGER_OPEN = "A debugger is attached to this process, so every program on this machine can read the key; nothing was sent. Remove --inspect. If you did not set it, another program of this job sent SIGUSR1: find that program, and rotate the secrets of this step.";
	async function startPhase(run) {
		concealEnvironment();
		const cancel = new AbortController();
		for (const signal of ["SIGINT", "SIGTERM"]) {
			external_node_process_.on(signal, () => cancel.abort(new Error(`received ${signal}`)));
		}
		const crash = watchForCrash();
		const clock = preloadedClock() ?? realClock;
		let code2 = 1;
		try {
			code2 = await run({ clock, signal: cancel.signal, crash });
		} catch {
		}
		external_node_process_.exit(crash.aborted ? 1 : code2);
	}
	function watchForCrash() {
		const crash = new AbortController();
		if (isDebuggerOpen()) crash.abort(new ActionError("invalid-input", DEBUGGER_OPEN));
		external_node_process_.on("uncaughtException", (error) => {
			if (crash.signal.aborted) return;
			crash.abort(error);
			setTimeout(() => external_node_process_.exit(1), REPORT_LIMIT_MS).unref();
		});
		return crash.signal;
	}
	function preloadedClock() {
		const found = Reflect.get(globalThis, CLOCK);
		return isClock(found) ? found : void 0;
	}
	function isClock(value) {
		return typeof value === "object" && value !== null && typeof Reflect.get(value, "now") === "function" && typeof Reflect.get(value, "sleep") === "function";
	}
	var startDeploy = () => startMain(DEPLOY_ACTION);
	var startVerify = () => startMain(VERIFY_ACTION);
	var startPost = async () => (await __require.e(7272).then(__require.bind(__require, 7272))).startPost();
	var startSandbox = async () => (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 79799))).startSandbox();
	var startSandboxPost = async () => (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 79799))).startSandboxPost();
	var startEmulator = async () => (await Promise.all([__require.e(666), __require.e(7439), __require.e(3659), __require.e(9484), __require.e(334)]).then(__require.bind(__require, 52027))).startEmulator();
	var startEmulatorPost = async () => (await Promise.all([__require.e(666), __require.e(7439), __require.e(3659), __require.e(9484), __require.e(334)]).then(__require.bind(__require, 52027))).startEmulatorPost();
	async function startMain(definition) {
		await startPhase((given) => {
			const host = createRunnerHost(external_node_process_.env);
			return runMain({ ...given, definition, host, connect: async (options) => (await Promise.all([__require.e(5523), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(3805), __require.e(7098)]).then(__require.bind(__require, 82473))).connectHttp(options), resolveRef: async (...args) => (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 34689))).createResolveRef(external_node_process_.env, (line2) => host.log(line2))(...args), readSubject: async (...args) => (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 87479))).createReadSubject(external_node_process_.env)(...args), packSource: async (...args) => (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 99979))).createPackSource(external_node_process_.env)(...args), loadMachine: async () => (await Promise.all([__require.e(666), __require.e(2739), __require.e(2831), __require.e(4331), __require.e(2360), __require.e(9484), __require.e(3020)]).then(__require.bind(__require, 47630))).createRunnerMachine(), findNeededVariables: async (agent) => (await Promise.all([__require.e(666), __require.e(5523), __require.e(7439), __require.e(7339), __require.e(1777), __require.e(8297), __require.e(7422), __require.e(3805), __require.e(1653), __require.e(5788), __require.e(4795)]).then(__require.bind(__require, 538))).createFindNeededVariables(external_node_process_.env, given.signal)(agent) });
		});
	}
	var made;
	var later = () => made ??= { findCommand, parseCommand, parseEvent, readRunEvent, skipEvent, createRedactingHost, createRunnerHost, escapeCommands, readDesired, sameRepository, checkEnvironment, isSameAgentUrl, parseAgentUrl, parseTracingApiUrl, readEndpoint, tracingUrlOf, tracingVariable, count, duration, parseApiKey, parseBoolean, parseCommandEnv, parseCommentKey, parseCommit, parseCompareWith, parseCount, parseDeploymentName, parseDeploymentType, parseDuration, parseEmulatorFlags, parseEnvironment, parseFeedbackKey, parseFolder, parseForkApproval, parseHttpUrl, parseImageUri, parseLabel, parseLines, parseLockReason, parseName, parseNameTemplate, parseNamespace, parseNetworks, parsePath, parsePaths, parsePlanId, parsePreviewSeed, parseRef, parseRegion, parseRepoPath, parseRepoUrl, parseRollbackTo, parseSandboxPrefix, parseShell, parseTarget, parseTemplate, parseText, parseTimeLimit, parseToken, parseUuid, parseVersion, parseWord, unknownTypeWarning, word, NO_REPOSITORY, describeProblem, invalid, noBranchMessage, quote, valid, withoutKeys, acceptsForks, checkUnknownInputs, displayOf, loadCheckParser, loadGateParser, readAccess, readCaller, readDisplay, readInputs, readTarget, createInputReader, nearestInput, readRaw, unknownInputProblem, unknownInputs, EMULATOR_INPUTS, EMULATOR_INPUT_NAMES, GATE_FIELD_NAMES, GATE_OPTIONS, GATE_SWITCHES, INPUTS, INPUT_NAMES, SANDBOX_INPUTS, SANDBOX_INPUT_NAMES, STRATEGIES, VERIFY_INPUTS, VERIFY_INPUT_NAMES, variableOf, MARKERS, PREVIEW_MARKER, REBUILD_MARKER, SHARED_PREVIEW_MARKER, containerValues, findMissingValue, identifiersOf, parseSecretValue, parseSecrets, secretFragments, decodeLock, describeLock, encodeLock, isHeld, lockRefOf, DEPLOY_ACTION, VERIFY_ACTION, runMain, ActionError, DEFAULT_POLICY, REASONS, exitCodeOf, outcome, severityOf, toOutcome, describeArchive, displayPath, formatBytes, largestFiles, ANY, GlobError, NO_SLASH, exactly, findIncluded, isIncluded, matches, parseGlob, parsePathFilter, some, startPhase, runAction, DEPLOYMENT_FIELDS, FIELD_NAMES, mapFields, includesOrigin, makesRevision, isUnfinished, parsePublishedState, COMMENT_MAX, GATE_COMMENT_MAX, commentBody, commentMark, commitText, plainLine, subjectText, BAD, DOUBTFUL, GOING, GOOD, NEUTRAL, headlineOf, headlineOfStart, iconOf, isAboutGate, isAlarming, isSuccess, meaningOf, respondsAfter, spellDuration, stateText, withoutIds, CODE_HOST_TERMS, commitUrl, isRunUrl, pullRequestLink, readWorkflowRun, runUrl, troubleshootingLink, troubleshootingPage, SWEEP_REASONS, SWEEP_RESULTS, formatAge, planLines, planSummary, sharedLines, sharedResult, sweptLines, timeText, GATE_TEXTS, agentAddress, cell, code, details, fenced, inertLines, safeUrl, shorten: shorten2, table: table2, OUTPUTS, VERIFY_OUTPUTS, outputsOf, verifyOutputsOf, isPhase, phaseName, renderPhases, annotationOf, redactReport, report, messageText, shortSummary, whatToDo: whatToDo2, summaryOf, addStatus, closeTimeline, createRunRecord, formatDuration, recordRevision, subjectOf: subjectOf2, createSecretMasker, redactRunner, EMPTY_SEED, RESERVED_ROOTS, SEED_MARK, countsOf, describeCounts, describeItem, itemId, mergeSeeds, loadState, saveState, DISPLAY_MAX, TEXT_MAX, countOf, shorten2: shorten, shortenRedacted, createCancelHooks, createLog, VERBS, chooseVerb, runVerb, allPassed, countPassed, createValueRenderer, decisiveCheck, failureLines, failureOf, checkAgentUrl, checkBaseUrl, checkSignedUrl, checkUploadUrl, isLoopback, realClock, rejectOnAbort, wallClock, withDeadline, ApiError, BodyStreamError, ignoreApiError, isApiError, isNotServed, isThreadBusy, oneLine, reportsBusyThread, invalidProxies, networkEnvironment, networkSecrets, proxySecrets, proxySettings, MAX_SUMMARY_TEXT, boundedJson, metadataLine, metadataText, toLine, withoutTerminalCodes, LOCK_LIMITS, LOCK_VERSION, LockState, isVisibleLine, DIALECT_TABLE, REGION_HOSTS, canonicalSource, controlPlaneUrlOf, dialectOf, fromWire, isHosted, isSelfHosted, toWire, toWirePath, tracingUrlOfControlPlane, webUrlOf, withBothSpellings, FIELD_RULES, isImmutable, sourcesOf, triggersRevision, describeValidationError, describeValidationErrors, formatChoices, isSet, missingFieldError, validationError, ANSWER_JSON_LIMITS, JSON_LIMITS, JsonCounter, PROTO_KEY_MESSAGE, SETTINGS_JSON_LIMITS, endOfString, fieldOf, findJsonExcess, findProtoKey, isJsonObject, isNestedDeeper, listOf, objectOf, parseJson, pathStep, protoKeyError, textOf, AMOUNT_MAX, ATTACHMENTS_MAX, BULK_DELETE_MAX, CHANGES_MAX, COMMAND_TIMEOUT_DEFAULT_S, COMPARED_MAX, CPU_LIMIT_MAX, CPU_MAX, CPU_MIN, DATASETS_MAX, DATASET_TAGS_MAX, DOCUMENT_VERSION, ERRORS_MAX, EVALUATION_API_VERSION, EVALUATION_NAME_MAX, EXAMPLES_PER_DATASET_MAX, EXAMPLES_PER_REQUEST_MAX, FEEDBACK_KEYS_MAX, FEEDBACK_KEY_MAX, FEEDBACK_TOKEN_TTL_MS, HOSTED_REDIS_MEMORY_MIN, LIST_MAX, LOG_PAGE_DEFAULT, LOG_PAGE_MAX, MULTIPART_MAX_BYTES, MULTIPART_PARTS_MAX, NAME_MAX, PAGE_DEFAULT, PAGE_MAX, PODS_OF_PROD, PROJECTS_MAX, RUNS_PER_REQUEST_MAX, SELF_HOSTED_NAME_MAX, TARBALL_MAX_BYTES, VARIABLES_MAX, C_IDENTIFIER, DEPLOYMENT_NAME, DEPLOYMENT_NAME_RULE, DEPLOYMENT_TYPE, DEPLOYMENT_TYPES, DNS_LABEL, HOSTED_DEPLOYMENT_TYPES, PLAIN_DEPLOYMENT_NAME, SOURCES, UUID, isSameDeploymentType, isTagRef, isReservedName, SEED_LIMITS, SEED_MAX_BYTES, SEED_RECORD, CASE_VERDICTS, DEPLOYMENT_STATUSES, REVISION_STATUSES, SANDBOX_STATUSES, isBeingDeleted, isFinal, statusKind, concealEnvironment, isDebuggerOpen, noDebuggerFlags, isRunning, parseProcessStat, readProcessStat, writeFully, hideKeys, looksLikeKey, MASK, createRedactor, SHORTEST_MATCH, createTextMatcher };
}), 71774: ((__module, __exports, __require) => {
	__require.d(__exports, { EZ: () => $$shared0.EZ, _o: () => $$shared0._o, c3: () => $$shared0.c3, f$: () => $$shared0.f$, h_: () => $$shared0.h_ });
	var $$shared0 = __require(69259);
}), 73477: ((__module, __exports, __require) => {
	__require.d(__exports, { w$: () => datetime });
	var $$index0 = __require(41299);
	var $$schemas1 = __require(34410);
	function datetime(params) {
		return $$index0.G1($$schemas1.You, params);
	}
	function date(params) {
		return core._isoDate(ZodISODate, params);
	}
	function time(params) {
		return core._isoTime(ZodISOTime, params);
	}
	function duration(params) {
		return core._isoDuration(ZodISODuration, params);
	}
}) };
export {
	id,
	ids,
	modules
};
