import type { Metadata } from "next";
import { OpenWallboard } from "@/components/wallboard/open-wallboard";
import { requireSessionId } from "../../../(dashboard)/page-params";
import * as texts from "../../../texts";

export const metadata: Metadata = { title: texts.wallboard, referrer: "no-referrer" };

interface Props {
  params: Promise<{ session_id: string }>;
}

export default async function OpenWallboardPage({ params }: Props) {
  return <OpenWallboard sessionId={await requireSessionId(params)} />;
}
