const id = 8360;
const ids = [8360];
const modules = { 84962: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createReporter: () => createReporter });
	var $$memoize3 = __require(57835);
	var $$errors0 = __require(94924);
	var $$client1 = __require(73564);
	var $$policy2 = __require(91085);
	function createReporter(options) {
		const { settings, event, record, signal, codeHost } = options;
		const limits = { ...$$client1.GITHUB_LIMITS, ...options.limits };
		const showsDeployments = settings.github.deployment && codeHost.showsDeployments;
		const stop = new AbortController();
		const ending = new AbortController();
		let last = Promise.resolve();
		let begun = false;
		const load = (0, $$memoize3.T)(async () => {
			const opened = await codeHost.open?.(options, stop.signal, limits);
			if (opened === void 0) return void 0;
			const { createPublisher } = await Promise.all([__require.e(9168), __require.e(7135)]).then(__require.bind(__require, 7135));
			return createPublisher(opened, options, ending.signal, limits);
		});
		const enqueue = (work) => {
			last = last.then(async () => {
				const publisher = await load();
				if (publisher !== void 0) await work(publisher);
			}).catch((error) => options.log(`The result could not be reported to ${codeHost.name}: ${(0, $$errors0.gJ)(error)}`));
		};
		const isDue = (outcome) => {
			if (settings.dryRun) return false;
			if (begun || showsDeployments && record.retired.length > 0) return true;
			if (settings.github.comment && record.idle.length > 0) return true;
			return (0, $$policy2.Qw)(settings.verb, outcome, begun) !== "leave" && (0, $$policy2.Wb)(settings, event, record) !== void 0;
		};
		return { reportProgress() {
			if (codeHost.open === void 0 || !(0, $$policy2.qJ)(settings, record)) return;
			if (!showsDeployments && (0, $$policy2.Wb)(settings, event, record) === void 0) return;
			begun = true;
			enqueue((publisher) => publisher.publishStart());
		}, async reportOutcome(outcome) {
			if (!isDue(outcome)) return;
			if (codeHost.open === void 0) {
				if (codeHost.problem !== void 0) warn(options, codeHost.problem);
				return;
			}
			ending.abort();
			enqueue((publisher) => publisher.publishEnd(outcome));
			const inTime = await within(last, signal, limits);
			stop.abort(new Error(`no time was left to update ${codeHost.name}`));
			const late = `${codeHost.name} did not respond in time, so it may show an outdated state of this run.`;
			const failures = inTime ? (await load.current()?.catch(() => void 0))?.warnings() ?? [] : [codeHost.name === "GitHub" ? `${late} The post step tries again.` : late];
			for (const message of failures) warn(options, message);
		} };
	}
	function warn({ host, annotations, codeHost }, message) {
		if (annotations) host.annotate({ level: "warning", title: `Agent Deploy: ${codeHost.name}`, message });
		else host.log(message);
	}
	async function within(work, signal, limits) {
		const { promise, resolve } = Promise.withResolvers();
		const timers = [setTimeout(() => resolve(false), limits.finishTimeoutMs)];
		const hurry = () => void timers.push(setTimeout(() => resolve(false), limits.cancelTimeoutMs));
		if (signal.aborted) hurry();
		else signal.addEventListener("abort", hurry, { once: true });
		void work.then(() => resolve(true));
		try {
			return await promise;
		} finally {
			for (const timer of timers) clearTimeout(timer);
			signal.removeEventListener("abort", hurry);
		}
	}
}), 75065: ((__module, __exports, __require) => {
	__require.d(__exports, { NE: () => $$later0.NEx, dQ: () => $$later0.dQS, dX: () => $$later0.dXv });
	var $$later0 = __require(72786);
}), 65292: ((__module, __exports, __require) => {
	__require.d(__exports, { No: () => $$later0.NoQ, P3: () => $$later0.P3, PX: () => $$later0.PXe, TN: () => $$later0.TNj, d7: () => $$later0.d7x, hD: () => $$later0.hDB, hh: () => $$later0.hhp, i_: () => $$later0.i_I });
	var $$later0 = __require(72786);
}), 57835: ((__module, __exports, __require) => {
	__require.d(__exports, { T: () => memoizeAsync });
	function memoizeAsync(work) {
		let kept;
		const memoized = () => {
			if (kept !== void 0) return kept;
			const mine = startWork(work);
			kept = mine;
			mine.catch(() => {
				if (kept === mine) kept = void 0;
			});
			return mine;
		};
		return Object.assign(memoized, { current: () => kept, forget: () => {
			kept = void 0;
		} });
	}
	async function startWork(work) {
		return work();
	}
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
}), 6760: ((__module, __exports, __require) => {
	__require.d(__exports, { Di: () => $$later0.Di0, Ff: () => $$later0.FfZ, Hd: () => $$later0.Hd3, OW: () => $$later0.OWp, Xy: () => $$later0.XyI, _F: () => $$later0._Fh, ap: () => $$later0.apP, of: () => $$later0.ofp, p$: () => $$later0.p$Q, qF: () => $$later0.qFJ, td: () => $$later0.tdh });
	var $$later0 = __require(72786);
}) };
export {
	id,
	ids,
	modules
};
