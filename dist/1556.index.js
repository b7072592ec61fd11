const id = 1556;
const ids = [1556];
const modules = { 93910: ((__module, __exports, __require) => {
	__require.d(__exports, { DK: () => showProduction, Ry: () => LATER, cancelledRebuild: () => cancelledRebuild, j2: () => concludeRebuild });
	var $$outcome0 = __require(96043);
	const PARTS = { credentials: "the credentials of a package index, a registry or a git server", package: "a package", image: "an image", memory: "the memory limit", disk: "the disk of the build", module: "an import in the code", variable: "an environment variable", network: "the network of the build" };
	const OF_SERVICE = /* @__PURE__ */ new Set(["create-failed", "no-revision", "settings-ignored", "contradictory-answers", "lost-answer", "deployment-gone", "ambiguous-name", "name-taken", "upload-failed", "rate-limited", "service-error", "unreachable"]);
	const LATER = "The next rebuild or a sweep deletes it after its time has passed.";
	function concludeRebuild(end, rebuild) {
		return withRemoval(evaluate(end, rebuild), rebuild);
	}
	function evaluate(end, rebuild) {
		const { production, revisionId, commit, status = "unknown" } = rebuild;
		const short = commit.slice(0, 7);
		const unchanged = `The rebuild changed nothing in ${production}: revision ${revisionId} is still deployed.`;
		switch (end.kind) {
			case "unchanged":
			case "deployed": {
				const doubt = end.reason === "commit-unknown" ? " The service does not report the commit of the new build, but the branch or tag points to this commit before and after the build." : "";
				return (0, $$outcome0.bu)("verified", "rebuilt", `${production} can be built again: a throw-away deployment was built from commit ${short} and started.${doubt}`);
			}
			case "timed-out":
				return (0, $$outcome0.bu)("timed-out", end.reason, `${production} was not built again in time: the revision of the throw-away deployment was still ${status} when wait-timeout expired. Raise wait-timeout if builds always take this long. ${unchanged}`);
			case "superseded":
				return (0, $$outcome0.bu)("failed", end.reason === "commit-mismatch" ? "rebuild-impossible" : "contradictory-answers", `${production} was not built again from commit ${short}. ${end.message} ${unchanged}`);
			case "failed": {
				if (end.reason === "deployed-commit-missing") return end;
				const { missing, mayAppear } = rebuild;
				const part = partOf(end.reason, rebuild.brokenPart);
				const broke = part === void 0 ? "" : ` What broke: ${part}.`;
				return (0, $$outcome0.bu)("failed", end.reason, `${production} ${failureText(end.reason)} commit ${short}.${broke} ${mayAppear === void 0 ? end.message : lostText(mayAppear)}${isStartFailure(end.reason) ? lackText(missing) : ""} ${unchanged}`);
			}
			default:
				return (0, $$outcome0.bu)("failed", "contradictory-answers", `${production} was not built again from commit ${short}. ${end.message} ${unchanged}`);
		}
	}
	function lostText(name) {
		return `The response to creating the throw-away deployment was lost, so ${name} may still appear. ${LATER}`;
	}
	function lackText(missing) {
		if (missing === void 0) return "";
		return ` The throw-away deployment lacked variables of production, which the start may need: ${missing}. Set them in secrets.`;
	}
	function failureText(reason) {
		if (reason === "build-failed") return "no longer builds from";
		if (isStartFailure(reason)) return "no longer starts after a new build of";
		if (/^(?:verification|gate)-/.test(reason)) return "does not pass its checks after a new build of";
		return "could not be built again from";
	}
	function isStartFailure(reason) {
		return reason === "deploy-failed" || reason === "unhealthy";
	}
	function partOf(reason, cause) {
		if (cause !== void 0) return PARTS[cause];
		return OF_SERVICE.has(reason) ? "the service" : void 0;
	}
	function withRemoval(end, { failures }) {
		if (failures.length === 0) return end;
		const left = `The throw-away deployment could not be deleted: ${failures.join("; ").replace(/\.$/, "")}. ${LATER} Delete it by hand to save its cost.`;
		if (end.kind === "verified") return (0, $$outcome0.bu)("failed", "rebuild-left", `${end.message} ${left}`);
		return { ...end, message: `${end.message} ${left}` };
	}
	function cancelledRebuild(record, throwAway) {
		const { name, isDeleted } = throwAway;
		showProduction(record, throwAway);
		const rest = isDeleted ? `The throw-away deployment ${name} was deleted.` : `The throw-away deployment ${name} may remain: the post step, the next rebuild or a sweep deletes it.`;
		return (0, $$outcome0.bu)("cancelled", "signal", `The run was cancelled. ${rest} Nothing was changed in production.`);
	}
	function showProduction(record, { production }) {
		record.deployment = production.deployment;
		record.previousRevisionId = production.revisionId;
		record.earlier = production.earlier;
		record.created = false;
		record.changed = false;
		record.plan = void 0;
		record.planId = void 0;
	}
}), 31556: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { rebuild: () => rebuild });
	var $$crypto0 = __require(77598);
	var $$errors1 = __require(65292);
	var $$dialect2 = __require(26625);
	var $$statuses3 = __require(83889);
	var $$deploy4 = __require(43805);
	var $$polling5 = __require(70303);
	var $$read6 = __require(98591);
	var $$secrets7 = __require(54476);
	var $$outcome8 = __require(96043);
	var $$value9 = __require(30171);
	var $$name10 = __require(81746);
	var $$teardown11 = __require(57422);
	var $$rollback12 = __require(96682);
	var $$record13 = __require(758);
	var $$conclude14 = __require(93910);
	var $$remove15 = __require(44679);
	var $$away16 = __require(14730);
	const DELETION_LIMIT_MS = 12e4;
	async function rebuild(context) {
		const { settings, record, log } = context;
		const { actual: production } = await (0, $$read6.xx)(context);
		record.earlier = (0, $$polling5.PC)(production.revisions);
		record.prediction = (0, $$polling5.rs)(production.revisions);
		if (!settings.dryRun) await removeLeftovers(context, production);
		const revision = requireDeployed(production);
		(0, $$record13.dO)(record, revision);
		record.commit = requireCommit(context, production, revision);
		const origin = await chooseOrigin(context, production, revision, record.commit);
		if (settings.dryRun) {
			const how = origin.exactCommit === void 0 ? origin.desired.ref ?? "its ref" : "the checkout";
			return (0, $$outcome8.bu)("planned", "dry-run", `Nothing was sent. A rebuild would build commit ${origin.commit} of ${production.name} from ${how}.`);
		}
		const missing = missingVariables(context, production);
		if (missing !== void 0) {
			log.line(`The throw-away deployment gets only the variables in the input secrets, and lacks variables of production: ${missing}.`);
		}
		const name = (0, $$away16._N)(production.name, (0, $$name10.ds)({ source: origin.desired.source, hosted: (0, $$dialect2.OZ)(settings.endpoint.baseUrl) }), randomToken());
		log.line(`Building commit ${origin.commit} again on the throw-away deployment ${name}.`);
		return withThrowAway(context, { name, production, revision, commit: origin.commit, missing }, () => deployThrowAway(context, production, origin, name));
	}
	async function removeLeftovers(context, production) {
		const { controlPlane, signal, clock, log } = context;
		for (const one of await controlPlane.listDeployments({}, signal)) {
			if ((0, $$statuses3.vx)(one.status) || !(0, $$away16.YV)(one, production) || !(0, $$away16.ij)(one, clock.now())) continue;
			const failure = await (0, $$remove15.MG)(context, one);
			if (failure === void 0) {
				log.line(`Deleted ${one.name} (${one.id}), which an earlier rebuild left behind.`);
			} else {
				log.warn("rebuild", `${one.name} (${one.id}), left by an earlier rebuild, was not deleted: ${failure}`);
			}
		}
	}
	function requireDeployed(production) {
		const { name, active, imageUri } = production;
		if (active === void 0) {
			throw new $$outcome8.lZ("nothing-to-rebuild", `${name} has no deployed revision, so no commit can be built again. Deploy the agent first.`);
		}
		const image = active.imageUri ?? imageUri;
		const { source = image === void 0 ? void 0 : "external_docker" } = production;
		if (source === "external_docker" || source === "internal_docker") {
			throw impossible(`${name} runs the image ${image ?? "(unknown)"}, which the service does not build. Build the image again in a scheduled workflow, for example with docker/build-push-action and \`push: false\`, and check the deployed agent with verify/action.yml.`);
		}
		return active;
	}
	function requireCommit({ settings }, { name, source }, { id: id2, commit }) {
		const given = settings.commit?.toLowerCase();
		if (commit !== void 0 && given !== void 0 && commit !== given) {
			throw impossible(`The input commit is ${given}, but the service built revision ${id2} of ${name} from ${commit}. Remove the input.`);
		}
		const known = commit ?? given;
		if (known !== void 0 && !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(known)) {
			throw impossible(`The service reports a commit of revision ${id2} of ${name} that is not a full SHA.`);
		}
		if (known !== void 0) return known;
		const why = source === "internal_source" ? `${name} was deployed by an upload, and the service does not report the commit of an upload` : `the service does not report the commit of revision ${id2} of ${name}`;
		throw impossible(`The deployed commit is unknown: ${why}. Set commit to the deployed commit, and check out this commit before this step.`);
	}
	async function chooseOrigin(context, production, revision, commit) {
		const { resolveRef, signal, log, settings } = context;
		refusePlaceholders(production);
		const ref = (0, $$rollback12.uQ)({ ...revision, commit }, { ...production, buildOnPush: false });
		const fromRef = ref && { commit, desired: desiredOf(context, production, revision, commit), exactCommit: void 0 };
		const head = ref && await resolveRef(ref.repoUrl, ref.ref, signal);
		if (fromRef !== void 0 && head === commit) return fromRef;
		const moved = head === void 0 ? void 0 : `${ref?.ref ?? "The ref"} is at ${head}`;
		const exactCommit = { commit, name: "the deployed commit", refuse: refusal(commit, moved) };
		const upload = { commit, desired: { ...desiredOf(context, production, revision, void 0), sourcePath: settings.sourcePath }, exactCommit };
		if (moved !== void 0) log.line(`${moved}, so the deployed commit is taken from the checkout.`);
		if (fromRef === void 0 || moved !== void 0) return upload;
		return await isPackable(context, upload) ? upload : fromRef;
	}
	async function isPackable(context, { desired, exactCommit }) {
		const ignore = () => void 0;
		const options = { sourcePath: desired.sourcePath ?? ".", configPath: desired.graphConfigPath };
		try {
			await context.packSource({ ...options, exactCommit, note: ignore, warn: ignore }, context.signal);
			return true;
		} catch (error) {
			if (!(error instanceof $$outcome8.lZ)) throw error;
			return false;
		}
	}
	function refusal(commit, moved) {
		return (why) => new $$outcome8.lZ("deployed-commit-missing", `Only the deployed commit may be built again, and ${why}, so nothing was sent.${moved === void 0 ? "" : ` ${moved}, so the service cannot fetch the deployed commit.`} Check out the commit before this step, with actions/checkout and \`ref: ${commit}\`, and change no file. If the commit no longer exists in the repository, deploy a commit that exists.`);
	}
	function refusePlaceholders({ name, installCommand, buildCommand }) {
		for (const command of [installCommand, buildCommand]) {
			if (command === void 0 || !(0, $$value9.s4)(command)) continue;
			throw impossible(`The service shows a placeholder instead of the install or build command of ${name}, so ${name} cannot be built again.`);
		}
	}
	const BUILD_FIELDS = ["installCommand", "buildCommand", "imageVersion"];
	function desiredOf({ settings }, production, revision, commit) {
		const desired = { ...(0, $$rollback12.wo)({ ...revision, tarballPath: void 0 }, production), source: commit === void 0 ? "internal_source" : "git_host", isSourceSet: true, graphConfigPath: revision.graphConfigPath ?? production.graphConfigPath, secrets: [...settings.secrets], secretsStrategy: "replace" };
		for (const field of BUILD_FIELDS) desired[field] = production[field];
		if (commit === void 0) return { ...desired, ref: void 0, commit: void 0 };
		const { repoUrl, integrationId } = production;
		return { ...desired, repoUrl, integrationId, ref: revision.ref, commit };
	}
	const MAX_NAMED = 10;
	function missingVariables({ settings }, { secrets = [] }) {
		const given = new Set(settings.secrets.map(({ name }) => name));
		const missing = secrets.map(({ name }) => name).filter((name) => !given.has(name));
		const named = missing.filter((name) => /^[A-Za-z_]\w{0,99}$/.test(name)).slice(0, MAX_NAMED);
		if (named.length === 0) return void 0;
		const more = missing.length - named.length;
		return `${named.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
	}
	function randomToken() {
		return (0, $$crypto0.randomInt)(36 ** $$away16.Fj).toString(36).padStart($$away16.Fj, "0");
	}
	async function deployThrowAway(context, production, { desired, exactCommit }, name) {
		const { settings, clock, event, record } = context;
		const until = (0, $$away16.sI)(clock.now(), settings.waitTimeoutMs);
		const value = (0, $$away16.PQ)({ repository: event.repository, productionId: production.id, until });
		const deploySettings = { ...settings, verb: "deploy", target: { by: "name", name }, desired: { ...desired, secrets: [...desired.secrets ?? [], { name: $$secrets7.nG, value }] }, resolveCommit: false, paths: void 0, rollbackOnFailure: false, expectedPlan: void 0, locks: "ignore", wait: true, force: false };
		const end = await (0, $$deploy4.deploy)({ ...context, settings: deploySettings, ...exactCommit && { exactCommit }, writeGuard: { create: () => void 0, update: (found) => {
			if ((0, $$away16.Mp)(found).kind !== "none" && (0, $$away16.YV)(found, production)) return;
			if ((0, $$remove15.UC)(found, createdId(record, name))) return;
			throw new $$outcome8.lZ("name-taken", `${found.name} (${found.id}) is not the throw-away deployment of this run, so it was not changed.`);
		} } });
		return await detectOtherCommit(context, desired, end) ?? end;
	}
	async function detectOtherCommit({ record, resolveRef, signal }, { commit, repoUrl, ref }, { reason }) {
		if (commit === void 0 || repoUrl === void 0 || ref === void 0) return void 0;
		const built = record.revision?.commit;
		if (built !== void 0 && built !== commit) {
			return (0, $$outcome8.bu)("superseded", "commit-mismatch", `The service built commit ${built.slice(0, 7)}, because ${ref} has moved.`);
		}
		if (reason !== "commit-unknown") return void 0;
		const head = await resolveRef(repoUrl, ref, signal);
		if (head === commit) return void 0;
		return (0, $$outcome8.bu)("superseded", "commit-mismatch", `The service does not report which commit it built, and ${head === void 0 ? `the commit of ${ref} is unknown` : `${ref} is at ${head} now`}, so the service may have built another commit.`);
	}
	function createdId({ created, deployment }, name) {
		return created && deployment?.name === name ? deployment.id : void 0;
	}
	async function withThrowAway(context, { name, production, revision, commit, missing }, work) {
		const { record, controlPlane } = context;
		const { deployment, earlier } = record;
		const throwAway = { name, isDeleted: false, production: { deployment, earlier, revisionId: revision.id } };
		beginThrowAway(record, throwAway);
		const removeHook = context.addCancelHook(async (stop) => {
			const { deleted: deleted2, failures: failures2 } = await (0, $$remove15.uz)({ controlPlane, signal: stop }, { name, id: createdId(record, name) });
			throwAway.isDeleted ||= deleted2.length > 0 && failures2.length === 0;
		});
		let end;
		try {
			end = await work();
		} catch (error) {
			context.signal.throwIfAborted();
			if (!(error instanceof $$outcome8.lZ) && !(error instanceof $$errors1.hD)) {
				await remove(context, throwAway);
				throw error;
			}
			end = (0, $$outcome8.KA)(error);
		}
		const { deleted, failures } = await remove(context, throwAway);
		const mayAppear = end.reason === "lost-answer" && deleted.length + failures.length === 0;
		if (mayAppear) throwAway.isDeleted = false;
		removeHook();
		const status = record.revision?.status;
		const { brokenPart } = record;
		(0, $$conclude14.DK)(record, throwAway);
		record.stage = "reading";
		return (0, $$conclude14.j2)(end, { production: production.name, revisionId: revision.id, commit, brokenPart, status, missing, mayAppear: mayAppear ? name : void 0, failures });
	}
	function beginThrowAway(record, throwAway) {
		record.throwAway = throwAway;
		record.previousRevisionId = void 0;
		record.revision = void 0;
	}
	async function remove(context, throwAway) {
		const { settings, log, record } = context;
		const id2 = createdId(record, throwAway.name);
		const { deleted, failures } = await (0, $$remove15.uz)(context, { name: throwAway.name, id: id2 });
		throwAway.isDeleted = failures.length === 0;
		for (const { name, id: id3 } of deleted) log.line(`Deleted the throw-away deployment ${name} (${id3}).`);
		const waitTimeoutMs = Math.min(settings.waitTimeoutMs, DELETION_LIMIT_MS);
		try {
			const left = await (0, $$teardown11.waitUntilDeleted)({ ...context, settings: { ...settings, waitTimeoutMs } }, deleted);
			for (const { name } of left) log.line(`The service is still deleting ${name}.`);
		} catch (error) {
			if (!(error instanceof $$errors1.hD)) throw error;
			log.line(`The action could not confirm that the deployment is gone: ${error.message}`);
		}
		return { deleted, failures };
	}
	function impossible(message) {
		return new $$outcome8.lZ("rebuild-impossible", message);
	}
}), 44679: ((__module, __exports, __require) => {
	__require.d(__exports, { MG: () => removeLeftover, UC: () => isCreatedWithoutVariables, uz: () => removeThrowAways });
	var $$errors0 = __require(65292);
	var $$statuses1 = __require(83889);
	var $$teardown2 = __require(57422);
	var $$away3 = __require(14730);
	async function removeThrowAways(context, own) {
		const { name } = own;
		const deleted = [];
		const failures = [];
		const ids2 = new Set(own.id === void 0 ? [] : [own.id]);
		try {
			for (const { id: id2 } of await (0, $$teardown2.findAllByNames)(context, { names: [name], forms: [] })) ids2.add(id2);
		} catch (error) {
			if (!(error instanceof $$errors0.hD)) throw error;
			failures.push(`${name} could not be searched for: ${error.message}`);
		}
		for (const id2 of ids2) {
			const result = await removeMarked(context, { id: id2, name }, own);
			if (result === "deleted") deleted.push({ id: id2, name });
			else if (result !== "gone") failures.push(`${name} (${id2}): ${result.failure}`);
		}
		return { deleted, failures };
	}
	async function removeLeftover(context, leftover) {
		const result = await removeMarked(context, leftover);
		return typeof result === "string" ? void 0 : result.failure;
	}
	async function removeMarked(context, { id: id2, name }, own) {
		try {
			const now = await context.controlPlane.getDeployment(id2, context.signal);
			if ((0, $$statuses1.vx)(now.status)) return "gone";
			if (now.name !== name) return { failure: "a request by ID shows another name, so it was not deleted" };
			if ((0, $$away3.Mp)(now).kind === "none" && !isCreatedWithoutVariables(now, own?.id)) {
				return { failure: "a request by ID shows no marker of a rebuild, so it was not deleted" };
			}
		} catch (error) {
			if ((0, $$errors0.d7)(error, 404)) return "gone";
			if (!(error instanceof $$errors0.hD)) throw error;
			return { failure: error.message };
		}
		const failure = await tryToDelete(context, id2);
		return failure === void 0 ? "deleted" : { failure };
	}
	function isCreatedWithoutVariables({ id: id2, secrets }, createdId) {
		return id2 === createdId && !secrets;
	}
	async function tryToDelete({ controlPlane, signal }, id2) {
		try {
			await controlPlane.deleteDeployment(id2, { deleteTracingProject: true }, signal);
			return void 0;
		} catch (error) {
			if (!(error instanceof $$errors0.hD)) throw error;
			try {
				const now = await (0, $$errors0.PX)(() => controlPlane.getDeployment(id2, signal), 404);
				return now === void 0 || (0, $$statuses1.vx)(now.status) ? void 0 : error.message;
			} catch (unread) {
				if (!(unread instanceof $$errors0.hD)) throw unread;
				return error.message;
			}
		}
	}
}), 14730: ((__module, __exports, __require) => {
	__require.d(__exports, { Fj: () => TOKEN_LENGTH, Mp: () => readMark, PQ: () => markText, YV: () => isThrowAwayOf, _N: () => throwAwayName, ij: () => isLeftover, sI: () => endOfUse });
	var $$secrets0 = __require(54476);
	var $$value1 = __require(30171);
	var $$name2 = __require(81746);
	const GRACE_MS = 2 * 36e5;
	const MAX_AGE_MS = 2 * 864e5;
	const TOKEN_LENGTH = 6;
	const THROW_AWAY_NAME = new RegExp(`-rebuild-[0-9a-z]{${TOKEN_LENGTH}}$`);
	function endOfUse(now, waitTimeoutMs) {
		return now + waitTimeoutMs + GRACE_MS;
	}
	function markText({ repository, productionId, until }) {
		return `${repository || "-"} ${productionId} ${new Date(until).toISOString()}`;
	}
	function readMark({ name, secrets }) {
		if (!THROW_AWAY_NAME.test(name)) return { kind: "none" };
		const marker = secrets?.find((secret) => secret.name === $$secrets0.nG);
		if (marker === void 0) return { kind: "none" };
		if (!marker.value || (0, $$value1.s4)(marker.value)) return { kind: "hidden" };
		const [, repository = "", productionId = "", time = ""] = /^(\S{1,300}) (\S{1,300}) (\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/.exec(marker.value) ?? [];
		const until = Date.parse(time);
		if (Number.isNaN(until)) return { kind: "none" };
		return { kind: "of", mark: { repository: repository === "-" ? "" : repository, productionId, until } };
	}
	function throwAwayName(production, limit, token) {
		return `${stemOf(production, limit)}${token}`;
	}
	function stemOf(production, limit) {
		const tail = "-rebuild-";
		const plain = production.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+/, "");
		const stem = plain.slice(0, limit - tail.length - TOKEN_LENGTH).replace(/-+$/, "");
		return `${stem === "" ? "agent" : stem}${tail}`;
	}
	function isThrowAwayOf(deployment, production) {
		const parsed = readMark(deployment);
		if (parsed.kind === "of") return parsed.mark.productionId === production.id;
		if (parsed.kind === "none") return false;
		return $$name2.BB.some((limit) => {
			const stem = stemOf(production.name, limit);
			const { name } = deployment;
			return name.startsWith(stem) && /^[0-9a-z]+$/.test(name.slice(stem.length));
		});
	}
	function isLeftover(deployment, now) {
		const parsed = readMark(deployment);
		if (parsed.kind === "none") return false;
		const createdAt = Date.parse(deployment.created_at ?? "");
		const isOld = !Number.isNaN(createdAt) && now - createdAt > MAX_AGE_MS;
		return isOld || parsed.kind === "of" && now > parsed.mark.until;
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
		if (a.imageUri !== void 0 && b.imageUri !== void 0) {
			const isMoved = a.imageDigest !== void 0 && b.imageDigest !== void 0 && a.imageDigest !== b.imageDigest;
			return a.imageUri === b.imageUri && !isMoved;
		}
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
		const path = target.graphConfigPath;
		const repath = path !== void 0 && path !== current.graphConfigPath;
		if (repath) {
			changes.push({ field: "source_revision_config.graph_config_path", from: current.graphConfigPath ?? null, to: path, revision: true });
		}
		const body = { ...sent.source_tarball_path ? { revision_source: "internal_source" } : {}, source_revision_config: { ...sent, ...repath ? { graph_config_path: path } : {} } };
		return { kind: "patch", body, changes, originOnly: !repath };
	}
	function reissued(target, current, resolved) {
		if (sourceOf(target, current) === "git_host") {
			const still = target.commit !== void 0 && resolved === target.commit;
			return still && target.ref !== void 0 ? { repo_ref: target.ref } : void 0;
		}
		if (target.imageUri !== void 0) {
			return target.imageDigest === void 0 ? { image_uri: target.imageUri } : void 0;
		}
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
}) };
export {
	id,
	ids,
	modules
};
