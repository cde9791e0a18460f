import { expect, test } from "vitest";
import { createAddressRule, findWebhookUrlError } from "./outbound-address";

const LOOPBACK = ["127.0.0.0/8", "::1/128"];

const FORBIDDEN = [
  ["unspecified", "0.0.0.0", "0.1.2.3", "::"],
  ["loopback", "127.0.0.1", "127.255.255.254", "::1"],
  ["private", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1"],
  ["link-local and metadata", "169.254.0.1", "169.254.169.254", "fe80::1", "168.63.129.16", "fd00:ec2::254"],
  ["shared by carriers", "100.64.0.1", "100.100.100.200", "100.127.255.255"],
  ["protocol assignments", "192.0.0.1", "192.0.0.192", "192.88.99.1"],
  ["benchmarking", "198.18.0.1", "198.19.255.255", "2001:2::1"],
  ["documentation", "192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
  ["multicast", "224.0.0.1", "239.255.255.255", "ff02::1"],
  [
    "reserved",
    "240.0.0.1",
    "255.255.255.255",
    "100::1",
    "fec0::1",
    "5f00::1",
    "4000::1",
    "1::1",
    "2001:1::1",
  ],
  ["unique local", "fc00::1", "fdff::1"],
  ["6to4", "2002:7f00:1::", "2002:808:808::1"],
  ["Teredo", "2001::1", "2001:0:808:808::1"],
  ["NAT64", "64:ff9b::7f00:1", "64:ff9b::127.0.0.1", "64:ff9b:1::a00:1", "64:ff9b::808:808"],
  ["IPv4-mapped", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:169.254.169.254"],
  ["IPv4-compatible", "::127.0.0.1", "::7f00:1", "::a00:1", "::2"],
  ["IPv4-translated", "::ffff:0:127.0.0.1", "::ffff:0:808:808"],
  ["with a zone", "fe80::1%lo", "2606:4700::1111%eth0", "::1%1"],
  ["invalid", "", "example.com", "127.1", "0x7f000001", "2130706433", "[::1]", "8.8.8.8/8"],
].flatMap(([kind = "", ...addresses]) => addresses.map((address) => [kind, address] as const));

test.each(FORBIDDEN)("an address that is %s is not allowed: %s", (_, address) => {
  expect(createAddressRule([])(address)).toBe(false);
});

test.each(["8.8.8.8", "1.1.1.1", "102.88.1.1", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8"])(
  "a public address is allowed: %s",
  (address) => expect(createAddressRule([])(address)).toBe(true),
);

test("a range that the deployment allows covers every form of its addresses and nothing else", () => {
  const isAllowed = createAddressRule(["127.0.0.0/8", "fd12::/16"]);
  const open = ["127.0.0.1", "::ffff:127.0.0.1", "::ffff:7f00:1", "fd12::9"].map(isAllowed);
  const shut = ["10.0.0.1", "::1", "::ffff:10.0.0.1", "fd13::9", "64:ff9b::7f00:1", "2002:7f00:1::"].map(
    isAllowed,
  );
  expect([open, shut]).toEqual([Array(4).fill(true), Array(6).fill(false)]);
});

const OPEN = { webhookAllowHttp: true, webhookAllowCidrs: LOOPBACK };
const SHUT = { webhookAllowHttp: false, webhookAllowCidrs: [] };

test.each([
  "https://example.com/hook?a=1",
  "https://8.8.8.8:8443/",
  "https://xn--hxajbheg2az3al.example/",
  "https://localhost.example/",
  "https://example.com:443/",
  "https://example.com:1024/",
  "https://example.com:65535/#@part",
  "https://example.com/@user?name=a@b",
])("a webhook URL can be %s", (url) => expect(findWebhookUrlError(url, SHUT)).toBeUndefined());

test("http and loopback need the deployment's permission", () => {
  for (const host of ["127.0.0.1:9", "[::1]:22", "localhost:6000", "hook.localhost.:25"]) {
    expect(findWebhookUrlError(`http://${host}/hook`, OPEN), host).toBeUndefined();
  }
  expect(findWebhookUrlError("http://example.com/hook", SHUT)).toBe("must start with https://");
  expect(findWebhookUrlError("https://127.0.0.1:9/hook", SHUT)).toBe(
    "must not be a private or reserved address",
  );
  expect(findWebhookUrlError("https://[::ffff:7f00:1]/", SHUT)).toBe(
    "must not be a private or reserved address",
  );
});

test.each([
  ["", "must be a whole web address that starts with https:// or http://"],
  ["example.com/hook", "must be a whole web address that starts with https:// or http://"],
  ["/hook", "must be a whole web address that starts with https:// or http://"],
  ["https://exam ple.com", "must be a whole web address that starts with https:// or http://"],
  [" https://example.com", "must be a whole web address that starts with https:// or http://"],
  ["https:\\\\example.com", "must be a whole web address that starts with https:// or http://"],
  ["ftp://example.com", "must start with https:// or http://"],
  ["file:///etc/passwd", "must start with https:// or http://"],
  ["javascript:alert(1)", "must start with https:// or http://"],
  ["https:example.com", "must start with https:// or http://"],
  ["https:///example.com", "must start with https:// or http://"],
  ["https://example.com/\u0001", "must be a whole web address that starts with https:// or http://"],
  ["https://exam\tple.com", "must be a whole web address that starts with https:// or http://"],
  ["https://@example.com", "must not hold a user name or a password"],
  ["https://example.com@127.0.0.1", "must not hold a user name or a password"],
  ["https://user@example.com", "must not hold a user name or a password"],
  ["https://user:word@example.com", "must not hold a user name or a password"],
  ["https://10.0.0.1/", "must not be a private or reserved address"],
  ["https://[fd00::1]/", "must not be a private or reserved address"],
  ["https://10.0.0.1:22/", "must not be a private or reserved address"],
  ["https://example.com:22/", "must not use port 22, which is no web server's"],
  ["http://8.8.8.8:25/", "must not use port 25, which is no web server's"],
  ["https://example.com:0/", "must not use port 0, which is no web server's"],
  ["https://example.com:1023/", "must not use port 1023, which is no web server's"],
  ["https://example.com:6667/", "must not use port 6667, which is no web server's"],
])("a webhook URL cannot be %j", (url, fault) => {
  expect(findWebhookUrlError(url, OPEN)).toBe(fault);
});

test.each([
  "localhost",
  "localhost.",
  "LOCALHOST",
  "receiver.localhost",
  "receiver.localhost.",
  "ｌocalhost",
])("a local name is rejected when loopback is not allowed: %s", (host) => {
  expect(findWebhookUrlError(`https://${host}/`, SHUT)).toBe("must not be a private or reserved address");
  expect(findWebhookUrlError(`https://${host}/`, OPEN)).toBeUndefined();
});
