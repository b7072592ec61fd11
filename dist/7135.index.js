const id = 7135;
const ids = [7135];
const modules = { 7135: ((__module, __exports, __require) => {
	__require.d(__exports, { createPublisher: () => createPublisher });
	var policy = __require(91085);
	var outcome = __require(96043);
	var idle_notice = __require(18731);
	var later = __require(72786);
	;
	var comment_writer = __require(34480);
	var content = __require(16977);
	;
	function createPublisher(codeHost, story, ending, limits) {
		const shown = story.record.github.shown ??= { deployment: void 0, comment: void 0, end: void 0 };
		const context = { codeHost, shown, story, limits, ending };
		const deployment = codeHost.deploymentPart?.(shown);
		const comment = createCommentPart(context);
		const failures = /* @__PURE__ */ new Map();
		const refused = /* @__PURE__ */ new Set();
		const attempt = async (part, work) => {
			if (refused.has(part)) return;
			try {
				await work();
				failures.delete(part);
			} catch (error) {
				const { warning, isRefused } = codeHost.describeFailure(part, error);
				failures.set(part, warning);
				if (!isRefused) return;
				refused.add(part);
				if (part !== "retire") shown[part] = void 0;
			}
		};
		return { async publishStart() {
			const first = async (part, of) => {
				if (!of.isTried()) await attempt(part, () => of.open());
			};
			await Promise.all([deployment && first("deployment", deployment), first("comment", comment)]);
		}, async publishEnd(outcome2) {
			shown.end = { kind: outcome2.kind, reason: outcome2.reason };
			await Promise.all([deployment && attempt("deployment", () => deployment.close(outcome2)).then(() => attempt("retire", () => deployment.retire())), attempt("comment", async () => {
				await comment.close(outcome2);
				await closeIdleComments(context);
			})]);
			await story.save();
		}, warnings: () => [...failures.values()] };
	}
	function createCommentPart({ codeHost, shown, story, limits, ending }) {
		const { settings, event, record, redact } = story;
		const { workflowRun, expectsOthers } = codeHost;
		let isTried = false;
		let writer;
		const commentTarget = () => {
			const target = (0, policy.Wb)(settings, event, record);
			if (target === void 0) return void 0;
			const { pullRequest, key, agent } = target;
			return { pullRequest, key: settings.github.commentKey === void 0 ? key : story.redact(key), agent: story.redact(agent), startedAt: record.startedAt, id: void 0, closed: false };
		};
		const writerOf = (comment) => writer ??= (0, comment_writer.D)({ comments: codeHost.comments(comment), expectsOthers, backoff: limits.confirmBackoff });
		async function open() {
			const target = commentTarget();
			if (target === void 0) return;
			isTried = true;
			const comment = shown.comment ??= target;
			if (comment.id !== void 0) return;
			await story.save();
			if ((0, policy.K9)(event, workflowRun.attempt)) return;
			const safe = (0, later.a5l)(NOTHING, record, story.redact);
			const section = (0, content.rl)(workflowRun, comment, safe.record, event.commit);
			const { id: id2 } = await writerOf(comment).write({ when: "begin", sections: () => [section], render: (all) => (0, content.kf)(workflowRun, comment, all, { content: () => (0, content.f_)(workflowRun, comment, safe.record, event.commit), redact }), hurry: ending });
			comment.id = id2;
			record.github.commentId = id2;
			await story.save();
		}
		async function close(outcome2) {
			const target = shown.comment ?? commentTarget();
			const what = (0, policy.Qw)(settings.verb, outcome2, shown.comment !== void 0);
			if (target === void 0 || what === "leave" && shown.comment === void 0) return;
			const comment = shown.comment ??= target;
			const safe = (0, later.a5l)(outcome2, record, story.redact);
			const [gate, facts] = await renderGate(record.gate, story.redact);
			const context = { commit: event.commit, now: story.now(), logs: settings.github.commentLogs, gate };
			const { id: id2, isConfirmed } = await writerOf(comment).write({ when: what === "write" ? "create" : "update", sections: (stored) => agentsToClose(comment, stored).map((agent) => (0, content.mP)(workflowRun, { ...comment, agent }, safe, { ...context, gate: facts })), render: (all) => (0, content.kf)(workflowRun, comment, all, { content: () => (0, content.gH)(workflowRun, comment, safe, context), redact }), hurry: outcome2.kind === "cancelled" ? AbortSignal.abort() : new AbortController().signal });
			comment.id = id2;
			record.github.commentId = id2;
			comment.closed = isConfirmed;
		}
		function agentsToClose({ agent }, stored) {
			const names = [.../* @__PURE__ */ new Set([agent, ...[...record.previewNames, ...record.retired].map(story.redact)])];
			const present = names.filter((name) => stored.known.some((section) => section.agent === name));
			return present.length === 0 ? [agent] : present;
		}
		return { isTried: () => isTried, open, close };
	}
	async function closeIdleComments({ codeHost, story, limits }) {
		const { settings, record, redact } = story;
		const { workflowRun } = codeHost;
		const { comment, commentKey } = settings.github;
		if (!comment) return;
		const key = commentKey === void 0 ? policy.mY : redact(commentKey);
		const end = (0, outcome.bu)("torn-down", "deleted", (0, idle_notice.tq)());
		const context = { commit: void 0, now: story.now(), logs: false, gate: void 0 };
		for (const { pullRequest, name } of record.idle) {
			const agent = redact(name);
			const target = { pullRequest, key, agent, startedAt: record.startedAt, id: void 0, closed: false };
			const safe = (0, later.a5l)(end, { ...record, pullRequest }, redact);
			const backoff = limits.confirmBackoff;
			const comments = codeHost.comments(target);
			await (0, comment_writer.D)({ comments, expectsOthers: false, backoff }).write({ when: "update", sections: () => [(0, content.mP)(workflowRun, target, safe, context)], render: (all) => (0, content.kf)(workflowRun, target, all, { content: () => (0, content.gH)(workflowRun, target, safe, context), redact }), hurry: new AbortController().signal });
		}
	}
	async function renderGate(gate, redact) {
		if (gate === void 0) return [void 0, void 0];
		const { renderFacts, renderSection } = await Promise.all([__require.e(2483), __require.e(8704), __require.e(9589)]).then(__require.bind(__require, 18704));
		return [renderSection(gate, redact), renderFacts(gate, redact)];
	}
	const NOTHING = { kind: "submitted", reason: "not-waited", message: "" };
}), 18731: ((__module, __exports, __require) => {
	__require.d(__exports, { WV: () => deletedBody, tq: () => deletedMessage, vv: () => noticeBody });
	var $$headline0 = __require(14444);
	var $$markdown1 = __require(76669);
	var $$lines2 = __require(28254);
	function noticeBody({ name, idleMs, activeAt, dueAt, keepLabel }) {
		return [`### ${$$headline0.KM} The preview ${(0, $$markdown1.aY)(name)} will be deleted`, `The pull request and the threads of its preview have been inactive since ${utc(activeAt)}, longer than ${(0, $$lines2.nV)(idleMs)}. The first sweep after ${utc(dueAt)} deletes the preview.`, ["- **To keep the preview,** push a commit, write a comment, or use the preview.", `- **To keep an inactive preview,** add the label ${(0, $$markdown1.aY)(keepLabel)} to the pull request.`, `- **To get a deleted preview back,** ${RETURN}`].join("\n")].join("\n\n");
	}
	function deletedBody({ name, activeAt, keepLabel }) {
		return [`### ${$$headline0.qm} The preview ${(0, $$markdown1.aY)(name)} was deleted`, `The pull request and the threads of its preview had been inactive since ${utc(activeAt)}.`, [`- **To get the preview back,** ${RETURN}`, `- **To keep an inactive preview,** add the label ${(0, $$markdown1.aY)(keepLabel)} to the pull request.`].join("\n")].join("\n\n");
	}
	const RETURN = "push a commit. If the preview depends on a label, you can also remove the label and add it again.";
	function deletedMessage() {
		return `The preview was deleted because of inactivity. To get the preview back, ${RETURN}`;
	}
	function utc(at) {
		return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
	}
}) };
export {
	id,
	ids,
	modules
};
