import { expect, test } from "vitest";
import { ApiError } from "./api";
import { describeFieldError } from "./field-error";

const failure = (pointer: string, detail: string) =>
  new ApiError(400, { code: "invalid_request", detail, errors: [{ pointer, detail }] });

test("a field's error names its label and what to type, instead of the member of the API", () => {
  const error = failure("/external_event_id", "external_event_id must not be empty.");
  expect(error.findFieldError("/external_event_id", { label: "Reference", expected: "type one." })).toBe(
    "Reference: type one.",
  );
  expect(error.findFieldError("/name", { label: "Name" })).toBeUndefined();
});

test("without a text of its own a field shows the server's requirement after its label", () => {
  const error = { pointer: "/webhook_url", detail: "webhook_url must start with https://." };
  expect(describeFieldError(error, { label: "Webhook address" })).toBe(
    "Webhook address must start with https://.",
  );
});

test("a nested member's name is replaced completely", () => {
  const error = { pointer: "/collection/pos_count", detail: "collection.pos_count must be from 1 to 50." };
  expect(describeFieldError(error, { label: "Terminals" })).toBe("Terminals must be from 1 to 50.");
});

test("a detail that begins with the last member alone names the label too", () => {
  const error = {
    pointer: "/credentials/PAYSTACK_SECRET_KEY",
    detail: "PAYSTACK_SECRET_KEY is required.",
  };
  expect(describeFieldError(error, { label: "Secret key" })).toBe("Secret key is required.");
});

test("a detail that is written for people stays as it is", () => {
  const error = { pointer: "/code", detail: "That code is wrong or was used already." };
  expect(describeFieldError(error, { label: "Code", expected: "type six digits." })).toBe(error.detail);
});

test("the detail of the whole error names no member of the API either", () => {
  expect(failure("/request_key", "request_key must be 8 letters.").detail).toBe(
    "Request key must be 8 letters.",
  );
  expect(failure("", "The body is not JSON.").detail).toBe("The body is not JSON.");
});
