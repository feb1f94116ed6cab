import { ApiClient } from "./api-client.ts";
import { type Calls, callsOver } from "./calls.ts";

/** The API with a key that a person made for a script: nothing to log in, renew or log out. */
export const withApiKey = (address: string, key: string): Calls =>
  callsOver(new ApiClient({ current: async () => key }, address.replace(/\/+$/, "")));
