const id = 9589;
const ids = [9589];
const modules = { 99589: ((__module, __exports, __require) => {
	__require.d(__exports, { Uk: () => readResponse, Yl: () => findNumbers, uY: () => lastMessage });
	function lastMessage(values) {
		const messages = field(values, "messages");
		if (!Array.isArray(messages)) return { kind: "none", why: "the final state has no list `messages`" };
		if (messages.length === 0) return { kind: "none", why: "the list `messages` of the final state is empty" };
		const last = messages.at(-1);
		if (isOfUser(last)) {
			return { kind: "none", why: "the last message is from the user, so the agent did not respond" };
		}
		const content = fieldOfMessage(last, "content");
		const text = textOf(content);
		return text === void 0 ? { kind: "none", why: "the last message has no text" } : { kind: "text", text };
	}
	function isOfUser(message) {
		const id2 = field(message, "id");
		const names = [field(message, "type"), field(message, "role"), Array.isArray(id2) ? id2.at(-1) : void 0];
		return names.some((name) => typeof name === "string" && /^(human|user|HumanMessage(Chunk)?)$/.test(name));
	}
	function textOf(content) {
		if (typeof content === "string") return content;
		if (!Array.isArray(content)) return void 0;
		const parts = content.flatMap((block) => {
			const text = typeof block === "string" ? block : field(block, "text");
			const type = field(block, "type") ?? "text";
			return typeof text === "string" && (type === "text" || type === "output_text") ? [text] : [];
		});
		return parts.length === 0 ? void 0 : parts.join("");
	}
	function readResponse(values) {
		const all = field(values, "messages");
		if (!Array.isArray(all)) return void 0;
		const messages = all.slice(all.findLastIndex(isOfUser) + 1);
		const counts = messages.map((message) => field(fieldOfMessage(message, "usage_metadata"), "total_tokens")).filter((count) => typeof count === "number");
		return { toolCalls: messages.flatMap(toolCallsOf), tokens: counts.length === 0 ? void 0 : counts.reduce((sum, count) => sum + count, 0) };
	}
	function toolCallsOf(message) {
		const calls = fieldOfMessage(message, "tool_calls");
		if (!Array.isArray(calls)) return [];
		return calls.flatMap((call) => {
			const name = field(call, "name");
			return typeof name === "string" ? [{ name, args: field(call, "args") }] : [];
		});
	}
	function fieldOfMessage(message, key) {
		return field(message, key) ?? field(field(message, "kwargs"), key);
	}
	function field(value, key) {
		const holds = typeof value === "object" && value !== null && Object.hasOwn(value, key);
		return holds ? Reflect.get(value, key) : void 0;
	}
	function findNumbers(text) {
		const found = text.matchAll(/(?<!\w)[-\u2212]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d{1,3})?/gi);
		return Array.from(found, ([number]) => Number(number.replace("\u2212", "-").replaceAll(",", "")));
	}
}) };
export {
	id,
	ids,
	modules
};
