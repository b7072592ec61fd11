const id = 8657;
const ids = [8657];
const modules = {
  /***/
  78657: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.r(__webpack_exports__);
      __webpack_require__.d(__webpack_exports__, {
        VERIFY: () => (
          /* binding */
          VERIFY
        )
      });
      var exit_code = __webpack_require__(28258);
      var verify_case = __webpack_require__(86597);
      var inputs_collector = __webpack_require__(81398);
      var common = __webpack_require__(22840);
      var endpoint = __webpack_require__(67864);
      var read = __webpack_require__(20451);
      var inputs_raw = __webpack_require__(69159);
      var scalars = __webpack_require__(97004);
      var target = __webpack_require__(20268);
      var texts_of_verbs = __webpack_require__(48812);
      var verb_settings = __webpack_require__(39434);
      var registry = __webpack_require__(19686);
      ;
      const VERIFY_INPUTS = {
        "api-key": registry.mc["api-key"],
        "deployment-url": {},
        "deployment-name": registry.mc["deployment-name"],
        "deployment-id": registry.mc["deployment-id"],
        "workspace-id": registry.mc["workspace-id"],
        "control-plane-url": registry.mc["control-plane-url"],
        region: registry.mc.region,
        "allow-insecure-host": registry.mc["allow-insecure-host"],
        "api-dialect": registry.mc["api-dialect"],
        cases: {},
        input: {},
        expect: {},
        "last-message": {},
        assistant: {},
        "time-limit": { default: "2m" },
        "thread-id": {},
        "multitask-strategy": { default: "rollback" },
        "keep-threads": { default: "never" },
        "feedback-key": registry.mc["feedback-key"],
        "request-timeout": registry.mc["request-timeout"],
        summary: registry.mc.summary,
        annotations: registry.mc.annotations,
        "strict-inputs": registry.mc["strict-inputs"]
      };
      const VERIFY_INPUT_NAMES = Object.keys(VERIFY_INPUTS);
      ;
      const NOTHING_ELSE = {
        wait: true,
        waitTimeoutMs: 0,
        pollIntervalMs: 6e4,
        onCancel: "leave",
        force: false,
        rerun: false,
        dryRun: false,
        logLines: 0,
        github: {
          token: void 0,
          deployment: false,
          environment: void 0,
          comment: false,
          commentKey: void 0,
          commentLogs: false
        }
      };
      async function readVerifyInputs(env) {
        const raw = (0, inputs_raw.h)(env, VERIFY_INPUTS);
        const collector = (0, inputs_collector.Y)(raw, VERIFY_INPUTS);
        const display = (0, read.i_)(collector);
        const warnings = await (0, read.aZ)(env, collector, VERIFY_INPUT_NAMES);
        const access = (0, common.y8)(collector, raw, env);
        const agent = takeAgent(collector, raw, access?.endpoint.allowInsecureHost ?? false);
        const verification = await takeVerification(collector, raw);
        const requestTimeoutMs = collector.take("request-timeout", (text) => (0, scalars.E9)(text, { min: "1s", max: "10m" }));
        const policy = exit_code.zj;
        const told = { display, policy, warnings };
        const complete = access && agent && verification && requestTimeoutMs !== void 0;
        if (collector.problems.length > 0 || !complete)
          return { ok: false, ...told, problems: collector.problems };
        const settings = {
          ...NOTHING_ELSE,
          ...access,
          policy,
          requestTimeoutMs,
          verb: "verify",
          agent,
          verification
        };
        return { ok: true, ...told, settings };
      }
      function takeAgent(collector, raw, allowInsecureHost) {
        const url = collector.take("deployment-url", (text) => (0, endpoint.Mg)(text, allowInsecureHost));
        if (raw["deployment-url"] !== void 0)
          return url === void 0 ? void 0 : { by: "url", url };
        if (raw["deployment-name"] === void 0 && raw["deployment-id"] === void 0) {
          collector.complain("deployment-url", "neither it nor deployment-name nor deployment-id is given", "Give the output deployment-url of the deploy, or the name of the deployment.");
          return void 0;
        }
        return (0, target.b)(collector, raw);
      }
      const OF_ONE = ["input", "expect", "last-message"];
      async function takeVerification(collector, raw) {
        const parse = await (0, verb_settings.E)();
        const common2 = {
          ...defined("assistant", collector.take("assistant", parse.parseName)),
          ...defined("timeLimitMs", collector.take("time-limit", parse.parseTimeLimit)),
          ...defined("threadId", collector.take("thread-id", scalars.Xw)),
          ...defined("strategy", collector.take("multitask-strategy", (text) => (0, scalars.kB)(text, verify_case.Y)))
        };
        const feedback = collector.take("feedback-key", texts_of_verbs._$);
        const keepThreads = collector.take("keep-threads", (text) => (0, scalars.kB)(text, verify_case.H)) ?? "never";
        const how = { feedbackKey: feedback?.key, keepThreads };
        const given = collector.take("cases", (text) => parse.parseCases(text, common2));
        if (raw.cases !== void 0) {
          for (const input2 of OF_ONE.filter((name) => raw[name] !== void 0)) {
            collector.complain(input2, "cases is given too", "Write it into the case it is for.");
          }
          return given && { cases: given, ...how };
        }
        const cure = "Give what the graph takes, such as `messages: [{role: user, content: hi}]`.";
        if (raw.input === void 0) {
          collector.complain("input", "neither input nor cases is given", cure);
          return void 0;
        }
        const input = collector.take("input", parse.parseJsonValue);
        if (input === null)
          collector.complain("input", "it holds nothing", cure);
        const expect = collector.take("expect", parse.parseExpect);
        const lastMessage = collector.take("last-message", parse.parsePattern);
        if (lastMessage !== void 0 && expect?.lastMessage !== void 0) {
          collector.complain("last-message", "expect has one too", "Keep one of them.");
        }
        const one = parse.singleCase({ ...common2, input, expect, lastMessage });
        return { cases: { kind: "given", cases: [one] }, ...how };
      }
      function defined(key, value) {
        const one = {};
        if (value !== void 0)
          one[key] = value;
        return one;
      }
      var result = __webpack_require__(63676);
      var outputs = __webpack_require__(29192);
      var report_result = __webpack_require__(14417);
      ;
      const VERIFY_OUTPUTS = (
        /* unused pure expression or super */
        null
      );
      function verifyOutputsOf(outcome, record, now) {
        const { verification, deployment } = record;
        const results = verification?.results ?? [];
        const shown = verification && (0, result.gM)(verification);
        return {
          // Where nothing was verified, nothing is.
          verified: String(verification !== void 0 && (0, result.OE)(verification)),
          outcome: outcome.kind,
          "reason-code": outcome.reason,
          cases: String(results.length),
          passed: String(results.filter(({ result: result2 }) => result2 === "passed").length),
          "thread-id": shown?.threadId ?? "",
          "run-id": shown?.runId ?? "",
          "deployment-id": deployment?.id ?? "",
          "deployment-url": record.agentUrl ?? deployment?.url ?? "",
          "revision-id": verification?.revisionId ?? "",
          "duration-seconds": (0, outputs.TM)(record, now),
          result: JSON.stringify((0, report_result.y)(outcome, record, now))
        };
      }
      ;
      const VERIFY = { read: readVerifyInputs, outputsOf: verifyOutputsOf, needsRef: false };
    })
  ),
  /***/
  86597: (
    /***/
    ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {
      __webpack_require__.d(__webpack_exports__, {
        /* harmony export */
        H: () => (
          /* binding */
          KEPT_THREADS
        ),
        /* harmony export */
        Y: () => (
          /* binding */
          STRATEGIES
        )
        /* harmony export */
      });
      const STRATEGIES = ["reject", "enqueue", "interrupt", "rollback"];
      const KEPT_THREADS = ["never", "failed", "always"];
    })
  )
};
export {
  id,
  ids,
  modules
};
