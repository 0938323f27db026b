/** A page of a list: `total` counts all rows of the list. */
type Page<Row> = { total: number; rows: Row[] };

/** Reads one page of a list through Prisma. Prisma truncates an offset over 2^32, so no query asks for such a page. */
export async function readPage<Row>(
  { offset, limit }: { offset: number; limit: number },
  count: PromiseLike<number>,
  find: (page: { skip: number; take: number }) => PromiseLike<Row[]>,
): Promise<Page<Row>> {
  const total = await count;
  return { total, rows: offset < total ? await find({ skip: offset, take: limit }) : [] };
}
