import { type PageRequest, pageOf } from "../../kernel/paging.ts";

/** There are as many as a setting allows: all of them are read, whatever the page is. */
export function listedOf<T>(found: () => Promise<readonly T[]>) {
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

/** The same, with what is only worked out for those that are told. */
export function listedWith<T, Told>(
  found: () => Promise<readonly T[]>,
  told: (some: readonly T[]) => Promise<readonly Told[]>,
) {
  const all = listedOf(found);
  return {
    page: async (page: PageRequest) => {
      const one = await all.page(page);
      return { ...one, data: [...(await told(one.data))] };
    },
    stream: async function* () {
      for await (const some of all.stream()) yield await told(some);
    },
  };
}
