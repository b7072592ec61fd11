const id = 7339;
const ids = [7339];
const modules = { 98591: ((__module, __exports, __require) => {
	__require.d(__exports, { EB: () => findListedDeployment, FB: () => findTarget, QO: () => isStale, _U: () => findByName, cA: () => readCurrent, dj: () => recordDeployment, kb: () => revisionPages, sM: () => rereadBeforeWrite, xx: () => findExisting });
	var $$answers5 = __require(57872);
	var $$errors0 = __require(65292);
	var $$statuses1 = __require(83889);
	var $$limits2 = __require(55403);
	var $$outcome3 = __require(96043);
	var $$current4 = __require(67418);
	async function findTarget(context, target) {
		if (target.by === "name") return findByName(context, target.name);
		const found = await getById(context, target.id);
		if ((0, $$statuses1.vx)(found.status)) {
			throw new $$outcome3.lZ("deployment-gone", `The deployment ${found.name} (${found.id}) is being deleted. Set deployment-id to another deployment, or set deployment-name to create one.`);
		}
		return found;
	}
	async function getById({ controlPlane, signal }, id2) {
		try {
			return await controlPlane.getDeployment(id2, signal);
		} catch (error) {
			if (!(0, $$errors0.d7)(error, 404)) throw error;
			throw new $$outcome3.lZ("deployment-not-found", `This key cannot see any deployment ${id2}. Check the ID and the workspace, or set deployment-name to create a deployment.`, { cause: error });
		}
	}
	async function findByName(context, name, upTo) {
		const found = await context.controlPlane.findDeployments(name, context.signal, upTo);
		if (found.length > 1) {
			const ids2 = found.map(({ id: id2 }) => id2).join(", ");
			throw new $$outcome3.lZ("ambiguous-name", `${found.length} deployments have the name ${name}: ${ids2}. Set deployment-id instead of the name.`);
		}
		return found[0];
	}
	async function findListedDeployment(context, { id: id2, name }) {
		return (await context.controlPlane.findDeployments(name, context.signal, id2)).find((item) => item.id === id2);
	}
	async function rereadBeforeWrite({ controlPlane, signal }, { id: id2, name }) {
		const now = await controlPlane.getDeployment(id2, signal);
		if (now.name === name) return now;
		throw new $$outcome3.lZ("contradictory-answers", `One response shows ${id2} as the deployment ${name}, and another as ${now.name}, so nothing was sent. Check the service, and run the workflow again.`);
	}
	function isStale(now, { latestRevisionId, activeRevisionId }) {
		const { latest_revision_id: latest, active_revision_id: active } = now;
		return (latest ?? void 0) !== latestRevisionId || (active ?? void 0) !== activeRevisionId;
	}
	const ROUNDS = 3;
	async function readCurrent({ controlPlane, signal }, found) {
		const list = () => controlPlane.listRevisions(found.id, { limit: $$limits2.oX }, signal);
		let deployment = found;
		let revisions = await list();
		for (let round = 1; round < ROUNDS && isTorn(deployment, revisions); round += 1) {
			deployment = await controlPlane.getDeployment(found.id, signal);
			const latest = deployment.latest_revision_id;
			if (latest && !revisions.some(({ id: id2 }) => id2 === latest)) revisions = await list();
		}
		const active = deployment.active_revision_id;
		if (active && !revisions.some(({ id: id2 }) => id2 === active)) {
			try {
				revisions.push(await controlPlane.getRevision(deployment.id, active, signal));
			} catch (error) {
				if (!(0, $$errors0.d7)(error, 404)) throw error;
			}
		}
		return (0, $$current4.le)(deployment, revisions);
	}
	function isTorn(deployment, [newest]) {
		if (newest === void 0) return false;
		const { latest_revision_id: latest, active_revision_id: active } = deployment;
		if (latest && latest !== newest.id) return true;
		return (0, $$statuses1.BE)(newest.status) === "deployed" && newest.id !== active;
	}
	function revisionPages({ controlPlane, signal }, deploymentId) {
		const refuse = (what) => new $$errors0.hD({ kind: "malformed", method: "GET", path: `/v2/deployments/${deploymentId}/revisions`, what: `the service returned ${what}`, hint: "Check that the URL is the address of the control plane, and check its version.", attempts: 1 });
		return (0, $$answers5.s$)(async (offset) => ({ items: await controlPlane.listRevisions(deploymentId, { limit: $$limits2.ZX, offset }, signal), refuse }), ({ id: id2 }) => id2);
	}
	async function findExisting(context) {
		const { settings, record } = context;
		const { target } = settings;
		const deployment = await findTarget(context, target);
		if (deployment === void 0) {
			throw new $$outcome3.lZ("deployment-not-found", `This key cannot see any deployment ${target.by === "name" ? target.name : target.id}. Check deployment-name and workspace-id.`);
		}
		recordDeployment(context, deployment);
		const current = await readCurrent(context, deployment);
		record.previousRevisionId = current.activeRevisionId;
		return { deployment, actual: current };
	}
	function recordDeployment({ record }, deployment) {
		const { id: id2, name } = deployment;
		record.deployment = { id: id2, name, url: (0, $$current4.rs)(deployment) ?? record.deployment?.url };
	}
}), 96043: ((__module, __exports, __require) => {
	__require.d(__exports, { FO: () => $$later0.FOh, KA: () => $$later0.KAS, bu: () => $$later0.buT, lZ: () => $$later0.lZh, xJ: () => $$later0.xJ9, zj: () => $$later0.zj$ });
	var $$later0 = __require(72786);
}), 67418: ((__module, __exports, __require) => {
	__require.d(__exports, { N_: () => toSecretView, aI: () => toRevisionView, le: () => toCurrent, rs: () => urlOf });
	var $$safety0 = __require(6760);
	var $$dialect1 = __require(26625);
	var $$spec2 = __require(34366);
	var $$source3 = __require(20690);
	var $$fields4 = __require(31668);
	var $$value5 = __require(30171);
	function toCurrent(deployment, revisions) {
		const config = deployment.source_config ?? {};
		const revisionConfig = deployment.source_revision_config ?? {};
		const views = revisions.map(toRevisionView);
		const find = (id2) => views.find((view) => view.id === id2);
		return { id: deployment.id, name: deployment.name, url: urlOf(deployment), status: deployment.status, latestRevisionId: deployment.latest_revision_id ?? void 0, activeRevisionId: deployment.active_revision_id ?? void 0, source: deployment.source ? (0, $$dialect1.UV)(deployment.source) : void 0, ...(0, $$fields4.YP)(({ path, kind }) => READERS[kind](valueAt(deployment, path))), secrets: deployment.secrets?.map(toSecretView), ref: branch(revisionConfig["repo_ref"]), imageUri: text(revisionConfig["image_uri"]), tarballPath: text(revisionConfig["source_tarball_path"]), unset: /* @__PURE__ */ new Set([...nullsOf(deployment), ...nullsOf(config, "source_config."), ...nullsOf(revisionConfig, "source_revision_config.")]), revisions: views, active: find(deployment.active_revision_id), latest: find(deployment.latest_revision_id) ?? views[0] };
	}
	const READERS = { text, id: (value) => text(value)?.toLowerCase(), flag: (value) => typeof value === "boolean" ? value : void 0, "resource-spec": (value) => $$spec2.yd.safeParse(value).data, "secret-references": (value) => $$source3.Us.array().safeParse(value).data };
	function valueAt(body, path) {
		return path.split(".").reduce((holder, key) => (0, $$safety0.OW)(holder) ? holder[key] : void 0, body);
	}
	function toRevisionView(revision) {
		const config = revision.source_revision_config ?? {};
		return { id: revision.id, status: revision.status, statusMessage: text(revision.status_message), ref: branch(config.repo_ref), commit: text(config.repo_commit_sha)?.toLowerCase(), graphConfigPath: text(config.graph_config_path), imageUri: text(config.image_uri), imageDigest: text(config.image_digests?.[config.image_uri ?? ""]), tarballPath: text(config.source_tarball_path), createdAt: time(revision.created_at), updatedAt: time(revision.updated_at) };
	}
	function urlOf(deployment) {
		return text(deployment.url) ?? text(deployment.source_config?.custom_url);
	}
	function nullsOf(fields, prefix = "") {
		return Object.entries(fields).flatMap(([key, value]) => value === null ? [prefix + key] : []);
	}
	function text(value) {
		return typeof value === "string" && value !== "" ? value : void 0;
	}
	function toSecretView({ name, value }) {
		if (value === null || value === void 0) return { name, value: void 0 };
		return (0, $$value5.s4)(value) ? { name, value: void 0, placeholder: value } : { name, value };
	}
	function branch(value) {
		return text(value)?.replace(/^refs\/heads\//, "");
	}
	function time(value) {
		const parsed = Date.parse(value ?? "");
		return Number.isNaN(parsed) ? void 0 : parsed;
	}
}), 31668: ((__module, __exports, __require) => {
	__require.d(__exports, { YP: () => $$later0.YPr, Yr: () => $$later0.YrS, wm: () => $$later0.wmI });
	var $$later0 = __require(72786);
}), 30171: ((__module, __exports, __require) => {
	__require.d(__exports, { OU: () => looksOpaque, RZ: () => isPossiblePlaceholder, s4: () => isRedactedValue });
	const REDACTED_FORMS = [{ form: "one repeated character that is not a letter or digit", holds: isRow }, { form: "three or more asterisks or bullets", holds: (value) => THREE_MARKS.test(value) }, { form: "four or more letters x of the same case in a row", holds: (value) => /x{4}|X{4}/.test(value) }, { form: "an ellipsis, in a value without a space", holds: isElided }, { form: "a word for hidden values, with or without a suffix", holds: isHiddenWord }, { form: "such a word in brackets or between symbols", holds: isHiddenWordBetweenSigns }, { form: "a hash with the name of its algorithm", holds: (value) => DIGEST.test(value) }];
	function isRedactedValue(value) {
		const text = value.trim();
		return text !== "" && REDACTED_FORMS.some(({ holds }) => holds(text));
	}
	function isPossiblePlaceholder(shown, { name, value }) {
		if (isRedactedValue(shown) || shown === name || ONE_WORD.test(shown)) return true;
		const [begin = "", end = begin] = shown.split("..");
		const part = shown.length <= 12 && value.length >= 2 * Math.max(begin.length, end.length, 4);
		if (part && [begin, end].every((one) => one.length <= 6)) {
			if (begin === end ? value.startsWith(shown) || value.endsWith(shown) : value.startsWith(begin) && value.endsWith(end)) return true;
		}
		return shown.length >= 8 && Buffer.from(value).toString("base64").startsWith(shown);
	}
	function looksOpaque(text) {
		if (/^[\da-f]{8,}$/i.test(text)) return true;
		return /^[\w+/=:.-]{16,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);
	}
	const ALONE = "redacted|masked|hidden|obfuscated|concealed|censored|scrubbed|sanitized|sanitised|withheld|encrypted|suppressed|undisclosed";
	const BETWEEN = "secret|private|protected|sensitive|confidential|filtered|omitted|removed|set|unset|present|exists|value|unchanged|unknown|not shown|not available|characters|chars|bytes|null|nil|none|undefined|object";
	const HIDDEN_WORD = new RegExp(String.raw`^((${ALONE})([\s:(\[].*)?|redacted[_.-].*)$`, "is");
	const ANY_WORD = new RegExp(String.raw`(^|[^a-z])(${ALONE}|${BETWEEN})([^a-z]|$)`, "i");
	const ONE_WORD = new RegExp(`^(${BETWEEN})$`, "i");
	const DIGEST = /^(sha-?(1|224|256|384|512)|md5|hash|digest|fingerprint)[:=-][\da-f]{8,}/i;
	const THREE_MARKS = new RegExp("[*\u2022\u25CF\u2219\xB7\u25CB\u25E6\u25AA\u25A0\u2588]{3}", "u");
	const LONE_MARK = new RegExp("[*\u2022\u25CF\u2219\u25CB\u25E6\u25AA\u25A0\u2588\u2026]", "u");
	const PLAIN = /^[\w .:#-]{1,60}$/;
	function isRow(value) {
		const first = String.fromCodePoint(value.codePointAt(0) ?? 0);
		if (/[\p{L}\p{N}\s]/u.test(first)) return false;
		const signs = Array.from(value);
		return signs.every((sign) => sign === first) && (signs.length >= 3 || LONE_MARK.test(first));
	}
	function isElided(value) {
		return (value.includes("...") || value.includes("\u2026")) && !/\s/.test(value);
	}
	function isHiddenWord(value) {
		return HIDDEN_WORD.test(value);
	}
	function isHiddenWordBetweenSigns(value) {
		const rest = value.replace(/^[^\p{L}\p{N}\s/]+/u, "");
		const inner = rest.replace(/(?<![^\p{L}\p{N}\s/])[^\p{L}\p{N}\s/]+$/u, "");
		if (rest === value || inner === rest) return false;
		return PLAIN.test(inner.trim()) && ANY_WORD.test(inner.trim().replaceAll("_", " "));
	}
}), 57872: ((__module, __exports, __require) => {
	__require.d(__exports, { L7: () => createNameRegistry, Wp: () => parseAnswer, ZQ: () => assertSame, s$: () => readAllPages });
	var $$core0 = __require(77232);
	const MAX_PAGES = 1e3;
	const PASSES = 3;
	async function* readAllPages(fetchPage, idOf, enough = () => false) {
		const yielded = /* @__PURE__ */ new Set();
		for (let pass = 1, pages = 0; ; ) {
			const before = yielded.size;
			const seen = /* @__PURE__ */ new Set();
			for (let isMore = true; isMore; ) {
				const offset = seen.size;
				const { items, refuse } = await fetchPage(offset);
				if (items.length === 0) return;
				for (const item of items) seen.add(idOf(item));
				isMore = seen.size > offset;
				const fresh = items.filter((item) => !yielded.has(idOf(item)));
				for (const item of fresh) yielded.add(idOf(item));
				if (fresh.length > 0) yield fresh;
				if (!isMore && enough()) return;
				if (!isMore && pass >= PASSES && yielded.size === before) {
					throw refuse(`a list whose page at offset ${offset} repeats earlier items, so the list may be incomplete`);
				}
				pages += 1;
				if (pages >= MAX_PAGES) {
					throw refuse(`a list that has not ended after ${MAX_PAGES} pages, so the list may be incomplete`);
				}
			}
			if (pass === 1 || yielded.size === before) pass += 1;
		}
	}
	function assertSame(answer, ...identities) {
		for (const { what, exact, requested: asked, answered } of identities) {
			if (!asked || !answered || asked === answered) continue;
			if (exact !== true && asked.toLowerCase() === answered.toLowerCase()) continue;
			throw answer.unusable(`${answer.status} with another ${what} than requested`);
		}
	}
	function createNameRegistry(what) {
		const names = /* @__PURE__ */ new Map();
		return (answer, { id: id2, name }) => {
			if (!id2) return;
			const known = names.get(id2.toLowerCase());
			if (known !== void 0 && known !== name) {
				throw answer.unusable(`${answer.status} with another name for a ${what} than in an earlier response`);
			}
			names.set(id2.toLowerCase(), name);
		};
	}
	function parseAnswer(schema, answer) {
		const parsed = schema.safeParse(answer.json);
		if (parsed.success) return parsed.data;
		const issue = parsed.error.issues[0];
		const where = issue && issue.path.length > 0 ? `at ${(0, $$core0.sR)(issue.path)}` : "as a whole";
		throw answer.unusable(`${answer.status} with an unexpected body (${where})`);
	}
}), 75065: ((__module, __exports, __require) => {
	__require.d(__exports, { NE: () => $$later0.NEx, dQ: () => $$later0.dQS, dX: () => $$later0.dXv });
	var $$later0 = __require(72786);
}), 65292: ((__module, __exports, __require) => {
	__require.d(__exports, { No: () => $$later0.NoQ, P3: () => $$later0.P3, PX: () => $$later0.PXe, TN: () => $$later0.TNj, d7: () => $$later0.d7x, hD: () => $$later0.hDB, hh: () => $$later0.hhp, i_: () => $$later0.i_I });
	var $$later0 = __require(72786);
}), 4338: ((__module, __exports, __require) => {
	__require.d(__exports, { m: () => parseRetryAfter });
	const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
	const SHORT_DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
	const LONG_DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
	const MONTH = `(?<month>${MONTHS.join("|")})`;
	const TIME = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})";
	const DATE_FORMS = [`^${SHORT_DAY}, (?<day>[0-9]{2}) ${MONTH} (?<year>[0-9]{4}) ${TIME} GMT$`, `^${LONG_DAY}, (?<day>[0-9]{2})-${MONTH}-(?<year>[0-9]{2}) ${TIME} GMT$`, `^${SHORT_DAY} ${MONTH} (?<day>[0-9]{2}| [0-9]) ${TIME} (?<year>[0-9]{4})$`].map((form) => new RegExp(form));
	function parseRetryAfter(text, now) {
		const value = text.trim();
		if (/^[0-9]{1,10}$/.test(value)) return Number(value) * 1e3;
		const at = parseHttpDate(value, now);
		return at === void 0 ? void 0 : Math.max(0, at - now);
	}
	function parseHttpDate(text, now) {
		for (const form of DATE_FORMS) {
			const part = form.exec(text)?.groups;
			if (!part) continue;
			const month = MONTHS.indexOf(part["month"] ?? "");
			const read = (name) => Number(part[name]);
			const [day, hour, minute, second] = [read("day"), read("hour"), read("minute"), read("second")];
			const year = fullYear(part["year"] ?? "", now);
			const at = Date.UTC(year, month, day, hour, minute, second);
			const back = new Date(at);
			const exists = back.getUTCDate() === day && back.getUTCHours() === hour && minute < 60 && second < 60;
			return exists ? at : void 0;
		}
		return void 0;
	}
	function fullYear(digits, now) {
		if (digits.length === 4) return Number(digits);
		const thisYear = new Date(now).getUTCFullYear();
		const year = thisYear - thisYear % 100 + Number(digits);
		return year > thisYear + 50 ? year - 100 : year;
	}
}), 85933: ((__module, __exports, __require) => {
	__require.d(__exports, { L5: () => retry, hH: () => BACKOFF, iM: () => isCertificateFault, jo: () => backoffMs, tE: () => decideRetry });
	var $$after0 = __require(4338);
	const UNREACHED_ATTEMPTS = 5;
	const LAST_ATTEMPT_MS = 1e3;
	function decideRetry(at) {
		const { result, repeatable } = at;
		if (result.kind === "answer" && result.answer.status < 400) return { kind: "done" };
		if (!mayRepeat(at)) return { kind: "give-up" };
		const asked = result.kind === "answer" && result.answer.retryAfter !== void 0 ? (0, $$after0.m)(result.answer.retryAfter, at.now) : void 0;
		if (!repeatable && result.kind === "answer" && asked === void 0) return { kind: "give-up" };
		const delayMs = asked || backoffMs(at.attempt, at.random, at.backoff);
		const remaining = at.deadlineAt - at.now;
		if (delayMs + LAST_ATTEMPT_MS <= remaining) return { kind: "retry", delayMs };
		if (!repeatable || remaining <= LAST_ATTEMPT_MS) return { kind: "give-up" };
		return { kind: "retry", delayMs: remaining - LAST_ATTEMPT_MS };
	}
	function mayRepeat({ result, repeatable, attempt, reached }) {
		switch (result.kind) {
			case "answer":
				return repeatable ? repeatableStatus(result.answer.status) : result.answer.status === 429 || result.answer.status === 503;
			case "broken":
				if (isCertificateFault(result.code)) return false;
				return result.sent ? repeatable : reached || attempt < UNREACHED_ATTEMPTS;
			case "timeout":
				return result.sent ? repeatable : reached || attempt < UNREACHED_ATTEMPTS;
			case "too-large":
				return false;
		}
	}
	function repeatableStatus(status) {
		return status === 408 || status === 425 || status === 429 || status >= 500 && status !== 501 && status !== 505;
	}
	function isCertificateFault(code) {
		return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|ERR_SSL|UND_ERR_PRX_TLS/.test(code);
	}
	const BACKOFF = { request: { baseMs: 500, capMs: 2e4 }, run: { baseMs: 500, capMs: 5e3 }, restart: { baseMs: 250, capMs: 3e4 }, proxyRestart: { baseMs: 50, capMs: 5e3 }, typeParser: { baseMs: 6e4, capMs: 36e5 }, controlPlane: { baseMs: 500, capMs: 15e3 }, cluster: { baseMs: 2e3, capMs: 5e3 }, clusterStream: { baseMs: 1e3, capMs: 3e4 }, conflict: { baseMs: 2, capMs: 100, randomShare: 1 }, migration: { baseMs: 500, capMs: 5e3 }, comment: { baseMs: 3e3, capMs: 5e3, randomShare: 0.4 }, storage: { baseMs: 500, capMs: 500 }, database: { baseMs: 1e3, capMs: 5e3, randomShare: 0.8 }, recovery: { baseMs: 1e3, capMs: 1e3 } };
	function doublingMs(attempt, { baseMs, capMs }) {
		return Math.min(capMs, baseMs * 2 ** Math.min(Math.max(attempt, 1) - 1, 30));
	}
	function backoffMs(attempt, random, options) {
		const { randomShare = 0.5 } = options;
		return Math.round(doublingMs(attempt, options) * (1 - randomShare + randomShare * random()));
	}
	async function retry(work, { delayAfter, sleep }) {
		for (let attempt = 1; ; attempt += 1) {
			try {
				return await work(attempt);
			} catch (error) {
				const delayMs = await delayAfter(error, attempt);
				if (delayMs === void 0) throw error;
				await sleep(delayMs);
			}
		}
	}
}), 26625: ((__module, __exports, __require) => {
	__require.d(__exports, { BW: () => $$later0.BW5, EC: () => $$later0.ECQ, OZ: () => $$later0.OZb, UV: () => $$later0.UV8, _U: () => $$later0._Um, kn: () => $$later0.kn4, n6: () => $$later0.n6m });
	var $$later0 = __require(72786);
}), 9081: ((__module, __exports, __require) => {
	__require.d(__exports, { If: () => $$later0.IfP, cJ: () => $$later0.cJR, gc: () => $$later0.gcK, pS: () => $$later0.pSg, rm: () => $$later0.rme, vM: () => $$later0.vMM });
	var $$later0 = __require(72786);
}), 6760: ((__module, __exports, __require) => {
	__require.d(__exports, { Di: () => $$later0.Di0, Ff: () => $$later0.FfZ, Hd: () => $$later0.Hd3, OW: () => $$later0.OWp, Xy: () => $$later0.XyI, _F: () => $$later0._Fh, ap: () => $$later0.apP, of: () => $$later0.ofp, p$: () => $$later0.p$Q, qF: () => $$later0.qFJ, td: () => $$later0.tdh });
	var $$later0 = __require(72786);
}), 55403: ((__module, __exports, __require) => {
	__require.d(__exports, { GE: () => $$later0.GEc, IH: () => $$later0.IHi, Mb: () => $$later0.Mbx, R3: () => $$later0.R3t, Sj: () => $$later0.Sj1, Uj: () => $$later0.UjU, VU: () => $$later0.VUB, Wt: () => $$later0.Wt7, ZX: () => $$later0.ZX3, bi: () => $$later0.bic, co: () => $$later0.coM, eq: () => $$later0.eqB, eu: () => $$later0.euP, fo: () => $$later0.foU, jg: () => $$later0.jgr, lC: () => $$later0.lCv, n_: () => $$later0.n_U, oX: () => $$later0.oXz, st: () => $$later0.sto, uL: () => $$later0.uLz, wB: () => $$later0.wBP, wv: () => $$later0.wv2, yK: () => $$later0.yKb });
	var $$later0 = __require(72786);
}), 52652: ((__module, __exports, __require) => {
	__require.d(__exports, { HR: () => $$later0.HRD, Hl: () => $$later0.HlC, M9: () => $$later0.M9M, _o: () => $$later0._oi, cr: () => $$later0.crk, kN: () => $$later0.kNr, lD: () => $$later0.lDC, me: () => $$later0.meu, r8: () => $$later0.r8q, u1: () => $$later0.u1K });
	var $$later0 = __require(72786);
}), 3917: ((__module, __exports, __require) => {
	__require.d(__exports, { KQ: () => dateTime, Qq: () => text, UG: () => dnsLabel, VM: () => cIdentifier, Xm: () => maxItems, al: () => nonEmptyText, lq: () => optional, o$: () => jsonObject, uR: () => uuid });
	var $$zod1 = __require(34410);
	var $$zod2 = __require(73477);
	var $$patterns0 = __require(52652);
	const uuid = $$zod1.OsD();
	const dateTime = $$zod2.w$({ offset: true });
	const dnsLabel = $$zod1.YjP().regex($$patterns0.HR, "must be a DNS label: 1 to 63 lowercase letters, digits or dashes, with no dash at either end");
	const cIdentifier = $$zod1.YjP().regex($$patterns0.M9, "must be a C identifier: letters, digits and underscores, not starting with a digit");
	const jsonObject = $$zod1.g1P($$zod1.YjP(), $$zod1.L5J());
	const text = $$zod1.YjP().refine((value) => !value.includes("\0") && value.isWellFormed(), "must not contain NUL or an unpaired surrogate");
	const nonEmptyText = text.min(1);
	const maxItems = (max, list) => $$zod1.vkY((value, context) => {
		if (Array.isArray(value) && value.length > max) {
			context.issues.push({ code: "too_big", origin: "array", maximum: max, inclusive: true, input: value });
		}
		return value;
	}, list.max(max));
	const OkResponse = $$zod1._H3({ ok: $$zod1.zMY() });
	const optional = (schema) => schema.nullish();
	const CHECKED_TOGETHER = 100;
	const failFastList = (item, maxLength) => {
		const some = z.array(item);
		return z.array(z.unknown()).transform((items, context) => {
			if (items.length > maxLength) {
				context.addIssue(`a list of ${items.length} items, more than the limit of ${maxLength}`);
				return z.NEVER;
			}
			const parsed = [];
			for (let at = 0; at < items.length; at += CHECKED_TOGETHER) {
				const result = some.safeParse(items.slice(at, at + CHECKED_TOGETHER));
				if (!result.success) {
					for (const { path, message } of result.error.issues) {
						const [index, ...inside] = path;
						context.addIssue({ code: "custom", message, path: [at + Number(index), ...inside] });
					}
					return z.NEVER;
				}
				for (const one of result.data) parsed.push(one);
			}
			return parsed;
		});
	};
}), 34366: ((__module, __exports, __require) => {
	__require.d(__exports, { yd: () => ResourceSpec, LH: () => deriveResourceSpec });
	var schemas = __require(34410);
	var findings = __require(9081);
	var limits = __require(55403);
	var primitives = __require(3917);
	;
	const LocalObjectReference = schemas.Ikc({ name: primitives.al });
	const volumeSources = { configMap: (0, primitives.lq)(primitives.o$), secret: (0, primitives.lq)(primitives.o$), emptyDir: (0, primitives.lq)(primitives.o$), persistentVolumeClaim: (0, primitives.lq)(primitives.o$), nfs: (0, primitives.lq)(primitives.o$), projected: (0, primitives.lq)(primitives.o$), downwardAPI: (0, primitives.lq)(primitives.o$), csi: (0, primitives.lq)(primitives.o$) };
	const Volume = schemas.Ikc({ name: primitives.UG, ...volumeSources }).refine(({ name: _, ...sources }) => Object.values(sources).filter(findings.vM).length <= 1, "must have at most one source");
	const VolumeMount = schemas.Ikc({ name: primitives.al, mountPath: primitives.al, subPath: (0, primitives.lq)(primitives.Qq), mountPropagation: (0, primitives.lq)(primitives.Qq), readOnly: (0, primitives.lq)(schemas.zMY()), subPathExpr: (0, primitives.lq)(primitives.Qq) });
	const EnvVar = schemas.Ikc({ name: primitives.VM, value: (0, primitives.lq)(primitives.Qq).transform((value) => value ?? ""), valueFrom: (0, primitives.lq)(primitives.o$) }).refine((env) => !(env.value && env.valueFrom), { path: ["valueFrom"], message: "cannot be used when value is non-empty" });
	const ResourceRequirements = schemas.Ikc({ limits: (0, primitives.lq)(schemas.g1P(schemas.YjP(), primitives.Qq)), requests: (0, primitives.lq)(schemas.g1P(schemas.YjP(), primitives.Qq)) });
	const Container = schemas.Ikc({ name: primitives.UG, image: primitives.al, imagePullPolicy: (0, primitives.lq)(schemas.k5n(["Always", "Never", "IfNotPresent"])), command: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(primitives.Qq))), args: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(primitives.Qq))), workingDir: (0, primitives.lq)(primitives.Qq), env: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(EnvVar))), envFrom: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(primitives.o$))), resources: (0, primitives.lq)(ResourceRequirements), volumeMounts: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(VolumeMount))), securityContext: (0, primitives.lq)(primitives.o$), restartPolicy: (0, primitives.lq)(schemas.k5n(["Always", "OnFailure"])) });
	function podProblems(pod) {
		return [...volumeProblems(pod), ...containerProblems(pod)];
	}
	function volumeProblems(pod) {
		const volumes = pod.volumes ?? [];
		const names = new Set(volumes.map(({ name }) => name));
		const mounts = (list, path) => (list ?? []).flatMap(({ name }, index) => names.has(name) ? [] : [{ path: [...path, index, "name"], message: "must match the name of a volume" }]);
		return [...repeated(volumes.map(({ name }, index) => [name, ["volumes", index, "name"]])), ...mounts(pod.volume_mounts, ["volume_mounts"]), ...CONTAINER_LISTS.flatMap((list) => (pod[list] ?? []).flatMap(({ volumeMounts }, index) => mounts(volumeMounts, [list, index, "volumeMounts"])))];
	}
	const CONTAINER_LISTS = ["init_containers", "sidecars"];
	function containerProblems(pod) {
		const names = CONTAINER_LISTS.flatMap((list) => (pod[list] ?? []).map(({ name }, index) => [name, [list, index, "name"]]));
		const restarted = (pod.init_containers ?? []).flatMap(({ restartPolicy }, index) => (0, findings.vM)(restartPolicy) ? [{ path: ["init_containers", index, "restartPolicy"], message: "applies only to sidecars: an init container runs to completion" }] : []);
		return [...repeated(names), ...restarted];
	}
	function repeated(named) {
		const seen = /* @__PURE__ */ new Set();
		return named.flatMap(([name, path]) => {
			if (seen.has(name)) return [{ path, message: "must be unique within the pod" }];
			seen.add(name);
			return [];
		});
	}
	;
	const bounded = (max) => (0, primitives.lq)(schemas.aig().min(limits.Wt).max(max).transform(roundCpu));
	const cores = (max = limits.Mb) => (0, primitives.lq)(schemas.aig().min(0).max(max).transform(roundCpu));
	const whole = (max = limits.Mb) => (0, primitives.lq)(schemas.Whr().min(0).max(max));
	const coresLimit = () => cores(2 * limits.Mb);
	const wholeLimit = () => whole(2 * limits.Mb);
	const UNUSED = { orchestrator_cpu: cores(), orchestrator_cpu_limit: coresLimit(), orchestrator_memory_mb: whole(), orchestrator_memory_limit_mb: wholeLimit(), orchestrator_min_scale: whole(), orchestrator_max_scale: whole(), executor_cpu: cores(), executor_cpu_limit: coresLimit(), executor_memory_mb: whole(), executor_memory_limit_mb: wholeLimit() };
	const DEPRECATED_SCHEMAS = new Set(Object.values(UNUSED));
	const Fields = schemas.Ikc({ min_scale: whole(), max_scale: whole(), cpu: bounded(limits.eu), cpu_limit: bounded(limits.st), memory_mb: whole(), memory_limit_mb: wholeLimit(), queue_min_scale: whole(), queue_max_scale: whole(), queue_cpu: bounded(limits.eu), queue_cpu_limit: bounded(limits.st), queue_memory_mb: whole(), queue_memory_limit_mb: wholeLimit(), redis_cpu: bounded(limits.eu), redis_cpu_limit: bounded(limits.st), redis_memory_mb: whole(), redis_memory_limit_mb: wholeLimit(), db_cpu: cores(), db_cpu_limit: coresLimit(), db_memory_mb: whole(), db_memory_limit_mb: wholeLimit(), db_storage_gi: whole(), db_max_connections: whole(), labels: (0, primitives.lq)(schemas.g1P(schemas.YjP(), primitives.Qq)), annotations: (0, primitives.lq)(schemas.g1P(schemas.YjP(), primitives.Qq)), service_account_name: (0, primitives.lq)(primitives.al), image_pull_secrets: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(LocalObjectReference))), volumes: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(Volume))), volume_mounts: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(VolumeMount))), init_containers: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(Container))), sidecars: (0, primitives.lq)((0, primitives.Xm)(limits.Uj, schemas.YOg(Container))), ...UNUSED });
	const ResourceSpec = Fields.check(({ value, issues }) => {
		const bounds = issues.length === 0 ? boundProblems(value) : [];
		for (const { path, message } of [...podProblems(value), ...bounds]) {
			issues.push({ code: "custom", input: value, path, message });
		}
	});
	function roundCpu(value) {
		return Math.round(value * 10) / 10;
	}
	const isCpu = (field) => field.endsWith("cpu") || field.endsWith("cpu_limit");
	const DEFAULTS = [["cpu_limit", "cpu", 2], ["memory_limit_mb", "memory_mb", 2], ["queue_min_scale", "min_scale", 1], ["queue_max_scale", "max_scale", 1], ["queue_cpu", "cpu", 1], ["queue_cpu_limit", "queue_cpu", 2], ["queue_memory_mb", "memory_mb", 1], ["queue_memory_limit_mb", "queue_memory_mb", 2], ["redis_cpu_limit", "redis_cpu", 2], ["redis_memory_limit_mb", "redis_memory_mb", 1], ["db_cpu_limit", "db_cpu", 2], ["db_memory_limit_mb", "db_memory_mb", 2]];
	function deriveResourceSpec(spec) {
		const derived = { ...spec };
		for (const field of Object.keys(derived)) {
			if (!isCpu(field)) continue;
			const value = derived[field];
			if (typeof value === "number") derived[field] = roundCpu(value);
		}
		for (const [field, base, factor] of DEFAULTS) {
			const from = derived[base];
			if (typeof from !== "number") continue;
			if (derived[field] === void 0 || derived[field] === null) {
				const value = from * factor;
				derived[field] = isCpu(field) ? roundCpu(value) : value;
			}
		}
		return derived;
	}
	const QUEUE_FIELDS = null;
	function asksForQueue(spec) {
		const without = { ...spec };
		for (const field of QUEUE_FIELDS) Reflect.deleteProperty(without, field);
		const defaults = deriveResourceSpec(without);
		const given = deriveResourceSpec(spec);
		return QUEUE_FIELDS.some((field) => (given[field] ?? void 0) !== (defaults[field] ?? void 0));
	}
	const PAIRS = [["min_scale", "max_scale"], ["cpu", "cpu_limit"], ["memory_mb", "memory_limit_mb"], ["queue_min_scale", "queue_max_scale"], ["queue_cpu", "queue_cpu_limit"], ["queue_memory_mb", "queue_memory_limit_mb"], ["redis_cpu", "redis_cpu_limit"], ["redis_memory_mb", "redis_memory_limit_mb"], ["db_cpu", "db_cpu_limit"], ["db_memory_mb", "db_memory_limit_mb"]];
	function boundProblems(spec) {
		const effective = deriveResourceSpec(spec);
		return PAIRS.flatMap(([low, high]) => {
			const least = effective[low];
			const most = effective[high];
			if (typeof least !== "number" || typeof most !== "number" || least <= most) return [];
			if (!(0, findings.vM)(spec[low]) && !(0, findings.vM)(spec[high])) return [];
			return !(0, findings.vM)(spec[high]) ? [{ path: [low], message: `must not be above ${high}${fromDefault(spec, high)}` }] : [{ path: [high], message: `must not be below ${low}${fromDefault(spec, low)}` }];
		});
	}
	function fromDefault(spec, field) {
		return (0, findings.vM)(spec[field]) ? "" : ", which is unset and has its default";
	}
}), 20690: ((__module, __exports, __require) => {
	__require.d(__exports, { G7: () => SourceConfig, Jh: () => SourceRevisionConfig, Us: () => SecretReference, kL: () => Source, ry: () => ImageDigests, zh: () => Secret });
	var $$zod3 = __require(34410);
	var $$patterns0 = __require(52652);
	var $$primitives1 = __require(3917);
	var $$spec2 = __require(34366);
	const Source = $$zod3.k5n($$patterns0.Hl);
	const DeploymentType = $$primitives1.al.meta({ description: "One of the listed types or, with hosted compatibility, any newer type.", "x-extensible-enum": [...$$patterns0.u1] });
	const ListenerConfig = $$zod3.Ikc({ k8s_namespace: (0, $$primitives1.lq)($$primitives1.al) });
	const SourceConfig = $$zod3.Ikc({ integration_id: (0, $$primitives1.lq)($$primitives1.uR), repo_url: (0, $$primitives1.lq)($$primitives1.al), deployment_type: (0, $$primitives1.lq)(DeploymentType), build_on_push: (0, $$primitives1.lq)($$zod3.zMY()), custom_url: (0, $$primitives1.lq)($$primitives1.al), resource_spec: (0, $$primitives1.lq)($$spec2.yd), listener_id: (0, $$primitives1.lq)($$primitives1.uR), listener_config: (0, $$primitives1.lq)(ListenerConfig), install_command: (0, $$primitives1.lq)($$primitives1.al), build_command: (0, $$primitives1.lq)($$primitives1.al) });
	const SourceRevisionConfig = $$zod3.Ikc({ repo_ref: (0, $$primitives1.lq)($$primitives1.al), graph_config_path: (0, $$primitives1.lq)($$primitives1.al), image_uri: (0, $$primitives1.lq)($$primitives1.al), source_tarball_path: (0, $$primitives1.lq)($$primitives1.al), repo_commit_sha: (0, $$primitives1.lq)($$zod3.YjP()) });
	const ImageDigests = $$zod3.g1P($$zod3.YjP(), $$zod3.YjP());
	const variableName = $$primitives1.Qq.regex(/^[^=\0]+$/, 'must not be empty, and must not contain "=" or NUL');
	const Secret = $$zod3.Ikc({ name: variableName, value: $$primitives1.Qq });
	const SecretReference = $$zod3.Ikc({ name: variableName, secret_name: $$primitives1.al, secret_key: $$primitives1.al });
}), 83889: ((__module, __exports, __require) => {
	__require.d(__exports, { BE: () => $$later0.BEO, SE: () => $$later0.SEN, dR: () => $$later0.dRP, vx: () => $$later0.vxI });
	var $$later0 = __require(72786);
}) };
export {
	id,
	ids,
	modules
};
