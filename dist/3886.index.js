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
      var conceal_environment = __webpack_require__(10034);
      var runner_host = __webpack_require__(58980);
      var load_transport = __webpack_require__(85143);
      var redact = __webpack_require__(40407);
      var shown = __webpack_require__(59142);
      var hiding = __webpack_require__(11869);
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
        (0, conceal_environment.D)();
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
        il: () => (
          /* binding */
          agentAddress
        ),
        /* harmony export */
        ml: () => (
          /* binding */
          shorten
        ),
        /* harmony export */
        tp: () => (
          /* binding */
          table
        ),
        /* harmony export */
        wi: () => (
          /* binding */
          inertLines
        )
        /* harmony export */
      });
      const MOST_TICKS = 15;
      const CELL_MAX = 2e3;
      const ROWS_MAX = 300;
      const URL_MAX = 2e3;
      function cell(text) {
        return visible(text).split(/\s+/).filter((word) => word !== "").map(inertWord).join(" ");
      }
      function inertLines(text) {
        return text.split(/\r\n?|\n/).map(cell).join("<br>");
      }
      function table(head, rows) {
        const line = (cells) => `| ${cells.map((text) => cell(shorten(text, CELL_MAX))).join(" | ")} |`;
        const left = rows.length - ROWS_MAX;
        const rest = left > 0 ? [`

\u2026 and ${left} more`] : [];
        const shown = [line(head), `|${head.map(() => " --- |").join("")}`, ...rows.slice(0, ROWS_MAX).map(line)];
        return [shown.join("\n"), ...rest].join("");
      }
      function fenced(lines) {
        const text = lines.map((line) => visible(line).replace(/`{16,}/g, `${"`".repeat(MOST_TICKS)}\u2026`)).join("\n");
        const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
        const fence = "`".repeat(longest + 1);
        return `${fence}text
${text}
${fence}`;
      }
      function safeUrl(text) {
        const url = text === void 0 ? null : URL.parse(text);
        if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > URL_MAX)
          return void 0;
        return /[\s<>()]/.test(url.href) ? void 0 : url.href;
      }
      function agentAddress(text, serverUrl) {
        const href = safeUrl(text)?.replaceAll("|", "%7C");
        if (href === void 0)
          return void 0;
        const { host, hostname, username, password } = new URL(href);
        const onGitHub = host === URL.parse(serverUrl)?.host || /(^|\.)(github\.com|ghe\.com)$/.test(hostname);
        return onGitHub || username !== "" || password !== "" ? cell(href) : `<${href}>`;
      }
      function shorten(text, most) {
        if (text.length <= most)
          return text;
        return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}\u2026`;
      }
      function visible(text) {
        return text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(/[\u000b\u000c\r\u2028\u2029]/g, " ");
      }
      const UNSAFE = /([`<>*[\]()|&\\@])/;
      const OPENING = `"'\u201C\u2018`;
      const CLOSING = `"'\u201D\u2019.,;:!?\u2026`;
      function inertWord(word) {
        return word.split(UNSAFE).map((part, index) => index % 2 === 1 ? inertMark(part) : inertRun(part)).join("");
      }
      function inertMark(mark) {
        if (mark === "@")
          return "&#64;&#8203;";
        return mark === "`" ? "\u02CB" : `&#${mark.charCodeAt(0)};`;
      }
      function inertRun(run) {
        let [from, to] = [0, run.length];
        while (from < to && OPENING.includes(run.charAt(from)))
          from += 1;
        while (to > from && CLOSING.includes(run.charAt(to - 1)))
          to -= 1;
        const [before, core, after] = [run.slice(0, from), run.slice(from, to), run.slice(to)];
        return core === "" || isInert(core, after) ? run : `${before}\`${core}\`${after}`;
      }
      function isInert(core, after) {
        if (/^[–—·→\p{Extended_Pictographic}\ufe0f]+$/u.test(core))
          return true;
        if (/^\d{1,6}(?:[.,]\d{1,3})?(?:ms|[smhd%])?$/.test(core))
          return !after.startsWith(".");
        if (!new RegExp("^(?:\\p{L}\\p{M}*)+(?:['\u2019](?:\\p{L}\\p{M}*)+)*$", "u").test(core) && !/^[a-z]+(?:-[a-z]+)+$/.test(core)) {
          return false;
        }
        return !/(?<![a-z])[a-f]{7,}(?![a-z])/i.test(core);
      }
    })
  )
};
export {
  id,
  ids,
  modules
};
