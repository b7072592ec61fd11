const id = 3886;
const ids = [3886];
const modules = {
  /***/
  93886: (
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
      var runner_host = __webpack_require__(58980);
      var load_transport = __webpack_require__(85143);
      var redact = __webpack_require__(63503);
      var shown = __webpack_require__(59142);
      var hiding = __webpack_require__(70634);
      var redacting_host = __webpack_require__(27128);
      var raw = __webpack_require__(69159);
      var markdown = __webpack_require__(76669);
      var action_state = __webpack_require__(36638);
      var words_of = __webpack_require__(35078);
      ;
      async function runPost(plain) {
        const state = (0, action_state.C)(plain.env);
        if (state === void 0)
          return;
        const reported = state.stage === "reported";
        if (reported && !(0, shown.u)(state.shown))
          return;
        const redactor = (0, redact.l)();
        const host = (0, redacting_host.y)(plain, redactor);
        (0, hiding.O)(plain, redactor).inputs(plain.env);
        const message = reported ? "See the run." : `The main phase ended before it could report. ${whatRemains(state)}`;
        if (!reported)
          await tell(host, message);
        if ((0, shown.u)(state.shown))
          await finish(host, state, message, (text) => redactor.redact(text));
      }
      async function tell(host, message) {
        host.annotate({ level: "warning", title: "Agent Deploy: no report", message });
        try {
          await host.addSummary(`### \u26A0\uFE0F Agent Deploy: no report

${(0, markdown.Hn)(message)}
`);
        } catch (error) {
          host.log(`The job summary could not be written: ${(0, words_of.Z)(error)}`);
        }
      }
      async function finish(host, state, message, redact2) {
        const { env } = host;
        const token = (0, raw.h)(env)["github-token"];
        if (token === void 0)
          return;
        try {
          const [{ createTransport }, { openGitHub }, { finishOnGitHub }] = await Promise.all([
            (0, load_transport.s)(),
            __webpack_require__.e(
              /* import() */
              7583
            ).then(__webpack_require__.bind(__webpack_require__, 77583)),
            Promise.all(
              /* import() */
              [__webpack_require__.e(4410), __webpack_require__.e(4979), __webpack_require__.e(2645)]
            ).then(__webpack_require__.bind(__webpack_require__, 93228))
          ]);
          const transport = createTransport({ env, redact: redact2 });
          try {
            const connection = await openGitHub({ token, env, transport, redact: redact2 });
            if (connection === void 0)
              return;
            const troubles = await finishOnGitHub(connection, { env, token, state, message });
            for (const trouble of troubles)
              host.log(`GitHub could not be told how the run ended: ${trouble}`);
          } finally {
            await transport.close();
          }
        } catch (error) {
          host.log(`GitHub could not be told how the run ended: ${(0, words_of.Z)(error)}`);
        }
      }
      function whatRemains({ stage, deploymentName, deploymentId, revisionId }) {
        const deployment = deploymentId === void 0 ? "the deployment" : `${deploymentName ?? ""} (${deploymentId})`;
        switch (stage) {
          case "reading":
          case "reported":
            return "Nothing was sent.";
          case "uploading":
            return `The source of ${deployment} was being uploaded, and no revision of it was asked for; run again.`;
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
  76669: (
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
  )
};
export {
  id,
  ids,
  modules
};
