/** Attributes describe a device; a device that invents keys without end must not fill the database, nor the memory. */
export interface AttributeLimits {
  readonly perScope: number;
  /** UTF-8 bytes of one value as JSON: it has to fit into a push to the device with room for the envelope [MQ6, MQ8]. */
  readonly valueBytes: number;
  /** UTF-8 bytes of keys and values read at once [REL2]. */
  readonly readBytes: number;
}
