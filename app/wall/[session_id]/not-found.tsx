import { connection } from "next/server";
import { WallEnded } from "@/components/wallboard/wall-ended";

/** Rendered at each request: a page made at the build could not carry the nonce of a content security policy. */
export default async function WallNotFound() {
  await connection();
  return <WallEnded />;
}
