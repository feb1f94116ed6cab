/** What is stored inside `run` is stored together or not at all; inside of another one it becomes a part of that. */
export interface Transactions {
  /** `work` may be run again from its beginning when the database had to undo it because of another one. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Once what is being stored is stored, and never otherwise; at once where nothing is being stored. */
  afterCommit(tell: () => void): void;
}
