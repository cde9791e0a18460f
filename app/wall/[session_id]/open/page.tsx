import type { Metadata } from "next";
import { OpenWall } from "@/components/wallboard/open-wall";
import { sessionIn } from "../../../(dashboard)/found";

export const metadata: Metadata = { title: "Wallboard", referrer: "no-referrer" };

interface Props {
  params: Promise<{ session_id: string }>;
}

export default async function OpenWallPage({ params }: Props) {
  return <OpenWall sessionId={await sessionIn(params)} />;
}
