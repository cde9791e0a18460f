import { encode } from "next-auth/jwt";
import { signInCookie } from "@/lib/auth/cookie";
import { assertDefined } from "@/lib/core/errors/assert";
import { COMMAND_LINE } from "@/lib/core/scope";
import { env } from "@/lib/env";
import { addMember } from "@/lib/organisations";
import { signIn } from "@/lib/sign-ins";
import { apiKey } from "../setup";

/** The maximum number of streams per sign-in. */
const STREAMS_PER_SIGN_IN = 6;
const PASSWORD = "a-long-bench-password";
let members = 0;

/** Creates a member of the bench's organisation. */
export async function createMember(): Promise<{ email: string; password: string }> {
  await apiKey();
  const email = `member-${process.pid}-${++members}@bench.example`;
  await addMember(COMMAND_LINE, {
    organisation: "Bench",
    name: "Member",
    role: "owner",
    email,
    password: PASSWORD,
  });
  return { email, password: PASSWORD };
}

/** Creates a member and signs them in this many times. Returns the cookie of each sign-in. */
export async function createSignIns(count: number): Promise<string[]> {
  const login = await createMember();
  const secret = assertDefined(env().authSecret, "a secret is generated at the first start");
  const cookies: string[] = [];
  for (let index = 0; index < count; index++) {
    const { signInId } = await signIn({ ...login, address: "127.0.0.1", agent: "bench" });
    cookies.push(`${signInCookie()}=${await encode({ token: { signInId }, secret })}`);
  }
  return cookies;
}

/** Returns a cookie for each of this many streams, from as few sign-ins as the limit allows. */
export async function cookiesForStreams(count: number): Promise<string[]> {
  const cookies = await createSignIns(Math.ceil(count / STREAMS_PER_SIGN_IN));
  return cookies.flatMap((cookie) => Array<string>(STREAMS_PER_SIGN_IN).fill(cookie)).slice(0, count);
}
