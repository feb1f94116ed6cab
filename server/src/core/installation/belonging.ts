import { randomUUID } from "node:crypto";
import { StartRefusedError } from "./start-refused.ts";

export const placeKinds = ["points", "files"] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** Set by a person who knows that what was in a place is lost, and wants to go on with an empty one. */
export const lossFact = (kind: PlaceKind): string => `accepted-loss-${kind}`;

/** The entity database as it was found. */
export interface FoundEntities {
  /** Where it is, for people. */
  readonly name: string;
  readonly id: string | undefined;
  /** A node was started on it before, of whatever version. */
  readonly hasStarted: boolean;
  /** Every place has the id: none is missing by accident of an interrupted start. */
  readonly isMarked: boolean;
  readonly acceptedLosses: ReadonlySet<PlaceKind>;
}

/** A place beside the entity database, as it was found. */
export interface FoundPlace {
  readonly kind: PlaceKind;
  readonly name: string;
  readonly id: string | undefined;
  /** Nothing of anybody is in it, or it is not there at all. */
  readonly isEmpty: boolean;
}

/**
 * The id of the installation whose parts these are [RUN10]: a known one, or a new one for a first start and for what
 * 0.1.0 left. Refuses what does not belong together before anything is written.
 */
export function installationOf(entities: FoundEntities, places: readonly FoundPlace[]): string {
  if (entities.id !== undefined) {
    for (const place of places) requireBelongs(entities, entities.id, place);
    return entities.id;
  }
  const foreign = places.filter((place) => (entities.hasStarted ? place.id !== undefined : !place.isEmpty));
  if (foreign.length > 0) throw entities.hasStarted ? ofAnother(entities, foreign) : notFirst(entities, foreign);
  return randomUUID();
}

function requireBelongs(entities: FoundEntities, id: string, place: FoundPlace): void {
  if (place.id === id) return;
  if (place.id !== undefined) throw ofAnother(entities, [place]);
  if (!entities.isMarked) return; // an interrupted first start or upgrade is continued
  if (!place.isEmpty) throw ofAnother(entities, [place]);
  if (!entities.acceptedLosses.has(place.kind)) throw missing(entities, place);
}

const namesOf = (places: readonly FoundPlace[]): string => places.map(({ name }) => name).join(" and ");

const ownerOf = (id: string | undefined): string => (id === undefined ? "no installation id" : `installation ${id}`);

/** An empty entity database is not a first start when something is there already: it is the wrong one, or it got lost. */
const notFirst = (entities: FoundEntities, places: readonly FoundPlace[]): StartRefusedError =>
  new StartRefusedError(
    `${entities.name} is empty, but ${namesOf(places)} hold the data of an installation, and they belong together. ` +
      "Nothing was changed. Bring back the entity database they belong to (restore a backup, or correct " +
      "HELIO_DATABASE_URL), or give a new installation a data folder of its own with HELIO_DATA_DIR.",
  );

const ofAnother = (entities: FoundEntities, places: readonly FoundPlace[]): StartRefusedError =>
  new StartRefusedError(
    `${entities.name} (${ownerOf(entities.id)}) does not belong together with ` +
      `${places.map(({ name, id }) => `${name} (${ownerOf(id)})`).join(" and ")}. Nothing was changed. Put together ` +
      "what one installation wrote, or restore a backup, which holds all of it: check HELIO_DATABASE_URL, HELIO_FILES_URL and HELIO_DATA_DIR.",
  );

const missing = (entities: FoundEntities, { kind, name }: FoundPlace): StartRefusedError =>
  new StartRefusedError(
    `${name} is missing or empty, but ${entities.name} (${ownerOf(entities.id)}) had its ${kind} there. Nothing was ` +
      `changed. Bring it back (is the disk mounted?), restore a backup, or, if these ${kind} are lost for good, say so ` +
      `with "helio accept-loss ${kind}" and start again.`,
  );
