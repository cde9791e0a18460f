/** Guarantee: the verifier of docs/api.md accepts every event that the service signs, during a rotation too, and nothing else. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { signEvent } from "./sign";

type Verifier = (headers: Record<string, string>, body: string, secret: string) => boolean;

/** The code block of the document, as a module. */
async function loadVerifier(): Promise<Verifier> {
  const blocks = readFileSync("docs/api.md", "utf8").split("```");
  const code = blocks.find((block) => block.startsWith("js\n") && block.includes("isFromTakings"))?.slice(3);
  const url = `data:text/javascript;base64,${Buffer.from(code ?? "").toString("base64")}`;
  return (await import(/* @vite-ignore */ url)).isFromTakings;
}

const isFromTakings = await loadVerifier();
const [current, old, other] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
const BODY = '{"event":"transaction.received","data":{"narration":"₦ 5"}}';
const sign = (secrets: string[], at = new Date()) => ({ ...signEvent("evt_1", BODY, secrets, at) });

test("an event is accepted with its secret, and during a rotation with the new and the old one", () => {
  expect(isFromTakings(sign([current]), BODY, current)).toBe(true);
  for (const secret of [current, old]) expect(isFromTakings(sign([current, old]), BODY, secret)).toBe(true);
});

test.each<[string, Record<string, string>, string?]>([
  ["another secret", sign([other])],
  ["another body", sign([current]), BODY.replace("5", "9")],
  ["another id", { ...sign([current]), "webhook-id": "evt_2" }],
  ["another time", { ...sign([current]), "webhook-timestamp": String(Math.floor(Date.now() / 1000) + 1) }],
  ["a time six minutes ago", sign([current], new Date(Date.now() - 360_000))],
  ["a time in six minutes", sign([current], new Date(Date.now() + 360_000))],
  ["no time", { ...sign([current]), "webhook-timestamp": "" }],
  ["an empty signature", { ...sign([current]), "webhook-signature": "v1," }],
  ["no header", {}],
])("a request with %s is refused", (_, headers, body = BODY) => {
  expect(isFromTakings(headers, body, current)).toBe(false);
});
