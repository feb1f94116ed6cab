export interface MqttTables {
  mqtt_sessions: MqttSessionsTable;
  mqtt_pushes: MqttPushesTable;
  mqtt_owners: MqttOwnersTable;
}

interface MqttSessionsTable {
  id: string;
  device_id: string;
  client_id: string;
  /** JSON list. */
  subscriptions: string;
  /** 1 when attribute changes are to be queued for it. */
  wants_pushes: number;
  /** JSON list of packet identifiers. */
  received: string;
  /** Up to which position of the telemetry log its receipts are in there, or were released. */
  received_up_to: number;
  /** The number of the push queued last. */
  last_number: number;
  sent_up_to: number;
  /** Absent while the device is connected. */
  expires_time: number | null;
  created_time: number;
  /** The running node it is connected to; the last one after that. */
  owner: string | null;
}

interface MqttPushesTable {
  session_id: string;
  number: number;
  topic: string;
  payload: string;
  time: number;
}

/** Nodes that run: what they left connected is theirs until then. */
interface MqttOwnersTable {
  owner: string;
  alive_until: number;
}
