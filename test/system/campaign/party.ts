import type { RestClient } from "../../support/rest-client.ts";

export interface Finding {
  /** untrue: the node said something about itself that is not so. */
  readonly kind: "lost" | "doubled" | "foreign" | "returned" | "untrue";
  readonly what: string;
}

/** One life of the node, as the people and devices of one tenant meet it. */
export interface Life {
  readonly port: number;
  readonly mqttPort: number;
  readonly tenantId: string;
  readonly admin: RestClient;
  /** From the moment the node is killed. */
  readonly isOver: boolean;
}

/** A client that uses the node in one way and keeps a ledger of what was acknowledged. */
export interface Party {
  /** Begins with its tenant; everything it writes carries it, so that a foreign thing is known by its looks. */
  readonly name: string;
  /** How many acknowledgements it has got. */
  readonly acknowledged: number;
  /** What it has with the node; no other tenant may see it. */
  readonly deviceId: string;
  /** Once, in the first life. */
  begin(life: Life): Promise<void>;
  /** Until the node is gone. */
  work(life: Life): Promise<void>;
  /** Its ledger beside what a node that was started again has. */
  compare(life: Life): Promise<readonly Finding[]>;
}
