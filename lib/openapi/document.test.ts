/** Guarantee: the document describes exactly the API that is served, is valid OpenAPI, and its examples are valid. */
import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { listRoutes } from "@/e2e/route-list";
import { unavailable } from "@/lib/db/errors";
import { rowsOf } from "@/lib/quality/documentation";
import { routes } from "@/lib/server/routes.generated";
import { createDocument } from "./document";
import { documentedDetail } from "./testing/documented-detail";
import { createValidator } from "./testing/validator";
import type { OpenApi, OpenApiOperation } from "./types";

const DEPLOYMENT = {
  serviceName: "Takings",
  origin: "https://takings.example.ng",
  banks: [{ name: "paystack", signatureHeader: "x-paystack-signature" }],
};
const create = () => JSON.stringify(createDocument(routes, DEPLOYMENT));
const document: OpenApi = JSON.parse(create());
const validator = createValidator(document);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
  ),
);

describe("the OpenAPI document", () => {
  test("describes every route of the API and no other", () => {
    const served = ["v1", "api/webhooks"]
      .flatMap(listRoutes)
      .filter(({ pattern }) => !pattern.includes("[..."))
      .map(({ name }) => name.replaceAll("[", "{").replaceAll("]", "}"));
    expect(operations.map(([name]) => name).sort()).toEqual(served.sort());
  });

  test("marks the thirteen endpoints of the specification, in its order, and the others as the service's own", () => {
    const sections = operations.map(([, operation]) => operation["x-takings-section"]).filter(Boolean);
    expect(sections).toEqual(Array.from({ length: 13 }, (_, index) => `4.${index + 1}`));
    const ours = operations.filter(([, operation]) => operation["x-takings-origin"] === "takings");
    expect(ours.map(([name]) => name)).toEqual([
      "POST /api/webhooks/bank/{connection_id}",
      ...["GET /v1/expected-payments", "POST /v1/expected-payments"],
      "GET /v1/expected-payments/{expected_payment_id}",
    ]);
  });

  test("has no error or warning of the linter", async () => {
    const config = await createConfig({
      extends: ["recommended"],
      // The linter closes the branches of if and then, which would refuse every value.
      rules: { "no-invalid-media-type-examples": { severity: "error", allowAdditionalProperties: true } },
    });
    const problems = await lintFromString({ source: create(), absoluteRef: "/openapi.json", config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  test("is the same text whenever it is created", () => expect(create()).toBe(create()));

  test("answers every place that the specification does not show", () => {
    const table = readFileSync("docs/not-shown.md", "utf8").split("\n## ")[0] ?? "";
    const questions = rowsOf(table)
      .filter((cells) => cells.length > 2)
      .map(([, question]) => question);
    expect(questions.length).toBeGreaterThan(25);
    const text = create();
    expect(questions.filter((question) => !text.includes(`"question":${JSON.stringify(question)}`))).toEqual(
      [],
    );
  });

  test("has an API key for every operation except those of banks, which have their signatures", () => {
    const withoutKey = operations.filter(([, operation]) => operation.security);
    expect(withoutKey.map(([, { operationId, security }]) => [operationId, security])).toEqual([
      ["receiveBankNotification", [{ paystackSignature: [] }]],
      ["receiveConnectionNotification", [{ paystackSignature: [] }]],
    ]);
  });
});

describe("the examples of the document", () => {
  test("state the detail of a request that finds no database", () => {
    expect(unavailable("unreachable", "refused").detail).toMatch(documentedDetail("unavailable"));
  });

  const mediaOf = ({ requestBody, responses }: OpenApiOperation) => [
    ...Object.entries(requestBody?.content ?? {}).map(
      ([type, media]) => [["requestBody", "content", type], media] as const,
    ),
    ...Object.entries(responses).flatMap(([status, response]) =>
      "content" in response && response.content
        ? Object.entries(response.content).map(
            ([type, media]) => [["responses", status, "content", type], media] as const,
          )
        : [],
    ),
  ];

  test.each(operations)("of %s match its schemas", (name, operation) => {
    const [method = "", path = ""] = name.split(" ");
    const at = ["paths", path, method.toLowerCase()];
    const media = mediaOf(operation).filter(([, { example }]) => example !== undefined);
    expect(media.length).toBeGreaterThan(0);
    for (const [place, { example }] of media)
      expect(validator.value([...at, ...place, "schema"], example), place.join(" ")).toEqual([]);
    for (const [index, parameter] of (operation.parameters ?? []).entries())
      if ("schema" in parameter && parameter.example !== undefined)
        expect(validator.value([...at, "parameters", String(index), "schema"], parameter.example)).toEqual(
          [],
        );
  });

  test("of the events match their schemas", () => {
    for (const [event, { post }] of Object.entries(document.webhooks)) {
      const media = post.requestBody?.content["application/json"];
      const at = ["webhooks", event, "post", "requestBody", "content", "application/json", "schema"];
      expect(validator.value(at, media?.example), event).toEqual([]);
    }
    expect(Object.keys(document.webhooks)).toContain("transaction.received");
  });

  test("of the errors match the schema of the responses that refer to them", () => {
    const responses = Object.entries(document.components.responses).filter(
      ([, response]) => response.content,
    );
    expect(responses.length).toBeGreaterThan(10);
    for (const [name, { content }] of responses) {
      const at = ["components", "responses", name, "content", "application/problem+json", "schema"];
      for (const code of Object.keys(content?.["application/problem+json"]?.examples ?? {}))
        expect(validator.value(at, document.components.examples[code]?.value), code).toEqual([]);
    }
  });
});
