// Guarantee: the running service serves its OpenAPI document to anyone, and answers 304 to a client that has it.
import type { OpenApi } from "../../lib/openapi/types";
import { expect, test } from "../fixtures";

test("the document is public, names this service's address and is not sent twice", async ({ anyone }) => {
  const answer = await anyone({ method: "GET", path: "/openapi.json" });
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^application\/json\b/);
  const document = answer.json() as OpenApi;
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(Object.keys(document.paths)).toContain("/v1/sessions");

  const etag = String(answer.headers.etag);
  const again = await anyone({ method: "GET", path: "/openapi.json", headers: { "if-none-match": etag } });
  expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag]);
  const other = await anyone({ method: "GET", path: "/openapi.json", headers: { "if-none-match": '"x"' } });
  expect([other.status, other.text]).toEqual([200, answer.text]);
});
