import { shortestSecret } from "./secret-in-file.ts";

/** The settings this is about. */
interface Config {
  readonly databaseUrl: string | undefined;
  readonly filesUrl: object | undefined;
  readonly pointsIn: string | undefined;
  readonly secret: string | undefined;
  readonly secretFile: string | undefined;
  readonly natsUrl: string | undefined;
  readonly natsUser: string | undefined;
  readonly natsPasswordFile: string | undefined;
  readonly natsTokenFile: string | undefined;
  readonly natsCredentials: string | undefined;
  readonly natsCert: string | undefined;
  readonly natsKey: string | undefined;
}

/** What several nodes need that is not there [CLU1]. */
export function clusterFaults(config: Config): readonly string[] {
  return [...secretFaults(config), ...natsFaults(config), ...(config.natsUrl === undefined ? [] : missingFor(config))];
}

function secretFaults({ secret, secretFile }: Config): readonly string[] {
  const faults = [];
  if (secret !== undefined && secretFile !== undefined)
    faults.push("HELIO_SECRET and HELIO_SECRET_FILE say the same: set one of them");
  if (secret !== undefined && secret.length < shortestSecret)
    faults.push(`HELIO_SECRET must have at least ${shortestSecret} characters`);
  return faults;
}

function natsFaults({ natsUser, natsPasswordFile, natsTokenFile, natsCredentials, natsCert, natsKey }: Config) {
  const faults = [];
  if ((natsUser === undefined) !== (natsPasswordFile === undefined))
    faults.push("HELIO_NATS_USER and HELIO_NATS_PASSWORD_FILE belong together: set both or none");
  if ([natsUser, natsTokenFile, natsCredentials].filter((one) => one !== undefined).length > 1)
    faults.push(
      "HELIO_NATS_USER, HELIO_NATS_TOKEN_FILE and HELIO_NATS_CREDENTIALS exclude each other: set one of them",
    );
  if ((natsCert === undefined) !== (natsKey === undefined))
    faults.push("HELIO_NATS_CERT and HELIO_NATS_KEY belong together: set both or none");
  return faults;
}

function missingFor({ databaseUrl, filesUrl, secret, secretFile, pointsIn }: Config): readonly string[] {
  const faults = [];
  if (databaseUrl === undefined)
    faults.push("HELIO_NATS_URL needs HELIO_DATABASE_URL: nodes share what they keep in a PostgreSQL");
  if (pointsIn === "folder")
    faults.push("HELIO_NATS_URL needs points in PostgreSQL, but HELIO_POINTS_IN=folder keeps them on this machine");
  if (filesUrl === undefined)
    faults.push("HELIO_NATS_URL needs HELIO_FILES_URL: nodes share the contents of files in an S3");
  if ((secret ?? secretFile) === undefined)
    faults.push("HELIO_NATS_URL needs HELIO_SECRET: nodes share their keys in PostgreSQL, encrypted with it");
  return faults;
}
