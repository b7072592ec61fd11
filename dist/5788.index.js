const id = 5788;
const ids = [5788];
const modules = { 82116: ((__module, __exports, __require) => {
	__require.d(__exports, { j: () => hasWritePermission });
	var $$client0 = __require(73564);
	async function hasWritePermission(client, { login, id: id2 }) {
		try {
			const { data } = await client.call((at) => client.octokit.rest.repos.getCollaboratorPermissionLevel({ ...at, username: login }));
			(0, $$client0.assertSame)("account", id2, data.user?.id ?? "no account");
			return data.permission === "admin" || data.permission === "write";
		} catch (error) {
			if (client.failureOf(error).status === 404) return false;
			throw error;
		}
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
		return { graphs: paths, others: Object.entries(typeof json === "object" && json !== null ? json : {}).filter(([key]) => key !== "graphs" && key !== "env").flatMap(([, value]) => textsOf(value)).flatMap((value) => SPEC.exec(value)?.[1] ?? []), dependencies: Array.isArray(dependencies) ? dependencies.filter((entry) => typeof entry === "string").slice(0, 100) : [], uvRoot: typeof root === "string" ? root : source === void 0 ? void 0 : ".", envFile: typeof env === "string" && env !== "" ? env : void 0, envNames: Object.keys((0, json_safety.Xy)(env)) };
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
		if ((0, json_safety.OW)(env)) return new Set(Object.keys(env));
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
}), 99979: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { createPackSource: () => createPackSource });
	var external_node_crypto_ = __require(77598);
	var promises_ = __require(51455);
	var external_node_path_ = __require(76760);
	var errors = __require(65292);
	var limits = __require(55403);
	var os_errors = __require(94924);
	var outcome = __require(96043);
	var program = __require(39946);
	var repository = __require(96311);
	var sizes = __require(71895);
	;
	const LIMIT_MS = 12e4;
	async function readCommitFiles(folder, ceiling, { commit, name, refuse }, env, signal) {
		const checkout = await (0, repository.I8)(folder, await (0, promises_.realpath)(ceiling));
		const found = checkout && await (0, program.z)(env, signal, async (git) => {
			const { gitDir } = await git.facade(checkout);
			const call = { cwd: gitDir, gitDir, limitMs: LIMIT_MS };
			const head = await git.run(["rev-parse", "--verify", "-q", "HEAD^{commit}"], call);
			const tree = await git.run(["ls-tree", "-r", "-z", "--full-tree", commit], call);
			return { head: head.kind === "ended" && head.code === 0 ? head.stdout.toString().trim() : "unknown", tree: tree.kind === "ended" && tree.code === 0 ? tree.stdout.toString("utf8") : void 0 };
		});
		if (checkout === void 0 || found === void 0) {
			throw refuse("source-path is not in a checkout that git can read");
		}
		if (found.head !== commit || found.tree === void 0) {
			throw refuse(`the checkout is at ${found.head}, but ${name} is ${commit}`);
		}
		const prefix = external_node_path_.relative(checkout.top, folder).split(external_node_path_.sep).join("/");
		const files = /* @__PURE__ */ new Map();
		for (const line of found.tree.split("\0")) {
			const [, mode = "", hash, file] = /^(\d+) blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
			const inner = file === void 0 ? void 0 : below(prefix, file);
			if (hash !== void 0 && inner !== void 0) files.set(inner, { kind: mode === "120000" ? "link" : "file", hash });
		}
		return files;
	}
	function below(prefix, name) {
		if (prefix === "") return name;
		return name.startsWith(`${prefix}/`) ? name.slice(prefix.length + 1) : void 0;
	}
	function createCommitCheck(files, { name, refuse }) {
		const hashes = /* @__PURE__ */ new Map();
		const begin = (entry, size) => {
			const algorithm = files.get(entry.path)?.hash.length === 64 ? "sha256" : "sha1";
			return (0, external_node_crypto_.createHash)(algorithm).update(`blob ${size}\0`);
		};
		return { add(entry, chunk) {
			const hash = hashes.get(entry.path) ?? begin(entry, entry.size);
			hashes.set(entry.path, hash.update(chunk));
		}, finish(entries, chosen, exists) {
			const expected = chosen.filter((file) => files.has(file) && !file.includes("\uFFFD"));
			const missing = expected.find((file) => !exists.has(file));
			if (missing !== void 0) throw refuse(`${(0, sizes.Gt)(missing)} of ${name} is missing`);
			for (const entry of entries) {
				const inCommit = files.get(entry.path);
				if (inCommit === void 0) {
					throw refuse(`${(0, sizes.Gt)(entry.path)} is not a file of ${name}`);
				}
				const hash = entry.kind === "file" ? hashes.get(entry.path) ?? begin(entry, 0) : hashOf(entry, begin);
				if (inCommit.kind !== entry.kind || hash.digest("hex") !== inCommit.hash) {
					throw refuse(`${(0, sizes.Gt)(entry.path)} differs from the file of ${name}`);
				}
			}
		} };
	}
	function hashOf(entry, begin) {
		const target = Buffer.from(entry.target);
		return begin(entry, target.length).update(target);
	}
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
	var packer_By1HVV7Z = __require(87439);
	;
	function createTarPacker() {
		let streamController;
		let packer;
		let bodyController = null;
		let resume = null;
		let drain2 = null;
		let stopped = false;
		let stopReason;
		const unblock = () => {
			resume?.();
			resume = null;
			drain2 = null;
		};
		const stop = (reason) => {
			if (stopped) return;
			stopped = true;
			stopReason = reason;
			bodyController?.error(reason);
			bodyController = null;
			streamController.error(reason);
			unblock();
		};
		const abortBody = (reason = AbortSignal.abort().reason) => {
			bodyController = null;
			stop(reason);
		};
		const checkStopped = () => {
			if (stopped) throw stopReason;
		};
		const emit = (operation) => {
			checkStopped();
			try {
				operation();
			} catch (error) {
				stop(error);
				throw error;
			}
			const pending = drain2;
			if (!pending) return;
			const signal = bodyController?.signal;
			if (!signal) return;
			if (signal.aborted) abortBody(signal.reason);
			else signal.onabort = () => abortBody(signal.reason);
			return pending.then(checkStopped);
		};
		return { readable: new ReadableStream({ start(controller) {
			streamController = controller;
			packer = (0, packer_By1HVV7Z.t)((chunk) => {
				const buffer = chunk.buffer;
				controller.enqueue(buffer instanceof ArrayBuffer && !Reflect.get(buffer, "resizable") ? chunk : new Uint8Array(chunk));
				if ((controller.desiredSize ?? 1) <= 0) drain2 ||= new Promise((resolve) => {
					resume = resolve;
				});
			});
		}, pull: unblock, cancel(reason = AbortSignal.abort().reason) {
			stop(reason);
		} }, new ByteLengthQueuingStrategy({ highWaterMark: 8388608 })), controller: { add(header) {
			try {
				checkStopped();
				if (bodyController) throw new Error("Previous entry must be completed before adding a new one");
				packer.add(header);
			} catch (error) {
				stop(error);
				throw error;
			}
			return new WritableStream({ start(controller) {
				bodyController = controller;
			}, write(chunk) {
				return emit(() => {
					if (!ArrayBuffer.isView(chunk) || chunk[Symbol.toStringTag] !== "Uint8Array") throw new TypeError("Expected a Uint8Array body chunk");
					packer.write(chunk);
				});
			}, close() {
				const result = emit(() => packer.endEntry());
				if (!result) {
					bodyController = null;
					return;
				}
				return result.then(() => {
					bodyController = null;
				});
			}, abort: abortBody });
		}, finalize() {
			try {
				checkStopped();
				if (bodyController) throw new Error("Cannot finalize while an entry is still active");
				packer.finalize();
				streamController.close();
			} catch (error) {
				stop(error);
				throw error;
			}
		}, error(err) {
			stop(err);
		} } };
	}
	async function streamToBuffer(stream) {
		const chunks = [];
		const reader = stream.getReader();
		let totalLength = 0;
		try {
			while (true) {
				const { done, value } = await reader.read();
				if (done) break;
				chunks.push(value);
				totalLength += value.length;
			}
			const result = new Uint8Array(totalLength);
			let offset = 0;
			for (const chunk of chunks) {
				result.set(chunk, offset);
				offset += chunk.length;
			}
			return result;
		} finally {
			reader.releaseLock();
		}
	}
	const drain = (stream) => stream.pipeTo(new WritableStream());
	const BUFFER_LIMIT = 1048576;
	const RESUME_LIMIT = BUFFER_LIMIT / 2;
	function createTarDecoder(options = {}) {
		const unpacker = createUnpacker(options);
		const strict = options.strict ?? false;
		let controller = null;
		let bodyController = null;
		let pumping = false;
		let blocked = false;
		let resume = null;
		let abortHooked = false;
		let eofReached = false;
		let sourceEnded = false;
		let closed = false;
		const unblock = () => {
			resume?.();
			resume = null;
		};
		const closeBody = () => {
			try {
				bodyController?.close();
			} catch {
			}
			bodyController = null;
		};
		const fail = (reason) => {
			if (closed) return;
			closed = true;
			try {
				bodyController?.error(reason);
			} catch {
			}
			bodyController = null;
			try {
				controller.error(reason);
			} catch {
			}
			controller = null;
			unblock();
		};
		const finish = () => {
			if (closed) return;
			closed = true;
			closeBody();
			try {
				controller.close();
			} catch {
			}
			controller = null;
			unblock();
		};
		const truncateOrFinish = () => {
			if (strict) throw new Error("Tar archive is truncated.");
			finish();
		};
		const pump = () => {
			if (pumping || closed || !controller) return;
			blocked = false;
			pumping = true;
			try {
				while (true) {
					if (eofReached) {
						if (sourceEnded) finish();
						break;
					}
					if (unpacker.isEntryActive()) {
						if (sourceEnded && !unpacker.canFinish()) {
							truncateOrFinish();
							break;
						}
						if (bodyController) {
							if ((bodyController.desiredSize ?? 1) <= 0) {
								blocked = true;
								break;
							}
							if (unpacker.streamBody((c) => (bodyController.enqueue(c), (bodyController.desiredSize ?? 1) > 0)) === 0 && !unpacker.isBodyComplete()) {
								if (sourceEnded) truncateOrFinish();
								break;
							}
						} else if (!unpacker.skipEntry()) {
							if (sourceEnded) truncateOrFinish();
							break;
						}
						if (unpacker.isBodyComplete()) {
							closeBody();
							if (!unpacker.skipPadding()) {
								if (sourceEnded) truncateOrFinish();
								break;
							}
						}
					} else {
						if ((controller.desiredSize ?? 0) < 0) {
							blocked = true;
							break;
						}
						const header = unpacker.readHeader();
						if (header === null) {
							if (sourceEnded) finish();
							break;
						}
						if (header === void 0) {
							if (sourceEnded) {
								unpacker.finish();
								finish();
								break;
							}
							eofReached = true;
							break;
						}
						controller.enqueue({ header, body: new ReadableStream({ start(c) {
							if (header.size === 0) c.close();
							else bodyController = c;
						}, pull: pump, cancel() {
							bodyController = null;
							pump();
						} }) });
					}
				}
			} catch (error) {
				fail(error);
				throw error;
			} finally {
				pumping = false;
			}
			if (resume && (!blocked || unpacker.available() < RESUME_LIMIT)) unblock();
		};
		return { readable: new ReadableStream({ start(c) {
			controller = c;
		}, pull: pump, cancel(reason) {
			unpacker.end();
			if (reason !== void 0) fail(reason);
			else finish();
		} }, { highWaterMark: 2 }), writable: new WritableStream({ write(chunk, controller2) {
			try {
				unpacker.write(chunk);
				pump();
				if (blocked && unpacker.available() >= BUFFER_LIMIT) {
					if (!abortHooked) {
						controller2.signal.onabort = unblock;
						abortHooked = true;
					}
					return new Promise((resolve) => resume = resolve);
				}
			} catch (error) {
				fail(error);
				throw error;
			}
		}, close() {
			try {
				sourceEnded = true;
				unpacker.end();
				pump();
			} catch (error) {
				fail(error);
				throw error;
			}
		}, abort(reason) {
			fail(reason);
		} }) };
	}
	async function packTar(entries) {
		const { readable, controller } = createTarPacker();
		const archive = streamToBuffer(readable);
		try {
			for (const entry of entries) {
				const entryStream = controller.add(entry.header);
				const body = "body" in entry ? entry.body : entry.data;
				if (!body) {
					await entryStream.close();
					continue;
				}
				if (body instanceof ReadableStream) await body.pipeTo(entryStream);
				else if (body instanceof Blob) await body.stream().pipeTo(entryStream);
				else try {
					const chunk = await normalizeBody(body);
					if (chunk.length > 0) {
						const writer = entryStream.getWriter();
						await writer.write(chunk);
						await writer.close();
					} else await entryStream.close();
				} catch {
					throw new TypeError(`Unsupported content type for entry "${entry.header.name}".`);
				}
			}
			controller.finalize();
		} catch (error) {
			controller.error(error);
		}
		return archive;
	}
	async function unpackTar(archive, options = {}) {
		if (!(archive instanceof ReadableStream)) return unpackTarBuffer(archive instanceof Uint8Array ? archive : new Uint8Array(archive), options);
		const results = [];
		const reader = archive.pipeThrough(createTarDecoder(options)).getReader();
		try {
			while (true) {
				const { done, value: entry } = await reader.read();
				if (done) break;
				let processedHeader;
				try {
					processedHeader = transformHeader(entry.header, options);
				} catch (error) {
					await entry.body.cancel();
					throw error;
				}
				if (processedHeader === null) {
					await drain(entry.body);
					continue;
				}
				if (isBodyless(processedHeader)) {
					await drain(entry.body);
					results.push({ header: processedHeader });
				} else results.push({ header: processedHeader, data: await streamToBuffer(entry.body) });
			}
		} catch (error) {
			await reader.cancel(error).catch(() => {
			});
			throw error;
		} finally {
			reader.releaseLock();
		}
		return results;
	}
	function unpackTarBuffer(archive, options) {
		const unpacker = createUnpacker(options);
		const strict = options.strict ?? false;
		const results = [];
		unpacker.write(archive);
		unpacker.end();
		while (true) {
			const header = unpacker.readHeader();
			if (header === void 0) break;
			if (header === null) {
				if (strict) throw new Error("Tar archive is truncated.");
				break;
			}
			const processedHeader = transformHeader(header, options);
			if (processedHeader === null) {
				const skipped = unpacker.skipEntry();
				if (!skipped && strict) throw new Error("Tar archive is truncated.");
				if (!skipped) break;
				continue;
			}
			if (isBodyless(processedHeader)) {
				const skipped = unpacker.skipEntry();
				if (!skipped && strict) throw new Error("Tar archive is truncated.");
				results.push({ header: processedHeader });
				if (!skipped) break;
				continue;
			}
			let size = header.size;
			if (size < 0 || !unpacker.canFinish()) {
				if (strict) throw new Error("Tar archive is truncated.");
				size = unpacker.bodyBytes();
			}
			const data = new Uint8Array(size);
			let offset = 0;
			unpacker.streamBody((chunk) => {
				data.set(chunk, offset);
				offset += chunk.length;
				return true;
			});
			const bodyComplete = unpacker.isBodyComplete();
			let paddingComplete = true;
			if (bodyComplete) {
				paddingComplete = unpacker.skipPadding();
				if (!paddingComplete && strict) throw new Error("Tar archive is truncated.");
			}
			results.push({ header: processedHeader, data });
			if (!bodyComplete || !paddingComplete) break;
		}
		unpacker.finish();
		return results;
	}
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
	async function* tar(root, entries, { began, read } = {}) {
		const { readable, controller } = createTarPacker();
		const buffers = createBufferPool(READ_BUFFERS, READ_BYTES);
		const fill = async () => {
			for (const entry of entries) {
				const writer = controller.add(headerOf(entry)).getWriter();
				if (entry.kind === "file") {
					let first = true;
					for await (const chunk of contents(root, entry, buffers)) {
						if (first) began?.(entry.path, chunk);
						first = false;
						read?.(entry, chunk);
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
		return async ({ sourcePath, configPath, exactCommit, note, warn }, signal) => {
			const workspace = external_node_path_.resolve(env["GITHUB_WORKSPACE"] || ".");
			const root = await findRoot(workspace, sourcePath);
			const commitCheck = exactCommit === void 0 ? void 0 : createCommitCheck(await readCommitFiles(root, workspace, exactCommit, env, signal), exactCommit);
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
			const first = await packOnce(root, entries, limits2, { pointers, commitCheck }, signal);
			if (pointers.length > 0) {
				warn(`${(0, sizes.Gt)(pointers[0] ?? "")}${pointers.length > 1 ? ` and ${pointers.length - 1} more files are Git LFS pointers` : " is a Git LFS pointer"}, not the content: set \`lfs: true\` on actions/checkout if the agent needs the content.`);
			}
			const contentBytes = files.reduce((sum, { size: size2 }) => sum + size2, 0);
			const size = `${(0, sizes.z3)(contentBytes)} in ${entries.length} files`;
			if (first.bytes > limits2.max) {
				throw new outcome.lZ("source-too-large", `The compressed source exceeds the ${(0, sizes.z3)(limits2.max)} that the service accepts (${size}). Add files that the agent does not need to .dockerignore. The largest files:
${(0, sizes.Sd)(files).join("\n")}`);
			}
			const exists = [...entries, ...left.links].map((entry) => entry.path);
			commitCheck?.finish(entries, chosen.paths, /* @__PURE__ */ new Set([...exists, ...left.special]));
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
	async function packOnce(root, entries, limits2, { pointers, commitCheck }, signal) {
		const hash = (0, external_node_crypto_.createHash)("sha256");
		let bytes = 0;
		let kept = [];
		const began = (name, chunk) => {
			if (chunk.length < 300 && Buffer.from(chunk).toString("latin1").startsWith(LFS_POINTER)) pointers.push(name);
		};
		const read = (entry, chunk) => commitCheck?.add(entry, chunk);
		for await (const chunk of gzip(hashed(tar(root, entries, { began, read }), hash))) {
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
			log.line("`paths` is ignored, because the deployed source is not the pushed commit.");
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
}), 26851: ((__module, __exports, __require) => {
	__require.d(__exports, { P: () => inheritSettings });
	var $$fields0 = __require(31668);
	const NOT_INHERITED = ["service_account_name", "volumes", "volume_mounts", "init_containers", "sidecars"];
	function inheritSettings(desired, base, { exists }) {
		const source = sourceOf(desired, base);
		const own = { ...desired, source };
		if (base === void 0 || base.source !== source) return own;
		const from = { ...base, resourceSpec: withoutRights(base.resourceSpec) };
		const fields = (0, $$fields0.YP)(({ inherited }, name) => {
			const isInherited = inherited === "always" || inherited === "create" && !exists;
			return own[name] ?? (isInherited ? from[name] : void 0);
		});
		return { ...own, ...fields };
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
}), 53073: ((__module, __exports, __require) => {
	__require.r(__exports);
	__require.d(__exports, { compareWithBase: () => compareWithBase, preview: () => preview, readBase: () => readBase, untilFree: () => untilFree, withFreeName: () => withFreeName });
	var statuses = __require(83889);
	var read = __require(98591);
	var deploy = __require(43805);
	var check_paths = __require(8073);
	var outcome = __require(96043);
	var current = __require(67418);
	var fields = __require(44034);
	var hidden_value = __require(30171);
	var github_client = __require(73564);
	var permission = __require(82116);
	;
	const MAX_PAGES = 30;
	function createApprovalReader(connection, { clock, signal }) {
		const client = (0, github_client.createPatientClient)(connection, { clock, signal });
		const read2 = async (work) => {
			try {
				return { kind: "read", value: await work() };
			} catch (error) {
				signal.throwIfAborted();
				return { kind: "unreadable", failure: client.failureOf(error) };
			}
		};
		return { reviews: (number) => read2(() => listReviews(client, number)), runReviews: (runId) => read2(async () => {
			const { data } = await client.call((at) => client.octokit.rest.actions.getReviewsForRun({ ...at, run_id: runId }));
			return data.map(({ state, user, environments }) => ({ by: accountOf(user), state, environments: environments.flatMap(({ name }) => name ?? []) }));
		}), writers: (approvals) => read2(async () => {
			const accounts = new Map(approvals.map(({ by }) => [by.id, by]));
			const writers = /* @__PURE__ */ new Set();
			for (const account of accounts.values()) {
				if (await (0, permission.j)(client, account)) writers.add(account.id);
			}
			return writers;
		}) };
	}
	async function listReviews(client, number) {
		const reviews = [];
		for (let page = 1; page <= MAX_PAGES; page += 1) {
			const { data } = await client.call((at) => client.octokit.rest.pulls.listReviews({ ...at, pull_number: number, per_page: 100, page }));
			for (const { user, state, commit_id: commit } of data) {
				reviews.push({ by: accountOf(user), state, commit: commit?.toLowerCase() });
			}
			if (data.length < 100) return reviews;
		}
		throw new Error(`pull request #${number} has more than ${MAX_PAGES * 100} reviews`);
	}
	function accountOf(user) {
		return user === null ? void 0 : { login: user.login, id: user.id, bot: user.type !== "User" };
	}
	var pull_requests = __require(22959);
	;
	const LABEL_MIN_AGE_MS = 6e4;
	function findApprovals(rules, evidence) {
		const approvals = [];
		const refused = [];
		const note = (by, commit, act) => {
			if (by === void 0 || commit === void 0) refused.push(`someone ${act}, but GitHub does not show who and for which commit`);
			else if (by.bot) refused.push(`${by.login} ${act}, but only people can approve`);
			else approvals.push({ by, commit, act });
		};
		for (const rule of rules) {
			switch (rule.by) {
				case "review":
					for (const { by, commit } of standingApprovals(evidence.reviews)) note(by, commit, "approved in a review");
					break;
				case "label": {
					const problem = labelProblem(rule.name, evidence);
					if (problem !== void 0) refused.push(problem);
					else note(evidence.event?.labelling?.by, evidence.event?.commit, `added the label ${rule.name}`);
					break;
				}
				case "environment":
					for (const { by, state, environments } of evidence.runReviews) {
						if (state !== "approved" || !environments.some((name) => isSame(name, rule.name))) continue;
						note(by, evidence.event?.commit, `approved this run for the environment ${rule.name}`);
					}
					break;
			}
		}
		return { approvals, refused };
	}
	function decideApproval({ head, event }, { approvals, refused }, writers) {
		if (event !== void 0 && event.commit !== head) {
			return { kind: "outdated", why: `this run is about commit ${event.commit}, but the head of the pull request is now ${head}` };
		}
		const byWriters = approvals.filter(({ by }) => writers.has(by.id));
		const approval = byWriters.find(({ commit }) => commit === head);
		if (approval !== void 0) return { kind: "approved", commit: head, approval };
		const older = byWriters.at(-1);
		if (older !== void 0) {
			return { kind: "outdated", why: `${older.by.login} ${older.act}, but for commit ${older.commit}, and the head of the pull request is ${head}` };
		}
		const without = approvals.map(({ by, act }) => `${by.login} ${act}, but has no write permission`);
		const all = [.../* @__PURE__ */ new Set([...without, ...refused])];
		return { kind: "missing", why: [`nobody with write permission approved commit ${head}`, ...all].join("; ") };
	}
	function standingApprovals(reviews) {
		const latest = /* @__PURE__ */ new Map();
		for (const review of reviews) {
			if (["APPROVED", "CHANGES_REQUESTED", "DISMISSED"].includes(review.state)) latest.set(review.by?.id, review);
		}
		return [...latest.values()].filter(({ state }) => state === "APPROVED");
	}
	function labelProblem(name, { event, labels }) {
		const labelling = event?.labelling;
		if (event === void 0 || labelling === void 0 || !isSame(labelling.label, name)) {
			return `this run was not started by adding the label ${name}: remove the label and add it again`;
		}
		if (!labels.some((label) => isSame(label, name))) return `the label ${name} was removed again`;
		if (event.pushedAt === void 0 || !Number.isFinite(labelling.at)) {
			return `GitHub does not show the time of the last push to the fork, so the label ${name} does not approve a commit`;
		}
		if (labelling.at - event.pushedAt >= LABEL_MIN_AGE_MS) return void 0;
		return `the label ${name} was added less than ${LABEL_MIN_AGE_MS / 1e3} seconds after a push to the fork, so it might be meant for the previous commit: remove the label and add it again`;
	}
	function isSame(one, other) {
		return one.toLowerCase() === other.toLowerCase();
	}
	var ownership = __require(65711);
	var pull_request = __require(68333);
	;
	async function approveFork(context, of, pull) {
		const { settings, log } = context;
		const rules = settings.forks?.rules ?? [];
		const connection = await context.github();
		if (connection === void 0) throw unknown(of, pull_request.wH);
		const { commit: head } = pull;
		if (!pull.isCurrent || head === void 0) {
			throw unknown(of, "GitHub did not return the pull request, and an event does not prove that the approval still applies.");
		}
		const reader = createApprovalReader(connection, context);
		const must = (reading, what, permission2) => {
			if (reading.kind === "read") return reading.value;
			throw unknown(of, (0, pull_requests.Ic)(`${what} could not be read`, reading.failure, permission2));
		};
		const has = (by) => rules.some((rule) => rule.by === by);
		const runId = Number(context.env["GITHUB_RUN_ID"]);
		const evidence = { head, labels: pull.labels, event: eventHead(context), reviews: has("review") ? must(await reader.reviews(of.number), "The reviews", "pull-requests: read") : [], runReviews: has("environment") && Number.isSafeInteger(runId) && runId > 0 ? must(await reader.runReviews(runId), "The approvals of this run", "actions: read") : [] };
		const search = findApprovals(rules, evidence);
		const writers = must(await reader.writers(search.approvals), "The permission of an approver", "metadata: read");
		const decision = decideApproval(evidence, search, writers);
		if (decision.kind === "approved") {
			const { by, act } = decision.approval;
			log.line(`Commit ${decision.commit} of a fork is approved: ${by.login} ${act}.`);
			return { kind: "approved", commit: decision.commit };
		}
		const reason = decision.kind === "missing" ? "approval-missing" : "approval-outdated";
		const which = `Pull request ${(0, ownership.U7)(of)} comes from a fork, and its commit was not deployed`;
		return { kind: "refused", end: (0, outcome.bu)("skipped", reason, `${which}: ${decision.why}.`) };
	}
	function eventHead({ event, settings }) {
		const { pullRequest, commit } = event;
		if (pullRequest?.number !== settings.pullRequest || commit === void 0) return void 0;
		return { commit, labelling: pullRequest.labelling, pushedAt: pullRequest.pushedAt };
	}
	function unknown(of, why) {
		return new outcome.lZ("approval-unknown", `Whether the commit of the fork in ${(0, ownership.U7)(of)} is approved could not be determined, so nothing was sent. ${why}`);
	}
	var inherit = __require(26851);
	var errors = __require(65292);
	var os_errors = __require(94924);
	var action_text = __require(77844);
	var preview_name = __require(81746);
	var teardown = __require(57422);
	;
	const ABANDONED_MS = 24 * 36e5;
	async function withCommitPreviews(context, options, work) {
		const { record, signal } = context;
		let end;
		try {
			end = await work();
		} catch (error) {
			signal.throwIfAborted();
			if (record.changed) await deleteSurplus(context, options);
			throw error;
		}
		if (end.kind === "skipped") return end;
		if (context.settings.dryRun) return describeSurplus(context, options, end);
		if (end.kind === "superseded" && end.reason === "commit-mismatch") {
			end = await deleteOtherCommit(context, options, end);
		}
		await deleteSurplus(context, options);
		return end;
	}
	function selectSurplus(previews, name, keep) {
		const others = newestFirst(previews.filter((one) => one.name !== name));
		const ownTime = previews.find((one) => one.name === name)?.createdAt ?? Number.POSITIVE_INFINITY;
		return others.slice(Math.max(0, keep - 1)).filter(({ createdAt }) => createdAt !== void 0 && createdAt <= ownTime).toReversed();
	}
	function newestFirst(items) {
		const timeOf = ({ createdAt = Number.POSITIVE_INFINITY }) => createdAt;
		return items.toSorted((a, b) => {
			const [left, right] = [timeOf(a), timeOf(b)];
			return left === right ? a.id < b.id ? 1 : -1 : right - left;
		});
	}
	async function readCommitPreviews(context, { query, name }) {
		const evidence = (0, ownership.At)(context);
		const found = [];
		for (const deployment of await (0, teardown.findPreviews)(context, query)) {
			const commit = (0, preview_name.YP)(deployment.name, query.forms)?.commit;
			if (commit === void 0 || (0, statuses.vx)(deployment.status)) continue;
			const isOwn = deployment.id === context.record.deployment?.id && deployment.name === name;
			const verdict = (0, ownership._E)(deployment, query.of, { ...evidence, proven: isOwn });
			if (!verdict.ours) {
				(0, teardown.reportUnowned)(context, deployment, { why: verdict.why, isHidden: (0, ownership.Di)(deployment) });
				continue;
			}
			const createdAt = Date.parse(deployment.created_at ?? "");
			found.push({ id: deployment.id, name: deployment.name, commit, url: deployment.active_revision_id ? (0, current.rs)(deployment) : void 0, createdAt: createdAt >= 0 ? createdAt : void 0, deployment });
		}
		return found;
	}
	async function describeSurplus(context, options, end) {
		const surplus = selectSurplus(await readCommitPreviews(context, options), options.name, options.keep);
		if (surplus.length === 0) return end;
		const names2 = surplus.map(({ name, id: id2 }) => `${name} (${id2})`).join(", ");
		const line = `${(0, action_text.pq)(surplus.length, "older preview")} would be deleted, because preview-keep is ${options.keep}: ${names2}.`;
		context.log.line(line);
		return end.kind === "planned" ? (0, outcome.bu)("planned", "dry-run", `${end.message} ${line}`) : end;
	}
	async function deleteSurplus(context, options) {
		const { record, log, signal } = context;
		try {
			const found = await readCommitPreviews(context, options);
			const deleted = /* @__PURE__ */ new Set();
			const { name: own } = options;
			const keep = found.some(({ name }) => name === own) ? options.keep : options.keep + 1;
			const surplus = selectSurplus(found, own, keep);
			for (const preview2 of surplus) {
				if (await tryDelete(context, options, preview2)) deleted.add(preview2.id);
			}
			reportExcess(context, options, { found, surplus });
			const left = found.filter(({ id: id2, name }) => !deleted.has(id2) && !record.retired.includes(name));
			record.commitPreviews = newestFirst(left).map(({ name, commit, url, createdAt }) => ({ name, commit, url, createdAt }));
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof errors.hD)) throw error;
			log.warn("preview-keep", `The previews of ${(0, ownership.U7)(options.query.of)} could not be listed, so older previews were not deleted: ${error.message} The next deploy of the pull request deletes them, and its closing deletes all.`);
		}
	}
	function reportExcess({ log }, { name: own, keep }, { found, surplus }) {
		if (found.length - surplus.length <= keep) return;
		const ownTime = found.find(({ name }) => name === own)?.createdAt ?? Number.POSITIVE_INFINITY;
		for (const { name, id: id2, createdAt } of found) {
			if (name === own) continue;
			if (createdAt === void 0) {
				log.warn("preview", `Kept: ${name} (${id2}) might be older than preview-keep allows, but the service returns no time of its creation. Delete it manually, or close the pull request.`);
			} else if (createdAt > ownTime) {
				log.line(`${name} (${id2}) is kept, because it is newer than the preview of this run.`);
			}
		}
	}
	async function tryDelete(context, { query: { of }, keep }, { deployment }) {
		const { log, signal, record } = context;
		const { name, id: id2 } = deployment;
		try {
			if (!await (0, teardown.isSameById)(context, deployment, of)) return true;
			if (await isDeploying(context, deployment)) {
				log.line(`${name} (${id2}) is kept, because another run is deploying it.`);
				return false;
			}
			log.line(`Deleting ${name} (${id2}), because preview-keep is ${keep} and newer previews exist.`);
			await (0, teardown.deletePreview)(context, deployment);
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof errors.hD) && !(error instanceof outcome.lZ)) throw error;
			log.warn("preview-keep", `${name} (${id2}), an older preview of ${(0, ownership.U7)(of)}, could not be deleted: ${(0, os_errors.gJ)(error)} The next deploy of the pull request tries again, and its closing deletes all previews.`);
			return false;
		}
		record.retired.push(name);
		return true;
	}
	async function isDeploying({ controlPlane, signal, clock }, { id: id2, created_at: createdAt }) {
		const [latest] = await controlPlane.listRevisions(id2, { limit: 1 }, signal);
		if (latest !== void 0 && (0, statuses.dR)(latest.status)) return false;
		const since = Date.parse((latest === void 0 ? createdAt : latest.created_at) ?? "");
		return Number.isNaN(since) || clock.now() - since < ABANDONED_MS;
	}
	async function deleteOtherCommit(context, { query: { of } }, end) {
		const { record, controlPlane, signal, log } = context;
		const { deployment: own } = record;
		if (own === void 0) return end;
		try {
			const found = await controlPlane.getDeployment(own.id, signal);
			if (!await (0, teardown.isSameById)(context, found, of)) return end;
			await (0, teardown.deletePreview)(context, found);
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof errors.hD) && !(error instanceof outcome.lZ)) throw error;
			log.warn("preview-per", `${own.name} (${own.id}) has another commit than its name, and could not be deleted: ${(0, os_errors.gJ)(error)}`);
			return end;
		}
		record.retired.push(own.name);
		return (0, outcome.bu)("superseded", "commit-mismatch", `${end.message} The preview ${own.name} was deleted, because its name contains the other commit.`);
	}
	var names = __require(92832);
	var inputs_secrets = __require(54476);
	;
	async function preview(context) {
		const { settings, record } = context;
		record.pullRequest = settings.pullRequest;
		const of = (0, pull_request.Jx)(context);
		const pull = await (0, pull_request.Yy)(context);
		const skipped = gatePullRequest(of, pull, settings.forks !== void 0);
		if (skipped !== void 0) return skipped;
		if (!(0, pull_request.RX)(settings.labels, pull.labels)) return tearDownUnlabelled(context, of, pull);
		if (!pull.fork) return createPreview(context, of, pull);
		const approval = await approveFork(context, of, pull);
		if (approval.kind === "refused") return approval.end;
		return createPreview(restrictToFork(context, approval.commit), of, pull);
	}
	function restrictToFork(context, commit) {
		const { settings } = context;
		const { desired, forks } = settings;
		if (desired.source !== "internal_source") throw new Error("only an upload contains exactly the approved commit");
		const secrets = forks?.secrets === true ? desired.secrets ?? [] : [];
		return { ...context, exactCommit: { commit, name: "the approved commit", refuse: notApproved }, settings: { ...settings, desired: { ...desired, secrets, secretsStrategy: "replace" } } };
	}
	function notApproved(why) {
		return new outcome.lZ("commit-not-approved", `Only the approved commit of a fork may be deployed, and ${why}, so nothing was sent. Check out the commit directly before this step, with \`ref: \${{ github.event.pull_request.head.sha }}\`, and change no file. Git LFS files and submodules are not supported.`);
	}
	async function createPreview(context, of, pull) {
		const { settings, record } = context;
		const untouched = await (0, check_paths.checkPullRequestPaths)(context);
		if (untouched !== void 0) return untouched;
		const base = await readBase(context);
		const { source } = (0, inherit.P)(settings.desired, base, { exists: false });
		const where = { source, endpoint: settings.endpoint };
		const pullRequestName = (0, names.LF)(settings, of, pull.branch, where);
		const query = { names: [pullRequestName], forms: (0, names.EY)(settings, of, pull.branch), of };
		const { keepCommits: keep } = settings;
		if (keep === void 0) {
			context.log.line(`The preview of ${(0, ownership.U7)(of)} is ${pullRequestName}.`);
			record.name = pullRequestName;
			return withPreviewCleanup(context, query, () => deployPreview(context, of, pull, base, pullRequestName));
		}
		const commit = commitOf(context, of, pull);
		const name = (0, names.sC)(settings, of, pull.branch, { ...where, commit });
		context.log.line(`The preview of commit ${commit} in ${(0, ownership.U7)(of)} is ${name}.`);
		record.name = name;
		record.previewNames = [pullRequestName];
		return withPreviewCleanup(context, query, () => withCommitPreviews(context, { query, name, keep }, () => deployPreview(context, of, pull, base, name)));
	}
	function commitOf(context, of, pull) {
		const { desired } = ofPullRequest(context.settings, pull);
		const ofHead = pull.ofEvent ? context.event.commit ?? pull.commit : pull.commit;
		const commit = context.exactCommit?.commit ?? (desired.source === "git_host" ? desired.commit : ofHead);
		if (commit !== void 0) return commit;
		throw new outcome.lZ("pull-request-unknown", `The name of the preview contains its commit, but the head commit of ${(0, ownership.U7)(of)} is unknown. Let the job read pull requests (\`pull-requests: read\`), or set \`preview-per: pull-request\`.`);
	}
	function gatePullRequest(of, { fork, closed }, acceptsForks) {
		const which = `Pull request ${(0, ownership.U7)(of)}`;
		if (fork && !acceptsForks) {
			return (0, outcome.bu)("skipped", "fork", `${which} comes from a fork, whose code must not run with the secrets of this repository. A maintainer can push the change to a branch of this repository, or the workflow can set fork-approval.`);
		}
		if (!closed) return void 0;
		return (0, outcome.bu)("skipped", "pull-request-closed", `${which} is closed, so it gets no preview.`);
	}
	async function tearDownUnlabelled(context, of, pull) {
		const { settings } = context;
		const query = (0, teardown.allPreviewsOf)(settings, of, pull.branch);
		const there = await (0, teardown.findPreviews)(context, query);
		const verdicts = there.map((item) => ({ item, verdict: (0, ownership._E)(item, of, (0, ownership.At)(context)) }));
		if (verdicts.some(({ verdict }) => verdict.ours)) {
			context.log.line("The label that requests a preview was removed.");
			return (0, teardown.removePreview)(context, query);
		}
		for (const { item, verdict } of verdicts) {
			if (verdict.ours || (0, statuses.vx)(item.status)) continue;
			(0, teardown.reportUnowned)(context, item, { why: verdict.why, isHidden: (0, ownership.Di)(item) });
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
		const inherited = (0, inherit.P)(own.desired, base, { exists: found !== void 0 });
		const desired = withMarker(inherited, of, found);
		const writeGuard = previewGuard({ of, desired: inherited, evidence: (0, ownership.At)(context) });
		if (found !== void 0) writeGuard.update(found);
		const settings = { ...context.settings, ...own, desired, verification: compareWithBase(context, base), paths: void 0, verb: "deploy", target: { by: "name", name } };
		const afterRollout = seedAfterRollout(context, { pull, base, checkOwner: (deployment) => writeGuard.update(deployment) });
		const rename = "set another preview-name-template";
		return withFreeName(context, { name, rename }, () => (0, deploy.deploy)({ ...context, settings, writeGuard, afterRollout }));
	}
	async function withFreeName(context, { name, rename }, work) {
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof outcome.lZ) || error.outcome.reason !== "name-taken") throw error;
			const beingDeleted = (await (0, teardown.findByNames)(context, [name])).filter(({ status }) => (0, statuses.vx)(status));
			if (beingDeleted.length === 0) throw leftOver({ name, rename }, error);
			return await untilFree(context, beingDeleted) ?? work();
		}
	}
	function seedAfterRollout(context, { pull, ...options }) {
		const { seed } = context.settings;
		if (seed === void 0 || pull.fork) return void 0;
		return async (end) => {
			const { seedPreview } = await Promise.all([__require.e(666), __require.e(3724), __require.e(8872), __require.e(5125)]).then(__require.bind(__require, 75125));
			return seedPreview(context, end, { ...options, seed });
		};
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
	function leftOver({ name, rename }, cause) {
		return new outcome.lZ("name-taken", `The name ${name} is taken by the tracing project of an earlier deployment that was deleted without it. Delete that project and run the workflow again, or ${rename}. Teardown and sweep always delete both. ${cause.message}`, { cause });
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
}), 77844: ((__module, __exports, __require) => {
	__require.d(__exports, { DE: () => $$later0.DEe, M$: () => $$later0.M$0, QW: () => $$later0.QW9, ml: () => $$later0.IH, pq: () => $$later0.pqe });
	var $$later0 = __require(72786);
}), 65393: ((__module, __exports, __require) => {
	__require.d(__exports, { EM: () => $$later0.EMj, Wm: () => $$later0.Wmi, mR: () => $$later0.mRP });
	var $$later0 = __require(72786);
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
	allowFilter = true
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
}), 45638: ((__module, __exports, __require) => {
	__require.d(__exports, { Bx: () => windowsVariables, E: () => windowsProgram, Xd: () => startProgram, fM: () => lastLine, i8: () => signalGroup, jH: () => outputOf, mB: () => runProgram });
	var $$process0 = __require(31421);
	var $$path1 = __require(76760);
	var $$process2 = __require(1708);
	const WINDOWS = $$process2.platform === "win32";
	const KILLED_MS = 1e3;
	const OUTPUT_BYTES = 1024 * 1024;
	function startProgram(command, args, { group, ...options }) {
		try {
			return (0, $$process0.spawn)(command, args, { ...options, detached: group === "lasting" || group === "own" && !WINDOWS, windowsHide: true, windowsVerbatimArguments: WINDOWS && /^cmd(\.exe)?$/i.test($$path1.basename(command)) });
		} catch (error) {
			const child = unstartedProgram();
			$$process2.nextTick(() => child.emit("error", error));
			return child;
		}
	}
	function unstartedProgram() {
		return new $$process0.ChildProcess();
	}
	async function runProgram(command, args, { input, stderr, timeoutMs, maxOutputBytes = OUTPUT_BYTES, signal, onOutput, onStart, watch, ...start }) {
		if (signal?.aborted === true) return { kind: "aborted" };
		const child = startProgram(command, args, { ...start, stdio: [input === void 0 ? "ignore" : "pipe", "pipe", stderr ?? "pipe"] });
		const { promise: closed, resolve, reject } = Promise.withResolvers();
		let stopped;
		let late;
		const stop = (kind) => {
			if (stopped !== void 0 || child.pid === void 0) return;
			stopped = { kind };
			if (start.group === void 0) child.kill("SIGKILL");
			else void signalGroup(child.pid, "SIGKILL");
			late = setTimeout(() => {
				for (const stream of child.stdio) stream?.destroy();
				resolve({ kind });
			}, KILLED_MS);
		};
		const output = { stdout: [], stderr: [] };
		let bytes = 0;
		for (const name of ["stdout", "stderr"]) {
			child[name]?.on("data", (chunk) => {
				if (onOutput !== void 0) return onOutput(chunk);
				bytes += chunk.length;
				if (bytes > maxOutputBytes) stop("too-much");
				else output[name].push(chunk);
			});
		}
		child.stdin?.on("error", () => void 0).end(input);
		child.on("error", reject).once("close", (code, ended) => {
			const printed = { stdout: Buffer.concat(output.stdout), stderr: Buffer.concat(output.stderr) };
			resolve(stopped ?? { kind: "ended", code, signal: ended, ...printed });
		});
		const onAbort = () => stop("aborted");
		signal?.addEventListener("abort", onAbort, { once: true });
		const timer = timeoutMs === void 0 ? void 0 : setTimeout(stop, timeoutMs, "too-long");
		const unwatch = watch?.(() => stop("killed"));
		const started = child.pid === void 0 ? void 0 : onStart?.(child.pid);
		started?.catch((error) => {
			stop("killed");
			reject(error);
		});
		try {
			const [result] = await Promise.all([closed, started]);
			return result;
		} finally {
			signal?.removeEventListener("abort", onAbort);
			clearTimeout(timer);
			clearTimeout(late);
			unwatch?.();
		}
	}
	async function outputOf(command, args, options) {
		const end = await runProgram(command, args, options);
		if (end.kind === "ended" && end.code === 0) return end.stdout.toString();
		const how = end.kind === "ended" ? `exit code ${end.code ?? end.signal}: ${lastLine(end.stderr)}` : end.kind;
		throw new Error(`${$$path1.basename(command)} failed (${how}).`);
	}
	function lastLine(output) {
		return output.toString().trim().split("\n").at(-1) ?? "";
	}
	async function signalGroup(pid, signal) {
		if (WINDOWS) {
			const args = ["/PID", String(pid), "/T", ...signal === "SIGKILL" ? ["/F"] : []];
			await runProgram(windowsProgram("taskkill.exe"), args, { env: windowsVariables() }).catch(() => void 0);
			return;
		}
		try {
			$$process2.kill(-pid, signal);
		} catch {
		}
	}
	function windowsVariables() {
		const { SystemRoot } = $$process2.env;
		return SystemRoot === void 0 ? {} : { SystemRoot };
	}
	function windowsProgram(name) {
		return `${$$process2.env["SystemRoot"] ?? "C:\\Windows"}\\System32\\${name}`;
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
