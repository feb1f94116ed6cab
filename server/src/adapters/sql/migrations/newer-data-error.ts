/** The data was written by a newer version: it is left as it is [REL4]. */
export class NewerDataError extends Error {
  override readonly name = "NewerDataError";
  constructor(unknown: readonly string[]) {
    super(
      `The database was written by a newer version of Heliograph (it knows ${unknown.join(", ")}, this version does ` +
        "not). Nothing was changed. Start the newer version, or restore a backup made by this one.",
    );
  }
}
