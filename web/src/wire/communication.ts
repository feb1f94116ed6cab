/** As in the contract, which this branch does not have yet. */
export interface CommunicationRecord {
  readonly id: { readonly entityType: "COMMUNICATION"; readonly id: string };
  readonly time: number;
  readonly kind: string;
  readonly direction: "IN" | "OUT";
  readonly transport: "HTTP" | "MQTT";
  readonly messageId: number | null;
  readonly size: number | null;
  readonly summary: string;
  readonly error: string | null;
}
