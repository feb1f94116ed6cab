import type { S3Place } from "../../adapters/blobs/s3/s3-place.ts";
import { DataFolder } from "../../adapters/data-folder/data-folder.ts";
import { s3PlaceOf } from "../../compose/s3-place-of.ts";
import type { Config } from "../../settings/config.ts";
import { filesPlace } from "../../start/found-files.ts";
import { postgresPlace } from "../../start/found-points.ts";

/** Where a node with these settings has everything. */
export interface MoveSide {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly url: string | undefined;
  readonly s3: S3Place | undefined;
}

export const sideOf = (config: Config): MoveSide => ({
  config,
  folder: new DataFolder(config.dataDir),
  url: config.databaseUrl,
  s3: s3PlaceOf(config),
});

/** For people, without a password. */
export function nameOfSide({ config, folder, url }: MoveSide): string {
  const entities = url === undefined ? folder.path : `PostgreSQL (${postgresPlace(url)}) with ${folder.path}`;
  return `${entities}, files in ${filesPlace(config, folder)}`;
}

/** Files that are there already, under the same name, stay where they are. */
export const isSameS3 = (one: S3Place | undefined, other: S3Place | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.bucket === other.bucket &&
  one.prefix === other.prefix &&
  one.endpoint === other.endpoint;
