const id = 8297;
const ids = [8297];
const modules = { 51987: ((__module, __exports, __require) => {
	__require.d(__exports, { Dk: () => detectConcurrentChange, eS: () => confirmUnchanged, iv: () => confirmSettings, xw: () => confirmServing });
	var $$errors0 = __require(65292);
	var $$poll1 = __require(50438);
	var $$statuses2 = __require(83889);
	var $$outcome3 = __require(96043);
	var $$conflicts4 = __require(41788);
	var $$current5 = __require(67418);
	var $$plan6 = __require(42641);
	var $$rollout7 = __require(71264);
	var $$read8 = __require(98591);
	async function confirmServing(context, of, direct) {
		const objections = /* @__PURE__ */ new Set();
		let failed;
		let known = direct;
		const agreed = await (0, $$poll1.wt)(context, $$poll1.AF, async () => {
			try {
				const byId = known ?? await viewById(context, of);
				const found = [byId, await viewInLists(context, of)].map((view) => objectionTo(of, view));
				const [one, other] = found;
				if (one === void 0 && other === void 0) return { end: void 0 };
				if (one?.outcome !== void 0 && other?.outcome?.reason === one.outcome.reason) return { end: one.outcome };
				for (const objection of found) if (objection !== void 0) objections.add(objection.what);
				failed = void 0;
			} catch (error) {
				if (!(error instanceof $$errors0.hD)) throw error;
				failed = error;
			}
			known = void 0;
			return void 0;
		});
		if (agreed !== void 0) return agreed.end;
		if (failed !== void 0 && objections.size === 0) throw failed;
		const { name } = of.deployment;
		return (0, $$outcome3.bu)("failed", "contradictory-answers", `One response shows revision ${of.revisionId} of ${name} as deployed and active with all desired settings, but another does not: ${[...objections].join("; ")}. Check the deployment, and run the workflow again when both responses agree.`);
	}
	async function viewById({ controlPlane, signal }, of) {
		const revision = (0, $$current5.aI)(await controlPlane.getRevision(of.deployment.id, of.revisionId, signal));
		return { deployment: await controlPlane.getDeployment(of.deployment.id, signal), revision };
	}
	async function viewInLists(context, of) {
		const revision = await findListed(context, of.deployment.id, of.revisionId);
		return { deployment: await findInList(context, of.deployment), revision };
	}
	async function findInList(context, { id: id2, name }) {
		const { settings, record } = context;
		const byId = "target" in settings && isTargetById(settings.target);
		if (!byId) return (0, $$read8._U)(context, name, record.created ? void 0 : id2);
		try {
			return await (0, $$read8.EB)(context, { id: id2, name });
		} catch (error) {
			if (!(0, $$errors0.hh)(error) && !(0, $$errors0.d7)(error, 401) && !(0, $$errors0.d7)(error, 403)) throw error;
			return context.controlPlane.getDeployment(id2, context.signal);
		}
	}
	function isTargetById(target) {
		return typeof target === "object" && target !== null && "by" in target && target.by === "id";
	}
	async function findListed(context, deploymentId, revisionId) {
		for await (const page of (0, $$read8.kb)(context, deploymentId)) {
			const found = page.find(({ id: id2 }) => id2 === revisionId);
			if (found !== void 0) return (0, $$current5.aI)(found);
		}
		return void 0;
	}
	function objectionTo(of, { deployment, revision }) {
		const { name, id: id2 } = of.deployment;
		if (deployment === void 0) return { what: `the list does not show ${name}` };
		if (deployment.id !== id2) return { what: `the list shows ${name} as ${deployment.id}, not ${id2}` };
		if ((0, $$statuses2.vx)(deployment.status)) return { what: `${name} is ${deployment.status}`, outcome: goneOutcome(of) };
		if (revision === void 0) return { what: `revision ${of.revisionId} is not in the list` };
		const verdict = (0, $$rollout7.d)({ revisionId: of.revisionId, commit: of.desired.commit, imageUri: of.desired.imageUri, tarballPath: of.desired.tarballPath, before: of.before }, { revision, deployment: { activeRevisionId: deployment.active_revision_id ?? void 0, latestRevisionId: deployment.latest_revision_id ?? void 0 } });
		if (verdict.kind === "superseded") {
			const by = verdict.by === void 0 ? "" : ` by ${verdict.by}`;
			const what = `revision ${of.revisionId} is superseded${by} (${verdict.why})`;
			return { what, outcome: (0, $$outcome3.bu)("superseded", verdict.why, `${capital(what)}. Run the workflow again.`) };
		}
		if (verdict.kind !== "deployed") {
			const active = deployment.active_revision_id ?? "none";
			return { what: `revision ${of.revisionId} is ${revision.status}, and the active revision is ${active}` };
		}
		const concurrentChange = detectConcurrentChange(of, deployment);
		if (concurrentChange !== void 0) return { what: concurrentChange.message.replace(/\.$/, ""), outcome: concurrentChange };
		return objectionToSettings(of, deployment);
	}
	function objectionToSettings(of, deployment) {
		if (of.adopted && of.secrets === void 0) return void 0;
		const latest = deployment.latest_revision_id;
		if (latest && latest !== of.revisionId && !of.before.has(latest)) return void 0;
		const now = (0, $$current5.le)(deployment, []);
		const { ignored } = (0, $$conflicts4.EW)(of.current, now, of.desired, latest === of.revisionId ? of.secrets : void 0, of.deployment.secrets?.map($$current5.N_));
		if (ignored.length === 0) return void 0;
		return { what: `${of.deployment.name} does not show the ${ignored.join(", ")} that was sent`, outcome: settingsIgnored(of.deployment.name, ignored) };
	}
	function goneOutcome({ deployment }) {
		const message = `The deployment ${deployment.name} is being deleted.`;
		return (0, $$outcome3.bu)("failed", "deployment-gone", message);
	}
	function settingsIgnored(name, fields) {
		return (0, $$outcome3.bu)("failed", "settings-ignored", `The service accepted the change of ${name}, but shows different values for ${fields.join(", ")} than were sent. Check that the service knows and allows these settings; omit the inputs where it does not.`);
	}
	async function confirmSettings(context, planned, desired) {
		const { controlPlane, signal } = context;
		let ignored = [];
		let unseen = [];
		const kept = await (0, $$poll1.wt)(context, $$poll1.AF, async () => {
			const views = [await controlPlane.getDeployment(planned.id, signal), await findInList(context, planned)];
			const same = views.filter((view) => view?.id === planned.id);
			const shown = same.flatMap((view) => view === void 0 ? [] : [(0, $$conflicts4.EW)(planned, (0, $$current5.le)(view, []), desired, void 0)]);
			ignored = same.length < views.length ? ["id"] : [...new Set(shown.flatMap((one) => one.ignored))];
			if (same.length === views.length) unseen = [...new Set(shown.flatMap((one) => one.unseen))];
			return ignored.length === 0 || void 0;
		});
		return { end: kept ? void 0 : settingsIgnored(planned.name, ignored), unseen };
	}
	async function confirmUnchanged(context, current, desired, found) {
		const { controlPlane, signal, settings } = context;
		const listed = "target" in settings && !isTargetById(settings.target) ? found : void 0;
		const { activeRevisionId } = current;
		const deployments = [await controlPlane.getDeployment(current.id, signal), listed ?? await findInList(context, current)];
		const active = activeRevisionId === void 0 ? void 0 : (0, $$current5.aI)(await controlPlane.getRevision(current.id, activeRevisionId, signal));
		return deployments.every((deployment) => {
			if (deployment === void 0 || deployment.id !== current.id || (0, $$statuses2.vx)(deployment.status)) return false;
			const seen = (0, $$current5.le)(deployment, []);
			if (seen.activeRevisionId !== activeRevisionId) return false;
			const revisions = current.revisions.map((one) => one.id === active?.id ? active : one);
			const latest = revisions.find(({ id: id2 }) => id2 === seen.latestRevisionId) ?? revisions[0];
			return (0, $$plan6.ZL)({ ...seen, revisions, active, latest }, desired, { force: false }).kind === "unchanged";
		});
	}
	function capital(text) {
		return text.charAt(0).toUpperCase() + text.slice(1);
	}
	function detectConcurrentChange(of, seen) {
		if (seen === void 0) return void 0;
		const latest = seen.latest_revision_id;
		const ours = latest === of.revisionId;
		if (latest && !ours && !of.before.has(latest)) return void 0;
		const now = (0, $$current5.le)(seen, []);
		const answered = (0, $$current5.le)(of.deployment, []);
		const shows = { ...(0, $$conflicts4.bp)(of.current ?? { secrets: void 0 }), around: { before: of.current?.secrets, answered: answered.secrets } };
		const theirs = /* @__PURE__ */ new Set([...of.current === void 0 ? [] : (0, $$conflicts4.Il)(of.current, now, of.desired), ...ours ? (0, $$conflicts4.Ob)(of.desired, now.secrets, shows) : []]);
		const since = (0, $$conflicts4.xD)(answered, now, of.desired).filter((field) => !theirs.has(field));
		if (theirs.size + since.length === 0) return void 0;
		const { revisionId, deployment } = of;
		const all = [...theirs, ...since].join(", ");
		return (0, $$outcome3.bu)("superseded", "settings-mismatch", theirs.size > 0 ? `Revision ${revisionId} of ${deployment.name} does not have the requested ${all}, because another client changed the deployment at the same time. Run the workflow again.` : `Revision ${revisionId} is active, but ${deployment.name} no longer has the requested ${all}, because another client changed it after this run did. Run the workflow again.`);
	}
}), 71264: ((__module, __exports, __require) => {
	__require.d(__exports, { B: () => needsDeployment, d: () => evaluateRollout });
	var $$statuses0 = __require(83889);
	var $$origin1 = __require(23001);
	function needsDeployment(status) {
		return ["deployed", "skipped"].includes((0, $$statuses0.BE)(status));
	}
	function evaluateRollout(ours, { revision, deployment }) {
		const kind = (0, $$statuses0.BE)(revision.status);
		if (kind === "failed") return { kind: "failed", why: FAILURES[revision.status] ?? "revision-failed" };
		if (kind === "interrupted") return { kind: "failed", why: "interrupted" };
		const newest = deployment?.latestRevisionId === ours.revisionId ? void 0 : deployment?.latestRevisionId;
		if (kind === "skipped") return { kind: "superseded", why: "skipped-by-service", by: newest };
		if (ours.commit !== void 0 && revision.commit !== void 0 && revision.commit !== ours.commit) {
			return { kind: "superseded", why: "commit-mismatch", by: void 0 };
		}
		const { imageUri } = revision;
		if (ours.imageUri !== void 0 && imageUri !== void 0 && (0, $$origin1.hz)(imageUri, ours.imageUri)) {
			return { kind: "superseded", why: "image-mismatch", by: void 0 };
		}
		const { tarballPath } = revision;
		if (ours.tarballPath !== void 0 && tarballPath !== void 0 && tarballPath !== ours.tarballPath) {
			return { kind: "superseded", why: "image-mismatch", by: void 0 };
		}
		if (kind === "progress") return { kind: "waiting" };
		const active = deployment?.activeRevisionId;
		if (active === ours.revisionId) return { kind: "deployed" };
		const older = active === void 0 || ours.before.has(active);
		if (older || deployment?.latestRevisionId === ours.revisionId) return { kind: "switching" };
		return { kind: "superseded", why: "newer-revision", by: active };
	}
	const FAILURES = { CREATE_FAILED: "create-failed", BUILD_FAILED: "build-failed", DEPLOY_FAILED: "deploy-failed" };
}), 58975: ((__module, __exports, __require) => {
	__require.d(__exports, { AP: () => possibleRevisions, Az: () => identifyRevision, CP: () => waitForCommit, Wf: () => waitForPushRevision, tX: () => isIdentifiedByOrigin, we: () => findDuplicateRevision });
	var $$errors0 = __require(65292);
	var $$poll1 = __require(50438);
	var $$statuses2 = __require(83889);
	var $$limits3 = __require(55403);
	var $$outcome4 = __require(96043);
	var $$current5 = __require(67418);
	var $$origin6 = __require(23001);
	const APPEARS_WITHIN_MS = 6e4;
	async function identifyRevision(context, answer, before, desired, { sentOrigin, lost }) {
		const oldest = lost && isIdentifiedByOrigin(desired);
		const latest = oldest ? void 0 : answer.latest_revision_id;
		const shown = (0, $$current5.le)(answer, []);
		const theirs = sentOrigin && (0, $$origin6.NX)({ ...shown, commit: void 0 }, desired);
		if (latest && !before.has(latest) && !theirs) return latest;
		const schedule = (0, $$poll1.DZ)(APPEARS_WITHIN_MS, (0, $$poll1.Pd)(1e3, 2, 1e4));
		return (0, $$poll1.wt)(context, schedule, async () => {
			const views = await listViews(context, answer.id);
			const fresh = views.filter(({ id: id2 }) => !before.has(id2));
			const all = sentOrigin ? possibleRevisions(views, before, desired) : fresh;
			const [found, ...others] = oldest ? all.slice(-1) : all;
			if (found !== void 0 && others.length > 0) {
				const ids2 = [found, ...others].map(({ id: id2 }) => id2).join(", ");
				throw new $$outcome4.lZ("ambiguous-revision", `The service accepted the change of ${answer.name}, but several revisions appeared at the same time, and the service does not report which one belongs to this run: ${ids2}. Run the workflow again.`);
			}
			return found?.id;
		});
	}
	function possibleRevisions(revisions, before, desired) {
		const fresh = revisions.filter(({ id: id2 }) => !before.has(id2));
		const confirmed = fresh.filter((revision) => (0, $$origin6.eo)(revision, desired));
		if (confirmed.length > 0) return confirmed;
		const silent = fresh.filter((revision) => !(0, $$origin6.NX)(revision, desired));
		if (silent.length > 0) return silent;
		return fresh.filter((revision) => !(0, $$origin6.NX)(withoutCommit(revision), desired));
	}
	function isIdentifiedByOrigin({ secrets, resourceSpec, archive }) {
		if (archive !== void 0) return true;
		return secrets === void 0 && resourceSpec === void 0;
	}
	async function findDuplicateRevision(context, { deployment, revisionId, desired }) {
		const views = await (0, $$errors0.PX)(() => listViews(context, deployment.id)) ?? [];
		const ours = views.findIndex(({ id: id2 }) => id2 === revisionId);
		const at = views.findIndex((revision, index) => index < ours && (0, $$origin6.eo)(revision, desired));
		const found = views[at];
		return found && { id: found.id, before: new Set(views.slice(at + 1).map(({ id: id2 }) => id2)) };
	}
	function withoutCommit(revision) {
		return { ...revision, commit: void 0 };
	}
	const QUEUED = ["CREATING", "QUEUED", "AWAITING_BUILD"];
	async function waitForCommit(context, deploymentId, revisionId, timeouts) {
		const startedAt = context.clock.now();
		let fetchedAt;
		await context.clock.sleep(1e3, context.signal);
		return (0, $$poll1.wt)(context, (0, $$poll1.Pd)(1500, 1.5, 1e4), async () => {
			const now = context.clock.now();
			const view = (await listViews(context, deploymentId)).find(({ id: id2 }) => id2 === revisionId);
			if (view === void 0 || view.commit !== void 0 || (0, $$statuses2.dR)(view.status)) return "settled";
			if (!QUEUED.includes(view.status)) fetchedAt ??= now;
			if (fetchedAt !== void 0 && now - fetchedAt >= timeouts.fetchedMs) return "silent";
			return now - startedAt >= timeouts.queuedMs ? "queued" : void 0;
		});
	}
	async function waitForPushRevision(context, deploymentId, desired, ended, graceMs) {
		return (0, $$poll1.wt)(context, (0, $$poll1.DZ)(graceMs, () => 2e3), async () => {
			const views = await listViews(context, deploymentId);
			return views.find((revision) => !ended.has(revision.id) && (0, $$origin6.eo)(revision, desired));
		});
	}
	async function listViews({ controlPlane, signal }, id2) {
		const revisions = await controlPlane.listRevisions(id2, { limit: $$limits3.oX }, signal);
		return revisions.map($$current5.aI);
	}
}), 70303: ((__module, __exports, __require) => {
	__require.d(__exports, { HV: () => dateChange, ae: () => deployingAfterBuild, HI: () => logsToRead, b7: () => nextPollMs, PC: () => pastRollouts, rs: () => predictRollout });
	var statuses = __require(83889);
	;
	const UNKNOWN = [40, 70, 120, 210].map((median) => ({ share: 1 / 4, median, shape: 8 }));
	const MIN_SPREAD = 0.06;
	const SPREAD_OF_ONE = 0.16;
	const SHAPE_PER_SPREAD = 1.7;
	const SPREAD_OF_NEW = 0.6;
	function quantile(sorted, share) {
		const place = (sorted.length - 1) * share;
		const below = sorted[Math.floor(place)] ?? 0;
		return below + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? below) - below);
	}
	function mixtureOf(seconds, shareOfNew) {
		if (seconds.length === 0) return UNKNOWN;
		const logs = seconds.map((value) => Math.log(value)).toSorted((a, b) => a - b);
		const seen = 0.7 * (quantile(logs, 0.75) - quantile(logs, 0.25)) / 1.35;
		const unsure = (SPREAD_OF_ONE - MIN_SPREAD) / logs.length;
		const shape = SHAPE_PER_SPREAD / Math.max(MIN_SPREAD + unsure, seen + unsure);
		const usual = Math.exp(quantile(logs, 0.5));
		return [...seconds.map((median) => ({ share: (1 - shareOfNew) / seconds.length, median, shape })), { share: shareOfNew, median: usual * 1.2, shape: SHAPE_PER_SPREAD / SPREAD_OF_NEW }];
	}
	function mixWithUnknown(mixture, share) {
		return [...mixture.map((component) => ({ ...component, share: component.share * (1 - share) })), ...UNKNOWN.map((component) => ({ ...component, share: component.share * share }))];
	}
	function probabilityBy(mixture, seconds) {
		if (seconds <= 0) return 0;
		return mixture.reduce((sum, { share, median, shape }) => sum + share / (1 + (seconds / median) ** -shape), 0);
	}
	const STEPS = 12;
	const AGES = 5;
	function remainingAfter(mixture, age, doubt) {
		const ages = Array.from({ length: doubt > 0 ? AGES : 1 }, (_, index) => age + doubt * (index + 0.5) / AGES);
		const before = ages.map((from) => probabilityBy(mixture, from));
		const left = Math.max(1e-9, before.reduce((sum, value) => sum + 1 - value, 0));
		return (seconds) => {
			const by = ages.reduce((sum, from, at) => sum + probabilityBy(mixture, from + seconds) - (before[at] ?? 0), 0);
			return Math.max(0, by) / left;
		};
	}
	function remainingAfterPhase(duration, meanSeconds) {
		return (seconds) => {
			let sum = 0;
			const step = seconds / STEPS;
			for (let index = 0; index < STEPS; index += 1) {
				const share = Math.exp(-step * index / meanSeconds) - Math.exp(-step * (index + 1) / meanSeconds);
				sum += share * duration(seconds - step * (index + 0.5));
			}
			return sum;
		};
	}
	function pauseWithDelay(forecast, price, most) {
		let [seconds, probability, delay] = [0, 0, 0];
		while (seconds < most) {
			const step = Math.min(Math.max(1, seconds * 0.1), most - seconds);
			const next = forecast(seconds + step);
			const added = (probability + next) / 2 * step;
			if (delay + added >= price) return Math.max(1, seconds + step * (price - delay) / added);
			[seconds, probability, delay] = [seconds + step, next, delay + added];
		}
		return Math.max(1, most);
	}
	;
	function predictRollout(revisions) {
		const totalsMs = pastRollouts(revisions).map(({ tookMs }) => tookMs);
		if (totalsMs.length === 0) return void 0;
		const logs = totalsMs.map((ms) => Math.log(ms)).toSorted((a, b) => a - b);
		return { usualMs: Math.exp(quantile(logs, 0.5)), totalsMs };
	}
	const SHORTEST_MS = 1e3;
	function nextPollMs(state, pollIntervalMs) {
		const preferred = Math.max(preferredPause(state, pollIntervalMs), savingPause(state));
		const ideal = Math.max(SHORTEST_MS, Math.min(preferred, pollIntervalMs));
		const { remainingMs } = state;
		if (ideal >= remainingMs) return Math.max(0, remainingMs);
		if (remainingMs - ideal >= SHORTEST_MS) return ideal;
		return remainingMs >= 2 * SHORTEST_MS ? remainingMs - SHORTEST_MS : remainingMs;
	}
	const REFERENCE_INTERVAL_MS = 15e3;
	const EXTRA_REQUESTS = 40;
	function requestsLeft({ elapsedMs, requests }) {
		return EXTRA_REQUESTS + elapsedMs / REFERENCE_INTERVAL_MS - requests;
	}
	function savingPause(state) {
		if (isDeployed(state)) return 0;
		return Math.min(REFERENCE_INTERVAL_MS, (1 - requestsLeft(state)) * REFERENCE_INTERVAL_MS);
	}
	const BEGINNING = 0.03;
	const SOON_MS = { afterSlowRollouts: 7500, otherwise: 6e4 };
	function preferredPause(state, pollIntervalMs) {
		const { elapsedMs, statusMs, prediction } = state;
		if (isDeployed(state)) return statusMs * 0.25;
		const usualMs = prediction?.usualMs ?? 0;
		const soonMs = usualMs > SOON_MS.otherwise ? SOON_MS.afterSlowRollouts : SOON_MS.otherwise;
		const soon = Math.max(elapsedMs, soonMs < elapsedMs ? pollIntervalMs : 0, usualMs * BEGINNING);
		return Math.min(soon, 1e3 * pauseWithDelay(forecastEnd(state), priceOf(state), pollIntervalMs / 1e3));
	}
	function isDeployed({ status }) {
		return status !== void 0 && (0, statuses.BE)(status) === "deployed";
	}
	const PRICE = { deployingKnown: 0.077, totalsKnown: 0.09, nothingKnown: 0.24 };
	function priceOf({ deployingMs, isImage, prediction }) {
		if (deployingMs.length > 0 || isImage && prediction !== void 0) return PRICE.deployingKnown;
		return prediction === void 0 ? PRICE.nothingKnown : PRICE.totalsKnown;
	}
	function forecastEnd(state) {
		const mixture = deployingMixture(state);
		const before = secondsUntilDeploying(state);
		return before === void 0 ? remainingAfter(mixture, state.statusMs / 1e3, state.doubtMs / 1e3) : remainingAfterPhase((seconds) => probabilityBy(mixture, seconds), before);
	}
	function secondsUntilDeploying({ status, statusMs, isImage }) {
		switch (status) {
			case void 0:
			case "CREATING":
			case "QUEUED":
			case "AWAITING_BUILD":
				return isImage ? Math.max(6, statusMs / 1e3) : 300;
			case "BUILDING":
				return Math.max(100, statusMs / 1e3);
			case "AWAITING_DEPLOY":
				return Math.max(6, statusMs / 1e3);
			default:
				return void 0;
		}
	}
	const SHARE_OF_NEW = 0.12;
	const SHARE_OF_CHANGED = 0.05;
	const SHARE_OF_UNKNOWN = 0.4;
	const [MIN_SECONDS, MAX_SECONDS] = [2, 3600];
	function deployingMixture(state) {
		const { deployingMs, prediction, beforeStatusMs, isImage } = state;
		const known = secondsOf(deployingMs);
		if (known.length > 0) return mixWithUnknown(mixtureOf(known, SHARE_OF_NEW), SHARE_OF_CHANGED);
		const isBefore = secondsUntilDeploying(state) !== void 0;
		if (isBefore && !isImage) return mixtureOf([], 1);
		const rests = secondsOf((prediction?.totalsMs ?? []).map((ms) => ms - (isBefore ? 0 : beforeStatusMs)));
		const mixture = mixtureOf(rests, SHARE_OF_NEW);
		return mixWithUnknown(mixture, isImage ? SHARE_OF_CHANGED : SHARE_OF_UNKNOWN);
	}
	function secondsOf(durationsMs) {
		return durationsMs.map((ms) => ms / 1e3).filter((seconds) => seconds >= MIN_SECONDS && seconds <= MAX_SECONDS);
	}
	const REMEMBERED = 10;
	function pastRollouts(revisions) {
		return revisions.filter(({ status }) => (0, statuses.BE)(status) === "deployed").flatMap(({ id: id2, commit, createdAt, updatedAt }) => createdAt !== void 0 && updatedAt !== void 0 && updatedAt > createdAt ? [{ id: id2, commit, tookMs: updatedAt - createdAt, endedAt: updatedAt }] : []).slice(0, REMEMBERED);
	}
	const BUILD_STATUSES = ["AWAITING_BUILD", "BUILDING", "AWAITING_DEPLOY", "DEPLOYING"];
	const LOGS = 2;
	const MIN_ROLLOUT_MS = 6e4;
	function logsToRead({ status, imageUri }, earlier) {
		if (imageUri !== void 0 || !BUILD_STATUSES.includes(status)) return [];
		return earlier.filter(({ tookMs }) => tookMs >= MIN_ROLLOUT_MS).slice(0, LOGS);
	}
	function deployingAfterBuild({ tookMs, endedAt }, lastLineAt) {
		const deployingMs = endedAt - lastLineAt;
		return deployingMs > 0 && deployingMs < tookMs ? deployingMs : void 0;
	}
	const MAX_DOUBT_MS = 10 * 6e4;
	function dateChange(polledAt, now, candidates) {
		const changedAt = candidates.find((at) => at > polledAt - SHORTEST_MS && at <= now + SHORTEST_MS);
		if (changedAt === void 0) return { changedAt: now, doubtMs: Math.min(Math.max(0, now - polledAt), MAX_DOUBT_MS) };
		return { changedAt: Math.min(now, changedAt), doubtMs: 0 };
	}
}), 45186: ((__module, __exports, __require) => {
	__require.d(__exports, { w1: () => awaitResult, dU: () => dryRunOutcome, uH: () => logPlan, Of: () => rollOut, d$: () => setStage });
	var errors = __require(65292);
	var outcome = __require(96043);
	var types = __require(41966);
	var log_lines = __require(28254);
	var run_record = __require(758);
	var deploy_confirm = __require(51987);
	var identify = __require(58975);
	;
	const NAME = /^[\w@.:/+~<>=!*,[\]-]{1,120}$/;
	const SEARCHED = 2e3;
	const UNSET = /Failed to replace env in config: \$\{(\w{1,60})\}|settings of the registry use the variable (\w{1,60})/;
	const GUIDE = "docs/private-packages.md of this action's repository describes the variables.";
	const INDEX = `Set UV_INDEX_<NAME>_USERNAME and UV_INDEX_<NAME>_PASSWORD, or a URL with credentials in UV_DEFAULT_INDEX or PIP_INDEX_URL, in the input \`secrets\`. ${GUIDE}`;
	const PIP_INDEX = `Set a URL with credentials in PIP_INDEX_URL or PIP_EXTRA_INDEX_URL in the input \`secrets\`. ${GUIDE}`;
	const registryToken = (variable) => variable === "" ? `Set the token that \`.npmrc\` uses, such as NPM_TOKEN, in the input \`secrets\`. ${GUIDE}` : `Add the variable ${variable} to the input \`secrets\`. ${GUIDE}`;
	const REQUIREMENTS = "Correct the name or the version in the agent's requirements.";
	const CONFLICT = "Allow versions that fit together, or commit a lock file.";
	const RAISE_MEMORY = "Raise the memory of the deployment in `resource-spec`, or let the step use less memory.";
	const AGAIN = "Run the workflow again. If the error stays, check the address and the network of the build.";
	const named = (noun, name) => name === "" ? noun : `${noun} ${name}`;
	const refused = (host) => `${named("the package index", host)} refused the credentials of the build, or got none`;
	const missing = (name) => name === "" ? "a required package or version was not found" : `${name} was not found in the package index`;
	const conflict = () => "the required versions of the packages contradict one another";
	const SIGNS = [{ kind: "credentials", line: /An index URL \((\S+)\) could not be queried .*\((?:401|403)\b/, why: refused, cure: INDEX }, { kind: "credentials", line: /HTTP status client error \((?:401|403)\b[^)]*\) for url \((\S+)\)/, why: refused, cure: INDEX }, { kind: "credentials", line: /(?:401|403) Error, Credentials not correct for (\S+)/, why: refused, cure: PIP_INDEX }, { kind: "credentials", line: /HTTP error (?:401|403) while getting (\S+)/, why: refused, cure: PIP_INDEX }, { kind: "credentials", line: /npm (?:error|ERR!) (?:401|403) \w+ - [A-Z]+ (\S+)/, why: refused, cure: registryToken }, { kind: "credentials", line: /npm (?:error|ERR!) code E40[13]\b|\bERR_PNPM_FETCH_40[13]\b/, why: refused, cure: registryToken }, { kind: "credentials", line: /npm (?:error|ERR!) code E404\b|\bERR_PNPM_FETCH_404\b/, why: refused, cure: registryToken, needsVariable: true }, { kind: "credentials", line: /could not read (?:Username|Password) for '(\S+)'|Authentication failed for '(\S+)'/, why: (host) => `${named("the git server", host)} refused the credentials of the build, or got none`, cure: `Set GIT_CONFIG_COUNT, GIT_CONFIG_KEY_0 and GIT_CONFIG_VALUE_0 in the input \`secrets\`. ${GUIDE}` }, { kind: "credentials", line: /Permission denied \(publickey\)/, why: () => "a git server refused the SSH key of the build, or got none", cure: "Use an HTTPS address with credentials for the git dependency." }, { kind: "credentials", line: /pull access denied for (\S+?),|denied: requested access to the resource|unauthorized: authentication required/, why: (name) => `${named("the registry of the image", name)} refused the credentials, or got none`, cure: "Check the name of the image and the credentials of its registry." }, { kind: "image", line: /manifest for (\S+) not found|failed to resolve source metadata for (\S+?):? .*not found|\bmanifest unknown\b/, why: (name) => `${named("the image", name)} does not exist in its registry`, cure: "Correct the name, tag or digest of the image." }, { kind: "image", line: /\btoomanyrequests\b|reached your (?:unauthenticated )?pull rate limit/, why: () => "the registry of a base image limits anonymous downloads", cure: "Run the workflow again later, or use a base image of a registry without this limit." }, { kind: "package", line: /Because there (?:is|are) no versions? of (\S+)/, why: missing, cure: REQUIREMENTS }, { kind: "package", line: /Because (\S+) was not found in the package registry/, why: missing, cure: REQUIREMENTS }, { kind: "package", line: /No matching distribution found for (\S+)/, why: missing, cure: REQUIREMENTS }, { kind: "package", line: /No matching version found for ([^\s,]+?)\.?(?:\s|$)/, why: missing, cure: REQUIREMENTS }, { kind: "package", line: /\b404\b.* '(\S+)' (?:could not be found|is not in this registry)/, why: missing, cure: REQUIREMENTS }, { kind: "package", line: /npm (?:error|ERR!) code E404\b|\bERR_PNPM_FETCH_404\b/, why: missing, cure: REQUIREMENTS }, { kind: "package", line: /ResolutionImpossible|\bERESOLVE\b|No solution found when resolving/, why: conflict, cure: CONFLICT }, { kind: "package", line: /`npm ci` can only install packages when|\bERR_PNPM_OUTDATED_LOCKFILE\b|lockfile at `uv\.lock` needs to be updated/, why: () => "the lock file does not fit the list of dependencies", cure: "Update the lock file with your package manager, and commit it." }, { kind: "package", line: /Failed (?:building wheel for|to build) `?([^\s`]+)/, why: (name) => `the package ${name === "" ? "that needs a compiler" : name} could not be compiled`, cure: "Require a version of the package that has a wheel for the Python version of the agent." }, { kind: "memory", line: /JavaScript heap out of memory|\bOOMKilled\b|\bexit code:? 137\b|\bMemoryError\b/, why: () => "the memory was exhausted", cure: RAISE_MEMORY }, { kind: "disk", line: /No space left on device|\bENOSPC\b/, why: () => "the disk of the build is full", cure: "Remove large files and packages that the agent does not need." }, { kind: "module", line: /No module named '([^\s']+)'|Cannot find (?:package|module) '([^\s']+)'/, why: (name) => `the code imports ${name === "" ? "a module" : name}, which is not installed`, cure: "Add the package to the dependencies of the agent, or correct the import." }, { kind: "variable", line: /KeyError: '([A-Z][A-Z0-9_]{2,60})'|Environment variable not found \(([A-Z][A-Z0-9_]{2,60})\)|\b([A-Z][A-Z0-9]*_[A-Z0-9_]{1,60}) (?:environment variable )?(?:is|was) (?:not set|missing|required|missing or empty)|environment variable:? [`'"]?([A-Z][A-Z0-9]*_[A-Z0-9_]{1,60})|setting the ([A-Z][A-Z0-9_]{2,60}) environment variable/, why: (name) => `the environment variable ${name} is not set`, cure: "Add the variable to the input `secrets`." }, { kind: "network", line: /Could not resolve host:? (\S+)|getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (\S+)|Temporary failure in name resolution/, why: (name) => `the name of ${name === "" ? "a server" : `the server ${name}`} could not be resolved`, cure: AGAIN }, { kind: "network", line: /\b(?:ETIMEDOUT|ECONNRESET|ECONNREFUSED)\b|Connection (?:timed out|reset by peer|refused)|Read timed out/, why: () => "a connection to another server failed", cure: AGAIN }];
	function findCause(lines) {
		const newestFirst = lines.toReversed();
		const unset = UNSET.exec(newestFirst.find((text) => UNSET.test(text)) ?? "");
		const variable = unset?.[1] ?? unset?.[2] ?? "";
		for (const { kind, line, why, cure, needsVariable } of SIGNS) {
			if (needsVariable && variable === "") continue;
			for (const text of newestFirst) {
				const match = line.exec(text.slice(0, SEARCHED));
				if (match === null) continue;
				const captured = match.slice(1).find((group) => group !== void 0) ?? "";
				const name = nameOf(captured);
				if (name === "" && kind === "variable") continue;
				return { kind, line: text.trim(), why: why(name), cure: typeof cure === "string" ? cure : cure(variable) };
			}
		}
		return void 0;
	}
	const SAYS_NOTHING = /^\s*$|npm (?:error|ERR!)\s*$|A complete log of this run|For a full report see|-(?:debug-\d+\.log|report\.txt)$/;
	function mostInformativeLine(lines) {
		const spoken = lines.filter((line) => !SAYS_NOTHING.test(line));
		return (spoken.findLast((line) => /error|fail|missing|not found|cannot/i.test(line)) ?? spoken.at(-1))?.trim();
	}
	function nameOf(captured) {
		const name = captured.includes("://") ? URL.parse(captured)?.host ?? "" : captured;
		return NAME.test(name) ? name : "";
	}
	var read = __require(98591);
	var clock = __require(75065);
	var poll = __require(50438);
	var statuses = __require(83889);
	var current = __require(67418);
	var evaluate_rollout = __require(71264);
	var polling = __require(70303);
	;
	const MISSES_BEFORE_GONE = 3;
	const HISTORY_LIMIT_MS = 1e3;
	async function waitForRevision(context, options, events) {
		const { controlPlane, clock: clock2, signal } = context;
		const { deploymentId, ours, deadlineAt } = options;
		let last;
		const schedule = createSchedule(options, () => clock2.now());
		let switching = false;
		let failure;
		let misses = 0;
		return (0, poll.wt)(context, schedule.pauseMs, async () => {
			const isLastPoll = clock2.now() >= deadlineAt;
			schedule.countRequest();
			try {
				const revision = (0, current.aI)(await controlPlane.getRevision(deploymentId, ours.revisionId, signal));
				const deployment = (0, evaluate_rollout.B)(revision.status) ? await controlPlane.getDeployment(deploymentId, signal) : void 0;
				schedule.polled(revision);
				last = revision;
				failure = void 0;
				misses = 0;
				events.polled(revision, deployment);
				if (deployment !== void 0 && (0, statuses.vx)(deployment.status)) return { kind: "gone" };
				const verdict = (0, evaluate_rollout.d)(ours, { revision, deployment: deployment && ids2(deployment) });
				if (verdict.kind !== "waiting" && verdict.kind !== "switching") {
					return { kind: "verdict", verdict, revision };
				}
				switching = verdict.kind === "switching";
				await schedule.readHistory(revision, signal);
			} catch (error) {
				if (!isTransient(error)) throw error;
				failure = error;
				misses = error.status === 404 ? misses + 1 : 0;
				if (misses >= MISSES_BEFORE_GONE) return { kind: "gone" };
				events.pollFailed(error);
			}
			return isLastPoll ? { kind: "deadline", switching, revision: last, failure } : void 0;
		});
	}
	function createSchedule(options, clockNow) {
		const { isOwn, startedAt, deadlineAt, prediction, earlier, pollIntervalMs } = options;
		let last;
		let change = { changedAt: startedAt, doubtMs: 0 };
		let [polledAt, beforeStatusMs] = [startedAt, 0];
		let requests = 0;
		let deployingMs;
		return { countRequest: () => {
			requests += 1;
		}, polled: (revision) => {
			const now = clockNow();
			const { createdAt, updatedAt } = revision;
			if (revision.status !== last?.status) {
				const sinceCreation = createdAt === void 0 || updatedAt === void 0 ? [] : [updatedAt - createdAt];
				const candidates = [...updatedAt === void 0 ? [] : [updatedAt], ...sinceCreation.map((ms) => startedAt + ms)];
				const from = last === void 0 && !isOwn ? Math.min(startedAt, createdAt ?? startedAt) : polledAt;
				change = (0, polling.HV)(from, now, (0, statuses.BE)(revision.status) === "deployed" ? [] : candidates);
				beforeStatusMs = sinceCreation[0] ?? change.changedAt - startedAt;
			}
			[last, polledAt] = [revision, now];
		}, readHistory: async (revision, signal) => {
			const logs = deployingMs === void 0 ? (0, polling.HI)(revision, earlier) : [];
			if (logs.length === 0 || deadlineAt - clockNow() < HISTORY_LIMIT_MS) return;
			deployingMs = [];
			const limit = (0, clock.NE)(signal, HISTORY_LIMIT_MS);
			for (const past of logs) {
				requests += 1;
				const endedAt = await options.readBuildEnd(past, limit);
				const ms = endedAt === void 0 ? void 0 : (0, polling.ae)(past, endedAt);
				if (ms === void 0) return;
				deployingMs.push(ms);
			}
		}, pauseMs: () => {
			const now = clockNow();
			return (0, polling.b7)({ elapsedMs: now - startedAt, statusMs: now - change.changedAt, doubtMs: change.doubtMs, beforeStatusMs, remainingMs: deadlineAt - now, requests, status: last?.status, isImage: last?.imageUri !== void 0, prediction, deployingMs: deployingMs ?? [] }, pollIntervalMs);
		} };
	}
	function ids2(deployment) {
		return { activeRevisionId: deployment.active_revision_id ?? void 0, latestRevisionId: deployment.latest_revision_id ?? void 0 };
	}
	function isTransient(error) {
		if (!(error instanceof errors.hD)) return false;
		if (error.kind === "http") {
			const status = error.status ?? 0;
			return status === 404 || status === 408 || status === 425 || status === 429 || status >= 500;
		}
		return error.kind === "network" || error.kind === "timeout" || error.kind === "malformed";
	}
	var write = __require(6736);
	;
	async function awaitResult(context, desired, { deployment, lost }, planned, plan) {
		const before = new Set(planned?.revisions.map(({ id: id2 }) => id2));
		await setStage(context, "waiting");
		const change = { sentOrigin: (0, types.E)(plan), lost };
		const revisionId = await (0, identify.Az)(context, deployment, before, desired, change);
		if (revisionId === void 0) {
			throw new outcome.lZ("no-revision", `The service accepted the change of ${deployment.name}, but no revision appeared within a minute. Check the deployment; it is safe to run the workflow again.`);
		}
		const secrets = "body" in plan ? plan.body.secrets ?? void 0 : void 0;
		const of = { deployment, revisionId, desired, current: planned, secrets, before, adopted: false };
		const concurrentChange = (0, deploy_confirm.Dk)(of, deployment);
		if (concurrentChange === void 0) return lost && (0, identify.tX)(desired) ? rollOutEither(context, of) : rollOut(context, of);
		(0, run_record.dO)(context.record, { id: revisionId, status: "UNKNOWN", commit: void 0 });
		return concurrentChange;
	}
	async function rollOutEither(context, of) {
		const { settings, clock: clock2, log } = context;
		const startedAt = clock2.now();
		const end = await rollOut(context, of);
		if (end.kind !== "superseded" || !TOOK_OVER.includes(end.reason)) return end;
		const duplicate = await (0, identify.we)(context, of);
		if (duplicate === void 0) return end;
		log.line(`Revision ${duplicate.id} has the same build and is newer. The response was lost, so the revision may belong to this run.`);
		const waitTimeoutMs = Math.max(0, settings.waitTimeoutMs - (clock2.now() - startedAt));
		return rollOut({ ...context, settings: { ...settings, waitTimeoutMs } }, { ...of, revisionId: duplicate.id, before: /* @__PURE__ */ new Set([...of.before, ...duplicate.before]), adopted: true });
	}
	const TOOK_OVER = ["newer-revision", "skipped-by-service"];
	async function logPlan(context, plan, title) {
		context.record.plan = plan;
		await context.log.group(`Plan: ${title}`, () => {
			for (const line of (0, log_lines.HN)(plan)) context.log.line(line);
		});
		if (plan.kind !== "refused") return void 0;
		const [first] = plan.refusals;
		const all = plan.refusals.map(({ path, message, hint }) => `${path}: ${message}. ${hint}`).join("\n");
		return (0, outcome.bu)("failed", first?.reason ?? "invalid-plan", all);
	}
	function dryRunOutcome(plan) {
		const effect = (0, types.b)(plan) ? "The deploy would create a revision." : "The deploy would create no revision.";
		return (0, outcome.bu)("planned", "dry-run", `Nothing was sent. ${effect}`);
	}
	async function setStage(context, stage) {
		context.record.stage = stage;
		await context.checkpoint();
	}
	const HEARTBEAT_MS = 6e4;
	const RESUME = "To resume, run the workflow again, or use `action: wait`: it waits for a revision of this commit that is in progress instead of building another.";
	async function rollOut(context, of) {
		const { settings, record, clock: clock2, log } = context;
		const { name, id: id2 } = of.deployment;
		if (record.revision?.id !== of.revisionId) {
			(0, run_record.dO)(record, { id: of.revisionId, status: "UNKNOWN", commit: void 0 });
		}
		record.stage = "waiting";
		record.ownRevisionId = of.adopted || of.neverInterrupt ? void 0 : of.revisionId;
		await context.checkpoint();
		if (!settings.wait) {
			return (0, outcome.bu)("submitted", "not-waited", `Revision ${of.revisionId} of ${name} is in progress; \`wait: false\` skips the wait.`);
		}
		const startedAt = clock2.now();
		const deadlineAt = startedAt + settings.waitTimeoutMs;
		context.setReadDeadline(deadlineAt);
		let seen;
		const events = reportProgress(context, startedAt, (deployment) => {
			seen = deployment;
		});
		const title = `Waiting for revision ${of.revisionId}`;
		const end = await withProgress(context, of, title, () => log.group(title, () => waitForRevision(context, { deploymentId: id2, ours: { revisionId: of.revisionId, commit: of.desired.commit, imageUri: of.desired.imageUri, tarballPath: of.desired.tarballPath, before: of.before }, isOwn: record.ownRevisionId !== void 0, startedAt, deadlineAt, pollIntervalMs: settings.pollIntervalMs, prediction: record.prediction, earlier: record.throwAway === void 0 ? record.earlier : [], readBuildEnd: (past, limit) => readBuildEnd(context, of, past, { deadlineAt, limit }) }, events)));
		context.setReadDeadline(void 0);
		record.timeline = (0, run_record.gR)(record.timeline, clock2.now() - startedAt);
		return conclude(context, of, end, seen, clock2.now() - startedAt);
	}
	function reportProgress(context, startedAt, saw) {
		const { record, clock: clock2, log } = context;
		let lastLoggedAt = startedAt;
		let failing = false;
		const logLine = (text) => {
			lastLoggedAt = clock2.now();
			log.line(`${(0, run_record.a3)(lastLoggedAt - startedAt).padStart(7)}  ${text}`);
		};
		return { polled: (revision, deployment) => {
			const changed = record.timeline.at(-1)?.status !== revision.status;
			record.timeline = (0, run_record.su)(record.timeline, revision.status, clock2.now() - startedAt);
			(0, run_record.dO)(record, revision);
			context.progress?.update(record.timeline);
			if (deployment !== void 0) {
				(0, read.dj)(context, deployment);
				saw(deployment);
			}
			if (changed) logLine(revision.status);
			else if (failing) logLine(`${revision.status} (answering again)`);
			else if (clock2.now() - lastLoggedAt >= HEARTBEAT_MS) logLine(`still ${revision.status}${usual(record.prediction)}`);
			failing = false;
		}, pollFailed: (error) => {
			if (!failing) logLine(`polling failed and is retried: ${error.message}`);
			failing = true;
		} };
	}
	const FOLLOWED_LINES = 5;
	const FOLLOW_MS = 3e3;
	async function withProgress(context, of, title, work) {
		const { progress, record } = context;
		if (progress === void 0) return work();
		progress.begin({ title, usualMs: record.prediction?.usualMs });
		const over = new AbortController();
		const following = followLog(context, of, progress, AbortSignal.any([context.signal, over.signal]));
		try {
			return await work();
		} finally {
			over.abort();
			await following;
			progress.end();
		}
	}
	async function followLog({ controlPlane, clock: clock2, record }, { deployment, revisionId }, progress, signal) {
		while (!signal.aborted) {
			try {
				await clock2.sleep(FOLLOW_MS, signal);
				const [kind = "build"] = kindsFor(record.revision?.status ?? "");
				const lines = await controlPlane.tailLog(deployment.id, revisionId, kind, FOLLOWED_LINES, signal);
				progress.showLog(lines.slice(-FOLLOWED_LINES).map(formatLine));
			} catch {
			}
		}
	}
	function usual(prediction) {
		return prediction === void 0 ? "" : ` (earlier revisions took ${(0, run_record.a3)(prediction.usualMs)})`;
	}
	async function conclude(context, of, end, seen, waitedMs) {
		const { name } = of.deployment;
		if (end.kind === "gone") {
			return (0, outcome.bu)("failed", "deployment-gone", `Revision ${of.revisionId} of ${name} no longer exists for this key: the deployment was deleted, or the key lost its access.`);
		}
		if (end.kind === "deadline") return interruptOnTimeout(context, await timedOut(context, of, end, waitedMs));
		const { verdict, revision } = end;
		switch (verdict.kind) {
			case "deployed": {
				const concurrentChange = (0, deploy_confirm.Dk)(of, seen);
				if (concurrentChange !== void 0) return concurrentChange;
				return await (0, deploy_confirm.xw)(context, of, { deployment: seen, revision }) ?? deployed(of, revision, waitedMs);
			}
			case "superseded":
				return superseded(of, verdict, revision);
			case "failed":
				return (0, outcome.bu)("failed", verdict.why, await explainFailure(context, of, revision));
		}
	}
	function deployed(of, revision, waitedMs) {
		const { revisionId, desired, deployment, adopted } = of;
		const active = `Revision ${revisionId} of ${deployment.name} was deployed and active after ${(0, run_record.a3)(waitedMs)}.`;
		if (desired.commit !== void 0 && revision.commit === void 0) {
			return (0, outcome.bu)("deployed", "commit-unknown", `${active} The service does not report the commit it was built from, so the commit could not be compared with ${desired.commit.slice(0, 7)}.`);
		}
		return (0, outcome.bu)("deployed", adopted ? "already-building" : "rolled-out", active);
	}
	function superseded({ revisionId, deployment, desired }, verdict, built) {
		const by = verdict.by === void 0 ? "a newer revision" : `revision ${verdict.by}`;
		const messages = { "newer-revision": `Revision ${revisionId} of ${deployment.name} was deployed, but ${by} is active now.`, "skipped-by-service": `The service skipped revision ${revisionId} of ${deployment.name} in favor of ${by}.`, "commit-mismatch": `Revision ${revisionId} of ${deployment.name} was built from ${built.commit?.slice(0, 7) ?? "?"} instead of ${desired.commit?.slice(0, 7) ?? "?"}, because the branch pointed to ${built.commit?.slice(0, 7) ?? "that commit"} when the service fetched it. Either the branch was updated after this run began, and the run of that commit reports the result, or ${desired.commit?.slice(0, 7) ?? "the commit of this run"} was not pushed.`, "image-mismatch": `Revision ${revisionId} of ${deployment.name} has ${built.imageUri ?? built.tarballPath ?? "?"} instead of ${desired.imageUri ?? desired.tarballPath ?? "?"}: another client changed the deployment at the same time, and that change took effect.` };
		return (0, outcome.bu)("superseded", verdict.why, messages[verdict.why]);
	}
	async function timedOut(context, of, end, waitedMs) {
		const waited = (0, run_record.a3)(waitedMs);
		if (end.switching) {
			return (0, outcome.bu)("timed-out", "not-active", `Revision ${of.revisionId} is DEPLOYED, but ${of.deployment.name} had not switched to it after ${waited}. ${RESUME} \`force: true\` builds it again.`);
		}
		const status = end.revision?.status ?? "unknown";
		if (end.revision !== void 0) await tailOf(context, of, end.revision);
		const failure = end.failure === void 0 ? "" : ` The last poll failed: ${end.failure.message}`;
		return (0, outcome.bu)("timed-out", "deadline", `Revision ${of.revisionId} of ${of.deployment.name} was still ${status} after ${waited}, and continues without this run.${failure} ${RESUME} Raise wait-timeout if the rollout always takes this long.`);
	}
	async function readBuildEnd(context, { deployment }, { id: id2 }, { deadlineAt, limit }) {
		const { controlPlane, clock: clock2, signal } = context;
		context.setReadDeadline(clock2.now());
		try {
			const [line] = await controlPlane.tailLog(deployment.id, id2, "build", 1, limit);
			const at = Date.parse(line?.at ?? "");
			return Number.isNaN(at) ? void 0 : at;
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof errors.hD || limit.aborted)) throw error;
			return void 0;
		} finally {
			context.setReadDeadline(deadlineAt);
		}
	}
	async function interruptOnTimeout(context, end) {
		const { settings, record, log } = context;
		if (settings.policy.onTimeout !== "interrupt" || end.kind !== "timed-out" || end.reason !== "deadline") {
			return end;
		}
		const { deployment, revision, ownRevisionId } = record;
		if (deployment === void 0 || revision === void 0 || ownRevisionId !== revision.id) {
			return add(end, "The revision was not interrupted, because this run did not create it.");
		}
		const { done, message } = await (0, write.interruptRevision)(context, deployment.id, revision.id);
		log.line(message);
		if (!done) return add(end, message);
		(0, run_record.dO)(record, { ...revision, status: "INTERRUPTED" });
		return (0, outcome.bu)("timed-out", "deadline", `Revision ${revision.id} of ${deployment.name} was still ${revision.status} when wait-timeout expired, and was interrupted because of \`on-timeout: interrupt\`. Run the workflow again to rebuild it, and raise wait-timeout if the rollout always takes this long.`);
	}
	function add(end, message) {
		return (0, outcome.bu)("timed-out", end.reason, `${end.message} ${message}`);
	}
	const LIMIT_MS = 1e4;
	async function explainFailure(context, of, revision) {
		const lines = await tailOf(context, of, revision);
		const { statusMessage } = revision;
		const cause = findCause(statusMessage === void 0 ? lines : [...lines, statusMessage]);
		context.record.brokenPart = cause?.kind;
		const statusReason = statusMessage ?? cause?.line ?? mostInformativeLine(lines);
		const reason = statusReason === void 0 ? "The service gave no reason." : `Reason: ${asSentence(statusReason)}`;
		const serving = context.record.previousRevisionId === void 0 ? "" : ` The earlier revision ${context.record.previousRevisionId} keeps serving.`;
		const likely = cause === void 0 ? "" : ` Likely cause: ${cause.why}. ${cause.cure}`;
		return `Revision ${revision.id} of ${of.deployment.name} ended as ${revision.status}. ${reason}${likely}${serving}`;
	}
	function asSentence(text) {
		return /[.!?\u2026]$/.test(text) ? text : `${text}.`;
	}
	async function tailOf(context, of, revision) {
		const { settings, log, record } = context;
		if (settings.logLines === 0) return [];
		for (const kind of kindsFor(revision.status)) {
			const lines = await readTail(context, of, kind);
			if (lines.length === 0) continue;
			record.logTail = { kind, lines };
			await log.group(`End of the ${kind} log (${lines.length} lines)`, () => {
				for (const line of lines) log.line(line);
			});
			return lines;
		}
		return [];
	}
	async function readTail(context, of, kind) {
		const { controlPlane, clock: clock2, signal, settings, log } = context;
		context.setReadDeadline(clock2.now() + LIMIT_MS);
		try {
			const lines = await controlPlane.tailLog(of.deployment.id, of.revisionId, kind, settings.logLines, signal);
			const text = lines.slice(-settings.logLines).map(formatLine).join("\n");
			return text === "" ? [] : context.redactor.redact(text).split("\n");
		} catch (error) {
			if (!(error instanceof errors.hD)) throw error;
			log.line(`The ${kind} log could not be read: ${error.message}`);
			return [];
		} finally {
			context.setReadDeadline(void 0);
		}
	}
	function kindsFor(status) {
		return /DEPLOY/.test(status) ? ["deploy", "build"] : ["build", "deploy"];
	}
	function formatLine({ level, message }) {
		const prefix = level === null || /^info$/i.test(level) ? "" : `${level}: `;
		return `${prefix}${message}`.trimEnd();
	}
}), 6736: ((__module, __exports, __require) => {
	__require.d(__exports, { Gj: () => patchDeployment, Yy: () => createDeployment, interruptRevision: () => interruptRevision, jy: () => redeploy });
	var $$errors0 = __require(65292);
	var $$poll1 = __require(50438);
	var $$statuses2 = __require(83889);
	var $$identify3 = __require(58975);
	var $$outcome4 = __require(96043);
	var $$conflicts5 = __require(41788);
	var $$origin6 = __require(23001);
	var $$types7 = __require(41966);
	var $$read8 = __require(98591);
	const CONFLICT_SCHEDULE = (0, $$poll1.C1)(2e3, 4e3);
	async function createDeployment(context, body, desired) {
		const there = await findUnfiltered(context, body.name);
		if (there !== void 0) return { kind: "exists", deployment: there };
		try {
			const deployment = await context.controlPlane.createDeployment(body, context.signal);
			return { kind: "created", deployment, afterLostAnswer: false };
		} catch (error) {
			if ((0, $$errors0.d7)(error, 409)) return onConflict(context, body.name, error);
			if (!isLostAnswer(error)) throw error;
			const found = await findAfterLostAnswer(context, () => (0, $$read8._U)(context, body.name));
			if (found === void 0) {
				throw new $$outcome4.lZ("lost-answer", `The response to creating ${body.name} was lost, and no deployment with this name appeared within a minute. The request was not repeated, so that no duplicate is created. Run the workflow again: it checks for the deployment first. (${error.message})`, { cause: error });
			}
			const theirs = (0, $$conflicts5.wV)(await (0, $$read8.cA)(context, found), desired);
			return theirs.length > 0 ? { kind: "exists", deployment: found } : { kind: "created", deployment: found, afterLostAnswer: true };
		}
	}
	async function findUnfiltered(context, name) {
		const all = await context.controlPlane.listDeployments({}, context.signal);
		return all.find((item) => item.name === name && !(0, $$statuses2.vx)(item.status));
	}
	function deleteProjectHint(name) {
		return `Delete the tracing project ${name} on its page, or with \`DELETE /api/v1/sessions/{id}\` of the tracing API; \`GET /api/v1/sessions?name=${encodeURIComponent(name)}\` returns its ID.`;
	}
	async function onConflict(context, name, cause) {
		const found = await (0, $$poll1.wt)(context, CONFLICT_SCHEDULE, () => (0, $$read8._U)(context, name));
		if (found !== void 0) return { kind: "exists", deployment: found };
		throw new $$outcome4.lZ("name-taken", `The name ${name} is taken, but no deployment has it: most likely the tracing project of a deleted deployment remains, or the deployment is still being deleted. ${deleteProjectHint(name)} Alternatively, wait or choose another name. (${cause.detail ?? "the service gave no reason"})`, { cause });
	}
	async function requireAsPlanned(context, before, { body }, desired, fresh) {
		const now = fresh ?? await (0, $$read8.sM)(context, before);
		const given = new Set(desired.secrets?.map(({ name }) => name));
		const kept = (body.secrets ?? []).filter(({ name }) => !given.has(name));
		if (desired.secretsStrategy !== "merge" || !body.secrets) return;
		const listed = await (0, $$read8.EB)(context, before);
		for (const view of [now, listed]) {
			const shown = new Map(view?.secrets?.map(({ name, value }) => [name, value]));
			const others = [...shown.keys()].filter((name) => !given.has(name));
			const differ = kept.filter(({ name, value }) => shown.get(name) !== value).map(({ name }) => name);
			const more = others.filter((name) => !kept.some((one) => one.name === name));
			const names = [...differ, ...more];
			if (names.length === 0) continue;
			throw new $$outcome4.lZ("contradictory-answers", `Two responses differ about ${names.join(", ")} of ${before.name}: the service hides values, or another client is changing them. The request would include these values, so nothing was sent. Run the workflow again, or set them in \`secrets\`.`);
		}
	}
	async function patchDeployment(context, before, plan, desired, fresh) {
		await requireAsPlanned(context, before, plan, desired, fresh);
		try {
			const deployment = await context.controlPlane.patchDeployment(before.id, plan.body, context.signal);
			return { deployment, afterLostAnswer: false };
		} catch (error) {
			if (!isLostAnswer(error)) throw error;
			const known = new Set(before.revisions.map(({ id: id2 }) => id2));
			const fields = plan.changes.map(({ field }) => field);
			const deployment = await findAfterLostAnswer(context, async () => {
				const found = await context.controlPlane.getDeployment(before.id, context.signal);
				const now = await (0, $$read8.cA)(context, found);
				const arrived = (0, $$types7.b)(plan) ? (0, $$identify3.AP)(now.revisions, known, desired).length > 0 : (0, $$conflicts5._e)(now, desired, fields);
				const proven = desired.archive !== void 0 && now.revisions.some((one) => !known.has(one.id) && (0, $$origin6.eo)(one, desired));
				if (proven) return found;
				return arrived && (0, $$conflicts5.wV)(now, desired, before).length === 0 ? found : void 0;
			});
			if (deployment !== void 0) return { deployment, afterLostAnswer: true };
			throw new $$outcome4.lZ("lost-answer", `The response to updating ${before.name} was lost, and no effect was visible within a minute. The request was not repeated, so that nothing is built twice. Run the workflow again: it checks for the change first. (${error.message})`, { cause: error });
		}
	}
	async function redeploy(context, before, revisionId, desired) {
		await (0, $$read8.sM)(context, before);
		try {
			const deployment = await context.controlPlane.redeployRevision(before.id, revisionId, context.signal);
			return { deployment, afterLostAnswer: false };
		} catch (error) {
			if ((0, $$errors0.hh)(error)) return void 0;
			if (!isLostAnswer(error)) throw error;
			const known = new Set(before.revisions.map(({ id: id2 }) => id2));
			const deployment = await findAfterLostAnswer(context, async () => {
				const found = await context.controlPlane.getDeployment(before.id, context.signal);
				const now = await (0, $$read8.cA)(context, found);
				return (0, $$identify3.AP)(now.revisions, known, desired).length > 0 ? found : void 0;
			});
			if (deployment !== void 0) return { deployment, afterLostAnswer: true };
			throw new $$outcome4.lZ("lost-answer", `The response to deploying revision ${revisionId} of ${before.name} again was lost, and no revision appeared within a minute. The request was not repeated, so that nothing is deployed twice. Run the workflow again: it checks for the revision first. (${error.message})`, { cause: error });
		}
	}
	async function interruptRevision(context, deploymentId, revisionId) {
		try {
			await context.controlPlane.interruptRevision(deploymentId, revisionId, context.signal);
			return { done: true, message: `Revision ${revisionId} was interrupted.` };
		} catch (error) {
			if (!(error instanceof $$errors0.hD)) throw error;
			const poll = () => context.controlPlane.getRevision(deploymentId, revisionId, context.signal);
			const status = (await (0, $$errors0.PX)(poll))?.status;
			if (status !== void 0 && (0, $$statuses2.BE)(status) === "interrupted") {
				return { done: true, message: `Revision ${revisionId} was interrupted.` };
			}
			const now = status === void 0 ? "" : ` Its status is now ${status}.`;
			const what = isLostAnswer(error) ? "it is unknown whether the service received the request" : "the service rejected the request";
			return { done: false, message: `The action tried to interrupt revision ${revisionId}, but ${what}: ${error.message}${now}` };
		}
	}
	const MAX_WAIT_MS = 18e4;
	function findAfterLostAnswer(context, find) {
		const schedule = (state) => state.elapsedMs > MAX_WAIT_MS ? void 0 : (0, $$poll1.AF)(state);
		return (0, $$poll1.wt)(context, schedule, () => (0, $$errors0.PX)(find));
	}
	function isLostAnswer(error) {
		return error instanceof $$errors0.hD && error.kind === "ambiguous";
	}
}), 54476: ((__module, __exports, __require) => {
	__require.d(__exports, { Bd: () => $$later0.BdA, Cj: () => $$later0.Cjl, Q$: () => $$later0.Q$O, nG: () => $$later0.nGO, sC: () => $$later0.sC, yf: () => $$later0.yfm });
	var $$later0 = __require(72786);
}), 71895: ((__module, __exports, __require) => {
	__require.d(__exports, { Gt: () => $$later0.Gtc, SH: () => $$later0.SHW, Sd: () => $$later0.Sdt, z3: () => $$later0.z3p });
	var $$later0 = __require(72786);
}), 41788: ((__module, __exports, __require) => {
	__require.d(__exports, { EW: () => checkSettings, Il: () => driftedFields, Ob: () => conflictingSecrets, _e: () => matchesDesired, bp: () => secretVisibility, wV: () => conflictingFields, xD: () => overwrittenFields });
	var $$spec0 = __require(34366);
	var $$fields1 = __require(44034);
	var $$value2 = __require(30171);
	var $$origin3 = __require(23001);
	function conflictingFields(current, desired, before) {
		const fields = specifiedFields(current, desired).filter(({ same, current: is, field }) => !same && (is !== void 0 || current.unset.has(field))).map(({ field }) => field);
		const origin = (0, $$origin3.NX)({ ...current, commit: void 0 }, desired) ? ["origin"] : [];
		const seen = { names: true, values: before && secretVisibility(before).values || secretVisibility(current).values };
		return [...origin, ...fields, ...conflictingSecrets(desired, current.secrets, seen)];
	}
	function matchesDesired(current, desired, fields) {
		const same = new Set(specifiedFields(current, desired).flatMap((one) => one.same ? [one.field] : []));
		return fields.every((field) => same.has(field));
	}
	function driftedFields(planned, now, desired) {
		const agreed = new Set(specifiedFields(planned, desired).flatMap(({ field, same }) => same ? [field] : []));
		const fields = specifiedFields(now, desired).filter(({ field, same, current: is }) => !same && agreed.has(field) && (is !== void 0 || now.unset.has(field)));
		const seen = secretVisibility(planned);
		const before = new Set(conflictingSecrets(desired, planned.secrets, seen));
		const secrets = conflictingSecrets(desired, now.secrets, seen).filter((name) => !before.has(name));
		return [...fields.map(({ field }) => field), ...secrets];
	}
	function overwrittenFields(answered, now, desired) {
		const fields = (current) => (0, $$fields1.gN)(desired, current).filter(({ makesRevision }) => !makesRevision);
		const agreed = new Set(fields(answered).flatMap(({ field, same }) => same ? [field] : []));
		return fields(now).filter(({ desired: specified, field }) => specified !== void 0 && agreed.has(field)).filter(({ same, current: is, field }) => !same && (is !== void 0 || now.unset.has(field))).map(({ field }) => field);
	}
	function specifiedFields(current, desired) {
		const shown = { ...current, active: void 0 };
		return [...(0, $$fields1.KL)(desired, shown), ...(0, $$fields1.gN)(desired, shown)].filter((field) => field.desired !== void 0);
	}
	function secretVisibility({ secrets }) {
		return { names: secrets !== void 0 && secrets.length > 0, values: secrets?.some(({ value }) => Boolean(value)) ?? false };
	}
	function conflictingSecrets({ secrets: given, secretsStrategy }, shown, { names, values, around }) {
		if (given === void 0 || shown === void 0 || shown.length === 0 && !names) return [];
		const now = new Map(shown.map(({ name, value }) => [name, value]));
		const verbatim = [shown, ...around?.answered ? [around.answered] : []].some((view) => given.some((one) => one.value !== "" && view.some((is) => is.name === one.name && is.value === one.value)));
		const masks = (secret, is) => {
			if (around === void 0 || verbatim || around.kept?.has(secret.name)) return false;
			return (0, $$value2.RZ)(is, secret) || (0, $$value2.OU)(is) && (hides || isNew(secret.name, is));
		};
		const isNew = (name, is) => is !== around?.before?.find((one) => one.name === name)?.value;
		const hides = given.some(({ name }) => {
			const is = now.get(name);
			return Boolean(is) && isNew(name, is) && (0, $$value2.OU)(is ?? "");
		});
		const differ = given.filter((secret) => {
			const { name, value } = secret;
			const is = now.get(name);
			if (value === "") return Boolean(is);
			const isShown = Boolean(is) || is === "" && values;
			return !now.has(name) || isShown && is !== value && !(is && masks(secret, is));
		}).map(({ name }) => name);
		const wanted = new Set(given.map(({ name }) => name));
		const others = secretsStrategy === "replace" ? [...now.keys()].filter((name) => !wanted.has(name)) : [];
		return [...differ, ...others].map((name) => `secrets.${name}`);
	}
	function checkSettings(before, now, desired, secrets, answered) {
		const kept = { ignored: [], unseen: [] };
		const view = (current) => (0, $$fields1.gN)(desired, { ...current, active: void 0 });
		const earlier = new Map(before === void 0 ? [] : view(before).map((one) => [one.field, one]));
		const fixed = before === void 0 ? (0, $$fields1.KL)(desired, now) : [];
		for (const { field, desired: to, current: is, same } of [...fixed, ...view(now)]) {
			const was = earlier.get(field);
			if (to === void 0 || same || was?.same) continue;
			const shownBefore = was?.current !== void 0 || before?.unset.has(field) === true;
			if (is === void 0 && !now.unset.has(field) && !shownBefore) kept.unseen.push(field);
			else if (field === "source_config.resource_spec") kept.ignored.push(...specFields(before, now, desired));
			else if (is === void 0 || is === was?.current || !is.includes(to)) kept.ignored.push(field);
		}
		if (secrets !== void 0) kept.ignored.push(...lostSecrets(before, now, secrets, desired, answered));
		return kept;
	}
	function specFields(before, now, { resourceSpec }) {
		const spec = (of) => of === void 0 ? {} : (0, $$spec0.LH)(of);
		const [was, is, to] = [spec(before?.resourceSpec), spec(now.resourceSpec), spec(resourceSpec)];
		return Object.keys(resourceSpec ?? {}).filter((key) => to[key] !== null && to[key] !== void 0).filter((key) => {
			const [a, b, c] = [was[key], is[key], to[key]].map($$fields1.Yu);
			if (b === c) return false;
			return typeof to[key] !== "object" || b === a || b === void 0;
		}).map((key) => `source_config.resource_spec.${key}`);
	}
	function lostSecrets(before, now, secrets, desired, answered) {
		const names = secrets.filter(({ value }) => value !== "").map(({ name }) => name);
		const relied = desired.secretsStrategy === "merge" && before?.secrets?.length === 0;
		if (relied && now.secrets?.length === 0) return names.map((name) => `secrets.${name}`);
		const given = new Set(desired.secrets?.map(({ name }) => name));
		const kept = new Set(names.filter((name) => !given.has(name)));
		const shows = { ...secretVisibility(before ?? { secrets: void 0 }), around: { before: before?.secrets, answered, kept } };
		return conflictingSecrets({ secrets: [...secrets], secretsStrategy: "merge" }, now.secrets, shows);
	}
}), 44034: ((__module, __exports, __require) => {
	__require.d(__exports, { Hx: () => normalizeRepoUrl, KL: () => immutableFields, Yu: () => canonicalSpec, gN: () => mutableFields, ml: () => putField });
	var $$rules0 = __require(873);
	var $$patterns1 = __require(52652);
	var $$spec2 = __require(34366);
	var $$fields3 = __require(31668);
	function immutableFields(desired, current) {
		const source = { field: "source", desired: desired.source, current: current.source, same: sameSource(desired, current) };
		return [source, ...compareFields(desired, current, (path) => (0, $$rules0.t3)(path))];
	}
	function mutableFields(desired, current) {
		return compareFields(desired, current, (path) => !(0, $$rules0.t3)(path));
	}
	function compareFields(desired, current, includes) {
		return $$fields3.Yr.filter((name) => includes($$fields3.wm[name].path)).map((name) => {
			const { path } = $$fields3.wm[name];
			const want = displayText(desired[name]);
			const is = displayText(name === "graphConfigPath" ? current.active?.[name] ?? current[name] : current[name]);
			const same = EQUIVALENT[name]?.(desired, current) ?? want === is;
			return { name, field: path, desired: want, current: is, same, makesRevision: (0, $$rules0.dI)(path) };
		});
	}
	function putField(sections, name, values) {
		const value = values[name];
		if (value === void 0) return;
		const [first = "", ...rest] = $$fields3.wm[name].path.split(".");
		const nested = (keys) => keys.reduceRight((inner, key) => ({ [key]: inner }), value);
		if (first === "source_config" || first === "source_revision_config") {
			Object.assign(sections[first], nested(rest));
		} else {
			Object.assign(sections.top, nested([first, ...rest]));
		}
	}
	const EQUIVALENT = { repoUrl: (desired, current) => current.repoUrl !== void 0 && normalizeRepoUrl(desired.repoUrl ?? "") === normalizeRepoUrl(current.repoUrl), deploymentType: (desired, current) => (0, $$patterns1.me)(desired.deploymentType, current.deploymentType), buildOnPush: ({ buildOnPush }, current) => buildOnPush === current.buildOnPush || buildOnPush === false && current.unset.has($$fields3.wm.buildOnPush.path), installCommand: (desired, current) => meansSame(desired.installCommand, current.installCommand, bareCommand), buildCommand: (desired, current) => meansSame(desired.buildCommand, current.buildCommand, bareCommand), customUrl: (desired, current) => meansSame(desired.customUrl, current.customUrl, bareUrl), imageVersion: ({ imageVersion }, current) => imageVersion === current.imageVersion || imageVersion !== void 0 && current.imageVersion?.endsWith(`-${imageVersion}`) === true, resourceSpec: (desired, current) => canonicalSpec(derived(desired.resourceSpec)) === canonicalSpec(derived(current.resourceSpec)), graphConfigPath: ({ graphConfigPath }, current) => current.graphConfigPath === graphConfigPath && [void 0, graphConfigPath].includes(current.active?.graphConfigPath) };
	function sameSource(desired, current) {
		if (current.source === void 0 || desired.source === current.source) return true;
		return !desired.isSourceSet && desired.source === "external_docker" && current.source === "internal_docker";
	}
	function meansSame(desired, actual, bare) {
		if (desired === void 0 || actual === void 0) return desired === actual;
		return desired === actual || bare(desired) === bare(actual);
	}
	function bareCommand(command) {
		const text = command.replaceAll("\r\n", "\n").trim();
		const [, , inner] = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh -\w*c (['"]?)(.*)\1$/s.exec(text) ?? [];
		return inner?.trim() ?? text;
	}
	function bareUrl(url) {
		return (URL.parse(url)?.href ?? url).replace(/(?<!\/)\/+$/, "");
	}
	function normalizeRepoUrl(url) {
		return url.replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/](?!\d+\/)/, "https://$1/").replace(/(?<!\/)\/+$/, "").replace(/\.git$/, "").toLowerCase();
	}
	function derived(spec) {
		return spec === void 0 ? void 0 : (0, $$spec2.LH)(spec);
	}
	function displayText(value) {
		if (value === void 0 || typeof value === "string") return value;
		if (typeof value === "boolean") return String(value);
		return Array.isArray(value) ? referencesText(value) : specText(value);
	}
	function specText(spec) {
		return Object.entries(spec).filter(([, value]) => value !== null && value !== void 0).map(([key, value]) => typeof value === "object" ? key : `${key}=${String(value)}`).sort().join(" ");
	}
	function referencesText(references) {
		return references.map(({ name, secret_name, secret_key }) => `${name}=${secret_name}/${secret_key}`).sort().join(" ");
	}
	function canonicalSpec(value) {
		return JSON.stringify(value, (_key, part) => {
			if (typeof part !== "object" || part === null || Array.isArray(part)) return part ?? void 0;
			return Object.fromEntries(Object.entries(part).filter(([, inner]) => inner !== null && inner !== void 0).sort(([a], [b]) => a < b ? -1 : 1));
		});
	}
}), 23001: ((__module, __exports, __require) => {
	__require.d(__exports, { DM: () => originChange, Gm: () => revisionInProgress, NX: () => contradictsOrigin, eo: () => matchesOrigin, hz: () => imagesDiffer, u9: () => inProgressWithoutCommit, wJ: () => forcedChange });
	var $$statuses0 = __require(83889);
	var $$sizes1 = __require(71895);
	function originChange(desired, current) {
		if (desired.source === "internal_source") {
			return servesSource(desired, current) ? void 0 : sourceChange(desired, current);
		}
		return desired.source === "git_host" ? refChange(desired, current) : imageChange(desired, current);
	}
	function forcedChange(desired) {
		const to = targetOf(desired);
		return { field: fieldOf(desired), from: to, to: `${to} (forced)`, revision: true };
	}
	function targetOf(desired) {
		if (desired.source === "internal_source") return sourceText(desired);
		return desired.source === "git_host" ? at(desired.ref, desired.commit) : desired.imageUri ?? "";
	}
	function matchesOrigin(revision, desired) {
		if (desired.source === "git_host") {
			return desired.commit !== void 0 && revision.commit === desired.commit;
		}
		if (desired.source === "internal_source") {
			return desired.tarballPath !== void 0 && revision.tarballPath === desired.tarballPath;
		}
		return desired.imageUri !== void 0 && revision.imageUri === desired.imageUri;
	}
	function contradictsOrigin({ ref, commit, imageUri, tarballPath }, desired) {
		if (desired.source === "internal_source") {
			return tarballPath !== void 0 && desired.tarballPath !== void 0 && tarballPath !== desired.tarballPath;
		}
		if (desired.source !== "git_host") {
			return imageUri !== void 0 && desired.imageUri !== void 0 && imagesDiffer(imageUri, desired.imageUri);
		}
		if (ref !== void 0 && ref !== desired.ref) return true;
		return commit !== void 0 && desired.commit !== void 0 && commit !== desired.commit;
	}
	function revisionInProgress(desired, current) {
		const { latest } = current;
		if (latest === void 0 || serves(latest, current)) return void 0;
		const fits = matchesOrigin(latest, desired) && (latest.ref === void 0 || latest.ref === desired.ref);
		return fits && ["progress", "deployed"].includes((0, $$statuses0.BE)(latest.status)) ? latest : void 0;
	}
	function inProgressWithoutCommit(desired, current) {
		const { latest } = current;
		if (desired.source !== "git_host" || desired.commit === void 0 || latest === void 0) return void 0;
		const fits = latest.commit === void 0 && (latest.ref ?? current.ref) === desired.ref;
		return fits && (0, $$statuses0.BE)(latest.status) === "progress" ? latest : void 0;
	}
	function serves(revision, { activeRevisionId }) {
		return revision.id === activeRevisionId && (0, $$statuses0.BE)(revision.status) === "deployed";
	}
	function refChange(desired, current) {
		const { active } = current;
		const sameRef = [current.ref, active?.ref].every((ref) => ref === void 0 || ref === desired.ref);
		const sameCommit = active !== void 0 && serves(active, current) && matchesOrigin(active, desired);
		if (sameRef && sameCommit && !mayBeStale(desired, current)) return void 0;
		return { field: fieldOf(desired), from: active === void 0 ? current.ref ?? null : at(active.ref ?? current.ref, active.commit), to: at(desired.ref, desired.commit), revision: true };
	}
	function imageChange(desired, current) {
		if (desired.imageUri === void 0) return void 0;
		const { active } = current;
		const same = active !== void 0 && serves(active, current) && matchesOrigin(active, desired) && (current.imageUri === void 0 || current.imageUri === desired.imageUri);
		if (same && !mayBeStale(desired, current)) return void 0;
		return { field: fieldOf(desired), from: active?.imageUri ?? current.imageUri ?? null, to: desired.imageUri, revision: true };
	}
	function sourceChange(desired, { active }) {
		return { field: fieldOf(desired), from: active?.tarballPath ?? null, to: sourceText(desired), revision: true };
	}
	function sourceText({ archive, tarballPath }) {
		return archive === void 0 ? tarballPath ?? "the packed source" : (0, $$sizes1.SH)(archive);
	}
	function servesSource(desired, current) {
		const { active, revisions } = current;
		if (desired.isLatestUpload !== true || desired.tarballPath !== void 0) return false;
		if (active?.tarballPath === void 0 || !serves(active, current) || mayBeStale(desired, current)) return false;
		return revisions.every(({ id: id2, tarballPath }) => id2 === active.id || tarballPath !== active.tarballPath);
	}
	function mayBeStale(desired, current) {
		const { latest } = current;
		if (latest === void 0 || latest.id === current.activeRevisionId) return false;
		if (desired.secrets !== void 0 || desired.resourceSpec !== void 0) return true;
		return ["failed", "interrupted"].includes((0, $$statuses0.BE)(latest.status)) && matchesOrigin(latest, desired);
	}
	function fieldOf(desired) {
		if (desired.source === "internal_source") return "source_revision_config.source_tarball_path";
		return `source_revision_config.${desired.source === "git_host" ? "repo_ref" : "image_uri"}`;
	}
	function at(ref, commit) {
		return `${ref ?? "?"} @ ${commit?.slice(0, 7) ?? "unknown commit"}`;
	}
	function imagesDiffer(one, other) {
		const [a, b] = [parse(one), parse(other)];
		const sameName = a.name === b.name || a.name.endsWith(`/${b.name}`) || b.name.endsWith(`/${a.name}`);
		if (!sameName) return true;
		if (a.digest !== void 0 && b.digest !== void 0) return a.digest !== b.digest;
		if (a.digest === void 0 && b.digest === void 0) return (a.tag ?? "latest") !== (b.tag ?? "latest");
		return a.tag !== void 0 && b.tag !== void 0 && a.tag !== b.tag;
	}
	function parse(reference) {
		const [, name = "", tag, digest] = /^(.*?)(?::([^:/@]+))?(?:@(.+))?$/s.exec(reference) ?? [];
		return { name, tag, digest };
	}
}), 42641: ((__module, __exports, __require) => {
	__require.d(__exports, { _1: () => planCreate, ZL: () => planUpdate });
	var field_rules = __require(873);
	var findings = __require(9081);
	var limits = __require(55403);
	var patterns = __require(52652);
	var reserved_names = __require(53918);
	;
	function validateCreate(body, options) {
		return [...deploymentTypeErrors(body.source_config, options), ...inapplicableFieldErrors(body.source, body, options), ...missingFieldErrors(body.source, body, options), ...buildOnPushErrors(body.source_config.build_on_push, body.source_revision_config.repo_ref), ...secretNameErrors(body.source, body.secrets, body.secret_references, options), ...minimumErrors(body.source_config, options)];
	}
	function validatePatch(body, now, options) {
		const changed = immutableFieldErrors(body, now);
		const reported = new Set(changed.map(({ loc }) => loc.join(".")));
		const misplaced = inapplicableFieldErrors(now.source, withoutUnchanged(body, now), options);
		return [...changed, ...misplaced.filter(({ loc }) => !reported.has(loc.join("."))), ...buildOnPushErrors(body.source_config?.build_on_push ?? now.source_config.build_on_push, body.source_revision_config?.repo_ref ?? now.source_revision_config.repo_ref), ...secretNameErrors(now.source, body.secrets, body.secret_references, options), ...minimumErrors(body.source_config, options)];
	}
	function immutableFieldErrors(body, now) {
		return FIELD_RULES.flatMap(({ path, immutable }) => {
			if (immutable === void 0) return [];
			const [asked, current] = [body, now].map((from) => {
				const value = valueAt(from, path);
				return immutable === "uuid" && typeof value === "string" ? value.toLowerCase() : value;
			});
			if (!isSet(asked) || asked === current) return [];
			return [validationError([...path], "cannot be changed: delete the deployment and create it again")];
		});
	}
	function withoutUnchanged(body, now) {
		return { ...body, source_config: dropEqual(body.source_config, now.source_config), source_revision_config: dropEqual(body.source_revision_config, now.source_revision_config) };
	}
	function dropEqual(given, now) {
		if (!given) return given;
		const kept = { ...given };
		for (const key of Object.keys(kept)) {
			const value = Reflect.get(kept, key);
			if (typeof value !== "object" && value === Reflect.get(now, key)) Reflect.deleteProperty(kept, key);
		}
		return kept;
	}
	function revisionTriggers(body) {
		return FIELD_RULES.filter(({ path, makesRevision }) => makesRevision === true && isSet(valueAt(body, path))).map(({ path }) => path.join("."));
	}
	function createsRevision(body) {
		return revisionTriggers(body).length > 0;
	}
	function mergeSourceConfig(now, given) {
		const merged = mergeSet(now, given);
		if (given?.listener_config) {
			merged.listener_config = mergeSet(now.listener_config ?? {}, given.listener_config);
		}
		return merged;
	}
	function mergeRevisionConfig(now, given) {
		return mergeSet(now, given);
	}
	function mergeSet(now, given) {
		const merged = { ...now };
		for (const [key, value] of Object.entries(given ?? {})) {
			if (isSet(value)) Reflect.set(merged, key, value);
		}
		return merged;
	}
	function valueAt(body, path) {
		return path.reduce((holder, key) => typeof holder === "object" && holder !== null ? Reflect.get(holder, key) : void 0, body);
	}
	function inapplicableFieldErrors(source, body, { compat }) {
		return field_rules.Jx.flatMap(({ path, sources, hosted = [], ignoredFor = [] }) => {
			if (sources === void 0 || !(0, findings.vM)(valueAt(body, path))) return [];
			const allowed = [...sources, ...ignoredFor, ...compat === "hosted" ? hosted : []];
			if (allowed.includes(source)) return [];
			return [(0, findings.cJ)([...path], `applies only to ${allowed.join(" and ")}: omit it for ${source}`)];
		});
	}
	function missingFieldErrors(source, body, options) {
		const needed = source === "git_host" || source === "internal_source" && options.compat === "spec";
		if (!needed || (0, findings.vM)(body.source_revision_config?.graph_config_path)) return [];
		return [(0, findings.pS)(["source_revision_config", "graph_config_path"], "the path of the graph configuration file")];
	}
	function unbuildableFieldErrors(source, body) {
		const found = [];
		const need = (value, loc, why) => {
			if (!(0, findings.vM)(value)) found.push((0, findings.pS)(loc, why));
		};
		if (source === "git_host") {
			const [url, ref] = [body.source_config?.repo_url, body.source_revision_config?.repo_ref];
			need(url, ["source_config", "repo_url"], "a git_host deployment is built from a repository");
			need(ref, ["source_revision_config", "repo_ref"], "the branch or tag to build");
		}
		if (source === "external_docker") {
			const image = body.source_revision_config?.image_uri;
			need(image, ["source_revision_config", "image_uri"], "the container image to run");
		}
		return found;
	}
	function deploymentTypeErrors(config, { compat }) {
		const type = config?.deployment_type;
		if (compat === "hosted" || !(0, findings.vM)(type) || patterns._o.some((known) => known === type)) return [];
		return [(0, findings.cJ)(["source_config", "deployment_type"], `Input should be ${(0, findings.gc)(patterns._o)}`, "enum")];
	}
	function buildOnPushErrors(buildOnPush, ref) {
		if (buildOnPush !== true || !(0, findings.vM)(ref) || !(0, patterns.kN)(ref)) return [];
		return [(0, findings.cJ)(["source_config", "build_on_push"], "must be false when repo_ref is a tag (starts with refs/tags/)")];
	}
	function withoutReadOnly(source, body) {
		const kept = { ...body };
		if (body.source_revision_config) {
			const { repo_commit_sha: _, ...revision } = body.source_revision_config;
			kept.source_revision_config = revision;
		}
		if (body.source_config && source === "git_host") {
			const { custom_url: _, ...config } = body.source_config;
			kept.source_config = config;
		}
		return kept;
	}
	const RESOURCE_MINIMUM = "resource_minimum";
	function minimumErrors(config, { compat }) {
		const memory = config?.resource_spec?.redis_memory_mb;
		if (compat !== "hosted" || typeof memory !== "number" || memory >= limits.n_) return [];
		return [(0, findings.cJ)(["source_config", "resource_spec", "redis_memory_mb"], `must be at least ${limits.n_}`, RESOURCE_MINIMUM)];
	}
	function validationErrorStatus(errors, { compat }) {
		const asText = errors.every(({ type }) => type === RESERVED_NAME || type === RESOURCE_MINIMUM);
		return compat === "hosted" && asText ? 400 : 422;
	}
	const RESERVED_NAME = "reserved_name";
	function secretNameErrors(source, secrets, references = null, where = {}) {
		const selfHosted = source === "external_docker" || where.selfHosted === true;
		const seen = /* @__PURE__ */ new Set();
		const check = (list, field) => (list ?? []).flatMap(({ name }, index) => {
			const loc = [field, index, "name"];
			const repeated = seen.has(name);
			seen.add(name);
			if (repeated) return [(0, findings.cJ)(loc, `${name} is set more than once`)];
			if (!(0, reserved_names.c)(name, { selfHosted })) return [];
			return [(0, findings.cJ)(loc, `${name} is reserved, because the platform sets it`, RESERVED_NAME)];
		});
		return [...check(secrets, "secrets"), ...check(references, "secret_references")];
	}
	var deployment_fields = __require(31668);
	var fields = __require(44034);
	var sizes = __require(71895);
	var plan_origin = __require(23001);
	;
	const RECREATE = "Delete the deployment and create it again, or deploy under another name.";
	function planCreate(name, desired, { dialect = "generic", selfHosted = false } = {}) {
		const body = createBody(name, desired, dialect);
		const problems = [...validateCreate(body, { compat: "hosted" }), ...unbuildableFieldErrors(body.source, body)];
		const refusals = problems.map((found) => ({ reason: "invalid-plan", path: found.loc.slice(1).join("."), message: (0, findings.rm)(found), hint: "Correct the inputs." }));
		if ((selfHosted || body.source === "external_docker") && name.length > limits.uL) {
			refusals.push({ reason: "invalid-plan", path: "name", message: `${name} has ${name.length} characters, but a self-hosted cluster allows ${limits.uL}: the control plane would accept the name, and every revision would fail`, hint: `Use a name of at most ${limits.uL} characters.` });
		}
		const changes = listCreate(body, desired);
		return refusals.length > 0 ? { kind: "refused", refusals, changes } : { kind: "create", body, changes };
	}
	function planUpdate(current, desired, options) {
		const refusals = refuseImmutable(current, desired);
		const parts = { top: {}, source_config: {}, source_revision_config: {} };
		const changes = [];
		for (const { name, field, desired: to, current: from, same, makesRevision } of (0, fields.gN)(desired, current)) {
			if (to === void 0 || same) continue;
			(0, fields.ml)(parts, name, desired);
			changes.push({ field, from: from ?? null, to, revision: makesRevision });
		}
		const secrets = planSecrets(desired.secrets, current.secrets, desired.secretsStrategy);
		if (secrets.kind === "send") {
			parts.top.secrets = secrets.secrets;
			changes.push(...secrets.changes);
		}
		if (secrets.kind === "hidden") refusals.push(refuseHidden(secrets.names));
		refusals.push(...refuseTag(current, desired));
		const origin = (0, plan_origin.DM)(desired, current);
		if (refusals.length > 0) {
			return { kind: "refused", refusals, changes: origin ? [origin, ...changes] : changes };
		}
		const underway = (0, plan_origin.Gm)(desired, current);
		if (changes.length === 0 && underway !== void 0 && !options.force) {
			return { kind: "adopt", revisionId: underway.id, changes };
		}
		const forced = options.force && !changes.some(({ revision }) => revision) ? (0, plan_origin.wJ)(desired) : void 0;
		const due = origin ?? forced;
		if (due !== void 0) {
			changes.unshift(due);
			if (desired.source === "internal_source") putSource(parts, desired);
			else if (desired.source === "git_host") parts.source_revision_config.repo_ref = desired.ref;
			else parts.source_revision_config.image_uri = desired.imageUri;
		}
		if (changes.length === 0) return { kind: "unchanged", changes };
		return { kind: "patch", body: patchBody(parts), changes, originOnly: origin !== void 0 && changes.length === 1 && desired.source !== "internal_source" };
	}
	function refuseImmutable(current, desired) {
		return (0, fields.KL)(desired, current).flatMap((field) => {
			if (field.desired === void 0 || field.same) return [];
			if (field.current === void 0) return [];
			return [{ reason: "immutable-field", path: field.field, message: `the current value is ${JSON.stringify(field.current)}, the requested value is ${JSON.stringify(field.desired)}, and the setting cannot be changed after creation`, hint: RECREATE }];
		});
	}
	function refuseHidden(names) {
		const kept = names.length === 0 ? "the service does not list the deployment's variables, so they cannot be sent again" : `the deployment also has ${names.join(", ")}, whose values the service hides or shows as placeholders, so they cannot be sent again`;
		return { reason: "secrets-hidden", path: "secrets", message: `${kept}, and omitting them would delete them`, hint: names.length === 0 ? "List all variables that the deployment needs in `secrets`, and set `secrets-strategy: replace`." : "Add them to `secrets`, or set `secrets-strategy: replace` to delete them." };
	}
	function refuseTag(current, desired) {
		const problems = buildOnPushErrors(desired.buildOnPush ?? current.buildOnPush, desired.ref ?? current.ref);
		return problems.map((found) => ({ reason: "invalid-plan", path: "source_config.build_on_push", message: found.msg, hint: "Set `build-on-push: false`, or deploy a branch." }));
	}
	function patchBody({ top, source_config, source_revision_config }) {
		return { ...top, ...Object.keys(source_config).length > 0 ? { source_config } : {}, ...Object.keys(source_revision_config).length > 0 ? { source_revision_config } : {} };
	}
	function putSource(parts, { graphConfigPath }) {
		parts.top.revision_source = "internal_source";
		parts.source_revision_config.graph_config_path = graphConfigPath;
	}
	function createBody(name, desired, dialect) {
		const internal = desired.source === "internal_source";
		const hosted = internal && dialect === "langsmith";
		const git = desired.source === "git_host";
		const values = { ...desired, deploymentType: desired.deploymentType ?? (git || hosted ? "dev" : void 0), buildOnPush: git ? desired.buildOnPush ?? false : void 0, graphConfigPath: git || internal && !hosted ? desired.graphConfigPath ?? "langgraph.json" : void 0 };
		const { ref, imageUri } = desired;
		const parts = { top: {}, source_config: {}, source_revision_config: ref === void 0 ? {} : { repo_ref: ref } };
		for (const name2 of deployment_fields.Yr) (0, fields.ml)(parts, name2, values);
		if (imageUri !== void 0) parts.source_revision_config.image_uri = imageUri;
		const { top, ...sections } = parts;
		return { name, source: desired.source, ...sections, ...top, secrets: desired.secrets ?? [] };
	}
	function listCreate(body, desired) {
		const show = (value) => typeof value === "string" || typeof value === "boolean" ? String(value) : "(set)";
		const rows = (holder, fields2) => Object.entries(fields2).map(([key, value]) => ({ field: `${holder}.${key}`, to: show(value) }));
		const commit = desired.commit === void 0 ? "" : ` @ ${desired.commit.slice(0, 7)}`;
		return [{ field: "name", to: body.name }, { field: "source", to: body.source }, ...rows("source_config", body.source_config), ...rows("source_revision_config", body.source_revision_config).map((row) => row.field.endsWith(".repo_ref") ? { ...row, to: `${row.to}${commit}` } : row), ...body.secrets.map(({ name }) => ({ field: `secrets.${name}`, to: "(set)" })), ...(body.secret_references ?? []).map(({ name }) => ({ field: `secret_references.${name}`, to: "(set)" })), ...body.image_version ? [{ field: "image_version", to: body.image_version }] : [], ...desired.archive === void 0 ? [] : [{ field: "source_revision_config.source_tarball_path", to: (0, sizes.SH)(desired.archive) }]].map((row) => ({ ...row, from: null, revision: true }));
	}
	function planSecrets(given, shown, strategy) {
		if (given === void 0) return { kind: "keep" };
		if (shown === void 0 && strategy === "merge") return { kind: "hidden", names: [] };
		const now = new Map((shown ?? []).map((one) => [one.name, one]));
		const names = new Set(given.map(({ name }) => name));
		const others = (shown ?? []).filter(({ name }) => !names.has(name));
		const changes = [...given.flatMap((secret) => changeOf(secret, now)), ...strategy === "replace" ? others.map(({ name }) => change(name, "(set)", null)) : []];
		if (changes.length === 0) return { kind: "keep" };
		if (strategy === "replace") return { kind: "send", secrets: [...given], changes };
		const hidden = others.filter(({ value }) => !value).map(({ name }) => name);
		if (hidden.length > 0) return { kind: "hidden", names: hidden };
		const kept = others.flatMap(({ name, value }) => value ? [{ name, value }] : []);
		return { kind: "send", secrets: [...kept, ...given], changes };
	}
	function changeOf(secret, now) {
		const is = now.get(secret.name);
		if (is === void 0) return [change(secret.name, null, "(set)")];
		const { value, placeholder } = is;
		if (value === secret.value || placeholder === secret.value) return [];
		if (!value) return [change(secret.name, "(hidden)", "(sent again)")];
		return [change(secret.name, "(set)", "(new value)")];
	}
	function change(name, from, to) {
		return { field: `secrets.${name}`, from, to, revision: true };
	}
}), 41966: ((__module, __exports, __require) => {
	__require.d(__exports, { E: () => $$later0.E2f, b: () => $$later0.b$E });
	var $$later0 = __require(72786);
}), 28254: ((__module, __exports, __require) => {
	__require.d(__exports, { HN: () => $$later0.HNX, MM: () => $$later0.MM$, Tc: () => $$later0.Tcb, nV: () => $$later0.nVH, tG: () => $$later0.tGH, vK: () => $$later0.vKs });
	var $$later0 = __require(72786);
}), 758: ((__module, __exports, __require) => {
	__require.d(__exports, { a3: () => $$later0.a3k, dO: () => $$later0.dOO, et: () => $$later0.et_, gR: () => $$later0.gRw, su: () => $$later0.su4 });
	var $$later0 = __require(72786);
}), 50438: ((__module, __exports, __require) => {
	__require.d(__exports, { AF: () => ONE_MINUTE_SCHEDULE, C1: () => fixedPauses, DZ: () => limitTime, Pd: () => growingPauses, _H: () => limitPolls, wt: () => poll });
	async function poll({ clock, signal }, schedule, read) {
		const startedAt = clock.now();
		for (let polls = 1; ; polls += 1) {
			const seen = await read();
			if (seen !== void 0) return seen;
			const pauseMs = schedule({ polls, elapsedMs: clock.now() - startedAt });
			if (pauseMs === void 0) return void 0;
			await clock.sleep(pauseMs, signal);
		}
	}
	function limitPolls(polls, schedule) {
		return (state) => state.polls < polls ? schedule(state) : void 0;
	}
	function fixedPauses(...list) {
		return ({ polls }) => list[polls - 1];
	}
	const ONE_MINUTE_SCHEDULE = fixedPauses(1e3, 2e3, 4e3, 8e3, 15e3, 3e4);
	function growingPauses(fromMs, factor, mostMs) {
		return ({ polls }) => Math.min(fromMs * factor ** Math.min(polls - 1, 50), mostMs);
	}
	function limitTime(limitMs, schedule) {
		return (state) => {
			const remainingMs = limitMs - state.elapsedMs;
			const pauseMs = remainingMs > 0 ? schedule(state) : void 0;
			return pauseMs === void 0 ? void 0 : Math.min(pauseMs, remainingMs);
		};
	}
}), 873: ((__module, __exports, __require) => {
	__require.d(__exports, { Jx: () => $$later0.Jxr, dI: () => $$later0.dID, t3: () => $$later0.t3L });
	var $$later0 = __require(72786);
}), 53918: ((__module, __exports, __require) => {
	__require.d(__exports, { c: () => $$later0.ceA });
	var $$later0 = __require(72786);
}) };
export {
	id,
	ids,
	modules
};
