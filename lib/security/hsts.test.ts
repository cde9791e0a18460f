import { expect, test } from "vitest";
import { hstsHeaders } from "./hsts";

test.each([
  ["https://takings.example.com", true],
  ["https://takings.example.com:8443/path", true],
  ["http://takings.example.com", false],
  ["https://localhost:3000", false],
  ["https://app.localhost", false],
  ["https://127.0.0.1", false],
  ["https://[::1]:3000", false],
  ["https://203.0.113.7", false],
])("%s sends Strict-Transport-Security: %s", (authUrl, isSent) => {
  expect("strict-transport-security" in hstsHeaders(authUrl)).toBe(isSent);
});
