export const apiDescription = {
  title: "API description",
  text: "Generated from the schemas that check requests. Calls made here use your session.",
  filter: "Filter routes",
  parameters: "Parameters",
  body: "Body",
  send: "Send",
  response: "Response",
  schema: "Answer",
  none: "No parameters",
  document: "OpenAPI document",
  required: "required",
};

export const help = {
  protocols: "What devices speak",
  connectText:
    "A device shows its token: as MQTT user name, no password is needed, or as part of the address over HTTP.",
  addresses: "Addresses of this node",
  webSocket: "MQTT over WebSocket",
  deviceApi: "Values over HTTP, as over MQTT; also attributes and rpc",
  deviceHttp: "Loggers over HTTP",
  topics: "MQTT topics",
  automation: "Alarms, rules and messages",
  automationText:
    "A rule looks at what devices send, and raises an alarm. Try it on the past while you edit it, let it run as a shadow, then switch it on. A policy says who is told, and the traces of a rule why it fired or did not. docs/automation.md of the project has a call of the API for each.",
  scripts: "Scripts",
  scriptsText: "Log in with user and password, then send the token with each call. Times are Unix milliseconds.",
  topicTelemetry: "Send telemetry",
  topicAttributes: "Send client attributes, receive shared ones",
  topicRequest: "Ask for attributes",
  topicResponse: "The answer to that",
  topicRpc: 'Receive calls (subscribe to v1/devices/me/rpc/request/+); a message is {"method": …, "params": …}',
  topicAnswer: "Answer a call, with its id and any JSON",
  forms: "Forms of a telemetry message",
  simple: "Values; the server's time is used",
  withTime: "With a time of the device",
  many: "Several at once",
};
