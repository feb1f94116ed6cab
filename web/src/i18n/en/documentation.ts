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
  title: "Documentation",
  connect: "Connect a device",
  connectText:
    "Create a device, open its Credentials tab and copy the token. The device uses it as MQTT user name; no password is needed.",
  topics: "MQTT topics",
  scripts: "Scripts",
  scriptsText: "Log in with user and password, then send the token with each call. Times are Unix milliseconds.",
  topicTelemetry: "Send telemetry",
  topicAttributes: "Send client attributes, receive shared ones",
  topicRequest: "Ask for attributes",
  topicResponse: "The answer to that",
  topicRpc: "Receive calls",
  forms: "Forms of a telemetry message",
  simple: "Values; the server's time is used",
  withTime: "With a time of the device",
  many: "Several at once",
};
