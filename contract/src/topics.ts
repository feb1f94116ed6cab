// An entry of its own, too: with the whole contract a transport thread would load four hundred files for six names.

/** The MQTT topics of a device; `me` is whoever the connection's token belongs to. */
export const topics = {
  telemetry: "v1/devices/me/telemetry",
  attributes: "v1/devices/me/attributes",
  attributeRequest: "v1/devices/me/attributes/request/",
  attributeResponse: "v1/devices/me/attributes/response/",
  rpcRequest: "v1/devices/me/rpc/request/",
  rpcResponse: "v1/devices/me/rpc/response/",
} as const;
