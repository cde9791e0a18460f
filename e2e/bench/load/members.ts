import { encode } from "next-auth/jwt";
import { signInCookie } from "@/lib/auth/cookie";
import { assertDefined } from "@/lib/core/assert";
import { env } from "@/lib/env";
import { addMember } from "@/lib/organisations";
import { signIn } from "@/lib/sign-ins";
import { apiKey } from "../setup";

/** Streams that one sign-in may have. */
const STREAMS_PER_SIGN_IN = 6;
const PASSWORD = "a-long-bench-password";
let members = 0;

/** Makes a member of the bench's organisation and so many sign-ins of it; answers the cookie of each. */
export async function newCookies(count: number): Promise<string[]> {
  await apiKey();
  const email = `member-${process.pid}-${++members}@bench.example`;
  await addMember({ organisation: "Bench", name: "Member", role: "owner", email, password: PASSWORD });
  const secret = assertDefined(env().authSecret, "a secret is generated at the first start");
  const cookies: string[] = [];
  for (let index = 0; index < count; index++) {
    const { signInId } = await signIn({ email, password: PASSWORD, address: "127.0.0.1", agent: "bench" });
    cookies.push(`${signInCookie()}=${await encode({ token: { signInId }, secret })}`);
  }
  return cookies;
}

/** Cookies for so many streams, each of as few sign-ins as may have them. */
export async function cookiesForStreams(count: number): Promise<string[]> {
  const cookies = await newCookies(Math.ceil(count / STREAMS_PER_SIGN_IN));
  return cookies.flatMap((cookie) => Array<string>(STREAMS_PER_SIGN_IN).fill(cookie)).slice(0, count);
}
