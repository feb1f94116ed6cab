// The direction of the house: kernel <- core <- adapters, transports <- compose <- main (docs/architecture.md).
// `npm run check` runs it and fails, too, when it saw suspiciously few modules.
const no = (name, from, to) => ({ name, severity: "error", from: { path: from }, to: { path: to } });
const src = "^server/src";
const drivers =
  "node_modules/(@fastify|@node-rs|csv-parse|fast-jwt|fastify|kysely|mqtt-packet|pg|pg-cursor|pino|prom-client|ws)/";
const outside = "^(node:)?(child_process|cluster|dgram|dns|fs|http|https|net|sqlite|tls|worker_threads|zlib)(/|$)";

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "nothing-unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
    no("contract-is-a-leaf", "^contract/", "^(server|web|device|osf|client)/"),
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
    no("core-knows-no-outside", `${src}/core/`, `${src}/(adapters|transports|cli|[^/]+\\.ts$)`),
    no("core-touches-no-driver", `${src}/(core|kernel)/`, `${drivers}|${outside}`),
    no("transports-and-adapters-never-meet", `${src}/transports/`, `${src}/(adapters|cli|(compose|main)\\.ts$)`),
    no("adapters-and-transports-never-meet", `${src}/adapters/`, `${src}/(transports|cli|(compose|main)\\.ts$)`),
    no("only-nodes-and-entries-compose", `${src}/(?!(main|node|serve|upkeep)\\.ts$|cli/)`, `${src}/compose\\.ts$`),
    no("web-sees-contract-client-and-osf-only", "^web/", "^(server|device)/"),
    no("device-stands-outside-the-server", "^device/", "^(server|web)/"),
    no(
      "product-never-imports-tests",
      "^(contract|osf|server|device|web)/src/(?!.*\\.test\\.ts$)",
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
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|fixtures)/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
