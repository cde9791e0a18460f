import { connection } from "next/server";
import { WallboardEnded } from "@/components/wallboard/wallboard-ended";

/** Rendered per request, because a prerendered page cannot contain the nonce of the content security policy. */
export default async function WallboardNotFound() {
  await connection();
  return <WallboardEnded />;
}
