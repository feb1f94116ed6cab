// The direction of the house (docs/architecture.md):
// kernel <- core <- adapters, transports <- compose <- upkeep, metrics, doors <- start <- node <- main; settings and threads on kernel.
// `npm run check` runs it and fails, too, when it saw suspiciously few modules.
const no = (name, from, to) => ({ name, severity: "error", from: { path: from }, to: { path: to } });
const src = "^server/src";
const product = "(?!.*\\.test\\.ts$)";
const drivers =
  "node_modules/(@aws-sdk|@fastify|@nats-io|@node-rs|csv-parse|fast-jwt|fastify|kysely|mqtt-packet|nodemailer|otpauth|pg|pg-cursor|pino|prom-client|ws)/";
const outside = "^(node:)?(child_process|cluster|dgram|dns|fs|http|https|net|sqlite|tls|worker_threads|zlib)(/|$)";

/** The rooms of the telemetry engine and, of each, the rooms it knows (docs/telemetry-engine.md). */
const engine = `${src}/adapters/telemetry-blocks`;
const engineRooms = {
  storage: [],
  frames: [],
  sqlite: ["storage", "frames"],
  postgres: ["storage"],
  series: ["storage"],
  "blocks/codecs": [],
  blocks: ["storage"],
  heads: ["frames", "storage", "blocks"],
  read: ["storage", "blocks", "heads"],
  commit: ["storage", "frames", "series", "blocks", "heads"],
  transfer: ["storage", "sqlite", "postgres"],
  threads: ["storage", "sqlite", "postgres", "heads", "read", "commit"],
};
/** What they all know stands outside of them. */
const engineFloor = "(columns|errors|limits)\\.ts$";
const engineRules = Object.entries(engineRooms).map(([room, known]) =>
  no(
    `telemetry-${room.replace("/", "-")}-knows-what-is-below`,
    `${engine}/${room}/(?!.*\\.test\\.ts$)`,
    `${engine}/(?!(${[room, ...known].join("|")})/|${engineFloor})`,
  ),
);

/** Between the nodes of a cluster: on top of the store, which knows nothing of it. */
engineRules.push(
  no(
    "telemetry-shared-knows-the-store",
    `${engine}/shared/${product}`,
    `${engine}/(?!shared/|index\\.ts$|commit/messages-under-way\\.ts$|${engineFloor})`,
  ),
);

/** Rooms of which a lower one does not know a higher one. */
const mqtt = `${src}/transports/mqtt`;
const aboveRooms = `${mqtt}/(follow-events|mqtt-(server|protocol|listener|ports))`;
const storeys = [
  no("osf-source-knows-no-block", "^osf/src/read/source/", "^osf/src/read/(blocks|samples)/"),
  no("osf-blocks-know-no-sample", "^osf/src/read/blocks/", "^osf/src/read/samples/"),
  no("mqtt-wire-is-a-leaf", `${mqtt}/wire/${product}`, `${mqtt}/(?!wire/)`),
  no(
    "mqtt-session-knows-no-handler",
    `${mqtt}/session/${product}`,
    `${mqtt}/(handlers|threads|websocket)/|${aboveRooms}`,
  ),
  no("mqtt-handlers-know-no-server", `${mqtt}/handlers/${product}`, `${mqtt}/(threads|websocket)/|${aboveRooms}`),
  no("mqtt-limits-know-no-room", `${mqtt}/mqtt-limits\\.ts$`, `${mqtt}/`),
];

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "nothing-unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
    no("contract-is-a-leaf", "^contract/", "^(server|web|device|osf|client)/"),
    no("texts-of-json-are-a-leaf", "^contract/src/json/(?!.*\\.test\\.ts$)", "^contract/src/(?!json/)|node_modules/"),
    no("client-knows-the-contract-only", "^client/", "^(server|web|device|osf)/"),
    no(
      "osf-is-a-leaf-without-dependencies",
      "^osf/src/(?!.*\\.test\\.ts$)",
      "^(server|web|device|contract)/|node_modules/",
    ),
    {
      name: "osf-core-runs-in-browsers",
      severity: "error",
      from: { path: "^osf/src/(?!node/|cli/|testing/|.*\\.test\\.ts$)" },
      to: { dependencyTypes: ["core"] },
    },
    no("kernel-is-a-leaf", `${src}/kernel/`, `${src}/(?!kernel/)`),
    no("settings-stand-on-the-kernel", `${src}/settings/`, `${src}/(?!settings/|kernel/)`),
    no("core-knows-no-outside", `${src}/core/`, `${src}/(?!core/|kernel/)`),
    no("core-touches-no-driver", `${src}/(core|kernel)/`, `${drivers}|${outside}`),
    no("threads-stand-on-the-kernel", `${src}/threads/`, `${src}/(?!threads/|kernel/)`),
    no("transports-know-core-only", `${src}/transports/${product}`, `${src}/(?!transports/|threads/|core/|kernel/)`),
    no("adapters-know-core-only", `${src}/adapters/`, `${src}/(?!adapters/|threads/|core/|kernel/)`),
    no("compose-opens-no-door", `${src}/compose/`, `${src}/(?!compose/|settings/|adapters/|core/|kernel/)`),
    no("upkeep-calls-the-core", `${src}/upkeep/`, `${src}/(?!upkeep/|compose/|settings/|core/|kernel/)`),
    no("metrics-only-look", `${src}/metrics/`, `${src}/(?!metrics/|adapters/|transports/|core/|kernel/)`),
    no("doors-know-no-adapter", `${src}/doors/`, `${src}/(adapters|upkeep|start|cli)/`),
    no("a-start-is-no-command", `${src}/start/`, `${src}/cli/`),
    no(
      "the-command-line-serves-nobody",
      `${src}/cli/`,
      `${src}/(transports/|doors/|upkeep/|metrics/|start/serve\\.ts$)`,
    ),
    no("only-main-runs-a-node", `${src}/(?!main\\.ts$)`, `${src}/(main|node)\\.ts$`),
    no("web-sees-contract-client-and-osf-only", "^web/", "^(server|device)/"),
    no("device-stands-outside-the-server", "^device/", "^(server|web)/"),
    no(
      "product-never-imports-tests",
      "^(contract|client|osf|server|device|web)/src/(?!.*\\.test\\.ts$)",
      "^(test|bench|scripts)/",
    ),
    {
      name: "features-by-the-front-door",
      severity: "error",
      from: { path: `${src}/core/([^/]+)/` },
      to: { path: `${src}/core/[^/]+/(?!index\\.ts$)`, pathNot: `${src}/core/$1/` },
    },
    {
      name: "adapters-do-not-mix",
      severity: "error",
      from: { path: `${src}/adapters/([^/]+)/` },
      to: { path: `${src}/adapters/`, pathNot: `${src}/adapters/$1/` },
    },
    {
      name: "transports-do-not-mix",
      severity: "error",
      from: { path: `${src}/transports/([^/]+)/` },
      to: { path: `${src}/transports/[^/]+/`, pathNot: `${src}/transports/$1/` },
    },
    ...engineRules,
    ...storeys,
    no("telemetry-driver-in-its-room", `${engine}/(?!sqlite/|.*\\.test\\.ts$)`, "^(node:)?sqlite$"),
    no("telemetry-network-driver-in-its-room", `${engine}/(?!postgres/|.*\\.test\\.ts$)`, "node_modules/pg/"),
    no("telemetry-floor-knows-no-room", `${engine}/${engineFloor}`, `${engine}/(?!${engineFloor})`),
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true, // what no rule asks for is a quarter of the work
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|fixtures)/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
