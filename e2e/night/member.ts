import { expect } from "@playwright/test";
import { type Address, type Answer, type Call, send } from "../http-client";

/** A member who is signed in to the dashboard, as a client that keeps its own cookies. */
export interface Member {
  /** Sends a request with the member's cookies. */
  send(call: Call): Promise<Answer>;
  /** The cookies as a request header. */
  cookie(): string;
}

/** Signs a member in by the same requests as the form. The service may require https for its cookies; this client does not. */
export async function signInMember(
  address: Address,
  login: { email: string; password: string },
): Promise<Member> {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const sendAs: Member["send"] = async (call) => {
    const answer = await send(address, { ...call, headers: { ...call.headers, cookie: cookie() } });
    for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const { csrfToken } = (await sendAs({ method: "GET", path: "/api/auth/csrf" })).json() as {
    csrfToken: string;
  };
  const form = new URLSearchParams({ csrfToken, ...login, json: "true" });
  const answer = await sendAs({
    method: "POST",
    path: "/api/auth/callback/credentials",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    raw: form.toString(),
  });
  expect(answer.status, answer.text).toBe(200);
  return { send: sendAs, cookie };
}
