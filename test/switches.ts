// Every campaign of the tests has a size: small enough for each run of `npm test`, and the full one of
// `npm run test:long` [RUN2]. The environment variable of the same name asks for any other.
interface Switch {
  readonly usual: number;
  readonly long: number;
  /** Completes the sentence "how many …". */
  readonly meaning: string;
}

export const switches = {
  HELIO_TEST_KILLS: { usual: 1, long: 20, meaning: "kills of a node among its jobs, and while it forgets a device" },
  HELIO_TEST_SINGLE_KILLS: {
    usual: 0, // one kill seldom meets the moment: the order of what is kept and acknowledged is told by units and suites
    long: 20,
    meaning: "kills of a node that is used in one of the campaign's ways only",
  },
  HELIO_TEST_FILE_KILLS: { usual: 1, long: 20, meaning: "kills of a node that takes and reads files" },
  HELIO_TEST_RULE_KILLS: { usual: 1, long: 100, meaning: "kills of a node whose rules raise alarms" },
  HELIO_TEST_RULE_INPUT_KILLS: {
    usual: 1,
    long: 100,
    meaning: "kills of one whose rules look at attributes and alarms",
  },
  HELIO_TEST_NOTIFICATION_KILLS: { usual: 1, long: 50, meaning: "kills of a node that tells people of alarms" },
  HELIO_TEST_ENGINE_KILLS: { usual: 1, long: 50, meaning: "kills of a process that writes telemetry" },
  HELIO_TEST_CAMPAIGN_KILLS: { usual: 1, long: 200, meaning: "kills of a node that is used in every way at once" },
  HELIO_TEST_CAMPAIGN_POSTGRES_KILLS: {
    usual: 0,
    long: 60,
    meaning: "kills of one whose PostgreSQL is killed and frozen, too",
  },
  HELIO_TEST_CAMPAIGN_SEED: { usual: 0, long: 0, meaning: "seed of its random decisions; 0 is another one each time" },
  HELIO_TEST_FUZZ: { usual: 5_000, long: 1_000_000, meaning: "mutated MQTT packets" },
  HELIO_TEST_RUNS: { usual: 1, long: 60, meaning: "random requests to each route, per database" },
  HELIO_TEST_SCHEMA_BODIES: {
    usual: 10,
    long: 1_000,
    meaning: "bodies that fit a route's schema or nearly do, per route",
  },
  HELIO_TEST_MODEL_RUNS: { usual: 3, long: 100, meaning: "sequences of commands on the telemetry store and its model" },
  HELIO_TEST_ENGINE_RUNS: {
    usual: 20,
    long: 1_000,
    meaning: "sequences of steps of the telemetry engine and its model",
  },
  HELIO_TEST_RULE_INPUT_RUNS: {
    usual: 1,
    long: 40,
    meaning: "ways to die among changes that rules look at, per database",
  },
  HELIO_TEST_RULE_RUNS: {
    usual: 200,
    long: 50_000,
    meaning: "sequences of points, timers, restarts and edits of a rule and its model",
  },
  HELIO_TEST_CLUSTER_RUNS: {
    usual: 20,
    long: 10_000,
    meaning: "sequences of deaths, pauses, starts and stops of a cluster's members",
  },
  HELIO_TEST_CLUSTER_MODEL_RUNS: {
    usual: 0,
    long: 100,
    meaning: "sequences of commands on points whose shards move and whose members die, and their model",
  },
  HELIO_TEST_CLUSTER_STOPS: {
    usual: 1,
    long: 25,
    meaning: "members of a cluster that stand still until others have taken over",
  },
  HELIO_TEST_CLUSTER_FAULTS: {
    usual: 0,
    long: 200,
    meaning: "faults of three nodes, of their PostgreSQL, NATS, S3 and lines, fifty in a row",
  },
  HELIO_TEST_OSF_FILES: { usual: 20, long: 500, meaning: "random measurements that are written and read, per kind" },
  HELIO_TEST_OSF_STEP: { usual: 1_009, long: 1, meaning: "bytes from one cut or flip in a measurement to the next" },
  HELIO_TEST_OSF_START: { usual: 0, long: 0, meaning: "bytes before the first of them" },
  HELIO_TEST_OSF_FLIPS: { usual: 40, long: 20_000, meaning: "versions of a measurement with random damage" },
  HELIO_TEST_BACKUPS: { usual: 1, long: 10, meaning: "backups while devices come and go" },
  HELIO_TEST_BACKUP_COMMITS: { usual: 100, long: 3_000, meaning: "commits before a backup begins" },
  HELIO_TEST_MOVE_KILLS: { usual: 1, long: 60, meaning: "kills of a move of an installation, each way" },
  HELIO_TEST_ARCHIVE_MB: {
    usual: 16,
    long: 1_024,
    meaning: "MiB of a downloaded archive (10240 needs ZIP64 everywhere)",
  },
  HELIO_TEST_BAD_NETWORKS: { usual: 1, long: 20, meaning: "networks that drop and double what a logger sends" },
  HELIO_TEST_FAILING_DEVICES: { usual: 200, long: 10_000, meaning: "devices that fail in one second" },
  HELIO_TEST_GUESSES: { usual: 40, long: 1_000, meaning: "wrong passwords at once beside a right one" },
  HELIO_TEST_UNAUTHENTICATED: { usual: 60, long: 5_000, meaning: "WebSockets of one address that never authenticate" },
  HELIO_TEST_WEB_DEVICES: { usual: 1_000, long: 20_000, meaning: "devices in the list of the web interface" },
  HELIO_TEST_MQTT_THREADS: { usual: 0, long: 0, meaning: "transport threads the nodes of the tests have" },
  HELIO_TEST_THEMES: {
    usual: 1,
    long: 2,
    meaning: "colour schemes in which every page is searched for barriers",
  },
} as const satisfies Readonly<Record<string, Switch>>;

export type SwitchName = keyof typeof switches;

/** Set by `npm run test:long`. */
export const longRunVariable = "HELIO_TEST_LONG";

export const isLongRun = (): boolean => process.env[longRunVariable] === "true";

export function sizeOf(name: SwitchName): number {
  const { usual, long } = switches[name];
  const asked = process.env[name];
  if (asked === undefined) return isLongRun() ? long : usual;
  const size = Number(asked);
  if (!Number.isSafeInteger(size) || size < 0) throw new Error(`${name} has to be a whole number, not "${asked}"`);
  return size;
}

/** A hanging test ends some time, however large it is. */
const longestMs = 7_200_000;

/** The time a test may take: what is so many times as large may take so many times as long. */
export function limitOf(name: SwitchName, usualMs: number): number {
  const times = sizeOf(name) / Math.max(1, switches[name].usual);
  return Math.round(Math.min(usualMs * Math.max(1, times), longestMs));
}

/** For tests and hooks that say nothing about their time: ten times what the slowest take on two quiet cores. */
export const limitsOfRun = (): { readonly testTimeout: number; readonly hookTimeout: number } =>
  process.env[longRunVariable] === "true"
    ? { testTimeout: longestMs, hookTimeout: 600_000 }
    : { testTimeout: 180_000, hookTimeout: 180_000 };

/** For CONTRIBUTING. */
export function switchesTable(): string {
  const rows = Object.entries(switches).map(
    ([name, { usual, long, meaning }]) => `| \`${name}\` | ${meaning} | ${usual} | ${long} |`,
  );
  return ["| variable | how many | `npm test` | `npm run test:long` |", "|---|---|---|---|", ...rows].join("\n");
}
