import { describe, expect, it } from "vitest";
import { mergeRows, replaceRows } from "./merge-rows";

const row = (sequence: number, status = "pending") => ({ sequence, status });

describe("merging received rows", () => {
  it("a changed row is replaced in place and new rows are put on top", () => {
    const received = [row(4), row(3), row(1, "successful")];
    expect(mergeRows([row(2), row(1)], received)).toEqual({
      rows: [row(4), row(3), row(2), row(1, "successful")],
      hasGap: false,
    });
  });

  it("a missing row between the list and the new rows is a gap", () => {
    expect(mergeRows([row(2)], [row(5), row(4)])).toMatchObject({ hasGap: true });
    expect(mergeRows([], [row(2)])).toMatchObject({ hasGap: true });
  });

  it("without new rows there is no gap, also in an empty list", () => {
    expect(mergeRows([], [])).toEqual({ rows: [], hasGap: false });
    expect(mergeRows([row(3)], [row(1, "failed")])).toEqual({ rows: [row(3)], hasGap: false });
  });

  it("replacing rows adds none", () => {
    expect(replaceRows([row(2), row(1)], [row(3), row(2, "failed")])).toEqual([row(2, "failed"), row(1)]);
  });
});
