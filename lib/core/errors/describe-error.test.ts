import { expect, test } from "vitest";
import { describeError } from "./describe-error";
import { Failure } from "./errors";

const SECRET = "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ";

test("the description omits statement parameters, however deeply the error is wrapped", () => {
  const cause = Object.assign(new Error("duplicate key value violates unique constraint"), {
    name: "PostgresError",
    code: "23505",
    constraint_name: "signing_secrets_pkey",
    detail: `Key (secret)=(${SECRET}) already exists.`,
    parameters: [SECRET],
  });
  const query = new Error(`Failed query: insert into signing_secrets values ($1)\nparams: ${SECRET}`, {
    cause,
  });
  const described = describeError(new Error(`adding ${SECRET} failed`, { cause: query }));
  expect(described).toBe(
    "PostgresError: 23505 signing_secrets_pkey duplicate key value violates unique constraint",
  );
});

test("the description omits malformed values quoted by the database", () => {
  const error = Object.assign(new Error(`invalid input syntax for type integer: "a"${SECRET}"`), {
    code: "22P02",
  });
  expect(describeError(error)).toBe('Error: 22P02 invalid input syntax for type integer: "…"');
});

test("a Failure is described by its internal text", () => {
  const failure = new Failure("unavailable", { internal: "too many wait", cause: new Error(SECRET) });
  expect(describeError(failure)).toBe("Failure: unavailable too many wait");
});

test("a refusal by several addresses names each", () => {
  const error = new AggregateError([new Error("refused 127.0.0.1"), new Error("refused ::1")]);
  expect(describeError(error)).toBe("AggregateError: Error: refused 127.0.0.1; Error: refused ::1");
});
