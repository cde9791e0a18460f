import { expect, it, vi } from "vitest";
import { ADAPTERS } from "./testing/adapters";
import { SECRET, sampleFor, toRawNotification } from "./testing/notifications";

it.each(ADAPTERS.filter(({ name }) => name !== "nomba"))(
  "$name's notifications are not parsed before their signature is verified",
  (adapter) => {
    const notification = toRawNotification(adapter.compose(sampleFor(adapter), SECRET));
    const parse = vi.spyOn(JSON, "parse");
    expect(adapter.verify(notification, SECRET)).toBe(true);
    expect(adapter.verify(notification, "another secret")).toBe(false);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  },
);
