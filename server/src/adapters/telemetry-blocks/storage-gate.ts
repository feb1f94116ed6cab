/** Stands before a storage that may be away: refuses meanwhile, and lets go of whoever waits for it [CLU4]. */
export interface StorageGate {
  during<Result>(begin: () => Promise<Result>): Promise<Result>;
  /** As far as is known. */
  readonly isOpen: boolean;
}

export const alwaysOpen: StorageGate = { during: (begin) => begin(), isOpen: true };
