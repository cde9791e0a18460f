import type { Metadata } from "next";
import { Entrance } from "@/components/sign-in/entrance";
import { JoinForm } from "@/components/sign-in/join-form";

/** The link's token stands in this page's address: it is told to nobody. */
export const metadata: Metadata = { title: "Set a password", referrer: "no-referrer" };

interface Asked {
  searchParams: Promise<{ token?: string | string[] }>;
}

export default async function JoinPage({ searchParams }: Asked) {
  const token = [(await searchParams).token].flat()[0] ?? "";
  return (
    <Entrance title="Set a password" promise="You sign in with it from now on. The link works once.">
      <JoinForm token={token} />
    </Entrance>
  );
}
