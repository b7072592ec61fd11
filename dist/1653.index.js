const id = 1653;
const ids = [1653];
const modules = { 61653: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { EXPECT_SUCCESS: () => EXPECT_SUCCESS, ExpectInput: () => ExpectInput, SHARED: () => SHARED, THREAD_HINT: () => THREAD_HINT, THREAD_PROBLEM: () => THREAD_PROBLEM, TIME_LIMIT_MS: () => TIME_LIMIT_MS, UNSET: () => UNSET, hasGate: () => hasGate, locateField: () => inputs_yaml.Dz, parseCheckFile: () => parseCheckFile, parseChecks: () => parseChecks, parseExpect: () => parseExpect, parseJsonValue: () => parseJsonValue, parsePattern: () => parsePattern, parseYaml: () => inputs_yaml.hN, singleCheck: () => singleCheck, toChecksInput: () => toChecksInput, toDefaults: () => toDefaults, toExpectation: () => toExpectation, toInput: () => toInput });
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
		const delimiter = /[,;\t]/.exec(text.slice(0, Math.max(text.search(LINE_END), 0)))?.[0] ?? ",";
		const rows = [];
		const position = createPosition(text);
		try {
			parse(text, { delimiter, record_delimiter: ["\r\n", "\n", "\r"], skip_empty_lines: true, max_record_size: ROW_MAX, on_record: (cells, { bytes }) => {
				const line = position.nextRowLine();
				position.skipTo(bytes);
				if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells });
				return null;
			} });
			return (0, problem.rZ)(rows);
		} catch (error) {
			if (!(error instanceof CsvError)) throw error;
			return { ok: false, problems: [at(position.nextRowLine(), CSV_ERRORS[error.code] ?? CSV_QUOTES)] };
		}
	}
	const LINE_END = /\r\n|\n|\r/g;
	const countLineEnds = (text) => text.match(LINE_END)?.length ?? 0;
	function createPosition(text) {
		const bytes = Buffer.from(text);
		let end = 0;
		let line = 1;
		return { nextRowLine() {
			let start = end;
			while (bytes[start] === 10 || bytes[start] === 13) start += 1;
			return line + countLineEnds(bytes.toString("utf8", end, start));
		}, skipTo(rowEnd) {
			line += countLineEnds(bytes.toString("utf8", end, rowEnd));
			end = rowEnd;
		} };
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
				(0, inputs_yaml.TR)(context, `two cases have the name ${(0, problem.hD)(name)}`, hint, [index]);
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
		const path = (0, parsers.NP)(text.trim());
		if (!path.ok) return path;
		const file = path.value;
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
			const read2 = (0, inputs_yaml.uW)(yaml, schema, { nameOf: (path) => nameInList(path, 1) });
			if (!read2.ok) return read2;
			const shared = toDefaults(read2.value);
			return (0, problem.rZ)({ list: read2.value.cases, shared, pathOf: (index) => ["cases", index], nameAt: numbered });
		}
		if (Array.isArray(value)) {
			const read2 = (0, inputs_yaml.uW)(yaml, list, { nameOf: (path) => nameInList(path, 0) });
			if (!read2.ok) return read2;
			return (0, problem.rZ)({ list: read2.value, shared: {}, pathOf: (index) => [index], nameAt: numbered });
		}
		const read = (0, inputs_yaml.uW)(yaml, CheckInput, { nameOf: (path) => nameOf(SINGLE, path) });
		if (!read.ok) return read;
		return (0, problem.rZ)({ list: [read.value], shared: {}, pathOf: () => [], nameAt: () => SINGLE });
	}
	function nameInList(path, at2) {
		const index = path[at2];
		return typeof index === "number" ? nameOf(numbered(index), path.slice(at2 + 1)) : path.join(".");
	}
	function nameOf(name, path) {
		const field = path.filter((part) => typeof part === "string").join(".");
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
}), 58361: ((__module, __exports, __require) => {
	__require.d(__exports, { $q: () => $$later0.$qQ, Er: () => $$later0.ErG, NP: () => $$later0.NPS, Xw: () => $$later0.Xw9, _$: () => $$later0._$v, kB: () => $$later0.kBB });
	var $$later0 = __require(72786);
}), 49262: ((__module, __exports, __require) => {
	__require.d(__exports, { BJ: () => $$later0.BJ0, Gq: () => $$later0.Gq1, hD: () => $$later0.hD3, rZ: () => $$later0.rZj });
	var $$later0 = __require(72786);
}), 31230: ((__module, __exports, __require) => {
	__require.d(__exports, { Dz: () => locateField, Eo: () => stated, IL: () => jsonValue, Ku: () => parseWith, TR: () => refuse, Xs: () => isTypo, gM: () => readYaml, hN: () => parseYaml, jY: () => jsonMapping, pi: () => isMapping, uW: () => validateYaml });
	var $$zod3 = __require(34410);
	var $$zod4 = __require(46416);
	var $$levenshtein0 = __require(38232);
	var $$yaml1 = __require(33483);
	var $$problem2 = __require(49262);
	function parseYaml(text) {
		try {
			const lineCounter = new $$yaml1.HN();
			const options = { prettyErrors: false, uniqueKeys: false, logLevel: "error", lineCounter };
			const document = (0, $$yaml1.Tp)(text, options);
			const lineAt = (offset) => lineCounter.linePos(offset).line;
			const [error] = document.errors;
			const duplicate = error === void 0 ? findDuplicateKey(document) : void 0;
			const problem = error ?? (duplicate && { pos: duplicate.range ?? [0], code: "DUPLICATE_KEY" });
			if (problem !== void 0) {
				return (0, $$problem2.Gq)(`the text is neither YAML nor JSON: line ${lineAt(problem.pos[0])}: ${problem.code}`, "Check quotes and indentation.");
			}
			const lineOf = (path) => {
				for (let length = path.length; length > 0; length -= 1) {
					const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
					const key = path[length - 1];
					const pair = (0, $$yaml1.jh)(parent) ? parent.items.find((item) => keyOf(item) === String(key)) : void 0;
					const node = pair?.key ?? document.getIn(path.slice(0, length), true);
					if ((0, $$yaml1.Ll)(node) && node.range) return lineAt(node.range[0]);
				}
				return 1;
			};
			return (0, $$problem2.rZ)({ value: document.toJS(), lineOf });
		} catch {
			return (0, $$problem2.Gq)("the value is nested too deep or expands to too much data", "Use less nesting and fewer aliases.");
		}
	}
	function findDuplicateKey(document) {
		let duplicate;
		(0, $$yaml1.YR)(document, { Map(_key, map) {
			const seen = /* @__PURE__ */ new Set();
			for (const { key } of map.items) {
				if (!(0, $$yaml1.jn)(key)) continue;
				const text = scalarText(key);
				if (seen.has(text)) {
					duplicate = key;
					return $$yaml1.YR.BREAK;
				}
				seen.add(text);
			}
			return void 0;
		} });
		return duplicate;
	}
	function scalarText(key) {
		const value = key.toJSON();
		if (value === null || value === void 0) return "";
		return typeof value === "string" ? value : JSON.stringify(value);
	}
	function keyOf(item) {
		if (!(0, $$yaml1.tO)(item)) return void 0;
		const key = (0, $$yaml1.Ll)(item.key) ? item.key.toJSON() : item.key;
		return typeof key === "string" || typeof key === "number" ? String(key) : void 0;
	}
	function existingPath(value, [key, ...rest]) {
		if (key === void 0 || !isMapping(value) || !Object.hasOwn(value, key)) return [];
		return [key, ...existingPath(value[key], rest)];
	}
	function locateField(yaml, path) {
		const known = existingPath(yaml.value, path);
		return known.length === 0 ? void 0 : `line ${yaml.lineOf(known)}: ${known.join(".")}`;
	}
	function isTypo(key, known) {
		return (0, $$levenshtein0.distance)(key, (0, $$levenshtein0.closest)(key, known)) <= 2;
	}
	function hintForKey(key, known) {
		const nearest = (0, $$levenshtein0.closest)(key, known);
		const near = (0, $$levenshtein0.distance)(key, nearest) <= Math.max(2, Math.floor(key.length / 2));
		return near ? `Did you mean ${nearest}?` : "Remove the field; the documentation lists the valid fields.";
	}
	function isMapping(value) {
		return typeof value === "object" && value !== null && !Array.isArray(value);
	}
	const EXPONENT = 1e21;
	function readYaml(text, schema, options = {}) {
		const parsed = parseYaml(text);
		return parsed.ok ? validateYaml(parsed.value, schema, options) : parsed;
	}
	function validateYaml(yaml, schema, { check, isShown = () => true, nameOf = (path) => path.join(".") } = {}) {
		const fields = /* @__PURE__ */ new Map();
		const parsed = schema.safeParse(yaml.value, { error: (issue) => {
			if (issue.code === "unrecognized_keys" && issue.inst instanceof $$zod3.bvH) {
				fields.set(issue.keys, Object.keys(issue.inst.shape));
			}
			return void 0;
		} });
		const found = [...check?.(yaml.value) ?? []];
		for (const issue of parsed.error?.issues ?? []) {
			const path = issue.path.map((part) => typeof part === "symbol" ? String(part) : part);
			if (issue.code === "unrecognized_keys") found.push(...unknownFields(issue.keys, path, fields.get(issue.keys) ?? []));
			else found.push({ path, ...toProblem(issue) });
		}
		if (parsed.success && found.length === 0) return (0, $$problem2.rZ)(parsed.data);
		const problems = /* @__PURE__ */ new Map();
		for (const { path, shown, message, hint } of found) {
			const key = JSON.stringify(path);
			const name = nameOf(shown ?? path);
			const where = `line ${yaml.lineOf(path)}: ${name === "" ? "" : `${name}: `}`;
			if (!problems.has(key)) problems.set(key, { message: `${where}${message}`, hint });
		}
		return { ok: false, problems: [...problems.values()] };
		function unknownFields(keys, path, known) {
			return keys.map((key) => ({ path: [...path, key], shown: isShown(key, known) ? [...path, key] : path, message: "no field with this name exists", hint: hintForKey(key, known) }));
		}
	}
	const NOT_MAPPING = { message: "the value is not a mapping", hint: "Write one `field: value` per line." };
	const TYPES = { object: NOT_MAPPING, record: NOT_MAPPING, array: { message: "the value is not a list", hint: "Write `- ` before each entry." }, boolean: { message: "the value is not a boolean", hint: "Write true or false." } };
	function toProblem(issue) {
		const typed = issue.code === "invalid_type" ? TYPES[issue.expected] : void 0;
		if (typed !== void 0) return typed;
		const hint = issue.code === "custom" ? issue.params?.["hint"] : void 0;
		return { message: issue.message, hint: typeof hint === "string" ? hint : "Correct this field." };
	}
	function refuse(context, message, hint, path = []) {
		context.addIssue({ code: "custom", message, params: { hint }, path: [...path] });
	}
	function parseWith(parse) {
		const schema = $$zod3.L5J().transform((value, context) => {
			if (value === null) return void 0;
			const parsed = typeof value === "string" || typeof value === "number" ? parse(String(value)) : (0, $$problem2.Gq)("the value is not a string", "Write one word or one line.");
			if (parsed.ok) return parsed.value;
			for (const { message, hint } of parsed.problems) refuse(context, message, hint);
			return $$zod4.tm;
		});
		return schema.optional();
	}
	const stated = (schema, { message, hint } = EMPTY) => $$zod3.L5J().superRefine((value, context) => {
		if (value === null) refuse(context, message, hint);
	}).pipe(schema).optional();
	const EMPTY = { message: "the value is empty", hint: "Write a value, or omit the field." };
	const jsonValue = $$zod3.L5J().superRefine((value, context) => refuseUnlikeJson(value, context, [], [])).optional();
	const jsonMapping = jsonValue.transform((value, context) => {
		if (value === void 0 || value === null) return void 0;
		if (isMapping(value)) return value;
		refuse(context, "the value is not a mapping", "Write one `field: value` per line.");
		return $$zod4.tm;
	}).optional();
	function refuseUnlikeJson(value, context, path, within) {
		const say = (message, hint) => refuse(context, message, hint, path);
		if (typeof value === "number") {
			if (!Number.isFinite(value)) say("the number cannot be represented in JSON", "Write another number, or text in quotes.");
			else if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < EXPONENT) {
				say("the number has more digits than a JSON number keeps", "Write the number as text, in quotes.");
			}
		}
		if (typeof value !== "object" || value === null) return;
		if (within.includes(value)) {
			say("the value contains itself", "Write the value without an alias.");
		} else if (!Array.isArray(value) && Object.prototype.toString.call(value) !== "[object Object]") {
			say("the value cannot be represented in JSON", "Remove the tag, or write text in quotes.");
		} else {
			for (const [key, part] of Object.entries(value)) {
				const at = [...path, Array.isArray(value) ? Number(key) : key];
				refuseUnlikeJson(part, context, at, [...within, value]);
			}
		}
	}
}) };
export {
	id,
	ids,
	modules
};
