/** A series: a key of a device, and the number that stands for both. Stored with the first commit that uses it. */
export interface SeriesDefinition {
  readonly id: number;
  readonly device: string;
  readonly key: string;
}
