/** A store of points as it was found, by somebody who only looks. */
export interface FoundPoints {
  /** The installation whose points these are [RUN10]. */
  readonly id: string | undefined;
  /** Nothing of anybody is in it, or it is not there at all. */
  readonly isEmpty: boolean;
  /** How often the store was marked; see `WriterStorage.mark`. */
  readonly beat: number;
}
