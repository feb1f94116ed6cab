import { type PageRequest, pageOf } from "../../kernel/paging.ts";

/** There are as many as a setting allows: all of them are read, whatever the page is. */
export function listOfAll<T>(found: () => Promise<readonly T[]>) {
  return {
    page: async (page: PageRequest) => {
      const all = await found();
      return pageOf(all.slice(page.page * page.limit, (page.page + 1) * page.limit), all.length, page);
    },
    stream: async function* () {
      yield await found();
    },
  };
}
