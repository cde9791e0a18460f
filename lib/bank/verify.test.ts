import { expect, it, vi } from "vitest";
import { ADAPTERS } from "./testing/adapters";
import { noticeOf, SECRET, sampleFor } from "./testing/notices";

it.each(ADAPTERS.filter(({ name }) => name !== "nomba"))(
  "$name's notices are not parsed before their signature has been checked",
  (adapter) => {
    const notice = noticeOf(adapter.compose(sampleFor(adapter), SECRET));
    const parse = vi.spyOn(JSON, "parse");
    expect(adapter.verify(notice, SECRET)).toBe(true);
    expect(adapter.verify(notice, "another secret")).toBe(false);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  },
);
