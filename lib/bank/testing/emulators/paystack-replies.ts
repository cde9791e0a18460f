import type { Reply } from "./emulator";

/** Paystack's form of a success and of a refusal [D]. */
export const ok = (data: unknown, message = "OK", status = 200): Reply => ({
  status,
  body: { status: true, message, data },
});
export const refused = (status: number, message: string, code: string): Reply => ({
  status,
  body: { status: false, message, type: status === 400 ? "validation_error" : "api_error", code, meta: {} },
});

/** Returns one page of a list with its `meta`. */
export function pageOf(all: readonly unknown[], query: URLSearchParams): Reply {
  const [page, perPage] = [Number(query.get("page") ?? 1), Number(query.get("perPage") ?? 50)];
  const data = all.slice((page - 1) * perPage, page * perPage);
  const meta = { total: all.length, skipped: 0, perPage, page, pageCount: Math.ceil(all.length / perPage) };
  return { status: 200, body: { status: true, message: "OK", data, meta } };
}
