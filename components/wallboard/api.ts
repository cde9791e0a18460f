import type { z } from "zod";
import type { WallboardUpdate } from "@/lib/live/contract";
import type { Live } from "../live-feed/live-store";

export type WallboardUpdateJson = z.input<typeof WallboardUpdate>;
export type WallboardFiguresJson = WallboardUpdateJson["figures"];
export type WallboardRowJson = WallboardUpdateJson["rows"][number];
export type WallboardLive = Live<WallboardUpdateJson>;
