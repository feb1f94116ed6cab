/**
 * Another node has the database now; this one must not serve any more [RUN8]. In a file without the driver: whoever starts
 * a node compares, and may need no PostgreSQL.
 */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";

  constructor(place: string | undefined) {
    super(`another node${place === undefined ? "" : `, on ${place},`} has taken over the database; this one stops`);
  }
}
