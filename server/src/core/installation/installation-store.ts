/** Facts about the installation as a whole, one text each. */
export interface InstallationStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  /** Sets it unless it is set; resolves to what it is from here on. */
  setOnce(name: string, value: string): Promise<string>;
  /** Resolves when both reading and writing are possible. */
  check(): Promise<void>;
}
