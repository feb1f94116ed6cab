import { duration, optionalChoice, s3Url, secret, text, webAddress, wholeNumber } from "../setting-kinds.ts";

/** Where a node keeps what it keeps. */
export const storageSettings = {
  dataDir: text("HELIO_DATA_DIR", "./data", "Folder for everything the node keeps"),
  diskReserve: wholeNumber(
    "HELIO_DISK_RESERVE",
    16_777_216,
    "Bytes of the disk kept back in a file and given out when it is full, so that people can log in and delete; at most an eighth of the disk",
    { min: 0, max: 1_099_511_627_776 },
  ),
  databaseUrl: secret(
    "HELIO_DATABASE_URL",
    "postgres://… keeps entities, and the points of a new installation, in PostgreSQL instead of the data folder",
  ),
  pointsIn: optionalChoice(
    "HELIO_POINTS_IN",
    ["database", "folder"],
    "Where a new installation with PostgreSQL has its points, there by default; later they stay where they are",
  ),
  databaseConnections: wholeNumber("HELIO_DATABASE_CONNECTIONS", 10, "Connections to PostgreSQL", { min: 2, max: 500 }),
  databaseWait: duration("HELIO_DATABASE_WAIT", "60s", "A start waits so long for a PostgreSQL that is not there", {
    min: "0ms",
    max: "1h",
  }),
  databaseTimeout: duration(
    "HELIO_DATABASE_TIMEOUT",
    "5s",
    "A PostgreSQL that says nothing for so long is taken for unavailable: requests are answered 503",
    { min: "100ms", max: "5min" },
  ),
  databaseConnectTimeout: duration(
    "HELIO_DATABASE_CONNECT_TIMEOUT",
    "10s",
    "A request waits so long for a connection to PostgreSQL, be it a free one or a new one",
    { min: "100ms", max: "5min" },
  ),
  databaseLease: duration(
    "HELIO_DATABASE_LEASE",
    "10s",
    "A node that did not renew its right to the PostgreSQL for so long may be replaced by another; renewed five times as often",
    { min: "1s", max: "10min" },
  ),
  filesUrl: s3Url(
    "HELIO_FILES_URL",
    "s3://bucket/prefix keeps the contents of files in an S3 instead of the data folder",
  ),
  s3Endpoint: webAddress("HELIO_S3_ENDPOINT", "Address of the S3 where that is not AWS"),
  s3Region: text("HELIO_S3_REGION", "us-east-1", "Region of the bucket"),
  s3PathStyle: optionalChoice(
    "HELIO_S3_PATH_STYLE",
    ["true", "false"],
    "Whether the bucket is named in the path instead of the host name; true where HELIO_S3_ENDPOINT is set",
  ),
  s3AccessKey: secret(
    "HELIO_S3_ACCESS_KEY",
    "Id of the key for the S3; without it keys are found as the AWS tools find them (environment, files, role)",
  ),
  s3SecretKey: secret("HELIO_S3_SECRET_KEY", "Secret of that key"),
  filesTimeout: duration(
    "HELIO_FILES_TIMEOUT",
    "30s",
    "An S3 that says nothing for so long is taken for unavailable; asked three times before whoever waits is told",
    { min: "100ms", max: "10min" },
  ),
  filesConnections: wholeNumber("HELIO_FILES_CONNECTIONS", 100, "Connections to the S3", { min: 2, max: 5_000 }),
  filesConnectionWait: duration(
    "HELIO_FILES_CONNECTION_WAIT",
    "10s",
    "Whoever reads a file of 1 MiB or more waits so long for a free connection to the S3",
    { min: "100ms", max: "5min" },
  ),
  filesUnread: duration(
    "HELIO_FILES_UNREAD",
    "1s",
    "A download of which nothing was taken for so long gives its connection to the S3 to whoever waits for one, and goes on with another when it is read again",
    { min: "10ms", max: "5min" },
  ),
  filesCache: wholeNumber(
    "HELIO_FILES_CACHE",
    1_073_741_824,
    "Bytes of the disk for measurements that were fetched from the S3 to be read; more only while they are being read",
    { min: 0, max: 1_099_511_627_776 },
  ),
} as const;
