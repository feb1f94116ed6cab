/** Keeps what is secret unreadable at rest: sealed with the installation's key, which is not in the database. */
export interface Sealer {
  /** `place` says where it is kept: what is sealed for one place does not open in another. */
  seal(text: string, place: string): string;
  /** Undefined when it was sealed with another key, for another place, or is damaged. */
  open(sealed: string, place: string): string | undefined;
}
