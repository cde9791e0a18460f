import { describe, expect, it } from "vitest";
import { isInRanges, parseAddressRange } from "./address-range";

describe("an address range", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["  203.0.113.7 ", "203.0.113.7"],
    ["203.0.113.0/24", "203.0.113.0/24"],
    ["203.0.113.77/24", "203.0.113.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["2001:DB8:0:0::1", "2001:db8::1"],
    ["2001:db8:1:2:3::/48", "2001:db8:1::/48"],
  ])("%s is parsed as %s", (text, range) => {
    expect(parseAddressRange(text)).toBe(range);
  });

  it.each([
    "",
    "example.com",
    "203.0.113",
    "203.0.113.300",
    "010.0.0.1",
    "0x7f.0.0.1",
    "3405803783",
    "203.0.113.0/33",
    "203.0.113.0/",
    "203.0.113.0/24/24",
    "203.0.113.0/-1",
    "203.0.113.0-203.0.113.9",
    "2001:db8::/129",
    "fe80::1%eth0",
    "::ffff:203.0.113.7",
    "203.0.113.7, 203.0.113.8",
  ])("%s is refused", (text) => {
    expect(parseAddressRange(text)).toBeUndefined();
  });

  it.each<[string, string[], boolean]>([
    ["203.0.113.7", ["203.0.113.7"], true],
    ["203.0.113.8", ["203.0.113.7"], false],
    ["203.0.113.8", ["198.51.100.1", "203.0.113.0/24"], true],
    ["203.0.114.8", ["203.0.113.0/24"], false],
    ["::ffff:203.0.113.8", ["203.0.113.0/24"], true],
    ["2001:db8::5", ["2001:db8::/32"], true],
    ["2001:db9::5", ["2001:db8::/32"], false],
    ["2001:db8::5", ["0.0.0.0/0"], false],
    ["", ["0.0.0.0/0", "::/0"], false],
    ["unknown", ["0.0.0.0/0", "::/0"], false],
  ])("%s in %j: %s", (address, ranges, isIn) => {
    expect(isInRanges(ranges, address)).toBe(isIn);
  });
});
