const id = 886;
const ids = [886];
const modules = {
  /***/
  3886: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        post: () => (
          /* binding */
          post
        )
      });
      var external_node_process_ = __webpack_require__(1708);
      var runner_host = __webpack_require__(8980);
      var markdown = __webpack_require__(6669);
      var action_state = __webpack_require__(6638);
      ;
      async function runPost(host) {
        const state = (0, action_state.C)(host.env);
        if (state === void 0 || state.stage === "reported")
          return;
        const message = `The main phase ended before it could report. ${whatRemains(state)}`;
        host.annotate({ level: "warning", title: "Agent Deploy: no report", message });
        try {
          await host.addSummary(`### \u26A0\uFE0F Agent Deploy: no report

${(0, markdown.Hn)(message)}
`);
        } catch (error) {
          host.log(`The job summary could not be written: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      function whatRemains({ stage, deploymentName, deploymentId, revisionId }) {
        const deployment = deploymentId === void 0 ? "the deployment" : `${deploymentName ?? ""} (${deploymentId})`;
        switch (stage) {
          case "reading":
          case "reported":
            return "Nothing was sent.";
          case "writing":
            return `A change of ${deployment} was being sent; look whether it arrived, or run again.`;
          case "waiting":
            return `Revision ${revisionId ?? "(unknown)"} of ${deployment} may still be on its way; run again to wait for it.`;
        }
      }
      ;
      async function post() {
        await runPost((0, runner_host.d)(external_node_process_.env));
      }
    })
  ),
  /***/
  8980: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        d: () => (
          /* binding */
          createRunnerHost
        )
      });
      var external_node_fs_ = __webpack_require__(3024);
      var external_node_os_ = __webpack_require__(8161);
      var external_os_ = __webpack_require__(857);
      var utils = __webpack_require__(3603);
      ;
      function issueCommand(command, properties, message) {
        const cmd = new Command(command, properties, message);
        process.stdout.write(cmd.toString() + external_os_.EOL);
      }
      function issue(name, message = "") {
        issueCommand(name, {}, message);
      }
      const CMD_STRING = "::";
      class Command {
        constructor(command, properties, message) {
          if (!command) {
            command = "missing.command";
          }
          this.command = command;
          this.properties = properties;
          this.message = message;
        }
        toString() {
          let cmdStr = CMD_STRING + this.command;
          if (this.properties && Object.keys(this.properties).length > 0) {
            cmdStr += " ";
            let first = true;
            for (const key in this.properties) {
              if (this.properties.hasOwnProperty(key)) {
                const val = this.properties[key];
                if (val) {
                  if (first) {
                    first = false;
                  } else {
                    cmdStr += ",";
                  }
                  cmdStr += `${key}=${escapeProperty(val)}`;
                }
              }
            }
          }
          cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
          return cmdStr;
        }
      }
      function escapeData(s) {
        return (0, utils.E)(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
      }
      function escapeProperty(s) {
        return (0, utils.E)(s).replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/:/g, "%3A").replace(/,/g, "%2C");
      }
      ;
      function neutralLine(line) {
        return line.split(/\r\n|[\r\n]/).map((part) => part.replace(/^([\s\u0085]*):(?=:)/, "$1: ").replaceAll("##[", "## [")).join("\n");
      }
      ;
      function createRunnerHost(env) {
        return {
          env,
          readFile: (path) => (0, external_node_fs_.readFileSync)(path, "utf8"),
          log: (line) => {
            process.stdout.write(neutralLine(line) + external_node_os_.EOL);
          },
          startGroup: (title) => issueCommand("group", {}, title),
          endGroup: () => issueCommand("endgroup", {}, ""),
          annotate: ({ level, title, message }) => issueCommand(level, (0, utils.k)({ title }), message),
          mask: (text) => issueCommand("add-mask", {}, text),
          setOutput: (name, value) => appendPair(env, "OUTPUT", name, value),
          saveState: (name, value) => appendPair(env, "STATE", name, value),
          addSummary: async (markdown) => {
            if (!env["GITHUB_STEP_SUMMARY"])
              return;
            const { summary } = await __webpack_require__.e(
              /* import() */
              70
            ).then(__webpack_require__.bind(__webpack_require__, 7070));
            await summary.addRaw(markdown, true).write();
          }
        };
      }
      async function appendPair(env, file, name, value) {
        const path = env[`GITHUB_${file}`];
        if (!path)
          return;
        if (!/[\r\n]/.test(value)) {
          (0, external_node_fs_.appendFileSync)(path, `${name}=${value}${external_node_os_.EOL}`, "utf8");
          return;
        }
        const commands = await __webpack_require__.e(
          /* import() */
          178
        ).then(__webpack_require__.bind(__webpack_require__, 5178));
        commands.issueFileCommand(file, commands.prepareKeyValueMessage(name, value));
      }
    })
  ),
  /***/
  6669: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        Hn: () => (
          /* binding */
          cell
        ),
        /* harmony export */
        OF: () => (
          /* binding */
          fenced
        ),
        /* harmony export */
        Pl: () => (
          /* binding */
          safeUrl
        ),
        /* harmony export */
        tp: () => (
          /* binding */
          table
        )
        /* harmony export */
      });
      function cell(text) {
        return text.replace(/\s+/g, " ").replace(/[&<>]/g, (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[mark] ?? mark).replace(/[\\`*_{}[\]()#|~!@]/g, (mark) => `&#${mark.charCodeAt(0)};`);
      }
      function table(head, rows) {
        const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
        return [line(head), `|${head.map(() => " --- |").join("")}`, ...rows.map(line)].join("\n");
      }
      function fenced(lines) {
        const text = lines.join("\n");
        const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
        const fence = "`".repeat(longest + 1);
        return `${fence}text
${text}
${fence}`;
      }
      function safeUrl(text) {
        const url = text === void 0 ? null : URL.parse(text);
        return url !== null && /^https?:$/.test(url.protocol) && !/[\s<>()]/.test(url.href) ? url.href : void 0;
      }
    })
  ),
  /***/
  6638: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        C: () => (
          /* binding */
          loadState
        ),
        /* harmony export */
        L: () => (
          /* binding */
          saveState
        )
        /* harmony export */
      });
      const KEY = "agent-deploy";
      const STAGES = ["reading", "writing", "waiting", "reported"];
      async function saveState(host, record) {
        const state = {
          stage: record.stage,
          deploymentId: record.deployment?.id,
          deploymentName: record.deployment?.name,
          revisionId: record.revision?.id
        };
        await host.saveState(KEY, JSON.stringify(state));
      }
      function loadState(env) {
        const text = env[`STATE_${KEY}`];
        if (!text)
          return void 0;
        try {
          const value = JSON.parse(text);
          if (typeof value !== "object" || value === null)
            return void 0;
          const stage = STAGES.find((candidate) => candidate === Reflect.get(value, "stage"));
          const field = (key) => {
            const found = Reflect.get(value, key);
            return typeof found === "string" ? found : void 0;
          };
          if (stage === void 0)
            return void 0;
          return {
            stage,
            deploymentId: field("deploymentId"),
            deploymentName: field("deploymentName"),
            revisionId: field("revisionId")
          };
        } catch {
          return void 0;
        }
      }
    })
  ),
  /***/
  3603: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        E: () => (
          /* binding */
          toCommandValue
        ),
        /* harmony export */
        k: () => (
          /* binding */
          toCommandProperties
        )
        /* harmony export */
      });
      function toCommandValue(input) {
        if (input === null || input === void 0) {
          return "";
        } else if (typeof input === "string" || input instanceof String) {
          return input;
        }
        return JSON.stringify(input);
      }
      function toCommandProperties(annotationProperties) {
        if (!Object.keys(annotationProperties).length) {
          return {};
        }
        return {
          title: annotationProperties.title,
          file: annotationProperties.file,
          line: annotationProperties.startLine,
          endLine: annotationProperties.endLine,
          col: annotationProperties.startColumn,
          endColumn: annotationProperties.endColumn
        };
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
