import type { MapFile } from "@heliograph/contract";

/** The operator's map file: it may appear, change and go while the node runs [DSH3]. */
export interface MapFiles {
  /** The one that lies beneath maps; undefined where there is none that can be read. */
  current(): Promise<MapFile | undefined>;
  /** Some of its bytes, both ends included; undefined when it is another file by now. */
  read(version: string, start: number, end: number): Promise<Uint8Array | undefined>;
}
