import { TriangleAlert } from "lucide-react";
import type { EventPhase } from "@/lib/sessions/contract";
import { Chip } from "../ui/chip";

/** Where an event stands. One that goes on past its end is to be looked at. */
export function PhaseChip({ phase }: { phase: EventPhase }) {
  if (phase === "live")
    return (
      <Chip tone="green" dot>
        Live
      </Chip>
    );
  if (phase === "past_end")
    return (
      <Chip tone="amber" icon={TriangleAlert}>
        Active, past its end
      </Chip>
    );
  return phase === "upcoming" ? <Chip tone="outlined">Upcoming</Chip> : <Chip>Closed</Chip>;
}
