import type { z } from "zod";
import type { WallUpdate } from "@/lib/live/contract";
import type { Live } from "../event-live/live-store";

export type WallUpdateWire = z.input<typeof WallUpdate>;
export type WallFiguresWire = WallUpdateWire["figures"];
export type WallRowWire = WallUpdateWire["rows"][number];
export type WallLive = Live<WallUpdateWire>;
