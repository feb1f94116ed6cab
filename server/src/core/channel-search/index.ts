export { ChannelSearch, type FoundChannel } from "./channel-search.ts";
export { type KeyMatches, type KeyQuestion, keyTest } from "./key-matches.ts";
export { TypeTitles } from "./type-titles.ts";
